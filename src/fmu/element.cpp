// A friction law as an FMU: the motion goes in, the force comes out.
//
//   unknowns   the law's states, its modes among them, and the energy that was put into the contact:
//                d energy_in/dt = F v,   energy_in = stored energy at the start
//   columns    force = F + I a,   added_inertia = I,   stored_energy,   dissipated_energy = energy_in - stored_energy
//
// A body that is moved elsewhere, of which the element is told the velocity alone. An element that reads a displacement
// integrates the velocity itself until one is given (unknown `own_displacement`). A law with true stick holds a body
// against the force that is applied to it; until that is given, the element finds what holds it (unknown `held_force`
// w):
//
//   co-simulation, steps h   u = F_k + m (v_{k+1} - v_k)/h   pushed the body in the last step (or it is given),
//                            w = u + m v_{k+1}/h             brings it to rest in the next one;
//                            a body that is held stays so while |w| <= F_s, one that slides is caught when friction
//                            would stop it within the step, |w| <= F(v): implicit Euler for a rigid contact
//   model exchange           dw/dt = k v,  F = w + c v while it is held, |w| <= F_s: stiff presliding, which begins
//                            with the force of the slip that ended; k = F/(1 um), c = 2 sqrt(k m)
//
// a is the acceleration, an input of the laws whose force has an inertia I; the power of I a is kinetic energy, and is
// left out of the balance. A stored energy that depends on load or temperature changes with them, and what it gains so
// is missing from the dissipated energy.
#include <array>
#include <cmath>
#include <stdexcept>

#include "parameters.hpp"
#include "stickslip/friction.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/friction/stopping_step.hpp"
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

// A rigid law as stopping_step() asks it.
struct RigidFace {
  using State = std::vector<double>;
  const AnyLaw& law;

  std::pair<State, double> step(const Contact<double>& from, const Contact<double>& to, State state, double h) const {
    const double force = law.step(from, to, state, h).value;
    return {std::move(state), force};
  }
  double force(const Contact<double>& c, const State& state) const { return law.force(c, state).value; }
  static bool holds(const State& state) { return state[0] == 0.0; }
  State rest() const { return law.rest(); }
  static const State& choose(bool mask, const State& a, const State& b) { return mask ? a : b; }
};

// The law with the contact as its inputs say, as a hybrid model.
class Element : public HybridModel {
 public:
  explicit Element(std::unique_ptr<AnyLaw> law)
      : law_(std::move(law)),
        info_(law_info(law_->name())),
        law_states_(law_->rest().size()),
        stores_(info_.has_stored_energy) {}

  // Where the unknowns behind the law's states are; those of the last two only where the law needs them.
  bool is_rigid() const { return info_.stick == Stick::rigid; }
  bool reads_displacement() const { return includes(info_.reads | info_.may_read, Reads::displacement); }
  std::size_t energy_in() const { return law_states_; }
  std::size_t held_force() const { return law_states_ + 1; }
  std::size_t travel() const { return law_states_ + 1 + (is_rigid() ? 1 : 0); }

  bool is_stepped = false;       // by co-simulation
  bool is_pushed = false;        // the applied force is given
  bool is_placed = false;        // the displacement is given
  bool follows_samples = false;  // co-simulation is the law's own sampled step, whatever it lets the body do

  // The contact in which the law says whether the body sets off: the damping of the hold tears nothing loose.
  Contact<double> add_weight(const double* x) const {
    Contact<double> c = read_contact(x);
    if (holds_softly(x)) c.applied = x[held_force()];
    return c;
  }
  // The contact as the law is told it.
  Contact<double> read_contact(const double* x) const {
    Contact<double> c = contact;
    if (reads_displacement() && !is_placed) c.displacement = x[travel()];
    if (!is_rigid() || (is_stepped && follows_samples)) return c;
    if (is_stepped && holds(x)) {
      c.applied = x[held_force()];
      c.velocity = 0.0;  // it is being stopped
    } else if (!is_stepped && !is_pushed) {
      c.applied = holds(x) ? x[held_force()] + hold_damping() * c.velocity : 0.0;
    }
    return c;
  }
  // The one state of a rigid law is its mode, 0 while the body sticks.
  static bool holds(const double* x) { return x[0] == 0.0; }
  bool holds_softly(const double* x) const { return is_rigid() && !is_stepped && !is_pushed && holds(x); }

