// The rows of a sweep that are done: what a sweep that was stopped, or killed, goes on from.
#pragma once

#include <string>
#include <string_view>

#include "stickslip/io/journal.hpp"
#include "stickslip/sweep.hpp"

namespace stickslip::io {

// DIR/sweep.journal. A row is a line of the sweep's table.
class SweepJournal : public WorkJournal {
 public:
  // Throws std::invalid_argument as a WorkJournal does.
  SweepJournal(const std::string& directory, const sweep::Sweep& sweep, std::string_view version);
};

}  // namespace stickslip::io
