#include "stickslip/identify/recording.hpp"

#include <algorithm>
#include <array>

#include "stickslip/batch/motion_record.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/friction/catalogue.hpp"
#include "stickslip/names.hpp"

namespace stickslip {
namespace {

constexpr std::array<std::string_view, 4> loss_names{"ls", "mre", "huber", "absolute"};
constexpr std::array losses{FitLoss::squares, FitLoss::relative, FitLoss::huber, FitLoss::absolute};

// The fit puts the name of the recording before each.
std::vector<std::string> notes_of(const Measurement& m) {
  std::vector<std::string> notes = m.guesses;
  for (const Finding& f : m.findings) notes.push_back("line " + std::to_string(f.line) + ": " + f.what + ": " + f.text);
  for (const Repair& repair : m.repairs) notes.push_back("repaired (" + repair.name + "): " + repair.text);
  return notes;
}

void add_copy(Dataset& data, const std::string& from, const std::string& to) {
  for (std::size_t k = 0; k < data.columns.size(); ++k) {
    if (data.columns[k].name != from) continue;
    data.columns.push_back({to, "N"});
    data.values.push_back(std::vector<double>(data.values[k]));
    return;
  }
}

// A force that was not recorded is the one that was applied, and the other way round.
void complete_forces(Dataset& data, const LawInfo& law, std::vector<std::string>& notes) {
  if (!data.has("force") && data.has("applied")) {
    add_copy(data, "applied", "force");
    notes.emplace_back("no friction force was recorded; the applied force is compared, inertia and all (see --common)");
  } else if (includes(law.reads, Reads::applied) && !data.has("applied") && data.has("force")) {
    add_copy(data, "force", "applied");
    notes.emplace_back(
        "no applied force was recorded; the measured force stands for it, so the law follows it exactly where it "
        "sticks");
  }
}

}  // namespace

Recording recording_of(Measurement m, std::string_view law, const std::string& name) {
  Recording one{.hash = m.hash, .notes = notes_of(m)};
  complete_forces(m.data, law_info(law), one.notes);
  one.record = record_of(m.data, law);
  one.record.name = name;
  return one;
}

Recording closed_loop_recording_of(const Measurement& m, std::span<const Setting> plant, const std::string& name) {
  Recording one{.hash = m.hash, .notes = notes_of(m)};
  one.motion = motion_record_of(m.data, plant);
  one.motion.name = name;
  return one;
}

FitLoss fit_loss_named(std::string_view name) {
  const auto found = std::find(loss_names.begin(), loss_names.end(), name);
  if (found == loss_names.end()) throw UnknownName("loss", name, loss_names);
  return losses.at(std::size_t(found - loss_names.begin()));
}

}  // namespace stickslip
