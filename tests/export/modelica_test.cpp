// Modelica packages keep to the grammar of the language and compute what the library does. No Modelica tool is asked.
#include "modelica.hpp"

#include <gtest/gtest.h>

#include "batch/tally.hpp"
#include "model_of_trial.hpp"
#include "stickslip/export/export.hpp"
#include "stickslip/export/traced_law.hpp"
#include "stickslip/friction/accuracy.hpp"
#include "stickslip/friction/any_law.hpp"
#include "support/shell.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

using tests::contains;
using tests::modelica::Package;
using tests::modelica::Parser;
using tests::modelica::real;
using tests::modelica::Value;

std::string package_text(const Model& model, bool compensation = false) {
  return export_files("modelica", model, {.version = "1.2", .compensation = compensation}, "seal.mo").front().text;
}

Model usual(std::string_view law) {
  const std::size_t elements = law_info(law).has_elements ? usual_elements : 0;
  return {.file = "seal.toml", .law = std::string(law), .elements = elements, .group = law_group(law, elements)};
}

// Kahan's expm1 errs by some units of the last place, which stiff bristles amplify.
constexpr double relative = 1e-12;

TEST(modelica, every_law_keeps_to_the_grammar_and_passes_its_own_test) {
  for (const LawInfo& law : law_catalogue()) {
    SCOPED_TRACE(law.name);
    std::shared_ptr<Package> package;
    ASSERT_NO_THROW(package = Parser(package_text(usual(law.name), true)).parsed());
    EXPECT_EQ(package->name, "seal");
    EXPECT_LT(package->call("self_test", {})[0].number, relative);
  }
}

// The forces along a trial, by the package's own functions.
conformance::Forces compute_forces(const Package& package, const conformance::TrialLaw& law,
                                   const conformance::Trial& t) {
  const auto columns = columns_read(law_info(law.name));
  const auto contact = [&](std::size_t k) {
    std::vector<Value> values;
    for (const std::size_t c : columns) values.push_back(real(t.motion[k].*conformance::contact_members[c]));
    return values;
  };
  Value p{.kind = Value::Kind::record};
  for (const auto& c : package.records.at("Parameters").components) p.fields[c.name] = package.made(c, {});
  Value state = package.call("init", contact(0))[0];
  conformance::Forces forces;
  for (std::size_t k = 1; k < t.motion.size(); ++k) {
    std::vector<Value> arguments{p, state};
    for (const Value& v : contact(k)) arguments.push_back(v);
    arguments.push_back(real(t.h));
    const auto results = package.call("step", arguments);
    state = results[0];
    forces.push_back({results[1].number, results[2].number});
  }
  return forces;
}

TEST(modelica, every_law_gives_the_forces_of_the_library_along_random_motions) {
  for (const conformance::TrialLaw& law : conformance::trial_laws()) {
    conformance::Random rng = conformance::random_for("modelica", law.name);
    conformance::Tally tally(law, {relative, accuracy::lanes_disturbance});
    for (int draw = 0; draw < 5; ++draw) {
      const conformance::Trial trial = law.draw(rng, 1e-3, 50);
      const auto package = Parser(package_text(tests::make_model(law, trial))).parsed();
      tally.add(trial, law.on_double(trial), compute_forces(*package, law, trial));
    }
    tally.expect_agreement(conformance::test_name(law.name));
  }
}

// A component as a Modelica tool runs it: values of its declarations, then its sections.
class RunningElement {
 public:
  explicit RunningElement(std::shared_ptr<Package> package)
      : package_(std::move(package)), model_(package_->models.at("Element")) {
    for (const auto& c : model_.components) scope_[c.name] = package_->made(c, {});
  }
  void set(const std::string& name, double value) { scope_[name] = real(value); }
  double sample_time() const { return scope_.at("h").number; }
  void begin() { model_.run(model_.initial, scope_); }
  void sample() { model_.run(model_.sampled, scope_); }
  double force() const { return model_.force(scope_).number; }

 private:
  std::shared_ptr<Package> package_;
  const tests::modelica::Model& model_;
  tests::modelica::Scope scope_;
};

