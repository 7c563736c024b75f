// The options of a sweep, described once for every front end.
#include <array>

#include "stickslip/sweep.hpp"

namespace stickslip::sweep {

std::span<const OptionRow> SweepOptions::options() {
  constexpr double most_threads = 1024.0;  // far above any machine of today; a typed 10000 is a mistake
  static const std::array rows{
      option_row<&SweepOptions::threads>({.name = "threads",
                                          .doc = "Number of threads (default: 0, one per processor)",
                                          .upper = most_threads,
                                          .everyday = true,
                                          .changes_result = false}),
  };
  return rows;
}

}  // namespace stickslip::sweep
