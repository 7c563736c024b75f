// A LuGre bristle on a lubricant film, shared by `modified-lugre` and `new-modified-lugre`:
//
//   dz/dt = v - sigma_0 |v| z / g(v, h)
//   g(v, h) = F_c + [(1 - h) F_s - F_c] exp(-(|v|/v_s)^n)
//   dh/dt = (h_ss - h)/tau_h,   h_ss = (1 - F_c/F_s) min(|v|/v_b, 1)^(2/3)
//   tau_h = tau_h0 at standstill, tau_hp while the film grows, tau_hn while it thins
//
// h is the dimensionless film thickness. H. Yanada, Y. Sekikawa, Mechatronics 18(7), 2008; 001 (5), (7)-(11) with |v|
// where the print has v.
#pragma once

#include "stickslip/friction/bristle.hpp"
#include "stickslip/friction/recordings.hpp"
#include "stickslip/friction/stribeck_curve.hpp"

namespace stickslip {

#define STICKSLIP_FILM_ROWS(P)                                                                                  \
  STICKSLIP_FIELD(P, film_velocity, "v_b", "m/s", "Speed beyond which the film grows no more.", 1e-9, 1e3,      \
                  ::stickslip::Scale::log)                                                                      \
      .seen_in(::stickslip::recording::fast_sines),                                                             \
      STICKSLIP_FIELD(P, film_growth_time, "tau_hp", "s", "Time constant of a growing film.", 1e-9, 1e6,        \
                      ::stickslip::Scale::log)                                                                  \
          .seen_in(::stickslip::recording::fast_sines),                                                         \
      STICKSLIP_FIELD(P, film_thinning_time, "tau_hn", "s", "Time constant of a thinning film.", 1e-9, 1e6,     \
                      ::stickslip::Scale::log)                                                                  \
          .seen_in(::stickslip::recording::fast_sines),                                                         \
      STICKSLIP_FIELD(P, film_dwell_time, "tau_h0", "s", "Time constant of the film at standstill.", 1e-9, 1e6, \
                      ::stickslip::Scale::log)                                                                  \
          .seen_in(::stickslip::recording::rests)

template <class S>
struct FilmState {
  using Scalar = S;
  S deflection = S(0);
  S film = S(0);

  static constexpr auto table() {
    using P = FilmState;
    return std::array{STICKSLIP_FIELD(P, deflection, "z", "m", "Mean deflection of the bristles.", -1e3, 1e3),
                      STICKSLIP_FIELD(P, film, "h", "1", "Thickness of the lubricant film, dimensionless.", 0.0, 1.0)};
  }
};

// The equations, for parameters that have stiffness, damping, the members of the Stribeck curve and those of the film.
struct FilmBristle {
  template <class S>
  using State = FilmState<S>;

  // Film thickness that steady sliding builds up.
  template <class P, class S, class Mask>
  STICKSLIP_HD static S steady_film(const P& p, const S& speed, const Mask& moves_back) noexcept {
    const S part = smaller(speed / p.film_velocity.towards(moves_back), S(1));
    return (S(1) - p.coulomb.towards(moves_back) / p.breakaway.towards(moves_back)) * power(part, S(2.0 / 3.0));
  }

  template <class P, class S, class Mask>
  STICKSLIP_HD static S level(const P& p, const S& speed, const S& film, const Mask& moves_back) noexcept {
    const S low = p.coulomb.towards(moves_back);
    const S high = (S(1) - film) * p.breakaway.towards(moves_back);
    return low + (high - low) * stribeck_dip(speed, p.stribeck_velocity.towards(moves_back),
                                             p.stribeck_exponent.towards(moves_back));
  }

  template <class P, class S>
  STICKSLIP_HD static S film_time(const P& p, const S& film, const S& target, const S& speed) noexcept {
    return select(speed > S(0), select(film > target, p.film_thinning_time, p.film_growth_time), p.film_dwell_time);
  }

  template <class P, class S>
  STICKSLIP_HD static FilmState<S> rate(const P& p, const Contact<S>& c, const FilmState<S>& s) noexcept {
    const S speed = abs(c.velocity);
    const auto moves_back = c.velocity < S(0);
    const S target = steady_film(p, speed, moves_back);
    return {c.velocity - p.stiffness * speed * s.deflection / level(p, speed, s.film, moves_back),
            (target - s.film) / film_time(p, s.film, target, speed)};
  }

  // The force without the fluid's inertia.
  template <class P, class S>
  STICKSLIP_HD static S bristle_force(const P& p, const Contact<S>& c, const FilmState<S>& s) noexcept {
    return bristle_force(p, c, s, rate(p, c, s));
  }
  // The same for who knows the rate already: it is most of the work.
  template <class P, class S>
  STICKSLIP_HD static S bristle_force(const P& p, const Contact<S>& c, const FilmState<S>& s,
                                      const FilmState<S>& known_rate) noexcept {
    return p.stiffness * s.deflection + p.damping * known_rate.deflection +
           p.viscous.towards(c.velocity < S(0)) * c.velocity;
  }

  // Film first, then the bristle with the levels that the film leaves at both ends.
  template <class P, class S>
  STICKSLIP_HD static FilmState<S> advance(const P& p, const Contact<S>& before, const Contact<S>& after,
                                           const FilmState<S>& state, const S& h) noexcept {
    const auto step = [&p](const Contact<S>& from, const Contact<S>& to, const FilmState<S>& s, const S& dt) {
      const auto moves_back = from.velocity + to.velocity < S(0);
      const S speed0 = abs(from.velocity);
      const S speed1 = abs(to.velocity);
      const S target0 = steady_film(p, speed0, moves_back);
      const S target1 = steady_film(p, speed1, moves_back);
      const S time = film_time(p, s.film, (target0 + target1) / S(2), speed0 + speed1);
      const S film = relax(s.film, target0, target1, dt / time);
      const S deflection = bristle_step(s.deflection, from.velocity, to.velocity, level(p, speed0, s.film, moves_back),
                                        level(p, speed1, film, moves_back), p.stiffness, dt);
      return FilmState<S>{deflection, film};
    };
    return split_at_reversal(before, after, state, h, step);
  }

  template <class P, class S>
  STICKSLIP_HD static S steady_state(const P& p, const Contact<S>& c) noexcept {
    const auto moves_back = c.velocity < S(0);
    const S speed = abs(c.velocity);
    return sign(c.velocity) * level(p, speed, steady_film(p, speed, moves_back), moves_back) +
           p.viscous.towards(moves_back) * c.velocity;
  }

  template <class P, class S>
  STICKSLIP_HD static S stored_energy(const P& p, const Contact<S>&, const FilmState<S>& s) noexcept {
    return p.stiffness * s.deflection * s.deflection / S(2);
  }

  template <class P, class S>
  STICKSLIP_HD static S presliding_stiffness(const P& p, const Contact<S>&) noexcept {
    return p.stiffness;
  }
};

}  // namespace stickslip
