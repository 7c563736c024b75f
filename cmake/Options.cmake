# What can be built, and what of it is built here. Every STICKSLIP_WITH_* is ON (must be there, or configure stops), OFF
# (left out) or AUTO (built when its packages are found).

if(PROJECT_IS_TOP_LEVEL)
  set(stickslip_default AUTO)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
  endif()
else()
  set(stickslip_default OFF)  # a project that embeds the library wants neither our tests nor our tools
endif()

option(STICKSLIP_WERROR "Treat warnings in our own code as errors" OFF)
option(STICKSLIP_SANITIZE "Stop at memory errors and undefined behaviour" OFF)

# stickslip_find(found missing package...): looks for all packages; leaves TRUE or FALSE, and the first one missing.
function(stickslip_find found missing)
  set(CMAKE_MESSAGE_LOG_LEVEL WARNING)  # some packages talk even when asked to be quiet
  set(${found} TRUE PARENT_SCOPE)
  foreach(package IN LISTS ARGN)
    find_package(${package} QUIET CONFIG)
    if(NOT ${package}_FOUND)
      set(${found} FALSE PARENT_SCOPE)
      set(${missing} ${package} PARENT_SCOPE)
      return()
    endif()
  endforeach()
endfunction()

# stickslip_feature(NAME "what it is" package...) leaves STICKSLIP_WITH_NAME TRUE or FALSE for the caller, and a line in
# the summary.
function(stickslip_feature name what)
  set(option STICKSLIP_WITH_${name})
  set(${option} ${stickslip_default} CACHE STRING "${what} (ON, OFF, AUTO)")
  set_property(CACHE ${option} PROPERTY STRINGS AUTO ON OFF)
  set(asked ${${option}})
  if(asked STREQUAL "AUTO" OR asked)
    stickslip_find(on missing ${ARGN})
    if(NOT on)
      set(why " (${missing} not found)")
    endif()
    if(NOT on AND NOT asked STREQUAL "AUTO")
      message(FATAL_ERROR "${option} is ${asked}, but the package ${missing} was not found: install it, or set AUTO or OFF")
    endif()
  else()
    set(on FALSE)
    set(why " (switched off)")
  endif()
  set(${option} ${on} PARENT_SCOPE)
  add_feature_info(${option} ${on} "${what}${why}")
endfunction()

include(FeatureSummary)
stickslip_feature(TOML     "reading experiment files" tomlplusplus)
stickslip_feature(CLI      "the program stickslip" CLI11 nlohmann_json tomlplusplus)
stickslip_feature(EXAMPLES "the examples")
stickslip_feature(TESTS    "the tests" GTest nlohmann_json)
stickslip_feature(BENCH    "the benchmarks")
stickslip_feature(HIGHWAY  "SIMD lanes for batches" hwy)
stickslip_feature(CERES    "ceres::Jet as a scalar in the tests" Ceres)
stickslip_feature(SUNDIALS "the solver cvode, referee of our own" SUNDIALS)
stickslip_feature(PAGMO    "pagmo as a peer" pagmo)
stickslip_feature(ODEINT   "Boost.odeint as a peer" Boost)

if(STICKSLIP_SANITIZE)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
  add_link_options(-fsanitize=address,undefined)
endif()
