// The C interface: arguments are judged here, numbers come from the law, and no exception leaves.
#include "stickslip.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <new>
#include <stdexcept>

#include "handle.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/names.hpp"
#include "stickslip/plant/contact_model.hpp"

namespace stickslip::capi {

using namespace io;
using namespace plant;

namespace {

// A refusal with its status.
struct Refusal : std::runtime_error {
  Refusal(stickslip_status s, const std::string& text) : std::runtime_error(text), status(s) {}
  stickslip_status status;
};

[[noreturn]] void bad_argument(const std::string& text) { throw Refusal(STICKSLIP_BAD_ARGUMENT, text); }

void write_text(char* to, std::size_t size, const char* text) noexcept {
  if (to == nullptr || size == 0) return;
  const std::size_t length = std::min(std::strlen(text), size - 1);
  std::memcpy(to, text, length);
  to[length] = '\0';
}

// Does the work; what it throws becomes a status and a text in `error`.
template <class Work>
stickslip_status guard_call(char* error, std::size_t size, Work work) noexcept {
  const auto answer = [&](stickslip_status status, const char* text) {
    write_text(error, size, text);
    return status;
  };
  try {
    work();
    return answer(STICKSLIP_OK, "");
  } catch (const Refusal& refusal) {
    return answer(refusal.status, refusal.what());
  } catch (const UnknownName& unknown) {
    return answer(STICKSLIP_UNKNOWN_NAME, unknown.what());
  } catch (const std::invalid_argument& refused) {
    return answer(STICKSLIP_REFUSED, refused.what());
  } catch (const std::bad_alloc&) {
    return answer(STICKSLIP_NO_MEMORY, "there is not enough memory");
  } catch (const std::exception& failure) {
    return answer(STICKSLIP_FAILED, failure.what());
  } catch (...) {
    return answer(STICKSLIP_FAILED, "an error of unknown kind");
  }
}

template <class Work>
stickslip_status with(stickslip_law* handle, Work work) noexcept {
  if (handle == nullptr) return STICKSLIP_BAD_ARGUMENT;
  return guard_call(handle->error.data(), handle->error.size(), [&] { work(*handle); });
}

template <class T>
T& require_given(T* pointer, const char* what) {
  if (pointer == nullptr) bad_argument(std::string(what) + " is NULL; pass its address");
  return *pointer;
}

std::string_view require_text(const char* text, const char* what) { return &require_given(text, what); }

void check_finite(double value, const std::string& what) {
  if (!std::isfinite(value)) bad_argument(what + " = " + to_text(value) + " is not a finite number");
}

void check_version(int version) {
  if (version == STICKSLIP_API_VERSION) return;
  bad_argument("the program was compiled for version " + std::to_string(version) +
               " of this interface, but the library has version " + std::to_string(STICKSLIP_API_VERSION) +
               "; pass STICKSLIP_API_VERSION, and compile with the stickslip.h of this library");
}

// ---- contacts

bool reads(const stickslip_law& handle, Reads column) {
  const LawInfo& info = law_info(handle.name);
  return includes(info.reads | info.may_read, column);
}

Contact<double> check_contact(const stickslip_law& handle, const stickslip_contact& c) {
  const Contact<double> contact{c.velocity, c.displacement, c.applied, c.mass, c.load, c.pressure, c.temperature};
  for (const ContactColumn& column : contact_table)
    if (!std::isfinite(contact.*column.value))
      check_finite(contact.*column.value, "contact." + std::string(column.name));
  if (c.mass <= 0.0 && reads(handle, Reads::mass))
    bad_argument("contact.mass = " + to_text(c.mass) + " kg must be above 0 for the law " + handle.name +
                 "; begin with STICKSLIP_AT_REST, or set it");
  return contact;
}

Contact<double> check_contact(const stickslip_law& handle, const stickslip_contact* contact) {
  return check_contact(handle, require_given(contact, "the contact"));
}

void put(const Force<double>& f, const char* what, stickslip_force* force) {
  if (!std::isfinite(f.value) || !std::isfinite(f.inertia))
    throw Refusal(STICKSLIP_FAILED, std::string("the force ") + what +
                                        " is not a finite number: the contact or the parameters are too large for "
                                        "double precision; check their units");
  if (force != nullptr) *force = {f.value, f.inertia};
}

void put_quantity(double found, const stickslip_law& handle, const char* what, double* value) {
  double& result = require_given(value, "the result");
  if (!std::isfinite(found))
    throw Refusal(STICKSLIP_NOT_AVAILABLE, "the law " + handle.name + " has no " + what + " here");
  result = found;
}

// ---- creation

NumberTexts format_numbers(const Field& f, std::size_t offset, double standard) {
  return {scalar_name(f, offset),
          std::string(f.symbol),
          std::string(f.unit),
          std::string(f.doc),
          std::string(f.choices),
          f.lower,
          f.upper,
          standard,
          f.scale == Scale::log};
}

std::unique_ptr<stickslip_law> create_law(std::string_view name, std::size_t elements, const ParamGroup& values) {
  auto handle = std::make_unique<stickslip_law>();
  handle->law = make_law(name, elements);
  handle->group = values;
  handle->law->set_params(values.values);
  handle->name = handle->law->name();
  handle->state = handle->law->rest();
  handle->tried = handle->state;
  const ParamGroup standard = law_group(name, elements);
  for (std::size_t k = 0; k < standard.table.size(); ++k)
    for (std::size_t i = 0; i < standard.lengths[k]; ++i)
      handle->parameters.push_back(format_numbers(standard.table[k], i, standard.values[standard.table[k].first + i]));
  for (const Field& f : handle->law->state_fields())
    for (std::size_t i = 0; i < f.width; ++i)
      handle->states.push_back(format_numbers(f, i, handle->state[f.first + i]));
  return handle;
}

std::unique_ptr<stickslip_law> create_by_name(std::string_view name, std::size_t elements) {
  if (elements > 0 && !law_info(name).has_elements)
    bad_argument("the law " + std::string(name) + " has no elements, but " + std::to_string(elements) +
                 " were asked for; pass 0");
  return create_law(name, elements, law_group(name, elements));
}

// ---- parameters

// The numbers that a name means: one, both sides, or all elements.
std::vector<std::size_t> find_meant(const stickslip_law& handle, std::string_view name) {
  (void)handle.group.list(name);  // throws for a name that there is not
  std::vector<std::size_t> found;
  for (std::size_t k = 0; k < handle.group.table.size(); ++k) {
    const Field& f = handle.group.table[k];
    for (std::size_t i = 0; i < handle.group.lengths[k]; ++i)
      if (f.name == name || scalar_name(f, i) == name) found.push_back(f.first + i);
  }
  return found;
}

double find_value(const stickslip_law& handle, std::string_view name) {
  const auto places = find_meant(handle, name);
  const double first = handle.group.values[places.front()];
  for (const std::size_t k : places)
    if (handle.group.values[k] != first)
      throw Refusal(STICKSLIP_REFUSED, std::string(name) + " has several values, among them " + to_text(first) +
                                           " and " + to_text(handle.group.values[k]) +
                                           "; ask for one of them, as stickslip_describe_parameter names them");
  return first;
}

// All changes or none.
void change(stickslip_law& handle, ParamGroup changed) {
  const std::string wrong = complaint(changed);
  if (!wrong.empty())
    throw Refusal(STICKSLIP_REFUSED, wrong + "; change it, or set both together with stickslip_set_many");
  handle.law->set_params(changed.values);
  handle.group = std::move(changed);
}

void assign_number(ParamGroup& group, const char* name, double value) {
  const std::string_view key = require_text(name, "the name of a parameter");
  check_finite(value, std::string(key));
  assign(group, key, {.numbers = {value}});
}

// ---- states

void check_count(std::size_t count, std::size_t wanted) {
  if (count != wanted)
    bad_argument(std::to_string(count) + " numbers are given for a state of " + std::to_string(wanted) +
                 "; pass stickslip_state_count()");
}

// A mode is one of its choices. Other states may be anything finite: a soft law deflects beyond the bounds of its
// table.
void check_state(const stickslip_law& handle, const double* values) {
  for (std::size_t k = 0; k < handle.states.size(); ++k) {
    const NumberTexts& s = handle.states[k];
    check_finite(values[k], s.name);
    const bool is_mode = !s.choices.empty();
    if (is_mode && (values[k] < s.lower || values[k] > s.upper || values[k] != std::round(values[k])))
      throw Refusal(STICKSLIP_REFUSED, s.name + " = " + to_text(values[k]) +
                                           " is not a mode; it is a whole number from " + to_text(s.lower) + " to " +
                                           to_text(s.upper) + ", one of " + s.choices);
  }
}

void describe(const std::vector<NumberTexts>& all, std::size_t index, stickslip_number* number, const char* what) {
  stickslip_number& to = require_given(number, "the description");
  if (index >= all.size())
    bad_argument(std::string(what) + " " + std::to_string(index) + " is asked for, but there are " +
                 std::to_string(all.size()) + ", counted from 0");
  const NumberTexts& t = all[index];
  to = {t.name.c_str(), t.symbol.c_str(), t.unit.c_str(), t.description.c_str(), t.choices.c_str(),
        t.lower,        t.upper,          t.standard,     t.is_log_scale ? 1 : 0};
}

}  // namespace
}  // namespace stickslip::capi

