// Fits and rankings.
#include "stickslip/io/fit.hpp"

#include "data.hpp"
#include "stickslip/identify/recording.hpp"
#include "stickslip/io/rank.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::python {

using namespace batch;
using namespace identify;
using namespace io;
using namespace measurement;

namespace {

template <class T>
T entry(const py::dict& options, const char* name) {
  try {
    return options[name].cast<T>();
  } catch (const py::cast_error&) {
    throw py::type_error(std::string(name) + " is " + std::string(py::repr(options[name])) +
                         ", which is of another type than it takes");
  }
}

// Names were checked in Python.
FitOptions options_from(const py::dict& o) {
  FitOptions f{.free = entry<std::vector<std::string>>(o, "free"),
               .fixed = settings_from(entry<py::list>(o, "fixed")),
               .per_direction = entry<std::vector<std::string>>(o, "per_direction"),
               .loss = fit_loss_named(entry<std::string>(o, "loss")),
               .huber = entry<double>(o, "huber"),
               .strategy = entry<std::string>(o, "strategy"),
               .seed = entry<std::uint64_t>(o, "seed"),
               .budget = entry<std::size_t>(o, "budget"),
               .train = entry<double>(o, "train"),
               .blocks = entry<std::size_t>(o, "blocks"),
               .closed_loop = entry<bool>(o, "closed_loop"),
               .compare_below = entry<double>(o, "compare_below"),
               .threads = entry<std::size_t>(o, "threads"),
               .device = device_named(entry<std::string>(o, "device")),
               .polish = entry<bool>(o, "polish"),
               .intervals = entry<bool>(o, "intervals")};
  for (const auto& name : entry<std::vector<std::string>>(o, "nuisances")) f.nuisances.push_back({name, false});
  for (const auto& name : entry<std::vector<std::string>>(o, "common")) f.nuisances.push_back({name, true});
  return f;
}

struct Inputs {
  std::vector<Recording> recordings = {};
  Provenance from = {};
  std::vector<std::string> columns = {};  // that all have
};

Inputs inputs_from(const py::list& data, const std::string& law, const py::dict& o) {
  Inputs in{.from = {.version = STICKSLIP_VERSION, .date = today()}};
  const auto body = settings_from(entry<py::list>(o, "plant"));
  const bool closed = entry<bool>(o, "closed_loop");
  for (const py::handle item : data) {
    const auto [held, name, test] = item.cast<std::tuple<const HeldData*, std::string, bool>>();
    const Measurement& m = held->measurement;
    if (!in.recordings.empty() && m.rotary != in.from.rotary)
      throw std::invalid_argument(name + ": this recording and " + in.from.files[0].name +
                                  " are one of a joint, one of a slide; fit them apart");
    if (in.recordings.empty())
      for (const Column& c : m.data.columns) in.columns.push_back(c.name);
    std::erase_if(in.columns, [&m](const std::string& column) { return !m.data.has(column); });
    in.from.rotary = m.rotary;
    in.from.files.push_back({name, m.hash, test});
    in.recordings.push_back(closed ? closed_loop_recording(m, name, body) : open_loop_recording(m, name, law));
    in.recordings.back().test = test;
  }
  return in;
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

py::list traces_of(const FitReport& fit) {
  py::list all;
  for (const FitTrace& t : fit.traces) {
    py::dict d;
    d["name"] = t.name;
    d["time"] = array_of(t.time);
    d["displacement"] = array_of(t.displacement);
    d["velocity"] = array_of(t.velocity);
    d["measured"] = array_of(t.measured);
    d["fitted"] = array_of(t.fitted);
    d["role"] = std::vector<int>(t.role.begin(), t.role.end());
    all.append(d);
  }
  return all;
}

py::dict fit_dict(const FitReport& fit, const Provenance& from) {
  py::dict d;
  d["json"] = fit_json(fit, from);
  d["text"] = summary_text(fit, from);
  d["model"] = model_toml(fit, from);
  d["traces"] = traces_of(fit);
  d["completed"] = fit.completed;
  d["converged"] = fit.converged;
  return d;
}

py::object fit(const py::list& data, const std::string& law, std::size_t elements, const py::dict& options,
               const py::object& progress, const std::string& output) {
  if (elements > 0 && !law_info(law).has_elements)
    throw std::invalid_argument("the law " + law + " has no elements; leave elements out");
  FitOptions o = options_from(options);
  o.law = law;
  o.elements = elements;
  Inputs in = inputs_from(data, law, options);
  if (!output.empty()) prepare_directory(output);
  Listener listener(progress);
  FitReport report;
  if (!listening(listener, o, [&] { report = identify::identify(std::move(in.recordings), o); })) return py::none();
  if (!output.empty()) write_fit(report, in.from, output);
  return fit_dict(report, in.from);
}

py::object ranking(const py::list& data, const std::vector<std::string>& laws, std::size_t elements,
                   const py::dict& options, const py::object& progress, const std::string& output) {
  RankOptions o{.laws = laws, .fit = options_from(options)};
  if (elements > 0) o.elements = elements;
  for (const std::string& law : laws) law_info(law);
  Inputs in = inputs_from(data, std::string(law_that_reads(Reads::velocity | Reads::displacement).name), options);
  std::vector<std::string> notes;
  for (const std::string& law : laws)
    if (const auto missing = missing_column(law_info(law), in.columns); !missing.empty() && !o.fit.closed_loop)
      throw std::invalid_argument("the law " + law + " reads the column '" + std::string(missing) +
                                  "', which the data do not have; take it out of laws, or name the column with map");
  if (laws.empty() && !o.fit.closed_loop) o.laws = laws_for(in.columns, notes);
  if (!output.empty()) prepare_directory(output);
  Listener listener(progress);
  RankReport report;
  if (!listening(listener, o.fit, [&] { report = rank(std::move(in.recordings), o); })) return py::none();
  report.notes.insert(report.notes.end(), notes.begin(), notes.end());
  if (!output.empty()) write_rank(report, in.from, output);
  py::dict d;
  d["json"] = rank_json(report, in.from);
  d["text"] = summary_text(report, in.from);
  d["completed"] = report.completed;
  d["winner"] = report.winner;
  d["verdict"] = report.verdict;
  const RankRow* const chosen = chosen_row(report);
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
