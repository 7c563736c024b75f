// The columns of a Contact that a law looks at; the others are not loaded.
#pragma once

#include <cstddef>

#include "stickslip/friction.hpp"

namespace stickslip::batch {

inline constexpr std::size_t contact_columns = 7;  // the numbers of a Contact, in its order

template <class Law>
struct Columns {
  static constexpr bool velocity = includes(Law::reads | Law::may_read, Reads::velocity);
  static constexpr bool displacement = includes(Law::reads | Law::may_read, Reads::displacement);
  static constexpr bool applied = includes(Law::reads | Law::may_read, Reads::applied);
  static constexpr bool mass = includes(Law::reads | Law::may_read, Reads::mass);
  static constexpr bool load = includes(Law::reads | Law::may_read, Reads::load);
  static constexpr bool pressure = includes(Law::reads | Law::may_read, Reads::pressure);
  static constexpr bool temperature = includes(Law::reads | Law::may_read, Reads::temperature);
};

// How many they are.
template <class Law>
inline constexpr std::size_t column_count = std::size_t(Columns<Law>::velocity) + Columns<Law>::displacement
                                            + Columns<Law>::applied + Columns<Law>::mass + Columns<Law>::load
                                            + Columns<Law>::pressure + Columns<Law>::temperature;

// The contact whose column i is fetch(i), asked in rising order.
template <class Law, class S, class Fetch>
STICKSLIP_HOT Contact<S> contact_from(Fetch fetch) noexcept {
  using C = Columns<Law>;
  Contact<S> c;
  if constexpr (C::velocity) c.velocity = fetch(0);
  if constexpr (C::displacement) c.displacement = fetch(1);
  if constexpr (C::applied) c.applied = fetch(2);
  if constexpr (C::mass) c.mass = fetch(3);
  if constexpr (C::load) c.load = fetch(4);
  if constexpr (C::pressure) c.pressure = fetch(5);
  if constexpr (C::temperature) c.temperature = fetch(6);
  return c;
}

}  // namespace stickslip::batch
