// Suite 9: the numbers of every law on stated motions, as values.txt has them. An equation that changes changes them;
// so does a compiler or a processor that computes something else.
//
// After a change that is meant to change them, in an empty place: STICKSLIP_VALUES_TO=values.txt conformance_values
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>

#include "motion.hpp"
#include "stickslip/friction/stepper.hpp"

namespace stickslip::conformance {
namespace {

// Of the largest number in a row: above what rounding, and products that are fused with sums, grow to in stiff states
// (1e-9 between x86-64 and s390x), far below what another equation gives.
constexpr double tolerance = 1e-7;
constexpr int steps = 240;  // over a motion
constexpr int shown = 8;    // of them

using Rows = std::map<std::string, std::vector<double>>;  // "lugre 1 reversals" and its numbers

Rows rows_in(std::istream& file) {
  Rows rows;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream words(line);
    std::string law, draw, quantity;
    words >> law >> draw >> quantity;
    auto& numbers = rows[law + " " + draw + " " + quantity];
    for (std::string word; words >> word;) numbers.push_back(std::strtod(word.c_str(), nullptr));
  }
  return rows;
}

const Rows& known_rows() {
  static const Rows rows = [] {
    std::ifstream file(STICKSLIP_VALUES);
    return rows_in(file);
  }();
  return rows;
}

// One number out of several: a change of any of them, or of two the other way round, changes it.
template <class List>
double digest(const List& list) {
  double sum = 0.0;
  double weight = 1.0;
  for (const double x : list) sum += (weight *= 1.1) * x;
  return sum;
}

double digest(const Force<double>& f) { return f.value + 1.1 * f.inertia; }

// Surroundings that change along with the motion, so that what a law reads of them shows.
Contact<double> contact_at(const Motion& motion, double t) {
  Contact<double> c = motion.at(t);
  const double turns = t / motion.period;
  c.load = 2.0 + 0.5 * std::sin(turns);
  c.pressure = 3e5 * (1.0 + 0.3 * std::cos(2.0 * turns));
  c.temperature = 5.0 * std::sin(0.7 * turns);
  return c;
}

template <class Law>
class Values : public testing::Test {
 protected:
  using P = ParamsOf<Law>;
  using State = StateOf<Law>;

  static Motion motion_for(const P& p, Motion::Kind kind) {
    const Contact<double> surroundings{.mass = 1.3, .load = 2.0, .pressure = 3e5};
    const Scales scale = table_scales<Law>(p, surroundings);
    return {.kind = kind,
            .speed = 1.5 * scale.velocity,
            .period = 10.0 * scale.near / scale.velocity,
            .push = 1.2 * scale.force,
            .rest = 0.3 * scale.force,
            .surroundings = surroundings};
  }

  // The sampled face, by its shorter step where there is one, and the continuous face at the same states.
  static void add_motion(Rows& rows, const std::string& name, const std::string& label, const P& p, Motion::Kind kind) {
    const Motion motion = motion_for(p, kind);
    const double h = motion.span() / steps;
    Contact<double> before = contact_at(motion, 0.0);
    Stepper<Law, double> stepper(p, before);
    State s{};
    for (int i = 1; i <= steps; ++i) {
      const Contact<double> after = contact_at(motion, h * i);
      const auto geometry = Stepper<Law, double>::geometry(before, after, h);
      const Force<double> f = stepper.keeps_direction(geometry) ? stepper.step_same_direction(geometry, s)
                                                                : stepper.step(before, after, s, h);
      before = after;
      if (i % (steps / shown) != 0) continue;
      rows[name + " " + label + "-force"].push_back(digest(f));
      add_continuous(rows, name + " " + label, p, after, s);
    }
  }

  static void add_continuous(Rows& rows, const std::string& label, const P& p, const Contact<double>& c,
                             const State& s) {
    const State rate = Law::rate(p, c, s);
    if (!scalars(rate).empty()) rows[label + "-rate"].push_back(digest(scalars(rate)));
    rows[label + "-continuous"].push_back(digest(Law::force(p, c, s)));
    if constexpr (HasGuards<Law>) {
      const auto guards = Law::guards(p, c, s);
      rows[label + "-guards"].push_back(digest(guards));
      for (std::size_t k = 0; k < guards.size(); ++k)
        rows[label + "-reset"].push_back(digest(scalars(Law::reset(p, c, s, k))));
    }
    if constexpr (HasStoredEnergy<Law>) rows[label + "-energy"].push_back(Law::stored_energy(p, c, s));
    if constexpr (HasElementForces<Law>) rows[label + "-elements"].push_back(digest(Law::element_forces(p, c, s)));
  }

  static void add_standing(Rows& rows, const std::string& name, const P& p) {
    Contact<double> c = motion_for(p, Motion::Kind::ramp).surroundings;
    if constexpr (HasPreslidingStiffness<Law>) rows[name + " stiffness"] = {Law::presliding_stiffness(p, c)};
    if constexpr (HasOwnSpeed<Law>) rows[name + " own-speed"] = {Law::own_speed(p)};
    if constexpr (HasSteadyState<Law>)
      for (const double part : {-5.0, -0.7, 0.1, 1.0, 20.0}) {
        c.velocity = part * table_scales<Law>(p, c).velocity;
        rows[name + " steady"].push_back(Law::steady_state(p, c));
      }
  }

  static Rows computed() {
    Rows rows;
    Random rng = random_for("values", Law::name);
    for (int draw = 0; draw < 3; ++draw) {
      const P p = draw == 0 ? defaults<Law>() : random_params<Law>(rng, Draw::any_sides);
      const std::string name = std::string(Law::name) + " " + std::to_string(draw);
      add_motion(rows, name, "reversals", p, Motion::Kind::reversals);
      add_motion(rows, name, "standstill", p, Motion::Kind::standstill);
      add_standing(rows, name, p);
    }
    return rows;
  }

  static void write(const Rows& rows, const char* path) {
    std::ofstream file(path, std::ios::app);
    file.precision(9);
    for (const auto& [name, numbers] : rows) {
      file << name;
      for (const double x : numbers) file << ' ' << x;
      file << '\n';
    }
  }
};
TYPED_TEST_SUITE(Values, UsualLaws, LawNames);

TYPED_TEST(Values, are_those_of_the_file) {
  const Rows rows = this->computed();
  if (const char* path = std::getenv("STICKSLIP_VALUES_TO"); path != nullptr) return this->write(rows, path);
  for (const auto& [name, numbers] : rows) {
    SCOPED_TRACE(name);
    const auto known = known_rows().find(name);
    ASSERT_NE(known, known_rows().end()) << "values.txt has no such row";
    ASSERT_EQ(known->second.size(), numbers.size());
    double largest = 0.0;
    for (const double x : known->second) largest = std::max(largest, std::abs(x));
    for (std::size_t k = 0; k < numbers.size(); ++k)
      EXPECT_NEAR(numbers[k], known->second[k], tolerance * largest) << "number " << k;
  }
}

TEST(values, belong_to_laws_of_the_list) {
  for (const auto& [name, numbers] : known_rows()) {
    const auto law = name.substr(0, name.find(' '));
    EXPECT_NE(std::find(FrictionLaws::names.begin(), FrictionLaws::names.end(), law), FrictionLaws::names.end()) << law;
  }
}

}  // namespace
}  // namespace stickslip::conformance
