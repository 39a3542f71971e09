# The libraries that superflip stands on from third_party/ (scripts/vendor.sh), so that nothing of them has to be on the
# machine where what is built here runs.
set(headers ${PROJECT_SOURCE_DIR}/third_party/include)
include(cmake/header_only.cmake)
file(GLOB sources ${PROJECT_SOURCE_DIR}/third_party/include/hwy/*.cc)
add_library(superflip_hwy STATIC ${sources})
target_include_directories(superflip_hwy SYSTEM PRIVATE ${headers})
target_compile_options(superflip_hwy PRIVATE -w)
set_target_properties(superflip_hwy PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden)
target_link_libraries(PkgConfig::HWY INTERFACE superflip_hwy)
