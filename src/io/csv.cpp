#include "stickslip/io/csv.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <exception>
#include <memory>
#include <thread>
#include <utility>

#include "csv_dialect.hpp"
#include "csv_file.hpp"
#include "number.hpp"
#include "stickslip/batch/pool.hpp"
#include "stickslip/text/encoding.hpp"
#include "stickslip/text/quoting.hpp"

namespace stickslip::io {

using namespace batch;
using namespace measurement;
using namespace solve;

namespace {

// value(i, k) is the number in row i of column k.
template <class Value>
std::string format_rows(std::span<const Column> columns, std::size_t rows, Value value) {
  constexpr std::size_t room_for_number = 32;  // to_chars needs 24 at most
  std::string text;
  for (const Column& c : columns) text += (text.empty() ? "" : ",") + text::csv_cell(c.name + "[" + c.unit + "]");
  text += "\n";
  char number[room_for_number];
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (k > 0) text += ',';
      text.append(number, std::to_chars(number, number + room_for_number, value(i, k)).ptr);
      if (k + 1 == columns.size()) text += '\n';
    }
  return text;
}

// ---- reading

std::string_view name_separator(char separator) {
  switch (separator) {
    case ';':
      return "semicolons";
    case '\t':
      return "tabulators";
    case '|':
      return "strokes";
    case ' ':
      return "blanks";
    default:
      return "commas";
  }
}

// A part of the text, from the beginning of a line to the end of one, and where its rows go.
struct Chunk {
  const char* begin;
  const char* end;
  std::size_t lines = 0;         // in it
  std::size_t room = 0;          // rows that it has at most
  std::size_t lines_before = 0;  // in the file
  std::size_t first_row = 0;
  std::size_t rows = 0;  // that it has
};

const char* find_line_end(const char* from, const char* end) {
  const void* const newline = std::memchr(from, '\n', std::size_t(end - from));
  return newline == nullptr ? end : static_cast<const char*>(newline);
}

std::vector<Chunk> split(std::string_view text, std::size_t pieces) {
  const char* const end = text.data() + text.size();
  std::vector<Chunk> chunks;
  for (const char* from = text.data(); from < end;) {
    const std::size_t length = std::min(text.size() / pieces + 1, std::size_t(end - from));
    const char* const stop = find_line_end(from + length - 1, end);
    chunks.push_back({from, stop == end ? end : stop + 1});
    from = chunks.back().end;
  }
  return chunks;
}

// Pages of a file that were read, given back by the megabyte; of a text that is no file there are none.
class Reading {
 public:
  Reading(const MappedFile* file, const char* begin) : file_(file), done_(begin) {}

  void reached(const char* place) {
    constexpr std::ptrdiff_t enough = std::ptrdiff_t(1) << 20;
    if (file_ == nullptr || place - done_ < enough) return;
    file_->release({done_, std::size_t(place - done_)});
    done_ = place;
  }

 private:
  const MappedFile* file_;
  const char* done_;
};

// A row of n numbers has 2 n - 1 characters at least: shorter lines are none.
void count_lines(Chunk& c, std::size_t columns, Reading reading) {
  for (const char* p = c.begin; p < c.end; ++c.lines) {
    const char* const stop = find_line_end(p, c.end);
    if (std::size_t(stop - p) + 1 >= 2 * columns) ++c.room;
    p = stop == c.end ? stop : stop + 1;
    reading.reached(p);
  }
}

// Rows of numbers, written where the chunk's rows go.
class RowReader {
 public:
  RowReader(Dataset& data, const Dialect& dialect, const Chunk& chunk)
      : data_(data),
        dialect_(dialect),
        line_(chunk.lines_before),
        row_(chunk.first_row),
        room_(chunk.first_row + chunk.room),
        at_(chunk.begin),
        end_(chunk.end) {
    for (std::vector<double>& column : data.values) columns_.push_back(column.data());
  }

  // The row behind the last one.
  std::size_t read_all(Reading reading) {
    while (at_ < end_) {
      ++line_;
      reading.reached(at_);
      if (dialect_.point == '.' && row_ < room_ && read_plain_row()) continue;
      const char* const stop = find_line_end(at_, end_);
      read_row(trim({at_, std::size_t(stop - at_)}));
      at_ = stop == end_ ? end_ : stop + 1;
    }
    return row_;
  }

