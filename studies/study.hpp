// A paper reproduced: what it says, what we get, and whether the two agree.
//
//   const Study study = study_info("002").run();
//   for (const Claim& c : study.claims) ...;   worse_than_expected(study);   html(make_page(study));
//
// Every claim carries the verdict that it is known to get. A claim that does not reproduce stands as such, with the
// reason; a verdict that is worse than the known one means that something in the library has gone wrong.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stickslip/io/report.hpp"
#include "stickslip/param_group.hpp"

namespace stickslip::studies {

enum class Verdict : unsigned char { does_not, partly, agrees };  // from worse to better

// "agrees", "partly", "does not"
std::string_view to_text(Verdict verdict);

constexpr Verdict agrees_if(bool holds) { return holds ? Verdict::agrees : Verdict::does_not; }
// `whole` implies `part`.
constexpr Verdict grade(bool whole, bool part) {
  return whole ? Verdict::agrees : part ? Verdict::partly : Verdict::does_not;
}

struct Claim {
  std::string place;      // "fig. 5"
  std::string says;       // what the paper says, in our words
  std::string criterion;  // when we call it reproduced
  Verdict expected;
  Verdict verdict;
  std::string ours;    // what we get, in numbers
  std::string reason;  // why it does not agree; empty when it does
};

// A figure behind a claim, under a name that stays.
struct Number {
  std::string name;
  double value;
  std::string unit;
};

// A law with the parameters that a paper tabulates or a study finds, for `--law FILE`.
struct StudyModel {
  std::string name;                // of its file: "d-ring"
  std::string title;               // one line
  std::vector<std::string> about;  // where its numbers come from, a line each
  std::string law;
  std::size_t elements = 0;  // of a law that has elements, otherwise 0
  ParamGroup group = {};
};

// A model file: what the numbers are, then [law].
std::string model_text(const StudyModel& model);

// Models for everyday use, made without running a study: the seals of 000.
std::vector<StudyModel> ready_models();
// Throws UnknownName.
StudyModel ready_model(std::string_view name);

struct Study {
  std::string paper;   // "002"
  std::string title;   // what the paper is about
  std::string source;  // author and work
  std::vector<Claim> claims = {};
  std::vector<Number> numbers = {};
  std::vector<std::string> departures = {};  // where we do not follow the print, a line each
  std::vector<std::string> left_out = {};    // parts of the paper that are not here, a line each
  std::vector<io::Section> figures = {};     // the paper's figures with our curves, and tables
  std::vector<StudyModel> models = {};       // under names of their own

  // Keeps a number and hands it back.
  double number(std::string name, double value, std::string unit);
  // Throws UnknownName.
  double value(std::string_view name) const;
};

// Claims whose verdict is worse than the known one.
std::vector<const Claim*> worse_than_expected(const Study& study);

// "Of 26 claims 16 agree, 2 partly, 8 do not."
std::string summarise(const Study& study);

// "paper says / we get / agrees?" as a table, and the whole study as a report.
io::ReportTable claim_table(const Study& study);
io::Page make_page(const Study& study);

struct StudyInfo {
  std::string_view paper;
  std::string_view title;
  Study (*run)();
};

std::span<const StudyInfo> study_catalogue();
// Throws UnknownName.
const StudyInfo& study_info(std::string_view paper);

// Mustafa et al.: piston seals by a modified Maxwell slip law, their observer and identification. Figs 5-7, 9-14.
Study study_000();
// Yanada, Khaing, Tran: the friction law in the simulation of a hydraulic actuator. Figs 4-8.
Study study_001();
// Mykhalevych: a friction law for the dry clutch. Figs 1-7, 9-10.
Study study_002();
// Snabl, Pesek, Pust: backlash-based law against Dahl and LuGre. Figs 2-5.
Study study_003();
// Nouailletas, Mendes, Koenig: hybrid friction, its identification, a clutch actuator. Figs 4-8, 12-22.
Study study_004();

}  // namespace stickslip::studies
