#include "stickslip/identify/rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "stickslip/friction/catalogue.hpp"
#include "stickslip/numerics/hash.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::identify {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr std::size_t usual_blocks = 10;
constexpr std::size_t compared_blocks = 20;  // of the test samples, for the standard error of differences
constexpr double told_apart = 2.0;           // standard errors
constexpr double large_loss = 1.5;           // times the least error: no scatter of the blocks excuses that
constexpr double small_gain = 0.02;          // of the error: not worth a more complicated law

// What the recordings hold besides the motion.
struct Columns {
  bool pressure = false, load = false, temperature = false, applied = false;
};

Columns columns_of(std::span<const Recording> recordings) {
  Columns c;
  for (const Recording& r : recordings)
    for (const auto& contact : r.record.motion) {
      c.pressure = c.pressure || contact.pressure != 0.0;
      c.load = c.load || contact.load != 0.0;
      c.temperature = c.temperature || contact.temperature != 0.0;
      c.applied = c.applied || contact.applied != 0.0;
    }
  return c;
}

// Why these data cannot feed a law; empty when they can.
std::string hunger(const LawInfo& law, const Columns& c) {
  if (includes(law.reads, Reads::pressure) && !c.pressure) return "needs a column pressure";
  if (includes(law.reads, Reads::load) && !c.load) return "needs a column load";
  if (includes(law.reads, Reads::temperature) && !c.temperature) return "needs a column temperature";
  return {};
}

// Squared errors of the test samples, in blocks in time.
std::vector<double> block_errors(const FitReport& fit) {
  std::vector<double> squares;
  for (const FitTrace& t : fit.traces)
    for (std::size_t k = 0; k < t.use.size(); ++k)
      if (t.use[k] == Use::scored) squares.push_back((t.fitted[k] - t.measured[k]) * (t.fitted[k] - t.measured[k]));
  const std::size_t blocks = std::min(compared_blocks, squares.size());
  std::vector<double> means(blocks, 0.0);
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t from = b * squares.size() / blocks;
    const std::size_t to = (b + 1) * squares.size() / blocks;
    for (std::size_t k = from; k < to; ++k) means[b] += squares[k] / double(to - from);
  }
  return means;
}

struct Difference {
  double mean = 0.0, error = 0.0;
};

// Mean of a - b over the blocks and its standard error.
Difference difference_of(const std::vector<double>& a, const std::vector<double>& b) {
  Difference d;
  const double n = double(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) d.mean += (a[i] - b[i]) / n;
  for (std::size_t i = 0; i < a.size(); ++i) d.error += (a[i] - b[i] - d.mean) * (a[i] - b[i] - d.mean);
  d.error = n > 1.0 ? std::sqrt(d.error / (n - 1.0) / n) : infinite;
  return d;
}

// Akaike's criterion with the number of independent samples that all laws share.
double criterion(const FitReport& fit, double correlation_time) {
  const double n = std::max(2.0, double(fit.train[0].samples) / correlation_time);
  const double k = double(fit.free_count) + 1.0;
  if (n <= k + 1.0) return infinite;
  const double rmse = std::max(fit.train[0].rmse, 1e-300);
  return 2.0 * n * std::log(rmse) + 2.0 * k + 2.0 * k * (k + 1.0) / (n - k - 1.0);
}

// Laws share a memory, and searches of two of them may ask for the same points: each law has keys of its own.
FitMemory memory_of(const FitMemory& all, const std::string& law) {
  numerics::Fnv1a hash;
  for (const char letter : law) hash.add(static_cast<unsigned char>(letter));
  const std::uint64_t own = hash.value();
  FitMemory memory;
  if (all.recall)
    memory.recall = [&all, own](std::size_t number, std::uint64_t key, std::vector<double>& answer) {
      return all.recall(number, key ^ own, answer);
    };
  if (all.keep)
    memory.keep = [&all, own](std::size_t number, std::uint64_t key, const std::vector<double>& answer) {
      all.keep(number, key ^ own, answer);
    };
  return memory;
}

RankRow fitted_row(const std::string& law, const std::vector<Recording>& recordings, const RankOptions& options,
                   const Columns& columns) {
  RankRow row{.law = law};
  const LawInfo& info = law_info(law);
  row.skipped = hunger(info, columns);
  if (!row.skipped.empty()) return row;
  FitOptions o = options.fit;
  o.law = law;
  o.elements = info.has_elements ? options.elements : 0;
  o.memory = memory_of(options.fit.memory, law);
  try {
    row.fit = identify(recordings, o);
  } catch (const std::invalid_argument& error) {
    row.skipped = error.what();
    return row;
  }
  row.parameters = row.fit.free_count;
  if (row.fit.test.empty())
    throw std::invalid_argument("nothing was kept for the test: mark a recording or give blocks");
  row.test_rmse = row.fit.test[0].rmse;
  row.test_r2 = row.fit.test[0].r2;
  return row;
}

