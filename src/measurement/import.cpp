#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <deque>
#include <functional>
#include <future>
#include <utility>

#include "blocks.hpp"
#include "differentiate.hpp"
#include "faults.hpp"
#include "findings.hpp"
#include "roles.hpp"
#include "sensor_faults.hpp"
#include "stickslip/measurement.hpp"
#include "stickslip/names.hpp"
#include "stickslip/numerics/hash.hpp"
#include "stickslip/numerics/statistics.hpp"
#include "stickslip/param.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::measurement {
namespace {

constexpr auto repairs_known =
    std::to_array<std::string_view>({"merge-duplicates", "zero-time", "resample", "align", "gap-weights",
                                     "zero-displacement", "derive-velocity", "derive-acceleration", "edge-weights"});

std::uint64_t hash_dataset(const Dataset& raw) {
  numerics::Fnv1a hash;
  for (std::size_t k = 0; k < raw.columns.size(); ++k) {
    hash.add(std::string_view(raw.columns[k].name));
    hash.add(std::string_view(raw.columns[k].unit));
    for (const double v : raw.values[k]) hash.add(v);
  }
  return hash.value();
}

std::string share_text(std::size_t count, std::size_t all) {
  return std::to_string(count) + " of " + std::to_string(all);
}

// From a row to the next one.
double usual_step(std::span<const double> t) {
  return numerics::median(values_in_blocks(t.size() - 1, [t](std::size_t i) { return t[i + 1] - t[i]; }));
}

std::vector<double> list_steps(std::span<const double> t) {
  std::vector<double> steps;
  steps.reserve(t.size());
  for (std::size_t i = 1; i < t.size(); ++i) steps.push_back(t[i] - t[i - 1]);
  return steps;
}

class Importer {
 public:
  // Takes the columns over: a long recording is not there twice.
  Importer(Dataset raw, const ImportOptions& options) : options_(options) {
    for (const std::string& text : raw.left_out) find("left-out", "", header_line, text);
    m_.hash = hash_dataset(raw);
    cast_ = cast_roles(std::move(raw), options.names);
    m_.rotary = cast_.rotary;
    m_.guesses = cast_.guesses;
    m_.data = std::move(cast_.data);
    m_.data.can_map = true;
  }

  Measurement run() && {
    prepare_time();
    check_finite();
    look_at_columns();
    settle_time();
    align();
    zero_displacement();
    derive();
    compare_channels();
    look_for_faults();
    add_weights();
    return std::move(m_);
  }

 private:
  // ---- the list of what was found and done

  void find(const std::string& what, const std::string& column, std::size_t line, const std::string& text) {
    m_.findings.push_back({what, column, line, text});
  }
  void note(std::optional<Finding> finding) {
    if (finding) m_.findings.push_back(*std::move(finding));
  }
  // Whether the repair may be made; then it is in the list.
  bool repair(std::string_view name, const std::string& text) {
    const auto& refused = options_.refused;
    if (std::find(refused.begin(), refused.end(), name) != refused.end()) return false;
    m_.repairs.push_back({std::string(name), text});
    return true;
  }
  [[noreturn]] void refuse_without(const std::string& name, std::size_t line, const std::string& why) const {
    refuse(m_.data, line,
           why + "; the repair '" + name + "' would fix this but was disabled; remove " +
               option_reference("refuse", name));
  }

  // ---- columns

  bool has(std::string_view role) const { return m_.data.has(role); }
  std::vector<double>& values(std::string_view role) { return m_.data.values[find_place(m_.data, role)]; }
  std::string in_file(std::string_view role) const {
    const std::size_t k = find_place(m_.data, role);
    return k < cast_.in_file.size() ? cast_.in_file[k] : std::string(role);
  }
  void add_column(const std::string& role, const std::string& unit, std::vector<double> column) {
    m_.data.columns.push_back({role, unit});
    m_.data.values.push_back(std::move(column));
    m_.resolution.push_back(0.0);
  }
  Channel channel(std::size_t k) const {
    const std::string& role = m_.data.columns[k].name;
    const std::string& in_file = k < cast_.in_file.size() ? cast_.in_file[k] : role;
    return {role, in_file, show_column_unit(m_, k), m_.data.values[k], m_.data.lines};
  }

