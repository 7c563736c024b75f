#include "stickslip/numerics/hash.hpp"
#include "stickslip/text/numbers.hpp"
#include "subject.hpp"

namespace stickslip::fmu {

// Two hashes of 64 bits that differ in what they saw first, written as people know a GUID.
std::string make_token(const Subject& subject, std::string_view text) {
  const auto hashed = [&](std::string_view first) {
    numerics::Fnv1a hash;
    hash.add(first);
    hash.add(text);
    for (const Variable& v : subject.sheet().variables) {
      hash.add(std::string_view(v.name));
      hash.add(std::string_view(v.unit));
    }
    return text::hexadecimal(hash.value());
  };
  const std::string digits = hashed("stickslip") + hashed("fmu");
  return "{" + digits.substr(0, 8) + "-" + digits.substr(8, 4) + "-" + digits.substr(12, 4) + "-" +
         digits.substr(16, 4) + "-" + digits.substr(20) + "}";
}

}  // namespace stickslip::fmu
