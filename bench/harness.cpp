#include "harness.hpp"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>

#include "stickslip/text/numbers.hpp"

namespace stickslip::bench {
namespace {

std::string padded(const std::string& text, std::size_t width, bool to_left) {
  const std::string space(width > text.size() ? width - text.size() : 0, ' ');
  return to_left ? text + space : space + text;
}

[[noreturn]] void refuse(const std::string& complaint) {
  std::cerr << complaint << '\n';
  std::exit(2);  // NOLINT(concurrency-mt-unsafe): before any thread
}

}  // namespace

Timing summarise(std::vector<double> nanoseconds) {
  std::sort(nanoseconds.begin(), nanoseconds.end());
  const auto at = [&](double part) {
    return nanoseconds[std::size_t(std::lround(part * double(nanoseconds.size() - 1)))];
  };
  return {at(0.5), (at(0.75) - at(0.25)) / 2.0 / at(0.5)};
}

std::string Table::text() const {
  std::vector<std::size_t> widths;
  for (const auto& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string all;
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) all += (i == 0 ? "" : "  ") + padded(row[i], widths[i], i == 0);
    all.erase(all.find_last_not_of(' ') + 1);
    all += '\n';
  }
  return all;
}

std::string digits(double value) { return text::digits(value, 3); }

std::string to_text(const Timing& timing) {
  return digits(timing.median) + " +-" + std::to_string(std::lround(100.0 * timing.spread)) + " %";
}

std::string instructions_text(double units, const std::function<void()>& work) {
  perf_event_attr what{};
  what.type = PERF_TYPE_HARDWARE;
  what.size = sizeof what;
  what.config = PERF_COUNT_HW_INSTRUCTIONS;
  what.disabled = 1;
  what.exclude_kernel = 1;
  const long counter = syscall(SYS_perf_event_open, &what, 0, -1, -1, 0);
  if (counter < 0) return "not told by this machine (no hardware counters)";
  const int file = int(counter);
  ioctl(file, PERF_EVENT_IOC_ENABLE, 0);
  work();
  ioctl(file, PERF_EVENT_IOC_DISABLE, 0);
  std::uint64_t count = 0;
  const bool told = read(file, &count, sizeof count) == ssize_t(sizeof count);
  close(file);
  return told ? digits(double(count) / units) : "not told by this machine";
}

std::string machine() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

std::size_t option(int argc, char** argv, const std::string& name, std::size_t otherwise) {
  const std::string start = "--" + name + "=";
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    if (text.rfind(start, 0) != 0) continue;
    std::size_t value = 0;
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data() + start.size(), end, value);
    if (read.ec != std::errc() || read.ptr != end || value == 0) refuse(text + ": expected a whole number from 1 on");
    return value;
  }
  return otherwise;
}

void refuse_other_options(int argc, char** argv, const std::vector<std::string>& known) {
  for (int i = 1; i < argc; ++i) {
    const std::string text = argv[i];
    const auto is = [&](const std::string& name) {
      return text.rfind("--", 0) == 0 && text.compare(2, name.size() + 1, name + '=') == 0;
    };
    if (std::any_of(known.begin(), known.end(), is)) continue;
    std::string complaint = "'";
    complaint.append(text).append("' is no option; there are:");
    for (const auto& name : known) complaint.append(" --").append(name).append("=N");
    refuse(complaint);
  }
}

}  // namespace stickslip::bench
