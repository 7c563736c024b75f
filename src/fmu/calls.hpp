// What the functions of both C interfaces share.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "instance.hpp"

// Leaves the library; everything else is hidden.
#define STICKSLIP_FMI extern "C" __attribute__((visibility("default")))

namespace stickslip::fmu {

// What an importer holds. The tag tells an instance of this interface from other memory.
template <std::uint64_t tag>
struct Handle {
  std::uint64_t mark = tag;
  std::unique_ptr<Instance> instance = {};

  static Instance* of(void* pointer) noexcept {
    const auto* handle = static_cast<Handle*>(pointer);
    return handle != nullptr && handle->mark == tag ? handle->instance.get() : nullptr;
  }
  static void destroy(void* pointer) noexcept {
    if (of(pointer) == nullptr) return;
    auto* handle = static_cast<Handle*>(pointer);
    handle->mark = 0;
    delete handle;
  }
};

// `count` numbers behind a pointer that an importer gave.
template <class T>
std::span<T> numbers(T* pointer, std::size_t count, const char* what) {
  if (count > 0 && pointer == nullptr) refuse(std::string(what) + " is a null pointer");
  return {pointer, count};
}

template <class T>
T& require(T* pointer, const char* what) {
  if (pointer == nullptr) refuse(std::string(what) + " is a null pointer");
  return *pointer;
}

// Categories that an importer asks for; those that the FMU does not have are refused.
std::vector<std::string> check_categories(std::size_t count, const char* const* names);

// The folder of "file:///tmp/a%20b/resources", or of a path.
std::string local_folder(const char* location);

// Variables of a type of which there is none.
inline void refuse_type(std::size_t count, const char* type) {
  if (count > 0) refuse("the FMU has no variables of type " + std::string(type));
}

}  // namespace stickslip::fmu
