#include "slopes.hpp"

#include <algorithm>
#include <vector>

#include "residual.hpp"
#include "stickslip/dual.hpp"
#include "stickslip/friction/stepper.hpp"

namespace stickslip::batch {
namespace {

constexpr std::size_t directions = 8;  // parameters of one pass
using Slope = Dual<directions>;

Contact<Slope> read_contact(const RecordArrays<double>& r, std::size_t k) {
  const auto& c = r.motion;
  return {Slope(c[0][k]), Slope(c[1][k]), Slope(c[2][k]), Slope(c[3][k]),
          Slope(c[4][k]), Slope(c[5][k]), Slope(c[6][k])};
}

// A set on its way along a record, with the derivatives by the free parameters `first` and following.
template <class Law>
class Pass {
  using Params = typename Law::template Params<Slope>;

 public:
  Pass(const SlopesJob& job, std::size_t first)
      : first_(first),
        count_(std::min(directions, job.free.size() - first)),
        stepper_(params(job, first, count_), read_contact(*job.record, 0)) {}

  // Steps `from` and following, as many as a block has.
  void step(const SlopesJob& job, std::size_t from, std::size_t count) {
    const RecordArrays<double>& r = *job.record;
    Contact<Slope> before = read_contact(r, from);
    for (std::size_t k = 0; k < count; ++k) {
      const Contact<Slope> after = read_contact(r, from + k + 1);
      const Force<Slope> f = stepper_.step(before, after, state_, Slope(r.h));
      const Slope residual =
          weighted_residual<Law>(f, Slope(r.measured[from + k]), Slope(r.weight[from + k]), acceleration(r, from + k));
      job.residuals[k] = residual.value;
      for (std::size_t j = 0; j < count_; ++j) job.slopes[k * job.free.size() + first_ + j] = residual.slope[j];
      before = after;
    }
  }

 private:
  static Params params(const SlopesJob& job, std::size_t first, std::size_t count) {
    Params p;
    const auto all = scalars(p);
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = Slope(job.parameters[i]);
    for (std::size_t j = 0; j < count; ++j) all[job.free[first + j]].slope[j] = 1.0;
    return p;
  }

  static Slope acceleration(const RecordArrays<double>& r, std::size_t k) {
    if constexpr (has_inertia<Law>)
      return Slope(r.acceleration[k]);
    else
      return Slope(0.0);
  }

  std::size_t first_;
  std::size_t count_;
  Stepper<Law, Slope> stepper_;
  typename Law::template State<Slope> state_;
};

template <class Law>
void all_passes(const SlopesJob& job) {
  std::vector<Pass<Law>> passes;
  std::size_t first = 0;
  do {
    passes.emplace_back(job, first);
    first += directions;
  } while (first < job.free.size());
  for (std::size_t from = 0; from < job.record->steps; from += job.block) {
    const std::size_t count = std::min(job.block, job.record->steps - from);
    for (Pass<Law>& pass : passes) pass.step(job, from, count);
    job.visit(from, count);
  }
}

template <class... Laws>
constexpr std::array<FindSlopes, sizeof...(Laws)> table(Types<Laws...>) {
  return {&all_passes<Laws>...};
}

}  // namespace

constinit const std::array<FindSlopes, sized_law_count> find_slopes = table(SizedLaws{});

}  // namespace stickslip::batch
