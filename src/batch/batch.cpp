#include "stickslip/batch/batch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "candidates.hpp"
#include "device.hpp"
#include "kernels.hpp"
#include "record_checks.hpp"
#include "slopes.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/friction/catalogue.hpp"

namespace stickslip::batch {
namespace {

using batch::AlignedVector;
using batch::LawFacts;
using batch::Piece;
using batch::Pieces;
using batch::PreparedRecord;
using batch::RecordArrays;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// Steps whose forces are together in memory at a time: they and those of all lanes stay in the cache.
constexpr std::size_t block_steps = 512;

// Numbers that a thread needs for one piece at a time.
template <class T>
struct Workspace {
  AlignedVector<T> params;
  AlignedVector<T> out;      // losses or forces
  AlignedVector<T> inertia;  // of forces

  std::vector<std::byte> runs = {};       // of forces, from block to block
  std::vector<double> acceleration = {};  // of a block
};

// A checked batch of candidates.
struct Request {
  const Candidates& candidates;
  const std::vector<unsigned char>& valid;
  const LawFacts& law;

  std::size_t width() const { return law.usual.size(); }
  // The numbers of a candidate; in place of an invalid one a harmless set, so that it disturbs no other.
  const double* row(std::size_t c) const {
    return valid[c] != 0 ? candidates.values.data() + c * width() : law.usual.data();
  }
};

// The candidates of a piece laid out for the lanes; places behind the last repeat it.
template <class T>
void pack(const Request& request, const Piece& piece, std::size_t lanes, AlignedVector<T>& params) {
  const std::size_t places = (piece.count + lanes - 1) / lanes * lanes;
  params.resize(places * request.width());
  for (std::size_t c = 0; c < places; ++c) {
    const double* from = request.row(piece.first + std::min(c, piece.count - 1));
    for (std::size_t i = 0; i < request.width(); ++i) params[batch::place(c, i, request.width(), lanes)] = T(from[i]);
  }
}

// A vector of candidates, or several, on their way along a record, by blocks of steps.
class ForceRun {
 public:
  using Space = Workspace<double>;

  ForceRun(std::size_t law, const RecordView& record, const RecordArrays<double>& arrays, std::size_t candidates,
           const batch::LawKernels<double>& kernels, Space& space)
      : record_(record),
        kernels_(kernels),
        drive_(kernels.drive[law]),
        space_(space),
        d_(batch::drive_along(arrays, space.params, (candidates + kernels.lanes - 1) / kernels.lanes)) {
    space.out.resize(d_.vectors * kernels.lanes * block_steps);
    space.inertia.resize(space.out.size());
    space.runs.resize(d_.vectors * kernels.run_size[law]);
    space.acceleration.resize(block_steps);
    d_.force = space.out.data();
    d_.inertia = space.inertia.data();
    d_.runs = space.runs.data();
  }

  std::size_t first() const { return d_.from; }
  std::size_t count() const { return d_.part; }

  // The next block; false behind the last one.
  bool next() {
    d_.from += d_.part;
    d_.part = std::min(block_steps, d_.steps - d_.from);
    if (d_.part == 0) return false;
    drive_(d_);
    for (std::size_t k = 0; k < d_.part; ++k) space_.acceleration[k] = acceleration_at(record_, d_.from + k + 1);
    return true;
  }

  // The forces of candidate c in this block.
  void copy_forces(std::size_t c, double* to) const {
    for (std::size_t k = 0; k < d_.part; ++k) {
      const std::size_t at = batch::place(c, k, d_.part, kernels_.lanes);
      to[k] = space_.out[at] + space_.inertia[at] * space_.acceleration[k];
    }
  }

 private:
  const RecordView& record_;
  const batch::LawKernels<double>& kernels_;
  batch::DriveLaw<double> drive_;
  Space& space_;
  batch::Drive<double> d_;
};

double steps_in(std::span<const RecordView> records) {
  double steps = 0.0;
  for (const RecordView& r : records) steps += double(r.motion.size() - 1);
  return steps;
}

}  // namespace

struct Batch::Inside {
  LawFacts law;
  std::vector<Record> own;  // records that nobody else keeps
  std::vector<RecordView> records;
  BatchOptions options;
  batch::Target target;
  std::vector<RecordArrays<double>> in_double;
  std::vector<AlignedVector<double>> filled;  // what records do not have and a comparison needs
  std::vector<PreparedRecord<float>> in_float;
  std::vector<PreparedRecord<double>> for_device;
  Pool pool;
  BatchReport report;
  std::size_t samples = 0;

