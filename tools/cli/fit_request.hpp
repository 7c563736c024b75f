// What `stickslip identify` and `stickslip rank` share: recordings, options of a fit, a directory that can be resumed.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "stickslip/identify/rank.hpp"
#include "stickslip/io/fit_journal.hpp"

namespace stickslip::cli {

struct FitRequest {
  std::vector<std::string> data = {};  // files
  std::vector<std::string> test = {};  // files that are scored only
  std::string law = {};                // of identify
  std::vector<std::string> laws = {};  // of rank
  int elements = 0;
  std::vector<std::string> free = {};
  std::vector<std::string> fixed = {};  // "key=value"
  std::vector<std::string> per_direction = {};
  std::string loss = "ls";
  double huber = 0.0;
  std::string strategy = "auto";
  std::uint64_t seed = 1;
  std::size_t budget = 0;
  double train = 1.0;
  int blocks = 0;
  std::vector<std::string> nuisances = {};  // of every recording
  std::vector<std::string> common = {};     // one for all recordings
  bool closed_loop = false;
  std::vector<std::string> settings = {};  // "plant.key=value", in closed loop
  std::vector<std::string> names = {};     // "role=column"
  std::vector<std::string> refused = {};   // repairs
  double sample_time = 0.0;                // [s]
  double bandwidth = 0.0;                  // [Hz]
  double compare_below = 0.0;              // [Hz]
  bool search_alone = false;
  int threads = 0;
  std::string device = "auto";
  std::string output = {};  // directory
  bool quiet = false;
  bool json = false;
  bool list = false;
};

enum class FitEnding : unsigned char { done, not_converged, interrupted };

struct FitAnswer {
  std::string text;  // for stdout
  FitEnding ending = FitEnding::done;
};

// Recordings, ready to be fitted, and where they come from.
struct FitInputs {
  std::vector<identify::Recording> recordings;
  io::Provenance from;
  std::vector<std::string> columns;  // roles that every file has
};

// Reads and imports every file; `law` names what the columns must feed. Throws std::invalid_argument.
FitInputs inputs_of(const FitRequest& request, const std::string& law);

// Everything but law, elements, memory, progress and the question whether to stop. Throws std::invalid_argument.
identify::FitOptions options_of(const FitRequest& request);

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
