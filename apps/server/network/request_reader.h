// RequestReader: the bytes of a connection in, requests out. No socket, no clock.
//
// It speaks HTTP/1.1 (RFC 9112; Beast parses) and, where asked to, the lines of RubikTwoPhase's server. Where the end
// of a request could be read in two ways, as by this server and by a proxy before it, the request is refused, and
// nothing after it is read: otherwise its body could be taken for a request (request smuggling, RFC 9112, 11.2). Fields
// of a trailer are dropped, as they must not take the place of the head's.
//
// A line (RubikTwoPhase 1.1.1, sockets.py) has no slash. Of it the original keeps the letters alone, so that groups
// with blanks are a cube, too. "GET /FACELETS" without a version is also answered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "apps/server/message.h"
#include "apps/server/options.h"
#include "apps/server/problem.h"

namespace superflip::server {

class RequestReader {
 public:
  // More bytes are needed.
  struct More {};
  // The head of a request is there, its body is not: head() has the one, the next steps give the other.
  struct Head {
    std::size_t body;       // how many bytes it may get at most
    bool expects_continue;  // the client waits for "100 Continue"
  };
  // The letters of a line, in capitals; none for a line without letters.
  struct Line {
    std::string letters;
  };
  // After a problem the connection must be closed; there are no more steps.
  using Step = std::variant<More, Head, Request, Line, Problem>;

  RequestReader(const Limits& limits, bool takes_lines);
  ~RequestReader();
  RequestReader(const RequestReader&) = delete;
  RequestReader& operator=(const RequestReader&) = delete;

  void put(std::string_view bytes);
  // Goes on with what was put.
  Step next();
  // The same, where no more bytes will come: what is not whole is a problem or, of a line, whole.
  Step finish();

  // Whether something of a request is there.
  bool has_begun() const { return at_ != At::start || unread() > 0; }
  const Request& head() const { return request_; }
  // Bytes that were put and not yet used.
  std::size_t unread() const { return buffer_.size() - used_; }
  // Drops all of them.
  void clear() { use(unread()); }

 private:
  enum class At : std::uint8_t { start, head, body };  // of a request
  struct Parser;                                       // Beast's

  std::string_view bytes() const { return std::string_view(buffer_).substr(used_); }
  void use(std::size_t bytes);
  Step begin(bool is_end);
  Step parse(bool is_end);
  Step refuse(Problem problem);
  template <class Code>
  Step refuse_bytes(const Code& error);
  // The head's fields, or what is wrong with it.
  std::optional<Problem> take_head();

  const Limits limits_;
  const bool takes_lines_;
  std::string buffer_;
  std::size_t used_ = 0;  // of the buffer
  std::unique_ptr<Parser> parser_;
  Request request_{};
  At at_ = At::start;
  bool is_over_ = false;
};

}  // namespace superflip::server
