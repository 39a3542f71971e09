# Builds the library with Emscripten. It uses only the headers of the Debian packages: fmt and xxHash work header-only,
# and Highway needs no library, because WebAssembly has a single SIMD target. Symbolic links put these headers into a
# folder of their own, because the compiler must not see the system's other headers.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name hwy fmt tl nlohmann xxhash.h)
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()

foreach(package PkgConfig::HWY PkgConfig::XXHASH fmt::fmt tl::expected nlohmann_json::nlohmann_json)
  add_library(${package} INTERFACE IMPORTED)
  set_target_properties(${package} PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${headers})
endforeach()
target_compile_definitions(fmt::fmt INTERFACE FMT_HEADER_ONLY)
target_compile_definitions(PkgConfig::XXHASH INTERFACE XXH_INLINE_ALL)
find_package(Threads REQUIRED)
# Table sizes have 64 bits everywhere; the tables that are used here fit into 32-bit addresses.
add_compile_options(-msimd128 -Wno-shorten-64-to-32)
