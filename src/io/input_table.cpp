#include "stickslip/io/input_table.hpp"

#include <array>
#include <filesystem>
#include <stdexcept>

#include "stickslip/io/csv.hpp"
#include "stickslip/measurement.hpp"

namespace stickslip::io {

using namespace experiment;
using namespace measurement;

namespace {

void check_times(const Dataset& csv, std::span<const double> times) {
  for (std::size_t k = 1; k < times.size(); ++k)
    if (!(times[k] > times[k - 1]))
      refuse(csv, csv.lines[k],
             "column 'time': " + to_text(times[k]) + " s does not come after " + to_text(times[k - 1]) +
                 " s of the row before");
}

InputTable table_from(const Setting& s, const Column& column) {
  if (s.value.text.empty())
    throw std::invalid_argument(s.where + ": drive.table must be the name of a CSV file with the columns time[s] and " +
                                column.name + "[" + column.unit + "]");
  const std::array wanted{Column{"time", "s"}, column};
  const Dataset csv = convert_units(read_dataset(s.value.text), wanted);
  const auto times = signal(csv, "time", "s");
  const auto values = signal(csv, column.name, column.unit);
  check_times(csv, times);
  return {.file = std::filesystem::absolute(s.value.text).lexically_normal().string(),
          .times = {times.begin(), times.end()},
          .values = {values.begin(), values.end()},
          .where = s.where};
}

}  // namespace

void load_table(Recipe& recipe) {
  const Column column = table_column(recipe.base);
  for (const Setting& s : recipe.settings) {
    if (!names_input_table(s)) continue;
    if (column.name.empty())
      throw std::invalid_argument(s.where + ": the experiment " + recipe.base + " takes no table: leave it out");
    recipe.table = table_from(s, column);
  }
  std::erase_if(recipe.settings, names_input_table);
}

}  // namespace stickslip::io