  Inside(std::string_view name, std::size_t elements, std::vector<Record> all, BatchOptions wishes)
      : law(batch::law_facts(name, elements)),
        own(std::move(all)),
        options(std::move(wishes)),
        target(batch::choose_target()),
        pool(options.threads) {
    if (options.relative)
      for (Record& r : own) weigh_relatively(r);
    for (const Record& r : own) records.push_back(view(r));
    prepare(law_info(name).has_inertia);
  }
  Inside(std::string_view name, std::size_t elements, std::span<const RecordView> all, BatchOptions wishes)
      : law(batch::law_facts(name, elements)),
        records(all.begin(), all.end()),
        options(std::move(wishes)),
        target(batch::choose_target()),
        pool(options.threads) {
    if (options.relative) throw std::invalid_argument("records that are kept elsewhere have weights of their own");
    prepare(law_info(name).has_inertia);
  }

  void prepare(bool has_inertia) {
    if (records.empty()) throw std::invalid_argument("a batch needs a record");
    for (std::size_t r = 0; r < records.size(); ++r) batch::check(records[r], r);
    for (const RecordView& r : records) {
      in_double.push_back(batch::arrays_in_place(r, has_inertia, filled.emplace_back()));
      if (options.precision == Precision::fp32) in_float.push_back(batch::prepared<float>(r));
      samples += batch::count_compared_samples(r.weight, r.motion.size());
    }
    if (!(options.huber > 0.0)) throw std::invalid_argument("huber = " + to_text(options.huber) + " must be positive");
    if (options.device == Device::cuda)
      if (const auto state = batch::device_state(); !state.missing.empty()) throw std::runtime_error(state.missing);
  }

  template <class T>
  RecordArrays<T> arrays(std::size_t record) const {
    if constexpr (std::is_same_v<T, double>)
      return in_double[record];
    else
      return in_float[record].arrays();
  }

  // The records as a device copies them.
  template <class T>
  std::span<const PreparedRecord<T>> prepared() {
    if constexpr (std::is_same_v<T, double>) {
      for (std::size_t r = for_device.size(); r < records.size(); ++r)
        for_device.push_back(batch::prepared<double>(records[r]));
      return for_device;
    } else {
      return in_float;
    }
  }

  void need_measurement() const {
    for (const RecordView& r : records)
      if (r.force.empty()) throw std::invalid_argument("record '" + r.name + "' has no measured force to compare with");
    if (samples == 0) throw std::invalid_argument("every sample has the weight 0; nothing is compared");
  }

  void begin_report(const Candidates& candidates, const std::vector<unsigned char>& valid) {
    report = {};
    report.given = {options.device, options.precision, options.threads, ""};
    report.used = {Device::cpu, options.precision, pool.threads(), std::string(batch::to_name(target))};
    report.candidates = candidates.count;
    report.invalid = std::size_t(std::count(valid.begin(), valid.end(), 0));
    report.samples = samples;
    report.candidate_steps = double(candidates.count) * steps_in(records);
  }

  // Candidates of a piece: about half a millisecond of work, and enough pieces for all threads.
  std::size_t block_size(std::size_t candidates, std::size_t lanes) const {
    if (options.block > 0) return options.block;
    constexpr double work = 2e5;  // candidate-steps
    const double mean_steps = steps_in(records) / double(records.size());
    const auto by_work = std::size_t(std::max(1.0, work / mean_steps));
    const std::size_t share = (candidates * records.size() + 4 * pool.threads() - 1) / (4 * pool.threads());
    const std::size_t wanted = std::max<std::size_t>(1, std::min(by_work, share));
    const std::size_t group = batch::vectors_together * lanes;
    return (wanted + group - 1) / group * group;
  }

