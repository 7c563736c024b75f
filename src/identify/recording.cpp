#include "stickslip/identify/recording.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "stickslip/batch/motion_record.hpp"
#include "stickslip/batch/record.hpp"
#include "stickslip/friction/contact_columns.hpp"
#include "stickslip/names.hpp"
#include "stickslip/numerics/random.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/options.hpp"
#include "tuning.hpp"

namespace stickslip::identify {

using namespace batch;
using namespace measurement;

namespace {

// The fit puts the name of the recording before each.
std::vector<std::string> list_notes(const Measurement& m) {
  std::vector<std::string> notes = m.guesses;
  for (const Finding& f : m.findings) notes.push_back("line " + std::to_string(f.line) + ": " + f.what + ": " + f.text);
  for (const Repair& repair : m.repairs) notes.push_back("repaired (" + repair.name + "): " + repair.text);
  return notes;
}

bool was_derived(const Measurement& m, std::string_view role) {
  return std::any_of(m.repairs.begin(), m.repairs.end(),
                     [role](const Repair& r) { return r.name == "derive-" + std::string(role); });
}

double displacement_resolution(const Measurement& m) {
  for (std::size_t k = 0; k < m.data.columns.size(); ++k)
    if (m.data.columns[k].name == "displacement" && k < m.resolution.size()) return m.resolution[k];
  return 0.0;
}

constexpr std::size_t most_views = 4;
constexpr std::size_t many_rows = 500000;  // they average by themselves, and more views would need more memory

// Where inside a step of the sensor its reading changes, in steps: the same for all of a stay, drawn again when the
// path has gone on by so many steps that the next reading owes it nothing.
class Phase {
 public:
  explicit Phase(std::uint64_t view) : random_(view), moves_(view > 0) {}

  double at(double place) {
    constexpr double forgotten = 8.0;  // steps
    if (!moves_ || std::abs(place - drawn_at_) < forgotten) return phase_;
    drawn_at_ = place;
    return phase_ = random_.unit() - 0.5;
  }

