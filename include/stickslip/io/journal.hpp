// Work that is done, in a file that grows by a line for each piece of it: what a long command that was stopped, or
// killed, goes on from.
//
// DIR/NAME.journal begins with a description of its task. A line is whole when it ends and its checksum, of the task
// and the row, fits; any other is left out, and its work is done again. One process at a time has a journal.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace stickslip::io {

// Everything that the outcome of a task depends on, in words: {"law.coulomb", "1.5"}. Two tasks with the same lines
// have the same outcome.
using JournalLines = std::vector<std::pair<std::string, std::string>>;

class WorkJournal {
 public:
  // Opens DIR/KIND.journal of the directory, which must be there, or begins one; `kind` names the work: "sweep", "fit".
  // Throws std::invalid_argument when it is that of another task (with what differs), no journal at all, or in use by
  // another process.
  WorkJournal(const std::string& directory, std::string kind, const JournalLines& task);
  WorkJournal(const WorkJournal&) = delete;
  WorkJournal& operator=(const WorkJournal&) = delete;
  ~WorkJournal();

  // The rows that were there when it was opened.
  const std::vector<std::string>& rows() const { return rows_; }

  // A row, without a line break in it, is with the operating system when this returns. Throws std::runtime_error.
  void append(const std::string& row);

  // The work is complete and its results are written: takes the file away, or says so in its last line.
  void remove();
  void mark_complete();
  bool complete() const { return complete_; }

 private:
  void open_and_lock();
  void take_over(const JournalLines& task);
  std::string contents() const;
  void cut(std::size_t length);
  void write(const std::string& text);

  std::string directory_, kind_, path_, head_;
  bool complete_ = false;
  int file_ = -1;
  std::vector<std::string> rows_;
};

}  // namespace stickslip::io
