// A recorded motion of a body on a contact, made ready for a closed loop.
#pragma once

#include <array>
#include <span>

#include "stickslip/batch/closed_loop.hpp"
#include "stickslip/dataset.hpp"
#include "stickslip/experiment.hpp"

namespace stickslip::batch {

// The body, as m dv/dt = applied - spring x - damper v - friction has it, and where it starts.
template <class S>
struct BodyParams {
  using Scalar = S;
  S mass = S(1);
  S spring = S(0);
  S damper = S(0);
  S normal_force = S(0);
  S pressure = S(0);
  S temperature = S(0);
  S start = S(0);
  S start_velocity = S(0);
  S substeps = S(1);

  static constexpr auto table() {
    using P = BodyParams;
    return std::array{
        STICKSLIP_FIELD(P, mass, "m", "kg", "Mass of the body.", 1e-12, 1e12, Scale::log),
        STICKSLIP_FIELD(P, spring, "k", "N/m", "Stiffness of a spring to the ground.", 0.0, 1e15),
        STICKSLIP_FIELD(P, damper, "d", "N.s/m", "Damper to the ground.", 0.0, 1e15),
        STICKSLIP_FIELD(P, normal_force, "N", "N", "Normal force on the contact (default: the mean of its column).",
                        0.0, 1e12),
        STICKSLIP_FIELD(P, pressure, "p", "Pa", "Pressure (default: the mean of its column).", 0.0, 1e12),
        STICKSLIP_FIELD(P, temperature, "T", "K", "Temperature (default: the mean of its column).", -300.0, 1e4),
        STICKSLIP_FIELD(P, start, "x_0", "m", "Displacement at the start (default: the first recorded one).", -1e6,
                        1e6),
        STICKSLIP_FIELD(P, start_velocity, "v_0", "m/s", "Velocity at the start (default: the first recorded one).",
                        -1e6, 1e6),
        STICKSLIP_FIELD(P, substeps, "", "1", "Steps of the simulation per sample.", 1.0, 1000.0)};
  }
};

// Columns time[s], applied[N] (or force[N]), displacement[m] (or velocity[m/s]), uniform in time, and the settings
// plant.key of the body. Throws std::invalid_argument with file, line, column and remedy, or with the setting.
MotionRecord make_motion_record(const measurement::Dataset& data, std::span<const Setting> body);

}  // namespace stickslip::batch
