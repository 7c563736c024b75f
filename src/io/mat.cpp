#include "stickslip/io/mat.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>

#include "mapped_file.hpp"
#include "mat_columns.hpp"
#include "stickslip/io/csv.hpp"
#include "stickslip/units.hpp"

#ifdef STICKSLIP_HAS_MATIO
#include <matio.h>
#endif

namespace stickslip {
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

void add_columns(Dataset& data, const MatArray& a) {
  for (std::size_t k = 0; k < a.columns; ++k) {
    const std::string name = a.columns == 1 ? a.name : a.name + "_" + std::to_string(k + 1);
    if (data.has(name)) refuse_variable(data.file, name, "it is there twice; rename one");
    data.columns.push_back({name, a.columns == 1 ? unit_in_name(name) : ""});
    const auto first = a.values.begin() + std::ptrdiff_t(k * a.rows);
    data.values.emplace_back(first, first + std::ptrdiff_t(a.rows));
  }
}

#ifdef STICKSLIP_HAS_MATIO

struct CloseMat {
  void operator()(mat_t* m) const { Mat_Close(m); }
};
struct FreeVariable {
  void operator()(matvar_t* v) const { Mat_VarFree(v); }
};

template <class T>
std::vector<double> as_doubles(const matvar_t& v, std::size_t count) {
  const T* const from = static_cast<const T*>(v.data);
  return {from, from + count};
}

std::vector<double> numbers_of(const matvar_t& v, std::size_t count) {
  switch (v.class_type) {
    case MAT_C_DOUBLE:
      return as_doubles<double>(v, count);
    case MAT_C_SINGLE:
      return as_doubles<float>(v, count);
    case MAT_C_INT8:
      return as_doubles<std::int8_t>(v, count);
    case MAT_C_UINT8:
      return as_doubles<std::uint8_t>(v, count);
    case MAT_C_INT16:
      return as_doubles<std::int16_t>(v, count);
    case MAT_C_UINT16:
      return as_doubles<std::uint16_t>(v, count);
    case MAT_C_INT32:
      return as_doubles<std::int32_t>(v, count);
    case MAT_C_UINT32:
      return as_doubles<std::uint32_t>(v, count);
    case MAT_C_INT64:
      return as_doubles<std::int64_t>(v, count);
    case MAT_C_UINT64:
      return as_doubles<std::uint64_t>(v, count);
    default:
      return {};
  }
}

struct Collected {
  std::vector<MatArray> arrays = {};
  std::vector<std::string> left_out = {};
};

void collect(matvar_t& v, const std::string& name, Collected& all, int depth) {
  constexpr int deepest = 16;  // structures within structures
  std::size_t count = 1;
  for (int k = 0; k < v.rank; ++k) count *= v.dims[k];
  if (v.class_type == MAT_C_STRUCT && count == 1 && depth < deepest) {
    char* const* names = Mat_VarGetStructFieldnames(&v);
    for (unsigned k = 0; k < Mat_VarGetNumberOfFields(&v); ++k)
      if (matvar_t* field = Mat_VarGetStructFieldByIndex(&v, k, 0); field != nullptr)
        collect(*field, name + "." + names[k], all, depth + 1);
    return;
  }
  auto numbers = v.isComplex != 0 || v.rank != 2 || v.data == nullptr ? std::vector<double>() : numbers_of(v, count);
  if (numbers.empty())
    all.left_out.push_back("variable '" + name + "' is no real vector or matrix");
  else
    all.arrays.push_back({name, v.dims[0], v.dims[1], std::move(numbers)});
}

Dataset read_mat73(const std::string& file) {
  Mat_LogInitFunc("stickslip", [](int, char*) {});  // what it has to say is said by our own message
  const std::unique_ptr<mat_t, CloseMat> mat(Mat_Open(file.c_str(), MAT_ACC_RDONLY));
  if (!mat) throw std::invalid_argument(file + ": matio cannot read it; the file is damaged: save it again");
  Collected all;
  while (const std::unique_ptr<matvar_t, FreeVariable> v{Mat_VarReadNext(mat.get())})
    collect(*v, v->name == nullptr ? "" : v->name, all, 0);
  return dataset_of(std::move(all.arrays), std::move(all.left_out), file);
}

#else

Dataset read_mat73(const std::string& file) {
  throw std::invalid_argument(file +
                              ": MATLAB's version 7.3 is read by matio, which this build has not: install libmatio-dev "
                              "and build again, or save the file with -v7");
}

#endif

}  // namespace

void refuse_variable(const std::string& file, const std::string& variable, const std::string& what) {
  throw std::invalid_argument(file + ": " + variable + ": " + what);
}

Dataset dataset_of(std::vector<MatArray> arrays, std::vector<std::string> left_out, const std::string& file) {
  Dataset data{.file = file, .left_out = std::move(left_out)};
  for (MatArray& a : arrays) stand_upright(a);
  const std::size_t rows = common_length(arrays);
  for (const MatArray& a : arrays) {
    if (a.rows == rows)
      add_columns(data, a);
    else
      data.left_out.push_back("variable '" + a.name + "' has " + std::to_string(a.rows) + " rows, most have " +
                              std::to_string(rows));
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
  return dataset_from_csv(mapped.bytes(), file);
}

}  // namespace stickslip
