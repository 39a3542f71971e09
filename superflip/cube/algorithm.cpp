#include "superflip/cube/algorithm.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "superflip/base/text.h"
#include "superflip/cube/detail/around_moves.h"

namespace superflip {
namespace {

// What one written move does, before rotations are resolved. Inverses and repetitions are handled at this level, where
// x' undoes x; only the complete sequence is translated into turns of fixed faces.
enum class Kind : std::uint8_t { face, wide, slice, rotation };

struct WrittenMove {
  Kind kind;
  Face face;  // which face gives the sense of rotation
  int turns;  // 1..3
  bool on_inverse;
};

using WrittenMoves = std::vector<WrittenMove>;

struct Symbol {
  char letter;
  Kind kind;
  Face face;
};

constexpr std::array<Symbol, 18> kSymbols{{{'U', Kind::face, U},
                                           {'R', Kind::face, R},
                                           {'F', Kind::face, F},
                                           {'D', Kind::face, D},
                                           {'L', Kind::face, L},
                                           {'B', Kind::face, B},
                                           {'u', Kind::wide, U},
                                           {'r', Kind::wide, R},
                                           {'f', Kind::wide, F},
                                           {'d', Kind::wide, D},
                                           {'l', Kind::wide, L},
                                           {'b', Kind::wide, B},
                                           {'M', Kind::slice, L},
                                           {'E', Kind::slice, D},
                                           {'S', Kind::slice, F},
                                           {'x', Kind::rotation, R},
                                           {'y', Kind::rotation, U},
                                           {'z', Kind::rotation, F}}};

constexpr std::string_view kExpected =
    "expected a face turn (U R F D L B), a wide move (Rw or r), a slice (M E S), a rotation (x y z) or a bracket";

class Parser {
 public:
  Parser(std::string_view text, Niss niss, std::vector<std::string>* notes) : text_(text), niss_(niss), notes_(notes) {
    begin_ = static_cast<std::size_t>(text::trimmed(text).data() - text.data());
  }

  Expected<WrittenMoves> parse() {
    auto steps = text();
    if (steps) return steps;
    if (const std::string name = hint_on_name(text::trimmed(text_)); !name.empty()) return fail(name, 0);
    return steps;
  }

 private:
  Expected<WrittenMoves> text() {
    WrittenMoves steps;
    if (!skip_label()) return tl::unexpected<Error>(error_);
    if (!skip_number_of_line()) return tl::unexpected<Error>(error_);
    do {
      if (!sequence(steps, 0)) return tl::unexpected<Error>(error_);
      end_part();
    } while (skip(","));
    if (has_columns_)
      return fail("these moves are in columns; several cubes are written one a line, and moves alone need no commas",
                  0);
    if (quotations_ > 1 && has_long_quotation_)
      return fail("the list has several cubes; several cubes are written one a line", 0);
    if (at_ < text_.size()) {
      stop(at_, found(text_[at_] == ':' ? "what stands before a colon may be a name, or moves: leave it out"
                                        : "no bracket is open here"));
      return tl::unexpected<Error>(error_);
    }
    if (quote_ != '\0') {
      stop(at_, found(fmt::format("expected the {} that closes a quotation", quote_)));
      return tl::unexpected<Error>(error_);
    }
    if (steps.empty() && !has_round_bracket_ && !text::trimmed(text_).empty())
      return fail(has_comment_ ? "there are no moves: a comment is all there is" : "there are no moves in this text",
                  0);
    note_on_names();
    return steps;
  }

  // Each of these returns false when it has recorded an error. A sequence ends before a closing bracket, a comma, a
  // colon or the end of the text.
  bool sequence(WrittenMoves& steps, int depth) {
    while (true) {
      if (!skip_blanks()) return false;
      if (skip_quote()) continue;
      if (at_ == text_.size() || std::string_view(")],:").find(text_[at_]) != std::string_view::npos) return true;
      const bool read = text_[at_] == '(' || text_[at_] == '[' ? bracket(steps, depth) : move(steps);
      if (!read) return false;
    }
  }

