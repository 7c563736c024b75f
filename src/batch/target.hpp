// SIMD targets: the instruction sets that the batch sources are compiled for, and the one that this run uses.
//
// A source handed to stickslip_add_simd_objects (cmake/SimdTargets.cmake) is compiled once per target, with
// STICKSLIP_TARGET_NAME set to sse4, avx2 or avx512, or to `generic` on processors other than x86-64. It puts its entry
// points into namespace STICKSLIP_TARGET_NAME; a table of them, indexed by Target, is written with
// STICKSLIP_FOR_EACH_TARGET. `scalar` is plain code, one number at a time, and always there.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

// STICKSLIP_FOR_EACH_TARGET(X) expands to X(name) for every compiled target, in the order of Target.
#if !defined(STICKSLIP_HAS_LANES)
#define STICKSLIP_FOR_EACH_TARGET(X) X(scalar)
#elif defined(__x86_64__)
#define STICKSLIP_FOR_EACH_TARGET(X) X(scalar) X(sse4) X(avx2) X(avx512)
#else
#define STICKSLIP_FOR_EACH_TARGET(X) X(scalar) X(generic)
#endif

namespace stickslip::batch {

#define STICKSLIP_ENUMERATOR(name) name,
enum class Target : unsigned char { STICKSLIP_FOR_EACH_TARGET(STICKSLIP_ENUMERATOR) };
#undef STICKSLIP_ENUMERATOR

constexpr std::size_t index(Target target) { return static_cast<std::size_t>(target); }

std::string_view to_name(Target target);

// The targets that this processor can run, slowest first.
std::vector<Target> list_targets();

// The target that a wish selects among the possible ones: the last one for an empty wish. Throws std::runtime_error
// that names the possible ones when the wish is none of them.
Target target_for(std::string_view wish, const std::vector<Target>& possible);

// The target of this run, decided once: the environment variable STICKSLIP_TARGET when set, else the fastest. Throws as
// target_for does.
Target choose_target();

}  // namespace stickslip::batch
