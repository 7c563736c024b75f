// A friction law as an FMU: the motion goes in, the force comes out.
//
//   unknowns   the law's states, its modes among them, and the energy that was put into the contact:
//                d energy_in/dt = F v,   energy_in = stored energy at the start
//   columns    force = F + I a,   added_inertia = I,   stored_energy,   dissipated_energy = energy_in - stored_energy
//
// a is the acceleration, an input of the laws whose force has an inertia I; the power of I a is kinetic energy, and is
// left out of the balance. A stored energy that depends on load or temperature changes with them, and what it gains so
// is missing from the dissipated energy.
#include <array>
#include <cmath>
#include <stdexcept>

#include "parameters.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/plant/contact_model.hpp"
#include "stickslip/units.hpp"
#include "subject.hpp"

namespace stickslip::fmu {

using namespace io;
using namespace solve;

namespace {

// The inputs in the order of their value references, as places of contact_table. The first are inputs of every law,
// also of one that does not read them.
constexpr std::array<std::size_t, contact_table.size()> ports{0, 1, 4, 5, 2, 3, 6};
constexpr std::size_t ports_of_every_law = 4;

// The law with the contact as its inputs say, as a hybrid model.
class Element : public HybridModel {
 public:
  explicit Element(std::unique_ptr<AnyLaw> law)
      : law_(std::move(law)), law_states_(law_->rest().size()), stores_(law_info(law_->name()).has_stored_energy) {}

  AnyLaw& law() { return *law_; }
  const AnyLaw& law() const { return *law_; }
  std::size_t law_states() const { return law_states_; }
  bool stores() const { return stores_; }

  Contact<double> contact = {};
  double acceleration = 0.0;

  std::size_t size() const override { return law_states_ + 1; }
  std::size_t guard_count() const override { return law_->guard_names().size(); }
  std::string_view guard_name(std::size_t k) const override { return law_->guard_names()[k]; }

  void flow(double, const double* x, double* slope) const override {
    law_->rate(contact, state(x), {slope, law_states_});
    slope[law_states_] = law_->force(contact, state(x)).value * contact.velocity;
  }
  void jacobian(double, const double* x, std::span<double> dfdx, std::span<double> dfdt) const override {
    std::vector<double> direction(law_states_, 0.0);
    std::vector<double> rate(law_states_);
    std::fill(dfdx.begin(), dfdx.end(), 0.0);
    std::fill(dfdt.begin(), dfdt.end(), 0.0);
    for (std::size_t j = 0; j < law_states_; ++j) {
      direction[j] = 1.0;
      const double force = law_->slope_along(contact, state(x), {.state = direction}, rate, {}).value;
      for (std::size_t i = 0; i < law_states_; ++i) dfdx[i * size() + j] = rate[i];
      dfdx[law_states_ * size() + j] = force * contact.velocity;
      direction[j] = 0.0;
    }
  }
  void guards(double, const double* x, double* values) const override {
    law_->guards(contact, state(x), {values, guard_count()});
  }
  void reset(double, double* x, std::size_t k) const override { law_->reset(contact, {x, law_states_}, k); }
  double next_corner(double) const override { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const override { return std::numeric_limits<double>::infinity(); }

  std::vector<double> start() const override {
    std::vector<double> x = law_->rest();
    x.push_back(0.0);
    return x;
  }
  std::vector<Column> columns() const override {
    std::vector<Column> all{{"force", "N"}};
    if (law_->adds_inertia()) all.push_back({"added_inertia", "kg"});
    if (stores_) all.push_back({"stored_energy", "J"});
    all.push_back({"dissipated_energy", "J"});
    return all;
  }
  void observe(double, const double* x, double* values) const override {
    const Force<double> f = law_->force(contact, state(x));
    const double stored = stores_ ? law_->stored_energy(contact, state(x)) : 0.0;
    *values++ = f.value + f.inertia * acceleration;
    if (law_->adds_inertia()) *values++ = f.inertia;
    if (stores_) *values++ = stored;
    *values = x[law_states_] - stored;
  }
  std::string mode_text(const double* x) const override {
    return stickslip::plant::mode_text(law_->state_fields(), state(x));
  }

  std::span<const double> state(const double* x) const { return {x, law_states_}; }

 private:
  std::unique_ptr<AnyLaw> law_;
  std::size_t law_states_;
  bool stores_;
};

std::unique_ptr<AnyLaw> law_in(const Model& model) {
  auto law = make_law(model.law, model.elements);
  law->set_params(model.group.values);
  return law;
}

std::string column_doc(const std::string& name) {
  if (name == "force") return "Friction force, positive against positive velocity.";
  if (name == "added_inertia") return "Part of the force per acceleration: force = value + added_inertia acceleration.";
  if (name == "stored_energy") return "Elastic energy in the states.";
  return "Energy turned into heat since the start: energy_in less the stored energy.";
}

class ElementSubject : public Subject {
 public:
  explicit ElementSubject(const Model& model)
      : group_(model.group), rotary_(model.rotary), element_(law_in(model)), info_(law_info(model.law)) {
    sheet_.identifier = "stickslip_" + as_identifier(model.law);
    sheet_.name = model.law;
    sheet_.title = info_.title;
    sheet_.source = info_.source;
    sheet_.equation = info_.equation;
    sheet_.variables.push_back(
        {.name = "time", .unit = "s", .doc = "Time.", .kind = Kind::time, .causality = Causality::independent});
    add_inputs();
    for (std::size_t k = 0; k < group_.table.size(); ++k)
      add_parameters(sheet_, group_, group_.table[k], k, 0, places_);
    add_unknowns(typical_states(model.law, model.elements, group_.values));
    for (const std::size_t k : state_places(sheet_, element_.law_states())) read_.push_back(k);
    add_columns();
    add_slopes(sheet_, read_);
    const auto names = element_.law().guard_names();
    add_guards(sheet_, {names.begin(), names.end()}, read_);
    for (Variable& v : sheet_.variables) v.unit = unit(v.unit);
  }

