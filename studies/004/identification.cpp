// Sections 3.2, 3.3 and 5.1-5.2: identification with coarse sensors. The measurements are lost: recordings of a motor
// with Table 3's numbers are made, whose truth is known, and the methods must find it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "004/parts.hpp"
#include "kit.hpp"
#include "stickslip/identify/method_result.hpp"
#include "stickslip/identify/samples.hpp"
#include "stickslip/numerics/random.hpp"

namespace stickslip::studies::hybrid_friction {

using namespace identify;
using namespace io;
using namespace measurement;

namespace {

MethodResult method_on(const Sample& sample, const std::vector<std::string>& more = {}) {
  const IdentificationMethod& method = identification_method(sample.info->method);
  MethodSettings settings = method.settings();
  std::vector<std::string> all = sample.settings;
  all.insert(all.end(), more.begin(), more.end());
  for (const std::string& text : all) {
    const Setting one = setting_from_text(text, "study");
    assign(settings.group(one.group), one.key, one.value);
  }
  return method.estimate(sample.files, settings);
}

bool holds(const Estimate& e, double truth) { return e.low <= truth && truth <= e.high; }

std::string interval_text(const Estimate& e) {
  return digits(e.value) + " -+ " + digits((e.high - e.low) / 2.0, 2) + " " + e.unit;
}

Section make_section(const std::string& title, const MethodResult& r) {
  Section section{.title = title, .paragraphs = r.remarks};
  for (const MethodPlot& p : r.plots) {
    Plot plot{.title = p.title, .x_label = p.x_label, .y_label = p.y_label, .series = {}};
    for (const MethodCurve& c : p.curves) plot.series.push_back({c.name, c.x, c.y, c.dots});
    section.plots.push_back(std::move(plot));
  }
  return section;
}

// ---- 3.2

void claim_ramps(Study& s) {
  const Sample sample = make_sample("breakaway");
  const MethodResult r = method_on(sample);
  const Estimate& forward = r.estimate("breakaway.forward");
  const Estimate& back = r.estimate("breakaway.back");
  const double high = s.number("ramps.bias.forward", r.figure("bias.forward").value / forward.value, "1");
  s.number("ramps.breakaway.forward", forward.value, "N.m");
  s.number("ramps.breakaway.back", back.value, "N.m");
  const double reading = s.number("ramps.reading.forward", r.figure("reading.forward").value, "N.m");
  s.claims.push_back(
      {"3.2",
       "The torque at which motion is seen, averaged over ramps, is the break-away torque.",
       "mean reading within 2 % of the truth, 0.1352 N.m",
       Verdict::agrees,
       agrees_if(deviation(reading, sample.true_value("breakaway.forward")) < 0.02),
       with_unit(reading, "N.m") + ", of which " + percent(high) + " because the ramp goes on until the encoder counts",
       {}});
  s.claims.push_back({"check, 3.2",
                      "The time to the first count, from inertia and drop of friction, corrects the readings.",
                      "both 95 % intervals hold the truth, 0.1352 and 0.1506 N.m",
                      Verdict::agrees,
                      agrees_if(holds(forward, sample.true_value("breakaway.forward")) &&
                                holds(back, sample.true_value("breakaway.back"))),
                      interval_text(forward) + " and " + interval_text(back),
                      {}});
  s.figures.push_back(make_section("Identification 3.2: break-away ramps", r));
}

// ---- 3.3

void claim_sines(Study& s) {
  const Sample sample = make_sample("two-sinusoids");
  const double truth = sample.true_value("coulomb.forward");
  const auto found = [&](const std::string& sign) {
    const Estimate e = method_on(sample, {"sines.sign=" + sign}).estimate("coulomb.forward");
    return s.number("sines.coulomb[" + sign + "]", e.value, "N.m");
  };
  const double measured = found("measured");
  const double held = found("held");
  const MethodResult r = method_on(sample);
  const double none = s.number("sines.without_count", r.figure("without_count").value, "1");
  s.claims.push_back({"3.3, (35)-(36)", "The sign of the speed from the encoder gives f_c and f_v without bias.",
                      "f_c within 5 % of the truth, " + with_unit(truth, "N.m"), Verdict::does_not,
                      agrees_if(deviation(measured, truth) < 0.05),
                      with_unit(measured, "N.m") + "; with the last sign held " + with_unit(held, "N.m"),
                      "In " + percent(none) + " of the samples the encoder shows no count, and they count as 0"});
  const Estimate& coulomb = r.estimate("coulomb.forward");
  const Estimate& viscous = r.estimate("viscous");
  s.number("sines.coulomb[commanded]", coulomb.value, "N.m");
  s.number("sines.viscous", viscous.value, "N.m.s/rad");
  s.claims.push_back({"check, 3.3",
                      "The sign of the commanded speed gives f_c and f_v without bias, whatever the mass.",
                      "both 95 % intervals hold the truth and are narrower than 1 %",
                      Verdict::agrees,
                      agrees_if(holds(coulomb, truth) && holds(viscous, sample.true_value("viscous")) &&
                                coulomb.high - coulomb.low < 0.02 * truth),
                      interval_text(coulomb) + " and " + interval_text(viscous),
                      {}});
  const Estimate& mass = r.estimate("mass");
  s.number("sines.signal_to_noise", r.figure("signal_to_noise").value, "1");
  s.claims.push_back({"5.2, (30)-(31)",
                      "With this encoder it is useless to identify the inertia.",
                      "the method refuses it, with the ratio 0.68",
                      Verdict::agrees,
                      agrees_if(!mass.identified && deviation(r.figure("signal_to_noise").value, 0.68) < 0.01),
                      mass.remark,
                      {}});
  s.figures.push_back(make_section("Identification 3.3: sinusoidal speeds", r));
}

// ---- 5.1-5.2

void claim_polynomials(Study& s) {
  const Sample sample = make_sample("torque-polynomials");
  const MethodResult r = method_on(sample);
  const double forward = s.number("polynomials.mean.forward", r.estimate("mean.forward").value, "N.m");
  const double back = s.number("polynomials.mean.back", r.estimate("mean.back").value, "N.m");
  std::size_t inside = 0;
  for (const TrueValue& t : sample.truth) inside += holds(r.estimate(t.name), t.value) ? 1U : 0U;
  s.number("polynomials.coefficients_inside", double(inside), "1");
  s.claims.push_back(
      {"5.1, (47)",
       "Polynomials of degree 3 and 4 fit the break-away torque; means 0.1352 and 0.1506 N.m.",
       "means within 1 %, 8 of the 9 coefficients inside their 95 % intervals (curves of our own)",
       Verdict::agrees,
       agrees_if(deviation(forward, 0.1352) < 0.01 && deviation(back, 0.1506) < 0.01 && inside >= 8),
       with_unit(forward, "N.m") + " and " + with_unit(back, "N.m") + ", " + std::to_string(inside) + " of 9 inside",
       {}});
  s.figures.push_back(make_section("Identification 5.1: torque along the travel", r));
}

// ---- 5.1-5.2: beta. The paper's recordings are lost, so that its values cannot be found again; whether the method
// finds a ratio that it is not told can be tried on motors of our own.

constexpr double inertia = 1.32e-5;                      // [kg.m2] Table 3
constexpr double count = 2.0 * std::numbers::pi / 56.0;  // [rad] of the encoder
constexpr double sample_time = 1e-3;                     // [s]

struct Motor {
  Sides<double> sliding;  // C_r [N.m]
  Sides<double> ratio;    // beta
};
constexpr std::array<Motor, 3> motors{
    {{{0.1097, 0.1097}, {1.2325, 1.3728}}, {{0.08, 0.12}, {1.1, 1.5}}, {{0.15, 0.09}, {1.6, 1.2}}}};

double encoder(double angle) { return count * std::round(angle / count); }

Dataset motor_recording(std::string name, std::vector<Column> columns) {
  Dataset data{.file = std::move(name), .columns = std::move(columns), .values = {}, .lines = {}};
  data.values.resize(data.columns.size());
  return data;
}
void add_row(Dataset& data, std::initializer_list<double> row) {
  for (std::size_t k = 0; k < row.size(); ++k) data.values[k].push_back(row.begin()[k]);
  data.lines.push_back(data.lines.size() + 2);
}

// 3.2: the torque is ramped up by 0.1 N.m/s until the encoder has moved by four counts, again and again, twelve times
// forward and twelve times back. Break-away scatters by 1 %, readings of the torque by 0.2 mN.m.
Dataset record_ramps(const Motor& motor, numerics::Generator& random) {
  Dataset data = motor_recording("ramps", {{"time", "s"}, {"displacement", "rad"}, {"applied", "N.m"}});
  constexpr int fine = 50, ramps = 24;
  constexpr double rate = 0.1, noise = 2e-4, scatter = 0.01, h = sample_time / fine;
  constexpr int pause = 100;  // rows
  double angle = 10.0 + count * random.unit();
  const auto row = [&](double torque) {
    add_row(data, {sample_time * double(data.rows()), encoder(angle), torque + noise * random.portable_normal()});
  };
  for (int k = 0; k < ramps; ++k) {
    const double direction = k < ramps / 2 ? 1.0 : -1.0;
    const double sliding = direction > 0.0 ? motor.sliding.forward : motor.sliding.back;
    const double holds = sliding * (direction > 0.0 ? motor.ratio.forward : motor.ratio.back) *
                         (1.0 + scatter * random.portable_normal());
    const double start = encoder(angle);
    double torque = 0.0, speed = 0.0;
    const auto move = [&](double push) {
      speed = std::max(speed + (push - sliding) / inertia * h, 0.0);
      angle += direction * speed * h;
    };
    while (std::abs(encoder(angle) - start) < 3.5 * count) {
      row(direction * torque);
      for (int i = 0; i < fine; ++i) {
        torque += rate * h;
        if (torque > holds || speed > 0.0) move(torque);
      }
    }
    for (int i = 0; i < pause; ++i) {
      row(0.0);
      for (int j = 0; j < fine && speed > 0.0; ++j) move(0.0);
    }
  }
  return data;
}

// 3.3: sinusoidal speeds of 2 Hz, with noise of 2 mN.m on the torque.
Dataset record_sines(const Motor& motor, numerics::Generator& random) {
  Dataset data =
      motor_recording("sines", {{"time", "s"}, {"reference", "rad/s"}, {"displacement", "rad"}, {"applied", "N.m"}});
  constexpr double w = 4.0 * std::numbers::pi, viscous = 7.1746e-4, noise = 2e-3;
  constexpr int rows = 2000;
  for (const double amplitude : {60.0, 100.0, 140.0, 180.0})
    for (int i = 0; i < rows; ++i) {
      const double phase = w * i * sample_time;
      const double speed = amplitude * std::sin(phase);
      constexpr double still = 1e-9;  // [rad/s]
      const double sliding = speed > still ? motor.sliding.forward : speed < -still ? -motor.sliding.back : 0.0;
      add_row(data, {sample_time * double(data.rows()), speed, encoder(20.0 + amplitude / w * (1.0 - std::cos(phase))),
                     inertia * amplitude * w * std::cos(phase) + sliding + viscous * speed +
                         noise * random.portable_normal()});
    }
  return data;
}

MethodResult apply(std::string_view name, const Dataset& data, const std::vector<std::string>& given) {
  const IdentificationMethod& method = identification_method(name);
  MethodSettings settings = method.settings();
  std::vector<std::string> all = given;
  all.insert(all.end(), {setting("plant.mass", inertia), setting("sensor.resolution", count)});
  for (const std::string& text : all) {
    const Setting one = setting_from_text(text, "study");
    assign(settings.group(one.group), one.key, one.value);
  }
  return method.estimate({&data, 1}, settings);
}

// Sliding torque by the sines, break-away by ramps with that torque, and their ratio.
Sides<double> find_ratio(const Motor& motor, std::uint64_t seed) {
  numerics::Generator random(seed);
  const MethodResult sines = apply("two-sinusoids", record_sines(motor, random), {"plant.largest_drive=2"});
  const double forward = sines.estimate("coulomb.forward").value;
  const double back = sines.estimate("coulomb.back").value;
  const MethodResult ramps = apply("breakaway", record_ramps(motor, random),
                                   {setting("plant.sliding.forward", forward), setting("plant.sliding.back", back)});
  return {ramps.estimate("breakaway.forward").value / forward, ramps.estimate("breakaway.back").value / back};
}

void claim_ratio(Study& s) {
  double worst = 0.0;
  std::string words;
  for (std::size_t k = 0; k < motors.size(); ++k) {
    const Sides<double>& truth = motors[k].ratio;
    const Sides<double> found = find_ratio(motors[k], k + 1);
    const std::string name = "ratio." + std::to_string(k + 1);
    s.number(name + ".forward", found.forward, "1");
    s.number(name + ".back", found.back, "1");
    worst = std::max({worst, deviation(found.forward, truth.forward), deviation(found.back, truth.back)});
    words += (words.empty() ? "" : ", ") + digits(found.forward) + " and " + digits(found.back) + " (" +
             digits(truth.forward) + " and " + digits(truth.back) + ")";
  }
  s.claims.push_back({"check, 5.1-5.2, (46)",
                      "Break-away by ramps over sliding torque by sines gives beta, where neither is told.",
                      "three motors of our own: all six ratios within 1 %",
                      Verdict::agrees,
                      agrees_if(worst < 0.01),
                      "found (true): " + words,
                      {}});
}

}  // namespace

void add_identification(Study& s) {
  claim_ramps(s);
  claim_sines(s);
  claim_polynomials(s);
  claim_ratio(s);
}

}  // namespace stickslip::studies::hybrid_friction
