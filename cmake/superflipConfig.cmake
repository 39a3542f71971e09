# superflip::superflip is the static library, superflip::shared the shared one. Programs that link the static library
# must also link its dependencies, which are found here. The public headers need only tl::expected.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(PkgConfig)
find_dependency(fmt)
find_dependency(tl-expected)
find_dependency(nlohmann_json)
pkg_check_modules(HWY REQUIRED QUIET IMPORTED_TARGET libhwy)
pkg_check_modules(XXHASH REQUIRED QUIET IMPORTED_TARGET libxxhash)
include(${CMAKE_CURRENT_LIST_DIR}/superflipTargets.cmake)
