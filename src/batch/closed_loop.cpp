#include "stickslip/batch/closed_loop.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "candidates.hpp"
#include "record_checks.hpp"
#include "sized_laws.hpp"
#include "stickslip/solve/stable_step.hpp"

namespace stickslip::batch {

using namespace solve;

namespace {

using batch::LawFacts;
using batch::Piece;
using batch::Pieces;
using batch::refuse;

// Simulates a record; calls at_sample(k, displacement, velocity) for k = 1, 2, ...
template <class Law, class AtSample>
void simulate(const MotionRecord& r, std::span<const double> parameters, AtSample at_sample) {
  typename Law::template Params<double> p;
  std::copy(parameters.begin(), parameters.end(), scalars(p).begin());
  Contact<double> surroundings;
  surroundings.mass = r.mass;
  surroundings.load = r.load;
  surroundings.pressure = r.pressure;
  surroundings.temperature = r.temperature;
  Body<Law> body;
  body.contact = surroundings;
  body.displacement = body.contact.displacement = r.start;
  body.velocity = body.contact.velocity = r.start_velocity;
  const double h = r.step / double(r.substeps);
  for (std::size_t k = 1; k < r.applied.size(); ++k) {
    for (std::size_t i = 0; i < r.substeps; ++i) {
      const auto pushed = [&](std::size_t part) {
        const double way = double(part) / double(r.substeps);
        return r.applied[k - 1] + way * (r.applied[k] - r.applied[k - 1]) - r.spring * body.displacement -
               r.damper * body.velocity;
      };
      const Applied<double> applied{pushed(i), pushed(i + 1), -r.spring, -r.damper};
      StableStep<Law>::advance(p, body, applied, surroundings, h);
    }
    at_sample(k, body.displacement, body.velocity);
  }
}

struct Scored {
  Loss kind;
  double huber;
};

// The summed loss of a record.
template <class Law>
double compute_loss(const MotionRecord& r, std::span<const double> parameters, const Scored& how) {
  double sum = 0.0;
  simulate<Law>(r, parameters, [&](std::size_t k, double x, double v) {
    const double error = r.displacement.empty() ? v - r.velocity[k] : x - r.displacement[k];
    sum += loss_term(how.kind, batch::weight_at(r.weight, k) * error, how.huber);
  });
  return sum;
}

template <class Law>
Motion read_motion(const MotionRecord& r, std::span<const double> parameters) {
  Motion m{{r.start}, {r.start_velocity}};
  simulate<Law>(r, parameters, [&](std::size_t, double x, double v) {
    m.displacement.push_back(x);
    m.velocity.push_back(v);
  });
  return m;
}

// The functions of a law whose type is gone.
struct Loops {
  double (*loss)(const MotionRecord&, std::span<const double>, const Scored&);
  Motion (*motion)(const MotionRecord&, std::span<const double>);
};

template <class... Laws>
constexpr std::array<Loops, sizeof...(Laws)> make_loops(batch::Types<Laws...>) {
  return {Loops{&compute_loss<Laws>, &read_motion<Laws>}...};
}
constexpr auto loops = make_loops(batch::SizedLaws{});

void check_number(const std::string& who, std::string_view name, double value, bool positive) {
  if (std::isfinite(value) && (!positive || value > 0.0)) return;
  refuse(who, std::string(name) + " is " + to_text(value) + (positive ? "; it must be positive" : ""));
}

void check(const MotionRecord& r, std::size_t number) {
  const std::string who = batch::name_record(r.name, number);
  check_number(who, "the sample time", r.step, true);
  check_number(who, "mass", r.mass, true);
  for (const auto& [name, value] :
       std::initializer_list<std::pair<std::string_view, double>>{{"spring", r.spring},
                                                                  {"damper", r.damper},
                                                                  {"load", r.load},
                                                                  {"pressure", r.pressure},
                                                                  {"temperature", r.temperature},
                                                                  {"start", r.start},
                                                                  {"start_velocity", r.start_velocity}})
    check_number(who, name, value, false);
  if (r.applied.size() < 2) refuse(who, "has " + std::to_string(r.applied.size()) + " samples; two are needed");
  if (r.substeps == 0) refuse(who, "substeps is 0; at least one is needed");
  if (!r.displacement.empty() && !r.velocity.empty())
    refuse(who, "has both a displacement and a velocity to compare with; give one of them");
  for (const auto& [name, column] : std::initializer_list<std::pair<std::string_view, std::span<const double>>>{
           {"applied", r.applied}, {"displacement", r.displacement}, {"velocity", r.velocity}, {"weight", r.weight}})
    batch::check_column(who, name, column, r.applied.size(), "the applied force");
}

}  // namespace

struct ClosedLoopBatch::Inside {
  LawFacts law;
  std::vector<MotionRecord> records;
  BatchOptions options;
  Pool pool;
  BatchReport report;

