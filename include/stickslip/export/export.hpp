// A model as text for other tools: C, MATLAB and Octave, JavaScript, Modelica.
//
//   for (const ExportedFile& f : export_files("c", read_model("model.toml"), {.version = "1.2"}, "seal.c"))
//     write_file(f.path, f.text);
//
// Every text has the law's sampled step (friction.hpp), written from its own equations (traced_law.hpp); it names the
// law, its source, its parameters with units and the data they come from, and carries a motion with the forces that
// the library gives along it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/io/model.hpp"
#include "stickslip/options.hpp"

namespace stickslip::exporting {

// What a text makes of standstill: the law's own sampled step, which reads the applied force and the displacement; or
// an element that reads the velocity and the mass alone and stops the body (friction/stopping_step.hpp).
enum class Standstill : unsigned char { samples, stops };

struct ExportOptions {
  std::string version = {};            // of this program, for the text
  std::string prefix = {};             // name of what is written; empty: that of the file
  bool single_precision = false;       // c: float in place of double
  bool embedded = false;               // c: float, and small rather than fast
  bool changeable_parameters = false;  // c, js: parameters in a structure, to be changed at run time
  Standstill stick = Standstill::samples;
  bool all_programs = false;  // c: with stored energy, rates, guards and resets, for who integrates the law
  bool compensation = false;  // with a feed-forward friction compensation

  static std::span<const OptionRow> options();
};

struct ExportedFile {
  std::string path;
  std::string text;
};

// One kind of text.
struct ExportKind {
  std::string_view name;
  std::string_view title;
  std::string_view extensions;  // "c|h"
  std::vector<ExportedFile> (*write)(const io::Model& model, const ExportOptions& options, const std::string& path);
};

std::span<const ExportKind> export_kinds();

// Throws UnknownName for a kind; std::invalid_argument for a path with another extension, a prefix that is no name, an
// option that the kind does not have.
std::vector<ExportedFile> export_files(std::string_view kind, const io::Model& model, const ExportOptions& options,
                                       const std::string& path);

}  // namespace stickslip::exporting
