// Memory, streams and launches of the device.
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "launch.hpp"
#include "../device.hpp"

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

// What one call works with. Calls at the same time have one each.
struct Workplace {
  Buffer params, records, sums;
  std::array<cudaStream_t, stream_count> streams{};

  Workplace() {
    for (auto& s : streams) check(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking), "making a stream");
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  ~Workplace() {
    for (const auto& s : streams) cudaStreamDestroy(s);
  }

  void wait() const {
    for (const auto& s : streams) check(cudaStreamSynchronize(s), "running");
  }
};

// Workplaces that nobody uses at present: making one takes longer than a small batch.
class Workplaces {
 public:
  std::unique_ptr<Workplace> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        auto place = std::move(free_.back());
        free_.pop_back();
        return place;
      }
    }
    return std::make_unique<Workplace>();
  }
  void give_back(std::unique_ptr<Workplace> place) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(place));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workplace>> free_;
};

// Lives as long as the program: the driver may be gone when statics end.
Workplaces& workplaces() {
  static Workplaces& places = *new Workplaces;
  return places;
}

// The launchers of all laws, in the order of SizedLaws.
template <class T, class... Entries>
std::vector<cuda::LaunchLaw<T>> all_launchers(LawList<Entries...>) {
  std::vector<cuda::LaunchLaw<T>> all;
  const auto add = [&all](const auto& table) {
    for (const auto launch : table) all.push_back(launch);
  };
  (add(cuda::Launchers<Entries, T>::table), ...);
  return all;
}

template <class T>
cuda::LaunchLaw<T> launcher(std::size_t law) {
  static const auto all = all_launchers<T>(FrictionLaws{});
  return all[law];
}

template <class T>
void copy_in(T* to, const T* from, std::size_t n, cudaStream_t stream, const char* what) {
  check(cudaMemcpyAsync(to, from, n * sizeof(T), cudaMemcpyHostToDevice, stream), what);
}

// Copies one array of a record to the device and returns where it lies.
template <class T>
const T* copy_column(const AlignedVector<T>& from, T*& free, cudaStream_t stream) {
  T* to = free;
  free += from.size();
  copy_in(to, from.data(), from.size(), stream, "copying a record");
  return to;
}

// Copies candidates and records; the launches then need nothing of the host's memory.
template <class T>
std::vector<cuda::Launch<T>> copy_job(const DeviceJob<T>& job, Workplace& place) {
  std::size_t numbers = 0;
  for (const auto& r : job.records) numbers += r.motion.size() + 3 * r.steps;
  auto* params = place.params.room<double>(job.candidates * job.width);
  T* free = place.records.room<T>(numbers);
  T* sums = place.sums.room<T>(job.candidates * job.records.size());
  copy_in(params, job.params, job.candidates * job.width, place.streams[0], "copying the candidates");
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
    l.motion = copy_column(record.motion, free, stream);
    l.measured = copy_column(record.measured, free, stream);
    l.weight = copy_column(record.weight, free, stream);
    l.acceleration = copy_column(record.acceleration, free, stream);
    l.sums = sums + r * job.candidates;
    launches.push_back(l);
  }
  place.wait();  // every stream reads the candidates that the first one copied
  return launches;
}

// A call that fails gives nothing back: its copies and kernels may still be under way, and the workplace's end waits
// for them.
template <class T>
DeviceSums<T> losses(const DeviceJob<T>& job) {
  auto place = workplaces().take();
  const auto launches = copy_job(job, *place);
  const auto launch = launcher<T>(job.law);
  const auto start = Clock::now();
  for (std::size_t r = 0; r < launches.size(); ++r) {
    launch(launches[r], place->streams[r % stream_count]);
    check(cudaGetLastError(), "starting a kernel");
  }
  place->wait();
  DeviceSums<T> result;
  result.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  result.sums.resize(job.candidates * job.records.size());
  check(cudaMemcpyAsync(result.sums.data(), place->sums.template room<T>(result.sums.size()),
                        result.sums.size() * sizeof(T), cudaMemcpyDeviceToHost, place->streams[0]),
        "copying the losses");
  place->wait();
  workplaces().give_back(std::move(place));
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
    if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess)
      return DeviceState{{}, "the CUDA device does not answer"};
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
