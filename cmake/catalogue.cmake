# The catalogue of coordinates: every file superflip/coordinate/named/NAME.coord, built into the library as text.
file(GLOB SUPERFLIP_COORDINATES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/superflip/coordinate/named/*.coord)
set(SUPERFLIP_CATALOGUE "")
foreach(FILE IN LISTS SUPERFLIP_COORDINATES)
  get_filename_component(NAME ${FILE} NAME_WE)
  file(READ ${FILE} TEXT)
  string(APPEND SUPERFLIP_CATALOGUE "    {\"${NAME}\", R\"~(${TEXT})~\"},\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${FILE})
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/catalogue_files.cpp @ONLY CONTENT
"// Made by cmake/catalogue.cmake from superflip/coordinate/named.
#include \"superflip/coordinate/catalogue.h\"

namespace superflip::detail {
namespace {
constexpr CatalogueFile kFiles[] = {
@SUPERFLIP_CATALOGUE@};
}  // namespace
const std::span<const CatalogueFile> kCatalogueFiles(kFiles);
}  // namespace superflip::detail
")
