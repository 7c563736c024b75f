// A machine moves on between the samples of its recording; a law that is stepped from sample to sample does not see it.
#include "bristles.hpp"
#include "stickslip/text/names.hpp"

namespace stickslip::judgement {
namespace {

// A sine of 7 mm whose frequency rises to 2 Hz: a reversal passes the Stribeck velocity within a few milliseconds.
double place(double t) { return 7e-3 * std::sin(2.0 * std::numbers::pi * (0.2 * t + 0.058 * t * t)); }

class Sampling : public Case {
 protected:
  json fit(double step, unsigned seed) { return fit(truth, place, step, std::size_t(16.0 / step), 0.05, seed); }
  json fit(const Bristles& slide, const Path& path, double step, std::size_t samples, double noise, unsigned seed) {
    std::vector<double> x, v;
    for (std::size_t k = 0; k < samples; ++k) {
      x.push_back(path(double(k) * step));
      v.push_back(velocity(path, double(k) * step));
    }
    const auto force = with_noise(bristle_force(slide, path, step, samples), noise, seed);
    const std::string file =
        recording("slide.csv", step, {{"displacement[m]", x}, {"velocity[m/s]", v}, {"force[N]", force}});
    return read_fit(shell(program + "identify " + file + " --law lugre --json --quiet"));
  }

  const Bristles truth{.stiffness = 4.1e5, .damping = 310.0, .breakaway = 11.0, .stribeck_velocity = 0.0042};
};

TEST_F(Sampling, intervals_hold_the_truth_of_a_machine_that_moves_between_the_samples) {
  std::vector<std::string> misses;
  for (const double step : {1e-3, 3e-3, 5e-3})
    for (std::string& miss : list_misses(fit(step, 7), truth)) misses.push_back(std::move(miss));
  EXPECT_LE(misses.size(), 2U) << text::join(misses, "\n");  // of 18 at 95 %
}

// At 5 ms the damping of the bristles is a tenth off, and the interval of the scatter alone would hold a fiftieth.
TEST_F(Sampling, a_parameter_that_the_time_between_samples_shifts_says_so) {
  const json damping = parameter(fit(5e-3, 8), "damping");
  EXPECT_TRUE(contains(damping["remark"], "the time between samples shifts it by about")) << damping;
  const double half = (damping["high"].get<double>() - damping["low"].get<double>()) / 2.0;
  EXPECT_GT(half, 2.0 * 1.96 * damping["deviation"].get<double>());
}

// Another slide, two sines at 400 Hz.
TEST_F(Sampling, intervals_hold_the_truth_of_a_soft_slide_that_shakes) {
  const Bristles soft{.stiffness = 9.7e4,
                      .damping = 95.0,
                      .coulomb = 2.6,
                      .breakaway = 3.3,
                      .stribeck_velocity = 0.009,
                      .viscous = 12.0};
  const auto shake = [](double t) {
    const auto turns = [t](double frequency) { return 2.0 * std::numbers::pi * frequency * t; };
    return 3e-3 * std::sin(turns(0.9)) + 8e-4 * std::sin(turns(3.7) + 0.6);
  };
  for (const std::string& miss : list_misses(fit(soft, shake, 2.5e-3, 2400, 0.03, 77), soft)) ADD_FAILURE() << miss;
}

}  // namespace
}  // namespace stickslip::judgement