  Inside(std::string_view name, std::size_t elements, std::vector<MotionRecord> all, BatchOptions wishes)
      : law(batch::law_facts(name, elements)),
        records(std::move(all)),
        options(std::move(wishes)),
        pool(options.threads) {
    if (records.empty()) throw std::invalid_argument("a batch needs a record");
    for (std::size_t r = 0; r < records.size(); ++r) check(records[r], r);
    if (!(options.huber > 0.0)) throw std::invalid_argument("huber = " + to_text(options.huber) + " must be positive");
  }

  void begin_report(const Candidates& candidates, const std::vector<unsigned char>& valid) {
    report = {};
    report.given = {options.device, options.precision, options.threads, ""};
    report.used = {Device::cpu, Precision::fp64, pool.threads(), "scalar"};
    report.reason = "the closed loop runs on plain numbers";
    report.candidates = candidates.count;
    report.invalid = std::size_t(std::count(valid.begin(), valid.end(), 0));
    for (const MotionRecord& r : records) {
      if (r.displacement.empty() && r.velocity.empty())
        throw std::invalid_argument("record '" + r.name + "' has no measured motion to compare with");
      report.samples += batch::count_compared_samples(r.weight, r.applied.size());
      report.candidate_steps += double(candidates.count) * double((r.applied.size() - 1) * r.substeps);
    }
    if (report.samples == 0) throw std::invalid_argument("every sample has the weight 0; nothing is compared");
  }
};

ClosedLoopBatch::ClosedLoopBatch(std::string_view law, std::size_t elements, std::vector<MotionRecord> records,
                                 BatchOptions options)
    : inside_(std::make_unique<Inside>(law, elements, std::move(records), std::move(options))) {}

ClosedLoopBatch::~ClosedLoopBatch() = default;

std::size_t ClosedLoopBatch::width() const { return inside_->law.width(); }
const BatchReport& ClosedLoopBatch::report() const { return inside_->report; }

std::vector<double> ClosedLoopBatch::losses(const Candidates& candidates) {
  Inside& in = *inside_;
  batch::check_size(in.law, candidates);
  const auto valid = batch::validity(in.pool, in.law, candidates);
  in.begin_report(candidates, valid);
  const Pieces pieces{candidates.count, in.options.block > 0 ? in.options.block : 4, in.records.size()};
  const Scored how{in.options.loss, in.options.huber};
  std::vector<double> sums(candidates.count * in.records.size(), std::numeric_limits<double>::quiet_NaN());
  const std::size_t done = in.pool.run(
      pieces.count(),
      [&](std::size_t i, std::size_t) {
        const Piece piece = pieces[i];
        for (std::size_t c = piece.first; c < piece.first + piece.count; ++c) {
          if (valid[c] == 0) continue;
          const auto row = candidates.values.subspan(c * width(), width());
          const double sum = loops[in.law.position].loss(in.records[piece.record], row, how);
          sums[piece.record * candidates.count + c] = std::isnan(sum) ? std::numeric_limits<double>::infinity() : sum;
        }
      },
      in.options.watch);
  in.report.completed = done == pieces.count();
  return batch::mean_losses(sums, valid, in.report);
}

std::vector<Motion> ClosedLoopBatch::motions(std::span<const double> parameters) const {
  const Inside& in = *inside_;
  batch::check_size(in.law, {1, parameters});
  if (const auto why = complaint(in.law.table, in.law.relations, parameters); !why.empty())
    throw std::invalid_argument(why);
  std::vector<Motion> all;
  for (const MotionRecord& r : in.records) all.push_back(loops[in.law.position].motion(r, parameters));
  return all;
}

}  // namespace stickslip::batch