  void check_finite() {
    for (std::size_t k = 0; k < m_.data.columns.size(); ++k)
      if (is_role(m_.data.columns[k].name)) check_finite(k);
  }
  void check_finite(std::size_t k) {
    for (std::size_t i = 0; i < m_.data.rows(); ++i)
      if (!std::isfinite(m_.data.values[k][i]))
        refuse(m_.data, m_.data.lines[i],
               "column '" + in_file(m_.data.columns[k].name) + "' holds " + to_text(m_.data.values[k][i]) +
                   "; take out the rows that were not measured, or give it no role with " +
                   option_reference("map", m_.data.columns[k].name + "="));
  }

  void look_at_columns() {
    const Clock clock(values("time"));
    // Long columns side by side, few at a time; others one after the other.
    constexpr std::size_t long_one = 1'000'000, most_at_once = 2;
    const std::size_t count = m_.data.columns.size();
    const auto when = m_.data.rows() > long_one ? std::launch::async : std::launch::deferred;
    std::deque<std::future<Look>> looks;
    for (std::size_t k = 0; k < count; ++k) {
      looks.push_back(std::async(when, [this, &clock, k] { return look_at(k, clock); }));
      if (looks.size() == most_at_once || k + 1 == count) take(looks);
    }
    for (const std::string_view role : {"load", "pressure"})
      if (has(role)) note(find_unloaded(channel(find_place(m_.data, role)), clock.time));
  }

  struct Look {
    double resolution = 0.0;
    bool few_levels = false;
    std::vector<Finding> findings = {};
  };

  Look look_at(std::size_t k, const Clock& clock) const {
    const std::string& role = m_.data.columns[k].name;
    Look look;
    if (role != "time") look.resolution = estimate_resolution(m_.data.values[k]);
    look.few_levels = has_few_levels(m_.data.values[k]);
    if (role != "time" && role != "weight") look.findings = findings_in(channel(k), clock, look.resolution);
    return look;
  }

  void take(std::deque<std::future<Look>>& looks) {
    for (; !looks.empty(); looks.pop_front()) {
      Look look = looks.front().get();
      m_.resolution.push_back(look.resolution);
      few_levels_.push_back(look.few_levels);
      for (Finding& f : look.findings) m_.findings.push_back(std::move(f));
    }
  }

  // ---- time

  void prepare_time() {
    const bool derives = !has("velocity") || needs_acceleration();
    const std::size_t fewest = derives ? 5 : 3;  // a derivative takes polynomials through five samples
    if (m_.data.rows() < fewest)
      refuse(m_.data, header_line,
             "there are " + std::to_string(m_.data.rows()) + " rows; " + (derives ? "five" : "three") + " are needed");
    if (has("time")) return;
    if (options_.sample_time == 0.0)
      refuse(m_.data, header_line,
             "no column is the time; tell which with " + option_reference("map", "time=COLUMN[UNIT]") +
                 ", or give the step with " + option_reference("sample_time", "SECONDS") +
                 "; there are: " + all_names());
    std::vector<double> time;
    for (std::size_t i = 0; i < m_.data.rows(); ++i) time.push_back(double(i) * options_.sample_time);
    m_.data.columns.insert(m_.data.columns.begin(), Column{"time", "s"});
    m_.data.values.insert(m_.data.values.begin(), std::move(time));
    cast_.in_file.insert(cast_.in_file.begin(), "time");
    cast_.played.insert(cast_.played.begin(), {"time", "", "s"});
    m_.guesses.push_back("time = row number times " + brief(options_.sample_time) + " s: as told by " +
                         option_reference("sample_time"));
  }

  std::string all_names() const { return text::join_first(cast_.in_file); }

