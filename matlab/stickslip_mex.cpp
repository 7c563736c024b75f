// The one MEX file of Stickslip: stickslip_mex(COMMAND, ...) behind ss_laws, ss_step, ss_simulate and ss_identify.
//
// Built by mkoctfile --mex for Octave and by mex for MATLAB (build_stickslip.m). Only the C interface of MEX is used,
// which both have. Errors carry identifiers: stickslip:usage, stickslip:unknownName, stickslip:invalidArgument,
// stickslip:failed.
#include <mex.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "stickslip/friction/any_law.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/io/recordings.hpp"
#include "stickslip/names.hpp"

#ifndef STICKSLIP_VERSION
#define STICKSLIP_VERSION "built by build_stickslip.m"
#endif

namespace {

using namespace stickslip;
using namespace stickslip::identify;
using namespace stickslip::io;
using namespace stickslip::measurement;

using Arguments = std::vector<const mxArray*>;

// A command called in a way that it does not know.
struct WrongUse : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

// ---- values out of MATLAB

std::string text_in(const mxArray* value, const std::string& what) {
  if (value == nullptr || !mxIsChar(value)) throw WrongUse(what + " must be a text");
  char* raw = mxArrayToString(value);
  if (raw == nullptr) throw WrongUse(what + " must be a text in one row");
  std::string text(raw);
  mxFree(raw);
  return text;
}

// Numbers as they lie in memory: nothing is copied.
std::span<const double> numbers_in(const mxArray* value, const std::string& what) {
  if (value == nullptr || !mxIsDouble(value) || mxIsComplex(value) || mxIsSparse(value))
    throw WrongUse(what + " must be real numbers of class double");
  return {mxGetPr(value), mxGetNumberOfElements(value)};
}

double number_in(const mxArray* value, const std::string& what) {
  if (value != nullptr && mxIsLogical(value) && mxGetNumberOfElements(value) == 1)
    return mxIsLogicalScalarTrue(value) ? 1.0 : 0.0;
  const auto all = numbers_in(value, what);
  if (all.size() != 1) throw WrongUse(what + " must be one number, not " + std::to_string(all.size()));
  return all[0];
}

std::vector<std::string> texts_in(const mxArray* value, const std::string& what) {
  if (mxIsChar(value)) return {text_in(value, what)};
  if (!mxIsCell(value)) throw WrongUse(what + " must be a text or a cell of texts");
  std::vector<std::string> all;
  for (std::size_t i = 0; i < mxGetNumberOfElements(value); ++i) all.push_back(text_in(mxGetCell(value, i), what));
  return all;
}

void need_struct(const mxArray* value, const std::string& what) {
  if (!mxIsStruct(value) || mxGetNumberOfElements(value) != 1) throw WrongUse(what + " must be one struct");
}

// Calls visit(name, value) for every field of a struct.
void each_field(const mxArray* value, const std::function<void(const std::string&, const mxArray*)>& visit) {
  for (int k = 0; k < mxGetNumberOfFields(value); ++k)
    visit(mxGetFieldNameByNumber(value, k), mxGetFieldByNumber(value, 0, k));
}

// A value of a parameter: a number, numbers or the name of a choice.
ParamValue param_in(const mxArray* value, const std::string& name) {
  if (mxIsChar(value)) return {.text = text_in(value, name)};
  const auto numbers = numbers_in(value, name);
  return {.numbers = {numbers.begin(), numbers.end()}, .is_list = numbers.size() != 1};
}

// The longest list of a struct of parameters: how many elements were meant.
std::size_t elements_in(const mxArray* params, const LawInfo& law) {
  if (!law.has_elements) return 0;
  std::size_t count = 0;
  each_field(params, [&](const std::string& name, const mxArray* value) {
    const auto field =
        std::find_if(law.params.begin(), law.params.end(), [&](const Field& f) { return f.name == name; });
    if (field != law.params.end() && field->shape == Shape::elements)
      count = std::max(count, mxGetNumberOfElements(value));
  });
  return count;
}

struct GivenLaw {
  std::unique_ptr<AnyLaw> law;
  ParamGroup group;
};

// A law by its name and a struct of parameters; what the struct leaves out has the law's own value.
GivenLaw law_in(const mxArray* name, const mxArray* params) {
  const std::string law = text_in(name, "the law");
  const LawInfo& info = law_info(law);
  const bool none = params == nullptr || mxIsEmpty(params);
  if (!none) need_struct(params, "the parameters");
  const std::size_t elements = none ? 0 : elements_in(params, info);
  GivenLaw given{make_law(law, elements), law_group(law, elements)};
  if (!none)
    each_field(params,
               [&](const std::string& key, const mxArray* value) { assign(given.group, key, param_in(value, key)); });
  if (const std::string wrong = complaint(given.group); !wrong.empty()) throw std::invalid_argument(wrong);
  given.law->set_params(given.group.values);
  return given;
}

// A column of a motion as long as it is: that of contact_table with the same place.
constexpr std::array<std::span<const double> MotionColumns::*, contact_table.size()> motion_columns{
    &MotionColumns::velocity, &MotionColumns::displacement, &MotionColumns::applied,    &MotionColumns::mass,
    &MotionColumns::load,     &MotionColumns::pressure,     &MotionColumns::temperature};

// Its place in contact_table.
std::size_t contact_column(const std::string& name) {
  std::vector<std::string_view> names;
  for (std::size_t k = 0; k < contact_table.size(); ++k) {
    if (name == contact_table[k].name) return k;
    names.push_back(contact_table[k].name);
  }
  throw UnknownName("column of a contact", name, names);
}

Contact<double> contact_in(const mxArray* value, const std::string& what) {
  Contact<double> c;
  if (mxIsDouble(value)) {
    c.velocity = number_in(value, what);
  } else {
    need_struct(value, what);
    each_field(value, [&](const std::string& name, const mxArray* x) {
      c.*contact_table[contact_column(name)].value = number_in(x, what + "." + name);
    });
  }
  for (const ContactColumn& column : contact_table)
    if (!std::isfinite(c.*column.value))
      throw std::invalid_argument(what + "." + std::string(column.name) + " is not finite");
  return c;
}

std::vector<double> state_in(const mxArray* value, const AnyLaw& law) {
  std::vector<double> state = law.rest();
  if (value == nullptr || mxIsEmpty(value)) return state;
  const auto given = numbers_in(value, "the state");
  if (given.size() != state.size())
    throw std::invalid_argument("the state has " + std::to_string(given.size()) + " numbers; the law " +
                                std::string(law.name()) + " has " + std::to_string(state.size()) +
                                ": take the state that ss_step returned, or []");
  return {given.begin(), given.end()};
}

// ---- values into MATLAB

mxArray* number_out(double x) { return mxCreateDoubleScalar(x); }
mxArray* text_out(std::string_view text) { return mxCreateString(std::string(text).c_str()); }

mxArray* column_out(std::span<const double> values) {
  mxArray* a = mxCreateDoubleMatrix(values.size(), 1, mxREAL);
  std::copy(values.begin(), values.end(), mxGetPr(a));
  return a;
}

mxArray* texts_out(const std::vector<std::string>& texts) {
  mxArray* cell = mxCreateCellMatrix(texts.size(), 1);
  for (std::size_t i = 0; i < texts.size(); ++i) mxSetCell(cell, i, text_out(texts[i]));
  return cell;
}

mxArray* struct_out(std::size_t rows, std::initializer_list<const char*> names) {
  std::vector<const char*> all(names);
  return mxCreateStructMatrix(rows, 1, int(all.size()), all.data());
}

void put(mxArray* s, std::size_t row, const char* name, mxArray* value) { mxSetField(s, row, name, value); }

// The scalars of a field that are in use; of two directions with the same value, one.
std::vector<double> shown_values(const ParamGroup& group, const Field& f) {
  const auto all = group.list(f.name);
  if (f.shape == Shape::sides && all[0] == all[1]) return {all[0]};
  return {all.begin(), all.end()};
}

mxArray* params_out(const ParamGroup& group) {
  mxArray* s = mxCreateStructMatrix(1, 1, 0, nullptr);
  for (const Field& f : group.table) {
    const std::string name(f.name);
    mxAddField(s, name.c_str());
    put(s, 0, name.c_str(), column_out(shown_values(group, f)));
  }
  return s;
}

mxArray* table_out(const ParamGroup& group) {
  mxArray* s = struct_out(group.table.size(), {"name", "symbol", "unit", "meaning", "lower", "upper", "value"});
  for (std::size_t i = 0; i < group.table.size(); ++i) {
    const Field& f = group.table[i];
    put(s, i, "name", text_out(f.name));
    put(s, i, "symbol", text_out(f.symbol));
    put(s, i, "unit", text_out(f.unit));
    put(s, i, "meaning", text_out(f.doc));
    put(s, i, "lower", number_out(f.lower));
    put(s, i, "upper", number_out(f.upper));
    put(s, i, "value", column_out(shown_values(group, f)));
  }
  return s;
}

// ---- commands

void describe(mxArray* s, std::size_t row, const LawInfo& law) {
  const ParamGroup group = law_group(law.name);
  std::vector<std::string> states;
  for (const Field& f : law.states)
    for (std::size_t i = 0; i < f.width; ++i) states.push_back(scalar_name(f, i));
  put(s, row, "name", text_out(law.name));
  put(s, row, "title", text_out(law.title));
  put(s, row, "source", text_out(law.source));
  put(s, row, "equation", text_out(law.equation));
  put(s, row, "reads", text_out(to_text(law.reads)));
  put(s, row, "may_read", text_out(to_text(law.may_read)));
  put(s, row, "states", texts_out(states));
  put(s, row, "table", table_out(group));
  put(s, row, "params", params_out(group));
}

void laws(mxArray** out, const Arguments& in) {
  if (in.size() > 1) throw WrongUse("ss_laws takes the name of a law, or nothing");
  const auto all = law_catalogue();
  const bool one = !in.empty();
  mxArray* s = struct_out(one ? 1 : all.size(),
                          {"name", "title", "source", "equation", "reads", "may_read", "states", "table", "params"});
  if (one)
    describe(s, 0, law_info(text_in(in[0], "the law")));
  else
    for (std::size_t i = 0; i < all.size(); ++i) describe(s, i, all[i]);
  out[0] = s;
}

double step_in(const mxArray* value, bool zero_allowed) {
  const double h = number_in(value, "the step");
  if (!std::isfinite(h) || h < 0.0 || (h == 0.0 && !zero_allowed))
    throw std::invalid_argument("the step " + to_text(h) + " must be a positive number of seconds");
  return h;
}

void step(mxArray** out, const Arguments& in) {
  if (in.size() != 6) throw WrongUse("ss_step takes law, params, state, before, after and h");
  const GivenLaw given = law_in(in[0], in[1]);
  std::vector<double> state = state_in(in[2], *given.law);
  const Contact<double> before = contact_in(in[3], "before"), after = contact_in(in[4], "after");
  const Force<double> f = given.law->step(before, after, state, step_in(in[5], true));
  out[0] = number_out(f.value);
  out[1] = column_out(state);
  out[2] = number_out(f.inertia);
}

// A column vector of velocities, or a struct of columns and constants.
MotionColumns motion_in(const mxArray* value) {
  MotionColumns m;
  if (mxIsDouble(value)) {
    m.velocity = numbers_in(value, "the velocity");
  } else {
    need_struct(value, "the motion");
    each_field(value, [&](const std::string& name, const mxArray* x) {
      const std::size_t k = contact_column(name);
      const auto numbers = numbers_in(x, "motion." + name);
      if (numbers.size() == 1 && name != "velocity")
        m.still.*contact_table[k].value = numbers[0];
      else
        m.*motion_columns[k] = numbers;
    });
  }
  if (m.velocity.empty()) throw std::invalid_argument("the motion has no velocity: give a column of numbers");
  for (std::size_t c = 0; c < contact_table.size(); ++c) {
    const ContactColumn& column = contact_table[c];
    const auto samples = m.*motion_columns[c];
    if (!samples.empty() && samples.size() != m.velocity.size())
      throw std::invalid_argument("motion." + std::string(column.name) + " has " + std::to_string(samples.size()) +
                                  " samples, the velocity " + std::to_string(m.velocity.size()));
    for (std::size_t k = 0; k < samples.size(); ++k)
      if (!std::isfinite(samples[k]))
        throw std::invalid_argument("motion." + std::string(column.name) + "(" + std::to_string(k + 1) +
                                    ") is not finite: take such samples out");
    if (!std::isfinite(m.still.*column.value))
      throw std::invalid_argument("motion." + std::string(column.name) + " is not finite");
  }
  return m;
}

void need_columns(const LawInfo& law, const mxArray* motion) {
  std::vector<std::string> columns;
  if (mxIsStruct(motion)) each_field(motion, [&](const std::string& name, const mxArray*) { columns.push_back(name); });
  if (const std::string name(missing_column(law, columns)); !name.empty())
    throw std::invalid_argument("the law " + std::string(law.name) + " reads the " + name +
                                ": give the motion as a struct with the field " + name);
}

void simulate(mxArray** out, const Arguments& in) {
  if (in.size() != 4 && in.size() != 5) throw WrongUse("ss_simulate takes law, params, motion, h and perhaps a state");
  const GivenLaw given = law_in(in[0], in[1]);
  const MotionColumns motion = motion_in(in[2]);
  need_columns(law_info(given.law->name()), in[2]);
  const double h = step_in(in[3], false);
  std::vector<double> state = state_in(in.size() == 5 ? in[4] : nullptr, *given.law);
  out[0] = mxCreateDoubleMatrix(motion.velocity.size(), 1, mxREAL);
  given.law->follow(motion, h, state, {mxGetPr(out[0]), motion.velocity.size()});
  out[1] = column_out(state);
}

// A struct of columns: names may carry their unit as name_unit, as columns of files do.
Dataset dataset_in(const mxArray* value, const std::string& name) {
  Dataset data{.file = name};
  each_field(value, [&](const std::string& field, const mxArray* x) {
    const auto numbers = numbers_in(x, name + "." + field);
    if (!data.values.empty() && data.values[0].size() != numbers.size())
      throw std::invalid_argument(name + "." + field + " has " + std::to_string(numbers.size()) + " rows, " +
                                  data.columns[0].name + " " + std::to_string(data.values[0].size()));
    data.columns.push_back({field, ""});
    data.values.emplace_back(numbers.begin(), numbers.end());
  });
  if (data.values.empty()) throw std::invalid_argument(name + " has no columns");
  for (std::size_t k = 0; k < data.values[0].size(); ++k) data.lines.push_back(k + 1);
  return data;
}

// A file, a struct of columns, or a cell of such.
std::vector<RecordingSource> sources_in(const mxArray* value, bool test) {
  std::vector<RecordingSource> all;
  const auto add = [&](const mxArray* one) {
    const std::string name = (test ? "test " : "recording ") + std::to_string(all.size() + 1);
    if (mxIsChar(one)) {
      const std::string file = text_in(one, name);
      all.push_back({file, file, test});
    } else {
      need_struct(one, name);
      all.push_back({dataset_in(one, name), name, test});
    }
  };
  if (mxIsCell(value))
    for (std::size_t i = 0; i < mxGetNumberOfElements(value); ++i) add(mxGetCell(value, i));
  else
    add(value);
  return all;
}

// ---- options

// The words of an option's value; key=value of every field of a struct.
Words words_in(const OptionRow& row, const mxArray* value) {
  const std::string name(row.name);
  if (row.kind == OptionKind::settings) {
    need_struct(value, name);
    Words words;
    each_field(value, [&](const std::string& key, const mxArray* x) {
      words.push_back(mxIsEmpty(x) ? key + "=" : setting_words({"", key, param_in(x, key), {}}));
    });
    return words;
  }
  if (row.kind == OptionKind::names) return mxIsEmpty(value) ? Words{} : texts_in(value, name);
  if (row.kind == OptionKind::text || row.kind == OptionKind::choice) return {text_in(value, name)};
  const double number = number_in(value, name);
  return {row.kind == OptionKind::flag ? (number != 0.0 ? "true" : "false") : to_text(number)};
}

// {option fixed: stiffness=2} as 'fixed', struct('stiffness', 2)
std::string pair_words(std::string_view name, std::string_view value) {
  if (const auto dot = value.find('.'); name == "set" && dot != std::string_view::npos)
    return pair_words(value.substr(0, dot), value.substr(dot + 1));  // plant.mass=2
  std::string text = "'" + std::string(name) + "'";
  const auto equals = value.find('=');
  if (value.empty()) return text;
  if (equals == std::string_view::npos) return text + ", " + std::string(value);
  const std::string given(value.substr(equals + 1));
  return text + ", struct ('" + std::string(value.substr(0, equals)) + "', " +
         (given.empty()   ? "[]"
          : name == "map" ? "'" + given + "'"
                          : given) +
         ")";
}

// What ss_identify may be told besides data and law.
struct IdentifyRequest {
  FitOptions fit = {};
  ImportOptions import = {};
  std::vector<RecordingSource> test = {};
  std::vector<Setting> plant = {};
};

void set_option(IdentifyRequest& r, const std::string& name, const mxArray* value) {
  if (name == "test") {
    r.test = sources_in(value, true);
    return;
  }
  if (name == "plant") {
    need_struct(value, name);
    each_field(value, [&](const std::string& key, const mxArray* x) {
      r.plant.push_back({"plant", key, param_in(x, key), {}});
    });
    return;
  }
  std::vector<std::string_view> known{"test", "plant"};
  for (const OptionView& view : {view_options(r.fit), view_options(r.import)})
    for (const OptionRow& row : view.rows) {
      if (row.name == name) return view.put(row, words_in(row, value));
      known.push_back(row.name);
    }
  throw UnknownName("option of ss_identify", name, known);
}

// A struct of options, or name-value pairs.
IdentifyRequest request_in(const Arguments& in) {
  IdentifyRequest r;
  if (in.size() == 3) {
    need_struct(in[2], "the options");
    each_field(in[2], [&](const std::string& name, const mxArray* value) { set_option(r, name, value); });
    return r;
  }
  for (std::size_t k = 2; k < in.size(); k += 2) set_option(r, text_in(in[k], "the name of an option"), in[k + 1]);
  return r;
}

mxArray* parameters_out(const std::vector<FittedParameter>& all) {
  mxArray* s = struct_out(all.size(), {"name", "unit", "value", "low", "high", "free", "identified", "remark"});
  for (std::size_t i = 0; i < all.size(); ++i) {
    put(s, i, "name", text_out(all[i].name));
    put(s, i, "unit", text_out(all[i].unit));
    put(s, i, "value", number_out(all[i].value));
    put(s, i, "low", number_out(all[i].low));
    put(s, i, "high", number_out(all[i].high));
    put(s, i, "free", mxCreateLogicalScalar(all[i].free));
    put(s, i, "identified", mxCreateLogicalScalar(all[i].identified));
    put(s, i, "remark", text_out(all[i].remark));
  }
  return s;
}

void identify_law(mxArray** out, const Arguments& in) {
  const bool lacks_value = in.size() % 2 != 0 && (in.size() != 3 || mxIsChar(in[2]));
  if (in.size() < 2 || lacks_value)
    throw WrongUse("ss_identify takes data, law and perhaps a struct of options or pairs of name and value");
  const std::string law = text_in(in[1], "the law");
  law_info(law);
  IdentifyRequest r = request_in(in);
  r.fit.law = law;
  std::vector<RecordingSource> sources = sources_in(in[0], false);
  sources.insert(sources.end(), r.test.begin(), r.test.end());
  Recordings data =
      open_recordings(sources, {.law = law, .closed_loop = r.fit.closed_loop, .body = r.plant, .import = r.import});
  data.from.version = STICKSLIP_VERSION;
  FitReport fit = identify::identify(std::move(data.all), r.fit);
  render_options(fit, pair_words);
  const Provenance& from = data.from;
  mxArray* s =
      struct_out(1, {"law", "params", "parameters", "nuisances", "loss", "r2", "rmse", "test_r2", "measured", "fitted",
                     "settled", "verdict", "reason", "next_step", "message", "advice", "notes", "model"});
  put(s, 0, "law", text_out(fit.law));
  put(s, 0, "params", params_out(fit.group));
  put(s, 0, "parameters", parameters_out(fit.parameters));
  put(s, 0, "nuisances", parameters_out(fit.nuisances));
  put(s, 0, "loss", number_out(fit.loss));
  put(s, 0, "r2", number_out(fit.train.empty() ? mxGetNaN() : fit.train.front().r2));
  put(s, 0, "rmse", number_out(fit.train.empty() ? mxGetNaN() : fit.train.front().rmse));
  put(s, 0, "test_r2", number_out(fit.test.empty() ? mxGetNaN() : fit.test.front().r2));
  std::vector<double> measured, fitted;
  for (const FitTrace& t : fit.traces) {
    measured.insert(measured.end(), t.measured.begin(), t.measured.end());
    fitted.insert(fitted.end(), t.fitted.begin(), t.fitted.end());
  }
  put(s, 0, "measured", column_out(measured));
  put(s, 0, "fitted", column_out(fitted));
  put(s, 0, "settled", mxCreateLogicalScalar(fit.settled));
  put(s, 0, "verdict", text_out(std::string(fit.verdict.name())));
  put(s, 0, "reason", text_out(fit.verdict.reason));
  put(s, 0, "next_step", text_out(fit.verdict.next_step));
  put(s, 0, "message", text_out(fit.message));
  put(s, 0, "advice", texts_out(fit.advice));
  put(s, 0, "notes", texts_out(fit.notes));
  put(s, 0, "model", text_out(model_toml(fit, from)));
  out[0] = s;
}

void answer(mxArray** out, const Arguments& in) {
  if (in.empty()) throw WrongUse("stickslip_mex takes a command: call ss_laws, ss_step, ss_simulate or ss_identify");
  constexpr std::array<std::string_view, 4> commands{"laws", "step", "simulate", "identify"};
  constexpr std::array calls{laws, step, simulate, identify_law};
  const std::string command = text_in(in[0], "the command");
  const auto found = std::find(commands.begin(), commands.end(), command);
  if (found == commands.end()) throw UnknownName("command", command, commands);
  calls.at(std::size_t(found - commands.begin()))(out, Arguments(in.begin() + 1, in.end()));
}

}  // namespace

// mexErrMsgIdAndTxt leaves without unwinding: the message is copied out of every C++ object first.
void mexFunction(int outputs, mxArray** out, int inputs, const mxArray** in) {
  constexpr std::size_t most = 3;
  static char message[4096];
  const char* identifier = nullptr;
  const auto told = [&](const char* id, const char* text) {
    identifier = id;
    std::strncpy(message, apply_wording(text, pair_words).c_str(), sizeof message - 1);
  };
  {
    std::array<mxArray*, most> results{};
    try {
      answer(results.data(), Arguments(in, in + inputs));
      for (std::size_t i = 0; i < most; ++i) {
        if (results[i] == nullptr) continue;
        if (int(i) < std::max(outputs, 1))
          out[i] = results[i];
        else
          mxDestroyArray(results[i]);
      }
    } catch (const WrongUse& error) {
      told("stickslip:usage", error.what());
    } catch (const UnknownName& error) {
      told("stickslip:unknownName", error.what());
    } catch (const std::invalid_argument& error) {
      told("stickslip:invalidArgument", error.what());
    } catch (const std::exception& error) {
      told("stickslip:failed", error.what());
    }
  }
  if (identifier != nullptr) mexErrMsgIdAndTxt(identifier, "%s", message);
}
