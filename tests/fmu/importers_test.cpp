// Importers of model exchange as others write them, on a body that the importer integrates together with the element:
// explicit steps, implicit ones, and a method with memory, which starts anew only where an event tells so.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "figures.hpp"
#include "fmu_kit.hpp"
#include "stickslip/numerics/linear_algebra.hpp"
#include "support/pushed_body.hpp"

namespace stickslip::tests {
namespace {

enum class Rule { midpoint, euler_back, bdf2 };
enum class Restart { where_told, never };

using Vector = std::vector<double>;

struct Row {
  double x, v, force;
  long long mode;
};

// Body and element by one method with fixed steps, events located by bisection to 1e-11 s.
class Importer {
 public:
  Importer(const UnpackedFmu& unit, Rule rule, Restart restart)
      : unit_(unit), rule_(rule), restart_(restart), instance_(instantiate(unit, ImportAs::model_exchange)) {}

  std::vector<Row> run(double h, double end, double every) {
    begin();
    const auto steps = std::size_t(std::llround(end / h));
    const auto rows_at = std::size_t(std::llround(every / h));
    std::vector<Row> rows;
    for (std::size_t k = 1; k <= steps; ++k) {
      const double until = double(k) * h;
      while (t_ < until - 1e-13) step_to(until);
      if (k % rows_at == 0) rows.push_back(row());
    }
    return rows;
  }

 private:
  void begin() {
    y_ = {0.0, 0.0};
    instance_->initialize(0.0, 100.0, [this] { set_inputs(0.0, y_); });
    update();
    z_ = instance_->indicators();
  }

  void set_inputs(double t, const Vector& y) {
    const auto set = [this](const char* name, double value) {
      for (const ImportedVariable& v : unit_.variables)
        if (v.name == name) instance_->set(v.reference, value);
    };
    set("displacement", y[0]);
    set("velocity", y[1]);
    set("applied", pushed_body::push(t));
    set("mass", pushed_body::mass);
  }
  void at(double t, const Vector& y) {
    instance_->set_time(t);
    set_inputs(t, y);
    instance_->set_states({y.data() + 2, y.size() - 2});
  }
  Vector slope(double t, const Vector& y) {
    at(t, y);
    Vector d{y[1], (pushed_body::push(t) - instance_->get(unit_.ref("force"))) / pushed_body::mass};
    const Vector own = instance_->slopes();
    d.insert(d.end(), own.begin(), own.end());
    return d;
  }
  bool update() {
    double next = 0.0;
    const bool changed = instance_->update_discrete(next);
    instance_->enter_continuous();
    const Vector x = instance_->states();
    y_.resize(2);
    y_.insert(y_.end(), x.begin(), x.end());
    return changed;
  }

  void step_to(double until) {
    double h = until - t_;
    Vector next = trial(h);
    const bool event = crosses(h, next);
    if (event) h = locate(h), next = trial(h);
    at(t_ + h, next);
    instance_->completed_step();
    before_ = Past{h, y_};
    t_ += h;
    y_ = next;
    if (event) {
      instance_->enter_event_mode();
      if (update() && restart_ == Restart::where_told) before_.reset();
    }
    z_ = instance_->indicators();
  }
  bool crosses(double h, const Vector& next) {
    at(t_ + h, next);
    const Vector z = instance_->indicators();
    for (std::size_t k = 0; k < z.size(); ++k)
      if (z_[k] > 0.0 && z[k] <= 0.0) return true;
    return false;
  }
  double locate(double h) {
    double low = 0.0;
    while (h - low > 1e-11) {
      const double middle = (low + h) / 2.0;
      (crosses(middle, trial(middle)) ? h : low) = middle;
    }
    return h;
  }

  Vector trial(double h) {
    if (rule_ == Rule::midpoint) return along(y_, h, slope(t_ + h / 2.0, along(y_, h / 2.0, slope(t_, y_))));
    if (rule_ == Rule::euler_back || !before_) return implicit(y_, h, h);
    // BDF2 with the ratio w of two steps: y' = (1 + w)^2/(1 + 2 w) y - w^2/(1 + 2 w) y_before + h (1 + w)/(1 + 2 w) f
    const double w = h / before_->h;
    Vector base(y_.size());
    for (std::size_t i = 0; i < base.size(); ++i)
      base[i] = ((1.0 + w) * (1.0 + w) * y_[i] - w * w * before_->y[i]) / (1.0 + 2.0 * w);
    return implicit(base, h, h * (1.0 + w) / (1.0 + 2.0 * w));
  }
  static Vector along(Vector y, double h, const Vector& slope) {
    for (std::size_t i = 0; i < y.size(); ++i) y[i] += h * slope[i];
    return y;
  }
  // y = base + b f(t + h, y) by Newton's method, with differences.
  Vector implicit(const Vector& base, double h, double b) {
    const std::size_t n = base.size();
    Vector y = y_;
    for (int pass = 0; pass < 6; ++pass) {
      const Vector f = slope(t_ + h, y);
      numerics::Matrix right(n, 1);
      double most = 0.0;
      for (std::size_t i = 0; i < n; ++i) most = std::max(most, std::abs(right(i, 0) = y[i] - base[i] - b * f[i]));
      if (most < 1e-15) break;
      numerics::Matrix a(n, n);
      for (std::size_t j = 0; j < n; ++j) {
        constexpr double small = 1e-8;
        Vector moved = y;
        moved[j] += small;
        const Vector g = slope(t_ + h, moved);
        for (std::size_t i = 0; i < n; ++i) a(i, j) = (i == j ? 1.0 : 0.0) - b * (g[i] - f[i]) / small;
      }
      const numerics::Matrix change = numerics::solve(a, right);
      for (std::size_t i = 0; i < n; ++i) y[i] -= change(i, 0);
    }
    return y;
  }

