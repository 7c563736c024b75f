// Laws: their list, and one law with parameters and a state.
#include <algorithm>
#include <cmath>
#include <optional>

#include "convert.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/plant/contact_model.hpp"

namespace stickslip::python {

using namespace io;
using namespace plant;

namespace {

struct HeldLaw {
  std::unique_ptr<AnyLaw> law;
  ParamGroup group;
  std::size_t elements = 0;
  std::vector<double> state;
  std::optional<Contact<double>> last = {};  // none: at rest since ever

  HeldLaw(const std::string& name, std::size_t n) : law(make_law(name, n)), group(law_group(name, n)), elements(n) {
    if (n > 0 && !law_info(name).has_elements)
      throw std::invalid_argument("the law " + name + " has no elements; leave elements out");
    state = law->rest();
  }

  // All values or none.
  void take(ParamGroup changed) {
    const std::string wrong = complaint(changed);
    if (!wrong.empty()) throw std::invalid_argument(wrong);
    law->set_params(changed.values);
    group = std::move(changed);
  }
};

// ---- parameters

void assign_all(HeldLaw& held, const py::list& items) {
  ParamGroup changed = held.group;
  for (const Setting& s : settings_from(items)) assign(changed, s.key, s.value);
  held.take(std::move(changed));
}

std::size_t field_index(const HeldLaw& held, std::string_view name) {
  const auto& table = held.group.table;
  return std::size_t(std::find_if(table.begin(), table.end(), [name](const Field& f) { return f.name == name; }) -
                     table.begin());
}

// A number, (forward, back), a list of elements, or the name of a choice.
py::object field_value(const HeldLaw& held, std::size_t k) {
  const Field& f = held.group.table[k];
  const auto values = held.group.list(f.name);
  if (!f.choices.empty()) {
    const std::string quoted = value_text(held.group, f);
    return py::str(quoted.substr(1, quoted.size() - 2));
  }
  if (f.shape == Shape::elements) return py::cast(std::vector<double>(values.begin(), values.end()));
  if (f.shape == Shape::sides && values[0] != values[1]) return py::make_tuple(values[0], values[1]);
  return py::float_(values[0]);
}

py::object find_value(const HeldLaw& held, const std::string& name) {
  const auto values = held.group.list(name);  // throws for a name that there is not
  if (const std::size_t k = field_index(held, name); k < held.group.table.size()) return field_value(held, k);
  const Field& f = held.group.table[field_index(held, std::string_view(name).substr(0, name.find_first_of(".[")))];
  std::size_t offset = 0;
  while (scalar_name(f, offset) != name) ++offset;
  return py::float_(values[offset]);
}

py::dict list_values(const HeldLaw& held) {
  py::dict all;
  for (std::size_t k = 0; k < held.group.table.size(); ++k)
    all[py::str(std::string(held.group.table[k].name))] = field_value(held, k);
  return all;
}

// ---- one contact

Contact<double> contact_from(double velocity, double displacement, double applied, double mass, double load,
                             double pressure, double temperature) {
  const Contact<double> contact{velocity, displacement, applied, mass, load, pressure, temperature};
  for (const ContactColumn& c : contact_table)
    if (const double value = contact.*c.value; !std::isfinite(value))
      throw std::invalid_argument(std::string(c.name) + " = " + to_text(value) + " is not a finite number");
  if (mass <= 0.0) throw std::invalid_argument("mass = " + to_text(mass) + " kg must be above 0");
  return contact;
}

void check_step(double dt) {
  if (!(dt > 0.0) || !std::isfinite(dt))
    throw std::invalid_argument("dt = " + to_text(dt) + " s must be a positive number of seconds");
}

// Without a displacement it is the integral of the velocity by trapezoids, as in simulate().
double step(HeldLaw& held, double velocity, double dt, std::optional<double> displacement, double applied, double mass,
            double load, double pressure, double temperature) {
  check_step(dt);
  const Contact<double> before = held.last.value_or(Contact<double>{});
  const double moved = before.displacement + (before.velocity + velocity) / 2.0 * dt;
  const Contact<double> now =
      contact_from(velocity, displacement.value_or(moved), applied, mass, load, pressure, temperature);
  std::vector<double> tried = held.state;
  const Force<double> f = held.law->step(before, now, tried, dt);
  const double force = f.value + f.inertia * (now.velocity - before.velocity) / dt;
  if (!std::isfinite(force))
    throw std::invalid_argument("the force after this step is not finite: check the units of motion and parameters");
  held.state = std::move(tried);
  held.last = now;
  return force;
}

std::vector<double> state_or(const HeldLaw& held, const py::object& given) {
  if (given.is_none()) return held.state;
  const Array array = array_from(given, "state");
  const auto values = make_span(array);
  if (values.size() != held.state.size())
    throw std::invalid_argument("state has " + std::to_string(values.size()) + " numbers, but the law " +
                                std::string(held.law->name()) + " has " + std::to_string(held.state.size()));
  check_finite(values, "state");
  return {values.begin(), values.end()};
}

py::array rate(const HeldLaw& held, double velocity, const py::object& state, double displacement, double applied,
               double mass, double load, double pressure, double temperature) {
  const auto at = contact_from(velocity, displacement, applied, mass, load, pressure, temperature);
  const auto s = state_or(held, state);
  std::vector<double> slope(s.size());
  held.law->rate(at, s, slope);
  return make_array(std::move(slope));
}

Force<double> force(const HeldLaw& held, double velocity, const py::object& state, double displacement, double applied,
                    double mass, double load, double pressure, double temperature) {
  const auto at = contact_from(velocity, displacement, applied, mass, load, pressure, temperature);
  return held.law->force(at, state_or(held, state));
}

// ---- whole motions

// A column of a motion: nothing, one number, or as many as there are samples.
class MotionColumn {
 public:
  MotionColumn(const py::object& given, const std::string& name, double& still) {
    if (given.is_none()) return;
    array_ = array_from(given, name);
    if (array_.ndim() == 0) {
      still = array_.data()[0];
      check_finite({&still, 1}, name);
      array_ = Array();
      return;
    }
    if (array_.ndim() != 1)
      throw std::invalid_argument(name + " has " + std::to_string(array_.ndim()) + " dimensions; give a column, or " +
                                  "one number");
    is_column_ = true;
    check_finite(make_span(array_), name);
  }

