# Builds the library with Emscripten. It uses only the headers of the Debian packages: fmt and xxHash work header-only,
# and Highway needs no library, because WebAssembly has a single SIMD target. Symbolic links put these headers into a
# folder of their own, because the compiler must not see the system's other headers.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name hwy fmt tl nlohmann xxhash.h)
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()

include(cmake/header_only.cmake)
# Table sizes have 64 bits everywhere; the tables that are used here fit into 32-bit addresses.
add_compile_options(-msimd128 -Wno-shorten-64-to-32)
# A page downloads fmt's code, too: without locales and floating point it is half as much. The library formats such
# numbers with text::fixed and text::rough.
target_compile_definitions(fmt::fmt INTERFACE "FMT_STATIC_THOUSANDS_SEPARATOR=','" FMT_USE_FLOAT=0 FMT_USE_DOUBLE=0
                                              FMT_USE_LONG_DOUBLE=0)
