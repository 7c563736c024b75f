// What a sweep leaves behind: its table as CSV, a summary, and its spec as a file that gives the same table.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stickslip/io/journal.hpp"
#include "stickslip/sweep.hpp"

namespace stickslip::io {

// Rows as text, in the order of their samples, whatever the order in which they come:
//
//   sample,law.coulomb[N],plant.mass[kg],period[s],slip_onsets[s],status,missing
//   1,1.2,1,6.5123,0.1 6.6 13.1,done,
//
// Samples are counted from 1. A figure without a value is an empty cell, a list one cell with spaces in it. Numbers
// have the shortest form that reads back the same.
class SweepTable {
 public:
  explicit SweepTable(const sweep::Sweep& sweep);

  static std::string row_text(const sweep::Sweep& sweep, const sweep::SweepRow& row);

  // False when the text is no row of this table.
  bool add(const std::string& row);
  bool has(std::size_t sample) const { return !rows_[sample].empty(); }
  std::size_t size() const { return size_; }      // rows there
  std::size_t failed() const { return failed_; }  // of these: those without figures
  std::string csv() const;

  // Over all rows, of a figure that is one number and never a list.
  struct Extreme {
    double value = 0.0;
    std::size_t sample = 0;  // counted from 0
  };
  struct Range {
    std::size_t count = 0;  // rows with a number; 0: there is no smallest
    Extreme smallest = {}, largest = {};
  };
  // As many as the sweep has figures.
  std::vector<Range> ranges() const;

 private:
  std::string header_;
  std::vector<std::string> rows_;
  std::size_t columns_ = 0;
  std::size_t first_figure_ = 0, figures_ = 0;
  std::size_t size_ = 0, failed_ = 0;
};

// Everything that the table depends on.
JournalLines description(const sweep::Sweep& sweep, std::string_view version);

// A spec that reads back as the same sweep.
std::string toml_text(const sweep::Sweep& sweep);

std::string summary_json(const sweep::Sweep& sweep, const SweepTable& table, const sweep::SweepReport& report,
                         std::string_view version);
// For a terminal.
std::string summary_text(const sweep::Sweep& sweep, const SweepTable& table, const sweep::SweepReport& report);

}  // namespace stickslip::io
