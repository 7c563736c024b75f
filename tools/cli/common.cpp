#include "common.hpp"

#include <filesystem>
#include <stdexcept>

#include "stickslip/friction/catalogue.hpp"

namespace stickslip::cli {

Option output_directory(std::string& directory, std::string_view files) {
  return {"-o,--output DIR", &directory, "Directory for " + std::string(files)};
}

Option output_file(std::string& file, std::string_view meaning) {
  return {"-o,--output FILE", &file, std::string(meaning)};
}

Option json_flag(bool& json, std::string_view what) { return {"--json", &json, "Print " + std::string(what)}; }

Option list_flag(bool& list, std::string_view what) { return {"--list", &list, "List " + std::string(what)}; }

Option quiet_flag(bool& quiet) { return {"--quiet", &quiet, "No progress line and no remarks on stderr"}; }

Option elements_option(std::size_t& elements) {
  return {"--elements N", &elements, "Number of elements, 1 to 64, for laws with elements (default: the law's)"};
}

Option settings_option(std::vector<std::string>& settings, std::string_view what) {
  return {"--set KEY=VALUE", &settings, std::string(what)};
}

Option map_option(std::vector<std::string>& names) {
  return {"--map ROLE=COLUMN", &names, "Column for a role, with its unit if the file has none: force=F[kN]"};
}

void append(std::vector<Option>& options, const std::vector<Option>& more) {
  options.insert(options.end(), more.begin(), more.end());
}

Option under(std::string_view section, Option option) {
  option.section = section;
  return option;
}

std::vector<std::string> law_names() { return names_in(law_catalogue()); }

std::vector<std::string> result_places(const std::vector<std::string>& data, const std::string& output) {
  if (data.size() == 1) return {output};
  std::vector<std::string> places;
  for (std::size_t i = 0; i < data.size(); ++i) {
    places.push_back((std::filesystem::path(output) / std::filesystem::path(data[i]).stem()).string());
    for (std::size_t k = 0; k < i; ++k)
      if (places[k] == places[i] && !output.empty())
        throw std::invalid_argument(data[k] + " and " + data[i] + " would both be written to " + places[i] +
                                    ": rename one, or run them one at a time");
  }
  return places;
}

}  // namespace stickslip::cli
