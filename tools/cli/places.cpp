#include "places.hpp"

#include <filesystem>
#include <stdexcept>

namespace stickslip::cli {

std::vector<std::string> places_of(const std::vector<std::string>& data, const std::string& output) {
  if (data.size() == 1) return {output};
  std::vector<std::string> places;
  for (std::size_t i = 0; i < data.size(); ++i) {
    places.push_back((std::filesystem::path(output) / std::filesystem::path(data[i]).stem()).string());
    for (std::size_t k = 0; k < i; ++k)
      if (places[k] == places[i] && !output.empty())
        throw std::invalid_argument(data[k] + " and " + data[i] + " would both be written to " + places[i] +
                                    ": rename one, or take them one at a time");
  }
  return places;
}

}  // namespace stickslip::cli
