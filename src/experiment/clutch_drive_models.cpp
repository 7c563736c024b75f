// Every law in a dry clutch drive.
#include "clutch_drive.hpp"
#include "machine.hpp"

namespace stickslip::experiment {

using namespace plant;

std::unique_ptr<HybridModel> clutch_drive_with_law(const Experiment& e, const ClutchCommand& command) {
  return machine_with_law<ClutchDrive>(e, make_set<ClutchDriveParams<double>>(e.plant), command);
}

}  // namespace stickslip::experiment
