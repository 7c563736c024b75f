// What `stickslip identify` and `stickslip rank` share: recordings, options of a fit, a directory that can be resumed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"
#include "stickslip/identify/rank.hpp"
#include "stickslip/io/fit_journal.hpp"
#include "stickslip/io/recordings.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::cli {

struct FitRequest {
  std::vector<std::string> data = {};  // files
  std::vector<std::string> test = {};  // files that are scored only
  identify::RankOptions rank = {};     // of identify its `fit` alone
  measurement::ImportOptions import = {};
  std::vector<std::string> settings = {};  // "plant.key=value", in closed loop
  std::string output = {};                 // directory
  bool quiet = false;
  bool json = false;
  bool list = false;
};

// Reads and imports every file; `law` names what the columns must feed, empty: any. Throws std::invalid_argument.
io::Recordings read_inputs(const FitRequest& request, const std::string& law);

// Adds the options that identify and rank share, but for rows of FitOptions `without` which the command does. The rows
// refer to `request`.
void append_fit_options(std::vector<Option>& options, FitRequest& request,
                        const std::vector<std::string_view>& without = {});

// Strategies and nuisances, a line each.
std::string fit_choices_text();

// The directory of a fit, with its journal: made when the fit begins, taken back when the fit refuses its data. Without
// an output directory it remembers for this run alone.
class FitDirectory {
 public:
  FitDirectory(const FitRequest& request, const io::JournalLines& task);
  FitDirectory(const FitDirectory&) = delete;
  FitDirectory& operator=(const FitDirectory&) = delete;
  ~FitDirectory();

  identify::FitMemory memory();
  // The work ended and its files are written; a complete one needs no journal.
  void settle(bool completed);

 private:
  std::string path_;
  bool made_here_ = false;
  bool settled_ = false;
  std::unique_ptr<io::FitJournal> journal_;
  io::FitPieces pieces_;  // in its place where there is no directory
};

// Ctrl-C and progress, for the time in which `work` runs with these options. False when Ctrl-C came before there was
// anything to keep. `fits`: how many of them `work` does.
bool run_watched(const FitRequest& request, const std::string& name, identify::FitOptions& options,
                 const std::function<void()>& work, std::size_t fits = 1);

}  // namespace stickslip::cli