  // A quotation of moves begins or ends here. It begins the text, or an item of a list.
  bool skip_quote() {
    if (at_ == text_.size() || (text_[at_] != '\'' && text_[at_] != '"')) return false;
    if (quote_ == '\0') {
      const std::size_t before = text_.substr(0, at_).find_last_not_of(" \t\r\n");
      if (at_ > begin_ && std::string_view("[,(").find(text_[before]) == std::string_view::npos) return false;
    }
    if (quote_ != '\0' && quote_ != text_[at_]) return false;
    const bool begins = quote_ == '\0';
    // 'R U' F': the second sign may be a prime.
    const std::size_t next = after_blanks(at_ + 1);
    if (!begins && text_[at_] == '\'' && next < text_.size() &&
        std::string_view(",)]\r\n").find(text_[next]) == std::string_view::npos)
      return false;
    if (begins) {
      ++quotations_;
      quotation_begin_ = moves_;
    } else {
      has_long_quotation_ |= moves_ > quotation_begin_ + 1;
    }
    quote_ = begins ? text_[at_] : '\0';
    is_quoted_ = true;
    ++at_;
    return true;
  }

  // A comma or a tab outside brackets, or the end of a line. Two long parts of a line are the columns of a table.
  void end_part() {
    constexpr std::size_t kLong = 2;  // moves
    if (moves_ >= part_begin_ + kLong) has_columns_ |= ++long_parts_ > 1;
    part_begin_ = moves_;
  }

  // What may be the name of the moves: "E1 R U", as official scrambles beyond the fifth are called, and a first column,
  // "B2<tab>R U".
  void note_on_names() {
    if (notes_ == nullptr) return;
    constexpr std::size_t kMany = 4;
    const std::string_view first = text_.substr(begin_, 2);
    const bool is_apart = begin_ + 2 < text_.size() && text::is_space(text_[begin_ + 2]);
    const bool is_number = is_apart && (first == "E1" || (first == "E2" && moves_ > kMany));
    if (is_number || (moves_ > kMany && has_first_column()))
      notes_->emplace_back("the first move is read, too; leave it out if it is the name of a scramble");
  }

  // A letter, with a number or not, and behind it the only tabs or the only comma.
  bool has_first_column() const {
    constexpr std::string_view kRotations = "xyz";
    const std::size_t end = text_.find_first_of("\t,", begin_);
    if (end == std::string_view::npos || end == begin_ || end > begin_ + 2) return false;
    const bool is_name = text::is_letter(text_[begin_]) && kRotations.find(text_[begin_]) == std::string_view::npos &&
                         (end == begin_ + 1 || text::is_digit(text_[begin_ + 1]));
    return is_name && text::trimmed(text_.substr(end + 1)).find_first_of("\t,") == std::string_view::npos;
  }

  bool move(WrittenMoves& steps) {
    const std::size_t start = at_;
    const std::optional<Layers> layers = layers_before_a_move();
    const auto* symbol =
        std::find_if(kSymbols.begin(), kSymbols.end(), [&](const Symbol& s) { return s.letter == text_[at_]; });
    if (symbol == kSymbols.end()) {
      at_ = start;
      return stop(at_, found(kExpected, hint_on_moves({text_, begin_, at_, quote_})));
    }
    ++at_;
    ++moves_;
    Kind kind = symbol->kind;
    if ((kind == Kind::face || kind == Kind::wide) && (skip("w") || skip("W"))) kind = Kind::wide;
    const Suffix s = suffix();
    constexpr int kMostTurns = 9;  // R90 is no R2
    const int turns = s.count.value_or(1) % 4;
    if (turns == 0 || s.count.value_or(1) > kMostTurns) {
      const std::string_view written = text_.substr(start, at_ - start);
      return stop(start, fmt::format("{} does not say how far to turn; expected 1, 2 or 3 quarter turns",
                                     written.size() > 20 ? written.substr(0, 10) : written));
    }
    if (!fits(steps.size() + (layers ? 2 : 1), start)) return false;
    if (symbol->letter == 'x' && s.count.value_or(1) > 3) return stop_at_repetition(start);
    const WrittenMove move{kind, symbol->face, s.inverted ? 4 - turns : turns, false};
    if (!layers) {
      steps.push_back(move);
      return true;
    }
    return turn_layers(*layers, move, start, steps);
  }

