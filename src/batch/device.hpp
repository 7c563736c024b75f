// The CUDA half of the batch engine, without CUDA's types. Built without CUDA, every question is answered with why not.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "prepared.hpp"

namespace stickslip::batch {

// The device's name, or why there is none.
struct DeviceState {
  std::string name = {};
  std::string missing = {};  // empty: ready
};
DeviceState device_state();

// What a batch asks of the device.
template <class T>
struct DeviceJob {
  std::size_t law = 0;  // position in SizedLaws
  std::size_t candidates = 0;
  std::size_t width = 0;           // scalars of a parameter set
  const double* params = nullptr;  // [candidate][scalar]
  std::span<const PreparedRecord<T>> records;
  Loss loss = Loss::squares;
  T huber = 1;
};

template <class T>
struct DeviceSums {
  std::vector<T> sums;   // of every candidate along every record, [record][candidate]
  double seconds = 0.0;  // from the first kernel's start to the last one's end
};

// Throws std::runtime_error with CUDA's own words.
template <class T>
DeviceSums<T> device_losses(const DeviceJob<T>& job);
template <>
DeviceSums<double> device_losses(const DeviceJob<double>& job);
template <>
DeviceSums<float> device_losses(const DeviceJob<float>& job);

}  // namespace stickslip::batch
