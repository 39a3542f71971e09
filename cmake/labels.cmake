# The labels of tests, by which presets select them; HACKING.md says what each means. Another one is an error here, or,
# where a file of the test program has it (tests/support/labels.h), when that program is built.
set(SUPERFLIP_LABELS slow long threads cli c python environment)

# superflip_check_labels(WHERE LABEL...)
function(superflip_check_labels where)
  foreach(label IN LISTS ARGN)
    if(NOT label IN_LIST SUPERFLIP_LABELS)
      list(JOIN SUPERFLIP_LABELS ", " labels)
      message(FATAL_ERROR "superflip: ${where} has the label '${label}': expected one of ${labels}")
    endif()
  endforeach()
endfunction()

# Checks the labels of all tests of this folder, at its end.
function(superflip_check_tests)
  get_property(tests DIRECTORY PROPERTY TESTS)
  foreach(test IN LISTS tests)
    get_property(labels TEST ${test} PROPERTY LABELS)
    superflip_check_labels("the test ${test}" ${labels})
  endforeach()
endfunction()

file(STRINGS CMakePresets.json lines REGEX "\"label\":")
string(REGEX MATCHALL "\"label\": *\"[^\"]*\"" filters "${lines}")
foreach(filter IN LISTS filters)
  string(REGEX REPLACE "^\"label\": *" "" filter "${filter}")
  string(REGEX MATCHALL "[A-Za-z_-]+" labels "${filter}")
  superflip_check_labels("CMakePresets.json" ${labels})
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS CMakePresets.json)
