// The options of a batch, described once for every front end.
#include <array>

#include "stickslip/batch/batch.hpp"

namespace stickslip::batch {
namespace {

constexpr double most_threads = 1024.0;  // far above any machine of today; a typed 10000 is a mistake

// Relative residuals are absolute ones with weights.
struct NamedLoss {
  std::string_view name;
  Loss loss;
  bool relative;
};
constexpr std::array<NamedLoss, 4> losses{{{"ls", Loss::squares, false},
                                           {"absolute", Loss::absolute, false},
                                           {"mre", Loss::absolute, true},
                                           {"huber", Loss::huber, false}}};

std::vector<std::string_view> loss_names() {
  std::vector<std::string_view> names;
  for (const NamedLoss& l : losses) names.push_back(l.name);
  return names;
}

void put_loss(BatchOptions& o, const Words& words) {
  for (const NamedLoss& l : losses) {
    if (l.name != words.at(0)) continue;
    o.loss = l.loss;
    o.relative = l.relative;
  }
}

Words get_loss(const BatchOptions& o) {
  for (const NamedLoss& l : losses)
    if (l.loss == o.loss && l.relative == o.relative) return {std::string(l.name)};
  return {"ls"};
}

}  // namespace

std::span<const OptionRow> BatchOptions::options() {
  using B = BatchOptions;
  static const std::array rows{
      custom_row<B, put_loss, get_loss>(OptionKind::choice,
                                        {.name = "loss",
                                         .doc = "ls (mean square), absolute, mre (mean relative error) or huber",
                                         .noun = "loss",
                                         .choices = loss_names,
                                         .everyday = true}),
      option_row<&B::huber>({.name = "huber", .unit = "N", .doc = "Residual from which huber grows linearly"}),
      choice_row<&B::device, device_names>({.name = "device", .doc = "Where the batch runs", .noun = "device"}),
      choice_row<&B::precision, precision_names>(
          {.name = "precision", .doc = "Precision of the simulation", .noun = "precision"}),
      option_row<&B::threads>({.name = "threads",
                               .doc = "Number of threads (default: 0, one per processor)",
                               .upper = most_threads,
                               .changes_result = false}),
      option_row<&B::block>({.name = "block",
                             .doc = "Parameter sets in a piece of work (default: 0, chosen by size)",
                             .changes_result = false}),
  };
  return rows;
}

}  // namespace stickslip::batch
