// A list of laws, and the one place where a name chosen at run time becomes a type.
#pragma once

#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "stickslip/friction/elements.hpp"
#include "stickslip/names.hpp"

namespace stickslip {

// An entry of the list: a law without elements.
template <class Law>
struct One {
  static constexpr bool has_elements = false;
  using Usual = Law;
  using Largest = Law;

  template <class Visit>
  static decltype(auto) with(std::size_t, Visit&& visit) {
    return visit(Law{});
  }
  template <class Visit>
  static void for_each_size(Visit&& visit) {
    visit(Law{});
  }
};

// An entry of the list: a law with a number of elements, compiled for these.
template <template <std::size_t> class Law>
struct Many {
  static constexpr bool has_elements = true;
  using Usual = Law<usual_elements>;
  using Largest = Law<most_elements>;

  template <class Visit>
  static decltype(auto) with(std::size_t n, Visit&& visit) {
    if (n == 0 || n > most_elements)
      throw std::invalid_argument("elements = " + std::to_string(n) + " lies outside [1, 64]");
    if (n <= 1) return visit(Law<1>{});
    if (n <= 5) return visit(Law<5>{});
    if (n <= 10) return visit(Law<10>{});
    if (n <= 20) return visit(Law<20>{});
    return visit(Law<64>{});
  }
  template <class Visit>
  static void for_each_size(Visit&& visit) {
    visit(Law<1>{}), visit(Law<5>{}), visit(Law<10>{}), visit(Law<20>{}), visit(Law<64>{});
  }
};

template <class First, class... Rest>
struct LawList {
  static constexpr std::array<std::string_view, 1 + sizeof...(Rest)> names{First::Usual::name, Rest::Usual::name...};

  // Calls visit(Law{}) for every law, element laws with their usual number of elements.
  template <class Visit>
  static void for_each(Visit&& visit) {
    visit(typename First::Usual{}), (visit(typename Rest::Usual{}), ...);
  }

  // Calls visit(Law{}) for every compiled type.
  template <class Visit>
  static void for_each_size(Visit&& visit) {
    First::for_each_size(visit), (Rest::for_each_size(visit), ...);
  }

  // Calls visit(Law{}) for the law of that name, with room for n elements where the law has elements, and returns what
  // it returns. Call it once, outside every loop. Throws UnknownName with the nearest names.
  template <class Visit>
  static decltype(auto) with(std::string_view name, std::size_t n, Visit&& visit) {
    return find<Visit, First, Rest...>(name, n, visit);
  }
  template <class Visit>
  static decltype(auto) with(std::string_view name, Visit&& visit) {
    return with(name, usual_elements, visit);
  }

  // The same with the one type that has room for every number of elements.
  template <class Visit>
  static decltype(auto) with_largest(std::string_view name, Visit&& visit) {
    return find_largest<Visit, First, Rest...>(name, visit);
  }

 private:
  template <class Visit, class Entry, class... Others>
  static decltype(auto) find_largest(std::string_view name, Visit& visit) {
    if (Entry::Usual::name == name) return visit(typename Entry::Largest{});
    if constexpr (sizeof...(Others) > 0) return find_largest<Visit, Others...>(name, visit);
    throw UnknownName("friction law", name, names);
  }

  template <class Visit, class Entry, class... Others>
  static decltype(auto) find(std::string_view name, std::size_t n, Visit& visit) {
    if (Entry::Usual::name == name) return Entry::with(n, visit);
    if constexpr (sizeof...(Others) > 0) return find<Visit, Others...>(name, n, visit);
    throw UnknownName("friction law", name, names);
  }
};

// Default parameters with n elements in use.
template <class Law, class S = double>
typename Law::template Params<S> default_params([[maybe_unused]] std::size_t n = usual_elements) {
  if constexpr (requires { Law::template defaults<S>(n); })
    return Law::template defaults<S>(n < Law::elements ? n : Law::elements);
  else
    return {};
}

}  // namespace stickslip
