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

namespace stickslip::batch {
namespace {

using batch::AlignedVector;
using batch::LawFacts;
using batch::Piece;
using batch::Pieces;
using batch::PreparedRecord;

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// Numbers that a thread needs for one piece at a time.
template <class T>
struct Workspace {
  AlignedVector<T> params;
  AlignedVector<T> out;      // losses or forces
  AlignedVector<T> inertia;  // of forces
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

double steps_in(std::span<const Record> records) {
  double steps = 0.0;
  for (const Record& r : records) steps += double(r.motion.size() - 1);
  return steps;
}

}  // namespace

struct Batch::Inside {
  LawFacts law;
  std::vector<Record> records;
  BatchOptions options;
  batch::Target target;
  std::vector<PreparedRecord<double>> in_double;
  std::vector<PreparedRecord<float>> in_float;
  Pool pool;
  BatchReport report;
  std::size_t samples = 0;

  Inside(std::string_view name, std::size_t elements, std::vector<Record> all, BatchOptions wishes)
      : law(batch::law_facts(name, elements)),
        records(std::move(all)),
        options(std::move(wishes)),
        target(batch::choose_target()),
        pool(options.threads) {
    if (records.empty()) throw std::invalid_argument("a batch needs a record");
    for (std::size_t r = 0; r < records.size(); ++r) batch::check(records[r], r);
    for (const Record& r : records) {
      in_double.push_back(batch::prepared<double>(r));
      if (options.precision == Precision::fp32) in_float.push_back(batch::prepared<float>(r));
      samples += batch::count_compared_samples(r.weight, r.motion.size());
    }
    if (!(options.huber > 0.0)) throw std::invalid_argument("huber = " + to_text(options.huber) + " must be positive");
    if (options.device == Device::cuda)
      if (const auto state = batch::device_state(); !state.missing.empty()) throw std::runtime_error(state.missing);
  }

  template <class T>
  const std::vector<PreparedRecord<T>>& prepared() const {
    if constexpr (std::is_same_v<T, double>)
      return in_double;
    else
      return in_float;
  }

  void need_measurement() const {
    for (const Record& r : records)
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
          const PreparedRecord<T>& record = prepared<T>()[piece.record];
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
  if (options.relative)
    for (Record& r : records) weigh_relatively(r);
  inside_ = std::make_unique<Inside>(law, elements, std::move(records), std::move(options));
}

Batch::~Batch() = default;

std::size_t Batch::width() const { return inside_->law.usual.size(); }
std::span<const Field> Batch::table() const { return inside_->law.table; }
std::span<const Record> Batch::records() const { return inside_->records; }
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
        const std::size_t vectors = (piece.count + kernels.lanes - 1) / kernels.lanes;
        space.out.resize(vectors * kernels.lanes * record.steps);
        space.inertia.resize(space.out.size());
        auto d = batch::drive_along(record, space.params, vectors);
        d.force = space.out.data();
        d.inertia = space.inertia.data();
        kernels.drive[in.law.position](d);
        for (std::size_t c = 0; c < piece.count; ++c) {
          if (valid[piece.first + c] == 0) continue;
          double* to = forces.data() + (piece.first + c) * length + begins[piece.record];
          for (std::size_t k = 0; k < record.steps; ++k) {
            const std::size_t at = batch::place(c, k, record.steps, kernels.lanes);
            to[k] = space.out[at] + space.inertia[at] * record.acceleration[k];
          }
        }
      },
      in.options.watch);
  in.report.completed = done == pieces.count();
  return forces;
}

Residuals Batch::residuals(std::span<const double> parameters, std::span<const std::size_t> free) const {
  const Inside& in = *inside_;
  in.need_measurement();
  if (const auto why = complaint(in.law.table, in.law.relations, parameters); !why.empty())
    throw std::invalid_argument(why);
  for (const std::size_t i : free)
    if (i >= width())
      throw std::invalid_argument("free parameter " + std::to_string(i) + " is beyond the " + std::to_string(width()) +
                                  " of the law");
  std::size_t steps = 0;
  for (const auto& r : in.in_double) steps += r.steps;
  Residuals result{std::vector<double>(steps), std::vector<double>(steps * free.size())};
  std::size_t at = 0;
  for (const auto& r : in.in_double) {
    batch::find_slopes[in.law.position](
        {&r, parameters, free, result.values.data() + at, result.slopes.data() + at * free.size()});
    at += r.steps;
  }
  return result;
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
