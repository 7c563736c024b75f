# One source, one object per instruction set.
#
#   stickslip_add_simd_objects(name SOURCES a.cpp ...)
#
# makes the object libraries name_sse4, name_avx2 and name_avx512 (name_generic on processors other than x86-64) and the
# interface library `name` that carries their objects. Each compilation sees STICKSLIP_TARGET_NAME = sse4, avx2, ...;
# src/batch/target.hpp chooses among them at run time.
#
# A weak function that leaves such an object could be chosen by the linker for the whole program, and an AVX-512 copy of
# it would stop an older processor with an illegal instruction. Therefore every build looks at the objects' symbols: the
# only functions that may leave are those in namespace STICKSLIP_TARGET_NAME (mangled: they contain e.g. "4avx2") and
# Highway's own, which live in a namespace per target. A debug build optimises these objects too: without inlining they
# are a hundred times slower, and small shared functions would leave them. A sanitized build takes -Og, which compiles
# three times faster there, and has the sanitizers look at one instruction set: the lines are the same for all, and take
# 100 s each to compile under them.
#
# -ffp-contract=off: g++ would fuse a * b + c into one rounding where the target has FMA, also across Highway's calls.
# Lanes would then differ from the scalar code in every operation, and from target to target. Without it + - * / and
# sqrt give the scalar's bits on every target; only exp, log, tanh and sin (Highway's own, written with explicit FMA)
# differ, within the bounds of src/batch/ulp.hpp. bench/README.md says what that costs.
include_guard(GLOBAL)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
  set(STICKSLIP_TARGETS sse4 avx2 avx512)
else()
  set(STICKSLIP_TARGETS generic)
endif()
set(STICKSLIP_TARGET_FLAGS_sse4 -march=nehalem -maes -mpclmul)
set(STICKSLIP_TARGET_FLAGS_avx2 -march=haswell -maes)  # without AES Highway falls back to SSSE3
set(STICKSLIP_TARGET_FLAGS_avx512 -march=skylake-avx512)
set(STICKSLIP_TARGET_FLAGS_generic)
set(STICKSLIP_CHECK_SYMBOLS ${CMAKE_CURRENT_LIST_DIR}/CheckSymbols.cmake)

# Fails the build when a function of another namespace leaves the objects of the library.
function(stickslip_check_simd_symbols library target)
  set(stamp ${CMAKE_CURRENT_BINARY_DIR}/${library}.symbols)
  add_custom_command(OUTPUT ${stamp}
    COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM} -DTARGET=${target} "-DOBJECTS=$<JOIN:$<TARGET_OBJECTS:${library}>,|>"
            -DSTAMP=${stamp} -P ${STICKSLIP_CHECK_SYMBOLS}
    DEPENDS ${library} $<TARGET_OBJECTS:${library}> ${STICKSLIP_CHECK_SYMBOLS}
    COMMENT "Checking that no function compiled for ${target} leaves ${library}" VERBATIM)
  add_custom_target(${library}_symbols DEPENDS ${stamp})
endfunction()

function(stickslip_add_simd_objects name)
  cmake_parse_arguments(simd "" "" "SOURCES" ${ARGN})
  add_library(${name} INTERFACE)
  foreach(target IN LISTS STICKSLIP_TARGETS)
    set(library ${name}_${target})
    add_library(${library} OBJECT EXCLUDE_FROM_ALL ${simd_SOURCES})
    target_compile_features(${library} PRIVATE cxx_std_20)
    target_compile_definitions(${library} PRIVATE STICKSLIP_TARGET_NAME=${target} STICKSLIP_HAS_LANES)
    # -O3 in every build, as the benchmarks want it; a sanitized one takes -Og.
    target_compile_options(${library} PRIVATE ${STICKSLIP_TARGET_FLAGS_${target}} -ffp-contract=off
                           $<IF:$<BOOL:${STICKSLIP_SANITIZE}>,-Og,-O3>)
    if(STICKSLIP_SANITIZE AND target MATCHES "^avx")
      target_compile_options(${library} PRIVATE -fno-sanitize=all)
    endif()
    target_include_directories(${library} PRIVATE ${PROJECT_SOURCE_DIR}/include ${PROJECT_SOURCE_DIR}/src)
    target_link_libraries(${library} PRIVATE hwy::hwy)
    set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    stickslip_warning_options(${library})
    stickslip_check_simd_symbols(${library} ${target})
    target_sources(${name} INTERFACE $<TARGET_OBJECTS:${library}>)
    add_dependencies(${name} ${library}_symbols)
  endforeach()
endfunction()
