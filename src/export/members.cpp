#include "stickslip/export/members.hpp"

#include "subject.hpp"

namespace stickslip::exporting {

std::vector<LawMember> law_members(const io::Model& model, const ExportOptions& options, const std::string& path) {
  const Subject subject = make_subject(model, options, path, true);
  std::vector<LawMember> members;
  for (const ProgramInput& input : subject.law->inputs) {
    if (input.source != ProgramSource::state && input.source != ProgramSource::parameter) continue;
    const Place place = find_place(subject, input);
    members.push_back({.is_state = input.source == ProgramSource::state,
                       .scalar = scalar_name(subject.field(input), input.offset),
                       .member = place.member + (place.is_single ? "" : "[" + std::to_string(place.index) + "]")});
  }
  return members;
}

}  // namespace stickslip::exporting
