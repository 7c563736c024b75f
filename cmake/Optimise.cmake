# stickslip_cold(target): code that writes texts or reads words, for which nobody waits. -O1 takes a fifth less time to
# compile than -O2. stickslip_cold_sources(source...) says so of single sources of the present directory.
#
# g++ warns at -O1 of values that may not be set where -O2 sees that they are: in such code nobody looks for them.
set(STICKSLIP_COLD_OPTIONS
  $<$<CONFIG:Release,RelWithDebInfo>:-O1>
  $<$<AND:$<CONFIG:Release,RelWithDebInfo>,$<CXX_COMPILER_ID:GNU>>:-Wno-maybe-uninitialized>)

function(stickslip_cold target)
  target_compile_options(${target} PRIVATE ${STICKSLIP_COLD_OPTIONS})
endfunction()

function(stickslip_cold_sources)
  set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS "${STICKSLIP_COLD_OPTIONS}")
endfunction()

# stickslip_cold_program(target): likewise a program or a test that waits for the library. Under the sanitizers -O0
# takes a third less time to compile than -O1; without them it takes more, because all that -O1 inlines is written out.
set(STICKSLIP_PROGRAM_OPTIONS ${STICKSLIP_COLD_OPTIONS})
if(STICKSLIP_SANITIZE)
  set(STICKSLIP_PROGRAM_OPTIONS -O0)
endif()

function(stickslip_cold_program target)
  target_compile_options(${target} PRIVATE ${STICKSLIP_PROGRAM_OPTIONS})
endfunction()

# stickslip_hot_sources(source...): the loops that runs and fits wait for.
function(stickslip_hot_sources)
  if(NOT STICKSLIP_SANITIZE AND NOT STICKSLIP_SANITIZE_THREADS)
    set_source_files_properties(${ARGN} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release,RelWithDebInfo>:-O3>)
  endif()
endfunction()
