// Calls and models that make no sense: every one is answered, and what is answered with OK is finite.
//
// STICKSLIP_MUTATED_FILES: a fifth of how many there are; the seeds are fixed, so that a failure comes back.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include "../support/mutate.hpp"
#include "stickslip.h"

namespace stickslip::tests {
namespace {

constexpr const char* words[] = {"lugre",      "gms",     "coulomb",   "limit",        "limit[2]",   "limit[99]",
                                 "mass",       "a.b.c",   "stiffness", "coulomb.back", "share[0]",   "[",
                                 ".",          "",        "restart",   "hybrid",       "mgms",       "1.5 N",
                                 "[1, 2]",     "nan",     "[]",        "preisach",     "dry-clutch", "breakaway",
                                 "coulomb.up", "viscous", "\xFF\xFE",  "kept"};
constexpr double numbers[] = {0.0,
                              -0.0,
                              1.0,
                              -1.0,
                              1e-3,
                              1e-300,
                              1e300,
                              -1e308,
                              5e-324,
                              std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity(),
                              std::numeric_limits<double>::quiet_NaN()};

class Player {
 public:
  explicit Player(unsigned seed) : dice_(seed) {}
  ~Player() {
    for (stickslip_law* law : laws_) stickslip_destroy(law);
  }
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  void play() {
    stickslip_law*& law = laws_[below(laws_.size())];
    if (below(12) == 0) return replace(law);
    const stickslip_status status = call(law);
    answered_[std::size_t(status)] += 1;
    ASSERT_LE(status, STICKSLIP_FAILED);
    if (law == nullptr) return;
    ASSERT_EQ(status == STICKSLIP_OK, *stickslip_error(law) == '\0') << stickslip_error(law);
  }

  std::size_t answered(stickslip_status status) const { return answered_[std::size_t(status)]; }

 private:
  std::size_t below(std::size_t n) { return std::size_t(dice_() % n); }
  const char* word() { return below(20) == 0 ? nullptr : words[below(std::size(words))]; }
  double number() {
    if (below(3) == 0) return numbers[below(std::size(numbers))];
    return std::ldexp(double(std::int64_t(dice_())), int(below(80)) - 110);
  }
  stickslip_contact contact() {
    if (below(4) > 0) return {1e-3 * number(), 1e-3 * number(), 1.0, 1.0, 1.0, 0.0, 0.0};
    return {number(), number(), number(), number(), number(), number(), number()};
  }
  template <class T>
  T* perhaps(T& value) {
    return below(20) == 0 ? nullptr : &value;
  }

  void replace(stickslip_law*& law) {
    const int version = below(20) == 0 ? int(dice_()) : STICKSLIP_API_VERSION;
    const std::size_t elements = below(2) == 0 ? 0 : below(4) == 0 ? std::size_t(dice_()) : below(70);
    stickslip_law* const made =
        below(3) == 0 ? stickslip_copy(law) : stickslip_create(version, word(), elements, nullptr, 0);
    if (made == nullptr && below(10) > 0) return;
    stickslip_destroy(law);
    law = made;
  }

  stickslip_status call(stickslip_law* law) {
    stickslip_contact c = contact();
    stickslip_force f = {0.0, 0.0};
    stickslip_number n;
    double x = number();
    std::vector<double> state(below(8) == 0 ? below(100) : stickslip_state_count(law), 0.0);
    const char* names[3] = {word(), word(), word()};
    const double values[3] = {number(), number(), number()};
    switch (below(14)) {
      case 0:
        return stickslip_set(law, word(), x);
      case 1:
        return stickslip_set_many(law, perhaps(*names), perhaps(*values), below(4));
      case 2:
        return stickslip_set_text(law, word(), word());
      case 3:
        return stickslip_get(law, word(), perhaps(x));
      case 4:
        return stickslip_describe_parameter(law, below(40), perhaps(n));
      case 5:
        return stickslip_describe_state(law, below(40), perhaps(n));
      case 6:
        return stickslip_reset(law, perhaps(c));
      case 7:
        return stickslip_get_state(law, state.data(), state.size());
      case 8:
        for (double& s : state) s = below(10) == 0 ? number() : double(below(3)) - 1.0;
        return stickslip_set_state(law, state.data(), state.size());
      case 9:
        return finite(stickslip_force_at(law, perhaps(c), &f), f.value + f.inertia);
      case 10:
        x = 0.0;
        return finite(below(2) == 0 ? stickslip_steady_state(law, &c, &x) : stickslip_stored_energy(law, &x), x);
      case 11:
        (void)stickslip_mode(law);
        return law == nullptr ? STICKSLIP_BAD_ARGUMENT : STICKSLIP_OK;
      case 12:
        return stickslip_set_contact(law, &c);
      default:
        return finite(stickslip_step(law, perhaps(c), below(5) == 0 ? number() : 1e-3, &f), f.value + f.inertia);
    }
  }

  static stickslip_status finite(stickslip_status status, double value) {
    EXPECT_TRUE(status != STICKSLIP_OK || std::isfinite(value));
    return status;
  }

  Dice dice_;
  std::vector<stickslip_law*> laws_ = std::vector<stickslip_law*>(6, nullptr);
  std::size_t answered_[7] = {};
};

TEST(capi_fuzzed, calls_are_answered) {
  Player player(11);
  const std::size_t calls = 150 * files_wanted();
  for (std::size_t i = 0; i < calls && !HasFatalFailure(); ++i) player.play();
  for (const stickslip_status status : {STICKSLIP_OK, STICKSLIP_BAD_ARGUMENT, STICKSLIP_UNKNOWN_NAME, STICKSLIP_REFUSED,
                                        STICKSLIP_NOT_AVAILABLE, STICKSLIP_FAILED})
    EXPECT_GT(player.answered(status), calls / 10000) << status;
}

TEST(capi_fuzzed, damaged_models_are_read_or_refused_with_a_text) {
  const std::string whole[] = {
      "[law]\nname = \"gms\"  # generalised\nelements = 3\ncoulomb = [1.5, 2]\nshare = [0.5, 0.25, "
      "0.25]\n[fit]\nrotary = "
      "false\nvelocity_resolution = 1e-5\n",
      "[law]\nname = \"lugre\"\nstiffness = \"1e5 N/m\"\ncoulomb.back = 1.2\n[provenance]\nfiles = [\"a.csv\"]\n"};
  Dice dice(12);
  std::size_t read = 0, refused = 0;
  const std::size_t count = 5 * files_wanted();
  for (std::size_t i = 0; i < count; ++i) {
    std::string text = whole[i % 2];
    for (std::size_t k = dice() % 4; k > 0; --k) mutate(text, dice);
    char error[300];
    std::memset(error, 'x', sizeof error);
    stickslip_law* const law = stickslip_create_from_toml(STICKSLIP_API_VERSION, text.c_str(), error, sizeof error);
    ASSERT_NE(std::memchr(error, '\0', sizeof error), nullptr);
    ASSERT_EQ(law == nullptr, *error != '\0') << text;
    ++(law == nullptr ? refused : read);
    const stickslip_contact now = {1e-3, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
    ASSERT_TRUE(law != nullptr || std::string(error).starts_with("model")) << error << " in\n" << text;
    ASSERT_TRUE(law == nullptr || stickslip_step(law, &now, 1e-3, nullptr) == STICKSLIP_OK) << text;
    stickslip_destroy(law);
  }
  EXPECT_GT(read, count / 10);
  EXPECT_GT(refused, count / 10);
}

}  // namespace
}  // namespace stickslip::tests