  // The layers that a move turns, counted from its face: 1..3.
  struct Layers {
    int first;
    int last;
    bool is_range;  // both were written
  };

  // A number, or two with a minus between them, directly before a letter. If there is none, nothing is read.
  std::optional<Layers> layers_before_a_move() {
    std::size_t at = at_;
    const auto number = [&]() -> std::optional<int> {
      const std::size_t begin = at;
      int n = 0;
      for (; at < text_.size() && text::is_digit(text_[at]); ++at) n = std::min(10 * n + (text_[at] - '0'), 99);
      if (at == begin) return std::nullopt;
      return n;
    };
    const auto first = number();
    if (!first) return std::nullopt;
    std::optional<int> last;
    if (at < text_.size() && text_[at] == '-') {
      ++at;
      last = number();
      if (!last) return std::nullopt;
    }
    if (at == text_.size() || !text::is_letter(text_[at])) return std::nullopt;
    at_ = at;
    return Layers{*first, last.value_or(*first), last.has_value()};
  }

  // 2R turns the second layer, 2Rw and 2r the first two, 2-3r and 2-3R the second and the third.
  bool turn_layers(const Layers& layers, const WrittenMove& move, std::size_t start, WrittenMoves& steps) {
    const std::size_t next = after_blanks(at_);
    if (move.kind == Kind::rotation && next < text_.size() && (text_[next] == '(' || text_[next] == ')'))
      return stop_at_repetition(start);
    if (move.kind != Kind::face && move.kind != Kind::wide)
      return stop(start, "a number of layers stands before a face or a wide move alone, as in 2R or 3Rw");
    const int first = move.kind == Kind::wide && !layers.is_range ? 1 : layers.first;
    if (first < 1 || layers.last < first || layers.last > 3)
      return stop(start, "this cube has three layers, which are counted from the face: 1, 2 and 3");
    const auto turn = [&](Kind kind) { steps.push_back({kind, move.face, move.turns, false}); };
    if (first == 1 && layers.last == 3) {
      turn(Kind::rotation);
      return true;
    }
    if (first == 1 && layers.last == 2) {
      turn(Kind::wide);
      return true;
    }
    if (first == 1) turn(Kind::face);
    if (first <= 2 && layers.last >= 2) turn(Kind::slice);
    if (layers.last == 3) steps.push_back({Kind::face, opposite(move.face), 4 - move.turns, false});
    return true;
  }

  // [r], [u2], [f']: rotations. Reads nothing if it is none.
  bool old_rotation(WrittenMoves& steps) {
    const std::size_t start = at_;
    const auto* symbol = std::find_if(kSymbols.begin(), kSymbols.end(), [&](const Symbol& s) {
      return s.kind == Kind::wide && at_ + 1 < text_.size() && s.letter == text_[at_ + 1];
    });
    if (symbol == kSymbols.end()) return false;
    at_ += 2;
    const Suffix s = suffix();
    const int turns = s.count.value_or(1);
    if (turns >= 1 && turns <= 3 && skip("]")) {
      steps.push_back({Kind::rotation, symbol->face, s.inverted ? 4 - turns : turns, false});
      return true;
    }
    at_ = start;
    return false;
  }

