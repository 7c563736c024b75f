#include "scorecard.hpp"

#include <iostream>
#include <sstream>

#include "stickslip/io/results.hpp"
#include "stickslip/io/scorecard.hpp"

namespace stickslip::cli {

using namespace io;
using namespace scorecard;

namespace {

std::vector<std::string> listed(const std::string& text) {
  std::vector<std::string> names;
  std::istringstream rest(text);
  for (std::string name; std::getline(rest, name, ',');) names.push_back(name);
  return names;
}

}  // namespace

std::string scorecard(const ScorecardRequest& r) {
  if (!r.output.empty()) prepare_directory(r.output);
  const Scorecard card = stickslip::scorecard::scorecard({.laws = listed(r.laws), .progress = [](std::string_view row) {
                                                            std::cerr << "scorecard: " << row << std::endl;
                                                          }});
  if (!r.output.empty()) {
    write_file(r.output + "/scorecard.json", scorecard_json(card, STICKSLIP_VERSION));
    write_file(r.output + "/report.html", html(scorecard_page(card, STICKSLIP_VERSION)));
  }
  if (r.json) return scorecard_json(card, STICKSLIP_VERSION);
  if (r.markdown) return scorecard_markdown(card);
  return scorecard_text(card) + (r.output.empty() ? "" : "written: " + r.output + "/{scorecard.json,report.html}\n");
}

}  // namespace stickslip::cli
