#include "superflip/base/error.h"

#include <utility>

namespace superflip {

tl::unexpected<Error> fail(std::string message, std::optional<std::size_t> position) {
  return fail(ErrorKind::unreadable, std::move(message), position);
}

tl::unexpected<Error> fail(ErrorKind kind, std::string message, std::optional<std::size_t> position) {
  return tl::unexpected<Error>(Error{std::move(message), position, kind});
}

Error as_bad_option(Error error) {
  error.kind = ErrorKind::bad_option;
  return error;
}

}  // namespace superflip
