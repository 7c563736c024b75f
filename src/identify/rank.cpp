#include "stickslip/identify/rank.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "judge.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/numerics/hash.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"
#include "tuning.hpp"

namespace stickslip::identify {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr Tuning::Ranking limits = tuning.ranking;

// What the recordings hold besides the motion.
struct Columns {
  bool pressure = false, load = false, temperature = false, applied = false;
};

Columns list_columns(std::span<const Recording> recordings) {
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

// Which samples of all recordings, one after the other, are compared: those that every law leaves to the test. A law
// that jumps with the sign of the velocity is not asked where that sign is a guess, and then no law is.
std::vector<bool> mark_compared(std::span<const RankRow> rows) {
  std::vector<bool> compared;
  for (const RankRow& row : rows) {
    if (!row.skipped.empty()) continue;
    std::vector<bool> own;
    for (const FitTrace& t : row.fit.traces)
      for (const Use use : t.use) own.push_back(use == Use::scored);
    if (compared.empty()) compared.assign(own.size(), true);
    for (std::size_t k = 0; k < own.size(); ++k) compared[k] = compared[k] && own[k];
  }
  return compared;
}

// Squared errors of these samples. A law that holds with the measured force in place of an applied one meets it exactly
// and predicts nothing: there it is given the noise of the sensor.
std::vector<double> unseen_squares(const FitReport& fit, const std::vector<bool>& compared) {
  std::vector<double> squares;
  std::size_t at = 0;
  for (const FitTrace& t : fit.traces)
    for (std::size_t k = 0; k < t.use.size(); ++k, ++at) {
      if (!compared[at]) continue;
      const double r = t.fitted[k] - t.measured[k];
      squares.push_back(r != 0.0 ? r * r : fit.sensor_noise * fit.sensor_noise);
    }
  return squares;
}

// Their means in blocks in time.
std::vector<double> block_errors(const FitReport& fit, const std::vector<bool>& compared) {
  const std::vector<double> squares = unseen_squares(fit, compared);
  const std::size_t blocks = std::min(limits.compared_blocks, squares.size());
  std::vector<double> means(blocks, 0.0);
  for (std::size_t b = 0; b < blocks; ++b) {
    const std::size_t from = b * squares.size() / blocks;
    const std::size_t to = (b + 1) * squares.size() / blocks;
    for (std::size_t k = from; k < to; ++k) means[b] += squares[k] / double(to - from);
  }
  return means;
}

double mean_error(const FitReport& fit, const std::vector<bool>& compared) {
  const std::vector<double> squares = unseen_squares(fit, compared);
  double sum = 0.0;
  for (const double square : squares) sum += square;
  return std::sqrt(sum / double(squares.size()));
}

// What a law keeps in mind besides its parameters: states, modes, relays, those of every element.
std::size_t hidden_states(const LawInfo& law, std::size_t elements) {
  std::size_t count = 0;
  for (const Field& f : law.states)
    count += f.shape == Shape::elements && law.has_elements ? std::min(f.width, elements) : f.width;
  return count;
}

struct Difference {
  double mean = 0.0, error = 0.0;
};

// Mean of a - b over the blocks and its standard error.
Difference estimate_difference(const std::vector<double>& a, const std::vector<double>& b) {
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
FitMemory select_memory(const FitMemory& all, const std::string& law) {
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

RankRow fit_row(const std::string& law, const std::vector<Recording>& recordings, const RankOptions& options,
                const Columns& columns) {
  RankRow row{.law = law};
  const LawInfo& info = law_info(law);
  row.skipped = hunger(info, columns);
  if (!row.skipped.empty()) return row;
  FitOptions o = options.fit;
  o.law = law;
  o.elements = info.has_elements ? options.elements : 0;
  o.memory = select_memory(options.fit.memory, law);
  try {
    row.fit = identify(recordings, o);
  } catch (const std::invalid_argument& error) {
    row.skipped = error.what();
    return row;
  }
  row.parameters = row.fit.free_count;
  if (row.fit.test.empty())
    throw std::invalid_argument("nothing was kept for the test: mark a recording or give blocks");
  row.states = hidden_states(info, row.fit.elements);
  row.test_r2 = row.fit.test[0].r2;
  return row;
}

bool before(const RankRow& a, const RankRow& b) {
  if (a.skipped.empty() != b.skipped.empty()) return a.skipped.empty();
  if (!a.skipped.empty()) return false;
  return a.test_rmse < b.test_rmse;
}

// The best first, by the samples that are compared.
std::vector<bool> sort_by_error(std::vector<RankRow>& rows) {
  std::vector<bool> compared = mark_compared(rows);
  for (RankRow& row : rows)
    if (row.skipped.empty()) row.test_rmse = mean_error(row.fit, compared);
  std::stable_sort(rows.begin(), rows.end(), before);
  return compared;
}

void compare(std::vector<RankRow>& rows, const std::vector<bool>& compared) {
  const std::vector<double> best = block_errors(rows[0].fit, compared);
  double least = infinite;
  for (RankRow& row : rows)
    if (row.skipped.empty()) {
      row.aicc_difference = criterion(row.fit, rows[0].fit.correlation_time);
      least = std::min(least, row.aicc_difference);
    }
  for (RankRow& row : rows) {
    if (!row.skipped.empty()) continue;
    row.aicc_difference -= least;
    const Difference d = estimate_difference(block_errors(row.fit, compared), best);
    row.behind = d.mean > 0.0 ? d.mean / std::max(d.error, 1e-300) : 0.0;
    const double ratio = row.test_rmse / rows[0].test_rmse;
    row.inside_noise = (row.behind < limits.told_apart && ratio < limits.large_loss) || ratio < 1.0 + limits.practical;
  }
}

// Those inside the noise of the best, the simplest first; among equally simple ones the better.
void put_simple_first(std::vector<RankRow>& rows) {
  auto end = std::stable_partition(rows.begin(), rows.end(),
                                   [](const RankRow& r) { return r.skipped.empty() && r.inside_noise; });
  std::stable_sort(rows.begin(), end, [](const RankRow& a, const RankRow& b) {
    return a.complexity() != b.complexity() ? a.complexity() < b.complexity() : a.test_rmse < b.test_rmse;
  });
  std::stable_sort(end, rows.end(), before);
}

std::string error_words(const RankRow& row) {
  return text::with_unit(text::digits(row.test_rmse, 2), text::show_unit(measured_unit(row.fit), row.fit.rotary));
}

const RankRow& simplest_row(std::span<const RankRow> rows) {
  const RankRow* least = &rows[0];
  for (const RankRow& row : rows)
    if (row.skipped.empty() && (row.complexity() < least->complexity() ||
                                (row.complexity() == least->complexity() && row.test_rmse < least->test_rmse)))
      least = &row;
  return *least;
}

// "lugre follows unseen data best: RMSE 0.1 N; stribeck, the next, leaves 0.2 N, coulomb-viscous, the simplest, 0.5 N".
std::string winner_words(std::span<const RankRow> rows) {
  std::string words = rows[0].law + " follows unseen data best: RMSE " + error_words(rows[0]);
  if (rows.size() < 2 || !rows[1].skipped.empty()) return words;
  words += "; " + rows[1].law + ", the next, leaves " + error_words(rows[1]);
  const RankRow& simplest = simplest_row(rows);
  if (simplest.law != rows[1].law && simplest.law != rows[0].law)
    words += ", " + simplest.law + ", the simplest, " + error_words(simplest);
  return words;
}

std::string tie_words(std::span<const RankRow> rows, const std::vector<std::string>& close) {
  const std::vector<std::string> others(close.begin() + 1, close.end());
  return rows[0].law + " follows unseen data as well as any other law, RMSE " + error_words(rows[0]) +
         ", with the fewest parameters and states (" + std::to_string(rows[0].complexity()) + "); " +
         name_some(others) + (others.size() == 1 ? " is" : " are") + " no better by " +
         text::percent(limits.practical) + " of the error or by its scatter";
}

void judge(RankReport& report) {
  std::vector<std::string> close;
  for (const RankRow& row : report.rows)
    if (row.skipped.empty() && row.inside_noise) close.push_back(row.law);
  report.winner = close.size() == 1;
  const std::string words = report.winner ? winner_words(report.rows) : tie_words(report.rows, close);
  const Verdict& own = report.rows[0].fit.verdict;
  report.verdict = {own.conclusion, words, own.next_step};
  if (own.conclusion == Conclusion::unexplained)
    report.verdict.reason = "none of these laws explains the data; " + words + ": " + own.reason;
  else if (own.conclusion != Conclusion::good)
    report.verdict.reason += "; " + own.reason;
}

// As asked for or all, and the baselines with which every law must compare.
std::vector<std::string> laws_to_try(const RankOptions& options) {
  std::vector<std::string> all = options.laws;
  for (const LawInfo& law : law_catalogue())
    if (options.laws.empty() || (law.is_baseline && std::find(all.begin(), all.end(), law.name) == all.end()))
      all.emplace_back(law.name);
  return all;
}

// ---- parts for the fit and for the test

struct PartCounts {
  std::size_t forward = 0, back = 0, reversals = 0;
  bool has_all() const { return forward > 0 && back > 0 && reversals > 0; }
};

// What fitted and scored blocks of a recording show; a reversal counts for the block in which it lies. Speeds below a
// fiftieth of the largest are neither forward nor back.
std::array<PartCounts, 2> count_parts(const Recording& r, std::size_t blocks) {
  std::array<PartCounts, 2> parts;
  double fastest = 0.0;
  for (const auto& c : r.record.motion) fastest = std::max(fastest, std::abs(c.velocity));
  const std::size_t n = r.record.motion.size();
  int before = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double v = r.record.motion[k].velocity;
    if (std::abs(v) < limits.still * fastest) continue;
    PartCounts& part = parts[(k * blocks / n) % 2];
    const int now = v > 0.0 ? 1 : -1;
    ++(now > 0 ? part.forward : part.back);
    if (before != 0 && now != before) ++part.reversals;
    before = now;
  }
  return parts;
}

// As many blocks as leave both directions and reversals on both sides, near the usual number.
std::size_t choose_blocks(std::span<const Recording> recordings) {
  for (const std::size_t blocks : limits.blocks) {
    std::array<PartCounts, 2> all;
    for (const Recording& r : recordings) {
      const auto own = count_parts(r, blocks);
      for (std::size_t side = 0; side < 2; ++side) {
        all[side].forward += own[side].forward;
        all[side].back += own[side].back;
        all[side].reversals += own[side].reversals;
      }
    }
    const auto least_share = [&all](auto member) {
      const double a = double(all[0].*member), b = double(all[1].*member);
      return std::min(a, b) / std::max(1.0, a + b);
    };
    if (all[0].has_all() && all[1].has_all() && least_share(&PartCounts::forward) > limits.least_side &&
        least_share(&PartCounts::back) > limits.least_side)
      return blocks;
  }
  return limits.blocks[0];
}

// A baseline alone is no answer to who asked for other laws.
void refuse_if_all_skipped(std::span<const RankRow> rows, std::span<const std::string> asked) {
  const RankRow* skipped = nullptr;
  for (const RankRow& row : rows) {
    if (std::find(asked.begin(), asked.end(), row.law) == asked.end()) continue;
    if (row.skipped.empty()) return;
    if (skipped == nullptr) skipped = &row;
  }
  if (skipped != nullptr) throw std::invalid_argument("none of the laws could be fitted: " + skipped->skipped);
}

}  // namespace

RankReport rank(std::vector<Recording> recordings, const RankOptions& options) {
  RankReport report;
  report.options = options;
  const bool has_test = std::any_of(recordings.begin(), recordings.end(), [](const Recording& r) { return r.test; });
  RankOptions used = options;
  used.fit.intervals = false;
  if (!has_test && used.fit.train >= 1.0 && used.fit.blocks == 0) {
    used.fit.blocks = options.fit.closed_loop ? limits.blocks[0] : choose_blocks(recordings);
    report.notes.push_back("every second of " + std::to_string(used.fit.blocks) +
                           " blocks in time was kept for the test");
  }
  const Columns columns = list_columns(recordings);
  const std::vector<std::string> laws = laws_to_try(options);
  for (const std::string& law : laws) law_info(law);  // a wrong name ends it before the first fit
  for (const std::string& law : laws) {
    if (options.fit.cancelled && options.fit.cancelled()) {
      report.completed = false;
      break;
    }
    try {
      report.rows.push_back(fit_row(law, recordings, used, columns));
    } catch (const std::runtime_error& error) {
      if (!(options.fit.cancelled && options.fit.cancelled())) throw;
      report.completed = false;
      break;
    }
    report.completed = report.completed && report.rows.back().fit.completed;
  }
  if (!options.laws.empty()) refuse_if_all_skipped(report.rows, options.laws);
  const std::vector<bool> compared = sort_by_error(report.rows);
  if (report.rows.empty() || !report.rows[0].skipped.empty())
    throw std::invalid_argument("none of the laws could be fitted" +
                                (report.rows.empty() ? std::string() : ": " + report.rows[0].skipped));
  compare(report.rows, compared);
  put_simple_first(report.rows);
  judge(report);
  // The chosen one again, with intervals.
  if (options.fit.intervals && report.completed) {
    FitOptions again = used.fit;
    again.law = report.rows[0].law;
    again.elements = law_info(again.law).has_elements ? options.elements : 0;
    again.intervals = true;
    again.memory = select_memory(options.fit.memory, again.law);
    report.rows[0].fit = identify(recordings, again);
  }
  return report;
}

}  // namespace stickslip::identify
