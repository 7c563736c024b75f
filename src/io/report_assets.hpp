// What the build embeds of src/io/report/ (cmake/Report.cmake): the style sheet and the plotter.
#pragma once

namespace stickslip::io::report_assets {

extern const char* const style;
extern const char* const script;

}  // namespace stickslip::io::report_assets
