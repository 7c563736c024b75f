// A wheel of blades with dry friction between neighbours: amplitude and dissipated power against the normal force.
//
// At every normal force the frequency is sought at which the wheel answers most. Free blades and blades that stick to
// each other resonate freely; in between friction takes power, and there is a normal force at which they move least.
#include "blade_wheel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace stickslip::experiment {

using namespace plant;

namespace {

constexpr std::size_t most_loads = 24;

struct WheelDrive {
  using Scalar = double;
  double excitation = 0.0;
  double force = 1.0;
  double engine_order = 1.0;
  std::array<double, most_loads> loads =
      make_list<most_loads>({0.1, 0.3, 1.0, 2.0, 3.0, 4.0, 6.0, 10.0, 20.0, 40.0, 80.0});
  double reference_load = 1.0;
  double frequency = 0.0;
  double frequencies = 13.0;
  double cycles = 80.0;
  double cycle_steps = 64.0;
  double most_seconds = 60.0;

  static constexpr auto table() {
    using P = WheelDrive;
    return std::array{
        STICKSLIP_FIELD(P, excitation, "", "1", "A wave that travels round the wheel, or a force on one blade.", 0.0,
                        1.0, Scale::linear, "travelling-wave|single-blade"),
        STICKSLIP_FIELD(P, force, "f", "N", "Amplitude of the force on a blade.", 1e-15, 1e12, Scale::log),
        STICKSLIP_FIELD(P, engine_order, "e", "1", "Waves round the wheel.", 0.0, 1e6),
        STICKSLIP_FIELD(P, loads, "N", "N", "Normal forces on every contact, one after another.", 1e-12, 1e12,
                        Scale::log),
        STICKSLIP_FIELD(P, reference_load, "N_0", "N",
                        "Normal force for which the parameters of a law hold that does not read it: its forces and "
                        "deflections grow in proportion.",
                        1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, frequency, "", "Hz", "Frequency; 0: where the wheel answers most.", 0.0, 1e9),
        STICKSLIP_FIELD(P, frequencies, "", "1",
                        "Frequencies tried between the resonances of free and of sticking blades, before the best is "
                        "refined.",
                        1.0, 1e4),
        STICKSLIP_FIELD(P, cycles, "", "1", "Cycles before the one that is measured.", 1.0, 1e7),
        STICKSLIP_FIELD(P, cycle_steps, "", "1", "Steps in a cycle.", 8.0, 1e6),
        STICKSLIP_FIELD(P, most_seconds, "", "s",
                        "A run that takes more processor time ends with a message; 0: without limit.", 0.0, 1e9)};
  }
};

constexpr std::array<FigureInfo, 12> figure_table{
    {{"loads", "N", "Normal forces on every contact."},
     {"amplitudes", "m", "Largest displacement of a blade at each normal force, at the frequency where it is largest."},
     {"powers", "W", "Power that friction takes there, per blade."},
     {"frequencies", "Hz", "Frequency at which the wheel answers most."},
     {"slip_shares", "1",
      "Mean over the contacts of the share of the relative motion that is slip: work per cycle over 4 F a."},
     {"best_load", "N", "Normal force at which the blades move least."},
     {"least_amplitude", "m", "Amplitude there."},
     {"most_power", "W", "Largest power per blade."},
     {"load_of_most_power", "N", "Normal force at which friction takes it."},
     {"slip_up_to", "N", "Largest normal force at which every contact slips: more than 0.9 of its motion."},
     {"stick_from", "N",
      "Smallest normal force from which on every contact sticks: less than 0.05 of its motion slips."},
     {"largest_drift", "1", "Largest change of an amplitude over the last cycle: how far it is from steady."}}};

constexpr ExperimentInfo about{"blade-wheel", "A wheel of blades with dry friction between neighbours",
                               "the use that the law of Snabl et al. (003) was made for", "backlash", figure_table};

// A coefficient of 0.2775 as in 003, on a contact whose stiffness shifts the resonance by some percent. Laws that read
// the load have their force from it, the others that of the reference load of 1 N.
constexpr double coefficient = 0.2775;
constexpr std::array<PaperValue, 13> contact{{{"stiffness", 5e3},
                                              {"damping", 0.0},
                                              {"viscous", 0.0},
                                              {"coulomb", coefficient},
                                              {"breakaway", coefficient},
                                              {"breakaway_deflection", 0.9 * coefficient / 5e3},
                                              {"full_deflection", 0.0},
                                              {"transition_velocity", 1e-2},
                                              {"coulomb", 1e-9, "backlash"},
                                              {"load_coulomb", coefficient, "backlash"},
                                              {"normal_force", 0.0, "backlash-stribeck"},
                                              {"normal_force", 0.0, "dry-clutch"},
                                              {"stiffness_slope", 0.0, "mgms"}}};

constexpr double stick_share = 0.05;
constexpr double slip_share = 0.9;

// The law's parameters under a normal force. One that does not read it: every force and every deflection in proportion,
// so that stiffnesses and velocities stay.
ParamGroup law_under(const Experiment& e, double load) {
  ParamGroup law = e.law;
  const LawInfo& info = law_info(e.law_name);
  if (includes(info.reads, Reads::load) || includes(info.may_read, Reads::load)) return law;
  const double factor = load / e.drive["reference_load"];
  for (const Field& f : law.table)
    if (f.unit == "N" || f.unit == "m" || f.unit == "N/s" || f.unit == "N/Pa")
      for (std::size_t i = 0; i < f.width; ++i) law.values[f.first + i] *= factor;
  return law;
}

// Resonance of a wave round the wheel whose neighbours are joined by a stiffness [Hz].
double resonance(const BladeWheelParams<double>& p, double order, double joint) {
  const double half_phase = std::numbers::pi * order / p.blades;
  const double stiffness = p.stiffness + 4.0 * (p.shroud_stiffness + joint) * std::pow(std::sin(half_phase), 2.0);
  return std::sqrt(stiffness / p.mass) / (2.0 * std::numbers::pi);
}

struct Answer {
  double frequency;
  WheelResponse response;
};

// The answers of one wheel under one normal force.
class LoadedWheel {
 public:
  LoadedWheel(const Experiment& e, double load, solve::Stopwatch& watch) : e_(e), law_(law_under(e, load)) {
    run_.watch = &watch;
    const auto d = make_set<WheelDrive>(e.drive);
    run_.plant = make_set<BladeWheelParams<double>>(e.plant);
    run_.drive = {d.force, d.frequency, d.engine_order, d.excitation == 1.0};
    run_.load = load;
    run_.cycles = std::size_t(d.cycles);
    run_.cycle_steps = std::size_t(d.cycle_steps);
  }

