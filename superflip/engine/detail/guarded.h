// guarded(): what the system throws becomes an Error, so that no function of the engine throws.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "superflip/base/error.h"

namespace superflip::detail {

// What the system threw, as an error; throws nothing. Precondition: called from a catch clause.
inline Error caught() try {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return {"there is not enough memory", {}, ErrorKind::out_of_memory};
  } catch (const std::system_error& e) {
    return {e.what(), {}, ErrorKind::system};
  } catch (const std::exception& e) {
    return {
        std::string("a callback of the program, or superflip itself, failed: ") + e.what(), {}, ErrorKind::internal};
  } catch (...) {
    return {"a callback threw something that is not a std::exception", {}, ErrorKind::internal};
  }
} catch (const std::bad_alloc&) {  // there is none for the sentence; this one fits in the string itself
  return {"out of memory", {}, ErrorKind::out_of_memory};
}

// The function's result; nothing is thrown.
template <class T, class Body>
Expected<T> guarded(const Body& body) {
  try {
    return body();
  } catch (...) {
    return tl::unexpected<Error>(caught());
  }
}

}  // namespace superflip::detail