  // The sum of the loss of every candidate along every record, [record][candidate]; NaN where cancelled.
  template <class T>
  std::vector<double> sums_on_cpu(const Request& request) {
    const auto& kernels = batch::law_kernels<T>(target);
    const Pieces pieces{request.candidates.count, block_size(request.candidates.count, kernels.lanes), records.size()};
    std::vector<Workspace<T>> spaces(pool.threads());
    std::vector<double> sums(request.candidates.count * records.size(), missing);
    const std::size_t done = pool.run(
        pieces.count(),
        [&](std::size_t i, std::size_t thread) {
          const Piece piece = pieces[i];
          const RecordArrays<T> record = arrays<T>(piece.record);
          Workspace<T>& space = spaces[thread];
          pack(request, piece, kernels.lanes, space.params);
          const std::size_t vectors = (piece.count + kernels.lanes - 1) / kernels.lanes;
          space.out.resize(vectors * kernels.lanes);
          batch::Drive<T> d = batch::drive_along(record, space.params, vectors);
          d.scoring = batch::scoring_along(record, options.loss, T(options.huber), space.out);
          kernels.drive[law.position](d);
          double* to = sums.data() + piece.record * request.candidates.count + piece.first;
          for (std::size_t c = 0; c < piece.count; ++c) to[c] = double(space.out[c]);
        },
        options.watch);
    report.completed = done == pieces.count();
    return sums;
  }

  // The same from the device: one call, without a place to stop in between. Nobody waits there for invalid candidates.
  template <class T>
  std::vector<double> sums_on_device(const Request& request) {
    const Candidates& c = request.candidates;
    const auto found = batch::device_losses<T>(
        {law.position, c.count, request.width(), c.values.data(), prepared<T>(), options.loss, T(options.huber)});
    report.device_seconds = found.seconds;
    return {found.sums.begin(), found.sums.end()};
  }

  // Where a batch of that size runs.
  bool takes_device(std::size_t candidates) {
    constexpr double worthwhile = 1e7;  // candidate-steps, below which starting and copying takes longer than the work
    const double work = double(candidates) * steps_in(records);
    if (options.device == Device::cpu) return report.reason = "the processor was asked for", false;
    const auto state = batch::device_state();
    if (options.device == Device::automatic) {
      if (!state.missing.empty()) return report.reason = state.missing, false;
      if (work < worthwhile) return report.reason = "too little work for the device", false;
    }
    report.reason = options.device == Device::cuda ? "the device was asked for" : "much work for one processor";
    report.used.device = Device::cuda;
    report.used.target = state.name;
    return true;
  }

