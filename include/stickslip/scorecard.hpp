// The scorecard: every law against the phenomena of friction and against what costs a user time, each cell measured.
//
//   const Scorecard card = scorecard();
//   for (const ScoreRow& row : card.rows) row.cells[k].value;   // in the unit of card.columns[k]
//
// Every law has the parameters of 004 Table 1 where it has such parameters, and its own defaults otherwise. It acts on
// a mass of 1 kg per newton of its break-away force, which is measured first; all forces are shares of it, all speeds
// multiples of the law's Stribeck velocity (1 mm/s for a law without one). A cell is a number and a verdict by the
// threshold that its column states.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace stickslip::scorecard {

enum class Score : signed char { no = -1, partly = 0, yes = 1 };

// What is measured, and when it counts.
struct ScoreColumn {
  std::string_view name;       // like-this
  std::string_view title;      // for a table's head
  std::string_view unit;       // of the value
  std::string_view measured;   // the experiment and the number that it gives
  std::string_view threshold;  // when the verdict is yes, partly, no
  std::string_view yes, partly, no;
};

struct ScoreCell {
  double value = 0.0;  // NaN with a note when nothing could be measured
  Score verdict = Score::no;
  std::string note = {};  // what the number leaves unsaid
};

struct ScoreRow {
  std::string name;  // of the law, with the options that are set
  std::string law;
  double breakaway = 0.0;  // [N]
  std::vector<ScoreCell> cells;
};

struct Scorecard {
  static constexpr std::size_t phenomena = 7;  // the first columns; the others are what a law costs its user
  std::span<const ScoreColumn> columns;
  std::vector<ScoreRow> rows;
};

struct ScorecardOptions {
  // Laws to measure, in this order; empty: all. std::invalid_argument (UnknownName) for one that does not exist.
  std::vector<std::string> laws = {};
  // Called before each row is measured.
  std::function<void(std::string_view row)> progress = {};
};

std::span<const ScoreColumn> scorecard_columns();
Scorecard scorecard(const ScorecardOptions& options = {});

std::string_view choose_word(const ScoreColumn& column, Score verdict);

}  // namespace stickslip::scorecard
