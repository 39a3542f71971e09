# The library under Emscripten, from the same Debian packages: of them only headers are used (fmt and xxHash can be
# used so, and WebAssembly has one SIMD target, so that Highway needs nothing at run time). They are linked into a
# folder of their own, for the system's other headers are not for this compiler.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name hwy fmt tl nlohmann xxhash.h)
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()

include(cmake/header_only.cmake)
# Table sizes are 64 bits everywhere; those that are used here fit the 32 bits of an address.
add_compile_options(-msimd128 -Wno-shorten-64-to-32)