  void settle_time() {
    check_order();
    merge_duplicates();
    zero_time();
    const double usual = usual_step(values("time"));
    const bool uneven = look_at_steps(usual);
    m_.step = options_.sample_time > 0.0 ? options_.sample_time : usual;
    const bool other_step = std::abs(m_.step - usual) > 1e-3 * usual;
    if (uneven || other_step) resample(usual);
    const std::vector<double>& t = values("time");
    if (!uneven && !other_step) m_.step = (t.back() - t.front()) / double(t.size() - 1);
  }

  void check_order() {
    const std::vector<double>& t = values("time");
    for (std::size_t i = 1; i < t.size(); ++i)
      if (t[i] < t[i - 1])
        refuse(m_.data, m_.data.lines[i],
               "column '" + in_file("time") + "' runs backward, from " + to_text(t[i - 1]) + " to " + to_text(t[i]) +
                   " s; sort the rows, or cut the file into its recordings");
  }

  void merge_duplicates() {
    const std::vector<double>& t = values("time");
    const auto twin = std::size_t(std::adjacent_find(t.begin(), t.end()) - t.begin()) + 1;
    if (twin > t.size()) return;
    std::vector<std::size_t> first;  // row of each instant
    for (std::size_t i = 0; i < t.size(); ++i)
      if (i == 0 || t[i] != t[i - 1]) first.push_back(i);
    const std::string count = std::to_string(t.size() - first.size());
    find("duplicate-time", in_file("time"), m_.data.lines[twin], count + " rows have the time of the row before");
    if (!repair("merge-duplicates", count + " rows with the time of the row before: one row with the mean of both"))
      refuse_without("merge-duplicates", m_.data.lines[twin], "the time stands still");
    if (first.size() < 3) refuse(m_.data, header_line, "the time takes less than three values");
    merge(first);
  }

  void merge(const std::vector<std::size_t>& first) {
    const std::size_t rows = m_.data.rows();
    for (std::vector<double>& column : m_.data.values) {
      for (std::size_t k = 0; k < first.size(); ++k) {
        const std::size_t end = k + 1 < first.size() ? first[k + 1] : rows;
        double sum = 0.0;
        for (std::size_t i = first[k]; i < end; ++i) sum += column[i];
        column[k] = end == first[k] + 1 ? sum : sum / double(end - first[k]);
      }
      column.resize(first.size());
    }
    for (std::size_t k = 0; k < first.size(); ++k) m_.data.lines[k] = m_.data.lines[first[k]];
    m_.data.lines.resize(first.size());
  }

  // Of a clock that counts from 1970 the steps have lost digits already; resampling must not lose more.
  void zero_time() {
    std::vector<double>& t = values("time");
    const double start = t.front();
    constexpr double long_ago = 100.0;  // durations
    if (std::abs(start) <= long_ago * (t.back() - start)) return;
    find("offset", in_file("time"), m_.data.lines[0], "the time begins at " + brief(start) + " s");
    if (repair("zero-time", "the first time, " + to_text(start) + " s, was subtracted"))
      for (double& x : t) x -= start;
  }

  static constexpr double gap_from = 3.0;      // usual steps
  static constexpr double missing_from = 1.5;  // usual steps

  // What is wrong with the steps; whether they differ by more than a thousandth.
  bool look_at_steps(double usual) {
    const std::vector<double>& t = values("time");
    constexpr double even = 1e-3;
    std::size_t next = 1;
    while (next < t.size() && std::abs(t[next] - t[next - 1] - usual) <= even * usual) ++next;
    if (next == t.size()) return false;
    const auto steps = list_steps(t);
    const auto [least, most] = std::minmax_element(steps.begin(), steps.end());
    look_for_gaps(steps, usual);
    look_for_missing(steps, usual);
    std::vector<double> ordinary;
    for (const double s : steps)
      if (s < missing_from * usual) ordinary.push_back(s);
    std::sort(ordinary.begin(), ordinary.end());
    const double low = ordinary[ordinary.size() / 20];
    const double high = ordinary[ordinary.size() - 1 - ordinary.size() / 20];
    if (ordinary.back() - ordinary.front() > 2.0 * even * usual)
      find("jitter", in_file("time"), header_line,
           "the step is " + brief(usual) + " s usually, " + brief(*least) + " to " + brief(*most) +
               " s altogether, and in nine of ten rows " + brief(low) + " to " + brief(high) + " s");
    return true;
  }

