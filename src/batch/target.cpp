#include "batch/target.hpp"

#include <hwy/targets.h>

#include <array>
#include <cstdlib>
#include <stdexcept>

namespace stickslip::batch {
namespace {

#define STICKSLIP_NAME(name) std::string_view(#name),
constexpr std::array target_names{STICKSLIP_FOR_EACH_TARGET(STICKSLIP_NAME)};
#undef STICKSLIP_NAME

// Highway's bit for the instruction set that a target is compiled for.
bool runs_here(Target target) {
#if defined(__x86_64__)
  constexpr std::array<std::int64_t, 3> bits{HWY_SSE4, HWY_AVX2, HWY_AVX3};
  return (hwy::SupportedTargets() & bits[index(target)]) != 0;
#else
  return target == Target::generic;
#endif
}

std::string joined(const std::vector<Target>& targets) {
  std::string text;
  for (const Target t : targets) text += (text.empty() ? "" : ", ") + std::string(name_of(t));
  return text.empty() ? "none" : text;
}

}  // namespace

std::string_view name_of(Target target) { return target_names[index(target)]; }

std::vector<Target> supported_targets() {
  std::vector<Target> found;
  for (std::size_t i = 0; i < target_names.size(); ++i)
    if (runs_here(Target(i))) found.push_back(Target(i));
  return found;
}

Target target_for(std::string_view wish, const std::vector<Target>& possible) {
  if (wish.empty() && !possible.empty()) return possible.back();
  for (const Target t : possible)
    if (name_of(t) == wish) return t;
  if (wish.empty()) throw std::runtime_error("this processor has no vector instructions that the batch engine knows");
  throw std::runtime_error("STICKSLIP_TARGET = " + std::string(wish) +
                           " cannot run here; possible on this processor: " + joined(possible));
}

Target chosen_target() {
  static const Target chosen = [] {
    const char* wish = std::getenv("STICKSLIP_TARGET");  // NOLINT(concurrency-mt-unsafe): read once, before threads
    return target_for(wish == nullptr ? "" : wish, supported_targets());
  }();
  return chosen;
}

}  // namespace stickslip::batch
