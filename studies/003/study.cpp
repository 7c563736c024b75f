// 003: P. Snabl, L. Pesek, L. Pust, the extended backlash-based dry friction model against Dahl and LuGre.
#include "003/parts.hpp"

namespace stickslip::studies {

Study study_003() {
  using namespace backlash_friction;
  Study s{.paper = "003",
          .title = "a backlash-based law against Dahl and LuGre",
          .source = "P. Snabl, L. Pesek, L. Pust, behaviour of the extended backlash based dry friction model"};
  s.departures = {
      "(1) lacks the condition that slip needs a motion outwards; (3) lacks sign(v).",
      "mu(0) = 0.277525 differs from mu_0 = 0.2775: the force of the extended law steps by 1.8e-4 N at reversals.",
      "F_n = F_t0/mu_0 = 7.2072 N is not printed; sigma_1 = 0 is assumed for LuGre (\"zero viscous damping\").",
      "The criterion of stability behind fig. 5a is not given: four are shown, C1 as the headline, C2 as the usable "
      "one.",
      "Fig. 5b shows seconds on the authors' computer: we count evaluations of the law per simulated second."};
  s.left_out = {"Fig. 1 is a drawing of the model."};
  add_loops(s);
  add_step_size(s);
  return s;
}

}  // namespace stickslip::studies
