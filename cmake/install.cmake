# What `cmake --install` installs: the public headers as <superflip/...>, both libraries, the files for
# find_package(superflip) and pkg-config, and the program.
#
# A header is public if it lies directly in superflip/ or in one of its layers, such as superflip/cube, or in
# superflip/coordinate/described. Headers in other deeper folders (superflip/solver/optimal, any detail/) and *-inl.h are
# internal; public headers include no internal ones.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

file(GLOB SUPERFLIP_HEADERS CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} superflip/*.h superflip/*/*.h
     superflip/coordinate/described/*.h)
list(FILTER SUPERFLIP_HEADERS EXCLUDE REGEX "-inl[.]h$")
foreach(header IN LISTS SUPERFLIP_HEADERS)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/${folder})
endforeach()

set(SUPERFLIP_PACKAGE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/superflip)
install(TARGETS ${SUPERFLIP_LIBRARIES} EXPORT superflip ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT superflip NAMESPACE superflip:: FILE superflipTargets.cmake DESTINATION ${SUPERFLIP_PACKAGE_DIR})
write_basic_package_version_file(superflipConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/superflipConfig.cmake ${PROJECT_BINARY_DIR}/superflipConfigVersion.cmake
        DESTINATION ${SUPERFLIP_PACKAGE_DIR})

# Paths in superflip.pc are relative to itself, so that an installed tree can be moved.
file(RELATIVE_PATH SUPERFLIP_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/superflip.pc.in superflip.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/superflip.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
