#include "stickslip/friction/catalogue.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "stickslip/friction/all.hpp"

namespace stickslip {
namespace {

TEST(catalogue, holds_every_law_of_the_list_in_its_order) {
  const auto laws = law_catalogue();
  ASSERT_EQ(laws.size(), FrictionLaws::names.size());
  for (std::size_t i = 0; i < laws.size(); ++i) EXPECT_EQ(laws[i].name, FrictionLaws::names[i]);
}

TEST(catalogue, gives_a_default_for_every_scalar_of_the_table) {
  for (const LawInfo& law : law_catalogue()) {
    std::size_t scalars = 0;
    for (const Field& f : law.params) scalars += f.width;
    EXPECT_EQ(law.defaults.size(), scalars) << law.name;
  }
}

TEST(catalogue, defaults_are_admissible) {
  for (const LawInfo& law : law_catalogue())
    EXPECT_EQ(complaint(law.params, law.relations, law.defaults), "") << law.name;
}

TEST(catalogue, relations_name_parameters_of_their_law) {
  for (const LawInfo& law : law_catalogue())
    for (const Relation& r : law.relations)
      for (const std::string_view name : {r.left, r.right}) {
        const bool known = name.empty() || std::any_of(law.params.begin(), law.params.end(),
                                                       [name](const Field& f) { return f.name == name; });
        EXPECT_TRUE(known) << law.name << " has no parameter " << name;
      }
}

// "a=1 b=2": the names before the signs.
std::vector<std::string> assigned_names(std::string_view settings) {
  std::vector<std::string> names;
  for (std::size_t from = 0; from < settings.size();) {
    const std::size_t sign = settings.find('=', from);
    names.emplace_back(settings.substr(from, sign - from));
    from = std::min(settings.find(' ', from), settings.size() - 1) + 1;
  }
  return names;
}

TEST(catalogue, settings_of_variants_and_of_comparison_name_parameters_of_their_law) {
  std::size_t checked = 0;
  for (const LawInfo& law : law_catalogue()) {
    std::vector<std::string_view> all{law.compared_at};
    for (const LawVariant& v : law.variants) all.push_back(v.settings);
    for (const std::string_view settings : all)
      for (const std::string& name : assigned_names(settings)) {
        ++checked;
        EXPECT_TRUE(std::any_of(law.params.begin(), law.params.end(), [&](const Field& f) { return f.name == name; }))
            << law.name << " has no parameter " << name;
      }
  }
  EXPECT_GE(checked, 8U);
}

TEST(catalogue, finds_a_law_by_what_it_reads) {
  const LawInfo& law = law_that_reads(Reads::velocity | Reads::displacement);
  EXPECT_EQ(law.reads, Reads::velocity | Reads::displacement);
  EXPECT_EQ(law.may_read, Reads::nothing);
  EXPECT_THROW(law_that_reads(Reads::temperature), std::invalid_argument);
}

TEST(catalogue, a_law_with_a_projection_has_elements_of_a_law_in_the_list) {
  std::size_t found = 0;
  for (const LawInfo& law : law_catalogue()) {
    if (law.projection == nullptr) continue;
    ++found;
    EXPECT_TRUE(law.has_elements) << law.name;
    EXPECT_NE(law_info(law.projection->element).projection, nullptr) << law.name;
    const std::string_view growth = law.projection->growth;
    EXPECT_TRUE(growth.empty() || std::any_of(law.params.begin(), law.params.end(),
                                              [growth](const Field& f) { return f.name == growth; }))
        << law.name << " has no parameter " << growth;
  }
  EXPECT_GT(found, 0U);
}

TEST(catalogue, a_wrong_name_is_answered_with_the_nearest) {
  try {
    law_info("lugree");
    FAIL() << "lugree was accepted";
  } catch (const UnknownName& error) {
    EXPECT_NE(std::string(error.what()).find("no friction law is called 'lugree'; did you mean lugre"),
              std::string::npos)
        << error.what();
  }
}

TEST(law_list, turns_a_name_into_the_type_of_that_name) {
  for (const std::string_view name : FrictionLaws::names)
    EXPECT_EQ(FrictionLaws::with(name, [](auto law) { return std::string(law.name); }), name);
}

TEST(law_list, refuses_a_number_of_elements_that_is_not_compiled) {
  const auto visit = [](auto) {};
  EXPECT_THROW(FrictionLaws::with("maxwell-slip", 0, visit), std::invalid_argument);
  EXPECT_THROW(FrictionLaws::with("maxwell-slip", most_elements + 1, visit), std::invalid_argument);
}

TEST(columns, are_named_in_the_order_of_the_contact) {
  EXPECT_EQ(to_text(Reads::load | Reads::velocity), "velocity, load");
  EXPECT_EQ(to_text(Reads::nothing), "");
}

}  // namespace
}  // namespace stickslip
