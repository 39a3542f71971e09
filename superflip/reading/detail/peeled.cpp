#include "superflip/reading/detail/peeled.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/algorithm.h"
#include "superflip/reading/cube_json.h"
#include "superflip/reading/detail/decoration.h"
#include "superflip/reading/detail/net.h"

namespace superflip {
bool is_remark(std::string_view line) {
  line = text::trimmed(line);
  return line.starts_with("//") || line == "#" ||
         (line.starts_with("# ") && line.find('#', 1) == std::string_view::npos);
}

bool is_fence(std::string_view line) {
  line = text::trimmed(line);
  return line.starts_with("```") && std::all_of(line.begin() + 3, line.end(), text::is_letter);
}

std::size_t end_of_number(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && text::is_space(line[at])) ++at;
  const std::size_t begin = at;
  while (at < line.size() && text::is_digit(line[at])) ++at;
  const bool is_number = at > begin && at + 1 < line.size() && at <= begin + 2 &&
                         std::string_view(".):").find(line[at]) != std::string_view::npos &&
                         text::is_space(line[at + 1]);
  return is_number ? at + 1 : 0;
}

namespace {

// Takes parts of a text away and keeps their words.
class Peeler {
 public:
  Peeler(std::string_view text, std::size_t facelets) : text_(text), count_(facelets) {}

  void take(std::size_t begin, std::size_t end) {
    auto part = text::trimmed(std::string_view(text_).substr(begin, end - begin));
    while (!part.empty() && is_separator(part.front())) part.remove_prefix(1);
    while (!part.empty() && is_separator(part.back())) part.remove_suffix(1);
    part = text::trimmed(part);
    if (!part.empty()) removed_.push_back(text::escaped(part, 40));
    std::string blanks;
    for (std::size_t at = begin; at < end;) {
      const std::size_t size = text::symbol_at(text_, at).size();
      blanks += text_[at] == '\n' ? '\n' : ' ';
      at += size;
    }
    text_.replace(begin, end - begin, blanks);
  }

  // The end of a label, as "my cube: " or "Cube(", or of the number of a line, as "1) ", from `at` on; `at` if there is
  // none.
  std::size_t end_of_label(std::size_t at) const {
    constexpr std::size_t kLongest = 40;
    std::size_t end = at;
    const auto is_letter = [&](std::size_t i) { return i < text_.size() && text::is_letter(text_[i]); };
    while (end < text_.size() && end - at < kLongest &&
           (is_letter(end) || text::is_digit(text_[end]) || is_one_of(end, " _-#") ||
            (text_[end] == '.' && is_letter(end + 1) && end > at && is_letter(end - 1))))
      ++end;
    if (end == text_.size() || end == at) return at;
    const bool is_number = std::all_of(text_.begin() + static_cast<std::ptrdiff_t>(at),
                                       text_.begin() + static_cast<std::ptrdiff_t>(end), text::is_digit);
    const bool may_be_call = text_.find(')', end) != std::string::npos;
    const std::string_view signs = is_number ? ".):" : may_be_call ? ":=(" : ":=";
    if (!is_one_of(end, signs)) return at;
    return end + 1 < text_.size() && text_[end + 1] == '/' ? at : end + 1;
  }

  void take_labels() {
    for (std::size_t at = 0; at < text_.size();) {
      while (at < text_.size() && text::is_space(text_[at])) ++at;
      const std::size_t end = end_of_label(at);
      if (end == at) return;
      // What stands behind the bracket of a call, as in "Cube('...').solve()", or behind a list in it.
      const bool is_list = text_.find_first_not_of(" \n", end) == text_.find('[', end);
      const std::size_t list = is_list ? text_.rfind(']') : std::string::npos;
      const std::size_t close = list == std::string::npos ? text_.find(')', end) : list + 1;
      if (text_[end - 1] == '(' && close != std::string::npos)
        take_around(end, close);
      else
        take(at, end);
      at = end;
    }
  }

  void take_numbers_of_lines() {
    for (std::size_t at = 0; at < text_.size(); at = std::min(text_.find('\n', at), text_.size() - 1) + 1)
      if (const std::size_t end = end_of_number(std::string_view(text_).substr(at)); end > 0) take(at, at + end);
  }

