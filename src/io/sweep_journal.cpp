#include "stickslip/io/sweep_journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "io/fnv.hpp"
#include "stickslip/io/sweep.hpp"

namespace stickslip {
namespace {

constexpr std::string_view first_line = "# stickslip sweep journal 1\n";
constexpr std::string_view last_line = "# checksum,row\n";

std::string head_of(const SweepLines& lines) {
  std::string head(first_line);
  for (const auto& [name, value] : lines) head += "# " + name + " = " + value + "\n";
  return head.append(last_line);
}

// The lines of such a text.
SweepLines lines_of(std::string_view head) {
  SweepLines lines;
  while (!head.empty()) {
    const auto end = std::min(head.find('\n'), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    const auto equals = line.find(" = ");
    if (line.starts_with("# ") && equals != std::string_view::npos)
      lines.emplace_back(line.substr(2, equals - 2), line.substr(equals + 3));
  }
  return lines;
}

std::string value_in(const SweepLines& lines, const std::string& name) {
  for (const auto& [key, value] : lines)
    if (key == name) return value;
  return "not set";
}

// "law.coulomb is 1.5 there and 2 here"
std::string differences(const SweepLines& there, const SweepLines& here) {
  constexpr std::size_t most_named = 3;
  std::string text;
  std::size_t count = 0;
  const auto compare = [&](const std::string& name) {
    const std::string a = value_in(there, name);
    const std::string b = value_in(here, name);
    if (a == b || ++count > most_named) return;
    text += (text.empty() ? "" : "; ") + name + " is " + a + " there and " + b + " here";
  };
  for (const auto& [name, value] : here) compare(name);
  for (const auto& [name, value] : there)
    if (value_in(here, name) == "not set") compare(name);
  if (count > most_named) text += "; and " + std::to_string(count - most_named) + " more";
  return text;
}

// 16 digits.
std::string checksum(std::string_view text) {
  Fnv1a hash;
  for (const char c : text) hash.add(static_cast<unsigned char>(c));
  std::string digits(16, '0');
  std::uint64_t rest = hash.value();
  for (std::size_t k = 16; k-- > 0; rest >>= 4U) digits[k] = "0123456789abcdef"[rest & 0xFU];
  return digits;
}

// The rows of all lines that are whole.
std::vector<std::string> rows_in(std::string_view text) {
  std::vector<std::string> rows;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const auto comma = line.find(',');
    if (comma == std::string_view::npos) continue;
    const std::string_view row = line.substr(comma + 1);
    if (checksum(row) == line.substr(0, comma)) rows.emplace_back(row);
  }
  return rows;
}

std::string last_error() { return std::generic_category().message(errno); }

}  // namespace

SweepJournal::SweepJournal(const std::string& directory, const Sweep& sweep, std::string_view version)
    : directory_(directory), path_(directory + "/sweep.journal") {
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) throw std::invalid_argument("the journal " + path_ + " cannot be opened: " + last_error());
  try {
    if (flock(file_, LOCK_EX | LOCK_NB) != 0)
      throw std::invalid_argument("another sweep is at work in the directory " + directory_ +
                                  "; wait for it, or give -o another one");
    const SweepLines here = description(sweep, version);
    const std::string head = head_of(here);
    const std::string text = contents();
    if (text.starts_with(head)) {
      rows_ = rows_in(std::string_view(text).substr(head.size()));
      cut(text.rfind('\n') + 1);          // half a line at the end would spoil the next one
    } else if (head.starts_with(text)) {  // nothing there yet, or killed while the head was written
      write(head.substr(text.size()));
    } else if (!text.starts_with(first_line)) {
      throw std::invalid_argument(path_ +
                                  " is no journal of a sweep; give -o another directory, or take that file away");
    } else {
      const auto end = std::min(text.find(last_line), text.size());
      throw std::invalid_argument("the directory " + directory_ +
                                  " belongs to another sweep: " + differences(lines_of(text.substr(0, end)), here) +
                                  ". Give -o another directory, or take away " + path_ + " to begin anew");
    }
  } catch (...) {
    close(file_);
    throw;
  }
}

SweepJournal::~SweepJournal() { close(file_); }

std::string SweepJournal::contents() const {
  std::string text;
  std::array<char, 65536> buffer{};
  for (off_t at = 0;;) {
    const ssize_t count = pread(file_, buffer.data(), buffer.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw std::invalid_argument("the journal " + path_ + " cannot be read: " + last_error());
    if (count == 0) return text;
    text.append(buffer.data(), std::size_t(count));
    at += count;
  }
}

void SweepJournal::cut(std::size_t length) {
  if (ftruncate(file_, off_t(length)) != 0)
    throw std::invalid_argument("the journal " + path_ + " cannot be written: " + last_error());
}

void SweepJournal::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw std::runtime_error("the journal " + path_ + " cannot be written: " + last_error() +
                               "; the rows before are kept: run the same command again when there is room");
    done += std::size_t(count);
  }
}

void SweepJournal::append(const std::string& row) { write(checksum(row) + "," + row + "\n"); }

}  // namespace stickslip
