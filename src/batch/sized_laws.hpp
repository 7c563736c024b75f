// Every compiled law type in a row: each law of the list, element laws once per compiled number of elements.
#pragma once

#include <cstddef>
#include <string_view>
#include <type_traits>

#include "stickslip/friction/all.hpp"

namespace stickslip::batch {

template <class... Laws>
struct Types {
  static constexpr std::size_t count = sizeof...(Laws);
};

namespace detail {

template <class... A, class... B>
Types<A..., B...> operator+(Types<A...>, Types<B...>);

template <class Law>
Types<Law> compiled_sizes(One<Law>);
template <template <std::size_t> class Law>
Types<Law<1>, Law<5>, Law<10>, Law<20>, Law<64>> compiled_sizes(Many<Law>);

template <class... Entries>
auto all_sizes(LawList<Entries...>) -> decltype((compiled_sizes(Entries{}) + ...));

template <class Law, class... Laws>
constexpr std::size_t position_in(Types<Laws...>) {
  std::size_t at = 0;
  const bool found = ((std::is_same_v<Law, Laws> || (++at, false)) || ...);
  return found ? at : sizeof...(Laws);
}

}  // namespace detail

using SizedLaws = decltype(detail::all_sizes(FrictionLaws{}));
inline constexpr std::size_t sized_law_count = SizedLaws::count;

template <class Law>
inline constexpr std::size_t position_of = detail::position_in<Law>(SizedLaws{});

// Where the law of that name with room for n elements stands. Throws as FrictionLaws::with does.
inline std::size_t law_position(std::string_view name, std::size_t n = usual_elements) {
  return FrictionLaws::with(name, n, [](auto law) {
    static_assert(position_of<decltype(law)> < sized_law_count,
                  "Many::with and compiled_sizes must name the same sizes");
    return position_of<decltype(law)>;
  });
}

}  // namespace stickslip::batch