  void take_remarks() {
    for (std::size_t at = 0; at < text_.size(); ++at) {
      const bool is_remark = std::string_view(text_).substr(at, 2) == "//" && (at == 0 || text_[at - 1] != ':');
      const bool is_hash = text_[at] == '#' && (at == 0 || text::is_space(text_[at - 1]));
      if (is_remark || is_hash) take(at, std::min(text_.find('\n', at), text_.size()));
    }
  }

  // All fields of a row, or of an address, but the one with stickers; also what stands before an = in that field.
  void take_other_fields() {
    for (const char separator : {'&', ';', '\t', ','}) {
      std::vector<std::pair<std::size_t, std::size_t>> fields(1);
      for (std::size_t at = 0; at < text_.size(); ++at)
        if (text_[at] == separator) fields.emplace_back(at + 1, at + 1);
      for (std::size_t i = 0; i < fields.size(); ++i)
        fields[i].second = i + 1 < fields.size() ? fields[i + 1].first - 1 : text_.size();
      const auto has_stickers = [&](const auto& field) {
        return are_many_stickers(unquoted(std::string_view(text_).substr(field.first, field.second - field.first)),
                                 count_);
      };
      const bool may_be_alone = separator == '&' && text_.find('=') != std::string::npos;
      if ((fields.size() < 2 && !may_be_alone) || std::count_if(fields.begin(), fields.end(), has_stickers) != 1)
        continue;
      const auto kept = *std::find_if(fields.begin(), fields.end(), has_stickers);
      const std::string_view field = std::string_view(text_).substr(kept.first, kept.second - kept.first);
      const std::size_t begin = static_cast<std::size_t>(unquoted(field).data() - text_.data());
      const std::size_t end = begin + unquoted(field).size();
      take_around(begin, end);
      return;
    }
  }

  // All but what stands from `begin` to `end`.
  void take_around(std::size_t begin, std::size_t end) {
    const std::size_t known = removed_.size();
    // From the end on: a part that was taken away may be shorter.
    take(end, text_.size());
    take(0, begin);
    if (removed_.size() == known + 2) std::swap(removed_[known], removed_[known + 1]);
  }

  // "...UUU'", "...UUU2.": of a sticker nobody writes the inverse.
  void take_mark() {
    const std::string_view all = text::trimmed(text_);
    if (all.empty()) return;
    const std::size_t begin = static_cast<std::size_t>(all.data() - text_.data());
    std::size_t last = begin + all.size() - 1;
    while (last > begin && (static_cast<unsigned char>(text_[last]) & 0xC0U) == 0x80) --last;
    const std::string_view mark = text::symbol_at(text_, last);
    const bool is_prime = std::find(text::kPrimes.begin(), text::kPrimes.end(), mark) != text::kPrimes.end() &&
                          std::string_view(text_).find(mark) == last;  // no quotation
    if ((is_prime || is_one_of(last, "123.;!")) && last > begin && text::is_letter(text_[last - 1]))
      take(last, last + mark.size());
  }

  std::optional<Peeled> result() && {
    if (removed_.empty()) return std::nullopt;
    return Peeled{std::move(text_), text::listed(removed_)};
  }

 private:
  static bool is_separator(char c) { return c == ',' || c == ';' || c == '\t'; }

  bool is_one_of(std::size_t at, std::string_view signs) const {
    return signs.find(text_[at]) != std::string_view::npos;
  }

  static std::string_view unquoted(std::string_view field) {
    field = text::trimmed(field.substr(field.rfind('=') + 1));  // npos + 1 is 0
    if (field.size() >= 2 && field.front() == '"' && field.back() == '"') field = field.substr(1, field.size() - 2);
    return field;
  }

  std::string text_;
  std::size_t count_;  // of the facelets that a cube has
  std::vector<std::string> removed_;
};

}  // namespace

std::optional<Peeled> peeled(std::string_view text, std::size_t facelets) {
  constexpr std::size_t kLongest = 4096;
  if (text.size() > kLongest) return std::nullopt;
  Peeler peeler(text, facelets);
  peeler.take_labels();
  peeler.take_numbers_of_lines();
  peeler.take_remarks();
  peeler.take_other_fields();
  peeler.take_mark();
  return std::move(peeler).result();
}

