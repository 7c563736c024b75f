// `stickslip method NAME DATA...`: the papers' classical methods on measurements.
#include <algorithm>
#include <array>
#include <filesystem>

#include "common.hpp"
#include "experiments.hpp"
#include "option_words.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/friction_estimate.hpp"
#include "stickslip/io/method_result.hpp"
#include "stickslip/io/model.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/io/toml.hpp"
#include "stickslip/method_input.hpp"
#include "stickslip/names.hpp"
#include "words.hpp"

namespace stickslip::cli {

using namespace identify;
using namespace io;
using namespace measurement;
using namespace observe;

namespace {

struct MethodRequest {
  std::string method;
  std::vector<std::string> data;      // .csv files
  std::vector<std::string> settings;  // "group.key=value"
  std::vector<std::string> names;     // "role=column"
  ImportOptions import;
  std::string law;     // .toml file with a [law]
  std::string output;  // directory
  bool json = false;
  bool list = false;
};

constexpr std::string_view observer_name = "observer";
constexpr std::string_view observer_title =
    "Friction of a body from its motion, by a proportional-integral observer (000)";

void put(const Setting& s, const std::vector<ParamGroup*>& groups) {
  std::vector<std::string_view> names;
  for (ParamGroup* group : groups) {
    names.push_back(group->name);
    if (group->name != s.group) continue;
    try {
      return assign(*group, s.key, s.value);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(s.where + ": " + error.what());
    }
  }
  throw UnknownName("group of parameters", s.group, names);
}

// As for a fit; the columns of the method's own roles besides.
ImportOptions import_from(const MethodRequest& o, const std::vector<std::string>& roles) {
  ImportOptions import = o.import;
  for (const std::string& text : o.names) import.names.push_back(signal_name_from(text, roles));
  return import;
}

// ---- observer

ObserverSettings observer_from(const MethodRequest& o) {
  ObserverSettings settings = observer_settings();
  for (const std::string& text : o.settings)
    put(setting_from_text(text, "--set"), std::vector<ParamGroup*>{&settings.plant, &settings.observer});
  settings.import = import_from(o, observer_roles());
  return settings;
}

std::string summaries_json(const std::vector<FrictionEstimate>& estimates) {
  if (estimates.size() == 1) return summary_json(estimates[0], STICKSLIP_VERSION);
  std::string all;
  for (const FrictionEstimate& e : estimates) all += (all.empty() ? "[" : ",") + summary_json(e, STICKSLIP_VERSION);
  return all + "]\n";
}

// Everything is computed before the first byte is written.
std::string observer(const MethodRequest& o) {
  const ObserverSettings settings = observer_from(o);
  const std::vector<std::string> places = result_places(o.data, o.output);
  std::vector<FrictionEstimate> estimates;
  for (const std::string& file : o.data) {
    estimates.push_back(estimate_friction(read_dataset(file), settings));
    render_options(estimates.back(), type_option);
  }
  std::string text;
  for (std::size_t i = 0; i < estimates.size(); ++i) {
    if (estimates.size() > 1) text += (i > 0 ? "\n" : "") + o.data[i] + "\n";
    text += summary_text(estimates[i]);
    if (o.output.empty()) continue;
    prepare_directory(places[i]);
    write_results(estimates[i], STICKSLIP_VERSION, places[i]);
    text += "written: " + places[i] + "/{friction.csv,summary.json,report.html}\n";
  }
  return o.json ? summaries_json(estimates) : text;
}

std::string observer_help() {
  const ObserverSettings s = observer_settings();
  return "columns: time[s]; displacement[m], velocity[m/s], or both; drive[N] or applied[N], or pressure[Pa], with "
         "shaft_speed[rad/s] and contact_force[N] where there are; friction[N] if it is known. Or rad, N.m of a "
         "joint.\nm x'' + b x' + k x = drive - friction; without a force the drive is pressure A - K_0 + F_cf2 - F_cf1 "
         "- F_N - F_S.\nThe plain observer: the paper's improved one (IPI) is printed neither there nor in its "
         "reference.\nWhere a force pushes, plant.mass must be given, and damping and stiffness are 0 by default; the "
         "defaults below are those of the piston of 000, for the pressure. What was filled in is listed.\n" +
         group_help(default_piston()) + group_help(s.observer);
}

// ---- identification

std::vector<ParamGroup*> all_groups(MethodSettings& settings) {
  std::vector<ParamGroup*> groups;
  for (ParamGroup& group : settings.groups) groups.push_back(&group);
  return groups;
}

bool has_field(const ParamGroup& group, std::string_view key) {
  const std::string_view name = key.substr(0, key.find_first_of(".["));
  return std::any_of(group.table.begin(), group.table.end(), [name](const Field& f) { return f.name == name; });
}

bool has_group(const MethodSettings& settings, std::string_view name) {
  return std::any_of(settings.groups.begin(), settings.groups.end(),
                     [name](const ParamGroup& g) { return g.name == name; });
}

// The parameters of the file's law that the method's law has too.
void take_law(MethodSettings& settings, const std::string& file) {
  ParamGroup& group = settings.group("law");
  for (const Setting& s : read_recipe(file).settings)
    if (s.group == "law" && has_field(group, s.key)) put(s, std::vector<ParamGroup*>{&group});
}

// The law of a file: static parameters for a method that finds the others, or a model to compare with.
void take_law_file(const IdentificationMethod& m, MethodSettings& settings, const std::string& file) {
  if (has_group(settings, "law")) return take_law(settings, file);
  if (!m.takes_model) throw std::invalid_argument("--law: the method " + std::string(m.name) + " takes no law");
  const Model model = read_model(file);
  auto law = make_law(model.law, model.elements);
  law->set_params(model.group.values);
  settings.model = std::move(law);
}

// Static parameters that nobody gave are those of another machine.
void refuse_without_law(const IdentificationMethod& m, const MethodRequest& o) {
  const auto of_law = [](const std::string& text) { return text.starts_with("law."); };
  if (!o.law.empty() || std::any_of(o.settings.begin(), o.settings.end(), of_law)) return;
  throw std::invalid_argument("the method " + std::string(m.name) +
                              " needs the static parameters of the law: --law FILE.toml, such as the result of "
                              "stribeck-curve, or --set law.coulomb=N and so on");
}

MethodSettings settings_from(const IdentificationMethod& m, const MethodRequest& o) {
  MethodSettings settings = m.settings();
  if (has_group(settings, "law")) refuse_without_law(m, o);
  if (!o.law.empty()) take_law_file(m, settings, o.law);
  for (const std::string& text : o.settings) put(setting_from_text(text, "--set"), all_groups(settings));
  settings.import = import_from(o, roles_for_method(m.roles));
  return settings;
}

// All files together. Everything is computed before the first byte is written.
std::string identify_by(const IdentificationMethod& m, const MethodRequest& o) {
  const MethodSettings settings = settings_from(m, o);
  std::vector<Dataset> files;
  for (const std::string& file : o.data) files.push_back(read_dataset(file));
  MethodResult result = m.estimate(files, settings);
  render_options(result, type_option);
  std::string text = summary_text(result);
  if (!o.output.empty()) {
    prepare_directory(o.output);
    text += "written: " + o.output + "/{" + join(write_results(result, STICKSLIP_VERSION, o.output)) + "}\n";
  }
  return o.json ? summary_json(result, STICKSLIP_VERSION) : text;
}

std::string identification_help(const IdentificationMethod& m) {
  std::string text = "columns: " + std::string(m.columns) + ".\nsource: " + std::string(m.source) +
                     ". Several files are taken together.\n";
  for (const ParamGroup& group : m.settings().groups) text += group_help(group);
  return text;
}

// The method of that name; nullptr for the observer. Throws UnknownName.
const IdentificationMethod* find_method(const std::string& name) {
  std::vector<std::string_view> names{observer_name};
  for (const IdentificationMethod& m : identification_methods()) {
    if (m.name == name) return &m;
    names.push_back(m.name);
  }
  if (name == observer_name) return nullptr;
  throw UnknownName("method", name, names);
}

struct NamedMethod {
  std::string_view name, title;
};

std::vector<NamedMethod> all_methods() {
  std::vector<NamedMethod> all{{observer_name, observer_title}};
  for (const IdentificationMethod& m : identification_methods()) all.push_back({m.name, m.title});
  return all;
}

std::vector<std::string> method_names() { return names_in(all_methods()); }

std::string method(const MethodRequest& o) {
  if (o.list) return list_text(all_methods());
  if (o.method.empty()) throw std::invalid_argument("the method is missing: see stickslip method --list");
  const IdentificationMethod* found = find_method(o.method);
  if (o.data.empty()) throw std::invalid_argument("the data are missing: give files with columns name[unit]");
  return found == nullptr ? observer(o) : identify_by(*found, o);
}

// What the method does, the columns that it reads and its parameters; empty when none is named.
std::string method_help(const MethodRequest& o) {
  if (o.method.empty()) return {};
  const IdentificationMethod* found = find_method(o.method);
  const std::string title(found == nullptr ? observer_title : found->title);
  return o.method + ": " + title + "\n" + (found == nullptr ? observer_help() : identification_help(*found));
}

}  // namespace

Command method_command() {
  const auto r = std::make_shared<MethodRequest>();
  std::vector<Option> options{
      {"NAME", &r->method, "Method (see --list)", {}, method_names},
      {"DATA...", &r->data, "Recordings: .csv with name[unit] columns, or .mat"},
      settings_option(r->settings),
      map_option(r->names),
      output_directory(r->output,
                       "the results: .csv, summary.json, report.html; the observer makes a "
                       "folder per file"),
      {"--law FILE", &r->law,
       "Law of a .toml file: its static parameters, such as the result of stribeck-curve, or a model to "
       "compare with, for cylinder-friction"},
      json_flag(r->json, "summary.json; a list for several files of the observer"),
      list_flag(r->list, "the methods")};
  append(options, table_options(view_options(r->import), "Data", {"map", "drop"}));
  return {.options = std::move(options),
          .notes =
              "stickslip method NAME --help lists the columns that a method reads and its parameters.\nOn bad "
              "input nothing is written.",
          .work = [r] { return Answer{method(*r)}; },
          .help = [r] { return method_help(*r); }};
}

}  // namespace stickslip::cli
