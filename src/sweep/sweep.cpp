// From a recipe to a sweep: every name, value and number in it is checked before anything runs.
#include "stickslip/sweep.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "sampling.hpp"
#include "stickslip/names.hpp"
#include "stickslip/numerics/sampling.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::sweep {

using namespace experiment;

namespace {

constexpr std::array<std::string_view, 3> method_names{"grid", "latin-hypercube", "random"};

[[noreturn]] void refuse(const std::string& where, const std::string& what) {
  throw std::invalid_argument((where.empty() ? "" : where + ": ") + what);
}

// Does what may complain, and puts the place before the complaint.
template <class Work>
auto at_place(const std::string& where, Work work) {
  try {
    return work();
  } catch (const std::invalid_argument& error) {
    refuse(where, error.what());
  }
}

// ---- parameters by name

// "coulomb" of "coulomb.back" and "limit[3]".
std::string_view field_name(std::string_view key) { return key.substr(0, key.find_first_of(".[")); }

// True for a key and for the parts of it.
bool covers(std::string_view key, std::string_view other) { return key == other || key == field_name(other); }

ParamGroup& find_group(Experiment& e, std::string_view name) {
  std::vector<std::string_view> names;
  for (ParamGroup* g : {&e.law, &e.plant, &e.drive, &e.solver, &e.run}) {
    if (g->name == name) return *g;
    names.push_back(g->name);
  }
  throw UnknownName("group of parameters", name, names);
}

const Field& field_in(const ParamGroup& group, std::string_view key) {
  return *std::find_if(group.table.begin(), group.table.end(),
                       [key](const Field& f) { return f.name == field_name(key); });
}

// The number that a key has in a group; the first one of a whole field.
double read_number(const ParamGroup& group, std::string_view key) {
  const Field& f = field_in(group, key);
  std::size_t i = 0;
  while (f.name != key && scalar_name(f, i) != key) ++i;
  return group.values[f.first + i];
}

// The value that a key has in a group, as it stands in a file.
std::string write_value(const ParamGroup& group, std::string_view key) {
  const Field& f = field_in(group, key);
  return f.name == key ? value_text(group, f) : to_text(read_number(group, key));
}

// ---- the experiment that is swept

struct Base {
  Experiment experiment;  // all settings in it, but nothing that the sweep sets
  std::vector<std::pair<std::string, std::string>> settings = {};
};

// Settings in the order in which they hold: one of a whole field ends those of its parts.
void keep_setting(Base& base, const Setting& s) {
  const std::string name = s.group + "." + s.key;
  std::erase_if(base.settings, [&](const auto& other) {
    return other.first.starts_with(s.group + ".") && covers(s.key, other.first.substr(s.group.size() + 1));
  });
  base.settings.emplace_back(name, write_value(find_group(base.experiment, s.group), s.key));
}

// Relations are left alone: what the sweep sets may be what they want.
Base make_base(const Recipe& recipe) {
  Recipe bare = recipe;
  bare.settings.clear();
  Base base{experiment::experiment(bare)};
  for (const Setting& s : recipe.settings) {
    at_place(s.where, [&] { assign(find_group(base.experiment, s.group), s.key, s.value); });
    keep_setting(base, s);
  }
  std::sort(base.settings.begin(), base.settings.end());
  try {
    base.experiment = experiment::experiment(recipe);  // with what a choice of the drive stands for
  } catch (const std::invalid_argument&) {  // NOLINT(bugprone-empty-catch): the first sample complains, if it must
  }
  return base;
}

// ---- one swept parameter

std::pair<std::string, std::string> split_name(const SweepParameter& p) {
  const auto dot = p.name.find('.');
  if (dot == std::string::npos)
    refuse(p.where, "the name of a parameter is '" + p.name + "'; write group.key, as in law.coulomb or plant.mass");
  if (p.name == "law.name" || p.name == "law.elements")
    refuse(p.where, p.name + " chooses a law and is not a parameter of one; make a sweep for each of its values");
  return {p.name.substr(0, dot), p.name.substr(dot + 1)};
}

// A list, or an interval that a grid or a drawing can use.
void check_kind(const SweepParameter& p, SweepMethod method) {
  const bool interval = p.from || p.to;
  if (p.values.empty() && !interval)
    refuse(p.where, p.name + " has no values; write values = [1, 2, 3], or from and to");
  if (!p.values.empty() && interval) refuse(p.where, p.name + " has values and an interval; leave one of them out");
  if (!p.values.empty() && (p.count != 0 || p.scale))
    refuse(p.where, p.name + " has a list of values; leave out count and scale, which are for from and to");
  if (p.values.empty() && !(p.from && p.to))
    refuse(p.where, p.name + " has an interval with one end; write " + (p.from ? "to" : "from") + " too");
  if (!interval) return;
  if (method == SweepMethod::grid && p.count < 2)
    refuse(p.where, p.name + (p.count == 0 ? " has no count" : " has a count of 1") +
                        "; a grid needs the number of points from one end to the other, as in count = 5");
  if (method != SweepMethod::grid && p.count != 0)
    refuse(p.where, p.name + " has a count, which is for a grid; leave it out: samples is the number of samples");
}

double interval_end(ParamGroup group, const SweepAxis& axis, const SweptValue& end, const std::string& where) {
  const std::string place = end.where.empty() ? where : end.where;
  if (end.value.is_list) refuse(place, axis.name() + ": an end of an interval is one number, not a list");
  at_place(place, [&] { assign(group, axis.key, end.value); });
  return read_number(group, axis.key);
}

std::string choices_in_words(const Field& f) {
  std::string words;
  for (const char c : f.choices) words += c == '|' ? ", " : std::string(1, c);
  return words;
}

void set_interval(SweepAxis& axis, const ParamGroup& group, const SweepParameter& p) {
  const Field& f = field_in(group, axis.key);
  if (!f.choices.empty())
    refuse(p.where, p.name + " is a choice by name; write values = [...] with some of: " + choices_in_words(f));
  axis.from = interval_end(group, axis, *p.from, p.where);
  axis.to = interval_end(group, axis, *p.to, p.where);
  axis.count = p.count;
  axis.scale = p.scale.value_or(f.scale);
  if (!(axis.from < axis.to))
    refuse(
        p.to->where.empty() ? p.where : p.to->where,
        p.name + ": from = " + text::with_unit(to_text(axis.from), f.unit) +
            " must be below to = " + text::with_unit(to_text(axis.to), f.unit) +
            (axis.from == axis.to ? "; for one value write values = [" + to_text(axis.from) + "]" : "; exchange them"));
  if (axis.scale == Scale::log && !(axis.from > 0.0))
    refuse(p.from->where.empty() ? p.where : p.from->where,
           p.name + ": from = " + text::with_unit(to_text(axis.from), f.unit) + " cannot lie on a logarithmic scale" +
               (p.scale ? "" : ", which is this parameter's own") +
               "; take a number above 0, or write scale = \"linear\"");
}

void set_values(SweepAxis& axis, const ParamGroup& group, const SweepParameter& p) {
  for (const SweptValue& v : p.values) {
    ParamGroup trial = group;
    at_place(v.where.empty() ? p.where : v.where, [&] { assign(trial, axis.key, v.value); });
    axis.values.push_back(v.value);
    axis.texts.push_back(write_value(trial, axis.key));
  }
}

SweepAxis make_axis(const SweepParameter& p, SweepMethod method, Experiment& base) {
  check_kind(p, method);
  SweepAxis axis;
  std::tie(axis.group, axis.key) = split_name(p);
  axis.where = p.where;
  const ParamGroup& group = at_place(p.where, [&]() -> std::reference_wrapper<const ParamGroup> {
    const ParamGroup& named = find_group(base, axis.group);
    named.list(axis.key);  // complains about a key that is not there
    return named;
  });
  const Field& f = field_in(group, axis.key);
  axis.unit = f.choices.empty() ? f.unit : std::string_view();
  if (p.values.empty())
    set_interval(axis, group, p);
  else
    set_values(axis, group, p);
  return axis;
}

// Two parameters that set the same number would hide one another.
void check_overlap(const std::vector<SweepAxis>& axes, const Recipe& recipe) {
  for (std::size_t k = 0; k < axes.size(); ++k) {
    const SweepAxis& axis = axes[k];
    for (std::size_t i = 0; i < k; ++i) {
      if (axes[i].name() == axis.name()) refuse(axis.where, axis.name() + " is swept twice; remove one");
      if (axes[i].group == axis.group && (covers(axis.key, axes[i].key) || covers(axes[i].key, axis.key)))
        refuse(axis.where,
               axis.name() + " and " + axes[i].name() + " set the same number; sweep the parts, or the whole");
    }
    for (const Setting& s : recipe.settings)
      if (s.group == axis.group && s.key != axis.key && covers(axis.key, s.key))
        refuse(axis.where, axis.name() + " is swept as a whole, but " + s.group + "." + s.key +
                               " is set; sweep the other parts of it, or leave the setting out");
  }
}

// ---- how many

std::size_t grid_size(const SweepRecipe& recipe, const std::vector<SweepAxis>& axes) {
  if (recipe.samples != 0)
    refuse(recipe.samples_where, "samples = " + std::to_string(recipe.samples) +
                                     ": a grid has as many samples as it has points; leave samples out, or take "
                                     "method = \"latin-hypercube\" or \"random\"");
  double size = 1.0;
  std::string product;
  for (const SweepAxis& axis : axes) {
    const std::size_t count = axis.is_list() ? axis.values.size() : axis.count;
    size *= double(count);
    product += (product.empty() ? "" : " x ") + std::to_string(count);
  }
  if (size > double(most_samples))
    refuse(recipe.where, "the grid has " + product + " = " + to_text(size) + " points, more than the limit of " +
                             std::to_string(most_samples) +
                             "; take smaller counts, or method = \"latin-hypercube\" with a number of samples");
  return std::size_t(size);
}

std::size_t sample_count(const SweepRecipe& recipe, const std::vector<SweepAxis>& axes) {
  if (recipe.method == SweepMethod::grid) return grid_size(recipe, axes);
  if (recipe.samples == 0)
    refuse(recipe.where,
           "the method " + std::string(to_text(recipe.method)) + " needs a number of samples; write samples = 100");
  if (recipe.samples > most_samples)
    refuse(recipe.samples_where,
           "samples = " + std::to_string(recipe.samples) + " lies outside [1, " + std::to_string(most_samples) + "]");
  return recipe.samples;
}

// ---- figures

std::vector<const FigureInfo*> select_figures(const SweepRecipe& recipe) {
  const auto known = experiment_info(recipe.experiment.base).figures;
  std::vector<const FigureInfo*> figures;
  std::vector<std::string_view> names;
  for (const FigureInfo& f : known) {
    names.push_back(f.name);
    if (recipe.figures.empty()) figures.push_back(&f);
  }
  for (const std::string& name : recipe.figures) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end())
      refuse(recipe.figures_where, UnknownName("figure of " + recipe.experiment.base, name, names).what());
    const FigureInfo* figure = &known[std::size_t(found - names.begin())];
    if (std::find(figures.begin(), figures.end(), figure) != figures.end())
      refuse(recipe.figures_where, "duplicate figure " + name + "; remove one");
    figures.push_back(figure);
  }
  return figures;
}