  // The frequency at which it is, or was last [Hz].
  double frequency() const { return run_.drive.frequency; }

  Answer strongest() {
    if (e_.drive["frequency"] > 0.0) return at(e_.drive["frequency"]);
    const double order = e_.drive["engine_order"];
    const double free = resonance(run_.plant, order, 0.0);
    const double stuck = resonance(run_.plant, order, wheel_contact_stiffness(e_, law_, run_.load));
    const auto points = std::size_t(e_.drive["frequencies"]);
    if (points < 2 || !(stuck > free)) return at(free);
    const double apart = (stuck - free) / double(points - 1);
    Answer best = at(free);
    for (std::size_t k = 1; k < points; ++k) keep_stronger(best, at(free + double(k) * apart));
    refine(best, apart);
    return best;
  }

 private:
  Answer at(double frequency) {
    run_.drive.frequency = frequency;
    return {frequency, wheel_response(e_, law_, run_)};
  }

  static void keep_stronger(Answer& best, Answer other) {
    if (other.response.amplitude > best.response.amplitude) best = std::move(other);
  }

  // Both sides of the best, at ever smaller distances.
  void refine(Answer& best, double apart) {
    constexpr int halvings = 4;  // to a sixteenth of the grid
    for (int k = 0; k < halvings; ++k) {
      apart /= 2.0;
      const double middle = best.frequency;
      if (middle > apart) keep_stronger(best, at(middle - apart));
      keep_stronger(best, at(middle + apart));
    }
  }

  const Experiment& e_;
  ParamGroup law_;
  WheelRun run_;
};

// Columns of the result, a row per normal force.
struct Rows {
  std::vector<double> load, amplitude, power, frequency, slipping, stick, mixed, slip;
  double drift = 0.0;
  double unsettled = 0.0;

  void add(double n, const Answer& a) {
    const auto& shares = a.response.slipping;
    const auto count = [&](double from, double to) {
      return double(std::count_if(shares.begin(), shares.end(), [=](double s) { return s >= from && s < to; }));
    };
    double mean = 0.0;
    for (const double s : shares) mean += s / double(shares.size());
    load.push_back(n);
    amplitude.push_back(a.response.amplitude);
    power.push_back(a.response.power);
    frequency.push_back(a.frequency);
    slipping.push_back(mean);
    stick.push_back(count(0.0, stick_share));
    mixed.push_back(count(stick_share, slip_share));
    slip.push_back(count(slip_share, 2.0));
    drift = std::max(drift, a.response.drift);
    unsettled = std::max(unsettled, a.response.unsettled);
  }

