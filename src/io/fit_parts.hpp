// Pieces of a fit's files that the files of a ranking have too.
#pragma once

#include "stickslip/io/fit.hpp"
#include "stickslip/io/json.hpp"

namespace stickslip::io {

Json options_json(const identify::FitOptions& options);
Json verdict_json(const identify::Verdict& verdict);
Json provenance_json(const Provenance& from, std::uint64_t hash);
Json fit_parts(const identify::FitReport& fit, bool rotary);

// The sections of report.html.
Section parameters_section(const identify::FitReport& fit, bool rotary);
Section scores_section(const identify::FitReport& fit, bool rotary);
Section advice_section(const identify::FitReport& fit);
std::vector<Section> recording_sections(const identify::FitReport& fit, bool rotary);
Section residuals_section(const identify::FitReport& fit);
Section correlation_section(const identify::FitReport& fit);
Section convergence_section(const identify::FitReport& fit);
Section details_section(const identify::FitReport& fit, const Provenance& from);
ReportTable data_table(const Provenance& from);

// Samples of a trace that show all of it: at most about `most`, the extremes of every stretch among them.
std::vector<std::size_t> display_samples(const identify::FitTrace& trace, std::size_t most);

// Values at these samples.
std::vector<double> pick(const std::vector<double>& values, const std::vector<std::size_t>& samples);

}  // namespace stickslip::io
