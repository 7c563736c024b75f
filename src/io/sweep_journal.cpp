#include "stickslip/io/sweep_journal.hpp"

#include "stickslip/io/sweep.hpp"

namespace stickslip::io {

using namespace sweep;

SweepJournal::SweepJournal(const std::string& directory, const Sweep& sweep, std::string_view version)
    : WorkJournal(directory, "sweep", description(sweep, version)) {}

}  // namespace stickslip::io
