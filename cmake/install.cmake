# What `cmake --install` lays down: headers beside one another as <superflip/...>, the static library, the package
# for find_package(superflip), and the program.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(SUPERFLIP_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/superflip)

install(TARGETS superflip EXPORT superflip ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY superflip TYPE INCLUDE FILES_MATCHING PATTERN "*.h" PATTERN "*-inl.h" EXCLUDE)
install(EXPORT superflip NAMESPACE superflip:: FILE superflipTargets.cmake DESTINATION ${SUPERFLIP_PACKAGE_DIR})
write_basic_package_version_file(superflipConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/superflipConfig.cmake ${PROJECT_BINARY_DIR}/superflipConfigVersion.cmake
        DESTINATION ${SUPERFLIP_PACKAGE_DIR})
