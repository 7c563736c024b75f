// Batches over the same records do not copy them: what they allocate does not grow with the samples.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <new>

#include "stickslip/batch/record.hpp"
#include "stickslip/friction/catalogue.hpp"

namespace {
std::size_t allocated = 0;  // [B] since the program began

void* counted(std::size_t size, std::size_t alignment) {
  allocated += size;
  void* memory = nullptr;
  if (posix_memalign(&memory, alignment, size) == 0) return memory;
  throw std::bad_alloc();
}
}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) { return counted(size, std::size_t(alignment)); }
void* operator new[](std::size_t size, std::align_val_t alignment) { return counted(size, std::size_t(alignment)); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace stickslip::batch {
namespace {

constexpr std::size_t samples = 200000;  // 1.6 MB a column

Record carriage() {
  Record r{.name = "carriage", .step = 1e-3, .motion = std::vector<Contact<double>>(samples)};
  for (std::size_t k = 0; k < samples; ++k) {
    const double w = 6.0, t = 1e-3 * double(k);
    r.motion[k] = {.velocity = 0.1 * w * std::cos(w * t), .displacement = 0.1 * std::sin(w * t), .load = 20.0};
    r.force.push_back(std::copysign(2.0, r.motion[k].velocity));
    r.motion[k].applied = r.force[k];
    r.weight.push_back(1.0);
  }
  return r;
}

// [B] What a piece of work allocates.
template <class Work>
std::size_t count_bytes(const Work& work) {
  const std::size_t before = allocated;
  work();
  return allocated - before;
}

TEST(shared_records, a_batch_over_them_allocates_nothing_for_their_samples) {
  const Record record = carriage();
  const RecordView views[]{view(record)};
  const std::size_t bytes = count_bytes([&] { Batch("lugre", 0, std::span(views), {.threads = 1}); });
  EXPECT_LT(bytes, samples / 10);
  EXPECT_GT(count_bytes([&] { Batch("lugre", 0, {record}, {.threads = 1}); }), 9 * sizeof(double) * samples);
}

TEST(shared_records, forces_and_residuals_by_blocks_allocate_nothing_for_their_samples) {
  const Record record = carriage();
  const RecordView views[]{view(record)};
  Batch batch("lugre", 0, std::span(views), {.threads = 1});
  const std::vector<double> set = law_info("lugre").defaults;
  const std::vector<std::size_t> free{0, 1};
  std::size_t steps = 0;
  const std::size_t by_forces = count_bytes([&] {
    batch.visit_forces({1, set}, [&steps](const ForceBlock& block) { steps += block.count; });
  });
  const std::size_t by_residuals = count_bytes([&] {
    batch.visit_residuals(set, free, [&steps](const ResidualBlock& block) { steps += block.values.size(); });
  });
  EXPECT_EQ(steps, 2 * (samples - 1));
  EXPECT_LT(by_forces, 2 * samples);
  EXPECT_LT(by_residuals, 2 * samples);
}

TEST(shared_records, a_compact_record_keeps_one_number_of_a_column_that_never_changes) {
  const Record record = carriage();
  const CompactRecord small = compact(record);
  for (std::size_t k = 0; k < samples; ++k) {
    const Contact<double> c = small.view().motion[k];
    ASSERT_EQ(c.velocity, record.motion[k].velocity);
    ASSERT_EQ(c.displacement, record.motion[k].displacement);
    ASSERT_EQ(c.applied, record.motion[k].applied);
    ASSERT_EQ(c.load, 20.0);
    ASSERT_EQ(c.mass, 1.0);
  }
  std::size_t numbers = 0;
  for (const std::vector<double>& column : small.motion) numbers += column.size();
  EXPECT_EQ(numbers, 2 * samples + 4);  // the applied force is the measured one
}

}  // namespace
}  // namespace stickslip::batch
