// Suite 8: every table is complete, and every value outside it is refused by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include "stickslip/friction/all.hpp"
#include "stickslip/friction/catalogue.hpp"

namespace stickslip::conformance {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

bool is_snake_case(std::string_view name) {
  const auto plain = [](unsigned char c) { return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_'; };
  return !name.empty() && std::islower(static_cast<unsigned char>(name[0])) != 0 && name.back() != '_' &&
         std::all_of(name.begin(), name.end(), plain);
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

void expect_complete(const Field& f) {
  SCOPED_TRACE(std::string(f.name));
  EXPECT_TRUE(is_snake_case(f.name));
  EXPECT_FALSE(f.symbol.empty());
  EXPECT_FALSE(f.unit.empty());
  EXPECT_FALSE(contains(f.unit, " ")) << "FMI unit syntax has no blanks: " << f.unit;
  EXPECT_GE(f.doc.size(), 10U);
  EXPECT_TRUE(f.doc.ends_with('.')) << f.doc;
  EXPECT_TRUE(std::isupper(static_cast<unsigned char>(f.doc.front())) != 0) << f.doc;
  EXPECT_LT(f.lower, f.upper);
  EXPECT_TRUE(std::isfinite(f.lower) && std::isfinite(f.upper));
  EXPECT_GT(f.width, 0U);
  EXPECT_TRUE(f.scale == Scale::linear || f.lower > 0.0) << "a logarithmic scale has no zero";
  if (f.choices.empty()) return;
  const auto choices = 1 + std::count(f.choices.begin(), f.choices.end(), '|');
  EXPECT_EQ(double(choices), f.upper - f.lower + 1.0) << f.choices;
}

void expect_unique_names(std::span<const Field> table) {
  std::set<std::string_view> names;
  for (const Field& f : table) EXPECT_TRUE(names.insert(f.name).second) << f.name << " stands twice in the table";
}

const Field* find(std::span<const Field> table, std::string_view name) {
  const auto at = std::find_if(table.begin(), table.end(), [name](const Field& f) { return f.name == name; });
  return at == table.end() ? nullptr : &*at;
}

class Table : public testing::TestWithParam<std::string_view> {
 protected:
  const LawInfo& law() const { return law_info(GetParam()); }

  std::string complaint_about(std::size_t scalar, double value) const {
    auto values = law().defaults;
    values[scalar] = value;
    return complaint(law().params, law().relations, values);
  }

  // The value is refused, and the message names the parameter, its value, its unit and the range.
  void expect_refused(const Field& f, std::size_t offset, double value) const {
    const std::string message = complaint_about(f.first + offset, value);
    EXPECT_TRUE(message.starts_with(scalar_name(f, offset) + " = " + to_text(value))) << message;
    EXPECT_TRUE(contains(message, "[" + to_text(f.lower) + ", " + to_text(f.upper) + "]")) << message;
    EXPECT_TRUE(f.unit == "1" || contains(message, f.unit)) << message;
  }
};

std::string test_name(const testing::TestParamInfo<std::string_view>& info) {
  std::string name(info.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(laws, Table, testing::ValuesIn(FrictionLaws::names), test_name);

TEST_P(Table, texts_are_there) {
  EXPECT_FALSE(law().title.empty());
  EXPECT_FALSE(law().source.empty());
  EXPECT_TRUE(contains(law().equation, "=")) << law().equation;
  EXPECT_FALSE(law().passive_when.empty());
  EXPECT_NE(law().reads, Reads::nothing);
  for (const auto name : law().guards) EXPECT_FALSE(name.empty());
}

TEST_P(Table, parameter_rows_are_complete) {
  expect_unique_names(law().params);
  for (const Field& f : law().params) expect_complete(f);
}

TEST_P(Table, state_rows_are_complete) {
  expect_unique_names(law().states);
  for (const Field& f : law().states) expect_complete(f);
}

TEST_P(Table, defaults_are_admissible) { EXPECT_EQ(complaint(law().params, law().relations, law().defaults), ""); }

TEST_P(Table, relations_name_existing_parameters) {
  for (const Relation& r : law().relations) {
    EXPECT_NE(find(law().params, r.left), nullptr) << r.left;
    EXPECT_TRUE(r.kind == Relation::Kind::sums_to_one || find(law().params, r.right) != nullptr) << r.right;
  }
}

TEST_P(Table, values_that_are_not_finite_are_refused_by_name) {
  for (const Field& f : law().params)
    for (std::size_t i = 0; i < f.width; ++i)
      for (const double value : {not_a_number, infinity, -infinity}) expect_refused(f, i, value);
}

TEST_P(Table, values_outside_the_bounds_are_refused_by_name) {
  for (const Field& f : law().params)
    for (std::size_t i = 0; i < f.width; ++i)
      for (const double value :
           {0.0, -1.0, -1e-300, 1e308, std::nextafter(f.lower, -infinity), std::nextafter(f.upper, infinity)})
        if (value < f.lower || value > f.upper) expect_refused(f, i, value);
}

// Puts the two sides of a relation the wrong way round, inside their bounds; false when the bounds make that
// impossible.
bool violate(const Relation& r, const Field& left, const Field& right, std::vector<double>& values) {
  const double low = std::max(left.lower, right.lower);
  const double high = std::min(left.upper, right.upper);
  const double base = std::clamp(values[right.first], low, high);
  for (std::size_t i = 0; i < left.width; ++i) values[left.first + i] = base;
  for (std::size_t i = 0; i < right.width; ++i)
    values[right.first + i] = base == 0.0 ? std::min(1.0, right.upper) : std::min(1.5 * base, right.upper);
  return r.kind == Relation::Kind::above || values[right.first] > values[left.first];
}

TEST_P(Table, violated_relations_are_refused_with_both_names) {
  for (const Relation& r : law().relations) {
    auto values = law().defaults;
    const Field& left = *find(law().params, r.left);
    if (r.kind == Relation::Kind::sums_to_one) {
      values[left.first] = values[left.first] > left.lower ? left.lower : left.upper;
      EXPECT_TRUE(contains(complaint(law().params, law().relations, values), r.left));
      continue;
    }
    const Field& right = *find(law().params, r.right);
    ASSERT_TRUE(violate(r, left, right, values)) << r.left << " and " << r.right << " can never be the wrong way round";
    const std::string message = complaint(law().params, std::span(&r, 1), values);
    EXPECT_TRUE(contains(message, r.left)) << message;
    EXPECT_TRUE(contains(message, r.right)) << message;
    EXPECT_NE(complaint(law().params, law().relations, values), "");
  }
}

TEST_P(Table, a_misspelt_name_is_answered_with_the_right_one) {
  std::string typed(GetParam());
  typed.erase(typed.size() / 2, 1);
  try {
    (void)law_info(typed);
    FAIL() << "'" << typed << "' was taken for a law";
  } catch (const UnknownName& error) {
    const std::string message = error.what();
    EXPECT_TRUE(contains(message, "'" + typed + "'")) << message;
    EXPECT_TRUE(contains(message.substr(0, message.find("There are")), GetParam())) << message;
  }
}

TEST(table_of_laws, has_every_name_once) {
  const std::set<std::string_view> names(FrictionLaws::names.begin(), FrictionLaws::names.end());
  EXPECT_EQ(names.size(), FrictionLaws::names.size());
}

TEST(table_of_laws, refuses_a_wrong_name_where_a_name_becomes_a_type) {
  EXPECT_THROW(FrictionLaws::with("viscoplastic-wonder", [](auto) {}), UnknownName);
}

TEST(table_of_laws, has_admissible_defaults_for_every_number_of_elements) {
  FrictionLaws::for_each_size([](auto law) {
    using Law = decltype(law);
    for (std::size_t n = 1; n <= most_elements; ++n)
      EXPECT_EQ(complaint(default_params<Law>(n)), "") << Law::name << " with " << n << " elements";
  });
}

TEST(table_of_laws, has_states_that_begin_inside_their_bounds) {
  FrictionLaws::for_each_size([](auto law) {
    using State = typename decltype(law)::template State<double>;
    EXPECT_EQ(complaint(State{}), "") << decltype(law)::name;
  });
}

}  // namespace
}  // namespace stickslip::conformance