  void look_for_gaps(const std::vector<double>& steps, double usual) {
    const std::vector<double>& t = values("time");
    std::size_t longest = 0;
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (steps[i] <= gap_from * usual) continue;
      gaps_.push_back({t[i], t[i + 1]});
      if (steps[i] > steps[longest]) longest = i;
    }
    if (gaps_.empty()) return;
    find("gap", in_file("time"), m_.data.lines[longest + 1],
         std::to_string(gaps_.size()) + " steps are longer than three usual ones; the longest, " +
             brief(steps[longest]) + " s, ends at " + brief(t[longest + 1]) + " s");
  }

  void look_for_missing(const std::vector<double>& steps, double usual) {
    std::size_t count = 0;
    std::size_t first = 0;
    for (std::size_t i = 0; i < steps.size(); ++i)
      if (steps[i] >= missing_from * usual && steps[i] <= gap_from * usual && count++ == 0) first = i;
    if (count > 0)
      find("missing-samples", in_file("time"), m_.data.lines[first + 1],
           std::to_string(count) + " steps are two or three times as long as the usual " + brief(usual) +
               " s: samples are missing there");
  }

  void resample(double usual) {
    const std::vector<double>& t = values("time");
    const double wanted = (t.back() - t.front()) / m_.step + 1.0;
    constexpr double most = 100.0;  // of the rows that there are
    if (!(wanted < most * double(m_.data.rows())))
      refuse(m_.data, header_line,
             "at a step of " + brief(m_.step) + " s the recording would have " + brief(wanted) + " rows instead of " +
                 std::to_string(m_.data.rows()) + "; cut it at its gaps, or give a longer " +
                 option_reference("sample_time"));
    if (wanted < 3.0)
      refuse(m_.data, header_line, option_reference("sample_time", brief(m_.step)) + " s leaves less than three rows");
    const std::string why = m_.step == usual ? "the usual one" : "instead of " + brief(usual) + " s";
    if (!repair("resample", "straight lines between the rows, at a step of " + brief(m_.step) + " s, " + why + "; " +
                                std::to_string(m_.data.rows()) + " rows became " +
                                std::to_string(std::size_t(wanted * (1.0 + 1e-12)))))
      refuse_without("resample", header_line, "the time is not uniform");
    const double start = t.front();
    m_.data = resample_at_step(m_.data, "time", m_.step);
    std::vector<double>& even = values("time");
    for (std::size_t i = 0; i < even.size(); ++i) even[i] = start + double(i) * m_.step;
  }

  // ---- delays

  // Columns that were recorded late are read later, on straight lines between the rows.
  void align() {
    double earliest = 0.0, latest = 0.0;  // [s] relative to a row, of what is read there
    for (const ChannelDelay& d : options_.delays) {
      const std::size_t k = find_place(m_.data, d.role);
      const std::string given = option_reference("delay", d.role + "=" + brief(d.seconds));
      if (k == m_.data.columns.size()) refuse(m_.data, header_line, given + ": no column is the " + d.role);
      if (d.seconds == 0.0 || !repair("align", in_file(d.role) + " was taken " + brief(std::abs(d.seconds)) + " s " +
                                                   (d.seconds > 0.0 ? "earlier" : "later") + ", as told by " + given))
        continue;
      check_delay(given, std::max(latest, d.seconds) - std::min(earliest, d.seconds));
      shift(m_.data.values[k], d.seconds / m_.step);
      earliest = std::min(earliest, d.seconds);
      latest = std::max(latest, d.seconds);
    }
    cut(std::size_t(std::ceil(-earliest / m_.step - 1e-9)), std::size_t(std::ceil(latest / m_.step - 1e-9)));
  }

