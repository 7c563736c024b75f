#include "stickslip/batch/motion_record.hpp"

#include <cmath>
#include <stdexcept>

#include "stickslip/options.hpp"

namespace stickslip::batch {

using namespace measurement;

namespace {

double mean(std::span<const double> values) {
  double sum = 0.0;
  for (const double v : values) sum += v;
  return values.empty() ? 0.0 : sum / double(values.size());
}

// What the data themselves say about the body.
BodyParams<double> read_body(const Dataset& data) {
  BodyParams<double> body;
  if (data.has("load")) body.normal_force = mean(signal(data, "load", "N"));
  if (data.has("pressure")) body.pressure = mean(signal(data, "pressure", "Pa"));
  if (data.has("temperature")) body.temperature = mean(signal(data, "temperature", "K"));
  if (data.has("displacement") && data.rows() > 0) body.start = signal(data, "displacement", "m").front();
  if (data.has("velocity") && data.rows() > 0) body.start_velocity = signal(data, "velocity", "m/s").front();
  return body;
}

BodyParams<double> make_body(const Dataset& data, std::span<const Setting> settings) {
  ParamGroup group = make_group("plant", read_body(data));
  for (const Setting& s : settings) {
    if (s.group != "plant")
      throw std::invalid_argument(s.where +
                                  ": a fit in closed loop has settings plant.key=value only, as plant.mass=2");
    try {
      assign(group, s.key, s.value);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(s.where + ": " + error.what());
    }
  }
  const double substeps = group["substeps"];
  if (substeps != std::floor(substeps))
    throw std::invalid_argument("plant.substeps = " + to_text(substeps) + " must be a whole number");
  return make_set<BodyParams<double>>(group);
}

std::vector<double> copy(std::span<const double> values) { return {values.begin(), values.end()}; }

}  // namespace

MotionRecord make_motion_record(const Dataset& data, std::span<const Setting> settings) {
  const BodyParams<double> body = make_body(data, settings);
  MotionRecord r{.name = data.file,
                 .step = uniform_step(data, "time", "resample it with " + option_reference("sample_time", "SECONDS")),
                 .applied = copy(signal(data, data.has("applied") ? "applied" : "force", "N")),
                 .mass = body.mass,
                 .spring = body.spring,
                 .damper = body.damper,
                 .load = body.normal_force,
                 .pressure = body.pressure,
                 .temperature = body.temperature,
                 .start = body.start,
                 .start_velocity = body.start_velocity,
                 .substeps = std::size_t(body.substeps)};
  if (data.has("displacement"))
    r.displacement = copy(signal(data, "displacement", "m"));
  else
    r.velocity = copy(signal(data, "velocity", "m/s"));
  return r;
}

}  // namespace stickslip::batch
