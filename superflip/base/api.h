// What the shared library exports: every public header opens the namespace as `namespace SUPERFLIP_API superflip {`.
// All else is hidden. tests/shared_library.sh checks that public headers do so and internal ones do not.
#pragma once

#define SUPERFLIP_API [[gnu::visibility("default")]]
