#include "stickslip/io/journal.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>

#include "stickslip/numerics/hash.hpp"
#include "stickslip/text/encoding.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::io {
namespace {

constexpr std::string_view last_line = "# checksum,row\n";
constexpr std::string_view complete_line = "# complete\n";

std::string first_line(const std::string& kind) { return "# stickslip " + kind + " journal 2\n"; }

std::string table_head(const std::string& kind, const JournalLines& lines) {
  std::string head = first_line(kind);
  for (const auto& [name, value] : lines) head += "# " + name + " = " + value + "\n";
  return head.append(last_line);
}

// The lines of such a text.
JournalLines report_lines(std::string_view head) {
  JournalLines lines;
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

std::string value_in(const JournalLines& lines, const std::string& name) {
  for (const auto& [key, value] : lines)
    if (key == name) return value;
  return "not set";
}

// "law.coulomb is 1.5 there and 2 here"
std::string differences(const JournalLines& there, const JournalLines& here) {
  constexpr std::size_t most_named = 3;
  std::string words;
  std::size_t count = 0;
  const auto compare = [&](const std::string& name) {
    const std::string a = value_in(there, name);
    const std::string b = value_in(here, name);
    if (a == b || ++count > most_named) return;
    words += (words.empty() ? "" : "; ") + text::clean_name(name) + " is " + text::clean_name(a) + " there and " +
             text::clean_name(b) + " here";
  };
  for (const auto& [name, value] : here) compare(name);
  for (const auto& [name, value] : there)
    if (value_in(here, name) == "not set") compare(name);
  if (count > most_named) words += "; and " + std::to_string(count - most_named) + " more";
  return words;
}

// Of the task and the row: a row that strayed in from another journal does not fit.
std::string checksum(std::string_view head, std::string_view row) {
  numerics::Fnv1a hash;
  for (const std::string_view part : {head, row})
    for (const char c : part) hash.add(static_cast<unsigned char>(c));
  return text::hexadecimal(hash.value());
}

// The rows of all lines that are whole.
std::vector<std::string> rows_in(std::string_view text, std::string_view head) {
  std::vector<std::string> rows;
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    const auto comma = line.find(',');
    if (comma == std::string_view::npos) continue;
    const std::string_view row = line.substr(comma + 1);
    if (checksum(head, row) == line.substr(0, comma)) rows.emplace_back(row);
  }
  return rows;
}

std::string last_error() { return std::generic_category().message(errno); }

}  // namespace

WorkJournal::WorkJournal(const std::string& directory, std::string kind, const JournalLines& task)
    : directory_(directory), kind_(std::move(kind)), path_(directory + "/" + kind_ + ".journal") {
  open_and_lock();
  try {
    take_over(task);
  } catch (...) {
    close(file_);
    throw;
  }
}

WorkJournal::~WorkJournal() { close(file_); }

void WorkJournal::open_and_lock() {
  file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file_ < 0) throw std::invalid_argument("the journal " + path_ + " cannot be opened: " + last_error());
  if (flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  close(file_);
  throw std::invalid_argument("another " + kind_ + " is running in the directory " + directory_ +
                              "; wait for it, or give -o another one");
}

// Reads what was done of this task, or begins it.
void WorkJournal::take_over(const JournalLines& task) {
  head_ = table_head(kind_, task);
  const std::string& head = head_;
  const std::string text = contents();
  if (text.starts_with(head)) {
    rows_ = rows_in(std::string_view(text).substr(head.size()), head);
    complete_ = text.ends_with(complete_line);
    cut(text.rfind('\n') + 1);          // half a line at the end would spoil the next one
  } else if (head.starts_with(text)) {  // nothing there yet, or killed while the head was written
    write(head.substr(text.size()));
  } else if (!text.starts_with(first_line(kind_))) {
    throw std::invalid_argument(path_ + " is not a journal of a " + kind_ +
                                "; give -o another directory, or remove that file");
  } else {
    const auto end = std::min(text.find(last_line), text.size());
    const std::string differing = differences(report_lines(text.substr(0, end)), task);
    const std::string what = differing.empty()
                                 ? "the head of the journal " + path_ + " is damaged"
                                 : "the directory " + directory_ + " belongs to another " + kind_ + ": " + differing;
    throw std::invalid_argument(what + ". Give -o another directory, or remove " + path_ + " to start again");
  }
}

std::string WorkJournal::contents() const {
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

void WorkJournal::cut(std::size_t length) {
  if (ftruncate(file_, off_t(length)) != 0)
    throw std::invalid_argument("the journal " + path_ + " cannot be written: " + last_error());
}

void WorkJournal::write(const std::string& text) {
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t count = ::write(file_, text.data() + done, text.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0)
      throw std::runtime_error("the journal " + path_ + " cannot be written: " + last_error() +
                               "; the rows before are kept: run the same command again when there is room");
    done += std::size_t(count);
  }
}

void WorkJournal::append(const std::string& row) { write(checksum(head_, row) + "," + row + "\n"); }

void WorkJournal::mark_complete() {
  if (!complete_) write(std::string(complete_line));
  complete_ = true;
}

void WorkJournal::remove() { unlink(path_.c_str()); }

}  // namespace stickslip::io