using namespace stickslip;
using namespace stickslip::capi;

extern "C" {

int stickslip_api_version(void) { return STICKSLIP_API_VERSION; }

const char* stickslip_version(void) { return STICKSLIP_VERSION; }

size_t stickslip_law_count(void) {
  size_t count = 0;
  (void)guard_call(nullptr, 0, [&] { count = law_catalogue().size(); });
  return count;
}

// The texts of the catalogue are literals, which end with 0.
stickslip_status stickslip_describe_law(size_t index, stickslip_law_info* info) {
  return guard_call(nullptr, 0, [&] {
    if (info == nullptr || index >= law_catalogue().size()) bad_argument("no such law");
    const LawInfo& law = law_catalogue()[index];
    *info = {law.name.data(),     law.title.data(),       law.source.data(),       law.equation.data(),
             unsigned(law.reads), unsigned(law.may_read), law.has_elements ? 1 : 0};
  });
}

stickslip_law* stickslip_create(int api_version, const char* name, size_t elements, char* error, size_t error_size) {
  std::unique_ptr<stickslip_law> handle;
  (void)guard_call(error, error_size, [&] {
    check_version(api_version);
    handle = create_by_name(require_text(name, "the name of the law"), elements);
  });
  return handle.release();
}

stickslip_law* stickslip_create_from_toml(int api_version, const char* toml, char* error, size_t error_size) {
  std::unique_ptr<stickslip_law> handle;
  (void)guard_call(error, error_size, [&] {
    check_version(api_version);
    const Model model = model_from_toml(require_text(toml, "the text of the model"), "model");
    handle = create_law(model.law, model.elements, model.group);
  });
  return handle.release();
}

stickslip_law* stickslip_copy(stickslip_law* law) {
  std::unique_ptr<stickslip_law> handle;
  (void)with(law, [&](stickslip_law& from) {
    handle = std::make_unique<stickslip_law>();
    handle->law = from.law->copy();
    handle->group = from.group;
    handle->parameters = from.parameters;
    handle->states = from.states;
    handle->state = from.state;
    handle->tried = from.tried;
    handle->last = from.last;
    handle->name = from.name;
  });
  return handle.release();
}

stickslip_status stickslip_reset(stickslip_law* law, const stickslip_contact* start) {
  return with(law, [&](stickslip_law& handle) {
    const Contact<double> at = start == nullptr ? Contact<double>{} : check_contact(handle, start);
    handle.state = handle.law->rest();
    handle.last = at;
  });
}

void stickslip_destroy(stickslip_law* law) { delete law; }

const char* stickslip_error(const stickslip_law* law) {
  return law == nullptr ? "the handle is NULL; stickslip_create returned it with a text in its error"
                        : law->error.data();
}

const char* stickslip_name(const stickslip_law* law) { return law == nullptr ? "" : law->name.c_str(); }

size_t stickslip_parameter_count(const stickslip_law* law) { return law == nullptr ? 0 : law->parameters.size(); }

stickslip_status stickslip_describe_parameter(stickslip_law* law, size_t index, stickslip_number* number) {
  return with(law, [&](stickslip_law& handle) { describe(handle.parameters, index, number, "parameter"); });
}

stickslip_status stickslip_get(stickslip_law* law, const char* name, double* value) {
  return with(law, [&](stickslip_law& handle) {
    require_given(value, "the result") = find_value(handle, require_text(name, "the name of the parameter"));
  });
}

stickslip_status stickslip_set(stickslip_law* law, const char* name, double value) {
  return stickslip_set_many(law, &name, &value, 1);
}

stickslip_status stickslip_set_many(stickslip_law* law, const char* const* names, const double* values, size_t count) {
  return with(law, [&](stickslip_law& handle) {
    if (count == 0) return;
    require_given(names, "the list of names");
    require_given(values, "the list of values");
    ParamGroup changed = handle.group;
    for (std::size_t i = 0; i < count; ++i) assign_number(changed, names[i], values[i]);
    change(handle, std::move(changed));
  });
}

stickslip_status stickslip_set_text(stickslip_law* law, const char* name, const char* value) {
  return with(law, [&](stickslip_law& handle) {
    ParamGroup changed = handle.group;
    assign(changed, require_text(name, "the name of the parameter"), value_from_text(require_text(value, "the value")));
    change(handle, std::move(changed));
  });
}

stickslip_status stickslip_step(stickslip_law* law, const stickslip_contact* now, double h, stickslip_force* force) {
  return with(law, [&](stickslip_law& handle) {
    const Contact<double> after = check_contact(handle, now);
    if (!(h >= 0.0) || !std::isfinite(h))
      bad_argument("h = " + to_text(h) + " s is not a valid step; it must be finite and not below 0");
    std::ranges::copy(handle.state, handle.tried.begin());
    const Force<double> found = handle.law->step(handle.last, after, handle.tried, h);
    if (!std::ranges::all_of(handle.tried, [](double x) { return std::isfinite(x); }))
      throw Refusal(STICKSLIP_FAILED,
                    "the state after this step is not finite: the contact or the parameters are too large for double "
                    "precision; check their units");
    put(found, "after this step", force);
    std::swap(handle.state, handle.tried);
    handle.last = after;
  });
}

stickslip_status stickslip_force_at(stickslip_law* law, const stickslip_contact* contact, stickslip_force* force) {
  return with(law, [&](stickslip_law& handle) {
    const Contact<double> at = check_contact(handle, contact);
    put(handle.law->force(at, handle.state), "in this contact", &require_given(force, "the result"));
  });
}

stickslip_status stickslip_steady_state(stickslip_law* law, const stickslip_contact* contact, double* force) {
  return with(law, [&](stickslip_law& handle) {
    put_quantity(handle.law->steady_state(check_contact(handle, contact)), handle, "steady state", force);
  });
}

stickslip_status stickslip_stored_energy(stickslip_law* law, double* energy) {
  return with(law, [&](stickslip_law& handle) {
    put_quantity(handle.law->stored_energy(handle.last, handle.state), handle, "stored energy", energy);
  });
}

size_t stickslip_state_count(const stickslip_law* law) { return law == nullptr ? 0 : law->state.size(); }

stickslip_status stickslip_describe_state(stickslip_law* law, size_t index, stickslip_number* number) {
  return with(law, [&](stickslip_law& handle) { describe(handle.states, index, number, "state"); });
}

stickslip_status stickslip_get_state(stickslip_law* law, double* values, size_t count) {
  return with(law, [&](stickslip_law& handle) {
    check_count(count, handle.state.size());
    if (count > 0) std::ranges::copy(handle.state, &require_given(values, "the list of numbers"));
  });
}

stickslip_status stickslip_set_state(stickslip_law* law, const double* values, size_t count) {
  return with(law, [&](stickslip_law& handle) {
    check_count(count, handle.state.size());
    if (count == 0) return;
    check_state(handle, &require_given(values, "the list of numbers"));
    std::copy_n(values, count, handle.state.begin());
  });
}

stickslip_status stickslip_get_contact(stickslip_law* law, stickslip_contact* last) {
  return with(law, [&](stickslip_law& handle) {
    const Contact<double>& c = handle.last;
    require_given(last, "the contact") = {c.velocity, c.displacement, c.applied,    c.mass,
                                          c.load,     c.pressure,     c.temperature};
  });
}

stickslip_status stickslip_set_contact(stickslip_law* law, const stickslip_contact* last) {
  return with(law, [&](stickslip_law& handle) { handle.last = check_contact(handle, last); });
}

const char* stickslip_mode(stickslip_law* law) {
  const bool told = with(law, [](stickslip_law& handle) {
                      handle.mode = mode_text(handle.law->state_fields(), handle.state);
                    }) == STICKSLIP_OK;
  return told ? law->mode.c_str() : "";
}

}  // extern "C"
