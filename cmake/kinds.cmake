# The kinds of campaigns: every file superflip/campaign/kinds/NAME.cpp defines the kind NAME. A static library keeps only
# the objects that something refers to, so this list refers to each of them.
file(GLOB SUPERFLIP_KIND_FILES CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/superflip/campaign/kinds/*.cpp)
set(SUPERFLIP_KIND_DECLARATIONS "")
set(SUPERFLIP_KIND_CALLS "")
foreach(FILE IN LISTS SUPERFLIP_KIND_FILES)
  get_filename_component(NAME ${FILE} NAME_WE)
  string(APPEND SUPERFLIP_KIND_DECLARATIONS "Kind ${NAME}();\n")
  string(APPEND SUPERFLIP_KIND_CALLS "kinds::${NAME}(), ")
endforeach()
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/campaign_kinds.cpp @ONLY CONTENT
"// Made by cmake/kinds.cmake from superflip/campaign/kinds.
#include \"superflip/campaign/kind.h\"

namespace superflip {
namespace kinds {
@SUPERFLIP_KIND_DECLARATIONS@}  // namespace kinds

const std::vector<Kind>& campaign_kinds() {
  static const std::vector<Kind> all{@SUPERFLIP_KIND_CALLS@};
  return all;
}
}  // namespace superflip
")
