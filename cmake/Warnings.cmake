# stickslip_warnings(target): the warnings that our own code must be free of. A consumer never inherits them.
function(stickslip_warnings target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-align
    -Woverloaded-virtual -Wdouble-promotion -Wformat=2
    $<$<CXX_COMPILER_ID:GNU>:-Wduplicated-cond -Wlogical-op>)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict)  # g++ 12 warns of std::string's own operator+ (PR 105651)
  endif()
  if(STICKSLIP_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()
