// Elasto-plastic friction: a LuGre bristle that is purely elastic up to a break-away deflection, and so does not drift.
//
//   dz/dt = v [1 - alpha(z, v) sigma_0 z sign(v)/g(v)]
//   alpha = 0                                                 |z| <= z_ba, or z and v of different sign
//           (1 + sin(pi (|z| - (z_max + z_ba)/2)/(z_max - z_ba)))/2   in between
//           1                                                 |z| >= z_max
//   F = sigma_0 z + sigma_1 dz/dt + sigma_2 v
//
// P. Dupont, B. Armstrong, V. Hayward 2000; P. Dupont, V. Hayward, B. Armstrong, F. Altpeter, IEEE Trans. Automatic
// Control 47(5), 2002; compared in 002 and 004 ("Armstrong model"). z_max is a constant, or g(v)/sigma_0 when
// full_deflection = 0. The law drifts when the force peaks between sigma_0 z_ba and F_s.
#pragma once

#include "stickslip/friction/lugre.hpp"
#include "stickslip/friction/path_step.hpp"
#include "stickslip/friction/recordings.hpp"

namespace stickslip {

struct ElastoPlastic {
  static constexpr std::string_view name = "elasto-plastic";
  static constexpr std::string_view title = "Elasto-plastic bristle law";
  static constexpr std::string_view source = "Dupont et al. 2000, 2002; compared in 002 and 004";
  static constexpr std::string_view equation =
      "dz/dt = v [1 - alpha(z, v) sigma_0 z sign(v)/g(v)]\n"
      "alpha = 0 for |z| <= z_ba or z v < 0; 1 for |z| >= z_max;\n"
      "        (1 + sin(pi (|z| - (z_max + z_ba)/2)/(z_max - z_ba)))/2 in between\n"
      "g(v) = F_c + (F_s - F_c) exp(-(|v|/v_s)^n)\n"
      "F = sigma_0 z + sigma_1 dz/dt + sigma_2 v";
  static constexpr Reads reads = Reads::velocity;
  static constexpr Reads may_read = Reads::nothing;
  static constexpr Stick stick = Stick::elastic;
  static constexpr Passivity passivity = Passivity::conditional;
  static constexpr std::string_view passive_when = "damping = 0; a large damping returns energy at speed";

  template <class S>
  using State = BristleState<S>;

  template <class S>
  struct Params {
    using Scalar = S;
    S stiffness = S(1e5);
    S damping = S(316.22776601683796);
    S breakaway_deflection = S(8e-6);
    S full_deflection = S(1.5e-5);
    Sides<S> coulomb = S(1);
    Sides<S> breakaway = S(1.5);
    Sides<S> stribeck_velocity = S(1e-3);
    Sides<S> stribeck_exponent = S(2);
    Sides<S> viscous = S(0.4);

    static constexpr auto table() {
      using P = Params;
      return std::array{
          STICKSLIP_FIELD(P, stiffness, "sigma_0", "N/m", "Stiffness of the bristles.", 1e-3, 1e12, Scale::log)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, damping, "sigma_1", "N.s/m", "Damping of the bristles.", 0.0, 1e9)
              .searched(0.0, 100.0)
              .seen_in(recording::fast_presliding),
          STICKSLIP_FIELD(P, breakaway_deflection, "z_ba", "m", "Deflection up to which the bristles are elastic.", 0.0,
                          1e3)
              .seen_in(recording::small_reversals),
          STICKSLIP_FIELD(P, full_deflection, "z_max", "m",
                          "Deflection from which the bristles slide wholly; 0 takes g(v)/sigma_0.", 0.0, 1e3)
              .held()
              .seen_in(recording::small_reversals),
          STICKSLIP_STRIBECK_ROWS(P)};
    }
    static constexpr std::array relations{
        breakaway_not_below_coulomb,
        Relation{Relation::Kind::above_unless_zero, "full_deflection", "breakaway_deflection"}};
  };

  template <class S>
  STICKSLIP_HD static State<S> rate(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    const S level = stribeck_level(p, abs(c.velocity), c.velocity < S(0));
    const S along = s.deflection * sign(c.velocity);
    return {c.velocity * growth(p, along, level / p.stiffness).value};
  }

