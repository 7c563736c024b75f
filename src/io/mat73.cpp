// MATLAB's version 7.3, which is HDF5, by matio, in a process of its own: a damaged file can make matio or HDF5 crash
// or run without end (of 3000 damaged ones five and one did), and must not take the program with it.
#include <optional>
#include <stdexcept>

#include "mat_columns.hpp"

#ifdef STICKSLIP_HAS_MATIO
#include <fcntl.h>
#include <matio.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#endif

namespace stickslip::io {

using namespace measurement;

#ifdef STICKSLIP_HAS_MATIO

namespace {

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

std::vector<double> read_numbers(const matvar_t& v, std::size_t count) {
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
  auto numbers = v.isComplex != 0 || v.rank != 2 || v.data == nullptr ? std::vector<double>() : read_numbers(v, count);
  if (numbers.empty())
    all.left_out.push_back("variable '" + name + "' is not a real vector or matrix");
  else
    all.arrays.push_back({name, v.dims[0], v.dims[1], std::move(numbers)});
}

// ---- from one process to the other, as bytes

void put(std::string& bytes, std::size_t number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}
void put(std::string& bytes, const std::string& text) {
  put(bytes, text.size());
  bytes += text;
}

// Throws std::out_of_range when the bytes end too soon.
class Bytes {
 public:
  explicit Bytes(const std::string& bytes) : rest_(bytes) {}
  std::size_t number() {
    std::size_t value = 0;
    std::memcpy(&value, take_bytes(sizeof value).data(), sizeof value);
    return value;
  }
  std::string text() { return std::string(take_bytes(number())); }
  std::vector<double> numbers(std::size_t count) {
    std::vector<double> values(count);
    const std::string_view raw = take_bytes(count * sizeof(double));
    if (count > 0) std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }

 private:
  std::string_view take_bytes(std::size_t size) {
    if (size > rest_.size()) throw std::out_of_range("bytes are missing");
    const std::string_view front = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return front;
  }
  std::string_view rest_;
};

std::string pack(const Collected& all) {
  std::string bytes;
  put(bytes, all.arrays.size());
  for (const MatArray& a : all.arrays) {
    put(bytes, a.name);
    put(bytes, a.rows);
    put(bytes, a.columns);
    bytes.append(reinterpret_cast<const char*>(a.values.data()), a.values.size() * sizeof(double));
  }
  put(bytes, all.left_out.size());
  for (const std::string& text : all.left_out) put(bytes, text);
  return bytes;
}

Collected unpack(const std::string& packed_bytes) {
  Bytes bytes(packed_bytes);
  Collected all;
  for (std::size_t left = bytes.number(); left > 0; --left) {
    MatArray a{.name = bytes.text()};
    a.rows = bytes.number();
    a.columns = bytes.number();
    a.values = bytes.numbers(a.rows * a.columns);
    all.arrays.push_back(std::move(a));
  }
  for (std::size_t left = bytes.number(); left > 0; --left) all.left_out.push_back(bytes.text());
  return all;
}

// ---- the two processes

std::string pack_by_matio(const std::string& file) {
  Mat_LogInitFunc("stickslip", [](int, char*) {});  // what it has to say is said by our own message
  const std::unique_ptr<mat_t, CloseMat> mat(Mat_Open(file.c_str(), MAT_ACC_RDONLY));
  Collected all;
  while (mat) {
    const std::unique_ptr<matvar_t, FreeVariable> v{Mat_VarReadNext(mat.get())};
    if (!v) break;
    collect(*v, v->name == nullptr ? "" : v->name, all, 0);
  }
  return mat ? pack(all) : std::string();
}

// What the reading of a file may take; an intact one takes a tenth of it.
struct Limits {
  std::size_t size;                                             // [byte] of the file
  std::size_t seconds() const { return 1 + size / 1'000'000; }  // of processor time
  // [byte] The numbers may be 64 MiB and 100 times the file, as in version 5; they are there several times while they
  // are read.
  std::size_t memory() const { return 5 * ((std::size_t(64) << 20) + 100 * size); }
};

// Of this process, from now on.
void keep_within(const Limits& limits) {
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const auto set = [](auto resource, std::size_t most) {
    const rlimit both{rlim_t(most), rlim_t(most)};
    setrlimit(resource, &both);
  };
  set(RLIMIT_CORE, 0);
  set(RLIMIT_CPU, limits.seconds());
  if (pages > 0) set(RLIMIT_AS, pages * std::size_t(sysconf(_SC_PAGESIZE)) + limits.memory());
}

// Ends the process.
[[noreturn]] void serve(const std::string& file, const Limits& limits, int pipe_end) {
  keep_within(limits);
  for (const int fatal : {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGXCPU}) std::signal(fatal, SIG_DFL);
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDERR_FILENO);  // HDF5 talks there
  bool done = false;
  try {
    const std::string bytes = pack_by_matio(file);
    done = !bytes.empty();
    for (std::size_t from = 0; from < bytes.size() && done;) {
      const ssize_t count = write(pipe_end, bytes.data() + from, bytes.size() - from);
      done = count > 0;
      if (done) from += std::size_t(count);
    }
  } catch (const std::exception&) {
    done = false;
  }
  _exit(done ? 0 : 1);
}

// What comes through the pipe until it is closed, or until the time is over: then nothing.
std::optional<std::string> receive(int pipe_end, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(seconds);
  std::string bytes;
  std::vector<char> block(std::size_t(1) << 20);
  for (;;) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    pollfd waiting{pipe_end, POLLIN, 0};
    if (left <= 0 || poll(&waiting, 1, int(left)) == 0) return std::nullopt;
    const ssize_t count = read(pipe_end, block.data(), block.size());
    if (count <= 0) return bytes;
    bytes.append(block.data(), std::size_t(count));
  }
}

}  // namespace

Dataset read_mat73(const std::string& file) {
  std::error_code ignored;
  const Limits limits{std::filesystem::file_size(file, ignored)};
  const double patience = 10.0 * double(limits.seconds());  // [s] for a disk or a machine with much else to do
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("there is no pipe left for reading " + file);
  const pid_t child = fork();
  if (child == 0) serve(file, limits, ends[1]);
  close(ends[1]);
  const auto bytes = child > 0 ? receive(ends[0], patience) : std::nullopt;
  close(ends[0]);
  int status = 1;
  if (child > 0 && !bytes) kill(child, SIGKILL);
  if (child > 0) waitpid(child, &status, 0);
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGKILL))
    throw std::invalid_argument(file + ": matio does not read it within " + std::to_string(limits.seconds()) +
                                " s, the limit for a file of this size (1 s and 1 s per MB); the file is damaged: "
                                "save it again");
  try {
    Collected all = unpack(bytes.value_or(""));
    return make_dataset(std::move(all.arrays), std::move(all.left_out), file);
  } catch (const std::out_of_range&) {
    throw std::invalid_argument(file + ": matio cannot read it; the file is damaged: save it again");
  }
}

#else

Dataset read_mat73(const std::string& file) {
  throw std::invalid_argument(file +
                              ": MATLAB version 7.3 is read by matio, which this build lacks: install libmatio-dev "
                              "and build again, or save the file with -v7");
}

#endif

}  // namespace stickslip::io
