# Headers that nearly every source includes, compiled once: up to a second less per source.
#
# A precompiled header fits only sources with the same flags, so there is one for position-independent code and one for
# programs; tests have a third with GoogleTest and JSON in it (property STICKSLIP_HEADERS = test). stickslip_warnings(), which every
# target of our own calls, gives the target the one that fits.
# Modules, SIMD objects (compiled for a processor of their own) and sources of another C++ standard take none.
# A header that a source of the library forgets to include shows in consumer.by_add_subdirectory_builds_and_runs, which
# compiles it without.
option(STICKSLIP_PRECOMPILE "Compile the most used headers once" OFF)

if(STICKSLIP_PRECOMPILE)
  set(kinds library program)
  if(STICKSLIP_WITH_TESTS)
    list(APPEND kinds test)
  endif()
  foreach(kind IN LISTS kinds)
    set(owner stickslip_headers_${kind})
    file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/generated/${owner}.cpp CONTENT "// For its precompiled header.\n")
    add_library(${owner} OBJECT EXCLUDE_FROM_ALL ${PROJECT_BINARY_DIR}/generated/${owner}.cpp)
    target_compile_features(${owner} PRIVATE cxx_std_20)
    target_include_directories(${owner} PRIVATE ${PROJECT_SOURCE_DIR}/include)
    stickslip_warning_options(${owner})
    # The core's headers stand here too: a change in one of them compiles nearly everything again anyway.
    if(STICKSLIP_SANITIZE AND NOT kind STREQUAL "library")
      target_compile_options(${owner} PRIVATE ${STICKSLIP_PROGRAM_OPTIONS})
    endif()
    target_precompile_headers(${owner} PRIVATE
      <algorithm> <array> <charconv> <chrono> <cmath> <cstdint> <cstdio> <filesystem> <fstream> <functional>
      <iostream> <limits> <map> <memory> <numeric> <optional> <random> <set> <span> <sstream> <stdexcept> <string>
      <string_view> <utility> <variant> <vector>
      <stickslip/excitation.hpp> <stickslip/friction.hpp> <stickslip/hybrid.hpp> <stickslip/trajectory.hpp>)
  endforeach()
  set_target_properties(stickslip_headers_library PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(stickslip_headers_library PRIVATE -fno-math-errno)  # as the rooms: it defines a macro
  if(TARGET stickslip_headers_test)
    target_link_libraries(stickslip_headers_test PRIVATE GTest::gtest nlohmann_json::nlohmann_json)
    target_precompile_headers(stickslip_headers_test PRIVATE <gtest/gtest.h> <nlohmann/json.hpp>)
  endif()
endif()

# stickslip_precompile(target): at the end of the directory, when the target's properties are known.
function(stickslip_precompile target)
  if(STICKSLIP_PRECOMPILE)
    cmake_language(EVAL CODE "cmake_language(DEFER CALL stickslip_reuse_headers ${target})")
  endif()
endfunction()

function(stickslip_reuse_headers target)
  get_target_property(type ${target} TYPE)
  get_target_property(standard ${target} CXX_STANDARD)
  if(type STREQUAL "MODULE_LIBRARY" OR NOT standard EQUAL CMAKE_CXX_STANDARD)
    return()
  endif()
  get_target_property(independent ${target} POSITION_INDEPENDENT_CODE)
  get_target_property(options ${target} COMPILE_OPTIONS)
  get_target_property(headers ${target} STICKSLIP_HEADERS)
  if(type STREQUAL "SHARED_LIBRARY" OR (independent AND NOT type STREQUAL "EXECUTABLE"))
    set(kind library)
  elseif(headers)
    set(kind ${headers})
  elseif(NOT independent)
    set(kind program)
  endif()
  if("-fno-math-errno" IN_LIST options)
    set(fits library)
  else()
    set(fits program test)
  endif()
  if(STICKSLIP_SANITIZE AND NOT kind STREQUAL "library" AND (NOT "-O0" IN_LIST options OR "-O1" IN_LIST options))
    return()  # a header compiled at -O0 is refused with optimisation
  endif()
  if(kind IN_LIST fits)
    target_precompile_headers(${target} REUSE_FROM stickslip_headers_${kind})
  endif()
endfunction()

# Sources of one target compiled by eights: what they all include and instantiate is compiled once for eight of them, a
# fifth of all processor time. Names in anonymous namespaces then meet; where two sources of a room need the same one,
# stickslip_compile_alone(source...) keeps them apart. Sources with options of their own are alone anyway.
# A build of single sources (CMake's default) finds what a source forgets to include: that of consumers is one.
option(STICKSLIP_COMPILE_TOGETHER "Compile the sources of a room by eights" OFF)

function(stickslip_compile_together target)
  if(STICKSLIP_COMPILE_TOGETHER)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    # FMUs and the C library take functions out of the archive, and the linker leaves the rest of each object behind.
    target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
  endif()
endfunction()

function(stickslip_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()