bool before(const RankRow& a, const RankRow& b) {
  if (a.skipped.empty() != b.skipped.empty()) return a.skipped.empty();
  if (!a.skipped.empty()) return false;
  return a.test_rmse < b.test_rmse;
}

void compare(std::vector<RankRow>& rows) {
  const std::vector<double> best = block_errors(rows[0].fit);
  double least = infinite;
  for (RankRow& row : rows)
    if (row.skipped.empty()) {
      row.aicc_difference = criterion(row.fit, rows[0].fit.correlation_time);
      least = std::min(least, row.aicc_difference);
    }
  for (RankRow& row : rows) {
    if (!row.skipped.empty()) continue;
    row.aicc_difference -= least;
    const Difference d = difference_of(block_errors(row.fit), best);
    row.behind = d.mean > 0.0 ? d.mean / std::max(d.error, 1e-300) : 0.0;
    const double ratio = row.test_rmse / rows[0].test_rmse;
    row.inside_noise = (row.behind < told_apart && ratio < large_loss) || ratio < 1.0 + small_gain;
  }
}

// Those inside the noise of the best, the simplest first; among equally simple ones the better.
void put_simple_first(std::vector<RankRow>& rows) {
  auto end = std::stable_partition(rows.begin(), rows.end(),
                                   [](const RankRow& r) { return r.skipped.empty() && r.inside_noise; });
  std::stable_sort(rows.begin(), end, [](const RankRow& a, const RankRow& b) {
    return a.parameters != b.parameters ? a.parameters < b.parameters : a.test_rmse < b.test_rmse;
  });
  std::stable_sort(end, rows.end(), before);
}

void judge(RankReport& report) {
  std::vector<std::string> close;
  for (const RankRow& row : report.rows)
    if (row.skipped.empty() && row.inside_noise) close.push_back(row.law);
  report.winner = close.size() == 1;
  report.verdict = report.winner
                       ? report.rows[0].law + " follows unseen data best, by more than the noise"
                       : "no winner: " + text::join_in_words(close) +
                             " follow unseen data equally well within the noise; " + report.rows[0].law +
                             " is the simplest of them (" + std::to_string(report.rows[0].parameters) + " parameters)";
}

std::vector<std::string> laws_to_try(const RankOptions& options) {
  if (!options.laws.empty()) return options.laws;
  std::vector<std::string> all;
  for (const LawInfo& law : law_catalogue()) all.emplace_back(law.name);
  return all;
}

}  // namespace

RankReport rank(std::vector<Recording> recordings, const RankOptions& options) {
  RankReport report;
  report.options = options;
  const bool has_test = std::any_of(recordings.begin(), recordings.end(), [](const Recording& r) { return r.test; });
  RankOptions used = options;
  used.fit.intervals = false;
  if (!has_test && used.fit.train >= 1.0 && used.fit.blocks == 0) {
    used.fit.blocks = usual_blocks;
    report.notes.push_back("every second of " + std::to_string(usual_blocks) + " blocks in time was kept for the test");
  }
  const Columns columns = columns_of(recordings);
  for (const std::string& law : laws_to_try(options)) law_info(law);  // a wrong name ends it before the first fit
  for (const std::string& law : laws_to_try(options)) {
    if (options.fit.cancelled && options.fit.cancelled()) {
      report.completed = false;
      break;
    }
    try {
      report.rows.push_back(fitted_row(law, recordings, used, columns));
    } catch (const std::runtime_error& error) {
      if (!(options.fit.cancelled && options.fit.cancelled())) throw;
      report.completed = false;
      break;
    }
    report.completed = report.completed && report.rows.back().fit.completed;
  }
  std::stable_sort(report.rows.begin(), report.rows.end(), before);
  if (report.rows.empty() || !report.rows[0].skipped.empty())
    throw std::invalid_argument("none of the laws could be fitted" +
                                (report.rows.empty() ? std::string() : ": " + report.rows[0].skipped));
  compare(report.rows);
  put_simple_first(report.rows);
  judge(report);
  // The chosen one again, with intervals.
  if (options.fit.intervals && report.completed) {
    FitOptions again = used.fit;
    again.law = report.rows[0].law;
    again.elements = law_info(again.law).has_elements ? options.elements : 0;
    again.intervals = true;
    again.memory = memory_of(options.fit.memory, again.law);
    report.rows[0].fit = identify(recordings, again);
  }
  return report;
}

}  // namespace stickslip::identify
