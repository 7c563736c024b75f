// The run-time library on a C library that is older than the one it was built with.
//
// A newer glibc gives exp, log, pow and powf a newer version (without the old way of reporting errors; the numbers are
// the same), and the static halves of libstdc++ and libgcc ask it for functions of its own age. What is defined here
// stands in for those, inside this library alone: GLIBC_2.16, of 2012, is the newest version that is left.
#include <features.h>

#if defined(__GLIBC__) && defined(__x86_64__)

#include <dlfcn.h>
#include <link.h>
#include <sched.h>
#include <sys/stat.h>

#include <atomic>
#include <cerrno>
#include <cstdint>

extern "C" {

double exp_of_old(double x);
double log_of_old(double x);
double pow_of_old(double x, double y);
float powf_of_old(float x, float y);
int stat_of_old(int version, int file, struct stat64* about);
__asm__(".symver exp_of_old, exp@GLIBC_2.2.5");
__asm__(".symver log_of_old, log@GLIBC_2.2.5");
__asm__(".symver pow_of_old, pow@GLIBC_2.2.5");
__asm__(".symver powf_of_old, powf@GLIBC_2.2.5");
__asm__(".symver stat_of_old, __fxstat64@GLIBC_2.2.5");

double exp(double x) { return exp_of_old(x); }
double log(double x) { return log_of_old(x); }
double pow(double x, double y) { return pow_of_old(x, y); }
float powf(float x, float y) { return powf_of_old(x, y); }

int fstat64(int file, struct stat64* about) noexcept {
  constexpr int version = 1;  // of the struct, on x86-64
  return stat_of_old(version, file, about);
}

// Counters are atomic always; a host may have threads that this library does not know of.
char __libc_single_threaded = 0;

// Of this one libgcc asks for the address alone, to see whether there may be threads.
int __pthread_key_create(unsigned*, void (*)(void*)) { return ENOSYS; }

// In a C library before 2.34 it lies in libpthread, which a host need not have loaded.
int pthread_once(int* control, void (*routine)()) {
  enum : int { untouched, running, done };
  std::atomic_ref<int> state(*control);
  int seen = untouched;
  if (state.compare_exchange_strong(seen, running)) {
    routine();
    state.store(done);
    return 0;
  }
  while (state.load() != done) sched_yield();
  return 0;
}

}  // extern "C"

#if __GLIBC_PREREQ(2, 35)

namespace {

// Where the unwinder finds the frames of the code at `pc`.
struct Search {
  std::uintptr_t pc;
  dl_find_object* found;
};

int look_into(dl_phdr_info* object, std::size_t, void* data) {
  auto* search = static_cast<Search*>(data);
  bool holds = false;
  std::uintptr_t frames = 0;
  for (int i = 0; i < object->dlpi_phnum; ++i) {
    const auto& part = object->dlpi_phdr[i];
    const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
    if (part.p_type == PT_GNU_EH_FRAME) frames = begin;
    if (part.p_type != PT_LOAD || search->pc < begin || search->pc >= begin + part.p_memsz) continue;
    holds = true;
    search->found->dlfo_map_start = reinterpret_cast<void*>(begin);
    search->found->dlfo_map_end = reinterpret_cast<void*>(begin + part.p_memsz);
  }
  if (!holds || frames == 0) return 0;
  search->found->dlfo_eh_frame = reinterpret_cast<void*>(frames);
  return 1;
}

}  // namespace

extern "C" int _dl_find_object(void* pc, dl_find_object* found) noexcept {
  *found = {};
  Search search{reinterpret_cast<std::uintptr_t>(pc), found};
  return dl_iterate_phdr(look_into, &search) == 1 ? 0 : -1;
}

#endif
#endif
