#include "stickslip/io/mat.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <unordered_set>

#include "csv_file.hpp"
#include "mat_columns.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/text/encoding.hpp"
#include "stickslip/units.hpp"

namespace stickslip::io {

using namespace measurement;

namespace {

bool is_hdf5(std::string_view bytes) { return bytes.starts_with("MATLAB 7.3") || bytes.starts_with("\x89HDF\r\n"); }

// A row vector is a column too.
void stand_upright(MatArray& a) {
  if (a.rows == 1) std::swap(a.rows, a.columns);
}

// The number of rows that most columns have; of two, the larger. Scalars have no say unless there is nothing else.
std::size_t common_length(const std::vector<MatArray>& arrays) {
  std::map<std::size_t, std::size_t> columns;
  for (const MatArray& a : arrays)
    if (a.rows > 1) columns[a.rows] += a.columns;
  std::pair<std::size_t, std::size_t> best{};
  for (const auto& [rows, count] : columns)
    if (count >= best.second) best = {rows, count};
  return best.first;
}

// A name that can be shown and written, whatever bytes the file has.
std::string check_name(const Dataset& data, const MatArray& a) {
  if (a.name.size() > longest_name)
    refuse_variable(data.file, text::clean_name(a.name.substr(0, 40)) + "...",
                    "its name has " + std::to_string(a.name.size()) + " bytes, at most " +
                        std::to_string(longest_name) + " are read; shorten it");
  const std::string name = text::clean_name(a.name);
  return name.empty() ? "c" + std::to_string(data.columns.size() + 1) : name;
}

void add_columns(Dataset& data, const MatArray& a, std::unordered_set<std::string>& names) {
  const std::string own = check_name(data, a);
  if (a.columns > most_columns - data.columns.size())
    refuse_variable(data.file, own,
                    "it brings the file to more than " + std::to_string(most_columns) + " columns; at most " +
                        std::to_string(most_columns) + " are read: save what is needed");
  for (std::size_t k = 0; k < a.columns; ++k) {
    const std::string name = a.columns == 1 ? own : own + "_" + std::to_string(k + 1);
    if (!names.insert(name).second) refuse_variable(data.file, name, "duplicate name; rename one");
    data.columns.push_back({name, a.columns == 1 ? unit_in_name(name) : ""});
    const auto first = a.values.begin() + std::ptrdiff_t(k * a.rows);
    data.values.emplace_back(first, first + std::ptrdiff_t(a.rows));
  }
}

}  // namespace

void refuse_variable(const std::string& file, const std::string& variable, const std::string& what) {
  throw std::invalid_argument(file + ": " + variable + ": " + what);
}

Dataset make_dataset(std::vector<MatArray> arrays, std::vector<std::string> left_out, const std::string& file) {
  Dataset data{.file = file, .left_out = std::move(left_out)};
  for (MatArray& a : arrays) stand_upright(a);
  const std::size_t rows = common_length(arrays);
  std::unordered_set<std::string> names;
  for (const MatArray& a : arrays) {
    if (a.rows == rows)
      add_columns(data, a, names);
    else
      data.left_out.push_back("variable '" + text::clean_name(a.name) + "' has " + std::to_string(a.rows) +
                              " rows, most have " + std::to_string(rows));
  }
  if (rows == 0 || data.columns.empty())
    throw std::invalid_argument(file +
                                ": no variable is a vector of numbers; there are columns of a measurement needed");
  for (std::size_t i = 0; i < rows; ++i) data.lines.push_back(i + 1);
  return data;
}

bool is_mat(std::string_view bytes) {
  constexpr std::size_t mark = 126;
  if (is_hdf5(bytes)) return true;
  return bytes.starts_with("MATLAB") ||
         (bytes.size() >= 128 && (bytes.substr(mark, 2) == "IM" || bytes.substr(mark, 2) == "MI") &&
          (bytes[124] == '\x01' || bytes[125] == '\x01'));
}

Dataset read_mat(const std::string& file) {
  const MappedFile mapped(file);
  return is_hdf5(mapped.bytes()) ? read_mat73(file) : dataset_from_mat5(mapped.bytes(), file);
}

Dataset read_dataset(const std::string& file) {
  const MappedFile mapped(file);
  if (is_hdf5(mapped.bytes())) return read_mat73(file);
  if (file.ends_with(".mat") || is_mat(mapped.bytes())) return dataset_from_mat5(mapped.bytes(), file);
  return dataset_from_csv_file(mapped, file);
}

}  // namespace stickslip::io
