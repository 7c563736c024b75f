// What the samples share: a recorder, and the samples themselves.
#pragma once

#include <cmath>

#include "stickslip/friction/list.hpp"
#include "stickslip/identify/samples.hpp"
#include "stickslip/numerics/random.hpp"

namespace stickslip::identify {

// To so many counts per unit, as a converter or an encoder does. A whole number of counts per unit prints short.
inline double round_to_counts(double value, double counts_per_unit) {
  const double counted = std::round(value * counts_per_unit) / counts_per_unit;
  return counted == 0.0 ? 0.0 : counted;  // not -0
}

// Rows into a Dataset, with the lines that they would have in a file.
class Recorder {
 public:
  Recorder(std::string file, std::vector<Column> columns) {
    data_.file = std::move(file);
    data_.values.resize(columns.size());
    data_.columns = std::move(columns);
  }

  void add(std::initializer_list<double> row) {
    std::size_t k = 0;
    for (const double value : row) data_.values[k++].push_back(value);
    data_.lines.push_back(data_.lines.size() + 2);
  }
  std::size_t rows() const { return data_.rows(); }
  measurement::Dataset data() const { return data_; }

 private:
  measurement::Dataset data_;
};

// The law of a sample with its parameters.
template <class Law>
void take_law(Sample& sample, const typename Law::template Params<double>& p, std::size_t elements = 0) {
  sample.law = std::string(Law::name);
  sample.elements = elements;
  sample.law_parameters = law_group(Law::name, elements);
  const auto all = scalars(p);
  sample.law_parameters.values.assign(all.begin(), all.end());
}

// The named parameters of the law as truth: "coulomb" both sides.
void take_truth(Sample& sample, std::initializer_list<std::string_view> names);
// And as settings.
void take_settings(Sample& sample, std::initializer_list<std::string_view> names);

Sample seal_sample(std::uint64_t seed);
Sample positioner_sample(std::uint64_t seed);
Sample observer_sample(std::uint64_t seed);
Sample stribeck_curve_sample(std::uint64_t seed);
Sample lugre_dynamic_sample(std::uint64_t seed);
Sample modified_lugre_dynamic_sample(std::uint64_t seed);
Sample breakaway_sample(std::uint64_t seed);
Sample two_sinusoids_sample(std::uint64_t seed);
Sample torque_polynomials_sample(std::uint64_t seed);
Sample cylinder_friction_sample(std::uint64_t seed);

}  // namespace stickslip::identify
