// The launchers of one source.
#pragma once

#include <utility>

#include "batch/cuda/losses.cuh"

namespace stickslip::batch::cuda {

template <class T, class Law, std::size_t position, std::size_t source>
constexpr LaunchLaw<T> entry() {
  if constexpr (position % sources == source)
    return &launch_losses<Law, T>;
  else
    return nullptr;
}

template <class T, std::size_t source, class... Laws, std::size_t... i>
LaunchLaw<T> launcher_at(std::size_t law, Types<Laws...>, std::index_sequence<i...>) {
  static constexpr LaunchLaw<T> all[] = {entry<T, Laws, i, source>()...};
  return all[law];
}

template <class T, std::size_t source, class... Laws>
LaunchLaw<T> launcher_among(std::size_t law, Types<Laws...> laws) {
  return launcher_at<T, source>(law, laws, std::make_index_sequence<sizeof...(Laws)>());
}

}  // namespace stickslip::batch::cuda
