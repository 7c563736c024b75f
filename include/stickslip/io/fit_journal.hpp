// The work of a fit that is done: what a fit that was stopped, or killed, goes on from, to the same bits.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "stickslip/identify/rank.hpp"
#include "stickslip/io/fit.hpp"
#include "stickslip/io/journal.hpp"

namespace stickslip::io {

// Everything that a fit, or a ranking, depends on: version, data and options; not the number of threads.
JournalLines description(const identify::FitOptions& options, const Provenance& from);
JournalLines description(const identify::RankOptions& options, const Provenance& from);
// What else it depends on, such as the options of the import: a line per option that changes the result.
void add_options(JournalLines& lines, const OptionView& options, const std::vector<std::string_view>& without = {});

// What was done since the program began: of laws that are ranked the chosen one is fitted twice. For one thread.
class FitPieces {
 public:
  // As FitMemory wants them.
  bool recall(std::size_t number, std::uint64_t key, std::vector<double>& answer) const;
  void keep(std::size_t number, std::uint64_t key, std::vector<double> answer);

  // Both of them; the pieces must outlive it.
  identify::FitMemory memory();

 private:
  struct Piece {
    std::uint64_t key;
    std::vector<double> answer;
  };
  std::unordered_map<std::size_t, std::vector<Piece>> pieces_;  // by number; several laws may count alike
};

// DIR/fit.journal. A row is the number of a piece of work, its key, and the bits of its numbers. For one thread.
class FitJournal : public WorkJournal {
 public:
  // Throws std::invalid_argument as a WorkJournal does.
  FitJournal(const std::string& directory, const JournalLines& task);

  // As FitMemory wants them.
  bool recall(std::size_t number, std::uint64_t key, std::vector<double>& answer) const;
  void keep(std::size_t number, std::uint64_t key, const std::vector<double>& answer);

  // Both of them; the journal must outlive it.
  identify::FitMemory memory();

  // Pieces of work that were there when it was opened.
  std::size_t done_before() const { return done_before_; }
  // Pieces of work that were kept since.
  std::size_t kept() const { return kept_; }

 private:
  bool take(const std::string& row);

  FitPieces pieces_;
  std::size_t done_before_ = 0;
  std::size_t kept_ = 0;
};

}  // namespace stickslip::io