  const HybridModel& model() const override { return element_; }

  void set_inputs(std::span<const double> inputs) override { fill(element_.contact, element_.acceleration, inputs); }

  void set_params(std::span<const double> params) override {
    ParamGroup next = group_;
    for (std::size_t i = 0; i < params.size(); ++i) next.values[places_[i].scalar] = params[i];
    if (const std::string wrong = complaint(next); !wrong.empty()) throw std::invalid_argument("law: " + wrong);
    group_ = std::move(next);
    element_.law().set_params(group_.values);
  }

  // A law with modes learns that the body moves by a sampled step of no duration.
  std::vector<double> start(std::span<const double> given) const override {
    std::vector<double> x = element_.start();
    for (std::size_t i = 0; i < x.size(); ++i)
      if (!std::isnan(given[i])) x[i] = given[i];
    const std::span<double> state(x.data(), element_.law_states());
    if (element_.guard_count() > 0 && element_.contact.velocity != 0.0)
      element_.law().step(element_.contact, element_.contact, state, 0.0);
    x.back() = element_.stores() ? element_.law().stored_energy(element_.contact, state) : 0.0;
    return x;
  }

  Slopes slopes(double, std::span<const double> x, const Direction& d) override {
    LawDirection along;
    double jerk = 0.0;  // slope of the acceleration
    fill(along.contact, jerk, d.inputs);
    std::vector<double> params(group_.values.size(), 0.0);
    for (std::size_t i = 0; i < places_.size(); ++i) params[places_[i].scalar] = d.params[i];
    const std::size_t n = element_.law_states();
    along.state = {d.unknowns.data(), n};
    along.params = params;
    Slopes s{std::vector<double>(n + 1), {}, std::vector<double>(element_.guard_count())};
    const auto state = x.first(n);
    const Contact<double>& c = element_.contact;
    const Force<double> f = element_.law().force(c, state);
    const Force<double> df = element_.law().slope_along(c, state, along, std::span(s.flow).first(n), s.guards);
    s.flow[n] = df.value * c.velocity + f.value * along.contact.velocity;
    const double stored = element_.stores() ? element_.law().stored_energy_along(c, state, along) : 0.0;
    s.columns.push_back(df.value + df.inertia * element_.acceleration + f.inertia * jerk);
    if (element_.law().adds_inertia()) s.columns.push_back(df.inertia);
    if (element_.stores()) s.columns.push_back(stored);
    s.columns.push_back(d.unknowns[n] - stored);
    return s;
  }

  // The sampled face of the law; the energy by trapezoids.
  void step(Progress& progress, std::span<const double> before, double h) override {
    Contact<double> from = element_.contact;
    double acceleration = 0.0;
    fill(from, acceleration, before);
    const Contact<double>& to = element_.contact;
    const std::span<double> state(progress.state.data(), element_.law_states());
    const double power = element_.law().force(from, state).value * from.velocity;
    const Force<double> f = element_.law().step(from, to, state, h);
    progress.state.back() += h * (power + f.value * to.velocity) / 2.0;
    progress.t += h;
  }

