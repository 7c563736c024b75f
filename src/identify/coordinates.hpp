// The directions of a search, and the parameters that they stand for.
//
// A coordinate is the logarithm of a value (Scale::log), the value itself, how far one parameter lies above another (a
// relation left >= right), or a part of what earlier elements leave (shares that add up to 1). So every point of the
// box of coordinates is an admissible set of parameters, but for bounds of sums, to which the map clips.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stickslip/experiment.hpp"
#include "stickslip/identify/fit.hpp"

namespace stickslip::identify {

// Sizes that occur in the data, by which ranges of search are chosen.
struct DataScales {
  double force = 1.0;         // [N] largest, but for 1 % of the samples
  double displacement = 1.0;  // [m] range
  double velocity = 1.0;      // [m/s] largest, but for 1 %
  double duration = 1.0;      // [s]
  double step = 1e-3;         // [s]
  double load = 0.0;          // [N] largest
  double pressure = 0.0;      // [Pa] largest
  double temperature = 0.0;   // [K] largest
  bool load_varies = false, pressure_varies = false, temperature_varies = false;
};
// The size that 99 % of the values do not exceed.
double usual_largest(std::vector<double> values);
DataScales measure_scales(std::span<const batch::RecordView> records);

struct Coordinate {
  enum class Kind : unsigned char {
    value,   // the parameter itself
    excess,  // parameter = base + coordinate
    part,    // of what the elements before have left of 1
  };
  std::string name;                      // of the parameter: "coulomb", "coulomb.back", "limit[3]"
  std::vector<std::size_t> places = {};  // scalars that it moves together
  std::vector<std::size_t> bases = {};   // per place, for excess: the scalar that it lies above
  Kind kind = Kind::value;
  Scale scale = Scale::linear;        // log: the coordinate is the logarithm
  double low = 0.0, high = 1.0;       // of the coordinate: the box of the search
  double floor = 0.0, ceiling = 0.0;  // of the coordinate: what least squares may reach
  bool bounded = false;               // by the user, in place of the data's own scale
  bool breaks = false;                // the instant of an event depends on it: forces have no slope along it
};

class Coordinates {
 public:
  // Checks names and values; throws std::invalid_argument with the remedy. `unseen`: names of coordinates that lie
  // above others and are left out, because the data do not show them.
  Coordinates(const FitOptions& options, const DataScales& scales, std::span<const std::string> unseen = {});

  std::size_t count() const { return all_.size(); }
  const Coordinate& operator[](std::size_t i) const { return all_[i]; }
  const ParamGroup& base() const { return base_; }
  // The coordinate that moves a scalar, or count() when none does.
  std::size_t moving(std::size_t place) const;
  // Parameters that are held though nobody asked for it, with the reason.
  const std::vector<std::string>& held() const { return held_; }

  // "at its lower bound", "at its upper bound" where a value ends at a bound that the user gave; empty elsewhere.
  std::string_view bound_reached(std::size_t place, double value) const;

  // The set of parameters at a point.
  std::vector<double> parameters(std::span<const double> at) const;
  // The sets at points that stand row after row.
  std::vector<double> matrix(std::span<const double> points, std::size_t count) const;
  // d parameter / d coordinate, [scalar][coordinate].
  std::vector<double> slopes(std::span<const double> at) const;
  // The point of a set of parameters, inside the box of least squares.
  std::vector<double> point(std::span<const double> parameters) const;
  // The point at places in [0, 1].
  std::vector<double> at(std::span<const double> unit) const;

  std::vector<double> floors() const;
  std::vector<double> ceilings() const;

 private:
  const Field& field_for(const std::string& wish, const std::string& law) const;
  void take_bounds(const FitOptions& options);
  void check_bounds(const FitOptions& options) const;
  void leave_out_growth(const FitOptions& options, const DataScales& scales);
  void add_field(const Field& field, const FitOptions& options, const DataScales& scales);
  void add(const Field& field, std::vector<std::size_t> offsets, const DataScales& scales);
  void add_parts(const Field& field);
  void leave_out(std::span<const std::string> unseen);
  void stay_below_bounds();
  void order_by_base();
  void tie(const FitOptions& options);
  void stay_below(std::size_t place, double bound);
  void check() const;
  bool is_rest(std::size_t place) const;
  // What a user allows of a scalar; the table's own range otherwise.
  struct Range {
    double low, high;
    bool given = false;
  };
  // The room of a share between what the later ones must have and may have.
  template <class S>
  std::pair<S, S> room_for_share(std::size_t coordinate, const S& left) const;
  template <class S>
  std::vector<S> map_point(std::span<const S> at) const;

  // A pair left >= right of which the right one is searched and the left one is not.
  struct Tie {
    std::size_t left, right;
    bool follows;  // left = right; otherwise left was fixed, and right stays below it
    double room;   // left over right at least: 1, and a little more where they may not be equal
  };

  ParamGroup base_;
  std::vector<Range> ranges_;  // per scalar
  std::vector<Coordinate> all_;
  std::vector<Tie> ties_;
  std::vector<std::string> held_;
};

}  // namespace stickslip::identify
