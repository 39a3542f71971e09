# Builds the library with Emscripten. It uses only the headers of the Debian packages: all of them work header-only.
# Symbolic links put these headers into a folder of their own, because the compiler must not see the system's others.
set(headers ${PROJECT_BINARY_DIR}/headers)
file(MAKE_DIRECTORY ${headers})
foreach(name tl nlohmann xxhash.h)
  file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
endforeach()
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/cmake/wasm/fmt ${headers}/fmt SYMBOLIC)  # instead of fmt itself

# Highway 1.0.3 (Debian 12) emulates the shuffle of bytes, byte by byte, because no browser had it in 2021. All moves and
# symmetries of the cube are such shuffles, and today's browsers and Node have it. Newer versions of Highway need no
# change.
if(IS_SYMLINK ${headers}/hwy)
  file(REMOVE ${headers}/hwy)
endif()
set(operations hwy/ops/wasm_128-inl.h)
file(COPY /usr/include/hwy DESTINATION ${headers} REGEX "/${operations}$" EXCLUDE)
file(READ /usr/include/${operations} text)
string(REPLACE "#if 0\n  return Vec128<TI, NI>{wasm_i8x16_swizzle(" "#if 1\n  return Vec128<TI, NI>{wasm_i8x16_swizzle(" text "${text}")
file(CONFIGURE OUTPUT ${headers}/${operations} CONTENT "${text}" @ONLY)  # unlike WRITE, only if it differs

include(cmake/header_only.cmake)
# Table sizes have 64 bits everywhere; the tables that are used here fit into 32-bit addresses.
# The names of types, which nothing asks for, would be a part of the modules.
add_compile_options(-msimd128 -Wno-shorten-64-to-32 $<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
