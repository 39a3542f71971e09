// The bytes of a connection: requests, lines or a problem, and the same ones however the bytes are cut. The first byte
// of the input says whether lines are taken, and where the pieces end.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/network/request_reader.h"

namespace {

using namespace superflip::server;

// What comes out of the bytes, put in pieces.
std::vector<std::string> read_all(std::string_view bytes, bool takes_lines, std::size_t piece) {
  static const Limits limits{.body = 1'000, .target = 100, .head = 400};
  RequestReader reader(limits, takes_lines);
  std::vector<std::string> read;
  for (bool is_end = false; !is_end;) {
    is_end = bytes.empty();
    reader.put(bytes.substr(0, piece));
    bytes.remove_prefix(std::min(piece, bytes.size()));
    for (;;) {
      auto step = is_end ? reader.finish() : reader.next();
      if (std::holds_alternative<RequestReader::More>(step)) break;
      if (const auto* const head = std::get_if<RequestReader::Head>(&step)) {
        if (head->body > limits.body || reader.head().target.size() > limits.target) std::abort();
      } else if (const auto* const line = std::get_if<RequestReader::Line>(&step)) {
        read.push_back("line " + line->letters);
      } else if (const auto* const request = std::get_if<Request>(&step)) {
        if (request->body.size() > limits.body) std::abort();
        read.push_back(request->method + " " + request->target + " " + request->host + " " + request->body);
      } else {
        const Problem& problem = std::get<Problem>(step);
        if (problem.status < 400 || reason(problem.status) == "Unknown" || problem.detail.empty()) std::abort();
        read.push_back("problem");
        reader.put("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
        if (!std::holds_alternative<RequestReader::More>(reader.next())) std::abort();  // nothing follows a problem
        return read;
      }
    }
  }
  return read;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const bool takes_lines = (data[0] & 1) != 0;
  if (read_all(bytes, takes_lines, bytes.size() + 1) != read_all(bytes, takes_lines, std::size_t{1} + data[0] / 2))
    std::abort();
  return 0;
}
