#include "apps/server/page.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <system_error>
#include <utility>

#include "apps/server/routes.h"

namespace superflip::server {
namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kTypes{{
    {".html", "text/html; charset=utf-8"},
    {".js", "text/javascript; charset=utf-8"},
    {".css", "text/css; charset=utf-8"},
    {".wasm", "application/wasm"},
    {".json", "application/json"},
    {".map", "application/json"},
    {".webmanifest", "application/manifest+json"},
    {".svg", "image/svg+xml"},
    {".png", "image/png"},
    {".jpg", "image/jpeg"},
    {".ico", "image/x-icon"},
    {".woff2", "font/woff2"},
    {".txt", "text/plain; charset=utf-8"},
}};

std::string_view type_of(std::string_view name) {
  for (const auto& [ending, type] : kTypes)
    if (name.size() > ending.size() && name.substr(name.size() - ending.size()) == ending) return type;
  return "application/octet-stream";
}

// Whether a route of the server has that path, so that the file would never be sent.
bool is_in_the_way(const std::string& name) {
  auto target = parse_target("/" + name);
  return target && find_route(*target).has_value();
}

// `room` is how many bytes it may have.
Expected<std::string> content_of(const fs::path& path, std::size_t room) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file ? static_cast<std::streamoff>(file.tellg()) : -1;
  if (size >= 0 && static_cast<std::size_t>(size) > room)
    return fail(ErrorKind::bad_option,
                fmt::format("--page: there are more than {} bytes in the folder: this is not the page that `make page` "
                            "builds",
                            Page::kMostBytes));
  std::string content(size < 0 ? 0 : static_cast<std::size_t>(size), '\0');
  if (size < 0 || !file.seekg(0).read(content.data(), size))
    return fail(ErrorKind::system, fmt::format("--page: cannot read {}", path.string()));
  return content;
}

// Relative names with slashes of all files below a folder.
Expected<std::vector<std::string>> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  fs::recursive_directory_iterator at(folder, error);
  for (; !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    const bool is_hidden = at->path().filename().string().front() == '.';
    if (is_hidden && at->is_directory(error)) at.disable_recursion_pending();
    if (is_hidden || !at->is_regular_file(error)) continue;
    if (names.size() == Page::kMostFiles)
      return fail(ErrorKind::bad_option,
                  fmt::format("--page {}: there are more than {} files: this is not the page that `make page` builds",
                              folder.string(), Page::kMostFiles));
    names.push_back(at->path().lexically_relative(folder).generic_string());
  }
  if (error) return fail(ErrorKind::system, fmt::format("--page {}: {}", folder.string(), error.message()));
  return names;
}

}  // namespace

Expected<Page> Page::read(const std::string& folder) {
  std::error_code error;
  if (!fs::is_regular_file(fs::path(folder) / "index.html", error))
    return fail(ErrorKind::bad_option,
                fmt::format("--page {}: there is no index.html (`make page` builds the page, in build/page)", folder));
  const auto names = names_in(folder);
  if (!names) return tl::unexpected<Error>(names.error());
  Page page;
  std::size_t room = kMostBytes;
  const auto take = [&](const std::string& name, std::string& into) -> Expected<void> {
    auto content = content_of(fs::path(folder) / name, room);
    if (!content) return tl::unexpected<Error>(std::move(content.error()));
    room -= content->size();
    into = *std::move(content);
    return {};
  };
  const auto is_compressed = [&](const std::string& name) {
    const std::string ending = fs::path(name).extension().string();
    return (ending == ".br" || ending == ".gz") &&
           fs::is_regular_file(fs::path(folder) / name.substr(0, name.size() - ending.size()), error);
  };
  for (const std::string& name : *names) {
    if (is_compressed(name)) continue;
    if (is_in_the_way(name))
      return fail(ErrorKind::bad_option,
                  fmt::format("--page {}: {} has the path of something that the server answers", folder, name));
    PageFile& file = page.files_[name];
    if (auto taken = take(name, file.plain); !taken) return tl::unexpected<Error>(std::move(taken.error()));
    file.type = type_of(name);
    file.tag = fmt::format("W/\"{:016x}\"", std::hash<std::string>()(file.plain));
    file.is_forever = name.rfind("assets/", 0) == 0;
    for (const auto& [ending, into] : {std::pair{".gz", &file.gzip}, std::pair{".br", &file.brotli}})
      if (fs::is_regular_file(fs::path(folder) / (name + ending), error))
        if (auto taken = take(name + ending, *into); !taken) return tl::unexpected<Error>(std::move(taken.error()));
  }
  return page;
}

const PageFile* Page::find(const std::vector<std::string>& segments) const {
  std::string name;
  for (const std::string& segment : segments) name += "/" + segment;
  const auto found = files_.find(segments.empty() ? "index.html" : name.substr(1));
  return found == files_.end() ? nullptr : &found->second;
}

Response response_of(const PageFile& file, const Request& request) {
  Response response{.type = file.type};
  auto& headers = response.headers;
  headers.push_back({"Cache-Control", file.is_forever ? "public, max-age=31536000, immutable" : "no-cache"});
  headers.push_back({"ETag", file.tag});
  const bool is_html = file.type.rfind("text/html", 0) == 0;
  headers.push_back({"Vary", is_html ? "Accept, Accept-Encoding" : "Accept-Encoding"});
  if (has_tag(request.if_none_match, file.tag)) {
    response.status = 304;
    response.type.clear();
    return response;
  }
  // The page's own policy is in its head, but no page can say there who may show it in a frame.
  if (is_html) headers.push_back({"Content-Security-Policy", "frame-ancestors 'self'"});
  response.lasting = file.plain;
  if (!file.brotli.empty() && accepts(request.accept_encoding, "br")) {
    headers.push_back({"Content-Encoding", "br"});
    response.lasting = file.brotli;
  } else if (!file.gzip.empty() && accepts(request.accept_encoding, "gzip")) {
    headers.push_back({"Content-Encoding", "gzip"});
    response.lasting = file.gzip;
  }
  return response;
}

}  // namespace superflip::server
