// What a batch source must not do: call a shared inline function, which leaves the object as a weak symbol.
namespace stickslip::batch {
inline double shared_helper(double x) { return x + 1.0; }

namespace batch::avx2 {
double entry_point(double x) { return shared_helper(x); }
}  // namespace batch::avx2
}  // namespace stickslip::batch