  Row row() {
    at(t_, y_);
    return {y_[0], y_[1], instance_->get(unit_.ref("force")), instance_->choice(unit_.ref("mode"))};
  }

  struct Past {
    double h;
    Vector y;
  };
  const UnpackedFmu& unit_;
  Rule rule_;
  Restart restart_;
  std::unique_ptr<ImportedInstance> instance_;
  double t_ = 0.0;
  Vector y_, z_;
  std::optional<Past> before_;
};

struct Difference {
  double path = 0.0;   // of the largest travel
  double force = 0.0;  // [N] while it is held
  double creep = 0.0;  // [m/s] the fastest while it is held
};

Difference compare(const std::vector<Row>& rows, const std::vector<pushed_body::Row>& exact) {
  double travel = 0.0;
  for (const auto& row : exact) travel = std::max(travel, std::abs(row.x));
  Difference d;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& wanted = exact.at(i + 1);
    d.path = std::max(d.path, std::abs(rows[i].x - wanted.x) / travel);
    if (rows[i].mode != 0) continue;
    d.force = std::max(d.force, std::abs(rows[i].force - wanted.force));
    d.creep = std::max(d.creep, std::abs(rows[i].v));
  }
  return d;
}

constexpr double duration = 2.2;  // [s] three stops

class Importers : public InFolder {
 protected:
  Difference difference(const std::string& law, Rule rule, double h, Restart restart = Restart::where_told) {
    const UnpackedFmu unit = export_fmu(pushed_body::law_text(law), 2, in(law + std::to_string(number_++)));
    return compare(Importer(unit, rule, restart).run(h, duration, pushed_body::every),
                   pushed_body::referee_rows(law, duration));
  }

 private:
  int number_ = 0;
};

// One that looks at nothing but the standard's answers, by explicit and by implicit steps.
TEST_F(Importers, without_memory_converge_and_hold_with_the_force_that_is_applied) {
  for (const std::string law : {"coulomb", "stribeck"})
    for (const Rule rule : {Rule::midpoint, Rule::euler_back}) {
      SCOPED_TRACE(law + (rule == Rule::midpoint ? " explicit" : " implicit"));
      const Difference coarse = difference(law, rule, 2e-3);
      const Difference fine = difference(law, rule, 5e-4);
      const int order = rule == Rule::midpoint ? 2 : 1;
      EXPECT_LT(fine.path, 1.5 * std::pow(0.25, order) * coarse.path);
      EXPECT_LT(coarse.path, rule == Rule::midpoint ? 1e-4 : 1e-2);
      for (const Difference& d : {coarse, fine}) {
        EXPECT_LT(d.force, 1e-12);
        EXPECT_LT(d.creep, 1e-9);
      }
      figures().quote(rule == Rule::midpoint ? "explicit_importer" : "implicit_importer", 100.0 * coarse.path);
    }
}

// The deflection is a state of the element: the importer's error in its travel is one of force, F_s/z_max = 0.3 N/um.
TEST_F(Importers, integrate_a_deflection_and_converge_to_its_force) {
  for (const Rule rule : {Rule::midpoint, Rule::euler_back, Rule::bdf2}) {
    const Difference coarse = difference("hybrid-presliding", rule, 2e-3);
    const Difference fine = difference("hybrid-presliding", rule, 5e-4);
    EXPECT_LT(fine.path, 0.3 * coarse.path) << int(rule);
    EXPECT_LT(fine.force, 0.3 * coarse.force) << int(rule);
    EXPECT_LT(fine.force, 0.15) << int(rule);
    if (rule == Rule::bdf2) figures().quote("presliding_restarted", fine.force);
  }
}

// A method with memory has a polynomial through what was; at an event it must not go on along it.
TEST_F(Importers, with_memory_start_anew_where_they_are_told) {
  for (const std::string law : {"coulomb", "stribeck"}) {
    const Difference d = difference(law, Rule::bdf2, 2e-3);
    EXPECT_LT(d.path, 3e-4) << law;
    EXPECT_LT(d.force, 1e-12) << law;
    EXPECT_LT(d.creep, 1e-9) << law;
    figures().quote("memory_importer", 100.0 * d.path);
  }
}

// What an importer sees that does not: presliding off by most of a newton at any step, and a body that is held while it
// creeps backwards.
TEST_F(Importers, with_memory_go_astray_where_they_do_not_start_anew) {
  const Difference presliding = difference("hybrid-presliding", Rule::bdf2, 5e-4, Restart::never);
  EXPECT_GT(presliding.force, 0.5);
  figures().quote("presliding_not_restarted", presliding.force);
  const Difference rigid = difference("coulomb", Rule::bdf2, 2e-3, Restart::never);
  EXPECT_GT(rigid.creep, 1e-3);
  figures().quote("creep_not_restarted", 1e3 * rigid.creep);
}

}  // namespace
}  // namespace stickslip::tests
