# The library: compiled once, as position-independent code, for libsuperflip.a and libsuperflip.so. Source files are
# found by a glob, so a new coordinate or solver needs no change here.
file(GLOB_RECURSE SUPERFLIP_SOURCES CONFIGURE_DEPENDS superflip/*.cpp)
if(EMSCRIPTEN)
  # The bitmap of a coset does not fit beside its tables into 32-bit addresses.
  list(FILTER SUPERFLIP_SOURCES EXCLUDE REGEX "superflip/(solver/coset/.*|solver/coset_[^/]*|engine/(detail/)?coset.*)$")
endif()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/version.cpp @ONLY CONTENT
"// Made by cmake/library.cmake.
#include \"superflip/base/version.h\"

namespace superflip {
std::string_view library_version() { return \"@PROJECT_VERSION@\"; }
}  // namespace superflip
")
list(APPEND SUPERFLIP_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/version.cpp)
include(cmake/catalogue.cmake)
list(APPEND SUPERFLIP_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/catalogue_files.cpp)
if(EMSCRIPTEN)  # campaigns are databases of SQLite, and a page has none
  list(FILTER SUPERFLIP_SOURCES EXCLUDE REGEX "/superflip/campaign/")
else()
  include(cmake/kinds.cmake)
  list(APPEND SUPERFLIP_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/campaign_kinds.cpp)
  set(SUPERFLIP_SQLITE SQLiteCpp)
endif()
add_library(superflip_objects OBJECT ${SUPERFLIP_SOURCES})
add_library(superflip STATIC $<TARGET_OBJECTS:superflip_objects>)
add_library(superflip::superflip ALIAS superflip)
set(SUPERFLIP_LIBRARIES superflip)
if(SUPERFLIP_SHARED)
  add_library(superflip_shared SHARED $<TARGET_OBJECTS:superflip_objects>)
  add_library(superflip::shared ALIAS superflip_shared)
  # As long as the major version is 0, a minor version may break programs, so it is part of the soname.
  set_target_properties(superflip_shared PROPERTIES OUTPUT_NAME superflip EXPORT_NAME shared VERSION ${PROJECT_VERSION}
                        SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  list(APPEND SUPERFLIP_LIBRARIES superflip_shared)
endif()

foreach(target superflip_objects ${SUPERFLIP_LIBRARIES})
  target_compile_features(${target} PUBLIC cxx_std_20)
  # The moves and symmetries are computed by the compiler, in more steps than Clang allows by default (GCC counts loops).
  target_compile_options(${target} PUBLIC $<$<CXX_COMPILER_ID:Clang>:-fconstexpr-steps=100000000>)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:include>)
  target_link_libraries(${target} PUBLIC tl::expected PRIVATE $<BUILD_INTERFACE:PkgConfig::HWY> PkgConfig::XXHASH
                                                              fmt::fmt nlohmann_json::nlohmann_json ${SUPERFLIP_SQLITE}
                                                              Threads::Threads)
endforeach()
# Campaigns belong to the library for C++ and to the program. SQLiteCpp's symbols are not exported.
if(SUPERFLIP_SHARED AND NOT APPLE AND NOT EMSCRIPTEN)
  target_link_options(superflip_shared PRIVATE -Wl,--exclude-libs,libSQLiteCpp.a)
endif()

# Precompiled headers: they halve the compile time. Only headers that rarely change or that nearly all sources include.
# Those of the project stand in angle brackets, here and elsewhere: CMake would write other names with the folder of the
# clone, and what the compiler cache keeps of them would then name that folder's files in every other clone.
target_precompile_headers(superflip_objects PRIVATE <algorithm> <array> <atomic> <bit> <chrono> <cstdint> <functional>
                          <map> <memory> <mutex> <optional> <span> <string> <string_view> <thread> <unordered_map>
                          <utility> <vector> <fmt/format.h> <tl/expected.hpp> <superflip/cube/symmetry.h>)

# Symbols are hidden unless a public header declares them: public headers open their namespace with
# [[gnu::visibility("default")]] (HACKING.md). No program replaces functions of the library (no interposition), so GCC
# may inline public functions, too.
set_target_properties(superflip_objects PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
if(NOT EMSCRIPTEN)
  set_target_properties(superflip_objects PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(superflip_objects PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fno-semantic-interposition>)
endif()
# Highway's portable 128-bit target is for the oldest x86-64 machines. Highway 1.0.3 disables it because of a GCC bug
# (106322, wrong code for the 16-bit multiply-high). The bug does not affect us: we use byte operations only, and a test
# runs this target. superflip/cube/kernel-inl.h lists the other targets.
target_compile_definitions(superflip_objects PRIVATE HWY_BROKEN_EMU128=0
                                                     "HWY_DISABLED_TARGETS=(HWY_SSSE3|HWY_AVX3_DL)")
# With -O3, GCC takes very long to compile the loops of the optimal solver.
set_property(SOURCE superflip/solver/optimal/generate.cpp superflip/solver/optimal/search.cpp
             APPEND PROPERTY COMPILE_OPTIONS -O2)
# A page downloads WebAssembly: what neither searches nor makes tables is compiled for size there.
if(EMSCRIPTEN)
  file(GLOB_RECURSE SUPERFLIP_SMALL_SOURCES superflip/base/*.cpp superflip/reading/*.cpp superflip/engine/*.cpp
       superflip/cube/detail/*.cpp superflip/cube/algorithm.cpp superflip/cube/cycles.cpp
       superflip/cube/metric.cpp superflip/cube/move.cpp superflip/cube/move_set.cpp superflip/cube/packing.cpp
       superflip/cube/random.cpp superflip/cube/subgroup.cpp superflip/cube/symmetry.cpp superflip/table/source.cpp
       superflip/coordinate/described/description.cpp superflip/coordinate/catalogue.cpp
       superflip/solver/detail/found.cpp superflip/solver/scramble/scramble.cpp superflip/solver/detail/watch.cpp)
  # Clang's precompiled headers are for one level of optimisation.
  set_source_files_properties(${SUPERFLIP_SMALL_SOURCES} PROPERTIES COMPILE_OPTIONS -Oz
                              SKIP_PRECOMPILE_HEADERS ON)
endif()
