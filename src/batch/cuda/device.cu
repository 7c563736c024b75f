// Memory, streams and launches of the device.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <mutex>
#include <stdexcept>

#include "batch/cuda/launch.hpp"
#include "batch/device.hpp"

namespace stickslip::batch {
namespace {

void check(cudaError_t error, const char* what) {
  if (error == cudaSuccess) return;
  cudaGetLastError();  // the next call starts afresh
  throw std::runtime_error(std::string("CUDA, ") + what + ": " + cudaGetErrorString(error));
}

// Memory on the device that only grows: taking it anew takes longer than a small batch.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() { cudaFree(memory_); }

  template <class T>
  T* room(std::size_t n) {
    if (n * sizeof(T) > bytes_) {
      cudaFree(memory_);
      memory_ = nullptr;
      bytes_ = 0;
      check(cudaMalloc(&memory_, n * sizeof(T)), "taking memory on the device");
      bytes_ = n * sizeof(T);
    }
    return static_cast<T*>(memory_);
  }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

// Records run side by side on so many streams.
constexpr std::size_t stream_count = 8;

using Clock = std::chrono::steady_clock;

struct Workplace {
  std::mutex mutex;
  Buffer params, records, sums;
  std::array<cudaStream_t, stream_count> streams{};

  Workplace() {
    for (auto& s : streams) check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "making a stream");
  }
};

// Lives as long as the program: the driver may be gone when statics end.
Workplace& workplace() {
  static Workplace& place = *new Workplace;
  return place;
}

template <class T>
cuda::LaunchLaw<T> launcher_of(std::size_t law) {
  switch (law % cuda::sources) {
    case 0:
      return cuda::launcher<T, 0>(law);
    case 1:
      return cuda::launcher<T, 1>(law);
    case 2:
      return cuda::launcher<T, 2>(law);
    default:
      return cuda::launcher<T, 3>(law);
  }
}

// Copies one array of a record to the device and returns where it lies.
template <class T>
const T* copied(const AlignedVector<T>& from, T*& free, cudaStream_t stream) {
  T* to = free;
  free += from.size();
  check(cudaMemcpyAsync(to, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice, stream), "copying a record");
  return to;
}

template <class T>
DeviceSums<T> losses(const DeviceJob<T>& job) {
  Workplace& place = workplace();
  const std::lock_guard lock(place.mutex);
  std::size_t numbers = 0;
  for (const auto& r : job.records) numbers += r.motion.size() + 3 * r.steps;
  auto* params = place.params.room<double>(job.candidates * job.width);
  T* free = place.records.room<T>(numbers);
  T* sums = place.sums.room<T>(job.candidates * job.records.size());
  check(cudaMemcpy(params, job.params, job.candidates * job.width * sizeof(double), cudaMemcpyHostToDevice),
        "copying the candidates");
  const auto launch = launcher_of<T>(job.law);
  std::vector<cuda::Launch<T>> launches;
  for (std::size_t r = 0; r < job.records.size(); ++r) {
    const auto& record = job.records[r];
    const cudaStream_t stream = place.streams[r % stream_count];
    cuda::Launch<T> l{};
    l.candidates = job.candidates;
    l.steps = record.steps;
    l.h = record.h;
    l.loss = job.loss;
    l.huber = job.huber;
    l.params = params;
    l.motion = copied(record.motion, free, stream);
    l.measured = copied(record.measured, free, stream);
    l.weight = copied(record.weight, free, stream);
    l.acceleration = copied(record.acceleration, free, stream);
    l.sums = sums + r * job.candidates;
    launches.push_back(l);
  }
  // Copies first, then kernels: a kernel that waits for the next record's copy would hold up its stream.
  const auto start = Clock::now();
  for (std::size_t r = 0; r < launches.size(); ++r) {
    launch(launches[r], place.streams[r % stream_count]);
    check(cudaGetLastError(), "starting a kernel");
  }
  check(cudaDeviceSynchronize(), "running");
  DeviceSums<T> result;
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  result.sums.resize(job.candidates * job.records.size());
  check(cudaMemcpy(result.sums.data(), sums, result.sums.size() * sizeof(T), cudaMemcpyDeviceToHost),
        "copying the losses");
  return result;
}

}  // namespace

DeviceState device_state() {
  static const DeviceState state = [] {
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess || count == 0) {
      cudaGetLastError();
      return DeviceState{.name = {}, .missing = std::string("no CUDA device: ") + cudaGetErrorString(error)};
    }
    cudaDeviceProp properties{};
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return DeviceState{{}, "the CUDA device does not answer"};
    return DeviceState{.name = properties.name, .missing = {}};
  }();
  return state;
}

template <>
DeviceSums<double> device_losses(const DeviceJob<double>& job) {
  return losses(job);
}
template <>
DeviceSums<float> device_losses(const DeviceJob<float>& job) {
  return losses(job);
}

}  // namespace stickslip::batch
