#include "record_checks.hpp"

#include <cmath>
#include <stdexcept>

#include "stickslip/param.hpp"

namespace stickslip::batch {

std::string name_record(const std::string& name, std::size_t number) {
  return name.empty() ? "record " + std::to_string(number + 1) : "record '" + name + "'";
}

void refuse(const std::string& who, const std::string& what) { throw std::invalid_argument(who + ": " + what); }

void check_column(const std::string& who, std::string_view name, std::span<const double> values, std::size_t samples,
                  std::string_view whose, std::string_view remedy) {
  if (values.empty()) return;
  if (values.size() != samples)
    refuse(who, std::string(name) + " has " + std::to_string(values.size()) + " samples, " + std::string(whose) + " " +
                    std::to_string(samples));
  for (std::size_t k = 0; k < samples; ++k)
    if (!std::isfinite(values[k]))
      refuse(who,
             std::string(name) + " at sample " + std::to_string(k) + " is " + to_text(values[k]) + std::string(remedy));
}

std::size_t count_compared_samples(std::span<const double> weights, std::size_t samples) {
  std::size_t n = 0;
  for (std::size_t k = 1; k < samples; ++k) n += weight_at(weights, k) != 0.0 ? 1U : 0U;
  return n;
}

}  // namespace stickslip::batch