  bool bracket(WrittenMoves& steps, int depth) {
    const std::size_t start = at_;
    const bool round = text_[at_] == '(';
    has_round_bracket_ |= round;
    if (round && skip_length()) return true;
    if (!round && old_rotation(steps)) return true;
    if (depth == kMaxDepth) return stop(start, fmt::format("brackets are nested more than {} deep", kMaxDepth));
    ++at_;
    depth_ = depth + 1;
    WrittenMoves inner;
    if (!sequence(inner, depth + 1)) return false;
    if (round ? !tuple(inner, depth) : !commutator(inner, depth)) return false;
    depth_ = depth;
    const char closing = round ? ')' : ']';
    if (at_ == text_.size() || text_[at_] != closing) {
      return stop(at_, found(fmt::format("expected a move or the '{}' that closes the bracket opened at character {}",
                                         closing, text::symbols_before(text_, start) + 1)));
    }
    ++at_;
    if (round && !steps.empty() && is_repetition(text_.substr(start + 1, at_ - start - 2)))
      return stop_at_repetition(start);
    if (const auto times = times_sign()) return stop_at_repetition(*times);
    if (notes_ != nullptr && text_.substr(at_, 1) == " " && text_.substr(after_blanks(at_), 2) == "x2")
      notes_->emplace_back("x2 behind a bracket is the rotation of the cube; the bracket twice is (R U)2");
    skip_times_sign();
    const Suffix s = suffix();
    if (round && niss_ == Niss::on && !s.count && !s.inverted) {
      if (depth > 0) {
        return stop(start,
                    "a parenthesis without a count means moves on the inverse here, and these cannot stand inside "
                    "another bracket");
      }
      for (WrittenMove& step : inner) step.on_inverse = true;
    }
    if (s.inverted) invert(inner);
    const int count = s.count.value_or(1);
    if (!fits(steps.size() + inner.size() * static_cast<std::size_t>(count), start)) return false;
    for (int i = 0; i < count && !inner.empty(); ++i) steps.insert(steps.end(), inner.begin(), inner.end());
    return true;
  }

  // After the first item of a round bracket: (R, U, F), a tuple of Python.
  bool tuple(WrittenMoves& a, int depth) {
    const std::size_t start = at_;
    int items = 1;
    while (skip(",")) {
      const std::size_t before = a.size();
      if (!sequence(a, depth + 1)) return false;
      items += a.size() > before;
    }
    if (items == 2 && !is_quoted_)
      return stop(start, "a commutator is written [R, U], and moves alone need no comma between them");
    return fits(a.size(), start);
  }

  // After the first part of a square bracket: [A, B] is A B A' B', [A: B] is A B A'.
  bool commutator(WrittenMoves& a, int depth) {
    const char separator = at_ < text_.size() ? text_[at_] : '\0';
    if (separator == ']' && is_quoted_) return true;  // a list of one
    if (separator != ',' && separator != ':')
      return stop(at_,
                  found("expected a move, or the ',' of a commutator [R, U] or the ':' of a conjugate [F: R]; moves "
                        "alone are grouped by round brackets"));
    const std::size_t start = at_++;
    const bool has_quotes = is_quoted_;
    WrittenMoves b;
    if (!sequence(b, depth + 1)) return false;
    // Three and more, and what is in quotes, are a list of moves.
    if (separator == ',' && (has_quotes || (at_ < text_.size() && text_[at_] == ','))) {
      a.insert(a.end(), b.begin(), b.end());
      while (skip(","))
        if (!sequence(a, depth + 1)) return false;
      return fits(a.size(), start);
    }
    if (!fits(2 * (a.size() + b.size()), start)) return false;
    WrittenMoves undone = a;
    invert(undone);
    a.insert(a.end(), b.begin(), b.end());
    a.insert(a.end(), undone.begin(), undone.end());
    if (separator == ',') {
      invert(b);
      a.insert(a.end(), b.begin(), b.end());
    }
    return true;
  }

  struct Suffix {
    std::optional<int> count;
    bool inverted = false;
  };

  // Many people read (R U) x3 as three times R U. Here (R U) x and (R U) x2, with a blank, are followed by a rotation.
  std::optional<std::size_t> times_sign() const {
    const std::size_t at = after_blanks(at_);
    if (at == at_ || at + 1 >= text_.size() || text_[at] != 'x' || !text::is_digit(text_[at + 1])) return {};
    const bool rotation = text_[at + 1] == '2' && (at + 2 == text_.size() || !text::is_digit(text_[at + 2]));
    if (rotation) return {};
    return at;
  }

  // (x3) behind all moves, before a remark at most: a rotation would turn nothing but the hands there.
  bool is_repetition(std::string_view bracket) const {
    bracket = text::trimmed(bracket);
    const std::string_view rest = text::trimmed(text_.substr(at_));
    return bracket.size() == 2 && bracket[0] == 'x' && text::is_digit(bracket[1]) &&
           (rest.empty() || rest == ";" || rest.starts_with("//"));
  }

