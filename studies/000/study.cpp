// 000: R. Mustafa, A. Abdo, J. Siam, F. Kucukay, piston-seal friction by a modified Maxwell slip model.
#include <stdexcept>

#include "000/parts.hpp"

namespace stickslip::studies {

Study study_000() {
  using namespace piston_seals;
  Study s{.paper = "000",
          .title = "piston seals, their observer and their identification",
          .source =
              "R. Mustafa, A. Abdo, J. Siam, F. Kucukay 2022, piston-seals friction modeling using a modified "
              "Maxwell slip formation"};
  s.departures = {
      "(5): k_p is a stiffness and multiplies the displacement; a damping of the piston is added.",
      "(6), (7): the sign is wrong, the element is unstable as printed (pole at +1428 1/s); (8) is right.",
      "(8): the condition is |z - xi| >= W/k. (9): at break-away the force keeps the direction of the slip.",
      "(12): divided by n, not by i: as printed the ten elements of the D-ring slide at 159.9 N instead of 54.6 N.",
      "W_i = k_i z_i with the stiffness under pressure: otherwise break-away would not grow with it.",
      "No rule is printed by which an element sticks again: here when the velocity passes zero, its force continuous.",
      "The ramp's speed is not printed: 5 mm/s. Mass, spring, area and pressures of the piston are ours.",
      "Parameters of O-ring and bonded piston seal are not printed: ours, so that nothing is claimed about which seal "
      "rubs more.",
      "The mean relative error has no value at zero force: here a floor of 5 % of the largest force. Length and bounds "
      "of the genetic algorithm are not printed: the defaults of its toolbox, and bounds from the data.",
      "The measurements are not printed: recordings of the same seals with 64 elements stand for them."};
  s.left_out = {"The measured curves of figs 7 and 11-14: whether the law follows a real seal cannot be judged.",
                "That a D-ring rubs less than an O-ring: a fact of measurements that are not printed."};
  s.models = ready_models();
  add_elements(s);
  add_pressures(s);
  add_observer(s);
  try {
    add_identification(s);
  } catch (const std::runtime_error& error) {  // built without what fits need
    s.left_out.push_back("Identification: " + std::string(error.what()));
  }
  return s;
}

}  // namespace stickslip::studies
