// Parameter sets in a matrix, whose law is known at run time only.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "stickslip/batch/batch.hpp"

namespace stickslip::batch {

// What must be known of a law whose type is gone.
struct LawFacts {
  std::size_t position = 0;  // in SizedLaws
  std::span<const Field> table;
  std::span<const Relation> relations;
  std::vector<double> usual;  // an admissible set

  std::size_t width() const { return usual.size(); }
};

// elements = 0: the usual number. Throws UnknownName, std::invalid_argument.
LawFacts law_facts(std::string_view law, std::size_t elements);

// Throws std::invalid_argument.
void check_size(const LawFacts& law, const Candidates& candidates);

// 1 where a candidate's parameters are admissible.
std::vector<unsigned char> validity(Pool& pool, const LawFacts& law, const Candidates& candidates);

// Part of the candidates, and the record that they run along.
struct Piece {
  std::size_t first = 0;
  std::size_t count = 0;
  std::size_t record = 0;
};

// All pieces of a batch: blocks of candidates, for one record after the other.
struct Pieces {
  std::size_t candidates = 0;
  std::size_t block = 1;
  std::size_t records = 1;

  std::size_t blocks() const { return (candidates + block - 1) / block; }
  std::size_t count() const { return blocks() * records; }
  Piece operator[](std::size_t i) const;
};

// The loss of every candidate from its sums along the records, [record][candidate]: their mean over the samples, with
// records added in their order, whoever ran them. Infinite for invalid candidates, and for those whose sum is not
// finite, which the report counts; NaN for those that a cancelled run has not reached.
std::vector<double> mean_losses(const std::vector<double>& sums, const std::vector<unsigned char>& valid,
                                BatchReport& report);

}  // namespace stickslip::batch