 private:
  std::string unit(const std::string& translational) const {
    return rotary_ && !translational.empty() ? rotary_unit(translational) : translational;
  }
  bool reads(const ContactColumn& port) const { return includes(info_.reads | info_.may_read, port.reads); }

  void add_inputs() {
    for (std::size_t k = 0; k < ports.size(); ++k) {
      const ContactColumn& port = contact_table[ports[k]];
      if (k >= ports_of_every_law && !reads(port)) continue;
      if (reads(port) || port.reads == Reads::velocity) read_.push_back(sheet_.variables.size());
      fields_.push_back(port.value);
      add_input(port.name, port.unit, std::string(port.doc) + (reads(port) ? "" : " This law does not read it."),
                port.usual());
    }
    if (!element_.law().adds_inertia()) return;
    read_.push_back(sheet_.variables.size());
    add_input("acceleration", "m/s2", "Acceleration of the body, for the part of the force that is an inertia.", 0.0);
  }
  void add_input(std::string_view name, std::string_view unit, std::string doc, double start) {
    sheet_.variables.push_back({.name = std::string(name),
                                .unit = std::string(unit),
                                .doc = std::move(doc),
                                .kind = Kind::input,
                                .index = sheet_.inputs++,
                                .causality = Causality::input,
                                .start = start});
  }

  void add_unknowns(const std::vector<double>& nominals) {
    const std::vector<double> rest = element_.start();
    for (const Field& f : element_.law().state_fields())
      for (std::size_t i = 0; i < f.width; ++i) add_state(f, i, rest[f.first + i], nominals[f.first + i]);
    sheet_.states.push_back(sheet_.unknowns);
    sheet_.variables.push_back({.name = "energy_in",
                                .unit = "J",
                                .doc = "Energy put into the contact: stored at the start, and the work of the motion.",
                                .kind = Kind::unknown,
                                .index = sheet_.unknowns++,
                                .causality = Causality::output,
                                .initial = Initial::calculated});
  }
  void add_state(const Field& f, std::size_t i, double rest, double nominal) {
    const bool is_mode = !f.choices.empty();
    if (!is_mode) sheet_.states.push_back(sheet_.unknowns);
    Variable v{.name = scalar_name(f, i),
               .unit = is_mode ? std::string() : std::string(f.unit),
               .doc = std::string(f.doc),
               .kind = Kind::unknown,
               .index = sheet_.unknowns++,
               .causality = Causality::output,
               .variability = is_mode ? Variability::discrete : Variability::continuous,
               .initial = is_mode ? Initial::calculated : Initial::exact,
               .start = rest,
               .nominal = is_mode ? 1.0 : nominal};
    if (is_mode) {
      v.choices = add_choices(sheet_, std::string(f.name), f.choices, f.lower);
      v.lower = f.lower;
      v.upper = f.upper;
    }
    sheet_.variables.push_back(std::move(v));
  }

  void add_columns() {
    for (const Column& c : element_.columns())
      sheet_.variables.push_back({.name = c.name,
                                  .unit = c.unit,
                                  .doc = column_doc(c.name),
                                  .kind = Kind::column,
                                  .index = sheet_.columns++,
                                  .causality = Causality::output,
                                  .initial = Initial::calculated,
                                  .dependencies = read_});
    sheet_.variables.back().dependencies.push_back(sheet_.place(Kind::unknown, element_.law_states()));
  }

  // Numbers in the order of the inputs, into a contact.
  void fill(Contact<double>& c, double& acceleration, std::span<const double> inputs) const {
    for (std::size_t i = 0; i < fields_.size(); ++i) c.*fields_[i] = inputs[i];
    if (inputs.size() > fields_.size()) acceleration = inputs.back();
  }

  ParamGroup group_;
  bool rotary_;
  Element element_;
  const LawInfo& info_;
  std::vector<ScalarPlace> places_;
  std::vector<double Contact<double>::*> fields_;  // of the inputs
  std::vector<std::size_t> read_;                  // places of the inputs and states that something depends on
};

}  // namespace

std::unique_ptr<Subject> element_subject(std::string_view text, const std::string& file) {
  return std::make_unique<ElementSubject>(model_from_toml(text, file));
}

}  // namespace stickslip::fmu
