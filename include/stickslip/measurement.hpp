// A recording made ready for laws: which column is what, in SI units, uniform in time, with the velocity that is
// missing; and everything that was found and done on the way.
//
//   const Measurement m = import_measurement(read_dataset("seal.csv"), {});
//   Batch batch("gms", 5, {make_record(m.data, "gms")}, {});
//
// Nothing is repaired silently: each repair is in the list and can be refused by its name. Force, load and pressure are
// never smoothed; what is wrong with them is found and said, no more.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/dataset.hpp"
#include "stickslip/options.hpp"

namespace stickslip::measurement {

struct Finding {
  std::string what;           // "gap", "jitter", "duplicate-time", "outliers", ...: one of finding_kinds()
  std::string column;         // as the file calls it
  std::size_t line;           // of the file, where it begins; the header's when it concerns the whole column
  std::string text;           // a sentence with numbers, and the option that repairs it where there is one
  bool data_problem = false;  // what is fitted to these data cannot be trusted until it is repaired
  bool suspected = false;     // a law that follows the data within their noise refutes it
};

struct Repair {
  std::string name;  // what the option refuse takes: one of repair_names()
  std::string text;  // what was done, with numbers
};

// A column that was recorded late, by a filter or another clock.
struct ChannelDelay {
  std::string role;
  double seconds = 0.0;  // [s] it is taken earlier by so much
};

struct ImportOptions {
  std::vector<SignalName> names = {};     // which column plays a role; an empty column: nobody does
  std::vector<ChannelDelay> delays = {};  // columns to be taken earlier
  std::vector<std::string> dropped = {};  // "saturation", "dead": rows with such a finding get no weight
  std::vector<std::string> refused = {};  // names of repairs that must not be made
  double sample_time = 0.0;               // [s] step of the imported data; 0: the usual step of the recording
  double bandwidth = 0.0;                 // [Hz] of the differentiator, -3 dB; 0: chosen from noise and resolution

  static std::span<const OptionRow> options();
};

struct Measurement {
  // Columns called by their roles (time, displacement, velocity, ...), SI, uniform in time; what plays no role keeps
  // its name. Of a joint (rotary) rad and N.m are written as m and N, as laws and records want it: see rotary_unit().
  Dataset data;
  bool rotary = false;
  std::vector<std::string> guesses;  // "force = friction_N [N]: by its name"
  std::vector<Finding> findings;
  std::vector<Repair> repairs;
  // Rows near the ends and beside gaps whose acceleration was derived from too few samples; no weight there where a fit
  // uses the acceleration.
  std::vector<std::size_t> poor_acceleration = {};
  double bandwidth = 0.0;          // [Hz] of a derived velocity, else of a derived acceleration; 0: none is derived
  std::vector<double> resolution;  // of each column of data: the step in which its values were recorded; 0: none
  std::uint64_t hash = 0;          // of the raw names, units and values
  double step = 0.0;               // [s]
};

// Throws std::invalid_argument with file, line, column and remedy: no time, two columns for one role, a unit that does
// not fit, values that are no numbers, time that runs backward, a refused repair without which nothing can be done.
Measurement import_measurement(Dataset raw, const ImportOptions& options);

// Writes the references to options in its texts as a front end says them.
void render_options(Measurement& measurement, const OptionWording& wording);

std::vector<std::string> measurement_roles();
std::vector<std::string_view> repair_names();
std::vector<std::string_view> finding_kinds();

// "displacement=x_sensor[mm]", or "force=-F" for one of the other sign, as people type it, for one of these roles.
// Throws UnknownName, std::invalid_argument.
SignalName signal_name_from(const std::string& text, std::span<const std::string> roles);
// And back.
std::string signal_words(const SignalName& name);

// The unit of column k of the data as people read it: rad and N.m of a joint.
std::string show_column_unit(const Measurement& measurement, std::size_t k);

// Columns that have the name of a wanted one, converted to its unit (velocity[mm/s] to m/s), for commands that take the
// data as they are. A unit that does not fit is left for signal() to refuse. Without a list: the roles.
Dataset convert_units(Dataset data, std::span<const Column> wanted);
Dataset convert_units(Dataset data);

}  // namespace stickslip::measurement
