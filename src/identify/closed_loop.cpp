// A body on the contact is pushed by the recorded force; its motion is compared.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "problem.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

bool compares_displacement(const MotionRecord& m) { return !m.displacement.empty(); }

const std::vector<double>& select_compared(const MotionRecord& m) {
  return compares_displacement(m) ? m.displacement : m.velocity;
}

// For ranges of search: the motion that was measured, under the force that was applied.
Record impose_motion(const MotionRecord& m) {
  Record r{.name = m.name, .step = m.step};
  for (std::size_t k = 0; k < m.applied.size(); ++k) {
    const std::size_t before = k > 0 ? k - 1 : 0;
    const std::size_t after = std::min(k + 1, m.applied.size() - 1);
    Contact<double> c{.load = m.load, .pressure = m.pressure, .temperature = m.temperature};
    if (compares_displacement(m)) {
      c.displacement = m.displacement[k];
      c.velocity = (m.displacement[after] - m.displacement[before]) / (double(after - before) * m.step);
    } else {
      c.velocity = m.velocity[k];
    }
    r.motion.push_back(c);
    r.force.push_back(m.applied[k] - m.spring * c.displacement - m.damper * c.velocity);
  }
  return r;
}

// Residuals have the size 1 where the motion is as large as it was measured: records of metres and of metres per
// second can then be fitted together.
double range(const std::vector<double>& measured) {
  double low = measured[0];
  double high = measured[0];
  for (const double x : measured) low = std::min(low, x), high = std::max(high, x);
  return high > low ? high - low : 1.0;
}

class ClosedLoop : public Objective {
 public:
  ClosedLoop(std::vector<Recording>& recordings, const Uses& uses, const FitOptions& options)
      : options_(options), uses_(uses) {
    bool displacement = true;
    for (std::size_t r = 0; r < recordings.size(); ++r) {
      MotionRecord m = std::move(recordings[r].motion);
      const std::size_t n = m.applied.size();
      sizes_.push_back(range(select_compared(m)));
      const std::vector<double> own = m.weight;
      m.weight.assign(n, 0.0);
      for (std::size_t k = 0; k < n; ++k)
        if (uses[r][k] == Use::fitted) {
          m.weight[k] = (own.empty() ? 1.0 : own[k]) / sizes_[r];
          ++samples_;
        }
      displacement = displacement && compares_displacement(m);
      records_.push_back(std::move(m));
      if (!recordings[r].test) imposed_.push_back(impose_motion(records_.back()));
    }
    unit_ = displacement ? "m" : "m/s";
    for (const Record& r : imposed_) views_.push_back(view(r));
    scales_ = measure_scales(views_);
    coordinates_ = std::make_unique<Coordinates>(options, scales_);
    std::vector<MotionRecord> fitted;
    for (std::size_t r = 0; r < recordings.size(); ++r)
      if (!recordings[r].test) fitted.push_back(records_[r]);
    batch_ = std::make_unique<ClosedLoopBatch>(options.law, options.elements, fitted, batch_options(options));
    whole_ = std::make_unique<ClosedLoopBatch>(options.law, options.elements, records_, BatchOptions{.threads = 1});
  }

  std::vector<double> losses(std::span<const double> points) override {
    const std::size_t n = coordinates_->count();
    const std::size_t count = n == 0 ? 1 : points.size() / n;
    return batch_->losses({count, coordinates_->matrix(points, count)});
  }

  CountedProblem problem(Slopes) const override {
    CountedProblem problem;
    std::vector<double> scale;
    for (std::size_t i = 0; i < coordinates_->count(); ++i)
      scale.push_back((*coordinates_)[i].scale == Scale::log ? 1.0
                                                             : tuning.differences.motion * (*coordinates_)[i].high);
    const auto plain = [this, simulated = problem.simulated](std::span<const double> at, std::span<double> residuals,
                                                             std::span<double>) {
      ++*simulated;
      return evaluate(at, residuals);
    };
    problem.residuals = samples_;
    problem.lower = coordinates_->floors();
    problem.upper = coordinates_->ceilings();
    problem.evaluate = with_numeric_slopes(plain, scale);
    return problem;
  }

  std::vector<double> nuisances_at(std::span<const double>) override { return {}; }

  std::vector<std::size_t> breaks() const override {
    std::vector<std::size_t> all;
    std::size_t at = 0;
    for (const auto& own : uses_) {
      if (at > 0 && at < samples_) all.push_back(at);
      at += std::size_t(std::count(own.begin(), own.end(), Use::fitted));
    }
    return all;
  }

  std::vector<FitTrace> traces(const Point& point) const override {
    const auto motions = whole_->motions(coordinates_->parameters(point.law()));
    std::vector<FitTrace> all;
    for (std::size_t r = 0; r < records_.size(); ++r) {
      FitTrace t;
      t.name = records_[r].name;
      const auto& measured = select_compared(records_[r]);
      const auto& fitted = compares_displacement(records_[r]) ? motions[r].displacement : motions[r].velocity;
      for (std::size_t k = 1; k < measured.size(); ++k) {
        t.time.push_back(double(k) * records_[r].step);
        t.displacement.push_back(motions[r].displacement[k]);
        t.velocity.push_back(motions[r].velocity[k]);
        t.measured.push_back(measured[k]);
        t.fitted.push_back(fitted[k]);
        t.use.push_back(uses_[r][k]);
      }
      all.push_back(std::move(t));
    }
    return all;
  }

  const Coordinates& coordinates() const override { return *coordinates_; }
  void leave_out(std::span<const std::string> unseen) override {
    coordinates_ = std::make_unique<Coordinates>(options_, scales_, unseen);
  }
  const DataScales& scales() const override { return scales_; }
  std::span<const Nuisance> nuisances() const override { return {}; }
  std::span<const RecordView> records() const override { return views_; }
  std::size_t samples() const override { return samples_; }
  std::string unit() const override { return "1"; }

 private:
  bool evaluate(std::span<const double> at, std::span<double> residuals) const {
    std::vector<Motion> motions;
    try {
      motions = whole_->motions(coordinates_->parameters(at));
    } catch (const std::invalid_argument&) {
      return false;
    }
    std::size_t row = 0;
    for (std::size_t r = 0; r < records_.size(); ++r) {
      const auto& measured = select_compared(records_[r]);
      const auto& fitted = compares_displacement(records_[r]) ? motions[r].displacement : motions[r].velocity;
      for (std::size_t k = 0; k < measured.size(); ++k)
        if (uses_[r][k] == Use::fitted) residuals[row++] = records_[r].weight[k] * (fitted[k] - measured[k]);
    }
    return true;
  }

  FitOptions options_;
  Uses uses_;
  std::vector<MotionRecord> records_;
  std::vector<double> sizes_;
  std::vector<Record> imposed_;
  std::vector<RecordView> views_;  // of these
  DataScales scales_;
  std::unique_ptr<Coordinates> coordinates_;
  std::unique_ptr<ClosedLoopBatch> batch_, whole_;
  std::size_t samples_ = 0;
  std::string unit_;
};

}  // namespace

std::unique_ptr<Objective> closed_loop(std::vector<Recording>& recordings, const Uses& uses,
                                       const FitOptions& options) {
  return std::make_unique<ClosedLoop>(recordings, uses, options);
}

}  // namespace stickslip::identify
