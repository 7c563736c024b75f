#include "target.hpp"

#include <array>
#include <cstdlib>
#include <stdexcept>

#include "stickslip/text/names.hpp"

namespace stickslip::batch {
namespace {

#define STICKSLIP_NAME(name) std::string_view(#name),
constexpr std::array target_names{STICKSLIP_FOR_EACH_TARGET(STICKSLIP_NAME)};
#undef STICKSLIP_NAME

// Whether the processor, and the system for its registers, has every instruction that a target is compiled with
// (cmake/SimdTargets.cmake).
#if defined(STICKSLIP_HAS_LANES) && defined(__x86_64__)
bool has_sse4() {
  return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("aes") &&
         __builtin_cpu_supports("pclmul");
}
bool has_avx2() {
  return has_sse4() && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
         __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("f16c") &&
         __builtin_cpu_supports("lzcnt") && __builtin_cpu_supports("movbe");
}
bool has_avx512() {
  return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
}
bool runs_here(Target target) {
  if (target == Target::avx512) return has_avx512();
  if (target == Target::avx2) return has_avx2();
  return target == Target::scalar || has_sse4();
}
#else
bool runs_here(Target) { return true; }
#endif

std::string join_names(const std::vector<Target>& targets) {
  std::vector<std::string_view> names;
  for (const Target t : targets) names.push_back(to_name(t));
  return names.empty() ? "none" : text::join(names);
}

}  // namespace

std::string_view to_name(Target target) { return target_names[index(target)]; }

std::vector<Target> list_targets() {
  std::vector<Target> found;
  for (std::size_t i = 0; i < target_names.size(); ++i)
    if (runs_here(Target(i))) found.push_back(Target(i));
  return found;
}

Target target_for(std::string_view wish, const std::vector<Target>& possible) {
  if (wish.empty() && !possible.empty()) return possible.back();
  for (const Target t : possible)
    if (to_name(t) == wish) return t;
  throw std::runtime_error("STICKSLIP_TARGET = " + std::string(wish) +
                           " cannot run here; possible on this processor: " + join_names(possible));
}

Target choose_target() {
  static const Target chosen = [] {
    const char* wish = std::getenv("STICKSLIP_TARGET");  // NOLINT(concurrency-mt-unsafe): read once, before threads
    return target_for(wish == nullptr ? "" : wish, list_targets());
  }();
  return chosen;
}

}  // namespace stickslip::batch