  template <class S>
  STICKSLIP_HD static Force<S> force(const Params<S>& p, const Contact<S>& c, const State<S>& s) noexcept {
    return {p.stiffness * s.deflection + p.damping * rate(p, c, s).deflection +
            p.viscous.towards(c.velocity < S(0)) * c.velocity};
  }

  // Elastic up to z_ba, exactly; the rest of the path by path_step.
  template <class S>
  STICKSLIP_HD static State<S> advance(const Params<S>& p, const Contact<S>& before, const Contact<S>& after,
                                       const State<S>& state, const S& h) noexcept {
    const auto step = [&p](const Contact<S>& from, const Contact<S>& to, const State<S>& s, const S& dt) {
      const S travel = (from.velocity + to.velocity) / S(2) * dt;
      const S direction = sign(travel);
      const S along = s.deflection * direction;
      const S elastic = smaller(abs(travel), larger(p.breakaway_deflection - along, S(0)));
      const S plastic = abs(travel) - elastic;
      const S reached = along + elastic;
      if (!possible(plastic > S(0))) return State<S>{s.deflection + travel};
      const auto moves_back = travel < S(0);
      const S range0 = stribeck_level(p, abs(from.velocity), moves_back) / p.stiffness;
      const S range1 = stribeck_level(p, abs(to.velocity), moves_back) / p.stiffness;
      const auto f = [&](const S& z, const S& part) { return growth(p, z, range0 + part * (range1 - range0)); };
      // dz/dx = 1 at z_ba: there the deflection does not fall any further, whatever a long step makes of it.
      const auto range = [](const S& z) { return abs(z); };
      const S slid = larger(path_step(reached, plastic, f, range), smaller(reached, p.breakaway_deflection));
      return State<S>{select(plastic > S(0), direction * slid, s.deflection + travel)};
    };
    return split_at_reversal(before, after, state, h, step);
  }

  // sigma_0 z where dz/dx = 0, found by halving between z_ba and max(z_max, g/sigma_0); a last step by Newton, so that
  // derivatives pass.
  template <class S>
  STICKSLIP_HD static S steady_state(const Params<S>& p, const Contact<S>& c) noexcept {
    const auto moves_back = c.velocity < S(0);
    const S range = stribeck_level(p, abs(c.velocity), moves_back) / p.stiffness;
    S low = smaller(p.breakaway_deflection, range);
    S high = larger(p.full_deflection, range);
    for (int pass = 0; pass < 50; ++pass) {
      const S middle = (low + high) / S(2);
      const auto grows = growth(p, middle, range).value > S(0);
      low = select(grows, middle, low);
      high = select(grows, high, middle);
    }
    const Slope<S> last = growth(p, high, range);
    const S settled = high - last.value / select(last.derivative < S(0), last.derivative, S(-1) / range);
    return sign(c.velocity) * p.stiffness * settled + p.viscous.towards(moves_back) * c.velocity;
  }

  template <class S>
  STICKSLIP_HD static S stored_energy(const Params<S>& p, const Contact<S>&, const State<S>& s) noexcept {
    return p.stiffness * s.deflection * s.deflection / S(2);
  }

  template <class S>
  STICKSLIP_HD static S presliding_stiffness(const Params<S>& p, const Contact<S>&) noexcept {
    return p.stiffness;
  }

 private:
  // dz/dx = 1 - alpha(z) z/range for a deflection z counted along the motion, range = g(v)/sigma_0, and its slope.
  template <class S>
  STICKSLIP_HD static Slope<S> growth(const Params<S>& p, const S& z, const S& range) noexcept {
    constexpr double pi = 3.14159265358979323846;
    const S full = larger(select(p.full_deflection > S(0), p.full_deflection, range), p.breakaway_deflection);
    const S width = larger(full - p.breakaway_deflection, S(1e-9) * full);
    const auto elastic = !(z > p.breakaway_deflection);
    const auto between = !elastic && z < full;
    const S phase = S(pi) * (select(between, z, full) - (full + p.breakaway_deflection) / S(2)) / width;
    const S alpha = select(elastic, S(0), select(between, (S(1) + sin(phase)) / S(2), S(1)));
    const S steepness = select(between, S(pi / 2) * sin(phase + S(pi / 2)) / width, S(0));
    return {S(1) - alpha * z / range, -(steepness * z + alpha) / range};
  }
};

}  // namespace stickslip
