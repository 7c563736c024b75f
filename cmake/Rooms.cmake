# Rooms: each is an object library of its own, and the library `stickslip` is all of them together.
#
#   stickslip_room(NAME LINKS room... HEADERS header... SOURCES source...)
#   stickslip_room_needs(NAME library...)      packages that its sources see and that who links the library links too
#   stickslip_room_headers(NAME library...)    packages of which its sources see the headers, and nothing is linked
#
# HEADERS are its public headers outside its folder of include/stickslip; those that no room names are the core's.
# LINKS are the rooms whose public headers a room may include, together with what these link. No room is given the
# folder of another one: a private header lies beside the sources that include it, by its bare name.
# tools/check_rooms.py reads these calls and refuses an include of a room that is not linked.

# stickslip_room_properties(library): what all objects of the library have in common.
function(stickslip_room_properties library)
  target_compile_features(${library} PUBLIC cxx_std_20)
  # Nobody reads errno after exp or log: equal calls, as in a law's force and its rate, are then merged.
  target_compile_options(${library} PRIVATE -fno-math-errno)
  target_include_directories(${library} PUBLIC ${PROJECT_SOURCE_DIR}/include)
  set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  stickslip_warnings(${library})
  stickslip_compile_together(${library})
endfunction()

function(stickslip_room name)
  cmake_parse_arguments(room "" "" "LINKS;HEADERS;SOURCES" ${ARGN})
  set(library stickslip_room_${name})
  add_library(${library} OBJECT ${room_SOURCES})
  stickslip_room_properties(${library})
  list(TRANSFORM room_LINKS PREPEND stickslip_room_)
  target_link_libraries(${library} PUBLIC ${room_LINKS})
  target_sources(stickslip PRIVATE $<TARGET_OBJECTS:${library}>)
endfunction()

function(stickslip_room_needs name)
  target_link_libraries(stickslip_room_${name} PRIVATE ${ARGN})
  target_link_libraries(stickslip PRIVATE ${ARGN})
endfunction()

function(stickslip_room_headers name)
  foreach(headers IN LISTS ARGN)
    target_include_directories(stickslip_room_${name} SYSTEM PRIVATE
      $<TARGET_PROPERTY:${headers},INTERFACE_INCLUDE_DIRECTORIES>)
  endforeach()
endfunction()
