// Sections 3.2, 3.3 and 5.1-5.2: identification with coarse sensors. The measurements are lost: recordings of a motor
// with Table 3's numbers are made, whose truth is known, and the methods must find it.
#include <cmath>

#include "004/parts.hpp"
#include "kit.hpp"
#include "stickslip/identify/method_result.hpp"
#include "stickslip/identify/samples.hpp"

namespace stickslip::studies::hybrid_friction {

using namespace identify;
using namespace io;

namespace {

constexpr double coulomb_of_paper = 0.1094;  // [N.m] 5.2

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
  const double ratio_forward = s.number("polynomials.ratio.forward", r.estimate("ratio.forward").value, "1");
  const double ratio_back = s.number("polynomials.ratio.back", r.estimate("ratio.back").value, "1");
  const double by_text = forward / coulomb_of_paper;
  s.claims.push_back({"5.2, (46), (49)",
                      "beta, mean break-away over mean sliding torque, is 1.2325 and 1.3728.",
                      "both within 1 %, the sliding torque being 0.1097 N.m",
                      Verdict::agrees,
                      agrees_if(deviation(ratio_forward, 1.2325) < 0.01 && deviation(ratio_back, 1.3728) < 0.01),
                      digits(ratio_forward) + " and " + digits(ratio_back) + " (" + digits(by_text) +
                          " forward with the text's 0.1094 N.m)",
                      {}});
  s.figures.push_back(make_section("Identification 5.1: torque along the travel", r));
}

}  // namespace

void add_identification(Study& s) {
  claim_ramps(s);
  claim_sines(s);
  claim_polynomials(s);
}

}  // namespace stickslip::studies::hybrid_friction
