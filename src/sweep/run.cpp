// Running the samples of a sweep.
#include <algorithm>
#include <chrono>
#include <mutex>
#include <new>
#include <thread>

#include "stickslip/sweep.hpp"

namespace stickslip::sweep {

using namespace batch;
using namespace experiment;

namespace {

void take_figures(SweepRow& row, const Sweep& s, const ExperimentResult& result) {
  for (std::size_t k = 0; k < s.figures.size(); ++k) {
    const Figure& figure = result.figure(s.figures[k]->name);
    row.figures[k] = figure.values;
    if (figure.missing.empty()) continue;
    row.missing += (row.missing.empty() ? "" : "; ") + std::string(figure.info->name) + ": " + figure.missing;
  }
}

// The watch, never called while a row is kept.
Watch guard_watch(const Watch& watch, std::mutex& mutex) {
  Watch all;
  if (watch.cancelled)
    all.cancelled = [&] {
      const std::lock_guard lock(mutex);
      return watch.cancelled();
    };
  if (watch.progress)
    all.progress = [&](std::size_t done, std::size_t count) {
      const std::lock_guard lock(mutex);
      watch.progress(done, count);
    };
  return all;
}

}  // namespace

SweepRow run_sample(const Sweep& s, std::size_t sample) {
  SweepRow row{.sample = sample};
  row.figures.resize(s.figures.size());
  try {
    const ExperimentResult result = run(experiment::experiment(sample_recipe(s, sample)));
    row.status = result.completed ? "done" : result.message;
    if (result.completed) take_figures(row, s, result);
  } catch (const std::bad_alloc&) {
    throw;  // says something about the machine, nothing about the sample
  } catch (const std::exception& error) {
    row.status = error.what();
    row.figures.assign(s.figures.size(), {});
  }
  return row;
}

SweepReport run(const Sweep& s, const SweepOptions& o) {
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < s.samples; ++i)
    if (!o.done_before || !o.done_before(i)) left.push_back(i);
  SweepReport report{.threads_given = o.threads, .samples = s.samples, .done_before = s.samples - left.size()};
  if (left.empty()) return report;

  const auto start = std::chrono::steady_clock::now();
  const std::size_t wanted = o.threads == 0 ? std::max(1U, std::thread::hardware_concurrency()) : o.threads;
  Pool pool(std::min(wanted, left.size()));
  report.threads_used = pool.threads();
  std::mutex keeping;
  const auto one = [&](std::size_t piece, std::size_t) {
    const SweepRow row = run_sample(s, left[piece]);
    const std::lock_guard lock(keeping);
    if (!row.done()) ++report.failed;
    if (o.keep) o.keep(row);
  };
  report.run = pool.run(left.size(), one, guard_watch(o.watch, keeping));
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace stickslip::sweep
