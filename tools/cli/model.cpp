// `stickslip model NAME`: ready-made laws with the parameters of a seal, as files for --law.
#include <filesystem>

#include "common.hpp"
#include "stickslip/io/results.hpp"
#include "studies/study.hpp"
#include "tables.hpp"

namespace stickslip::cli {

using namespace io;

namespace {

struct ModelRequest {
  std::string name;
  std::string output;  // a .toml file
  bool list = false;
};

std::string model(const ModelRequest& r) {
  const auto all = studies::ready_models();
  if (r.list) return list_text(all);
  if (r.name.empty()) throw std::invalid_argument("the model is missing: one of " + join(names_in(all)));
  const std::string text = model_text(studies::ready_model(r.name));
  if (r.output.empty()) return text;
  const auto folder = std::filesystem::path(r.output).parent_path();
  if (!folder.empty()) prepare_directory(folder.string());
  write_file(r.output, text);
  return "written: " + r.output + "\ntry: stickslip run clutch-piston --law " + r.output + "\n";
}

}  // namespace

Command model_command() {
  const auto r = std::make_shared<ModelRequest>();
  return {.options = {{"NAME", &r->name, "Model (see --list)", {}, [] { return names_in(studies::ready_models()); }},
                      output_file(r->output, "A .toml file for --law of other commands (default: stdout)"),
                      list_flag(r->list, "the models")},
          .examples = {"stickslip model d-ring -o d-ring.toml", "stickslip run clutch-piston --law d-ring.toml"},
          .work = [r] { return Answer{model(*r)}; }};
}

}  // namespace stickslip::cli
