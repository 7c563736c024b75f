// Variable projection for laws made of elements: break points are searched on a grid, stiffnesses follow by
// non-negative least squares, and both are written as the law's own parameters.
#include <algorithm>
#include <cmath>

#include "dictionary.hpp"
#include "move_elements.hpp"
#include "search.hpp"
#include "stickslip/friction/any_law.hpp"
#include "stickslip/numerics/random.hpp"
#include "stickslip/numerics/sampling.hpp"

namespace stickslip::identify {

using namespace batch;

namespace {

constexpr const Tuning::Projection& own = tuning.projection;

// Log-spaced from a small part of the travel to all of it.
std::vector<double> make_grid(const DataScales& scales, std::size_t points) {
  const double low = own.shortest * scales.displacement;
  std::vector<double> sizes;
  for (std::size_t j = 0; j < points; ++j)
    sizes.push_back(low * std::pow(scales.displacement / low, double(j) / double(points - 1)));
  return sizes;
}

// Columns of what else is linear: viscous friction; offset, inertia and gravity where they were asked for.
std::vector<std::vector<double>> further_columns(std::span<const RecordView> records, const FitOptions& options,
                                                 bool viscous) {
  std::vector<std::vector<double>> columns;
  const auto add = [&](auto value) {
    std::vector<double> column;
    for (const RecordView& r : records)
      for (std::size_t k = 1; k < r.motion.size(); ++k) column.push_back(value(r, k));
    columns.push_back(std::move(column));
  };
  if (viscous) add([](const RecordView& r, std::size_t k) { return r.motion[k].velocity; });
  for (const NuisanceWish& wish : options.nuisances) {
    if (wish.name == "inertia") add([](const RecordView& r, std::size_t k) { return r.acceleration[k]; });
    for (const double sign : {1.0, -1.0}) {
      if (wish.name == "area") add([sign](const RecordView& r, std::size_t k) { return sign * r.motion[k].pressure; });
      if (wish.name == "offset") add([sign](const RecordView&, std::size_t) { return sign; });
      if (wish.name == "gravity") {
        add([sign](const RecordView& r, std::size_t k) { return sign * std::sin(r.motion[k].displacement); });
        add([sign](const RecordView& r, std::size_t k) { return sign * std::cos(r.motion[k].displacement); });
      }
    }
  }
  return columns;
}

const Projection& find_projection(const Search& search) { return *law_info(search.options().law).projection; }

bool has_free(const Search& search, std::string_view name) {
  const Coordinates& c = search.coordinates();
  for (std::size_t i = 0; i < c.count(); ++i)
    if (c[i].name == name) return true;
  return false;
}

// Where a recording turns for the first time: the sample that lies farthest from the first one before the motion comes
// back by more than noise would.
std::size_t first_turn(const RecordView& r, double range) {
  const auto way = [&r](std::size_t k) { return std::abs(r.motion[k].displacement - r.motion[0].displacement); };
  std::size_t farthest = 0;
  for (std::size_t k = 1; k < r.motion.size(); ++k) {
    if (way(k) > way(farthest)) farthest = k;
    if (way(k) < way(farthest) - own.back * range) break;
  }
  return farthest;
}

// The recordings up to their first turn, where an element that slides has not stuck again: only there is its law linear
// in the stiffnesses. All of them when a first stroke does not show the whole travel.
std::vector<RecordView> first_strokes(std::span<const RecordView> records, double range) {
  std::vector<RecordView> strokes(records.begin(), records.end());
  for (RecordView& r : strokes) {
    const std::size_t turn = first_turn(r, range);
    if (std::abs(r.motion[turn].displacement - r.motion[0].displacement) < own.whole * range)
      return {records.begin(), records.end()};
    r.motion = r.motion.first(turn + 1);
    for (std::span<const double>* column : {&r.force, &r.weight, &r.acceleration})
      if (!column->empty()) *column = column->first(turn + 1);
  }
  return strokes;
}

// Break points spread evenly over the grid, the first ones left out by chance.
Subset spread_subset(const Dictionary& d, std::size_t elements, numerics::Generator& random) {
  Subset s;
  for (std::size_t i = 0; i < elements; ++i) {
    std::size_t atom = (i * d.count() + std::size_t(random.below(d.count()))) / elements;
    atom = std::min(atom, d.count() - 1);
    while (std::find(s.atoms.begin(), s.atoms.end(), atom) != s.atoms.end()) atom = (atom + 1) % d.count();
    s.atoms.push_back(atom);
  }
  return s;
}

struct Elements {
  std::vector<double> stiffness, travel;  // rising travel
  double growth = 0.0, sliding = 0.0, sliding_growth = 0.0, viscous = 0.0, loss = 0.0;
};

Elements make_elements(const Dictionary& d, const Subset& s, bool viscous) {
  Elements e;
  std::vector<std::size_t> order(s.atoms.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return s.atoms[a] < s.atoms[b]; });
  double most = 0.0;
  for (const std::size_t i : order) most = std::max(most, s.values[i] * d.size(s.atoms[i]));
  for (const std::size_t i : order) {
    const double z = d.size(s.atoms[i]);
    e.stiffness.push_back(std::max(s.values[i], own.least_level * most / z));  // 0 would switch it off for good
    e.travel.push_back(z);
  }
  e.growth = s.growth;
  const std::size_t n = s.atoms.size();
  const std::size_t slides = d.has_sliding() ? 2 : 0;
  if (slides > 0) {
    e.sliding = s.values[n];
    e.sliding_growth = s.values[n + 1];
  }
  if (viscous) e.viscous = s.values[n + slides];
  e.loss = s.loss;
  return e;
}

double largest_pressure(std::span<const RecordView> records) {
  double p = 0.0;
  for (const RecordView& r : records)
    for (std::size_t k = 0; k < r.motion.size(); ++k) p = std::max(p, std::abs(r.motion[k].pressure));
  return p;
}

// The break points of a few neighbours on the grid around the best single one: a law whose elements all slip early.
Subset clustered_subset(const Dictionary& d, std::size_t elements, double growth) {
  Subset best;
  for (std::size_t atom = 0; atom < d.count(); ++atom) {
    Subset one{{atom}, growth};
    d.solve(one);
    if (atom == 0 || one.loss < best.loss) best = one;
  }
  const std::size_t from = std::min(best.atoms[0] - std::min(best.atoms[0], elements / 2), d.count() - elements);
  Subset cluster{{}, growth};
  for (std::size_t i = 0; i < elements; ++i) cluster.atoms.push_back(from + i);
  d.solve(cluster);
  return cluster;
}

// A subset on a finer grid around its break points.
Elements refine_elements(Search& search, std::span<const RecordView> records, const Dictionary& coarse, Subset best,
                         const std::vector<std::vector<double>>& further, double force, double most) {
  const FitOptions& o = search.options();
  std::sort(best.atoms.begin(), best.atoms.end());
  std::vector<double> sizes;
  std::vector<std::vector<std::size_t>> choices;
  const double ratio = coarse.size(1) / coarse.size(0);
  Subset fine{{}, best.growth};
  for (const std::size_t atom : best.atoms) {
    choices.emplace_back();
    for (std::size_t k = 0; k < own.finer; ++k) {
      choices.back().push_back(sizes.size());
      sizes.push_back(coarse.size(atom) *
                      std::pow(ratio, (2.0 * double(k) / double(own.finer - 1) - 1.0) * own.finer_width));
    }
    fine.atoms.push_back(choices.back()[own.finer / 2]);
  }
  search.stage("projection: finer", tuning.progress.finer);
  const Dictionary second(find_projection(search), records, sizes, force, best.atoms.size(), further, o.threads);
  second.solve_growth(fine, most);
  second.exchange(fine, choices);
  second.solve_growth(fine, most);
  search.count(coarse.count() + second.count());
  return make_elements(second, fine, has_free(search, "viscous"));
}

// The elements as parameters of the law.
std::vector<double> make_parameters(const Elements& e, const ParamGroup& base, AnyLaw& law) {
  law.set_params(base.values);
  law.take_elements({e.stiffness, e.travel, e.growth, e.sliding, e.sliding_growth, e.viscous});
  return {law.params().begin(), law.params().end()};
}

// With a budget: so many subsets drawn by chance, simulated as laws; the best of them. A law whose elements are moved
// later spends its budget there.
std::vector<Subset> draw_subsets(Search& search, const Dictionary& coarse, std::size_t elements, bool viscous,
                                 double most, numerics::Generator& random) {
  const Coordinates& c = search.coordinates();
  const std::size_t count = can_move_elements(c) ? 0 : search.options().budget;
  const auto law = make_law(search.options().law, elements);
  std::vector<Subset> drawn;
  std::vector<double> points;
  for (std::size_t k = 0; k < count; ++k) {
    drawn.push_back(spread_subset(coarse, elements, random));
    coarse.solve_growth(drawn.back(), most);
    const auto point = c.point(make_parameters(make_elements(coarse, drawn.back(), viscous), c.base(), *law));
    points.insert(points.end(), point.begin(), point.end());
  }
  std::vector<Subset> best;
  if (count == 0) return best;
  const auto losses = search.losses(points);
  for (const std::size_t i : best_first(losses))
    if (best.size() < own.few && std::isfinite(losses[i])) best.push_back(drawn[i]);
  return best;
}

// Coarse grid from several starts, a finer one around the best; the others are handed on as they are, because with
// reversals the law is linear in its stiffnesses only nearly.
std::vector<Elements> solve_elements(Search& search, std::span<const RecordView> records, std::size_t elements,
                                     std::uint64_t seed) {
  const FitOptions& o = search.options();
  const DataScales& scales = search.objective().scales();
  const bool viscous = has_free(search, "viscous");
  const auto further = further_columns(records, o, viscous);
  const double most =
      has_free(search, find_projection(search).growth) ? own.growth / std::max(largest_pressure(records), 1.0) : 0.0;
  const Dictionary coarse(find_projection(search), records,
                          make_grid(scales, std::max(own.grid_points, own.per_element * elements)), scales.force,
                          elements, further, o.threads);
  numerics::Generator random(seed);
  std::vector<Subset> found, starts = draw_subsets(search, coarse, elements, viscous, most, random);
  for (int start = 0; start < own.starts; ++start) starts.push_back(spread_subset(coarse, elements, random));
  for (Subset& s : starts) {
    search.stage("projection: start " + std::to_string(found.size() + 1),
                 tuning.progress.projected + tuning.progress.projection * double(found.size()) / double(starts.size()));
    search.stop_if_cancelled();
    coarse.solve_growth(s, most);
    coarse.exchange(s, {});
    coarse.solve_growth(s, most);
    coarse.exchange(s, {});
    found.push_back(s);
  }
  std::stable_sort(found.begin(), found.end(), [](const Subset& a, const Subset& b) { return a.loss < b.loss; });
  std::vector<Elements> all{refine_elements(search, records, coarse, found[0], further, scales.force, most)};
  for (std::size_t i = 1; i < found.size(); ++i)
    if (found[i].loss > found[i - 1].loss * own.same) all.push_back(make_elements(coarse, found[i], viscous));
  all.push_back(make_elements(coarse, clustered_subset(coarse, elements, found[0].growth), viscous));
  return all;
}

// What the elements leave open (a Stribeck curve, ...) is searched around them.
LawPoints search_others(Search& search, const std::vector<double>& start, std::uint64_t seed) {
  const Coordinates& c = search.coordinates();
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < c.count(); ++i) {
    const std::string& name = c[i].name;
    const bool element = name.find('[') != std::string::npos;
    if (!element && name != "viscous" && name != "coulomb" && c[i].kind != Coordinate::Kind::part) others.push_back(i);
  }
  if (others.empty() || find_projection(search).is_whole) return {start};
  const std::size_t count = own.others;
  const auto places = numerics::hypercube_places(count, others.size(), seed);
  std::vector<double> points(start);
  for (std::size_t k = 0; k < count; ++k) {
    auto p = start;
    std::vector<double> unit(c.count(), 0.5);
    for (std::size_t j = 0; j < others.size(); ++j) unit[others[j]] = places[k * others.size() + j];
    const auto at = c.at(unit);
    for (const std::size_t i : others) p[i] = at[i];
    points.insert(points.end(), p.begin(), p.end());
  }
  const auto losses = search.losses(points);
  const auto order = best_first(losses);
  LawPoints starts;
  for (std::size_t i = 0; i < own.others_kept && std::isfinite(losses[order[i]]); ++i)
    starts.emplace_back(points.begin() + std::ptrdiff_t(order[i] * c.count()),
                        points.begin() + std::ptrdiff_t((order[i] + 1) * c.count()));
  return starts;
}

}  // namespace