  // k and c of the stiff presliding; F_s need not be exact there, and is taken as the largest of three speeds.
  double hold_stiffness() const {
    constexpr double presliding = 1e-6;  // [m]
    double level = 0.0;
    for (const double speed : {1e-6, 1e-2, 1.0}) {
      Contact<double> c = contact;
      c.velocity = speed;
      level = std::max(level, law_->steady_state(c));
    }
    return level / presliding;
  }
  double hold_damping() const { return 2.0 * std::sqrt(hold_stiffness() * contact.mass); }

  AnyLaw& law() { return *law_; }
  const AnyLaw& law() const { return *law_; }
  std::size_t law_states() const { return law_states_; }
  bool stores() const { return stores_; }

  Contact<double> contact = {};
  double acceleration = 0.0;

  std::size_t size() const override { return travel() + (reads_displacement() ? 1 : 0); }
  std::size_t guard_count() const override { return law_->guard_names().size(); }
  std::string_view guard_name(std::size_t k) const override { return law_->guard_names()[k]; }

  void flow(double, const double* x, double* slope) const override {
    const Contact<double> c = read_contact(x);
    law_->rate(c, state(x), {slope, law_states_});
    slope[energy_in()] = law_->force(c, state(x)).value * c.velocity;
    if (is_rigid()) slope[held_force()] = holds_softly(x) ? hold_stiffness() * c.velocity : 0.0;
    if (reads_displacement()) slope[travel()] = c.velocity;
  }
  // Not asked for: importers integrate the model, and steps are the law's own.
  void jacobian(double, const double*, std::span<double>, std::span<double>) const override {
    throw std::logic_error("an element has no Jacobian of its own");
  }
  void guards(double, const double* x, double* values) const override {
    law_->guards(add_weight(x), state(x), {values, guard_count()});
  }
  // A body that comes to rest is held by what braked it.
  void reset(double, double* x, std::size_t k) const override {
    const Contact<double> c = read_contact(x);
    const double braked = law_->force(c, state(x)).value;
    const bool held = holds(x);
    law_->reset(add_weight(x), {x, law_states_}, k);
    if (!is_rigid() || is_stepped || is_pushed) return;
    if (holds(x) != held) x[held_force()] = held ? 0.0 : braked;
  }
  double next_corner(double) const override { return std::numeric_limits<double>::infinity(); }
  double longest_step(double) const override { return std::numeric_limits<double>::infinity(); }

  std::vector<double> start() const override {
    std::vector<double> x = law_->rest();
    x.resize(size(), 0.0);
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
    const Contact<double> c = read_contact(x);
    const Force<double> f = law_->force(c, state(x));
    const double stored = stores_ ? law_->stored_energy(c, state(x)) : 0.0;
    *values++ = f.value + f.inertia * acceleration;
    if (law_->adds_inertia()) *values++ = f.inertia;
    if (stores_) *values++ = stored;
    *values = x[energy_in()] - stored;
  }
  std::string mode_text(const double* x) const override {
    return stickslip::plant::mode_text(law_->state_fields(), state(x));
  }

  std::span<const double> state(const double* x) const { return {x, law_states_}; }

