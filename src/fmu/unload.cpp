// When an importer unloads the library: libstdc++ gives back the memory that it keeps for exceptions when there is no
// other, 73 kB, which would be lost with every loading. For the static libstdc++ of this library alone.
namespace __gnu_cxx {
void __freeres();
}

namespace {

__attribute__((destructor)) void give_back() { __gnu_cxx::__freeres(); }

}  // namespace
