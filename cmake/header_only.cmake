# The libraries that superflip stands on as headers alone, from the folder `headers`: fmt and xxHash can be used so,
# and Highway is so in every build.
foreach(package PkgConfig::HWY PkgConfig::XXHASH fmt::fmt tl::expected nlohmann_json::nlohmann_json)
  add_library(${package} INTERFACE IMPORTED)
  set_target_properties(${package} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${headers})
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
target_compile_definitions(PkgConfig::XXHASH INTERFACE XXH_INLINE_ALL)
find_package(Threads REQUIRED)