 private:
  const char* past_blanks(const char* p) const {
    while (p != end_ && (*p == ' ' || (*p == '\t' && dialect_.separator != '\t'))) ++p;
    return p;
  }

  // A row without anything special; false, and nothing is changed, when it has something.
  bool read_plain_row() {
    const char* p = at_;
    const std::size_t count = columns_.size();
    for (std::size_t k = 0; k < count; ++k) {
      const char* const begin = past_blanks(p);
      const char* const stop = number::read(begin, end_, columns_[k][row_]);
      if (stop == nullptr || stop - begin > std::ptrdiff_t(longest_number)) return false;
      p = past_blanks(stop);
      if (k + 1 == count) break;
      if (dialect_.separator == ' ' ? p == stop : p == end_ || *p++ != dialect_.separator) return false;
    }
    if (p != end_ && *p == '\r') ++p;
    if (p != end_ && *p != '\n') return false;
    at_ = p == end_ ? p : p + 1;
    data_.lines[row_++] = line_;
    return true;
  }

  void read_row(std::string_view line) {
    if (line.empty() || is_comment(line)) return;
    cells_.clear();
    std::size_t count = 0;
    each_cell(line, dialect_.separator, [&](std::string_view cell) {
      if (++count <= columns_.size() + 1) cells_.push_back(cell);
      return true;
    });
    if (dialect_.trailing && count == columns_.size() + 1 && cells_.back().empty()) --count;
    if (count != columns_.size()) refuse_count(count);
    numbers_.clear();
    for (std::size_t k = 0; k < count; ++k) numbers_.push_back(number_in(data_.columns[k], cells_[k]));
    // No cell is empty: the line was long enough to be given room.
    for (std::size_t k = 0; k < count; ++k) columns_[k][row_] = numbers_[k];
    data_.lines[row_++] = line_;
  }

  [[noreturn]] void refuse_count(std::size_t count) const {
    refuse(data_, line_,
           "row has " + std::to_string(count) + (count == 1 ? " field" : " fields") + ", expected " +
               std::to_string(columns_.size()) + " (separated by " + std::string(name_separator(dialect_.separator)) +
               ")");
  }

  double number_in(const Column& column, std::string_view cell) const {
    const auto name = [&column] { return "column '" + quote_cell(column.name) + "'"; };
    if (cell.empty()) refuse(data_, line_, name() + " is empty; write a number or remove the row");
    double value = 0.0;
    if (!number_from(cell, dialect_.point, value))
      refuse(data_, line_,
             name() + " holds '" + quote_cell(cell) + "', which is not a number; write it with a decimal " +
                 (dialect_.point == '.' ? "point" : "comma, like the rows before it,") + " and without a unit");
    if (cell.size() > longest_number)
      refuse(data_, line_,
             name() + " holds a number of " + std::to_string(cell.size()) + " characters, '" + quote_cell(cell) +
                 "'; at most " + std::to_string(longest_number) + " are read: write 17 digits");
    return value;
  }

