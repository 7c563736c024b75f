#include "stickslip/io/fit_journal.hpp"

#include <bit>
#include <charconv>

#include "io/fit_words.hpp"
#include "stickslip/text/names.hpp"
#include "stickslip/text/numbers.hpp"

namespace stickslip::io {

using namespace identify;

namespace {

std::string value_words(const ParamValue& value) {
  if (!value.text.empty()) return value.text;
  std::string text;
  for (const double x : value.numbers) text += (text.empty() ? "" : ", ") + text_of(x);
  return text;
}

void add_data(JournalLines& lines, const Provenance& from) {
  for (std::size_t k = 0; k < from.files.size(); ++k)
    lines.emplace_back("recording " + std::to_string(k + 1),
                       in_one_line(from.files[k].name) + " with the fingerprint " +
                           text::hexadecimal(from.files[k].hash) + (from.files[k].test ? ", scored only" : ""));
}

void add_options(JournalLines& lines, const FitOptions& o) {
  lines.emplace_back("free", text::join(o.free));
  for (const Setting& s : o.fixed) lines.emplace_back("fixed " + s.key, value_words(s.value));
  lines.emplace_back("per direction", text::join(o.per_direction));
  lines.emplace_back("loss", name_of(o.loss));
  lines.emplace_back("huber", text_of(o.huber));
  lines.emplace_back("strategy", o.strategy);
  lines.emplace_back("seed", std::to_string(o.seed));
  lines.emplace_back("budget", std::to_string(o.budget));
  lines.emplace_back("train", text_of(o.train));
  lines.emplace_back("blocks", std::to_string(o.blocks));
  lines.emplace_back("compared below", text_of(o.compare_below));
  lines.emplace_back("polish", o.polish ? "yes" : "no");
  lines.emplace_back("loop", o.closed_loop ? "closed" : "open");
  for (const NuisanceWish& w : o.nuisances) lines.emplace_back("nuisance " + w.name, w.common ? "common" : "each");
  lines.emplace_back("device", name_of(o.device));
  lines.emplace_back("intervals", o.intervals ? "yes" : "no");
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

JournalLines description(const FitOptions& o, const Provenance& from) {
  JournalLines lines = beginning("identify", from);
  lines.emplace_back("law", o.law);
  lines.emplace_back("elements", std::to_string(o.elements));
  add_options(lines, o);
  return lines;
}

JournalLines description(const RankOptions& o, const Provenance& from) {
  JournalLines lines = beginning("rank", from);
  lines.emplace_back("laws", text::join(o.laws));
  lines.emplace_back("elements", std::to_string(o.elements));
  add_options(lines, o.fit);
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
