// The run-time library on a C library that is older than the one it was built with.
namespace stickslip::fmu {}
