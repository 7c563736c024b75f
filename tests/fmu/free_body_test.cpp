// Elements on a body that the importer moves, told its velocity alone: do they hold it, and let it slip as it should?
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "figures.hpp"
#include "fmu_kit.hpp"
#include "support/pushed_body.hpp"

namespace stickslip::tests {

using namespace solve;
using namespace pushed_body;

namespace {

std::vector<double> by_master(const UnpackedFmu& unit, double h, double peak) {
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  instance->initialize(0.0, 10.0, [&] { instance->set(unit.ref("mass"), mass); });
  const auto steps = std::size_t(std::llround(duration / h));
  const auto every = std::size_t(std::llround(0.01 / h));
  double v = 0.0;
  double x = 0.0;
  std::vector<double> path;
  for (std::size_t k = 0; k <= steps; ++k) {
    if (k % every == 0) path.push_back(x);
    const double before = v;
    v += h * (push(h * double(k), peak) - instance->get(unit.ref("force"))) / mass;
    x += h * (before + v) / 2.0;
    instance->set(unit.ref("velocity"), v);
    instance->do_step(h * double(k), h);
  }
  return path;
}

class FreeBody : public InFolder, public testing::WithParamInterface<const char*> {};

TEST_P(FreeBody, converges_with_the_step_of_a_master_that_gives_the_velocity_alone) {
  const std::string law = GetParam();
  const auto exact = referee(law);
  double travel = 0.0;
  for (const double x : exact) travel = std::max(travel, std::abs(x));
  ASSERT_GT(travel, 0.02);
  for (const bool as_source : {false, true}) {
    const UnpackedFmu unit = as_source ? exported_source(law_text(law), 2, in("source"), STICKSLIP_C_COMPILER)
                                       : export_fmu(law_text(law), 2, in("binary"));
    const double coarse = largest_difference(by_master(unit, 2e-3, find_peak(law)), exact);
    const double fine = largest_difference(by_master(unit, 2e-4, find_peak(law)), exact);
    figures().quote("rigid_coarse", 100.0 * coarse / travel);
    figures().quote("rigid_fine", 100.0 * fine / travel);
    EXPECT_LT(coarse, 0.03 * travel) << law;
    EXPECT_LT(fine, 0.003 * travel) << law;
    EXPECT_LT(fine, 0.3 * coarse + 1e-12) << law;
  }
}

// A constant push below break-away moves nothing, at no step.
TEST_P(FreeBody, is_held_for_good_by_a_push_below_break_away) {
  const std::string law = GetParam();
  const UnpackedFmu unit = export_fmu(law_text(law), 3, in("held"));
  for (const double h : {1e-2, 1e-3, 1e-4}) {
    const auto instance = instantiate(unit, ImportAs::co_simulation);
    instance->initialize(0.0, 1e3, [&] { instance->set(unit.ref("mass"), mass); });
    double v = 0.0;
    double x = 0.0;
    double early = 0.0;
    for (int k = 0; k < 5000; ++k) {
      v += h * (2.9 - instance->get(unit.ref("force"))) / mass;
      x += h * v;
      instance->set(unit.ref("velocity"), v);
      instance->do_step(h * k, h);
      if (k == 40) early = x;
    }
    EXPECT_EQ(instance->choice(unit.ref("mode")), 0) << h;
    EXPECT_NEAR(instance->get(unit.ref("force")), 2.9, 1e-9) << h;
    EXPECT_LT(std::abs(x - early), 1e-12) << h;
    EXPECT_LT(std::abs(early), 20.0 * 2.9 / mass * h * h) << h;
  }
}

INSTANTIATE_TEST_SUITE_P(rigid_laws, FreeBody,
                         testing::Values("coulomb", "coulomb-viscous", "stribeck", "karnopp", "hybrid"),
                         [](const auto& one) {
                           std::string name = one.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

// An importer of model exchange at work: Euler steps of the body and of the element's states, events at their ends.
class Exchange {
 public:
  explicit Exchange(const UnpackedFmu& unit)
      : unit_(unit), instance_(instantiate(unit, ImportAs::model_exchange, true)) {}

  void begin(double m) {
    instance_->initialize(0.0, 10.0, [&] { instance_->set(unit_.ref("mass"), m); });
    update();
    before_ = instance_->indicators();
  }
  double force() { return instance_->get(unit_.ref("force")); }
  ImportedInstance& instance() { return *instance_; }
  void step(double t, double h, double velocity) {
    instance_->set(unit_.ref("velocity"), velocity);
    const auto slope = instance_->slopes();
    for (std::size_t i = 0; i < x_.size(); ++i) x_[i] += h * slope[i];
    instance_->set_time(t + h);
    instance_->set_states(x_);
    instance_->completed_step();
    const auto now = instance_->indicators();
    bool event = false;
    for (std::size_t i = 0; i < now.size(); ++i) event = event || (now[i] > 0.0) != (before_[i] > 0.0);
    if (event) {
      instance_->enter_event_mode();
      update();
    }
    before_ = instance_->indicators();
  }

 private:
  void update() {
    double next = 0.0;
    instance_->update_discrete(next);
    instance_->enter_continuous();
    x_ = instance_->states();
  }
  const UnpackedFmu& unit_;
  std::unique_ptr<ImportedInstance> instance_;
  std::vector<double> x_, before_;
};

// The run-time library and C sources.
std::vector<UnpackedFmu> both_kinds(const std::string& toml, const std::string& folder) {
  return {export_fmu(toml, 2, folder + "_library"),
          exported_source(toml, 2, folder + "_sources", STICKSLIP_C_COMPILER)};
}

TEST_P(FreeBody, in_model_exchange_moves_as_it_should_with_the_velocity_alone) {
  const std::string law = GetParam();
  const auto exact = referee(law);
  for (const UnpackedFmu& unit : both_kinds(law_text(law), in("exchange"))) {
    Exchange exchange(unit);
    exchange.begin(mass);
    constexpr double h = 1e-5;
    double v = 0.0;
    double x = 0.0;
    double travel = 0.0;
    double worst = 0.0;
    for (int k = 0; k < 150000; ++k) {
      if (k % 1000 == 0) {
        travel = std::max(travel, std::abs(exact[std::size_t(k / 1000)]));
        worst = std::max(worst, std::abs(x - exact[std::size_t(k / 1000)]));
      }
      v += h * (push(h * k, find_peak(law)) - exchange.force()) / mass;
      x += h * v;
      exchange.step(h * k, h, v);
    }
    ASSERT_GT(travel, 0.02);
    figures().quote("rigid_exchange", 100.0 * worst / travel);
    EXPECT_LT(worst, 0.02 * travel);
  }
}

// A block on a belt that pulls it against a spring, the textbook's relaxation oscillation, which has a closed form for
// rigid friction with F_s > F_c: with D = F_s - F_c, w = sqrt(k/m), the belt's speed V,
//
//   stick 2 D/(k V),   slip 2 (pi - atan(D w/(k V)))/w,   amplitude of the slip sqrt((D/k)^2 + (V/w)^2)
//
// The element is told the velocity of the block over the belt, and sticks to a body that moves.
struct Belt {
  double mass = 0.43, stiffness = 61.0, speed = 0.037, coulomb = 1.9, breakaway = 3.3;

  double frequency() const { return std::sqrt(stiffness / mass); }
  double lead() const { return (breakaway - coulomb) / stiffness; }  // D/k [m]
  double period() const {
    return 2.0 * lead() / speed + 2.0 * (std::numbers::pi - std::atan(lead() * frequency() / speed)) / frequency();
  }
  double amplitude() const { return std::hypot(lead(), speed / frequency()); }
};

struct Oscillation {
  double period = 0.0, low = 1e300, high = -1e300;
};

// Semi-implicit Euler of the block; the period between the last two times at which it breaks loose.
template <class Step>
Oscillation on_belt(const Belt& b, double h, Step step) {
  Oscillation o;
  double x = 0.0;
  double v = b.speed;
  double force = 0.0;
  double loose = 0.0;
  bool was_stuck = true;
  const auto steps = std::size_t(std::llround(12.0 / h));
  for (std::size_t k = 0; k < steps; ++k) {
    v += h * (-b.stiffness * x - force) / b.mass;
    x += h * v;
    force = step(h * double(k), v - b.speed);
    const double t = h * double(k + 1);
    const bool stuck = std::abs(v - b.speed) < 0.2 * b.speed;
    if (t > 6.0 && was_stuck && !stuck) {
      o.period = loose > 0.0 ? t - loose : 0.0;
      loose = t;
    }
    was_stuck = stuck;
    if (t > 6.0) o.low = std::min(o.low, x), o.high = std::max(o.high, x);
  }
  return o;
}

std::string belt_law(const Belt& b) {
  return "[law]\nname = \"stribeck\"\ncoulomb = " + std::to_string(b.coulomb) +
         "\nbreakaway = " + std::to_string(b.breakaway) + "\nstribeck_velocity = 1e-7\nviscous = 0\n";
}

// Co-simulation, told that mass.
Oscillation stepped_on_belt(const UnpackedFmu& unit, const Belt& b, double h, double told) {
  const auto instance = instantiate(unit, ImportAs::co_simulation);
  instance->initialize(0.0, 100.0, [&] { instance->set(unit.ref("mass"), told); });
  return on_belt(b, h, [&](double t, double slip) {
    instance->set(unit.ref("velocity"), slip);
    instance->do_step(t, h);
    return instance->get(unit.ref("force"));
  });
}

// With r times the mass the hold has the poles z^2 - 2 (1 - r) z + 1 - r = 0: it settles for r < 4/3, the faster the
// nearer to 1, and swings up beyond.
TEST_F(FmuTest, on_a_belt_holds_with_a_mass_that_is_up_to_a_third_too_large) {
  const Belt b;
  const UnpackedFmu unit = export_fmu(belt_law(b), 2, in("belt"));
  for (const double share : {0.4, 0.7, 1.25})
    EXPECT_NEAR(stepped_on_belt(unit, b, 2e-4, share * b.mass).period, b.period(), 0.01 * b.period()) << share;
  EXPECT_LT(stepped_on_belt(unit, b, 2e-4, 1.5 * b.mass).period, 0.8 * b.period());
}

TEST_F(FmuTest, on_a_belt_has_the_period_of_the_textbook_with_the_velocity_alone) {
  const Belt b;
  const UnpackedFmu unit = export_fmu(belt_law(b), 2, in("belt"));
  for (const auto& [h, allowed] : {std::pair{1e-3, 0.03}, std::pair{1e-4, 0.003}}) {
    const Oscillation o = stepped_on_belt(unit, b, h, b.mass);
    EXPECT_NEAR(o.period, b.period(), allowed * b.period()) << h;
    EXPECT_NEAR((o.high - o.low) / 2.0, b.amplitude(), allowed * b.amplitude()) << h;
  }
  Exchange exchange(unit);
  exchange.begin(b.mass);
  const double h = 1e-5;
  const Oscillation o = on_belt(b, h, [&](double t, double slip) {
    exchange.step(t, h, slip);
    return exchange.force();
  });
  EXPECT_NEAR(o.period, b.period(), 0.02 * b.period());
  EXPECT_NEAR((o.high - o.low) / 2.0, b.amplitude(), 0.02 * b.amplitude());
}

// In model exchange a motion that is imposed finds friction, with the velocity alone connected.
TEST_F(FmuTest, in_model_exchange_an_imposed_velocity_alone_finds_sliding_friction) {
  for (const std::string law : {"coulomb", "coulomb-viscous", "stribeck", "karnopp", "hybrid"})
    for (const UnpackedFmu& unit : both_kinds(law_toml(law), in(law))) {
      Exchange exchange(unit);
      exchange.begin(1.0);
      const auto& messages = exchange.instance().messages;
      EXPECT_TRUE(std::any_of(messages.begin(), messages.end(), [](const std::string& m) {
        return m.find("applied is not set") != std::string::npos;
      })) << law;
      for (int k = 0; k < 20000; ++k) exchange.step(1e-5 * k, 1e-5, 0.01);  // 0.2 s at 10 mm/s
      const auto own = make_law(law);
      EXPECT_EQ(exchange.instance().choice(unit.ref("mode")), 1) << law;
      EXPECT_NEAR(exchange.force(), own->steady_state({.velocity = 0.01}), 1e-9) << law;
    }
}

// Laws of the displacement integrate the velocity where nothing else is given.
TEST_P(FmuOfLaw, gives_the_same_force_for_the_velocity_alone_as_with_its_integral) {
  const LawInfo& info = law_info(GetParam().law);
  if (!includes(info.reads | info.may_read, Reads::displacement)) return;
  const UnpackedFmu unit = fmu();
  const auto alone = instantiate(unit, ImportAs::co_simulation);
  const auto with = instantiate(unit, ImportAs::co_simulation);
  for (const auto* i : {&alone, &with}) (*i)->initialize(0.0, 10.0, {});
  double x = 0.0;
  double v = 0.0;
  double most = 0.0;
  for (int k = 0; k < 2000; ++k) {
    const double next = 0.02 * std::sin(0.01 * k);
    x += 1e-3 * (v + next) / 2.0;
    v = next;
    alone->set(unit.ref("velocity"), v);
    with->set(unit.ref("velocity"), v);
    with->set(unit.ref("displacement"), x);
    alone->do_step(1e-3 * k, 1e-3);
    with->do_step(1e-3 * k, 1e-3);
    const double force = alone->get(unit.ref("force"));
    most = std::max(most, std::abs(force));
    ASSERT_NEAR(force, with->get(unit.ref("force")), 1e-9) << k;
  }
  EXPECT_GT(most, 0.1);
}

INSTANTIATE_TEST_SUITE_P(every_law, FmuOfLaw, testing::ValuesIn(laws_and_versions()), case_name);

}  // namespace
}  // namespace stickslip::tests