  std::span<const double> samples(const std::string& name, std::size_t wanted) const {
    if (!is_column_) return {};
    if (std::size_t(array_.size()) != wanted)
      throw std::invalid_argument(name + " has " + std::to_string(array_.size()) + " samples, but velocity has " +
                                  std::to_string(wanted));
    return make_span(array_);
  }
  bool is_column() const { return is_column_; }
  std::size_t size() const { return std::size_t(array_.size()); }

 private:
  Array array_ = {};
  bool is_column_ = false;
};

// Memory for the forces: what was given, or new.
py::array_t<double> room_for(const py::object& out, std::size_t samples) {
  if (out.is_none()) return py::array_t<double>(py::ssize_t(samples));
  if (!py::isinstance<py::array_t<double>>(out)) throw py::type_error("out must be an array of float64");
  auto room = py::reinterpret_borrow<py::array_t<double>>(out);
  const bool fits = room.ndim() == 1 && std::size_t(room.size()) == samples && room.writeable() &&
                    (room.flags() & py::array::c_style) != 0;
  if (!fits)
    throw std::invalid_argument("out must be a contiguous, writeable column of " + std::to_string(samples) +
                                " samples");
  return room;
}

// Sample k of a motion; without a column of displacements it is the one given.
Contact<double> contact_at(const MotionColumns& m, std::size_t k, double displacement) {
  const auto at = [k](std::span<const double> column, double still) { return column.empty() ? still : column[k]; };
  return {m.velocity[k],
          at(m.displacement, displacement),
          at(m.applied, m.still.applied),
          at(m.mass, m.still.mass),
          at(m.load, m.still.load),
          at(m.pressure, m.still.pressure),
          at(m.temperature, m.still.temperature)};
}

// The way of a motion by trapezoids, from still.displacement on, as AnyLaw::follow has it.
double displacement_at_end(const MotionColumns& m, double dt) {
  double x = m.still.displacement;
  for (std::size_t k = 1; k < m.velocity.size(); ++k) x += (m.velocity[k - 1] + m.velocity[k]) / 2.0 * dt;
  return x;
}

// Goes on from the last contact to the first sample and along the motion; forces[k] is the force at sample k.
Contact<double> follow_on(const AnyLaw& law, const std::optional<Contact<double>>& last, MotionColumns motion,
                          double dt, std::vector<double>& state, std::span<double> forces) {
  std::optional<double> first;
  if (last) {
    motion.still.displacement = last->displacement + (last->velocity + motion.velocity[0]) / 2.0 * dt;
    const Contact<double> now = contact_at(motion, 0, motion.still.displacement);
    const Force<double> f = law.step(*last, now, state, dt);
    first = f.value + f.inertia * (now.velocity - last->velocity) / dt;
  }
  law.follow(motion, dt, state, forces);
  if (first) forces[0] = *first;
  return contact_at(motion, motion.velocity.size() - 1, displacement_at_end(motion, dt));
}

py::array_t<double> simulate(HeldLaw& held, const py::object& velocity, double dt, const py::object& displacement,
                             const py::object& applied, const py::object& mass, const py::object& load,
                             const py::object& pressure, const py::object& temperature, const py::object& out,
                             bool resume) {
  check_step(dt);
  MotionColumns motion;
  const MotionColumn v(velocity, "velocity", motion.still.velocity);
  if (!v.is_column()) throw std::invalid_argument("velocity must be a column of samples");
  const MotionColumn x(displacement, "displacement", motion.still.displacement);
  const MotionColumn a(applied, "applied", motion.still.applied), m(mass, "mass", motion.still.mass);
  const MotionColumn l(load, "load", motion.still.load), p(pressure, "pressure", motion.still.pressure);
  const MotionColumn t(temperature, "temperature", motion.still.temperature);
  const std::size_t n = v.size();
  motion.velocity = v.samples("velocity", n);
  motion.displacement = x.samples("displacement", n);
  motion.applied = a.samples("applied", n);
  motion.mass = m.samples("mass", n);
  motion.load = l.samples("load", n);
  motion.pressure = p.samples("pressure", n);
  motion.temperature = t.samples("temperature", n);
  py::array_t<double> forces = room_for(out, n);
  if (n == 0) return forces;
  const std::span<double> room(forces.mutable_data(), n);
  std::vector<double> state = resume ? held.state : held.law->rest();
  std::optional<Contact<double>> last = resume ? held.last : std::nullopt;
  const std::unique_ptr<AnyLaw> law = held.law->copy();  // another thread may set parameters meanwhile
  {
    const py::gil_scoped_release free;
    if (resume)
      last = follow_on(*law, last, motion, dt, state, room);
    else
      law->follow(motion, dt, state, room);
  }
  check_finite(room, "the force");
  if (resume) {
    held.state = std::move(state);
    held.last = last;
  }
  return forces;
}

py::array_t<double> steady_state(const HeldLaw& held, const py::object& given, double load, double pressure,
                                 double temperature) {
  if (!law_info(held.law->name()).has_steady_state)
    throw std::invalid_argument("the law " + std::string(held.law->name()) + " has no steady state in closed form");
  const Array velocity = array_from(given, "velocity");
  check_finite(make_span(velocity), "velocity");
  const std::vector<py::ssize_t> shape(velocity.shape(), velocity.shape() + velocity.ndim());
  py::array_t<double> forces(shape);
  const std::span<double> room(forces.mutable_data(), std::size_t(forces.size()));
  const auto speeds = make_span(velocity);
  Contact<double> at = contact_from(0.0, 0.0, 0.0, 1.0, load, pressure, temperature);
  const std::unique_ptr<AnyLaw> law = held.law->copy();
  const py::gil_scoped_release free;
  for (std::size_t i = 0; i < room.size(); ++i) {
    at.velocity = speeds[i];
    room[i] = law->steady_state(at);
  }
  return forces;
}

// ---- the list

py::dict field_dict(const Field& f, std::span<const double> standard) {
  constexpr const char* shapes[] = {"single", "sides", "elements"};
  py::dict d;
  d["name"] = std::string(f.name);
  d["symbol"] = std::string(f.symbol);
  d["unit"] = std::string(f.unit);
  d["description"] = std::string(f.doc);
  d["lower"] = f.lower;
  d["upper"] = f.upper;
  d["default"] = standard[f.first];
  d["scale"] = f.scale == Scale::log ? "log" : "linear";
  d["shape"] = shapes[std::size_t(f.shape)];
  d["choices"] = std::string(f.choices);
  return d;
}

py::list law_list() {
  py::list all;
  for (const LawInfo& info : law_catalogue()) {
    py::dict d;
    d["name"] = std::string(info.name);
    d["title"] = std::string(info.title);
    d["source"] = std::string(info.source);
    d["equation"] = std::string(info.equation);
    d["reads"] = to_text(info.reads);
    d["may_read"] = to_text(info.may_read);
    d["has_elements"] = info.has_elements;
    d["has_steady_state"] = info.has_steady_state;
    d["has_stored_energy"] = info.has_stored_energy;
    py::list parameters;
    for (const Field& f : info.params) parameters.append(field_dict(f, info.defaults));
    d["parameters"] = parameters;
    py::list states;
    for (const Column& c : state_columns(info.states)) states.append(py::make_tuple(c.name, c.unit));
    d["states"] = states;
    all.append(d);
  }
  return all;
}

// name, elements, values of a model's file.
py::tuple model_from(const std::string& text, const std::string& file) {
  const Model model = model_from_toml(text, file);
  return py::make_tuple(model.law, model.elements, model.group.values);
}

void set_values(HeldLaw& held, const std::vector<double>& values) {
  if (values.size() != held.group.values.size())
    throw std::invalid_argument(std::to_string(values.size()) + " values are given for the " +
                                std::to_string(held.group.values.size()) + " of the law " +
                                std::string(held.law->name()));
  ParamGroup changed = held.group;
  changed.values = values;
  held.take(std::move(changed));
}

double stored_energy(const HeldLaw& held) {
  const double energy = held.law->stored_energy(held.last.value_or(Contact<double>{}), held.state);
  if (!std::isfinite(energy))
    throw std::invalid_argument("the law " + std::string(held.law->name()) + " tells no stored energy");
  return energy;
}

py::object contact_tuple(const HeldLaw& held) {
  if (!held.last) return py::none();
  const Contact<double>& c = *held.last;
  return py::make_tuple(c.velocity, c.displacement, c.applied, c.mass, c.load, c.pressure, c.temperature);
}

}  // namespace

void add_laws(py::module_& m) {
  m.def("law_list", &law_list);
  m.def("model_from", &model_from);
  py::class_<HeldLaw>(m, "Law")
      .def(py::init<const std::string&, std::size_t>(), py::arg("name"), py::arg("elements") = 0)
      .def_property_readonly("_name", [](const HeldLaw& h) { return std::string(h.law->name()); })
      .def_property_readonly("_elements", [](const HeldLaw& h) { return h.elements; })
      .def("_assign", &assign_all)
      .def("_value", &find_value)
      .def("_values", &list_values)
      .def("_get_all", [](const HeldLaw& h) { return h.group.values; })
      .def("_set_all", &set_values)
      .def("_get_state", [](const HeldLaw& h) { return make_array(h.state); })
      .def("_set_state", [](HeldLaw& h, const py::object& values) { h.state = state_or(h, values); })
      .def("_get_contact", &contact_tuple)
      .def("_set_contact", [](HeldLaw& h, double v, double x, double applied, double mass, double load, double p,
                              double t) { h.last = contact_from(v, x, applied, mass, load, p, t); })
      .def("_reset", [](HeldLaw& h) { h.state = h.law->rest(), h.last.reset(); })
      .def("_mode", [](const HeldLaw& h) { return mode_text(h.law->state_fields(), h.state); })
      .def("_stored_energy", &stored_energy)
      .def("_step", &step)
      .def("_rate", &rate)
      .def("_force",
           [](const HeldLaw& h, double v, const py::object& state, double x, double applied, double mass, double load,
              double p, double t) { return force(h, v, state, x, applied, mass, load, p, t).value; })
      .def("_inertia",
           [](const HeldLaw& h, double v, const py::object& state, double x, double applied, double mass, double load,
              double p, double t) { return force(h, v, state, x, applied, mass, load, p, t).inertia; })
      .def("_simulate", &simulate)
      .def("_steady_state", &steady_state);
}

}  // namespace stickslip::python