bool can_project(std::string_view law) { return law_info(law).projection != nullptr; }

LawPoints projection(Search& search, std::span<const RecordView> records, std::uint64_t seed) {
  const Coordinates& c = search.coordinates();
  std::size_t elements = 0;
  for (std::size_t i = 0; i < c.base().table.size(); ++i)
    if (c.base().table[i].shape == Shape::elements) elements = c.base().lengths[i];
  const auto law = make_law(search.options().law, elements);
  // An element whose travel is an event sticks again with another force than it slid with.
  bool sticks_again = false;
  for (std::size_t i = 0; i < c.count(); ++i) sticks_again = sticks_again || c[i].breaks;
  const auto strokes = first_strokes(records, search.objective().scales().displacement);
  LawPoints starts;
  for (const Elements& found : solve_elements(search, sticks_again ? strokes : records, elements, seed))
    starts.push_back(c.point(make_parameters(found, c.base(), *law)));
  std::vector<double> points;
  for (const auto& p : starts) points.insert(points.end(), p.begin(), p.end());
  const auto losses = search.losses(points);
  const auto best = std::size_t(std::min_element(losses.begin(), losses.end()) - losses.begin());
  LawPoints all = search_others(search, starts[best], seed);
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (i != best && losses[i] < own.hopeless * losses[best]) all.push_back(starts[i]);
  // A law that is more than its elements may have its valley elsewhere.
  if (!find_projection(search).is_whole) {
    const LawPoints spread = multistart(search, seed);
    all.insert(all.end(), spread.begin(), spread.begin() + std::ptrdiff_t(std::min(spread.size(), own.spread)));
  }
  return all;
}

}  // namespace stickslip::identify
