// Models that leave: texts for other tools, and the words of other simulators.
#include "options.hpp"
#include "stickslip/export/export.hpp"
#include "stickslip/fmu/export.hpp"
#include "stickslip/io/results.hpp"
#include "stickslip/translate/translate.hpp"

namespace stickslip::python {

using namespace exporting;
using namespace fmu;
using namespace io;
using namespace translate;

namespace {

std::string write_toml(const std::string& law, std::size_t elements, const std::vector<double>& values) {
  ParamGroup group = law_group(law, elements);
  group.values = values;
  return law_toml(law, law_info(law).has_elements ? elements : 0, group);
}

std::vector<std::string> export_model(const std::string& kind, const std::string& model, const std::string& file,
                                      const std::string& path, const py::dict& given, const py::dict& of_fmus) {
  ExportOptions options = options_from<ExportOptions>(given);
  check_options_of_kind(kind, options, options_from<FmuOptions>(of_fmus));
  options.version = STICKSLIP_VERSION;
  const auto files = export_files(kind, model_from_toml(model, file), options, path);
  std::vector<std::string> written;
  for (const ExportedFile& f : files) {
    write_file(f.path, f.text);
    written.push_back(f.path);
  }
  return written;
}

// `model`: the text of a model.toml; empty: `file` is a model's or an experiment's. `beside`: the run-time library of
// the package.
void export_fmu(const std::string& model, const std::string& file, const std::string& path, const std::string& beside,
                const py::dict& of_texts, const py::dict& given) {
  const auto options = options_from<FmuOptions>(given);
  check_options_of_kind("fmu", options_from<ExportOptions>(of_texts), options);
  FmuRequest request = make_request(file, model, options);
  if (request.library.empty() && !options.wants_sources()) request.library = beside;
  write_file(path, fmu_archive(request));
}

py::dict translate(const std::string& target, const std::string& model, const std::string& file,
                   const py::dict& options) {
  Translation t = translate_model(model_from_toml(model, file), target, options_from<TranslateOptions>(options));
  for (std::string& line : t.lost) line = apply_wording(line, keyword_words);
  py::dict d;
  d["text"] = t.text;
  d["form"] = t.form;
  d["lost"] = t.lost;
  d["force_difference"] = t.difference;
  d["sliding_force_difference"] = t.sliding_difference;
  d["force"] = t.force;
  d["speeds"] = py::make_tuple(t.range.slow, t.range.fast);
  d["notes"] = t.notes;
  return d;
}

}  // namespace

void add_leaving(py::module_& m) {
  m.def("law_toml", &write_toml);
  m.def("export_kinds", [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const ExportKind& k : export_kinds()) all.emplace_back(k.name, k.title);
    return all;
  });
  m.def("export_model", &export_model);
  m.def("export_fmu", &export_fmu);
  m.def("translation_targets", [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const TargetInfo& t : translation_targets()) all.emplace_back(t.name, t.title);
    return all;
  });
  m.def("translate", &translate);
}

}  // namespace stickslip::python