  Dataset& data_;
  std::vector<double*> columns_;  // where each begins
  std::vector<std::string_view> cells_;
  std::vector<double> numbers_;
  const Dialect dialect_;
  std::size_t line_;
  std::size_t row_;
  const std::size_t room_;
  const char* at_;
  const char* const end_;
};

// On large pages, where the system has them: to get ten thousand small ones is a tenth of the whole work.
template <class T>
void make_room(std::vector<T>& column, std::size_t rows) {
  constexpr std::size_t page = std::size_t(1) << 21;
  column.reserve(rows);
  const auto start = (reinterpret_cast<std::uintptr_t>(column.data()) + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(column.data() + rows) / page * page;
  if (end > start) madvise(reinterpret_cast<void*>(start), end - start, MADV_HUGEPAGE);
  column.resize(rows);
}

// Lines that were no rows leave gaps between the chunks and behind the last one.
void close_ranks(Dataset& data, const std::vector<Chunk>& chunks) {
  std::size_t rows = 0;
  const auto move = [&rows](auto& column, const Chunk& c) {
    const auto from = column.begin() + std::ptrdiff_t(c.first_row);
    if (rows != c.first_row) std::copy(from, from + std::ptrdiff_t(c.rows), column.begin() + std::ptrdiff_t(rows));
  };
  for (const Chunk& c : chunks) {
    for (std::vector<double>& column : data.values) move(column, c);
    move(data.lines, c);
    rows += c.rows;
  }
  for (std::vector<double>& column : data.values) column.resize(rows);
  data.lines.resize(rows);
}

// Pieces of work on several threads, or here when there is only one thread.
class Workers {
 public:
  explicit Workers(std::size_t threads) : pool_(threads > 1 ? std::make_unique<Pool>(threads) : nullptr) {}

  template <class Work>
  void each(std::size_t count, const Work& work) {
    if (pool_)
      pool_->run(count, [&work](std::size_t k, std::size_t) { work(k); });
    else
      for (std::size_t k = 0; k < count; ++k) work(k);
  }

 private:
  std::unique_ptr<Pool> pool_;
};

std::size_t threads_for(std::size_t bytes) {
  constexpr std::size_t worth_a_thread = std::size_t(1) << 21;  // bytes: a few milliseconds
  constexpr std::size_t most = 8;                               // the memory has no more to give
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  return std::min({bytes / worth_a_thread + 1, processors, most});
}

// Whatever the number of threads, the complaint is about the first bad row.
void read_chunks(Dataset& data, const Dialect& dialect, std::vector<Chunk>& chunks, Workers& workers,
                 const MappedFile* file) {
  std::vector<std::exception_ptr> complaints(chunks.size());
  workers.each(chunks.size(), [&](std::size_t k) {
    try {
      chunks[k].rows = RowReader(data, dialect, chunks[k]).read_all({file, chunks[k].begin}) - chunks[k].first_row;
    } catch (...) {
      complaints[k] = std::current_exception();
    }
  });
  for (const std::exception_ptr& complaint : complaints)
    if (complaint) std::rethrow_exception(complaint);
}

void read_rows(Dataset& data, const TableHead& head, std::string_view body, const MappedFile* file) {
  const std::size_t threads = threads_for(body.size());
  Workers workers(threads);
  std::vector<Chunk> chunks = split(body, threads);
  const std::size_t columns = data.columns.size();
  workers.each(chunks.size(), [&](std::size_t k) { count_lines(chunks[k], columns, {file, chunks[k].begin}); });
  std::size_t lines = head.lines_before;
  std::size_t room = 0;
  for (Chunk& c : chunks) {
    c.lines_before = std::exchange(lines, lines + c.lines);
    c.first_row = std::exchange(room, room + c.room);
  }
  data.values.resize(columns);
  workers.each(columns + 1, [&](std::size_t k) {
    if (k < columns)
      make_room(data.values[k], room);
    else
      make_room(data.lines, room);
  });
  read_chunks(data, head.dialect, chunks, workers, file);
  close_ranks(data, chunks);
}

// `mapped`: the file that the text is, or none.
Dataset table_in(std::string_view text, const std::string& file, const MappedFile* mapped) {
  if (text::is_utf16(text)) return table_in(text::utf8_from_utf16(text), file, nullptr);
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  const TableHead head = table_head(text, file);
  Dataset data{.file = file, .columns = head.columns};
  read_rows(data, head, text.substr(head.body), mapped);
  if (data.lines.empty()) refuse(data, 1, "there is a header, but no row of numbers");
  return data;
}

}  // namespace

Dataset dataset_from_csv(std::string_view text, const std::string& file) { return table_in(text, file, nullptr); }

Dataset dataset_from_csv_file(const MappedFile& mapped, const std::string& file) {
  return table_in(mapped.bytes(), file, &mapped);
}

Dataset read_csv(const std::string& file) { return dataset_from_csv_file(MappedFile(file), file); }

std::string csv_text(const Trajectory& t) {
  return format_rows(t.columns(), t.rows(), [&t](std::size_t i, std::size_t k) { return t.column(k)[i]; });
}

std::string csv_text(std::span<const Column> columns, std::span<const std::vector<double>> values) {
  return format_rows(columns, values.empty() ? 0 : values[0].size(),
                     [values](std::size_t i, std::size_t k) { return values[k][i]; });
}

}  // namespace stickslip::io
