#include "stickslip/io/fit_journal.hpp"

#include <algorithm>
#include <bit>
#include <charconv>

#include "fit_words.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

void add_data(JournalLines& lines, const Provenance& from) {
  for (std::size_t k = 0; k < from.files.size(); ++k)
    lines.emplace_back("recording " + std::to_string(k + 1),
                       in_one_line(from.files[k].name) + " with the fingerprint " +
                           text::hexadecimal(from.files[k].hash) + (from.files[k].test ? ", scored only" : ""));
}

JournalLines beginning(const std::string& work, const Provenance& from) {
  JournalLines lines{{"program", "stickslip " + from.version}, {"work", work}};
  add_data(lines, from);
  return lines;
}

// The part before the next sign, which is taken away with it.
std::string_view next(std::string_view& text, char sign) {
  const auto end = std::min(text.find(sign), text.size());
  const std::string_view part = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

template <class Keeper>
FitMemory memory_in(Keeper& keeper) {
  return {.recall = [&keeper](std::size_t number, std::uint64_t key,
                              std::vector<double>& answer) { return keeper.recall(number, key, answer); },
          .keep = [&keeper](std::size_t number, std::uint64_t key,
                            const std::vector<double>& answer) { keeper.keep(number, key, answer); }};
}

}  // namespace

void add_options(JournalLines& lines, const OptionView& options, const std::vector<std::string_view>& without) {
  for (const OptionRow& row : options.rows)
    if (row.changes_result && std::find(without.begin(), without.end(), row.name) == without.end())
      lines.emplace_back(row.name, in_one_line(words_text(options.words(row))));
}

JournalLines description(const FitOptions& o, const Provenance& from) {
  JournalLines lines = beginning("identify", from);
  FitOptions given = o;
  add_options(lines, view_options(given));
  return lines;
}

JournalLines description(const RankOptions& o, const Provenance& from) {
  JournalLines lines = beginning("rank", from);
  RankOptions given = o;
  add_options(lines, view_options(given));
  add_options(lines, view_options(given.fit), {"law", "elements"});
  return lines;
}

FitJournal::FitJournal(const std::string& directory, const JournalLines& task) : WorkJournal(directory, "fit", task) {
  for (const std::string& row : rows()) done_before_ += std::size_t(take(row));
}

// "12,00000000deadbeef,3ff0000000000000 4000000000000000"
bool FitJournal::take(const std::string& row) {
  std::string_view rest = row;
  const std::string_view number_text = next(rest, ',');
  const std::string_view key_text = next(rest, ',');
  std::size_t number = 0;
  std::uint64_t key = 0;
  const auto [end, error] = std::from_chars(number_text.data(), number_text.data() + number_text.size(), number);
  if (error != std::errc() || end != number_text.data() + number_text.size() || !text::read_hexadecimal(key_text, key))
    return false;
  std::vector<double> answer;
  while (!rest.empty()) {
    std::uint64_t bits = 0;
    if (!text::read_hexadecimal(next(rest, ' '), bits)) return false;
    answer.push_back(std::bit_cast<double>(bits));
  }
  pieces_.keep(number, key, std::move(answer));
  return true;
}

bool FitJournal::recall(std::size_t number, std::uint64_t key, std::vector<double>& answer) const {
  return pieces_.recall(number, key, answer);
}

void FitJournal::keep(std::size_t number, std::uint64_t key, const std::vector<double>& answer) {
  std::string row = std::to_string(number) + "," + text::hexadecimal(key) + ",";
  for (std::size_t k = 0; k < answer.size(); ++k)
    row += (k == 0 ? "" : " ") + text::hexadecimal(std::bit_cast<std::uint64_t>(answer[k]));
  append(row);
  ++kept_;
  pieces_.keep(number, key, answer);
}

FitMemory FitJournal::memory() { return memory_in(*this); }

bool FitPieces::recall(std::size_t number, std::uint64_t key, std::vector<double>& answer) const {
  const auto found = pieces_.find(number);
  if (found == pieces_.end()) return false;
  for (const Piece& piece : found->second) {
    if (piece.key != key) continue;
    answer = piece.answer;
    return true;
  }
  return false;
}

void FitPieces::keep(std::size_t number, std::uint64_t key, std::vector<double> answer) {
  pieces_[number].push_back({key, std::move(answer)});
}

FitMemory FitPieces::memory() { return memory_in(*this); }

}  // namespace stickslip::io