  void check_delay(const std::string& given, double reach) const {
    constexpr double most = 0.5;  // of the recording
    const double duration = m_.step * double(m_.data.rows() - 1);
    if (reach > most * duration)
      refuse(m_.data, header_line,
             given + " s leaves less than half of the recording of " + brief(duration) + " s; give a shorter one");
  }

  // The value `later` rows farther down; beyond the ends that at the end, which cut() takes away.
  static void shift(std::vector<double>& column, double later) {
    const std::vector<double> old = column;
    for (std::size_t i = 0; i < old.size(); ++i) {
      const double at = std::clamp(double(i) + later, 0.0, double(old.size() - 1));
      const auto below = std::min(std::size_t(at), old.size() - 2);
      column[i] = old[below] + (at - double(below)) * (old[below + 1] - old[below]);
    }
  }

  void cut(std::size_t first, std::size_t last) {
    const auto cut_ends = [first, last](auto& all) {
      all.erase(all.end() - std::ptrdiff_t(last), all.end());
      all.erase(all.begin(), all.begin() + std::ptrdiff_t(first));
    };
    for (std::vector<double>& column : m_.data.values) cut_ends(column);
    cut_ends(m_.data.lines);
  }

  // ---- motion

  void zero_displacement() {
    if (!has("displacement")) return;
    std::vector<double>& x = values("displacement");
    const auto [low, high] = std::minmax_element(x.begin(), x.end());
    constexpr double large = 3.0;  // travels
    const double start = x.front();
    if (std::abs(start) <= large * (*high - *low) || *high == *low) return;
    const std::string unit = " " + find_role_unit("displacement", "m", m_.rotary);
    find("offset", in_file("displacement"), m_.data.lines[0],
         "it begins at " + brief(start) + unit + ", " + brief(std::abs(start) / (*high - *low)) +
             " times the whole travel of " + brief(*high - *low) + unit);
    if (repair("zero-displacement", "the first displacement, " + to_text(start) + unit + ", was subtracted"))
      for (double& value : x) value -= start;
  }

  bool needs_acceleration() const {
    const auto& refused = options_.refused;
    return !has("acceleration") && std::find(refused.begin(), refused.end(), "derive-acceleration") == refused.end();
  }

  void derive() {
    const bool no_velocity = !has("velocity");
    if (no_velocity && !has("displacement")) {
      find("missing-velocity", "", header_line, "there is neither a velocity nor a displacement");
      return;
    }
    const std::string source = no_velocity ? "displacement" : "velocity";
    if (no_velocity)
      find("missing-velocity", "", header_line, "there is no velocity; the displacement tells it up to a bandwidth");
    if (!no_velocity && !needs_acceleration()) return;
    const std::size_t half = half_width(source);
    const double here = find_bandwidth(half, 1) / m_.step;
    const std::string how = "polynomials through " + std::to_string(2 * half + 1) + " samples of the " + source +
                            ", without delay, -3 dB at ";
    const std::span<const double> x = values(source);  // stays where it is when columns are added
    if (no_velocity && repair("derive-velocity", how + brief(here) + " Hz")) {
      add_derivative("velocity", "m/s", x, half, 1);
      m_.bandwidth = here;
    }
    const int order = no_velocity ? 2 : 1;
    const double own = find_bandwidth(half, order) / m_.step;
    if (!has("acceleration") && repair("derive-acceleration", how + brief(own) + " Hz")) {
      add_derivative("acceleration", "m/s2", x, half, order);
      if (m_.bandwidth == 0.0) m_.bandwidth = own;
    }
  }

  std::size_t half_width(const std::string& source) {
    const std::vector<double>& x = values(source);
    if (options_.bandwidth == 0.0) return half_width_for(x, m_.resolution[find_place(m_.data, source)]);
    const double most = find_bandwidth(2, 1) / m_.step;
    if (options_.bandwidth > most)
      throw std::invalid_argument(m_.data.file + ": " + option_reference("bandwidth", to_text(options_.bandwidth)) +
                                  " Hz is more than a step of " + brief(m_.step) + " s allows; at most " + brief(most));
    return find_half_width(options_.bandwidth * m_.step, x.size());
  }