// ---- samples

// The number of a grid's point along an axis; the last axis changes fastest.
std::size_t grid_index(const Sweep& s, std::size_t sample, std::size_t axis) {
  const auto count = [&s](std::size_t k) { return s.axes[k].is_list() ? s.axes[k].values.size() : s.axes[k].count; };
  for (std::size_t k = s.axes.size() - 1; k > axis; --k) sample /= count(k);
  return sample % count(axis);
}

// "1 2" of "[1, 2]", "R1" of "\"R1\"".
std::string make_cell(const std::string& written) {
  std::string cell;
  for (const char c : written)
    if (std::string_view("[],\"").find(c) == std::string_view::npos) cell += c;
  return cell;
}

// The recipe of a sample with all places, for complaints that a person reads.
Recipe recipe_at(const Sweep& s, std::size_t sample) {
  Recipe recipe = s.experiment;
  for (std::size_t k = 0; k < s.axes.size(); ++k)
    recipe.settings.push_back({s.axes[k].group, s.axes[k].key, sample_value(s, sample, k).value, s.axes[k].where});
  return recipe;
}

std::string complaint_about(const Recipe& recipe) {
  try {
    experiment::experiment(recipe);
    return {};
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
}

void check_samples(const Sweep& s) {
  const std::string first = complaint_about(recipe_at(s, 0));
  if (first.empty()) return;
  for (std::size_t i = 1; i < s.samples; ++i)
    if (complaint_about(sample_recipe(s, i)).empty()) return;
  throw std::invalid_argument(first + (s.samples == 1 ? ""
                                                      : "; none of the " + std::to_string(s.samples) +
                                                            " samples can be run: change what is set or swept"));
}

double whole_number(const Setting& s, double least, double most) {
  const double value = s.value.numbers.size() == 1 && !s.value.is_list ? s.value.numbers[0] : -1.0;
  if (!(value >= least && value <= most) || value != std::floor(value))
    refuse(s.where, "sweep." + s.key + " must be a whole number from " + std::to_string(std::uint64_t(least)) + " to " +
                        std::to_string(std::uint64_t(most)));
  return value;
}

}  // namespace

