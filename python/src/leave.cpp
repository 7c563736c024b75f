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
                                      const std::string& path, const py::dict& given) {
  ExportOptions options = options_from<ExportOptions>(given);
  options.version = STICKSLIP_VERSION;
  const auto files = export_files(kind, model_from_toml(model, file), options, path);
  std::vector<std::string> written;
  for (const ExportedFile& f : files) {
    write_file(f.path, f.text);
    written.push_back(f.path);
  }
  return written;
}

// `model`: the text of a model.toml; empty: `file` is a model's or an experiment's.
void export_fmu(const std::string& model, const std::string& file, const std::string& path, int fmi,
                const std::string& library, const std::string& name) {
  if (fmi != 2 && fmi != 3)
    throw std::invalid_argument("fmi = " + std::to_string(fmi) + ": there are 2 and 3, for FMI 2.0 and FMI 3.0");
  write_file(path, fmu_archive({.file = file,
                                .text = model,
                                .library = library,
                                .version = fmi == 2 ? FmiVersion::two : FmiVersion::three,
                                .name = name}));
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