  void add_derivative(const std::string& role, const std::string& unit, std::span<const double> x, std::size_t half,
                      int order) {
    auto d = derivative(x, half, order);
    for (double& value : d) value /= std::pow(m_.step, order);
    add_column(role, unit, std::move(d));
    (role == "velocity" ? velocity_reach_ : acceleration_reach_) = half;
  }

  void compare_channels() {
    if (!has("force") || !has("velocity")) return;
    const Channel force = channel(find_place(m_.data, "force"));
    note(asymmetry(force, values("velocity"), has("pressure")));
  }

  // ---- faults

  Signal find_signal(std::string_view role) const {
    const std::size_t k = find_place(m_.data, role);
    if (k == m_.data.columns.size()) return {};
    const bool recorded = k < cast_.played.size();
    return {recorded ? cast_.played[k] : SignalName{std::string(role), ""}, m_.data.values[k], recorded,
            m_.resolution[k], recorded && few_levels_[k]};
  }

  // For the judgement alone where the data have none: without it an inertia looks like a force that comes too early.
  std::vector<double> guess_acceleration() {
    if (has("acceleration") || !has("velocity")) return {};
    const std::vector<double>& v = values("velocity");
    auto a = derivative(v, half_width_for(v, m_.resolution[find_place(m_.data, "velocity")]), 1);
    for (double& value : a) value /= m_.step;
    return a;
  }

  void look_for_faults() {
    const std::vector<double> guessed = guess_acceleration();
    const Signal acceleration = guessed.empty() ? find_signal("acceleration") : Signal{.values = guessed};
    const Signals all{.step = m_.step,
                      .rotary = m_.rotary,
                      .time = find_signal("time"),
                      .displacement = find_signal("displacement"),
                      .velocity = find_signal("velocity"),
                      .acceleration = acceleration,
                      .force = find_signal(has("force") ? "force" : "applied"),
                      .load = find_signal("load"),
                      .pressure = find_signal("pressure"),
                      .lines = m_.data.lines,
                      .moving = moving_speed(find_signal("velocity").values)};
    const auto seen_alone = [&](const Finding& f) {  // what one channel shows by itself is judged by the others here
      return f.what == "saturation" && all.velocity.there() && m_.data.rows() >= fewest_rows_for_faults &&
             (f.column == all.force.name.column || f.column == all.displacement.name.column ||
              f.column == all.velocity.name.column);
    };
    std::erase_if(m_.findings, seen_alone);
    const bool clock_is_given = std::any_of(options_.names.begin(), options_.names.end(),
                                            [](const SignalName& n) { return n.role == "time" && !n.unit.empty(); });
    for (Fault& f : faults_between(all)) {
      if (f.finding.what == "clock" && clock_is_given) continue;
      if (f.finding.what == "dead")
        std::erase_if(m_.findings, [&f](const Finding& other) {
          return other.what == "constant" && other.column == f.finding.column;
        });
      const auto& dropped = options_.dropped;
      if (!f.rows.empty() && std::find(dropped.begin(), dropped.end(), f.finding.what) != dropped.end()) {
        f.finding.data_problem = false;
        dropped_rows_.insert(dropped_rows_.end(), f.rows.begin(), f.rows.end());
      }
      m_.findings.push_back(std::move(f.finding));
    }
  }

  // ---- weights

  void add_weights() {
    if (gaps_.empty() && velocity_reach_ == 0 && dropped_rows_.empty()) return note_poor_acceleration();
    std::vector<double> w(m_.data.rows(), 1.0);
    const bool gaps = weigh_gaps(w);
    const bool edges = weigh_edges(w);
    for (const std::size_t i : dropped_rows_) w[i] = 0.0;
    if (!dropped_rows_.empty() && std::count(w.begin(), w.end(), 0.0) == std::ptrdiff_t(w.size()))
      refuse(m_.data, header_line,
             option_reference("drop", text::join_in_words(options_.dropped)) +
                 " leaves no row: each is at a fault of the sensor or within its noise; record with a wider range");
    if (!gaps && !edges && dropped_rows_.empty()) return;
    if (!has("weight")) return add_column("weight", "1/N", std::move(w));
    std::vector<double>& own = values("weight");
    for (std::size_t i = 0; i < w.size(); ++i) own[i] *= w[i];
  }

