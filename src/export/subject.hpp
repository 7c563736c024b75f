// What all texts of one model have in common.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "listing.hpp"
#include "stickslip/export/export.hpp"
#include "stickslip/export/traced_law.hpp"

namespace stickslip::exporting {

// A motion from rest and the friction force of the library behind each of its steps.
struct SelfTest {
  double h = 0.0;                               // [s]
  std::vector<std::vector<double>> contacts{};  // the columns that the law reads; the first is where it begins
  std::vector<double> forces{};                 // [N], one fewer
};

struct Subject {
  const io::Model& model;
  const ExportOptions& options;
  std::string name;  // an identifier
  std::unique_ptr<TracedLaw> law;
  std::vector<std::size_t> columns;  // of the contact, that the law reads
  std::vector<std::size_t> kept;     // of these, whose value before the step it reads too
  SelfTest test;

  const LawInfo& info() const { return *law->info; }
  const Field& field(const ProgramInput& input) const;
  const ContactColumn& column(std::size_t k) const { return contact_table[k]; }
  std::string unit(std::string_view translational) const;
};

// Names that are words of the language are not taken.
Subject make_subject(const io::Model& model, const ExportOptions& options, const std::string& path, bool changeable,
                     std::span<const std::string_view> words = {});

// The head of every text: name, equation, source, parameters, version, data; without comment signs.
std::vector<std::string> description(const Subject& s);

// "pull_3", "coulomb_back", "last_velocity", "h": a name for a program's input in every language.
std::string local_name(const Subject& s, const ProgramInput& input);

// Whether it stands in what the program remembers.
bool is_remembered(const ProgramInput& input);

// The nodes that a program gives, and the inputs that it takes under names of the language.
std::vector<TraceId> find_nodes(TracedLaw& law, std::span<const Trace> numbers);
std::vector<TraceId> step_nodes(TracedLaw& law);  // the state, then the force

// Outputs of a program in groups: the elements of a field together, everything else alone.
using OutputGroups = std::vector<std::vector<TraceId>>;
OutputGroups step_groups(TracedLaw& law);  // the state, then the force
OutputGroups rate_groups(TracedLaw& law);  // as the state
OutputGroups guard_groups(TracedLaw& law);

// What a language calls vectors in a loop over the elements: "s->pull[i]", "table_1[i]".
struct VectorNames {
  std::function<std::string(const ProgramInput&)> field;
  std::function<std::string(const std::vector<double>&)> table;
  std::vector<std::string> stores = {};  // where a group's vector goes, for every group that may be one
};

struct GroupedListing {
  Listing listing = {};
  std::vector<std::vector<std::string>> values = {};  // of the groups; none of a vector, which has been stored
  bool takes_state = false;                           // vectors of it
  bool takes_params = false;
};

// With loops over the elements where they are alike and the language has such loops, otherwise in one row.
GroupedListing make_grouped_listing(const TracedLaw& law, const OutputGroups& groups, std::vector<std::string> inputs,
                                    const Dialect& dialect, const VectorNames& names,
                                    std::span<const Given> given = {});

// A field's scalars in use, for declarations: "double pull[10]".
struct Member {
  std::string name;
  std::size_t count;  // 1: a single value
  std::string unit;
  std::string doc;
  std::vector<double> values;  // of parameters
};
std::vector<Member> state_members(const Subject& s);      // with the contact that it keeps
std::vector<Member> parameter_members(const Subject& s);  // both sides of a Sides field on their own

// Where a scalar stands: its member, and its place there if that has several.
struct Place {
  std::string member;
  std::size_t index = 0;
  bool is_single = true;
};
Place find_place(const Subject& s, const ProgramInput& input);

// The feed-forward compensation, in words for its comment.
std::vector<std::string> compensation_description(const Subject& s);
// The columns that its caller gives besides the velocity: not the displacement, which it integrates, nor the applied
// force, which it decides.
std::vector<std::size_t> compensation_columns(const Subject& s);
// The columns that it gives to the law.
std::vector<std::string> compensation_contact(const Subject& s, const std::string& velocity,
                                              const std::string& displacement, const std::string& zero);

// Whether friction has a part in proportion to the acceleration.
bool carries_inertia(const Subject& s);

// The writers.
std::vector<ExportedFile> c_files(const io::Model& model, const ExportOptions& options, const std::string& path);
std::vector<ExportedFile> matlab_files(const io::Model& model, const ExportOptions& options, const std::string& path);
std::vector<ExportedFile> js_files(const io::Model& model, const ExportOptions& options, const std::string& path);
std::vector<ExportedFile> st_files(const io::Model& model, const ExportOptions& options, const std::string& path);
std::vector<ExportedFile> simulink_files(const io::Model& model, const ExportOptions& options, const std::string& path);
std::vector<ExportedFile> modelica_files(const io::Model& model, const ExportOptions& options, const std::string& path);

}  // namespace stickslip::exporting