  template <class T>
  std::vector<double> sums(const Request& request) {
    return takes_device(request.candidates.count) ? sums_on_device<T>(request) : sums_on_cpu<T>(request);
  }
};

Batch::Batch(std::string_view law, std::size_t elements, std::vector<Record> records, BatchOptions options) {
  inside_ = std::make_unique<Inside>(law, elements, std::move(records), std::move(options));
}

Batch::Batch(std::string_view law, std::size_t elements, std::span<const RecordView> records, BatchOptions options)
    : inside_(std::make_unique<Inside>(law, elements, records, std::move(options))) {}

Batch::~Batch() = default;

std::size_t Batch::width() const { return inside_->law.usual.size(); }
std::span<const Field> Batch::table() const { return inside_->law.table; }
std::span<const RecordView> Batch::records() const { return inside_->records; }
const BatchReport& Batch::report() const { return inside_->report; }

std::vector<double> Batch::losses(const Candidates& candidates) {
  Inside& in = *inside_;
  in.need_measurement();
  batch::check_size(in.law, candidates);
  const auto valid = batch::validity(in.pool, in.law, candidates);
  in.begin_report(candidates, valid);
  const Request request{candidates, valid, in.law};
  const auto sums = in.options.precision == Precision::fp32 ? in.sums<float>(request) : in.sums<double>(request);
  return batch::mean_losses(sums, valid, in.report);
}

std::vector<double> Batch::forces(const Candidates& candidates) {
  Inside& in = *inside_;
  batch::check_size(in.law, candidates);
  const auto valid = batch::validity(in.pool, in.law, candidates);
  in.begin_report(candidates, valid);
  in.report.reason = "force traces are computed on the processor";
  in.report.used.precision = Precision::fp64;
  const Request request{candidates, valid, in.law};
  const auto& kernels = batch::law_kernels<double>(in.target);
  std::vector<std::size_t> begins{0};
  for (const auto& r : in.in_double) begins.push_back(begins.back() + r.steps);
  const std::size_t length = begins.back();
  std::vector<double> forces(candidates.count * length, missing);
  std::vector<Workspace<double>> spaces(in.pool.threads());
  const Pieces pieces{candidates.count, batch::vectors_together * kernels.lanes, in.records.size()};
  const std::size_t done = in.pool.run(
      pieces.count(),
      [&](std::size_t i, std::size_t thread) {
        const Piece piece = pieces[i];
        const auto& record = in.in_double[piece.record];
        auto& space = spaces[thread];
        pack(request, piece, kernels.lanes, space.params);
        ForceRun run(in.law.position, in.records[piece.record], record, piece.count, kernels, space);
        while (run.next())
          for (std::size_t c = 0; c < piece.count; ++c)
            if (valid[piece.first + c] != 0)
              run.copy_forces(c, forces.data() + (piece.first + c) * length + begins[piece.record] + run.first());
      },
      in.options.watch);
  in.report.completed = done == pieces.count();
  return forces;
}

void Batch::visit_forces(const Candidates& candidates, const std::function<void(const ForceBlock&)>& visit) const {
  const Inside& in = *inside_;
  batch::check_size(in.law, candidates);
  Pool here(1);
  const auto valid = batch::validity(here, in.law, candidates);
  const auto& kernels = batch::law_kernels<double>(in.target);
  Workspace<double> space;
  pack({candidates, valid, in.law}, {0, candidates.count, 0}, kernels.lanes, space.params);
  std::vector<double> forces(candidates.count * block_steps, missing);
  for (std::size_t r = 0; r < in.records.size(); ++r) {
    ForceRun run(in.law.position, in.records[r], in.in_double[r], candidates.count, kernels, space);
    while (run.next()) {
      for (std::size_t c = 0; c < candidates.count; ++c) {
        double* const own = forces.data() + c * run.count();
        if (valid[c] != 0)
          run.copy_forces(c, own);
        else
          std::fill_n(own, run.count(), missing);
      }
      visit({r, run.first(), run.count(), std::span(forces).first(candidates.count * run.count())});
    }
  }
}

Residuals Batch::residuals(std::span<const double> parameters, std::span<const std::size_t> free) const {
  Residuals all;
  std::size_t steps = 0;
  for (const auto& r : inside_->in_double) steps += r.steps;
  all.values.reserve(steps);
  all.slopes.reserve(steps * free.size());
  visit_residuals(parameters, free, [&all](const ResidualBlock& block) {
    all.values.insert(all.values.end(), block.values.begin(), block.values.end());
    all.slopes.insert(all.slopes.end(), block.slopes.begin(), block.slopes.end());
  });
  return all;
}

void Batch::visit_residuals(std::span<const double> parameters, std::span<const std::size_t> free,
                            const std::function<void(const ResidualBlock&)>& visit) const {
  const Inside& in = *inside_;
  in.need_measurement();
  if (const auto why = complaint(in.law.table, in.law.relations, parameters); !why.empty())
    throw std::invalid_argument(why);
  for (const std::size_t i : free)
    if (i >= width())
      throw std::invalid_argument("free parameter " + std::to_string(i) + " is beyond the " + std::to_string(width()) +
                                  " of the law");
  std::vector<double> values(block_steps), slopes(block_steps * free.size());
  for (std::size_t r = 0; r < in.records.size(); ++r)
    batch::find_slopes[in.law.position](
        {.record = &in.in_double[r],
         .parameters = parameters,
         .free = free,
         .block = block_steps,
         .residuals = values.data(),
         .slopes = slopes.data(),
         .visit = [&](std::size_t first, std::size_t count) {
           visit({r, first, std::span(values).first(count), std::span(slopes).first(count * free.size())});
         }});
}

namespace {
template <class Choice, std::size_t n>
Choice choice_named(const std::array<std::string_view, n>& names, std::string_view what, std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw UnknownName(what, name, names);
  return Choice(found - names.begin());
}
}  // namespace

std::string_view to_name(Device device) { return device_names[std::size_t(device)]; }
std::string_view to_name(Precision precision) { return precision_names[std::size_t(precision)]; }
Device find_device(std::string_view name) { return choice_named<Device>(device_names, "device", name); }
Precision find_precision(std::string_view name) { return choice_named<Precision>(precision_names, "precision", name); }

std::string cuda_missing() { return batch::device_state().missing; }

}  // namespace stickslip::batch