 private:
  std::unique_ptr<AnyLaw> law_;
  const LawInfo& info_;
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
    if (element_.is_rigid()) add_stick_choice();
    add_unknowns(typical_states(model.law, model.elements, group_.values));
    for (const std::size_t k : state_places(sheet_, sheet_.unknowns))
      if (sheet_.variables[k].index != element_.energy_in()) read_.push_back(k);
    add_columns();
    add_slopes(sheet_, read_);
    const auto names = element_.law().guard_names();
    add_guards(sheet_, {names.begin(), names.end()}, read_);
    for (Variable& v : sheet_.variables) v.unit = unit(v.unit);
  }

  const HybridModel& model() const override { return element_; }

  void be_stepped(bool on) override { element_.is_stepped = on; }

  void set_inputs(std::span<const double> inputs, std::span<const double> used) override {
    fill(element_.contact, element_.acceleration, inputs);
    element_.is_placed = is_used(used, &Contact<double>::displacement);
    element_.is_pushed = is_used(used, &Contact<double>::applied);
  }

  std::vector<std::string> remarks(std::span<const double> used) const override {
    std::vector<std::string> all;
    if (element_.reads_displacement() && !is_used(used, &Contact<double>::displacement))
      all.emplace_back("displacement is not set: the velocity is integrated in its place");
    if (!element_.is_rigid() || element_.follows_samples) return all;
    if (!is_used(used, &Contact<double>::applied))
      all.emplace_back("applied is not set: what holds the body is found from its velocity and mass");
    if (!is_used(used, &Contact<double>::mass))
      all.push_back("mass is not set: " + to_text(element_.contact.mass) + " " + unit("kg") +
                    " is taken, which does not hold a body of less than three quarters of it");
    return all;
  }

  void set_params(std::span<const double> params) override {
    ParamGroup next = group_;
    if (element_.is_rigid()) element_.follows_samples = params.back() > 0.0;
    for (std::size_t i = 0; i < places_.size(); ++i) next.values[places_[i].scalar] = params[i];
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
    const Contact<double> c = element_.read_contact(x.data());
    x[element_.energy_in()] = element_.stores() ? element_.law().stored_energy(c, state) : 0.0;
    return x;
  }

  Slopes slopes(double, std::span<const double> x, const Direction& d) override {
    LawDirection along;
    double jerk = 0.0;  // slope of the acceleration
    fill(along.contact, jerk, d.inputs);
    see_along(along.contact, x.data(), d);
    std::vector<double> params(group_.values.size(), 0.0);
    for (std::size_t i = 0; i < places_.size(); ++i) params[places_[i].scalar] = d.params[i];
    const std::size_t n = element_.law_states();
    along.state = {d.unknowns.data(), n};
    along.params = params;
    Slopes s{std::vector<double>(element_.size()), {}, std::vector<double>(element_.guard_count())};
    const auto state = x.first(n);
    const Contact<double> c = element_.read_contact(x.data());
    const Force<double> f = element_.law().force(c, state);
    const Force<double> df = element_.law().slope_along(c, state, along, std::span(s.flow).first(n), {});
    LawDirection weighed = along;
    if (element_.holds_softly(x.data())) weighed.contact.applied = d.unknowns[element_.held_force()];
    std::vector<double> unused(n);
    element_.law().slope_along(element_.add_weight(x.data()), state, weighed, unused, s.guards);
    s.flow[element_.energy_in()] = df.value * c.velocity + f.value * along.contact.velocity;
    if (element_.holds_softly(x.data()))
      s.flow[element_.held_force()] = element_.hold_stiffness() * along.contact.velocity;
    if (element_.reads_displacement()) s.flow[element_.travel()] = along.contact.velocity;
    const double stored = element_.stores() ? element_.law().stored_energy_along(c, state, along) : 0.0;
    s.columns.push_back(df.value + df.inertia * element_.acceleration + f.inertia * jerk);
    if (element_.law().adds_inertia()) s.columns.push_back(df.inertia);
    if (element_.stores()) s.columns.push_back(stored);
    s.columns.push_back(d.unknowns[element_.energy_in()] - stored);
    return s;
  }

  // The sampled face of the law, or the step that stops a body; the energy by trapezoids.
  void step(Progress& progress, std::span<const double> begin, double h) override {
    double* const x = progress.state.data();
    Contact<double> from = element_.contact;
    double acceleration = 0.0;
    fill(from, acceleration, begin);
    Contact<double> to = element_.contact;
    if (element_.reads_displacement() && !element_.is_placed) {
      from.displacement = x[element_.travel()];
      to.displacement = x[element_.travel()] += h * (from.velocity + to.velocity) / 2.0;
    }
    const bool stops = element_.is_rigid() && !element_.follows_samples;
    const std::span<double> state(x, element_.law_states());
    const double force =
        stops && Element::holds(x) ? x[element_.held_force()] : element_.law().force(from, state).value;
    const double next = stops ? stop_body(from, to, force, state, x[element_.held_force()], h)
                              : element_.law().step(from, to, state, h).value;
    x[element_.energy_in()] += h * (force * from.velocity + next * to.velocity) / 2.0;
    progress.t += h;
  }

 private:
  std::string unit(const std::string& translational) const {
    return rotary_ && !translational.empty() ? rotary_unit(translational) : translational;
  }
  bool reads(const ContactColumn& port) const {
    const bool stops = element_.is_rigid() && port.reads == Reads::mass;
    return stops || includes(info_.reads | info_.may_read, port.reads);
  }

  bool is_used(std::span<const double> used, double Contact<double>::*column) const {
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i] == column) return used[i] > 0.0;
    return false;
  }

  // How the contact that the law sees changes along a direction.
  void see_along(Contact<double>& along, const double* x, const Direction& d) const {
    if (element_.reads_displacement() && !element_.is_placed) along.displacement = d.unknowns[element_.travel()];
    if (!element_.is_rigid() || element_.is_stepped || element_.is_pushed) return;
    along.applied =
        Element::holds(x) ? d.unknowns[element_.held_force()] + element_.hold_damping() * along.velocity : 0.0;
  }

  // A rigid contact with a body that somebody else moves: see the top. `force` was that of the last step; returns the
  // next one.
  double stop_body(const Contact<double>& from, const Contact<double>& to, double force, std::span<double> state,
                   double& held_force, double h) const {
    const double pushed = element_.is_pushed ? to.applied : force + to.mass * (to.velocity - from.velocity) / h;
    const std::vector<double> before(state.begin(), state.end());
    const auto next = stopping_step<double>(RigidFace{element_.law()}, from, to, pushed, before, h);
    std::copy(next.state.begin(), next.state.end(), state.begin());
    held_force = next.held_force;
    return next.force;
  }

  void add_stick_choice() {
    sheet_.variables.push_back({.name = "stick",
                                .unit = "",
                                .doc =
                                    "Co-simulation: stops a body that is moved elsewhere, or takes the law's samples "
                                    "as they are, with the applied force that is given.",
                                .kind = Kind::parameter,
                                .index = sheet_.parameters++,
                                .causality = Causality::parameter,
                                .variability = Variability::fixed,
                                .initial = Initial::exact,
                                .start = 0.0,
                                .lower = 0.0,
                                .upper = 1.0,
                                .choices = add_choices(sheet_, "stick", "stops the body|samples of the law", 0.0)});
  }

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
    if (element_.is_rigid())
      add_own_state("held_force", "N", "Force that holds the body, while it is held and none is given.", 1.0);
    if (element_.reads_displacement())
      add_own_state("own_displacement", "m", "Integral of the velocity, in place of a displacement that is not given.",
                    1e-3);
  }
  void add_own_state(const std::string& name, const std::string& unit, const std::string& doc, double nominal) {
    sheet_.states.push_back(sheet_.unknowns);
    sheet_.variables.push_back({.name = name,
                                .unit = unit,
                                .doc = doc,
                                .kind = Kind::unknown,
                                .index = sheet_.unknowns++,
                                .causality = Causality::output,
                                .initial = Initial::calculated,
                                .nominal = nominal});
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
    sheet_.variables.back().dependencies.push_back(sheet_.place(Kind::unknown, element_.energy_in()));
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
