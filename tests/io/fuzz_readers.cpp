// Readers under libFuzzer, which looks for bytes that reach code which no file before reached (tools/fuzz.sh).
//
//   io_fuzz KIND FOLDER            writes whole files of that kind there, from which it begins
//   STICKSLIP_FUZZ=KIND io_fuzz ...  libFuzzer's own options
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <stdexcept>

#include "readers.hpp"

namespace stickslip::tests {
namespace {

const std::map<std::string, Reader (*)()> kinds{
    {"csv", csv_reader}, {"journal", journal_reader}, {"json", json_reader}, {"mat", matlab_reader}};

Reader reader_named(const char* kind) {
  const auto found = kinds.find(kind == nullptr ? "" : kind);
  if (found != kinds.end()) return found->second();
  for (const auto& one : kinds) std::puts(one.first.c_str());
  std::exit(2);
}

}  // namespace
}  // namespace stickslip::tests

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  if (*count != 3 || std::getenv("STICKSLIP_FUZZ") != nullptr) return 0;
  const auto reader = stickslip::tests::reader_named((*arguments)[1]);
  std::filesystem::create_directories((*arguments)[2]);
  for (std::size_t i = 0; i < reader.seeds.size(); ++i)
    std::ofstream(std::string((*arguments)[2]) + "/whole" + std::to_string(i), std::ios::binary) << reader.seeds[i];
  std::exit(0);
}

// A refusal that names its file is an answer; anything else that is thrown ends the program, as a crash does.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto reader = stickslip::tests::reader_named(std::getenv("STICKSLIP_FUZZ"));
  try {
    reader.read(std::string(reinterpret_cast<const char*>(data), size), reader.name);
  } catch (const std::invalid_argument& refusal) {
    if (std::string(refusal.what()).find(reader.name) == std::string::npos) throw;
  }
  return 0;
}
