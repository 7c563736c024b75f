#include "stickslip/identify/recording.hpp"

#include <algorithm>
#include <array>

#include "stickslip/batch/motion_record.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/names.hpp"

namespace stickslip::identify {

using namespace batch;
using namespace measurement;

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
void complete_forces(Measurement& m, const LawInfo& law, std::vector<std::string>& notes) {
  if (!m.data.has("force") && m.data.has("applied")) {
    add_copy(m.data, "applied", "force");
    notes.emplace_back("no friction force was recorded; the applied force is compared, inertia and all (see --common)");
  } else if (includes(law.reads, Reads::applied) && !m.data.has("applied") && m.data.has("force")) {
    add_copy(m.data, "force", "applied");
    notes.emplace_back(
        "no applied force was recorded; the measured force stands for it, so the law follows it exactly where it "
        "sticks");
  }
}

// Velocity and displacement are always there after the import; a mass that is missing is 1 kg.
constexpr Reads must_be_recorded = Reads::applied | Reads::load | Reads::pressure | Reads::temperature;

}  // namespace

Recording open_loop_recording(Measurement measurement, const std::string& name, std::string_view law) {
  Recording one{.hash = measurement.hash, .notes = notes_of(measurement)};
  complete_forces(measurement, law_info(law), one.notes);
  one.record = record_of(measurement.data, law);
  one.record.name = name;
  return one;
}

Recording closed_loop_recording(const Measurement& measurement, const std::string& name,
                                std::span<const Setting> body) {
  Recording one{.hash = measurement.hash, .notes = notes_of(measurement)};
  one.motion = motion_record_of(measurement.data, body);
  one.motion.name = name;
  return one;
}

FitLoss fit_loss_named(std::string_view name) {
  const auto found = std::find(loss_names.begin(), loss_names.end(), name);
  if (found == loss_names.end()) throw UnknownName("loss", name, loss_names);
  return losses.at(std::size_t(found - loss_names.begin()));
}

std::string_view missing_column(const LawInfo& law, std::span<const std::string> columns) {
  for (const ContactColumn& c : contact_table)
    if (includes(law.reads, c.reads) && includes(must_be_recorded, c.reads) &&
        std::find(columns.begin(), columns.end(), c.name) == columns.end())
      return c.name;
  return {};
}

std::vector<std::string> laws_for(std::span<const std::string> columns, std::vector<std::string>& left_out) {
  std::vector<std::string> laws;
  for (const LawInfo& law : law_catalogue()) {
    const std::string_view missing = missing_column(law, columns);
    if (missing.empty())
      laws.emplace_back(law.name);
    else
      left_out.push_back(std::string(law.name) + " was left out: it reads the column '" + std::string(missing) +
                         "', which the data do not have.");
  }
  return laws;
}

}  // namespace stickslip::identify
