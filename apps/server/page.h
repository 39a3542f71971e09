// Page: the files of the page that solves cubes (apps/page), which a browser is sent at /.
//
// The folder is read once, at the start. Only what was found there is answered, by its own name, so that no request
// reaches the disk. A file's compressed forms lie beside it (NAME.br, NAME.gz) and are sent to clients that take them.
// What lies in assets/ has a hash of its content in its name and is never asked for again; all else is asked for each
// time and answered 304 while it is the same (RFC 9111, RFC 9110 section 13).
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apps/server/message.h"
#include "superflip/superflip.h"

namespace superflip::server {

struct PageFile {
  std::string type{};    // of its content, as Content-Type says it
  std::string plain{};   // the content
  std::string gzip{};    // the same, compressed; empty where there is no such file
  std::string brotli{};  // likewise
  std::string tag{};     // an entity tag, which changes with the content
  bool is_forever = false;
};

class Page {
 public:
  // Without files: there is no page.
  Page() = default;
  // Reads all files below a folder that has an index.html. Names that begin with a dot are left out. Errors: bad_option
  // for a folder without index.html, for more than kMostFiles or kMostBytes, and for a file in the place of a route;
  // system for what cannot be read.
  static Expected<Page> read(const std::string& folder);

  static constexpr std::size_t kMostFiles = 1'000;
  static constexpr std::size_t kMostBytes = std::size_t{1} << 26;

  bool empty() const { return files_.empty(); }
  // The file of a path, {"assets", "index.js"}; that of no segments is index.html. Null for what is not there. Pointers
  // to files and their contents stay valid as long as the page, also when it is moved.
  const PageFile* find(const std::vector<std::string>& segments) const;

 private:
  std::map<std::string, PageFile> files_;
};

// The whole file or, where the client has it, 304. The body refers to the file.
Response response_of(const PageFile& file, const Request& request);

}  // namespace superflip::server
