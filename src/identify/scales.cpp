#include <algorithm>
#include <cmath>

#include "coordinates.hpp"
#include "tuning.hpp"

namespace stickslip::identify {

using namespace batch;

double usual_largest(std::vector<double> sizes) {
  if (sizes.empty()) return 0.0;
  for (double& x : sizes) x = std::abs(x);
  const auto at = std::size_t(tuning.boxes.usual * double(sizes.size() - 1));
  std::nth_element(sizes.begin(), sizes.begin() + std::ptrdiff_t(at), sizes.end());
  return sizes[at];
}

namespace {

struct Range {
  double low = 0.0, high = 0.0;
  bool any = false;
  void add(double x) {
    low = any ? std::min(low, x) : x;
    high = any ? std::max(high, x) : x;
    any = true;
  }
  double largest() const { return std::max(std::abs(low), std::abs(high)); }
  // Worth a parameter.
  bool varies() const { return high - low > tuning.boxes.varies * largest(); }
};

double or_one(double x) { return x > 0.0 && std::isfinite(x) ? x : 1.0; }

}  // namespace

namespace {

// The usual largest value(r, k) of the samples that count; one list of them at a time.
template <class Value>
double largest_counted(std::span<const RecordView> records, const Value& value) {
  std::size_t samples = 0;
  for (const RecordView& r : records) samples += r.motion.size();
  std::vector<double> sizes;
  sizes.reserve(samples);
  for (const RecordView& r : records)
    for (std::size_t k = 0; k < r.motion.size(); ++k)
      if (r.weight.empty() || r.weight[k] > 0.0) value(r, k, sizes);
  return usual_largest(std::move(sizes));
}

}  // namespace

DataScales measure_scales(std::span<const RecordView> records) {
  Range load, pressure, temperature;
  double travel = 0.0;
  DataScales s;
  s.duration = 0.0;
  for (const RecordView& r : records) {
    Range x;
    for (std::size_t k = 0; k < r.motion.size(); ++k) {
      const auto c = r.motion[k];
      x.add(c.displacement);
      load.add(c.load);
      pressure.add(c.pressure);
      temperature.add(c.temperature);
    }
    travel = std::max(travel, x.high - x.low);
    s.duration = std::max(s.duration, r.step * double(r.motion.size()));
    s.step = r.step;
  }
  s.force = or_one(largest_counted(records, [](const RecordView& r, std::size_t k, std::vector<double>& sizes) {
    if (!r.force.empty()) sizes.push_back(std::abs(r.force[k]));
  }));
  s.velocity = or_one(largest_counted(records, [](const RecordView& r, std::size_t k, std::vector<double>& sizes) {
    sizes.push_back(std::abs(r.motion[k].velocity));
  }));
  s.displacement = travel > 0.0 ? travel : or_one(s.velocity * s.duration);
  s.duration = or_one(s.duration);
  s.load = load.largest();
  s.pressure = pressure.largest();
  s.temperature = temperature.largest();
  s.load_varies = load.varies();
  s.pressure_varies = pressure.varies();
  s.temperature_varies = temperature.varies();
  return s;
}

}  // namespace stickslip::identify
