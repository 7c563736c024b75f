// How fast, and how surely, are the parameters of a seal found? 23 of them: of the paper's 24 one is a redundant scale.
//
// MGMS of ten elements over five pressures, three seals, seeds 1, 2, ... for noise and search: pooled R2 and time of
// our strategy, of the paper's genetic algorithm alone and followed by least squares, and of pagmo's own genetic
// algorithm with the same evaluator, where it was built in; then, for the first seal and at most --scipy seeds, scipy's
// differential evolution, which hands whole generations to `stickslip loss` (identify_mgms_scipy.py), with the same
// number of evaluations and with ten times as many.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iostream>
#include <sstream>

#include "harness.hpp"
#include "identify/coordinates.hpp"
#include "seals.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/io/results.hpp"

namespace {

using namespace stickslip;
using namespace stickslip::batch;
using namespace stickslip::identify;
using namespace stickslip::io;

struct Contender {
  std::string name, strategy;
  bool polish;
  std::size_t budget;
};

struct Outcome {
  std::size_t good = 0;  // R2 >= 0.99
  std::vector<double> r2, seconds;
  std::size_t evaluations = 0;
};

Outcome measure_outcome(const Contender& c, const bench::SealShape& seal, std::size_t seeds, std::size_t threads) {
  Outcome all;
  for (std::size_t seed = 1; seed <= seeds; ++seed) {
    const auto recordings = bench::seal_recordings(seal, seed);
    FitReport fit;
    all.seconds.push_back(bench::measure_seconds([&] {
      fit = identify::identify(recordings, {.law = "mgms",
                                            .elements = 10,
                                            .loss = FitLoss::squares,
                                            .strategy = c.strategy,
                                            .seed = seed,
                                            .budget = c.budget,
                                            .threads = threads,
                                            .device = Device::cpu,
                                            .polish = c.polish,
                                            .intervals = false});
    }));
    all.r2.push_back(fit.train[0].r2);
    all.good += fit.train[0].r2 >= 0.99 ? 1U : 0U;
    all.evaluations = fit.evaluations;
  }
  return all;
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

std::vector<Contender> contenders(std::size_t budget) {
  std::vector<Contender> all{{"ours (projection)", "auto", true, 0},
                             {"the paper's GA alone", "ga", false, budget},
                             {"the paper's GA, then least squares", "ga", true, budget}};
  for (const StrategyInfo& s : strategies())
    if (s.name == "pagmo-sga") all.push_back({"pagmo sga alone", "pagmo-sga", false, budget});
  return all;
}

#ifdef STICKSLIP_BENCH_PYTHON
// A folder that goes when nobody needs it any more.
struct TemporaryFolder {
  std::filesystem::path path =
      std::filesystem::temp_directory_path() / ("stickslip-identify-mgms-" + std::to_string(getpid()));
  TemporaryFolder() { std::filesystem::create_directories(path); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
};

void write_recording(const std::string& file, const Record& r) {
  const std::vector<Column> columns{
      {"time", "s"}, {"velocity", "m/s"}, {"displacement", "m"}, {"pressure", "Pa"}, {"force", "N"}};
  std::vector<std::vector<double>> values(columns.size());
  for (std::size_t k = 0; k < r.motion.size(); ++k) {
    const auto& c = r.motion[k];
    const std::array row{r.step * double(k), c.velocity, c.displacement, c.pressure, r.force[k]};
    for (std::size_t i = 0; i < row.size(); ++i) values[i].push_back(row[i]);
  }
  write_file(file, csv_text(columns, values));
}

// The box in which our strategies look, as identify() makes it from the data.
std::string box_text(const std::vector<Recording>& recordings) {
  std::vector<RecordView> records;
  for (const Recording& r : recordings) records.push_back(view(r.record));
  const identify::Coordinates all({.law = "mgms", .elements = 10}, identify::measure_scales(records));
  std::ostringstream text;
  text << "name,low,high,scale\n";
  text.precision(17);
  for (std::size_t i = 0; i < all.count(); ++i) {
    const identify::Coordinate& c = all[i];
    const auto field = std::find_if(all.base().table.begin(), all.base().table.end(), [&c](const Field& f) {
      return f.first <= c.places[0] && c.places[0] < f.first + f.width;
    });
    const bool cubic = c.scale == Scale::linear && c.low < 1e-3 * c.high;  // as Coordinates::at
    text << c.name << '[' << field->unit << "]," << c.low << ',' << c.high << ','
         << (c.scale == Scale::log ? "log"
             : cubic               ? "cubic"
                                   : "linear")
         << '\n';
  }
  return text.str();
}

struct ScipyRow {
  double r2 = 0.0, seconds = 0.0, start_up = 0.0;
  std::size_t evaluations = 0;
  bool there = false;
};

ScipyRow by_scipy(const bench::SealShape& seal, std::size_t seed, std::size_t budget, std::size_t threads) {
  const TemporaryFolder folder;
  const auto recordings = bench::seal_recordings(seal, seed);
  for (std::size_t k = 0; k < recordings.size(); ++k)
    write_recording((folder.path / ("run" + std::to_string(k) + ".csv")).string(), recordings[k].record);
  write_file((folder.path / "box.csv").string(), box_text(recordings));
  std::ostringstream command;
  command << STICKSLIP_BENCH_PYTHON << ' ' << folder.path << ' ' << seed << ' ' << budget << ' ' << threads;
  FILE* pipe = popen(command.str().c_str(), "r");
  if (pipe == nullptr) return {};
  std::string text;
  for (int c = std::fgetc(pipe); c != EOF; c = std::fgetc(pipe)) text += static_cast<char>(c);
  if (pclose(pipe) != 0) return {};
  ScipyRow row;
  std::istringstream words(text);
  row.there = bool(words >> row.r2 >> row.seconds >> row.start_up >> row.evaluations);
  return row;
}

void measure_scipy(std::size_t seeds, std::size_t threads, std::size_t budget) {
  const bench::SealShape& seal = bench::seal_shapes[0];
  bench::Table table({"scipy differential_evolution, " + seal.name, "R2", "ms", "of them start-ups", "evaluations"});
  for (const std::size_t evaluations : {budget, 10 * budget})
    for (std::size_t seed = 1; seed <= seeds; ++seed) {
      const ScipyRow row = by_scipy(seal, seed, evaluations, threads);
      if (!row.there) {
        std::cout << "\nscipy is absent: not compared\n";
        return;
      }
      table.add({"seed " + std::to_string(seed), bench::digits(row.r2), bench::digits(1e3 * row.seconds),
                 bench::digits(1e3 * row.start_up), std::to_string(row.evaluations)});
    }
  std::cout << '\n' << table.text();
}
#else
void measure_scipy(std::size_t, std::size_t, std::size_t) {
  std::cout << "\nscipy is not compared: that takes python3 and the program stickslip\n";
}
#endif

void measure(std::size_t seeds, std::size_t threads, std::size_t budget) {
  std::cout << "machine: " << bench::machine() << "\nMGMS, 10 elements, 5 pressures x 500 samples, " << seeds
            << " seeds, " << threads << " threads\n\n";
  bench::Table table({"seal, strategy", "R2 >= 0.99", "R2 least", "R2 median", "ms median", "ms most", "evaluations"});
  for (const bench::SealShape& seal : bench::seal_shapes)
    for (const Contender& c : contenders(budget)) {
      const Outcome o = measure_outcome(c, seal, seeds, threads);
      table.add({seal.name + ", " + c.name, std::to_string(o.good) + " of " + std::to_string(seeds),
                 bench::digits(*std::min_element(o.r2.begin(), o.r2.end())), bench::digits(median(o.r2)),
                 bench::digits(1e3 * median(o.seconds)),
                 bench::digits(1e3 * *std::max_element(o.seconds.begin(), o.seconds.end())),
                 std::to_string(o.evaluations)});
    }
  std::cout << table.text();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    bench::refuse_other_options(argc, argv, {"seeds", "threads", "budget", "scipy"});
    const std::size_t seeds = bench::option(argc, argv, "seeds", 10);
    const std::size_t threads = bench::option(argc, argv, "threads", 2);
    const std::size_t budget = bench::option(argc, argv, "budget", 9000);
    measure(seeds, threads, budget);
    measure_scipy(std::min(seeds, bench::option(argc, argv, "scipy", 3)), threads, budget);
  } catch (const std::exception& e) {
    std::cerr << e.what() << '\n';
    return 2;
  }
}