 private:
  numerics::Generator random_;
  bool moves_;
  double phase_ = 0.0;
  double drawn_at_ = std::numeric_limits<double>::infinity();
};

// The path of the derived velocity as the position sensor would show it: in its steps, or with its noise.
std::vector<double> follow_path(const Measurement& m, std::uint64_t view) {
  const auto v = signal(m.data, "velocity", "m/s");
  const auto x = signal(m.data, "displacement", "m");
  const double step = displacement_resolution(m);
  const double noise = step > 0.0 ? 0.0 : numerics::white_noise(x);
  numerics::Generator random(1 + view);
  Phase phase(view);
  const auto in_steps = [&](double path) {
    const double inside = phase.at(path / step);
    return step * (std::round(path / step + inside) - inside);
  };
  std::vector<double> seen;
  double path = x.front();
  for (std::size_t k = 0; k < v.size(); ++k) {
    if (k > 0) path += (v[k - 1] + v[k]) / 2.0 * m.step;
    seen.push_back(step > 0.0 ? in_steps(path) : path + noise * random.normal());
  }
  return seen;
}

// A motion whose velocity was derived, derived once more from the position that its own path would show.
std::vector<Recording::Seen> derive_again(const Measurement& m, std::uint64_t view) {
  const auto time = signal(m.data, "time", "s");
  Dataset once{.file = m.data.file, .columns = {{"time", "s"}, {"displacement", "m"}}};
  once.values = {{time.begin(), time.end()}, follow_path(m, view)};
  once.lines = m.data.lines;
  const Measurement twice = import_measurement(once, {.bandwidth = m.bandwidth});
  if (twice.data.rows() != m.data.rows()) return {};
  const auto x = signal(twice.data, "displacement", "m");
  const auto v = signal(twice.data, "velocity", "m/s");
  const auto a =
      twice.data.has("acceleration") ? signal(twice.data, "acceleration", "m/s2") : std::span<const double>();
  std::vector<Recording::Seen> seen;
  for (std::size_t k = 0; k < x.size(); ++k) seen.push_back({x[k], v[k], a.empty() ? 0.0 : a[k]});
  return seen;
}

std::vector<std::vector<Recording::Seen>> look_again(const Measurement& m) {
  if (!was_derived(m, "velocity") || !(m.bandwidth > 0.0)) return {};
  std::vector<std::vector<Recording::Seen>> views;
  const std::size_t wanted = m.data.rows() > many_rows ? 1 : most_views;
  for (std::uint64_t view = 0; view < wanted; ++view) {
    views.push_back(derive_again(m, view));
    if (views.back().empty()) return {};
  }
  return views;
}

// Calls visit(from, to) for the stretches, one after the other, in which a position stays within that width.
template <class Visit>
void visit_stays(std::span<const double> x, double within, Visit visit) {
  std::size_t from = 0;
  double low = x[0], high = x[0];
  for (std::size_t k = 1; k < x.size(); ++k) {
    low = std::min(low, x[k]);
    high = std::max(high, x[k]);
    if (high - low < within) continue;
    visit(from, k);
    low = high = x[k];
    from = k;
  }
  visit(from, x.size());
}

// Where the position stays within one step of its sensor, for longer than the polynomials are that derive the velocity.
std::vector<Recording::Rest> find_rests(const Measurement& m) {
  constexpr double within = 1.5;  // steps: one, whatever rounding adds
  constexpr double looks = 1.7;   // bandwidth times length of the polynomials
  const double step = displacement_resolution(m);
  if (!was_derived(m, "velocity") || !(m.bandwidth > 0.0) || !(step > 0.0)) return {};
  const auto x = signal(m.data, "displacement", "m");
  const double least = looks / (m.bandwidth * m.step);
  std::vector<Recording::Rest> rests;
  visit_stays(x, within * step, [&](std::size_t from, std::size_t to) {
    if (double(to - from) > least) rests.push_back({from, to});
  });
  return rests;
}

// Noise of a recorded velocity that hides its sign where it is slow; 0 where there is none to speak of.
double find_velocity_noise(const Measurement& m) {
  if (was_derived(m, "velocity") || !m.data.has("velocity")) return 0.0;
  const auto v = signal(m.data, "velocity", "m/s");
  const double noise = numerics::white_noise_beside_motion(v);
  double largest = 0.0;
  for (const double one : v) largest = std::max(largest, std::abs(one));
  return noise > tuning.still.least_noise * largest ? noise : 0.0;
}

// Where the position stays within the error of its sensor and the velocity, if it was recorded, within its noise.
std::vector<Recording::Rest> find_stops(const Measurement& m, double velocity_noise) {
  const bool has_position = m.data.has("displacement") && !was_derived(m, "displacement");
  if (!has_position || !(was_derived(m, "velocity") || velocity_noise > 0.0)) return {};
  const auto x = signal(m.data, "displacement", "m");
  const auto v = signal(m.data, "velocity", "m/s");
  const auto [least, most] = std::minmax_element(x.begin(), x.end());
  const double step = displacement_resolution(m);
  const double within = step > 0.0 ? tuning.still.steps * step
                                   : tuning.still.noises * numerics::white_noise_beside_motion(x) +
                                         tuning.still.rounding * (*most - *least);
  std::vector<Recording::Rest> stops;
  visit_stays(x, within, [&](std::size_t from, std::size_t to) {
    if (to - from < tuning.still.samples) return;
    double way = 0.0;
    for (std::size_t k = from; k < to; ++k) way += v[k] * m.step;
    const double chance = tuning.still.deviations * velocity_noise * m.step * std::sqrt(double(to - from));
    if (velocity_noise == 0.0 || std::abs(way) <= within + chance) stops.push_back({from, to});
  });
  return stops;
}

std::string describe_place(const Finding& f) { return f.column.empty() ? "" : "column '" + f.column + "': "; }

std::vector<std::string> list_problems(const Measurement& m, bool suspected) {
  std::vector<std::string> problems;
  for (const Finding& f : m.findings)
    if (f.data_problem && f.suspected == suspected) problems.push_back(describe_place(f) + f.text);
  return problems;
}

std::vector<std::string> list_clock_doubts(const Measurement& m) {
  std::vector<std::string> doubts;
  for (const Finding& f : m.findings)
    if (f.what == "clock") doubts.push_back(f.text);
  return doubts;
}

Recording make_recording(const Measurement& m) {
  return {.hash = m.hash,
          .rotary = m.rotary,
          .notes = list_notes(m),
          .problems = list_problems(m, false),
          .suspicions = list_problems(m, true),
          .clock_doubts = list_clock_doubts(m),
          .poor_acceleration = m.poor_acceleration};
}

void add_copy(Dataset& data, const std::string& from, const std::string& to) {
  for (std::size_t k = 0; k < data.columns.size(); ++k) {
    if (data.columns[k].name != from) continue;
    data.columns.push_back({to, "N"});
    data.values.push_back(std::vector<double>(data.values[k]));
    return;
  }
}

// Adds the force that was not recorded: the one that was applied, and the other way round, where some law reads it
// (`law` empty: any).
void complete_forces(Dataset& data, std::string_view law, std::vector<std::string>& notes) {
  if (!data.has("force") && data.has("applied")) {
    add_copy(data, "applied", "force");
    notes.emplace_back("no friction force was recorded; the applied force is compared, inertia and all (see " +
                       option_reference("common", "inertia") + ")");
    return;
  }
  const bool reads_applied = law.empty() || includes(law_info(law).reads, Reads::applied);
  if (!reads_applied || data.has("applied") || !data.has("force")) return;
  add_copy(data, "force", "applied");
  notes.emplace_back(
      "no applied force was recorded; the measured force stands for it, so a law with true stick follows it exactly "
      "where it holds");
}

// Velocity and displacement are always there after the import; a mass that is missing is 1 kg.
constexpr Reads must_be_recorded = Reads::applied | Reads::load | Reads::pressure | Reads::temperature;

bool has_column(std::span<const std::string> columns, std::string_view name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

// A measured force stands for an applied one.
bool is_there(const ContactColumn& c, std::span<const std::string> columns) {
  return has_column(columns, c.name) || (c.reads == Reads::applied && has_column(columns, "force"));
}

}  // namespace

Recording open_loop_recording(Measurement measurement, const std::string& name, std::string_view law) {
  Recording one = make_recording(measurement);
  one.views = look_again(measurement);
  one.rests = find_rests(measurement);
  one.velocity_noise = find_velocity_noise(measurement);
  one.stops = find_stops(measurement, one.velocity_noise);
  complete_forces(measurement.data, law, one.notes);
  const std::string_view reader = law.empty() ? law_that_reads(Reads::velocity | Reads::displacement).name : law;
  one.record = make_record(std::move(measurement.data), reader);
  one.record.name = name;
  return one;
}

Recording closed_loop_recording(const Measurement& measurement, const std::string& name,
                                std::span<const Setting> body) {
  Recording one = make_recording(measurement);
  one.motion = make_motion_record(measurement.data, body);
  one.motion.name = name;
  return one;
}

FitLoss find_fit_loss(std::string_view name) {
  const auto found = std::find(fit_loss_names.begin(), fit_loss_names.end(), name);
  if (found == fit_loss_names.end()) throw UnknownName("loss", name, fit_loss_names);
  return FitLoss(found - fit_loss_names.begin());
}

std::string_view missing_column(const LawInfo& law, std::span<const std::string> columns) {
  for (const ContactColumn& c : contact_table)
    if (includes(law.reads, c.reads) && includes(must_be_recorded, c.reads) && !is_there(c, columns)) return c.name;
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
