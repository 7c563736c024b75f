// A machine whose drive can be taken over from outside while it runs: an input of a simulator, a value of a table.
#pragma once

namespace stickslip::plant {

class Driven {
 public:
  virtual ~Driven() = default;
  // From now on the drive is value + rate (t - from), in its own unit.
  virtual void drive_by(double value, double rate, double from) = 0;
};

}  // namespace stickslip::plant