// Whatever a law reads, its component has it: the motion between the flanges, the rest as inputs.
TEST(modelica, the_component_of_every_law_gives_its_force_between_flanges) {
  for (const conformance::TrialLaw& law : conformance::trial_laws()) {
    SCOPED_TRACE(law.name);
    conformance::Random rng = conformance::random_for("modelica_element", law.name);
    const conformance::Trial trial = law.draw(rng, 1e-3, 20);
    const auto columns = columns_read(law_info(law.name));
    const auto package = Parser(package_text(tests::make_model(law, trial))).parsed();
    const conformance::Forces expected = compute_forces(*package, law, trial);
    RunningElement element(package);
    const auto go_to = [&](std::size_t k) {
      for (const std::size_t c : columns) {
        const std::string name(contact_table[c].name);
        element.set(name == "velocity"       ? "v_rel"
                    : name == "displacement" ? "s_rel"
                                             : name,
                    trial.motion[k].*conformance::contact_members[c]);
      }
    };
    element.set("h", trial.h);
    element.set("der(v_rel)", 0.5);
    go_to(0);
    element.begin();
    for (std::size_t k = 1; k < trial.motion.size(); ++k) {
      go_to(k);
      element.sample();
      EXPECT_EQ(element.force(), expected[k - 1].value + expected[k - 1].inertia * 0.5);
    }
  }
}

// A body of 1 kg on the component, pulled with twice the break-away force for a second. What the law itself does, in
// steps a tenth as long, differs by the delay of half a sample.
TEST(modelica, a_body_on_the_component_moves_as_the_law_says) {
  const Model lugre = usual("lugre");
  RunningElement element(Parser(package_text(lugre)).parsed());
  const double pull = 2.0 * lugre.group.list("breakaway")[0];
  const auto pulled = [pull](double h, auto friction) {
    double speed = 0.0;
    for (double t = 0.0; t < 1.0 - 0.5 * h; t += h) speed += h * (pull - friction(speed));
    return speed;
  };
  element.set("v_rel", 0.0);
  element.set("der(v_rel)", 0.0);
  element.begin();
  const double h = element.sample_time();
  const double by_component = pulled(h, [&](double speed) {
    element.set("v_rel", speed);
    element.sample();
    return element.force();
  });
  const auto law = make_law("lugre");
  std::vector<double> state = law->rest();
  Contact<double> before;
  const double by_law = pulled(0.1 * h, [&](double speed) {
    const Contact<double> after{.velocity = speed};
    const double force = law->step(before, after, state, 0.1 * h).value;
    before = after;
    return force;
  });
  EXPECT_NEAR(by_component, by_law, 1e-3 * by_law);
}

TEST(modelica, a_rotary_component_turns) {
  Model lugre = usual("lugre");
  lugre.rotary = true;
  const auto package = Parser(package_text(lugre)).parsed();
  EXPECT_TRUE(contains(package->models.at("Element").base, "Rotational"));
  EXPECT_EQ(package->models.at("Element").unknown, "tau");
}

TEST(modelica, records_have_the_units_of_the_tables) {
  const auto package = Parser(package_text(usual("gms"))).parsed();
  std::map<std::string, std::string> units;
  for (const auto& c : package->records.at("Parameters").components) units[c.name] = c.unit;
  EXPECT_EQ(units.at("stiffness"), "N/m");
  EXPECT_EQ(units.at("viscous_back"), "N.s/m");
  EXPECT_EQ(package->records.at("State").components.at(0).size, usual_elements);
  EXPECT_TRUE(contains(package_text(usual("gms")), "Not run in a Modelica tool"));
}

// The checker itself must refuse what it is there for.
TEST(modelica, a_text_that_breaks_the_grammar_is_refused) {
  const std::string right = package_text(usual("lugre"));
  const auto refusal = [&](const std::string& from, const std::string& to) {
    std::string text = right;
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
    try {
      Parser(text).parsed()->call("self_test", {});
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  EXPECT_TRUE(contains(refusal("end State;", "end Stat;"), "'Stat' where 'State' must be"));
  EXPECT_TRUE(contains(refusal(":= exp(", ":= exp(exp "), "must be"));
  EXPECT_TRUE(contains(refusal("Real t1", "Real when"), "'when' where a name must be"));
  EXPECT_TRUE(contains(refusal("Real t1,", "Real u1,"), "a declared name, not t1"));
  EXPECT_TRUE(contains(refusal("unit=\"N/m\"", "unit=N"), "a unit"));
}

}  // namespace
}  // namespace stickslip::exporting