std::optional<Peeled> word_of_stickers(std::string_view text, std::size_t facelets) {
  constexpr std::size_t kLongest = 4096;
  constexpr std::size_t kMissed = 4;
  if (text.size() > kLongest) return std::nullopt;
  const auto is_sign = [](char c) { return text::is_letter(c) || text::is_digit(c); };
  std::optional<std::pair<std::size_t, std::size_t>> found;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && is_sign(text[end])) ++end;
    const std::string_view word = text.substr(begin, end - begin);
    const bool has_faults = facelets == kFacelets && word.size() + kMissed >= facelets &&
                            word.size() <= facelets + kMissed && are_many_stickers(word, facelets);
    if ((has_faults && distinct(split(word, word.size()).symbols).size() >= kFaces - 1) ||
        (word.size() == facelets && are_facelets_of_a_cube(word, facelets))) {
      if (found) return std::nullopt;
      found.emplace(begin, end);
    }
    begin = end + 1;
  }
  if (!found) return std::nullopt;
  // Behind moves, stickers may be a remark.
  const std::size_t remark = text.find("//");
  if (remark != std::string_view::npos && remark < found->first &&
      text.substr(0, remark).find(':') == std::string_view::npos)
    return std::nullopt;
  Peeler peeler(text, facelets);
  peeler.take_around(found->first, found->second);
  return std::move(peeler).result();
}

std::optional<Peeled> without_first_remarks(std::string_view text) {
  std::size_t end = 0;  // of the remarks
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t next = std::min(text.find('\n', at), text.size() - 1) + 1;
    const std::string_view line = text.substr(at, next - at);
    if (is_remark(line))
      end = next;
    else if (!text::trimmed(line).empty())
      break;
    at = next;
  }
  if (end == 0 || end == text.size()) return std::nullopt;
  return Peeled{std::string(text::symbols_before(text, end), ' ') + std::string(text.substr(end)),
                text::escaped(text::trimmed(text.substr(0, end)), 40)};
}

std::optional<Peeled> without_fences(std::string_view text) {
  std::vector<std::pair<std::size_t, std::size_t>> fences;  // begin and end
  for (std::size_t at = text.find("```"); at < text.size(); at = std::min(text.find('\n', at), text.size() - 1) + 1) {
    at = text.rfind('\n', at) + 1;
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (is_fence(text.substr(at, end - at))) fences.emplace_back(at, end);
  }
  if (fences.empty()) return std::nullopt;
  const auto blank = [](std::string& plain, std::size_t begin, std::size_t end) {
    for (std::size_t at = begin; at < end; ++at)
      if (plain[at] != '\n') plain[at] = ' ';
  };
  std::string plain(text);
  for (const auto& [begin, end] : fences) blank(plain, begin, end);
  std::vector<std::string> removed;
  if (fences.size() == 2)
    for (const auto& [begin, end] :
         {std::pair{std::size_t{0}, fences[0].first}, std::pair{fences[1].second, text.size()}}) {
      const std::string_view outside = text::trimmed(text.substr(begin, end - begin));
      if (outside.empty() || parse_algorithm(outside)) continue;
      removed.push_back(text::escaped(outside, 40));
      blank(plain, begin, end);
    }
  if (text::trimmed(plain).empty()) return std::nullopt;
  return Peeled{std::move(plain), text::listed(removed)};
}

std::optional<Peeled> without_assignment(std::string_view text) {
  const std::size_t begin = begin_of_object(text);
  std::string_view object = text::trimmed(text.substr(begin));
  if (object.ends_with(';')) object.remove_suffix(1);
  if (begin == 0 || !looks_like_json(object)) return std::nullopt;
  return Peeled{std::string(text::symbols_before(text, begin), ' ') + std::string(object),
                text::escaped(text::trimmed(text.substr(0, begin)), 40)};
}

std::string note_on(const Peeled& peeled) {
  return fmt::format("what stands around the cube is left out: {}", peeled.removed);
}

}  // namespace superflip
