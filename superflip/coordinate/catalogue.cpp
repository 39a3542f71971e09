#include "superflip/coordinate/catalogue.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "superflip/base/text.h"

namespace superflip {
namespace {

std::string_view trimmed(std::string_view s) {
  while (!s.empty() && text::is_space(s.front())) s.remove_prefix(1);
  while (!s.empty() && text::is_space(s.back())) s.remove_suffix(1);
  return s;
}

// Returns the text before the separator; the rest remains in s.
std::string_view cut(std::string_view& s, char separator) {
  const std::size_t at = std::min(s.find(separator), s.size());
  const std::string_view head = s.substr(0, at);
  s.remove_prefix(std::min(at + 1, s.size()));
  return trimmed(head);
}

// Lines "key words: value"; empty lines and those that begin with # are skipped.
CatalogueEntry read(const detail::CatalogueFile& file) {
  CatalogueEntry entry{file.name, {}, {}, {}, {}, {}, {}};
  for (std::string_view rest = file.text; !rest.empty();) {
    std::string_view line = cut(rest, '\n');
    if (line.empty() || line[0] == '#') continue;
    std::string_view key = cut(line, ':');
    const std::string_view value = trimmed(line);
    const std::string_view what = cut(key, ' ');
    if (what == "coordinate") {
      entry.description = value;
    } else if (what == "summary") {
      entry.summary = value;
    } else if (what == "source") {
      entry.source = value;
    } else if (what == "used") {
      entry.used_in = value;
    } else if (what == "classes") {
      entry.classes.push_back({trimmed(key), value});
    } else if (what == "distances") {
      const std::string_view metric = cut(key, ' ');
      entry.distributions.push_back({metric, trimmed(key), value});
    } else {
      throw std::logic_error("coordinate " + std::string(file.name) + ": unknown key " + std::string(what));
    }
  }
  return entry;
}

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return text::to_upper(x) == text::to_upper(y); });
}

}  // namespace

const std::vector<CatalogueEntry>& catalogue() {
  static const std::vector<CatalogueEntry> entries = [] {
    std::vector<CatalogueEntry> all;
    for (const detail::CatalogueFile& file : detail::kCatalogueFiles) all.push_back(read(file));
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
  }();
  return entries;
}

const CatalogueEntry* find_in_catalogue(std::string_view text) {
  std::string name(text);
  if (constexpr std::string_view kOther = "center"; same_letters(name.substr(0, kOther.size()), kOther))
    name.replace(0, kOther.size(), "Centre");
  for (const CatalogueEntry& entry : catalogue())
    if (same_letters(entry.name, name)) return &entry;
  return nullptr;
}

}  // namespace superflip
