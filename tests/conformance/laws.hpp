// The list of laws as GoogleTest type lists: a law gets every suite by being in FrictionLaws.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <type_traits>

#include "stickslip/friction/all.hpp"

namespace stickslip::conformance {

template <class Law>
using ParamsOf = typename Law::template Params<double>;
template <class Law>
using StateOf = typename Law::template State<double>;

template <class... Lists>
struct Joined;
template <class... Ts>
struct Joined<testing::Types<Ts...>> {
  using type = testing::Types<Ts...>;
};
template <class... As, class... Bs, class... Rest>
struct Joined<testing::Types<As...>, testing::Types<Bs...>, Rest...> {
  using type = typename Joined<testing::Types<As..., Bs...>, Rest...>::type;
};

// One entry of the list as types: the law itself, or an element law with one element and with its usual number.
template <class Entry>
struct Sizes {
  using type = testing::Types<typename Entry::Usual>;
};
template <template <std::size_t> class Law>
struct Sizes<Many<Law>> {
  using type = testing::Types<Law<1>, Law<usual_elements>>;
};

template <class List>
struct TypesOf;
template <class... Entries>
struct TypesOf<LawList<Entries...>> {
  using usual = testing::Types<typename Entries::Usual...>;
  using sizes = typename Joined<typename Sizes<Entries>::type...>::type;
};

using UsualLaws = TypesOf<FrictionLaws>::usual;       // every law once
using LawsInTwoSizes = TypesOf<FrictionLaws>::sizes;  // element laws with one and with their usual number

// The laws of a list that have a talent, or that lack it.
template <template <class> class Talent, bool wanted, class List>
struct Selected;
template <template <class> class Talent, bool wanted, class... Laws>
struct Selected<Talent, wanted, testing::Types<Laws...>> {
  using type = typename Joined<
      std::conditional_t<Talent<Laws>::value == wanted, testing::Types<Laws>, testing::Types<>>...>::type;
};
template <template <class> class Talent, class List>
using With = typename Selected<Talent, true, List>::type;
template <template <class> class Talent, class List>
using Without = typename Selected<Talent, false, List>::type;

template <class Law>
struct Settles : std::bool_constant<HasSteadyState<Law>> {};
template <class Law>
struct Springs : std::bool_constant<HasPreslidingStiffness<Law>> {};
template <class Law>
struct Holds : std::bool_constant<HasHold<Law>> {};
template <class Law>
struct Sticks : std::bool_constant<Law::stick != Stick::none> {};

// "maxwell_slip_10": the law's name in the names of its tests.
struct LawNames {
  template <class Law>
  static std::string GetName(int) {  // NOLINT: GoogleTest chooses the name
    std::string name(Law::name);
    std::replace(name.begin(), name.end(), '-', '_');
    if constexpr (requires { Law::elements; }) name += "_" + std::to_string(Law::elements);
    return name;
  }
};

// Defaults with all elements of the compiled size in use.
template <class Law>
ParamsOf<Law> defaults() {
  return default_params<Law>(most_elements);
}

}  // namespace stickslip::conformance
