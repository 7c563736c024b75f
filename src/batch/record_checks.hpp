// What records of imposed and of simulated motion have in common: names in messages, columns, weights.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace stickslip::batch {

// "record 'run 5'", or "record 2" for the second one without a name.
std::string name_record(const std::string& name, std::size_t number);

// Throws std::invalid_argument "who: what".
[[noreturn]] void refuse(const std::string& who, const std::string& what);

// A column that is empty, or has as many samples as `whose` ("the motion"), all finite. `remedy` ends the complaint
// about one that is not.
void check_column(const std::string& who, std::string_view name, std::span<const double> values, std::size_t samples,
                  std::string_view whose, std::string_view remedy = {});

// The weight of a sample; no weights: 1.
inline double weight_at(std::span<const double> weights, std::size_t k) { return weights.empty() ? 1.0 : weights[k]; }

// Samples from the second on whose weight is not zero.
std::size_t count_compared_samples(std::span<const double> weights, std::size_t samples);

}  // namespace stickslip::batch
