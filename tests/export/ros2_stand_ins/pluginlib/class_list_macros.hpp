// Makes the class as a loader of plug-ins would.
#pragma once

#include <memory>

#define PLUGINLIB_EXPORT_CLASS(Derived, Base) \
  std::unique_ptr<Base> make_plug_in();       \
  std::unique_ptr<Base> make_plug_in() { return std::make_unique<Derived>(); }