std::string_view to_text(SweepMethod method) { return method_names[std::size_t(method)]; }

void assign(SweepRecipe& recipe, const Setting& s) {
  constexpr std::array<std::string_view, 3> keys{"method", "samples", "seed"};
  constexpr double largest_seed = 9007199254740992.0;  // 2^53: every whole number up to there is a double
  if (s.group != "sweep") {
    for (const SweepParameter& p : recipe.parameters)
      if (p.name == s.group + "." + s.key)
        refuse(s.where, p.name + " is swept and cannot be set; leave it out here, or out of the sweep");
    recipe.experiment.settings.push_back(s);
  } else if (s.key == "method") {
    const auto found = std::find(method_names.begin(), method_names.end(), s.value.text);
    if (found == method_names.end())
      refuse(s.where, UnknownName("method of a sweep", s.value.text, method_names).what());
    recipe.method = SweepMethod(found - method_names.begin());
  } else if (s.key == "samples") {
    recipe.samples = std::size_t(whole_number(s, 1.0, double(most_samples)));
    recipe.samples_where = s.where;
  } else if (s.key == "seed") {
    recipe.seed = std::uint64_t(whole_number(s, 0.0, largest_seed));
  } else {
    refuse(s.where, UnknownName("number of a sweep", s.key, keys).what());
  }
}

