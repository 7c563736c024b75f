#include "slopes.hpp"

#include <algorithm>

#include "residual.hpp"
#include "stickslip/dual.hpp"
#include "stickslip/friction/stepper.hpp"

namespace stickslip::batch {
namespace {

constexpr std::size_t directions = 8;  // parameters of one pass
using Slope = Dual<directions>;

Contact<Slope> read_contact(const double* row) {
  return {Slope(row[0]), Slope(row[1]), Slope(row[2]), Slope(row[3]), Slope(row[4]), Slope(row[5]), Slope(row[6])};
}

// One pass: the derivatives by the free parameters `first` and following.
template <class Law>
void pass(const SlopesJob& job, std::size_t first) {
  using Params = typename Law::template Params<Slope>;
  Params p;
  const auto all = scalars(p);
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = Slope(job.parameters[i]);
  const std::size_t count = std::min(directions, job.free.size() - first);
  for (std::size_t j = 0; j < count; ++j) all[job.free[first + j]].slope[j] = 1.0;

  const PreparedRecord<double>& r = *job.record;
  Contact<Slope> before = read_contact(r.motion.data());
  Stepper<Law, Slope> stepper(p, before);
  typename Law::template State<Slope> state;
  for (std::size_t k = 0; k < r.steps; ++k) {
    const Contact<Slope> after = read_contact(r.motion.data() + (k + 1) * contact_columns);
    const Force<Slope> f = stepper.step(before, after, state, Slope(r.h));
    const auto residual = weighted_residual<Law>(f, Slope(r.measured[k]), Slope(r.weight[k]), Slope(r.acceleration[k]));
    job.residuals[k] = residual.value;
    for (std::size_t j = 0; j < count; ++j) job.slopes[k * job.free.size() + first + j] = residual.slope[j];
    before = after;
  }
}

template <class Law>
void all_passes(const SlopesJob& job) {
  std::size_t first = 0;
  do {
    pass<Law>(job, first);
    first += directions;
  } while (first < job.free.size());
}

template <class... Laws>
constexpr std::array<FindSlopes, sizeof...(Laws)> table(Types<Laws...>) {
  return {&all_passes<Laws>...};
}

}  // namespace

constinit const std::array<FindSlopes, sized_law_count> find_slopes = table(SizedLaws{});

}  // namespace stickslip::batch
