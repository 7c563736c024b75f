// Fits and rankings.
#include "stickslip/io/fit.hpp"

#include "data.hpp"
#include "options.hpp"
#include "stickslip/io/rank.hpp"
#include "stickslip/io/recordings.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::python {

using namespace batch;
using namespace identify;
using namespace io;
using namespace measurement;

namespace {

// (recording, name, scored only) each. They were imported when they were read.
Recordings recordings_from(const py::list& data, const std::string& law, bool closed_loop, const py::list& plant) {
  std::vector<RecordingSource> sources;
  for (const py::handle item : data) {
    const auto [held, name, test] = item.cast<std::tuple<const HeldData*, std::string, bool>>();
    sources.push_back({&held->measurement, name, test});
  }
  Recordings all = open_recordings(sources, {.law = law, .closed_loop = closed_loop, .body = settings_from(plant)});
  all.from.version = STICKSLIP_VERSION;
  return all;
}

// Runs without the GIL, listening to Ctrl-C. True when the work ended or kept its best; false when Ctrl-C came before
// there was anything to keep.
template <class Work>
bool listening(Listener& listener, FitOptions& o, Work work) {
  o.cancelled = [&listener] { return listener.cancelled(); };
  o.progress = [&listener](const FitProgress& p) { listener.tell(p.stage, p.share, p.best, p.evaluations); };
  try {
    const py::gil_scoped_release free;
    work();
  } catch (const std::runtime_error&) {
    listener.rethrow();
    if (!listener.interrupted()) throw;
    return false;
  }
  listener.rethrow();
  return true;
}

py::list list_traces(const FitReport& fit) {
  py::list all;
  for (const FitTrace& t : fit.traces) {
    py::dict d;
    d["name"] = t.name;
    d["time"] = make_array(t.time);
    d["displacement"] = make_array(t.displacement);
    d["velocity"] = make_array(t.velocity);
    d["measured"] = make_array(t.measured);
    d["fitted"] = make_array(t.fitted);
    std::vector<int> uses;  // 0 left out, 1 fitted, 2 scored
    for (const Use use : t.use) uses.push_back(int(use));
    d["role"] = uses;
    all.append(d);
  }
  return all;
}

py::dict fit_dict(const FitReport& fit, const Provenance& from) {
  py::dict d;
  d["json"] = fit_json(fit, from);
  d["text"] = summary_text(fit, from);
  d["model"] = model_toml(fit, from);
  d["traces"] = list_traces(fit);
  d["completed"] = fit.completed;
  d["settled"] = fit.settled;
  d["verdict"] = fit.verdict.name();
  d["reason"] = fit.verdict.reason;
  d["next_step"] = fit.verdict.next_step;
  return d;
}

py::object fit(const py::list& data, const std::string& law, const py::dict& options, const py::list& plant,
               const py::object& progress, const std::string& output) {
  FitOptions o = options_from<FitOptions>(options);
  o.law = law;
  if (o.elements > 0 && !law_info(law).has_elements)
    throw std::invalid_argument("the law " + law + " has no elements; leave elements out");
  Recordings in = recordings_from(data, law, o.closed_loop, plant);
  if (!output.empty()) prepare_directory(output);
  Listener listener(progress);
  FitReport report;
  if (!listening(listener, o, [&] { report = identify::identify(std::move(in.all), o); })) return py::none();
  render_options(report, keyword_words);
  if (!output.empty()) write_fit(report, in.from, output);
  return fit_dict(report, in.from);
}

py::object ranking(const py::list& data, const py::dict& own_options, const py::dict& fit_options,
                   const py::list& plant, const py::object& progress, const std::string& output) {
  RankOptions o = options_from<RankOptions>(own_options);
  if (o.elements == 0) o.elements = RankOptions{}.elements;
  o.fit = options_from<FitOptions>(fit_options);
  Recordings in = recordings_from(data, "", o.fit.closed_loop, plant);
  std::vector<std::string> notes;
  if (!o.fit.closed_loop) check_columns(o.laws, in.columns);
  if (o.laws.empty() && !o.fit.closed_loop) o.laws = laws_for(in.columns, notes);
  if (!output.empty()) prepare_directory(output);
  Listener listener(progress);
  RankReport report;
  if (!listening(listener, o.fit, [&] { report = rank(std::move(in.all), o); })) return py::none();
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  render_options(report, keyword_words);
  if (!output.empty()) write_rank(report, in.from, output);
  py::dict d;
  d["json"] = rank_json(report, in.from);
  d["text"] = summary_text(report, in.from);
  d["completed"] = report.completed;
  d["winner"] = report.winner;
  d["verdict"] = report.verdict.name();
  d["reason"] = report.verdict.reason;
  d["next_step"] = report.verdict.next_step;
  const RankRow* const chosen = find_chosen_row(report);
  d["chosen"] = chosen == nullptr ? py::object(py::none()) : py::object(fit_dict(chosen->fit, in.from));
  return d;
}

}  // namespace

void add_fits(py::module_& m) {
  m.def("strategies", [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const StrategyInfo& s : strategies()) all.emplace_back(s.name, s.what);
    return all;
  });
  m.def("nuisance_names", [] {
    std::vector<std::string> all;
    for (const std::string_view name : nuisance_names()) all.emplace_back(name);
    return all;
  });
  m.def("identify", &fit);
  m.def("rank", &ranking);
}

}  // namespace stickslip::python