Sweep sweep(const SweepRecipe& recipe) {
  if (recipe.parameters.empty())
    refuse(recipe.where, "no parameter is swept; add [[sweep.parameter]] with name = \"group.key\" and values = [...]");
  Base base = make_base(recipe.experiment);
  Sweep s{.experiment = recipe.experiment,
          .settings = std::move(base.settings),
          .method = recipe.method,
          .samples = 0,
          .seed = recipe.seed,
          .figures = select_figures(recipe),
          .axes = {},
          .places = {}};
  for (const SweepParameter& p : recipe.parameters) s.axes.push_back(make_axis(p, recipe.method, base.experiment));
  check_overlap(s.axes, recipe.experiment);
  for (const SweepAxis& axis : s.axes)
    std::erase_if(s.settings, [&axis](const auto& setting) { return setting.first == axis.name(); });
  s.samples = sample_count(recipe, s.axes);
  if (s.method == SweepMethod::random) s.places = numerics::random_places(s.samples, s.axes.size(), s.seed);
  if (s.method == SweepMethod::latin_hypercube) s.places = numerics::hypercube_places(s.samples, s.axes.size(), s.seed);
  check_samples(s);
  return s;
}

SampleValue sample_value(const Sweep& s, std::size_t sample, std::size_t axis) {
  const SweepAxis& a = s.axes[axis];
  const bool grid = s.method == SweepMethod::grid;
  const double place = grid ? 0.0 : s.places[sample * s.axes.size() + axis];
  if (a.is_list()) {
    const std::size_t i = grid ? grid_index(s, sample, axis) : std::size_t(place * double(a.values.size()));
    return {a.values[i], make_cell(a.texts[i])};
  }
  const double x = grid ? grid_point(a.from, a.to, a.scale, grid_index(s, sample, axis), a.count)
                        : along(a.from, a.to, a.scale, place);
  return {{.numbers = {x}}, to_text(x)};
}

Recipe sample_recipe(const Sweep& s, std::size_t sample) {
  Recipe recipe = recipe_at(s, sample);
  recipe.law_where.clear();
  recipe.elements_where.clear();
  recipe.table.where.clear();
  for (Setting& setting : recipe.settings) setting.where.clear();
  return recipe;
}

}  // namespace stickslip::sweep