  ResultTable table() const {
    return {{{"load", "N"},
             {"amplitude", "m"},
             {"power", "W"},
             {"frequency", "Hz"},
             {"slip_share", "1"},
             {"sticking_contacts", "1"},
             {"mixed_contacts", "1"},
             {"slipping_contacts", "1"}},
            {load, amplitude, power, frequency, slipping, stick, mixed, slip}};
  }
};

// The largest load below which, or the smallest above which, every contact is of one kind; NaN without one.
double reach(const Rows& r, const std::vector<double>& count, double contacts, bool from_below) {
  double found = list_end();
  for (std::size_t k = 0; k < r.load.size(); ++k) {
    const std::size_t i = from_below ? k : r.load.size() - 1 - k;
    if (count[i] < contacts) break;
    found = r.load[i];
  }
  return found;
}

class BladeWheelExperiment : public BuiltIn {
 public:
  const ExperimentInfo& info() const override { return about; }
  bool solves() const override { return false; }
  std::span<const PaperValue> paper() const override { return contact; }
  ParamGroup plant() const override { return make_group("plant", BladeWheelParams<double>{}); }
  ParamGroup drive() const override { return make_group("drive", WheelDrive{}); }
  double natural_duration(const Experiment&) const override { return 0.0; }
  double natural_output_step(const Experiment&) const override { return 0.0; }
  std::vector<Figure> figures(const Record&) const override { return {}; }
  std::unique_ptr<HybridModel> model(const Experiment&) const override {
    throw std::invalid_argument("the experiment blade-wheel is stepped by a method of its own and has no model");
  }

  std::string refusal(const LawInfo& law) const override {
    if (!includes(law.reads, Reads::applied)) return {};
    return "the law " + std::string(law.name) +
           " reads the force applied to a body, and between two blades that both move there is none: what one contact "
           "must hold depends on all the others; take a law that reads the motion alone, such as backlash or lugre";
  }

  ExperimentResult run(const Experiment& e) const override {
    auto loads = std::vector<double>(e.drive.list("loads").begin(), e.drive.list("loads").end());
    std::sort(loads.begin(), loads.end());
    Rows rows;
    const std::string not_run = answer_all(e, loads, rows);
    ExperimentResult r;
    r.experiment = e;
    r.completed = not_run.empty();
    r.message = std::to_string(rows.load.size()) + " normal forces, " + to_text(std::floor(e.plant["blades"])) +
                " blades; fixed steps, " + to_text(rows.unsettled) + " of them not solved to rounding" + not_run;
    r.table = rows.table();
    r.figures = compute_figures(rows, std::floor(e.plant["blades"]));
    return r;
  }

 private:
  // A row for every normal force, or for as many as there is time for; then where it ended, in words.
  static std::string answer_all(const Experiment& e, const std::vector<double>& loads, Rows& rows) {
    solve::Stopwatch watch(e.drive["most_seconds"], 0.0);
    for (const double load : loads) {
      LoadedWheel wheel(e, load, watch);
      try {
        rows.add(load, wheel.strongest());
      } catch (const Unanswered& ended) {
        const std::string place = " at " + to_text(load) + " N and " + to_text(wheel.frequency()) + " Hz in cycle " +
                                  std::to_string(ended.cycle);
        if (ended.diverged) return "; the motion is not finite" + place + ": take more steps in a cycle";
        return "; out of time after " + watch.text() + place +
               "; take fewer blades, cycles or normal forces, or raise most_seconds = " +
               to_text(e.drive["most_seconds"]) + " s";
      }
    }
    return {};
  }

  static std::vector<Figure> compute_figures(const Rows& r, double contacts) {
    if (r.load.empty()) return no_figures();
    const auto least = std::min_element(r.amplitude.begin(), r.amplitude.end());
    const auto most = std::max_element(r.power.begin(), r.power.end());
    FigureList figures(about);
    figures.list("loads", r.load);
    figures.list("amplitudes", r.amplitude);
    figures.list("powers", r.power);
    figures.list("frequencies", r.frequency);
    figures.list("slip_shares", r.slipping);
    figures.value("best_load", r.load[std::size_t(least - r.amplitude.begin())]);
    figures.value("least_amplitude", *least);
    figures.value("most_power", *most);
    figures.value("load_of_most_power", r.load[std::size_t(most - r.power.begin())]);
    figures.value("slip_up_to", reach(r, r.slip, contacts, true), "at the smallest normal force a contact sticks");
    figures.value("stick_from", reach(r, r.stick, contacts, false), "at the largest normal force a contact slips");
    figures.value("largest_drift", r.drift);
    return figures.take();
  }

  static std::vector<Figure> no_figures() {
    FigureList figures(about);
    for (const FigureInfo& f : figure_table) figures.missing(f.name, "there is no answer at the first normal force");
    return figures.take();
  }
};

}  // namespace

const BuiltIn& blade_wheel_experiment() {
  static const BladeWheelExperiment one;
  return one;
}

}  // namespace stickslip::experiment
