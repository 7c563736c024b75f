// A report for people: one self-contained HTML page with text, tables and plots that can be zoomed and read, offline.
#pragma once

#include <string>
#include <vector>

namespace stickslip::io {

// As many x as y. A point with a NaN or an infinity is a gap in the line.
struct Series {
  std::string name;
  std::vector<double> x;
  std::vector<double> y;
  bool dots = false;  // points instead of a line
};

// y over x. When x does not increase (a loop F(x)), the points are joined in the order given.
// Plots of one section with the same x_label and rising x zoom and read together.
struct Plot {
  std::string title;
  std::string x_label;  // "time [s]"
  std::string y_label;
  std::vector<Series> series;
  bool log_x = false;
  bool log_y = false;
};

// What a verdict is called, so that colour is never the only sign.
struct VerdictWords {
  std::string header = "verdict";  // of the column that the verdicts of rows make
  std::string good = "good";
  std::string neutral = "neutral";
  std::string bad = "bad";
};

// Every row has as many cells as the header. A column of numbers ("0.5", "1.2e-6 m", "-") is aligned at the right.
struct ReportTable {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<std::string>> rows;
  // Optional verdict per row: +1 good, 0 neutral, -1 bad; shown by colour and by a word.
  std::vector<int> verdicts = {};
  // Optional verdict per cell, for tables that judge every figure: as many rows and columns as `rows`. A cell without
  // one has `unjudged`.
  std::vector<std::vector<int>> cell_verdicts = {};
  VerdictWords words = {};

  static constexpr int unjudged = 2;
};

// Sections in the order of reading.
struct Section {
  std::string title;
  std::vector<std::string> paragraphs = {};
  std::vector<ReportTable> tables = {};
  std::vector<Plot> plots = {};
};

struct Page {
  std::string title;
  std::string subtitle;
  std::vector<Section> sections = {};
};

// The page as one HTML text without references to anything outside it. All texts are plain text, in UTF-8. Numbers are
// kept to nine digits, so that a trace stays smooth when zoomed ten thousand times. The same page gives the same bytes.
// std::invalid_argument names a series or a table whose lengths do not fit together.
std::string html(const Page& page);

}  // namespace stickslip::io
