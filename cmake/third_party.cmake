# The libraries that superflip stands on from third_party/ (scripts/vendor.sh), so that nothing of them has to be on the
# machine where what is built here runs.
set(headers ${PROJECT_SOURCE_DIR}/third_party/include)
include(cmake/header_only.cmake)

# SQLite, and SQLiteCpp over it, for campaigns.
enable_language(C)
file(GLOB sources ${PROJECT_SOURCE_DIR}/third_party/sqlite/*.c*)
add_library(superflip_sqlite STATIC ${sources})
target_include_directories(superflip_sqlite SYSTEM PRIVATE ${headers})
target_compile_definitions(superflip_sqlite PRIVATE SQLITE_THREADSAFE=1 SQLITE_OMIT_LOAD_EXTENSION SQLITE_DQS=0)
target_compile_options(superflip_sqlite PRIVATE -w)
set_target_properties(superflip_sqlite PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden
                                                  CXX_VISIBILITY_PRESET hidden)
add_library(SQLiteCpp INTERFACE IMPORTED)
set_target_properties(SQLiteCpp PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${headers})
target_link_libraries(SQLiteCpp INTERFACE superflip_sqlite Threads::Threads)
