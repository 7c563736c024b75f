// Which law explains recordings best, on parts that it has not seen.
//
//   RankReport r = rank(recordings, {.laws = {"coulomb", "stribeck", "lugre"}});
//   r.rows[0].law;  r.verdict;
//
// Every law is fitted to the same parts and scored on the others: blocks in time, or whole recordings where some are
// marked for the test. A law beats another when its error on unseen data is smaller by 4 % and by more than twice the
// standard error of the difference, block by block, or by a quarter and more of the smaller error; otherwise both stand
// inside the noise, and the simpler one, by free parameters and hidden states, comes first. The law that calls itself a
// baseline always takes part.
#pragma once

#include "stickslip/identify/fit.hpp"

namespace stickslip::identify {

struct RankOptions {
  std::vector<std::string> laws = {};  // empty: all that the data can feed
  FitOptions fit = {};                 // law and elements are set for each
  std::size_t elements = 5;            // of laws with elements

  // Its own; those of `fit` are FitOptions::options() without law, elements, fixed and intervals.
  static std::span<const OptionRow> options();
};

struct RankRow {
  std::string law;
  std::string skipped = {};  // why it was not fitted; otherwise empty
  FitReport fit = {};
  std::size_t parameters = 0;  // free
  std::size_t states = 0;      // hidden ones: deflections, modes, relays
  double test_rmse = 0.0;
  double test_r2 = 0.0;
  double aicc_difference = 0.0;  // to the smallest
  double behind = 0.0;           // mean difference of the squared test error to the best, over its standard error
  bool inside_noise = false;     // not to be told from the best

  std::size_t complexity() const { return parameters + states; }
};

struct RankReport {
  RankOptions options = {};
  std::vector<RankRow> rows = {};  // best first; skipped ones last
  std::size_t chosen = 0;          // row whose model is handed on
  bool winner = false;             // false: several cannot be told apart, `chosen` is the simplest of them
  Verdict verdict = {};            // of the chosen law's fit, its reason says how the laws compare
  std::vector<std::string> notes = {};
  bool completed = true;
};

void render_options(RankReport& report, const OptionWording& wording);

RankReport rank(std::vector<Recording> recordings, const RankOptions& options);

}  // namespace stickslip::identify
