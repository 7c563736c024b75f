// What every text says of itself, and what export refuses.
#include <gtest/gtest.h>

#include <map>

#include "stickslip/export/export.hpp"
#include "stickslip/friction/elements.hpp"
#include "support/shell.hpp"

namespace stickslip::exporting {

using namespace io;

namespace {

using tests::contains;

Model make_model(std::string_view law) {
  Model model{.file = "seal.toml", .law = std::string(law)};
  model.elements = law_info(law).has_elements ? 3 : 0;
  model.group = law_group(law, model.elements);
  model.data_hash = "0123456789abcdef";
  return model;
}

const std::map<std::string_view, std::string> usual_files{
    {"c", "seal.c"}, {"matlab", "seal.m"}, {"js", "seal.js"}, {"modelica", "seal.mo"}};

std::string catch_complaint(std::string_view kind, const ExportOptions& options, const std::string& path) {
  try {
    export_files(kind, make_model("lugre"), options, path);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "nothing";
}

TEST(texts, of_every_kind_and_law_name_law_source_parameters_version_and_data) {
  for (const auto& [kind, path] : usual_files)
    for (const LawInfo& law : law_catalogue())
      for (const ExportedFile& file : export_files(kind, make_model(law.name), {.version = "1.2.3"}, path)) {
        SCOPED_TRACE(file.path + ", " + std::string(law.name));
        EXPECT_TRUE(contains(file.text, std::string(law.title)));
        EXPECT_TRUE(contains(file.text, "(" + std::string(law.name)));
        EXPECT_TRUE(contains(file.text, "Source: " + std::string(law.source)));
        EXPECT_TRUE(contains(file.text, "Stickslip 1.2.3"));
        EXPECT_TRUE(contains(file.text, "hash 0123456789abcdef"));
        EXPECT_TRUE(contains(file.text, "self_test"));
        for (const Field& f : law.params)
          EXPECT_TRUE(contains(file.text, "  " + std::string(f.name) + " = ")) << "without its value";
        for (const Field& f : law.params) EXPECT_TRUE(contains(file.text, "[" + std::string(f.unit) + "]"));
      }
}

TEST(texts, of_a_joint_have_its_units) {
  Model model = make_model("lugre");
  model.rotary = true;
  const std::string text = export_files("js", model, {}, "joint.js").front().text;
  EXPECT_TRUE(contains(text, "coulomb = 1 [N.m]"));
  EXPECT_TRUE(contains(text, "stiffness = 1e+05 [N.m/rad]"));
}

TEST(texts, are_the_same_for_the_same_model) {
  for (const auto& [kind, path] : usual_files)
    EXPECT_EQ(export_files(kind, make_model("gms"), {}, path).back().text,
              export_files(kind, make_model("gms"), {}, path).back().text);
}

TEST(texts, take_their_names_from_the_file_or_from_the_prefix) {
  EXPECT_TRUE(contains(export_files("c", make_model("lugre"), {}, "out/front-seal.c").back().text, "front_seal_step("));
  EXPECT_TRUE(contains(export_files("c", make_model("lugre"), {}, "out/1.c").back().text, "lugre_step("));
  EXPECT_TRUE(contains(export_files("c", make_model("lugre"), {.prefix = "rod"}, "out/1.c").back().text, "rod_step("));
}

TEST(texts, are_never_called_by_a_word_of_their_language) {
  EXPECT_TRUE(contains(export_files("modelica", make_model("lugre"), {}, "model.mo").front().text, "package lugre "));
  EXPECT_TRUE(contains(catch_complaint("modelica", {.prefix = "model"}, "x.mo"),
                       "{option prefix: model} is a word of the language"));
  EXPECT_TRUE(contains(catch_complaint("matlab", {}, "end.m"), "call the file lugre.m"));
}

TEST(texts, of_sixty_four_elements_stay_below_a_megabyte) {
  for (const std::string_view law : {"maxwell-slip", "gms", "mgms", "leuven"}) {
    Model model = make_model(law);
    model.elements = 64;
    model.group = law_group(law, 64);
    for (const auto& [kind, path] : usual_files)
      for (const ExportedFile& f : export_files(kind, model, {}, path))
        EXPECT_LT(f.text.size(), 1000000U) << f.path << law;
  }
}

TEST(texts, are_refused_with_the_remedy) {
  EXPECT_EQ(catch_complaint("c", {}, "seal.txt"), "the file 'seal.txt' of the kind c must end in .c or .h");
  EXPECT_EQ(catch_complaint("matlab", {}, "seal"), "the file 'seal' of the kind matlab must end in .m");
  EXPECT_TRUE(contains(catch_complaint("mathlab", {}, "seal.m"), "did you mean matlab?"));
  EXPECT_TRUE(contains(catch_complaint("c", {.prefix = "1st"}, "seal.c"), "{option prefix: 1st} is not a valid name"));
  EXPECT_TRUE(contains(catch_complaint("c", {.prefix = "int"}, "seal.c"), "nothing"));  // int_step is a name
  EXPECT_TRUE(contains(catch_complaint("js", {.single_precision = true}, "seal.js"),
                       "{option single_precision} is for the kind c"));
  EXPECT_TRUE(contains(catch_complaint("matlab", {.changeable_parameters = true}, "seal.m"),
                       "{option changeable_parameters} is for the kinds"));
  EXPECT_TRUE(contains(catch_complaint("matlab", {.prefix = "rod"}, "seal.m"),
                       "call the file rod.m, or give {option prefix: seal}"));
}

}  // namespace
}  // namespace stickslip::exporting
