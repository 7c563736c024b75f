// `stickslip scorecard`: every law against every phenomenon, measured.
#include "stickslip/io/scorecard.hpp"

#include <iostream>

#include "common.hpp"
#include "stickslip/io/results.hpp"

namespace stickslip::cli {

using namespace io;
using namespace scorecard;

namespace {

struct ScorecardRequest {
  std::vector<std::string> laws;  // empty: all
  std::string output;             // directory
  bool json = false;
  bool markdown = false;
};

// A line per law goes to stderr while it is measured.
std::string scorecard(const ScorecardRequest& r) {
  if (r.json && r.markdown) throw std::invalid_argument("--json and --markdown exclude each other; give one");
  if (!r.output.empty()) prepare_directory(r.output);
  const Scorecard card = stickslip::scorecard::scorecard(
      {.laws = r.laws, .progress = [](std::string_view row) { std::cerr << "scorecard: " << row << std::endl; }});
  if (!r.output.empty()) {
    write_file(r.output + "/scorecard.json", scorecard_json(card, STICKSLIP_VERSION));
    write_file(r.output + "/report.html", html(scorecard_page(card, STICKSLIP_VERSION)));
  }
  if (r.json) return scorecard_json(card, STICKSLIP_VERSION);
  if (r.markdown) return scorecard_markdown(card);
  return scorecard_text(card) + (r.output.empty() ? "" : "written: " + r.output + "/{scorecard.json,report.html}\n");
}

}  // namespace

Command scorecard_command() {
  const auto r = std::make_shared<ScorecardRequest>();
  return {.options = {{"--laws NAME,...", Commas{&r->laws}, "Only these laws (default: all)", {}, law_names},
                      output_directory(r->output, "scorecard.json and report.html"),
                      json_flag(r->json, "scorecard.json"),
                      {"--markdown", &r->markdown, "Print a Markdown table"}},
          .notes = "Takes some seconds per law.",
          .work = [r] { return Answer{scorecard(*r)}; }};
}

}  // namespace stickslip::cli
