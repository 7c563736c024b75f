# stickslip_warnings(target): the warnings that our own code must be free of, and the headers compiled before it
# (Precompile.cmake). A consumer never inherits them.
function(stickslip_warnings target)
  stickslip_warning_options(${target})
  stickslip_precompile(${target})
endfunction()

function(stickslip_warning_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-align
    -Woverloaded-virtual -Wdouble-promotion -Wformat=2
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)  # g++ 12 warns of std::string's own operator+ (PR 105651)
    if(STICKSLIP_PRECOMPILE)  # and, behind a precompiled header, of its copies
      target_compile_options(${target} PRIVATE -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
    endif()
  endif()
  if(STICKSLIP_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

include(Optimise)
include(Precompile)
