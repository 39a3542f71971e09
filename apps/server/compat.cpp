#include "apps/server/compat.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "apps/server/answers.h"

namespace superflip::server {
namespace {

constexpr std::string_view kFaces54 = "URFDLB";
// Shorter words may be paths.
constexpr std::size_t kLeast = 20;
// So many letters are facelets, perhaps with a wrong one.
constexpr std::pair<std::size_t, std::size_t> kAbout54{40, 60};

struct Solved {
  Moves moves;
  bool is_late = false;  // no solution within the time
};

Answered<Solved> solve(const Context& context, const std::string& facelets, bool as_two_phase) {
  auto reading = read_facelets(facelets);
  if (!reading) return tl::unexpected<Problem>(reading.error());
  Question wanted;
  Budget budget{.nodes = kDefaultNodes, .threads = 1, .stop = &context.stop};
  auto time = context.until - Clock::now();
  if (const auto& two_phase = context.shared.options.two_phase; as_two_phase && two_phase) {
    wanted.good_enough = two_phase->length;
    budget.nodes = kNoMaxNodes;
    time =
        std::min(time, std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(two_phase->seconds)));
  }
  budget.time = std::max(time, Clock::duration::zero());
  const auto answer = Asking(wanted).about(*reading).and_then(
      [&](const Question& question) { return search(context, question, budget); });
  if (!answer) return tl::unexpected<Problem>(problem_of(answer.error()));
  if (answer->solutions.empty()) {
    Problem late = problem(503, "no solution was found in the time");
    late.headers.push_back({"Retry-After", "1"});
    return tl::unexpected<Problem>(late);
  }
  return Solved{answer->solutions.front().moves};
}

Response page(const Context& context, const Answered<Solved>& solved, const std::string& text, std::string_view before,
              std::string_view after, std::string_view type) {
  if (!solved && !context.shared.options.old_errors) return to_response(solved.error());
  return {200, std::string(type), fmt::format("{}{}{}", before, text, after)};
}

// Nothing that a browser takes for a tag.
std::string harmless(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c;
  return out;
}

}  // namespace

bool is_meant_as_facelets(std::string_view text) {
  const auto is_face = [](char c) { return kFaces54.find(text::to_upper(c)) != std::string_view::npos; };
  if (text.size() >= kAbout54.first && text.size() <= kAbout54.second)
    return std::all_of(text.begin(), text.end(), text::is_letter);
  return text.size() >= kLeast && std::all_of(text.begin(), text.end(), is_face);
}

std::string two_phase_moves(const Moves& moves) {
  std::string text;
  for (const Move m : moves) text += fmt::format("{}{} ", kFaceLetters[face_of(m)], turns_of(m));
  return text + fmt::format("({}f)", moves.size());
}

Answered<Response> answer_facelets(const Context& context) {
  const bool is_two_phase = context.shared.options.two_phase.has_value();
  const auto solved = solve(context, context.captures[0], is_two_phase);
  if (is_two_phase)
    return page(context, solved, solved ? two_phase_moves(solved->moves) : "Error: " + harmless(solved.error().detail),
                "<html><head><title>Answer from Cubesolver</title></head><body>\n", "\n</body></html>\n", "text/html");
  return page(context, solved, solved ? to_string(solved->moves) : "Error: " + solved.error().detail, "", "\n",
              "text/plain; charset=utf-8");
}

Answered<Response> answer_cube_explorer(const Context& context) {
  const auto solved = solve(context, context.captures[0], false);
  return page(context, solved,
              solved ? to_string(solved->moves) : "Cube cannot be solved: " + harmless(solved.error().detail),
              "<HTML><BODY>\r\n", "\r\n</BODY></HTML>\r\n", "text/html");
}

std::string answer_line(const Context& context, const std::string& line) {
  const auto solved = solve(context, line, true);
  if (solved) return two_phase_moves(solved->moves) + "\n";
  std::string sentence = solved.error().detail;
  std::replace(sentence.begin(), sentence.end(), '\n', ' ');
  return fmt::format("Error: {}\n", sentence);
}

}  // namespace superflip::server
