# A compiler cache (ccache), where the system has one: what was compiled once is not compiled again, in whatever folder a
# clone lies. Paths below the project are hashed relative to it (base_dir), and its folder is not hashed (hash_dir), so
# that messages and debug information may name the folder of the clone that compiled a file first. Precompiled headers
# are for GCC alone then: with Clang, objects that use them are found again in the same folder only, because Clang's
# headers contain their paths and times.
option(SUPERFLIP_COMPILER_CACHE "Compile through ccache, where it is installed" ON)
if(SUPERFLIP_COMPILER_CACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(SUPERFLIP_CCACHE ccache)
  if(SUPERFLIP_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1
        CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${SUPERFLIP_CCACHE})
    set(CMAKE_C_COMPILER_LAUNCHER ${CMAKE_CXX_COMPILER_LAUNCHER})
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      add_compile_options(-fpch-preprocess)
    else()
      set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
    endif()
  endif()
endif()
