// Every law under an imposed motion.
#include "machine.hpp"
#include "stickslip/plant/imposed.hpp"

namespace stickslip::experiment {

using namespace plant;

ParamGroup ImposedExperiment::plant() const { return make_group("plant", ImposedParams<double>{}); }

std::string ImposedExperiment::refusal(const LawInfo& law) const {
  if (!includes(law.reads, Reads::applied)) return {};
  return "the law " + std::string(law.name) + " reads the force applied to the body, and in " +
         std::string(info().name) + " the motion is imposed, so there is none; take a law that reads the motion alone";
}

std::unique_ptr<HybridModel> ImposedExperiment::model(const Experiment& e) const {
  return machine_with_law<Imposed>(e, make_set<ImposedParams<double>>(e.plant), excitation(e));
}

}  // namespace stickslip::experiment
