// The rows of a sweep that are done, in a file that grows by a line for each: what a sweep that was stopped, or killed,
// goes on from.
//
// DIR/sweep.journal begins with the description of its sweep. A line is whole when it ends and its checksum fits; any
// other is left out, and its sample is run again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "stickslip/sweep.hpp"

namespace stickslip {

class SweepJournal {
 public:
  // Opens the journal of the directory, which must be there, or begins one. Throws std::invalid_argument when it is
  // that of another sweep (with what differs), no journal at all, or in use by another process.
  SweepJournal(const std::string& directory, const Sweep& sweep, std::string_view version);
  SweepJournal(const SweepJournal&) = delete;
  SweepJournal& operator=(const SweepJournal&) = delete;
  ~SweepJournal();

  // The rows that were there when it was opened.
  const std::vector<std::string>& rows() const { return rows_; }

  // The row is with the operating system when this returns. Throws std::runtime_error.
  void append(const std::string& row);

 private:
  std::string contents() const;
  void cut(std::size_t length);
  void write(const std::string& text);

  std::string directory_, path_;
  int file_ = -1;
  std::vector<std::string> rows_;
};

}  // namespace stickslip
