// The C interface gives the library's numbers, refuses nonsense with a text, and keeps nothing.
#include <gtest/gtest.h>
#include <malloc.h>

#include <cmath>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "../support/strokes.hpp"
#include "stickslip.h"
#include "stickslip/friction/all.hpp"
#include "stickslip/friction/catalogue.hpp"

namespace stickslip {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

struct Destroy {
  void operator()(stickslip_law* law) const { stickslip_destroy(law); }
};
using Handle = std::unique_ptr<stickslip_law, Destroy>;

Handle create_handle(const char* name, std::size_t elements = 0) {
  return Handle(stickslip_create(STICKSLIP_API_VERSION, name, elements, nullptr, 0));
}

stickslip_contact for_c(const Contact<double>& c) {
  return {c.velocity, c.displacement, c.applied, c.mass, c.load, c.pressure, c.temperature};
}

// What creation says when it refuses.
std::string refusal(const char* name, std::size_t elements = 0, int version = STICKSLIP_API_VERSION) {
  char error[1024] = "untouched";
  const Handle handle(stickslip_create(version, name, elements, error, sizeof error));
  EXPECT_EQ(handle, nullptr);
  return error;
}

std::string toml_refusal(const char* text) {
  char error[1024] = "untouched";
  const Handle handle(stickslip_create_from_toml(STICKSLIP_API_VERSION, text, error, sizeof error));
  EXPECT_EQ(handle, nullptr);
  return error;
}

double find_value(const Handle& law, const char* name) {
  double value = nan;
  EXPECT_EQ(stickslip_get(law.get(), name, &value), STICKSLIP_OK) << stickslip_error(law.get());
  return value;
}

#define EXPECT_SAYS(law, text) \
  EXPECT_NE(std::string(stickslip_error((law).get())).find(text), std::string::npos) << stickslip_error((law).get())

// ---- numbers

TEST(capi, every_law_steps_bit_for_bit_as_the_library_does) {
  constexpr double h = 1e-3;
  const auto motion = tests::strokes(1001, h);
  FrictionLaws::for_each([&](auto typed) {
    using Law = decltype(typed);
    const auto p = default_params<Law>();
    typename Law::template State<double> s;
    const Handle law = create_handle(std::string(Law::name).c_str());
    ASSERT_NE(law, nullptr) << Law::name;
    const stickslip_contact start = for_c(motion[0]);
    ASSERT_EQ(stickslip_reset(law.get(), &start), STICKSLIP_OK);
    std::vector<double> state(stickslip_state_count(law.get()));
    ASSERT_EQ(state.size(), scalars(s).size());
    for (std::size_t k = 1; k < motion.size(); ++k) {
      s = Law::advance(p, motion[k - 1], motion[k], s, h);
      const Force<double> expected = Law::force(p, motion[k], s);
      const stickslip_contact now = for_c(motion[k]);
      stickslip_force force, again;
      ASSERT_EQ(stickslip_step(law.get(), &now, h, &force), STICKSLIP_OK) << stickslip_error(law.get());
      ASSERT_EQ(force.value, expected.value) << Law::name << " at step " << k;
      ASSERT_EQ(force.inertia, expected.inertia) << Law::name << " at step " << k;
      ASSERT_EQ(stickslip_force_at(law.get(), &now, &again), STICKSLIP_OK);
      ASSERT_EQ(again.value, expected.value) << Law::name << " at step " << k;
    }
    ASSERT_EQ(stickslip_get_state(law.get(), state.data(), state.size()), STICKSLIP_OK);
    EXPECT_TRUE(std::ranges::equal(state, scalars(s))) << Law::name;
    double energy = nan;
    if constexpr (HasStoredEnergy<Law>) {
      ASSERT_EQ(stickslip_stored_energy(law.get(), &energy), STICKSLIP_OK);
      EXPECT_EQ(energy, Law::stored_energy(p, motion.back(), s)) << Law::name;
    } else {
      EXPECT_EQ(stickslip_stored_energy(law.get(), &energy), STICKSLIP_NOT_AVAILABLE);
      EXPECT_SAYS(law, "has no stored energy");
    }
    const stickslip_contact last = for_c(motion.back());
    double settled = nan;
    if constexpr (HasSteadyState<Law>) {
      ASSERT_EQ(stickslip_steady_state(law.get(), &last, &settled), STICKSLIP_OK) << stickslip_error(law.get());
      EXPECT_EQ(settled, Law::steady_state(p, motion.back())) << Law::name;
    } else {
      EXPECT_EQ(stickslip_steady_state(law.get(), &last, &settled), STICKSLIP_NOT_AVAILABLE);
    }
  });
}

TEST(capi, a_state_and_a_contact_go_on_in_another_handle) {
  const auto motion = tests::strokes(400, 1e-3);
  const Handle one = create_handle("gms", 7);
  const Handle other = create_handle("gms", 7);
  stickslip_force a = {}, b = {};
  stickslip_contact now = {};
  for (std::size_t k = 0; k < 200; ++k) now = for_c(motion[k]), stickslip_step(one.get(), &now, 1e-3, &a);
  std::vector<double> state(stickslip_state_count(one.get()));
  stickslip_contact last;
  ASSERT_EQ(stickslip_get_state(one.get(), state.data(), state.size()), STICKSLIP_OK);
  ASSERT_EQ(stickslip_get_contact(one.get(), &last), STICKSLIP_OK);
  EXPECT_EQ(last.displacement, now.displacement);
  ASSERT_EQ(stickslip_set_state(other.get(), state.data(), state.size()), STICKSLIP_OK);
  ASSERT_EQ(stickslip_set_contact(other.get(), &last), STICKSLIP_OK);
  const Handle copy(stickslip_copy(one.get()));
  stickslip_force c = {};
  for (std::size_t k = 200; k < 400; ++k) {
    now = for_c(motion[k]);
    stickslip_step(one.get(), &now, 1e-3, &a);
    stickslip_step(other.get(), &now, 1e-3, &b);
    stickslip_step(copy.get(), &now, 1e-3, &c);
    ASSERT_EQ(a.value, b.value);
    ASSERT_EQ(a.value, c.value);
  }
  EXPECT_NE(a.value, 0.0);
}

TEST(capi, a_copy_has_parameters_and_a_state_of_its_own) {
  const Handle law = create_handle("lugre");
  stickslip_contact now = STICKSLIP_AT_REST;
  now.velocity = 1e-3;
  ASSERT_EQ(stickslip_step(law.get(), &now, 0.01, nullptr), STICKSLIP_OK);
  const Handle copy(stickslip_copy(law.get()));
  ASSERT_EQ(stickslip_set(law.get(), "stiffness", 5.0), STICKSLIP_OK);
  ASSERT_EQ(stickslip_reset(law.get(), nullptr), STICKSLIP_OK);
  EXPECT_EQ(find_value(copy, "stiffness"), 1e5);
  double before = 1.0, after = 0.0;
  ASSERT_EQ(stickslip_get_state(law.get(), &before, 1), STICKSLIP_OK);
  ASSERT_EQ(stickslip_get_state(copy.get(), &after, 1), STICKSLIP_OK);
  EXPECT_EQ(before, 0.0);
  EXPECT_GT(after, 0.0);
}

TEST(capi, eight_handles_in_eight_threads_give_the_numbers_of_one) {
  const auto motion = tests::strokes(5000, 1e-3);
  const auto follow = [&motion] {
    std::vector<double> forces;
    for (const char* name : {"lugre", "gms", "hybrid-presliding"}) {
      const Handle law = create_handle(name);
      EXPECT_EQ(stickslip_set(law.get(), "no such parameter", 1.0), STICKSLIP_UNKNOWN_NAME);
      for (const auto& m : motion) {
        const stickslip_contact now = for_c(m);
        stickslip_force f = {};
        EXPECT_EQ(stickslip_step(law.get(), &now, 1e-3, &f), STICKSLIP_OK);
        forces.push_back(f.value);
      }
    }
    return forces;
  };
  std::vector<std::vector<double>> found(8);
  {
    std::vector<std::jthread> threads;
    for (auto& mine : found) threads.emplace_back([&mine, &follow] { mine = follow(); });
  }
  const std::vector<double> expected = follow();
  for (const auto& f : found) EXPECT_EQ(f, expected);
}

// ---- parameters

TEST(capi, parameters_are_described_by_the_table) {
  for (const LawInfo& info : law_catalogue()) {
    const Handle law = create_handle(std::string(info.name).c_str());
    std::set<std::string> names;
    for (std::size_t k = 0; k < stickslip_parameter_count(law.get()); ++k) {
      stickslip_number n;
      ASSERT_EQ(stickslip_describe_parameter(law.get(), k, &n), STICKSLIP_OK);
      EXPECT_TRUE(names.insert(n.name).second) << n.name;
      EXPECT_STRNE(n.unit, "");
      EXPECT_STRNE(n.description, "");
      EXPECT_LE(n.lower, n.standard) << n.name;
      EXPECT_GE(n.upper, n.standard) << n.name;
      EXPECT_EQ(find_value(law, n.name), n.standard) << n.name;
      if (*n.choices == '\0') {
        EXPECT_EQ(stickslip_set(law.get(), n.name, n.standard), STICKSLIP_OK) << n.name;
      }
    }
    EXPECT_EQ(names.size(), info.defaults.size()) << info.name;
  }
}

TEST(capi, the_laws_are_those_of_the_catalogue) {
  ASSERT_EQ(stickslip_law_count(), law_catalogue().size());
  stickslip_law_info info;
  for (std::size_t k = 0; k < stickslip_law_count(); ++k) {
    const LawInfo& expected = law_catalogue()[k];
    ASSERT_EQ(stickslip_describe_law(k, &info), STICKSLIP_OK);
    EXPECT_EQ(info.name, expected.name);
    EXPECT_EQ(info.title, expected.title);
    EXPECT_EQ(info.source, expected.source);
    EXPECT_EQ(info.equation, expected.equation);
    EXPECT_EQ(info.reads, unsigned(expected.reads));
    EXPECT_EQ(info.has_elements == 1, expected.has_elements);
  }
  EXPECT_EQ(stickslip_describe_law(stickslip_law_count(), &info), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_describe_law(0, nullptr), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(STICKSLIP_TEMPERATURE, int(Reads::temperature));
}

TEST(capi, one_name_sets_both_sides_and_all_elements) {
  const Handle law = create_handle("lugre");
  ASSERT_EQ(stickslip_set(law.get(), "breakaway", 3.0), STICKSLIP_OK);
  ASSERT_EQ(stickslip_set(law.get(), "coulomb.back", 2.5), STICKSLIP_OK);
  EXPECT_EQ(find_value(law, "coulomb.forward"), 1.0);
  EXPECT_EQ(find_value(law, "coulomb.back"), 2.5);
  EXPECT_EQ(find_value(law, "breakaway"), 3.0);
  double value = 7.0;
  EXPECT_EQ(stickslip_get(law.get(), "coulomb", &value), STICKSLIP_REFUSED);
  EXPECT_SAYS(law, "coulomb has several values, among them 1 and 2.5");
  EXPECT_EQ(value, 7.0);

  const Handle slip = create_handle("maxwell-slip", 4);
  ASSERT_EQ(stickslip_set(slip.get(), "limit", 0.25), STICKSLIP_OK) << stickslip_error(slip.get());
  EXPECT_EQ(find_value(slip, "limit[3]"), 0.25);
  EXPECT_EQ(stickslip_set(slip.get(), "limit[4]", 0.25), STICKSLIP_REFUSED);
  EXPECT_SAYS(slip, "its elements are limit[0] to limit[3]");
}

TEST(capi, related_parameters_are_set_together_or_not_at_all) {
  const Handle law = create_handle("lugre");
  EXPECT_EQ(stickslip_set(law.get(), "coulomb", 5.0), STICKSLIP_REFUSED);
  EXPECT_SAYS(law, "breakaway.forward = 1.5 N must not be below coulomb.forward = 5 N");
  EXPECT_SAYS(law, "stickslip_set_many");
  EXPECT_EQ(find_value(law, "coulomb"), 1.0);
  const char* names[] = {"coulomb", "breakaway", "stiffness"};
  const double values[] = {5.0, 8.0, 1e6};
  EXPECT_EQ(stickslip_set_many(law.get(), names, values, 3), STICKSLIP_OK);
  EXPECT_STREQ(stickslip_error(law.get()), "");
  EXPECT_EQ(find_value(law, "coulomb"), 5.0);
  const double wrong[] = {6.0, 9.0, -1.0};
  EXPECT_EQ(stickslip_set_many(law.get(), names, wrong, 3), STICKSLIP_REFUSED);
  EXPECT_SAYS(law, "stiffness = -1 N/m lies outside [0.001, 1e+12] N/m");
  EXPECT_EQ(find_value(law, "coulomb"), 5.0);
}

TEST(capi, parameters_reach_the_force) {
  const Handle law = create_handle("tanh");
  stickslip_contact now = STICKSLIP_AT_REST;
  now.velocity = 1.0;
  stickslip_force before, after;
  stickslip_force_at(law.get(), &now, &before);
  ASSERT_EQ(stickslip_set(law.get(), "viscous", find_value(law, "viscous") + 10.0), STICKSLIP_OK);
  stickslip_force_at(law.get(), &now, &after);
  EXPECT_NEAR(after.value - before.value, 10.0, 1e-12);
}

TEST(capi, values_may_be_texts_with_units_and_choices) {
  const Handle law = create_handle("hybrid-presliding");
  EXPECT_EQ(stickslip_set_text(law.get(), "restart", "kept"), STICKSLIP_OK);
  EXPECT_EQ(find_value(law, "restart"), 1.0);
  EXPECT_EQ(stickslip_set_text(law.get(), "restart", "lost"), STICKSLIP_UNKNOWN_NAME);
  EXPECT_SAYS(law, "kept");
  EXPECT_EQ(stickslip_set(law.get(), "restart", 1.0), STICKSLIP_REFUSED);
  EXPECT_EQ(stickslip_set_text(law.get(), "coulomb", "[0.9, 1.1]"), STICKSLIP_OK);
  EXPECT_EQ(find_value(law, "coulomb.back"), 1.1);
  EXPECT_EQ(stickslip_set_text(law.get(), "coulomb", "1 kg"), STICKSLIP_REFUSED);
  EXPECT_SAYS(law, "'kg' does not fit: N is needed");
}

// ---- models

TEST(capi, a_model_text_becomes_a_law) {
  const char* text =
      "[law]\nname = \"gms\"\nelements = 3\ncoulomb = 2\nbreakaway = [3, 4]\n[fit]\nvelocity_resolution = 1e-5\n";
  char error[200] = "untouched";
  const Handle law(stickslip_create_from_toml(STICKSLIP_API_VERSION, text, error, sizeof error));
  ASSERT_NE(law, nullptr) << error;
  EXPECT_STREQ(error, "");
  EXPECT_STREQ(stickslip_name(law.get()), "gms");
  EXPECT_EQ(find_value(law, "breakaway.back"), 4.0);
  stickslip_number n;
  for (std::size_t k = 0; k < stickslip_parameter_count(law.get()); ++k) {
    ASSERT_EQ(stickslip_describe_parameter(law.get(), k, &n), STICKSLIP_OK);
    if (n.name == std::string("breakaway.back")) {
      EXPECT_EQ(n.standard, 1.5);
    }
    EXPECT_NE(n.name, std::string("share[3]"));
  }
}

TEST(capi, a_model_that_is_none_is_refused_with_its_line) {
  EXPECT_NE(toml_refusal("[law]\nname = \"lugree\"\n").find("model:2: no friction law is called 'lugree'"),
            std::string::npos);
  EXPECT_NE(toml_refusal("[law]\nname = \"lugre\"\ncoulomb = -1\n").find("model:3: law.coulomb.forward = -1 N"),
            std::string::npos);
  EXPECT_NE(toml_refusal("").find("[law] name is missing"), std::string::npos);
  EXPECT_NE(toml_refusal("[law").find("model:1:"), std::string::npos);
  EXPECT_NE(toml_refusal(nullptr).find("the text of the model is NULL"), std::string::npos);
}

// ---- nonsense

TEST(capi, creation_says_what_is_wrong) {
  EXPECT_NE(refusal("lugree").find("did you mean lugre?"), std::string::npos);
  EXPECT_NE(refusal(nullptr).find("the name of the law is NULL"), std::string::npos);
  EXPECT_NE(refusal("gms", 65).find("elements = 65 lies outside [1, 64]"), std::string::npos);
  EXPECT_NE(refusal("gms", std::size_t(-1)).find("lies outside [1, 64]"), std::string::npos);
  EXPECT_NE(refusal("lugre", 3).find("has no elements, but 3 were asked for; pass 0"), std::string::npos);
  EXPECT_NE(refusal("lugre", 0, 99).find("compiled for version 99"), std::string::npos);
  EXPECT_EQ(stickslip_api_version(), STICKSLIP_API_VERSION);
}

TEST(capi, a_short_error_buffer_is_not_overrun) {
  char error[12] = "abcdefghijk";
  EXPECT_EQ(stickslip_create(STICKSLIP_API_VERSION, "lugree", 0, error, 4), nullptr);
  EXPECT_STREQ(error, "no ");
  EXPECT_EQ(error[4], 'e');
  EXPECT_EQ(stickslip_create(STICKSLIP_API_VERSION, "lugree", 0, error, 0), nullptr);
  EXPECT_STREQ(error, "no ");
}

TEST(capi, a_missing_handle_is_answered) {
  stickslip_contact c = STICKSLIP_AT_REST;
  stickslip_force f;
  stickslip_number n;
  double x = 0.0;
  const char* name = "coulomb";
  EXPECT_EQ(stickslip_step(nullptr, &c, 0.1, &f), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_force_at(nullptr, &c, &f), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_steady_state(nullptr, &c, &x), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_stored_energy(nullptr, &x), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_get(nullptr, name, &x), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_set(nullptr, name, 1.0), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_set_many(nullptr, &name, &x, 1), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_set_text(nullptr, name, "1"), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_describe_parameter(nullptr, 0, &n), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_describe_state(nullptr, 0, &n), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_get_state(nullptr, &x, 1), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_set_state(nullptr, &x, 1), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_get_contact(nullptr, &c), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_set_contact(nullptr, &c), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_reset(nullptr, nullptr), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_copy(nullptr), nullptr);
  EXPECT_EQ(stickslip_parameter_count(nullptr), 0u);
  EXPECT_EQ(stickslip_state_count(nullptr), 0u);
  EXPECT_STREQ(stickslip_mode(nullptr), "");
  EXPECT_STREQ(stickslip_name(nullptr), "");
  EXPECT_NE(std::string(stickslip_error(nullptr)), "");
  stickslip_destroy(nullptr);
}

TEST(capi, missing_arguments_are_named) {
  const Handle law = create_handle("lugre");
  EXPECT_EQ(stickslip_step(law.get(), nullptr, 0.1, nullptr), STICKSLIP_BAD_ARGUMENT);
  EXPECT_SAYS(law, "the contact is NULL");
  EXPECT_EQ(stickslip_get(law.get(), "coulomb", nullptr), STICKSLIP_BAD_ARGUMENT);
  EXPECT_SAYS(law, "the result is NULL");
  EXPECT_EQ(stickslip_get(law.get(), nullptr, nullptr), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_set(law.get(), nullptr, 1.0), STICKSLIP_BAD_ARGUMENT);
  EXPECT_SAYS(law, "the name of a parameter is NULL");
  EXPECT_EQ(stickslip_set_many(law.get(), nullptr, nullptr, 2), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_set_text(law.get(), "coulomb", nullptr), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_get_state(law.get(), nullptr, 1), STICKSLIP_BAD_ARGUMENT);
  EXPECT_EQ(stickslip_describe_parameter(law.get(), 0, nullptr), STICKSLIP_BAD_ARGUMENT);
  stickslip_number n;
  EXPECT_EQ(stickslip_describe_parameter(law.get(), 999, &n), STICKSLIP_BAD_ARGUMENT);
  EXPECT_SAYS(law, "parameter 999 is asked for, but there are 12, counted from 0");
}

TEST(capi, names_that_are_none_are_answered_with_the_nearest) {
  const Handle law = create_handle("lugre");
  EXPECT_EQ(stickslip_set(law.get(), "stifness", 1.0), STICKSLIP_UNKNOWN_NAME);
  EXPECT_SAYS(law, "did you mean stiffness?");
  double x = 0.0;
  EXPECT_EQ(stickslip_get(law.get(), "", &x), STICKSLIP_UNKNOWN_NAME);
  EXPECT_EQ(stickslip_get(law.get(), "coulomb.sideways", &x), STICKSLIP_REFUSED);
  EXPECT_SAYS(law, "coulomb.forward, coulomb.back");
}

TEST(capi, numbers_that_are_not_finite_change_nothing) {
  const Handle law = create_handle("lugre");
  stickslip_contact now = STICKSLIP_AT_REST;
  now.velocity = 1e-3;
  ASSERT_EQ(stickslip_step(law.get(), &now, 1e-3, nullptr), STICKSLIP_OK);
  double before = 0.0, after = 1.0;
  stickslip_get_state(law.get(), &before, 1);
  for (const double bad : {nan, infinity, -infinity}) {
    stickslip_contact wrong = now;
    wrong.pressure = bad;
    stickslip_force f = {7.0, 7.0};
    EXPECT_EQ(stickslip_step(law.get(), &wrong, 1e-3, &f), STICKSLIP_BAD_ARGUMENT);
    EXPECT_SAYS(law, "contact.pressure = ");
    EXPECT_EQ(f.value, 7.0);
    EXPECT_EQ(stickslip_step(law.get(), &now, bad, &f), STICKSLIP_BAD_ARGUMENT);
    EXPECT_EQ(stickslip_set(law.get(), "coulomb", bad), STICKSLIP_BAD_ARGUMENT);
    EXPECT_EQ(stickslip_set_state(law.get(), &bad, 1), STICKSLIP_BAD_ARGUMENT);
    EXPECT_SAYS(law, "deflection = ");
  }
  EXPECT_EQ(stickslip_step(law.get(), &now, -1.0, nullptr), STICKSLIP_BAD_ARGUMENT);
  EXPECT_SAYS(law, "h = -1 s");
  stickslip_get_state(law.get(), &after, 1);
  EXPECT_EQ(before, after);
}

TEST(capi, a_result_beyond_double_precision_is_refused) {
  const Handle law = create_handle("tanh");
  stickslip_contact now = STICKSLIP_AT_REST;
  ASSERT_EQ(stickslip_set(law.get(), "viscous", 1e6), STICKSLIP_OK) << stickslip_error(law.get());
  now.velocity = 1e305;
  EXPECT_EQ(stickslip_step(law.get(), &now, 1.0, nullptr), STICKSLIP_FAILED);
  EXPECT_SAYS(law, "check their units");
  stickslip_contact last;
  stickslip_get_contact(law.get(), &last);
  EXPECT_EQ(last.velocity, 0.0);
}

TEST(capi, a_law_that_reads_the_mass_wants_one) {
  const Handle law = create_handle("hybrid");
  stickslip_contact now = STICKSLIP_AT_REST;
  now.mass = 0.0;
  EXPECT_EQ(stickslip_step(law.get(), &now, 1e-3, nullptr), STICKSLIP_BAD_ARGUMENT);
  EXPECT_SAYS(law, "contact.mass = 0 kg must be above 0 for the law hybrid");
  EXPECT_EQ(stickslip_step(create_handle("lugre").get(), &now, 1e-3, nullptr), STICKSLIP_OK);
}

TEST(capi, modes_are_words_and_only_modes_are_taken) {
  const Handle law = create_handle("coulomb");
  stickslip_contact now = STICKSLIP_AT_REST;
  const std::string at_rest = stickslip_mode(law.get());
  now.velocity = 1.0;
  ASSERT_EQ(stickslip_step(law.get(), &now, 1e-3, nullptr), STICKSLIP_OK);
  EXPECT_NE(stickslip_mode(law.get()), at_rest);
  EXPECT_NE(at_rest, "");
  stickslip_number n;
  ASSERT_EQ(stickslip_describe_state(law.get(), 0, &n), STICKSLIP_OK);
  EXPECT_STRNE(n.choices, "");
  const double half = 0.5, far = 1e9;
  EXPECT_EQ(stickslip_set_state(law.get(), &half, 1), STICKSLIP_REFUSED);
  EXPECT_SAYS(law, "is not a mode");
  EXPECT_EQ(stickslip_set_state(law.get(), &far, 1), STICKSLIP_REFUSED);
  EXPECT_EQ(stickslip_set_state(law.get(), &half, 2), STICKSLIP_BAD_ARGUMENT);
  EXPECT_SAYS(law, "2 numbers are given for a state of 1");
  EXPECT_STREQ(stickslip_mode(create_handle("lugre").get()), "");
}

// ---- memory

TEST(capi, ten_thousand_handles_leave_nothing_behind) {
  const auto live = [] {
    for (int k = 0; k < 10000; ++k) {
      const Handle law = create_handle(k % 2 == 0 ? "lugre" : "gms");
      const Handle copy(stickslip_copy(law.get()));
      EXPECT_NE(stickslip_set(copy.get(), "nobody", 1.0), STICKSLIP_OK);
      EXPECT_EQ(stickslip_step(copy.get(), nullptr, 1.0, nullptr), STICKSLIP_BAD_ARGUMENT);
    }
    return mallinfo2().uordblks;
  };
  const std::size_t first = live();
  EXPECT_LE(live(), first + 1000);  // a leak of one byte per handle would be 10 000
}

}  // namespace
}  // namespace stickslip
