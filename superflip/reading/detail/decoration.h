// Decoration: what stands around facelets when a person or a program prints them: borders of a net, brackets, quotes,
// bars between faces, the colour codes of a terminal, two letters for a colour. It is removed from a text that is then
// the facelets of one cube (six kinds of symbols, as many as there must be), and from one that can hardly be anything
// else: some 54 letters of about six kinds, most of them in long words without a mark. Every other text stays as it is,
// so that no moves are taken for facelets.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace superflip {

// The text without the sequences by which a terminal is told colours (ECMA-48, ESC [ ... m), if it has any.
std::optional<std::string> without_terminal_colours(std::string_view text);

// Whether the rows of a net whose empty places are filled have so many symbols: all nine of them twelve, or, if only
// the places at the left are filled, 6 6 6 12 12 12 6 6 6. `count` facelets: 54, or 24 of a 2x2x2 cube. And whether
// further rows may complete them.
using Rows = std::vector<std::size_t>;
bool are_rows_of_filled_net(const Rows& rows, std::size_t count);
bool may_become_filled_net(const Rows& rows, std::size_t count);

// The text of such a net without the symbol that fills its empty places, which become blanks. It occurs in no other
// place ("X X X U U U X ..."). Nothing if the text is no such net.
struct Unpadded {
  std::string text;
  std::string symbol;
};
std::optional<Unpadded> unpadded(std::string_view text, std::size_t count);

// "the empty places of the net are left out: 'X'".
std::string note_on(const Unpadded& net);

struct Undecorated {
  std::string facelets;  // one symbol each
  std::string removed;   // in words, for a note: "| and -"
};

// The facelets of a decorated text, if it is one of `count` facelets (54, or 24 of a 2x2x2 cube); nothing for a text
// that is plain already.
std::optional<Undecorated> undecorated(std::string_view text, std::size_t count);

// Whether every ' is a quotation mark: as many stand before a word as behind one. A prime stands behind its move.
bool are_quotations(std::string_view text);

// Borders, brackets, quotes and separators: signs of ASCII, and those that draw boxes.
bool is_decoration(std::string_view symbol);

// Whether a text without decoration has `count` symbols of six kinds, each as often as a cube has stickers of a colour.
// Blanks do not count.
bool are_facelets_of_a_cube(std::string_view text, std::size_t count);

// Whether a text without what can only be moves is mostly stickers: letters of about six kinds, of which four may be
// missing or too many (of 24 none). Decoration does not count.
bool are_many_stickers(std::string_view text, std::size_t count);

// Words for colours as single letters: "Wh", "white" and 'W' become W, if the words' first letters differ as the words
// do. Other items stay as they are.
std::string one_letter_each(const std::vector<std::string>& items);

// How many symbols besides decoration there are in each line that has some.
Rows rows_of(std::string_view text);

}  // namespace superflip