  // Rows within the gaps, and `reach` rows beside each of them.
  void clear_gaps(std::vector<double>& w, std::size_t reach) {
    const std::vector<double>& t = values("time");
    const double rounding = 1e-3 * m_.step;  // the row before a gap is no part of it
    for (const Gap& g : gaps_) {
      const auto from = std::size_t(std::upper_bound(t.begin(), t.end(), g.from + rounding) - t.begin());
      const auto end = std::size_t(std::lower_bound(t.begin(), t.end(), g.to - rounding) - t.begin());
      for (std::size_t i = from - std::min(from, reach); i < std::min(end + reach, w.size()); ++i) w[i] = 0.0;
    }
  }

  bool weigh_gaps(std::vector<double>& w) {
    if (gaps_.empty()) return false;
    std::vector<double> weighed = w;
    clear_gaps(weighed, 0);
    const auto count = std::size_t(std::count(weighed.begin(), weighed.end(), 0.0));
    if (count == 0 || !repair("gap-weights", share_text(count, w.size()) + " rows lie in gaps and weigh nothing"))
      return false;
    w = std::move(weighed);
    return true;
  }

  // The velocity is used by every fit. An acceleration is not, so that its ends cost rows only where it is.
  bool weigh_edges(std::vector<double>& w) {
    if (velocity_reach_ == 0) {
      note_poor_acceleration();
      return false;
    }
    const std::size_t reach = std::min(velocity_reach_, w.size() / 2);
    if (!repair("edge-weights", edges_text(reach) + ", where derivatives are poor, weigh nothing")) return false;
    clear_edges(w, reach);
    return true;
  }

  void note_poor_acceleration() {
    std::vector<double> w(m_.data.rows(), 1.0);
    const std::size_t reach = std::min(acceleration_reach_, w.size() / 2);
    if (reach == 0 || !repair("edge-weights", edges_text(reach) + ", where the derived acceleration is poor, weigh " +
                                                  "nothing in a fit that uses it; other fits use every row"))
      return;
    clear_edges(w, reach);
    for (std::size_t i = 0; i < w.size(); ++i)
      if (w[i] == 0.0) m_.poor_acceleration.push_back(i);
  }

  std::string edges_text(std::size_t reach) const {
    return "the first and last " + std::to_string(reach) + " rows" +
           (gaps_.empty() ? "" : ", and as many beside each gap");
  }

  void clear_edges(std::vector<double>& w, std::size_t reach) {
    std::fill_n(w.begin(), reach, 0.0);
    std::fill_n(w.rbegin(), reach, 0.0);
    clear_gaps(w, reach);
  }

  struct Gap {
    double from, to;  // [s]
  };

  const ImportOptions& options_;
  Cast cast_;
  Measurement m_;
  std::vector<Gap> gaps_;
  std::vector<bool> few_levels_;                             // of each recorded column
  std::vector<std::size_t> dropped_rows_;                    // of faults that the user does not want to see in a fit
  std::size_t velocity_reach_ = 0, acceleration_reach_ = 0;  // of the differentiators, in samples; 0: not derived
};

}  // namespace

Measurement import_measurement(Dataset raw, const ImportOptions& options) {
  check_options(options);
  return Importer(std::move(raw), options).run();
}

std::vector<std::string_view> repair_names() { return {repairs_known.begin(), repairs_known.end()}; }

std::vector<std::string_view> finding_kinds() {
  return {"clock",
          "constant",
          "dead",
          "duplicate-time",
          "empty",
          "gap",
          "jitter",
          "lag",
          "left-out",
          "missing-samples",
          "missing-velocity",
          "offset",
          "outliers",
          "quantisation",
          "saturation",
          "sign",
          "swapped",
          "unit",
          "unloaded"};
}

}  // namespace stickslip::measurement