  // (R U)x3, (R U)*3 and (R U)×3: the number that follows is a count.
  void skip_times_sign() {
    for (const std::string_view sign : {"x", "*", "×"})
      if (text_.substr(at_, sign.size()) == sign && at_ + sign.size() < text_.size() &&
          text::is_digit(text_[at_ + sign.size()])) {
        at_ += sign.size();
        return;
      }
  }

  // A count and a prime, either or both, in either order. The count may follow ^, and then a minus inverts: R^2, (R
  // U)^-1.
  Suffix suffix() {
    Suffix s;
    skip_invisible();
    s.inverted = skip_prime();
    if (at_ + 1 < text_.size() && text_[at_] == '^') {
      const bool minus = text_[at_ + 1] == '-';
      const std::size_t digits = at_ + (minus ? 2 : 1);
      if (digits == text_.size() || !text::is_digit(text_[digits])) return s;
      s.inverted ^= minus;
      at_ = digits;
    }
    if (at_ < text_.size() && text::is_digit(text_[at_])) {
      int count = 0;
      for (; at_ < text_.size() && text::is_digit(text_[at_]); ++at_)
        count = std::min(10 * count + (text_[at_] - '0'), 10 * kMaxMoves);
      s.count = count;
    }
    for (const auto& [sign, count] : {std::pair{"¹", 1}, std::pair{"²", 2}, std::pair{"³", 3}})
      if (!s.count && skip(sign)) s.count = count;
    if (!s.inverted) {
      skip_invisible();
      s.inverted = skip_prime();
    }
    return s;
  }

  bool skip(std::string_view word) {
    if (text_.substr(at_, word.size()) != word) return false;
    at_ += word.size();
    return true;
  }

  bool skip_prime() {
    // Of HTML, and as a string in a program has it.
    constexpr std::array<std::string_view, 6> kEntities{"&#39;", "&apos;", "&#x27;", "&rsquo;", "&prime;", "\\'"};
    const auto skip_one = [this](std::string_view prime) { return skip(prime); };
    if (quote_ == '\'' && text_.substr(at_, 1) == "'") return false;
    if (std::any_of(text::kPrimes.begin(), text::kPrimes.end(), skip_one) || skip("i")) return true;
    if (std::any_of(kEntities.begin(), kEntities.end(), skip_one)) return true;
    // R- and R-1; a layer follows in R-2U, and in R-U there may be a move, unless another one ends with a dash.
    const auto digit_at = [&](std::size_t at) { return at < text_.size() && text::is_digit(text_[at]); };
    if (text_.substr(at_, 1) != "-") return false;
    const bool is_power = text_.substr(at_ + 1, 1) == "1" && !digit_at(at_ + 2);
    const bool is_between = at_ + 1 < text_.size() && text::is_letter(text_[at_ + 1]);
    if ((digit_at(at_ + 1) && !is_power) || (is_between && !are_dashes_primes())) return false;
    at_ += is_power ? 2 : 1;
    return true;
  }

  // Whether a dash stands behind a move and no move behind it, so that dashes are primes: "R-U-", "R-U_D-_F".
  bool are_dashes_primes() {
    if (are_dashes_primes_) return *are_dashes_primes_;
    are_dashes_primes_ = false;
    const std::string_view moves = text_.substr(0, text_.find("//"));
    for (std::size_t at = moves.find('-', 1); at != std::string_view::npos; at = moves.find('-', at + 1)) {
      const char before = moves[at - 1];
      const char behind = at + 1 < moves.size() ? moves[at + 1] : ' ';
      const bool is_behind_move = text::is_letter(before) || text::is_digit(before) || before == ')';
      const bool is_before_move =
          text::is_letter(behind) || text::is_digit(behind) || behind == '(' || behind == '[' || behind == '-';
      if (is_behind_move && !is_before_move) are_dashes_primes_ = true;
    }
    return *are_dashes_primes_;
  }

