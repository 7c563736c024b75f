// MATLAB files for tests, written by matio: a struct, vectors of several types, a matrix, and what is no column.
#pragma once

#include <matio.h>

#include <array>
#include <string>
#include <vector>

namespace stickslip::tests {

class MatWriter {
 public:
  MatWriter(const std::string& file, mat_ft version, matio_compression compression)
      : mat_(Mat_CreateVer(file.c_str(), nullptr, version)), compression_(compression) {}
  ~MatWriter() { Mat_Close(mat_); }
  MatWriter(const MatWriter&) = delete;
  MatWriter& operator=(const MatWriter&) = delete;

  void matrix(const char* name, std::vector<double> values, std::size_t rows) { write(doubles(name, values, rows)); }
  void singles(const char* name, std::vector<float> values) {
    std::array<std::size_t, 2> size{1, values.size()};
    write(Mat_VarCreate(name, MAT_C_SINGLE, MAT_T_SINGLE, 2, size.data(), values.data(), 0));
  }
  void integers(const char* name, std::vector<std::int16_t> values) {
    std::array<std::size_t, 2> size{values.size(), 1};
    write(Mat_VarCreate(name, MAT_C_INT16, MAT_T_INT16, 2, size.data(), values.data(), 0));
  }
  void text(const char* name, std::string value) {
    std::array<std::size_t, 2> size{1, value.size()};
    write(Mat_VarCreate(name, MAT_C_CHAR, MAT_T_UTF8, 2, size.data(), value.data(), 0));
  }
  void structure(const char* name, const char* field, std::vector<double> values) {
    std::array<std::size_t, 2> size{1, 1};
    std::array<const char*, 1> fields{field};
    matvar_t* whole = Mat_VarCreateStruct(name, 2, size.data(), fields.data(), 1);
    Mat_VarSetStructFieldByName(whole, field, 0, doubles(field, values, values.size()));
    write(whole);
  }

 private:
  static matvar_t* doubles(const char* name, std::vector<double>& values, std::size_t rows) {
    std::array<std::size_t, 2> size{rows, values.size() / rows};
    return Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size.data(), values.data(), 0);
  }
  void write(matvar_t* variable) {
    Mat_VarWrite(mat_, variable, compression_);
    Mat_VarFree(variable);
  }

  mat_t* mat_;
  matio_compression compression_;
};

// Five rows: t_s, run.x, v (single), n (16 bits), F_1, F_2; a text and a scalar besides.
inline void write_example(const std::string& file, mat_ft version, matio_compression compression) {
  MatWriter mat(file, version, compression);
  mat.matrix("t_s", {0.0, 0.1, 0.2, 0.3, 0.4}, 5);
  mat.structure("run", "x", {1.0 / 3.0, 2.0, 3.0, 4.0, 5.0});
  mat.singles("v", {0.5F, 1.0F, 1.5F, 2.0F, 2.5F});
  mat.integers("n", {-1, 2, -3, 4, -5});
  mat.matrix("F", {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0}, 5);
  mat.text("remark", "warm");
  mat.matrix("rate", {10.0}, 1);
}

}  // namespace stickslip::tests