  // (19f), (24q), (18f*), (18 HTM), (20 moves): a solution's length and its metric. (2R) is a move, and (3x) and (3
  // times) mean a repetition.
  bool skip_length() {
    std::size_t end = at_ + 1;
    while (end < text_.size() && text::is_digit(text_[end])) ++end;
    if (end == at_ + 1) return false;
    if (text_.substr(end, 1) == " ") ++end;
    const std::size_t begin = end;
    while (end < text_.size() && text::is_letter(text_[end])) ++end;
    const std::string_view unit = text_.substr(begin, end - begin);
    const bool is_letter = unit.size() == 1 && text::is_lower(unit[0]) && unit != "x";
    constexpr std::string_view kTimes = "tim Tim rep Rep";  // beginnings of times, repeats
    const bool is_times = kTimes.find(unit.substr(0, 3)) != std::string_view::npos;
    const bool is_word = unit.size() >= 3 && !is_times;
    if (text_[begin - 1] == ' ' ? !is_word : !is_letter) return false;
    if (text_.substr(end, 1) == "*") ++end;
    if (text_.substr(end, 1) != ")") return false;
    at_ = end + 1;
    return true;
  }

  // What stands between moves and means nothing: blanks, comments, pauses, and the signs of other programs for "and
  // then". Returns false when a comment does not end.
  bool skip_blanks() {
    while (at_ < text_.size()) {
      const std::string_view symbol = text::symbol_at(text_, at_);
      if (symbol == "@" && at_ + 1 < text_.size() && text::is_digit(text_[at_ + 1])) {
        skip_date();
      } else if (text_.substr(at_, 2) == "//") {
        has_comment_ = true;
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (symbol == "{") {
        const std::size_t end = text_.find('}', at_);
        if (end == std::string_view::npos) return stop(at_, "the comment that begins with { does not end");
        has_comment_ = true;
        at_ = end + 1;
      } else if (depth_ == 0 && (symbol == "\t" || symbol == "\n")) {
        end_part();
        if (symbol == "\n") long_parts_ = 0;
        ++at_;
      } else if (skip("&nbsp;")) {
        continue;  // a blank of HTML
      } else if (text::is_skipped(symbol) || symbol == "_" || symbol == "·" || is_composition(symbol) ||
                 ends_statement(symbol)) {
        at_ += symbol.size();
      } else if (niss_ == Niss::on && symbol == "^" && text_.substr(at_ + 1, 1) == "(") {
        ++at_;
      } else {
        return true;
      }
    }
    return true;
  }

  // "@1.5s", "@2024-05-01 12:30:22", as timers write when a move or a solve was done.
  void skip_date() {
    has_comment_ = true;
    const auto end_of_word = [this](std::size_t at) {
      return std::min(text_.find_first_of(" \t\n", at), text_.size());
    };
    at_ = end_of_word(at_);
    const std::size_t next = after_blanks(at_);
    const std::string_view time = text_.substr(next, end_of_word(next) - next);
    if (time.find(':') != std::string_view::npos && time.find_first_not_of("0123456789:.") == std::string_view::npos)
      at_ = end_of_word(next);
  }

  // The last sign of a line of a program.
  bool ends_statement(std::string_view symbol) const {
    return symbol == ";" && at_ > begin_ && text::trimmed(text_.substr(at_ + 1)).empty();
  }

  // A * or a point between moves, and not before a number.
  bool is_composition(std::string_view symbol) const {
    if (symbol != "*" && symbol != ".") return false;
    const std::size_t next = after_blanks(at_ + 1);
    if (next == text_.size()) return symbol == ".";
    return at_ > begin_ && !text::is_digit(text_[next]);
  }

  // "Scramble 1: R U". The word must not say that something else is meant.
  bool skip_label() {
    const auto end = end_of_label(text_, begin_);
    if (!end) return stop(begin_, end.error().message);
    if (*end == begin_) return true;
    if (notes_ != nullptr)
      notes_->push_back(fmt::format("the word before the moves is left out: {}",
                                    text::escaped(text::trimmed(text_.substr(begin_, *end - 1 - begin_)), 40)));
    at_ = *end;
    while (at_ < text_.size() && text::is_space(text_[at_])) ++at_;
    begin_ = at_;
    return true;
  }

  // "B. " or "B) " before moves, where B may be a move. Of several points each may be a pause.
  bool may_be_letter_of_line(std::size_t at) const {
    constexpr std::string_view kLetters = "URFDLBurfdlbMES";
    if (at + 2 >= text_.size() || kLetters.find(text_[at]) == std::string_view::npos) return false;
    const char sign = text_[at + 1];
    if ((sign != '.' && sign != ')') || !text::is_space(text_[at + 2])) return false;
    const std::string_view behind = text_.substr(at + 2);
    return behind.substr(0, std::min(behind.find("//"), behind.find('{'))).find('.') == std::string_view::npos;
  }

  // The number of a line before its moves, "12. ", "12) ", "#12: ", "#12 ", "E1. ", and the time that a timer writes
  // behind it. The letter of a line may be a move, "B. R U", so that it is refused; a point may also be a pause, if
  // there are several.
  bool skip_number_of_line() {
    std::size_t at = std::max(at_, begin_);
    while (at < text_.size() && text::is_space(text_[at])) ++at;
    if (may_be_letter_of_line(at))
      return stop(at, fmt::format("{} may be the name of the moves, or a move: leave it out, or leave out the sign",
                                  text::quoted(text_.substr(at, 2))));
    const bool is_marked = text_.substr(at, 1) == "#";
    if (is_marked || text_.substr(at, 1) == "E") ++at;
    const std::size_t digits = at;
    while (at < text_.size() && text::is_digit(text_[at])) ++at;
    if (at == digits || at + 1 >= text_.size()) return true;
    const bool has_sign = std::string_view(".):").find(text_[at]) != std::string_view::npos;
    if (has_sign ? !text::is_space(text_[at + 1]) : !is_marked || text_[at] != ' ') return true;
    at_ = at + 1;
    while (at_ < text_.size() && text::is_space(text_[at_])) ++at_;
    skip_time();
    while (at_ < text_.size() && text::is_space(text_[at_])) ++at_;
    begin_ = at_;
    return true;
  }

  // "9.87", "(9.87)", "DNF(9.87)", and the remark that a timer writes behind it in square brackets.
  void skip_time() {
    std::size_t end = at_;
    while (end < text_.size() && !text::is_space(text_[end]) && text_[end] != '[') ++end;
    std::string_view time = text_.substr(at_, end - at_);
    if (time.starts_with('(') && time.ends_with(')')) time = time.substr(1, time.size() - 2);
    const bool is_clock = time.size() > 1 && text::is_digit(time[0]) &&
                          time.find_first_of(".,") != std::string_view::npos &&
                          time.find_first_not_of("0123456789.,:+") == std::string_view::npos;
    if (!is_clock && time != "DNF" && !time.starts_with("DNF(")) return;
    at_ = end;
    if (text_.substr(at_, 1) == "[") at_ = std::min(text_.find(']', at_), text_.size() - 1) + 1;
  }

  void skip_invisible() {
    while (at_ < text_.size() && text::is_invisible(text::symbol_at(text_, at_)))
      at_ += text::symbol_at(text_, at_).size();
  }

  // The first place from `at` on that is no blank.
  std::size_t after_blanks(std::size_t at) const { return std::min(text_.find_first_not_of(' ', at), text_.size()); }

  static void invert(WrittenMoves& steps) {
    std::reverse(steps.begin(), steps.end());
    for (WrittenMove& step : steps) step.turns = 4 - step.turns;
  }

  bool fits(std::size_t moves, std::size_t at) {
    return moves <= kMaxMoves || stop(at, fmt::format("the algorithm expands to more than {} moves", kMaxMoves));
  }

  // "'Q' found; <what was expected>", or the hint instead.
  std::string found(std::string_view expected, std::string_view hint = {}) const {
    if (at_ == text_.size()) return fmt::format("the text ends; {}", expected);
    return fmt::format("{} found; {}", text::quoted(text::symbol_at(text_, at_)), hint.empty() ? expected : hint);
  }

  bool stop_at_repetition(std::size_t at) { return stop(at, std::string(kRepetition)); }

  bool stop(std::size_t at, const std::string& what) {
    const std::size_t position = text::symbols_before(text_, at);
    error_ = {fmt::format("character {}: {}", position + 1, what), position};
    return false;
  }

  std::string_view text_;
  Niss niss_;
  std::vector<std::string>* notes_;
  std::size_t begin_ = 0;  // of the text, behind blanks
  std::size_t at_ = 0;
  char quote_ = '\0';         // what closes the quotation that is open
  bool is_quoted_ = false;    // there was a quotation
  bool has_comment_ = false;  // there was a comment
  int depth_ = 0;             // of the brackets that are open
  std::size_t moves_ = 0;     // that were read
  std::size_t part_begin_ = 0;
  int long_parts_ = 0;  // of this line
  bool has_columns_ = false;
  int quotations_ = 0;
  std::size_t quotation_begin_ = 0;
  bool has_long_quotation_ = false;  // of several moves
  bool has_round_bracket_ = false;   // there was one, so that no moves are meant if there are none
  std::optional<bool> are_dashes_primes_;
  Error error_;
};

// The symmetry that turns the whole cube in the way a quarter turn of the face f turns its layer: S_U4 for U, and for
// the others its conjugates by S_URF3, which carries U to R and R to F.
constexpr Symmetry rotation_of(Face f) {
  constexpr Symmetry u4{2};
  const Symmetry third(16 * (f % 3));
  const Symmetry quarter = inverse(third) * u4 * third;
  return f < 3 ? quarter : inverse(quarter);
}

// A wide move is a turn of the opposite face and a rotation; a slice move is a turn of both neighbouring faces and a
// rotation. After a rotation, a face's name in the text means the face that now stands there.
Algorithm translate(const WrittenMoves& steps) {
  Algorithm a;
  for (const WrittenMove& step : steps) {
    Moves& moves = step.on_inverse ? a.on_inverse : a.moves;
    const Symmetry back = inverse(a.rotation);
    const auto turn = [&](Face f, int turns) { moves.push_back(conjugate(make_move(f, turns), back)); };
    if (step.kind == Kind::face) turn(step.face, step.turns);
    if (step.kind == Kind::slice) turn(step.face, 4 - step.turns);
    if (step.kind == Kind::wide || step.kind == Kind::slice) turn(opposite(step.face), step.turns);
    if (step.kind == Kind::face) continue;
    for (int i = 0; i < step.turns; ++i) a.rotation = a.rotation * rotation_of(step.face);
  }
  return a;
}

}  // namespace

Expected<Algorithm> parse_algorithm(std::string_view text, Niss niss, std::vector<std::string>* notes) {
  return Parser(text, niss, notes).parse().map(translate);
}

Cube to_cube(const Algorithm& algorithm) {
  return inverse(apply(kSolved, algorithm.on_inverse)) * apply(kSolved, algorithm.moves);
}

Algorithm concatenate(const Algorithm& first, const Algorithm& second) {
  assert(first.on_inverse.empty() && second.on_inverse.empty());
  Algorithm both{first.moves, {}, first.rotation * second.rotation};
  // What is turned after the rotation r is, without r, the turn that is conjugated by r^-1.
  for (const Move m : second.moves) both.moves.push_back(conjugate(m, inverse(first.rotation)));
  return both;
}

Algorithm inverse(const Algorithm& algorithm) {
  assert(algorithm.on_inverse.empty());
  // The rotation comes after the moves, so that the inverse moves are turned as it leaves the cube.
  Algorithm back{inverse(algorithm.moves), {}, inverse(algorithm.rotation)};
  for (Move& m : back.moves) m = conjugate(m, algorithm.rotation);
  return back;
}

std::string to_string(std::span<const Move> moves) {
  constexpr std::array<std::string_view, 3> kTurns{"", "2", "'"};
  std::string text;
  for (const Move m : moves) {
    if (!text.empty()) text += ' ';
    text += kFaceLetters[face_of(m)];
    text += kTurns[turns_of(m) - 1];
  }
  return text;
}

}  // namespace superflip
