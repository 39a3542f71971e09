// The server without its network: what is read from a request, which route it takes, what is refused and how an error
// is told; the workers with askers that are no connections; and how a server ends that fails. The real program is
// asked over sockets by tests/server/server_test.py.
#include "apps/server/server.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/server/answers.h"
#include "apps/server/ask.h"
#include "apps/server/compat.h"
#include "apps/server/metrics.h"
#include "apps/server/network/request_reader.h"
#include "apps/server/openapi.h"
#include "apps/server/page.h"
#include "apps/server/problem.h"
#include "apps/server/room.h"
#include "apps/server/routes.h"
#include "apps/server/target.h"
#include "apps/server/workers.h"
#include "superflip/superflip.h"
#include "tests/support/labels.h"
#include "tests/support/no_threads.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace superflip::server {
namespace {

using Document = nlohmann::json;

const Labels kLabels{
    {"threads", "ServerWorkers"}, {"threads", "ServerService"}, {"long", "ServerCoordinates.AreReadOnce"}};
// It listens at a port.
const Labels kEnvironment{{"environment", "ServerService"}};

constexpr std::string_view kTwisted = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

Answered<Ask> ask_of(const Request& request, const Limits& limits = {}) {
  auto target = parse_target(request.target);
  if (!target) return tl::unexpected<Problem>(problem_of(target.error()));
  const auto match = find_route(*target);
  if (!match) return tl::unexpected<Problem>(match.error());
  if (const auto refused = refusal(request, *match->route)) return tl::unexpected<Problem>(*refused);
  return read_ask(request, *target, Fields(limits), match->route->fields, match->route->work == Route::Work::a_cube,
                  match->route->required);
}

Answered<Ask> get(const std::string& target) { return ask_of({.target = target}); }

Answered<Ask> post(const std::string& body, const std::string& path = "/v1/solve") {
  return ask_of({.method = "POST", .target = path, .content_type = "application/json", .body = body});
}

std::string name_of_route(const std::string& text) {
  auto target = parse_target(text);
  if (!target) return "bad";
  const auto match = find_route(*target);
  return match ? std::string(match->route->name) : std::to_string(match.error().status);
}

TEST(ServerTarget, IsDecoded) {
  const auto target = parse_target("/v1/coordinates/U%44Slice?cube=R+U%27&empty=&flag&&x=a%3Db");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->segments, (std::vector<std::string>{"v1", "coordinates", "UDSlice"}));
  const std::vector<std::pair<std::string, std::string>> query{
      {"cube", "R U'"}, {"empty", ""}, {"flag", ""}, {"x", "a=b"}};
  EXPECT_EQ(target->query, query);
  EXPECT_EQ(parse_target("http://localhost:8080/v1?a=b")->segments, std::vector<std::string>{"v1"});
  EXPECT_TRUE(parse_target("/")->segments.empty());
  EXPECT_EQ(parse_target("/v1/")->segments.size(), 2U);
  for (const char* const bad : {"", "v1", "*", "/%", "/%2", "/%2g", "/%ff", "/?a=%c3%28", "/?a=%ed%a0%80", "/?%zz"})
    EXPECT_FALSE(parse_target(bad)) << bad;
}

RC_GTEST_PROP(ServerTarget, AnyTextComesBack, (const std::string& any)) {
  std::string text;
  std::string encoded = "/x?y=";
  for (const char c : any) {
    if (static_cast<unsigned char>(c) >= 0x80) continue;
    text += c;
    constexpr std::string_view kDigits = "0123456789abcdef";
    encoded += '%';
    encoded += kDigits[static_cast<std::size_t>(c) / 16];
    encoded += kDigits[static_cast<std::size_t>(c) % 16];
  }
  const auto target = parse_target(encoded);
  RC_ASSERT(target.has_value());
  RC_ASSERT(target->query.front().second == text);
}

TEST(ServerRoutes, AreFound) {
  EXPECT_EQ(name_of_route("/"), "index");
  EXPECT_EQ(name_of_route("/v1/solve?cube=R"), "solve");
  EXPECT_EQ(name_of_route("/v1/coordinates"), "coordinates");
  EXPECT_EQ(name_of_route("/v1/coordinates/UDSlice"), "coordinate");
  EXPECT_EQ(name_of_route("/v1/coordinates/UDSlice/5"), "value");
  EXPECT_EQ(name_of_route("/" + std::string(kTwisted)), "facelets");
  EXPECT_EQ(name_of_route("/?" + std::string(kTwisted)), "cube_explorer");
  for (const char* end : {"/", "%0A", "%0D%0A", "%20"})
    EXPECT_EQ(name_of_route("/" + std::string(kTwisted) + end), "facelets") << end;
  // A cube with a wrong letter is a cube, and not the index.
  const std::string wrong = "X" + std::string(kTwisted.substr(1));
  EXPECT_EQ(name_of_route("/" + wrong), "facelets");
  for (const std::string& cube : {wrong, std::string("R+U"), std::string("status"), std::string("cube=R&x")})
    EXPECT_EQ(name_of_route("/?" + cube), "cube_explorer") << cube;
  EXPECT_EQ(name_of_route("/?"), "index");
  for (const char* const nothing :
       {"/v1", "/v1/", "/v1/solve/", "//", "/favicon.ico", "/v1/coordinates/a/b/c", "/RUFDLB"})
    EXPECT_EQ(name_of_route(nothing), "404") << nothing;
}

TEST(ServerRoutes, HaveFieldsThatExist) {
  const Fields fields{Limits{}};
  for (const Route& route : routes()) {
    for (const std::string_view field : route.fields) EXPECT_NE(fields.find(field), nullptr) << field;
    EXPECT_EQ(route.cube == nullptr, route.work != Route::Work::a_cube) << route.name;
    EXPECT_NE(route.cube == nullptr, route.answer == nullptr) << route.name;
  }
}

// Those with POST come before the others.
TEST(CliServe, HelpListsEveryRoute) {
  const Ran ran = run({"serve", "--help"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::size_t others = ran.out.find("Others, with GET:");
  ASSERT_NE(others, std::string::npos);
  const auto has = [&](std::size_t begin, std::size_t end, std::string_view path) {
    std::istringstream words(ran.out.substr(begin, end - begin));
    return std::find(std::istream_iterator<std::string>(words), {}, path) != std::istream_iterator<std::string>();
  };
  const std::size_t posted = ran.out.find("Routes, each with GET");
  const std::size_t end = ran.out.find("/{facelets} is for robots");
  ASSERT_LT(posted, others);
  ASSERT_LT(others, end);
  for (const Route& route : routes()) {
    EXPECT_EQ(has(posted, others, route.path), route.is_posted) << route.path;
    EXPECT_EQ(has(others, end, route.path), !route.is_posted) << route.path;
  }
}

TEST(ServerAsk, IsTheSameFromAQueryAndFromABody) {
  const auto queried = get("/v1/solve?cube=R+U&max_length=20&time=0.5&solutions=3&metric=qtm&niss=true&from=moves");
  const auto posted = post(R"({"cube":"R U","max_length":20,"time":0.5,"solutions":3,"metric":"qtm","niss":true,
                               "from":"moves"})");
  ASSERT_TRUE(queried && posted);
  for (const Ask& ask : {*queried, *posted}) {
    EXPECT_EQ(ask.cubes, std::vector<std::string>{"R U"});
    EXPECT_FALSE(ask.is_batch);
    EXPECT_EQ(ask.max_length, 20);
    EXPECT_EQ(ask.seconds, 0.5);
    EXPECT_EQ(ask.solutions, 3U);
    EXPECT_EQ(ask.question.metric, Metric::qtm);
    EXPECT_EQ(ask.niss, Niss::on);
    EXPECT_EQ(ask.from, Format::moves);
  }
  const auto robot = get("/v1/solve?cube=R&robot=turntable");
  ASSERT_TRUE(robot && robot->question.robot);
  EXPECT_EQ(robot->question.robot->name(), "turntable");
  const auto wider = {get("/v1/solve?cube=R&only=Cross&up_to=U,rotations"),
                      post(R"({"cube":"R","up_to":"rotations, U","only":"Cross"})")};
  for (const auto& ask : wider) {
    ASSERT_TRUE(ask && ask->wider.only);
    EXPECT_EQ(ask->wider.only->text(), "Cross");
    EXPECT_TRUE(ask->wider.last_turn && ask->wider.holdings);
  }
  // The metric and the centres say what the moves are, wherever they stand.
  const auto moves = {get("/v1/optimal?cube=R&moves=U+M:3&centres=moved&metric=qtm"),
                      post(R"({"moves":"U M:3","cube":"R","centres":"moved","metric":"qtm"})", "/v1/optimal")};
  for (const auto& ask : moves) {
    ASSERT_TRUE(ask && ask->question.moves);
    EXPECT_EQ(ask->question.moves->text(), "U M:3");
    EXPECT_EQ(ask->question.moves->centres(), Centres::moved);
    EXPECT_EQ(ask->question.moves->size(), parse_move_set("U M:3", Metric::qtm, Centres::moved)->size());
  }
  EXPECT_EQ(get("/v1/solve?cube=R&moves=M")->question.moves->centres(), Centres::moved);
  EXPECT_EQ(get("/v1/solve?cube=R&moves=M&centres=fixed")->question.moves->centres(), Centres::fixed);
  EXPECT_EQ(get("/v1/solve?cube=R")->question.moves, nullptr);
  // Those of a schedule are a word.
  const auto given = get("/v1/schedule?moves=R+U2&robot=turntable");
  ASSERT_TRUE(given);
  EXPECT_EQ(given->word, "R U2");
  EXPECT_EQ(given->question.moves, nullptr);
  EXPECT_EQ(get("/v1/schedule?moves=R&moves=U&robot=turntable").error().detail, "moves: it is given twice");
  EXPECT_EQ(get("/v1/schedule?word=R&robot=turntable").error().detail,
            "word: there is no such field; there are moves, robot");
  const auto batch = post(R"({"cubes":["R",{"facelets":"U"}]})");
  ASSERT_TRUE(batch);
  EXPECT_TRUE(batch->is_batch);
  EXPECT_EQ(batch->cubes, (std::vector<std::string>{"R", R"({"facelets":"U"})"}));
}

TEST(ServerAsk, WithinCountsMovesOrTheirCosts) {
  const auto ask = [](const std::string& more) {
    return ask_of({.method = "GET", .target = "/v1/optimal?cube=R&want=all" + more}, {});
  };
  EXPECT_TRUE(ask("&within=20"));
  EXPECT_TRUE(ask("&within=20&moves=R"));
  EXPECT_TRUE(ask("&within=400&moves=R:2"));
  for (const char* const more : {"&within=21", "&within=21&moves=R", "&within=401&moves=R:2"}) EXPECT_FALSE(ask(more));
}

// Every field at its bounds is taken, and beyond them refused with its name in the sentence.
TEST(ServerAsk, FieldsAreBounded) {
  Limits limits;
  limits.seconds = 7;
  limits.nodes = 1'000;
  limits.batch = 2;
  const Fields fields(limits);
  for (const Route& route : routes())
    for (const std::string_view name : route.fields) {
      const Field& field = *fields.find(name);
      if (field.kind != Field::Kind::whole && field.kind != Field::Kind::number) continue;
      const auto ask = [&](double value) {
        Document body;
        if (route.work == Route::Work::a_cube) body["cube"] = "R";
        if (name == "within") {
          body["want"] = "all";
          body["moves"] = "R:20";  // without costs it is less
        }
        body[std::string(name)] = value;
        std::string path(route.path);
        if (const auto at = path.find('{'); at != std::string::npos) path.replace(at, std::string::npos, "UDSlice");
        return ask_of({.method = "POST", .target = path, .content_type = "application/json", .body = body.dump()},
                      limits);
      };
      EXPECT_TRUE(ask(field.least)) << name;
      EXPECT_TRUE(ask(field.most)) << name;
      for (const double beyond : {field.least - 1, field.most + 1}) {
        const auto refused = ask(beyond);
        ASSERT_FALSE(refused) << name;
        EXPECT_EQ(refused.error().status, 400);
        EXPECT_EQ(refused.error().title, "bad option");
        EXPECT_EQ(refused.error().detail.substr(0, name.size()), name);
      }
    }
}

TEST(ServerAsk, RefusesWhatItDoesNotKnow) {
  const auto detail = [](const Answered<Ask>& ask) { return ask ? std::string("taken") : ask.error().detail; };
  EXPECT_EQ(detail(post("{")),
            "the body is not valid JSON: character 2: the text ends; expected a name in double quotation marks or '}'");
  EXPECT_EQ(detail(post("{\"cube\": R}")), "the body is not valid JSON: character 10: 'R' found; expected a value");
  EXPECT_EQ(detail(post("[1]")), "the body is an array: expected a JSON object");
  EXPECT_EQ(detail(post(R"({"cube":"R","cube":"U"})")), "the body has 'cube' twice");
  EXPECT_EQ(detail(post(R"({"cube":{"corners":1,"edges":{"x":1},"corners":2}})")), "the body has 'corners' twice");
  EXPECT_EQ(detail(post(R"({"cubes":[{"a":1},{"a":1}]})")), "taken");
  EXPECT_EQ(detail(post(R"({"cubes":["R",[]]})")).substr(0, 51), "cubes: a list with an element of the type array is ");
  EXPECT_EQ(detail(post(R"({"cube":null})")).substr(0, 27), "cube: null is not possible:");
  EXPECT_EQ(detail(post(R"({"cube":"R","nodes":1e400})")).substr(0, 27), "nodes: inf is not possible:");
  EXPECT_EQ(detail(post(R"({"cube":"R","nodes":1.5})")),
            "nodes: 1.5 is not possible: expected a whole number from 1 to 10000000000");
  for (const std::string list : {"cubes=R", "cube=R&also=U+F+R", "cube=R&goals=U"})
    EXPECT_NE(detail(get("/v1/solve?" + list)).find(": a list is not for the address: send it as JSON, by POST"),
              std::string::npos)
        << list;
  EXPECT_EQ(detail(get("/v1/solve?cube=R&metric=ftm")), "metric: 'ftm' is not possible: expected htm, qtm, stm, atm");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&robot=x")).substr(0, 28), "robot: there is no robot 'x'");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&only=F2L+%2B+UX")).substr(0, 28), "only: 'UX' is not known here");
  EXPECT_EQ(detail(post(R"({"cube":"R","only":")" + std::string(501, 'U') + R"("})")),
            "only: this text has 501 bytes, and 500 are allowed");
  EXPECT_EQ(detail(post(R"({"cube":"R","only":5})")), "only: 5 is not possible: expected a text");
  EXPECT_EQ(detail(get("/v1/optimal?cube=R&up_to=U,D")).substr(0, 28), "up_to: 'D' is not known here");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&puzzle=2x2x2&only=F2L")), "only: this is for the 3x3x3 alone");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&moves=R+Q")).substr(0, 7), "moves: ");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&moves=")).substr(0, 7), "moves: ");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&moves=R:21")).substr(0, 7), "moves: ");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&moves=((R+U)13)")),
            "moves: a move of 26 turns is too long: expected at most 24");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&moves=((R+U)12)")), "taken");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&moves=" + std::string(501, 'U'))),
            "moves: this text has 501 bytes, and 500 are allowed");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&moves=R&puzzle=2x2x2")), "moves: this is for the 3x3x3 alone");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&centres=turned")), "centres: to turn them needs moves");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&centres=moved")), "taken");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&moves=R&centres=x")),
            "centres: 'x' is not possible: expected fixed, moved, turned");
  EXPECT_EQ(detail(get("/v1/check?cube=R&time=1")),
            "time: there is no such field; there are cube, cubes, from, niss, order, holding");
  EXPECT_EQ(detail(get("/v1/coordinates?x=1")), "x: there is no such field; this takes none");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&cube=U")), "cube: it is given twice");
  EXPECT_EQ(detail(post(R"({"cube":"R","cubes":["U"]})")), "cubes: cube and cubes cannot be given together");
  EXPECT_EQ(detail(post(R"({"cube":"R","nodes":5.0})")), "taken");  // JSON does not tell 5 from 5.0
  EXPECT_EQ(post(std::string(100'000, '[')).error().status, 400);
  Document many{{"solutions", 1'000}, {"cubes", std::vector<std::string>(21, "R")}};
  EXPECT_EQ(detail(post(many.dump())),
            "solutions: 1000 for each of 21 cubes are too many: expected at most 20000 for all of them");
  many.erase("solutions");
  EXPECT_EQ(post(many.dump(), "/v1/completions")->most, 20'000U / 21);
  many["most"] = 1'000;
  EXPECT_EQ(detail(post(many.dump(), "/v1/completions")),
            "most: 1000 for each of 21 cubes are too many: expected at most 20000 for all of them");
  EXPECT_EQ(get("/v1/completions?cube=R&most=7")->most, 7U);
  EXPECT_EQ(get("/v1/completions?cube=R")->most, 1'000U);
  EXPECT_EQ(get("/v1/solve?cube=R")->most, 0U);
}

TEST(ServerProblem, StatusesFollowFromKinds) {
  const std::vector<std::pair<ErrorKind, int>> expected{{ErrorKind::unreadable, 400}, {ErrorKind::impossible, 422},
                                                        {ErrorKind::bad_option, 400}, {ErrorKind::no_solution, 503},
                                                        {ErrorKind::stopped, 503},    {ErrorKind::out_of_memory, 503},
                                                        {ErrorKind::system, 500},     {ErrorKind::internal, 500}};
  for (const auto& [kind, status] : expected) {
    const Response response = to_response(problem_of(Error{"Sentence.", {}, kind}));
    EXPECT_EQ(response.status, status);
    EXPECT_EQ(response.type, "application/problem+json");
    const auto json = Document::parse(response.body);
    EXPECT_EQ(json["status"], status);
    EXPECT_EQ(json["kind"], name(kind));
    EXPECT_EQ(json["detail"], "Sentence.");
    EXPECT_EQ(json["schema"], kSchema);
    EXPECT_NE(reason(status), "Unknown");
    EXPECT_EQ(!response.headers.empty(), status == 503);
  }
}

TEST(ServerProblem, HasTheWholeDiagnosis) {
  const auto json = Document::parse(to_response(problem_of(read(kTwisted).error())).body);
  EXPECT_EQ(json["status"], 422);
  EXPECT_EQ(json["problems"], Document::array({"one corner is twisted anticlockwise"}));
  EXPECT_EQ(json["ways"], 1);
  EXPECT_EQ(json["repaired"], to_facelets(kSolved));
  EXPECT_EQ(json["type"], "urn:superflip:impossible");
}

// The status of GET / with that header at an address that only this machine reaches, or at one of all machines.
int status_for(const Request& request, const Options& options) {
  const Destination asked = read_head(request, options, {});
  return asked.refused ? asked.refused->status : 200;
}

TEST(ServerHost, OnlyNamesOfThisMachineAtLocalhost) {
  Options options;
  options.host = "localhost";
  options.hosts = {"cube.example"};
  for (const bool at_loopback : {true, false}) {
    const auto status = [&](const std::string& host, const std::string& target = "/") {
      return status_for({.target = target, .host = host, .at_loopback = at_loopback}, options);
    };
    for (const char* const good : {"localhost", "LocalHost:8080", "127.0.0.1", "[::1]:80", "cube.example:443",
                                   "127.0.0.2", "[::ffff:127.0.0.1]", "[0:0:0:0:0:0:0:1]", "localhost:"})
      EXPECT_EQ(status(good), 200) << good;
    for (const char* const other : {"evil.example", "localhost.evil.example", "[::2]", "10.0.0.1:80", "127.evil"})
      EXPECT_EQ(status(other), 421) << other;
    for (const char* const bad :
         {"", "[", "]", ":80", "[]", "[::1", "[::1]evil.com", "[localhost]", "localhost:1:2", "localhost:evil@x",
          "me@localhost", "[::1]:99999999", "localhost:65536", "local host", "localhost/", "localhost:8o"})
      EXPECT_EQ(status(bad), 400) << bad;
    // The host of an absolute target takes the place of the header, which must be one, too.
    EXPECT_EQ(status("evil.example", "HTTP://localhost:80/"), 200);
    EXPECT_EQ(status("localhost", "http://evil.example/"), 421);
    EXPECT_EQ(status("localhost", "http://localhost:x/"), 400);
    EXPECT_EQ(status("[", "http://localhost/"), 400);
    EXPECT_EQ(status_for({.is_http_1_0 = true, .at_loopback = at_loopback}, options), 200);
  }
  options.hosts.clear();
  EXPECT_EQ(status_for({.host = "evil.example", .at_loopback = true}, options), 421);
  EXPECT_EQ(status_for({.host = "evil.example"}, options), 200);  // of all machines, and no names were given
}

// A folder with a page; its files are written by name.
class ServerPage : public testing::Test {
 protected:
  void write(const std::string& name, const std::string& content) {
    std::filesystem::create_directories((folder_ / name).parent_path());
    write_file(folder_ / name, content);
  }
  Expected<Page> read() { return Page::read(folder_.path().string()); }
  static Response get(const Page& page, const Request& request) {
    const Destination asked = read_head(request, {}, page);
    if (asked.refused) return to_response(*asked.refused);
    return asked.file == nullptr ? Response{.status = 0} : response_of(*asked.file, request);
  }
  static std::string header(const Response& response, const std::string& name) {
    for (const Header& header : response.headers)
      if (header.name == name) return header.value;
    return "";
  }

  TemporaryFolder folder_;
};

TEST_F(ServerPage, HasItsFilesAndNothingElse) {
  EXPECT_EQ(read().error().kind, ErrorKind::bad_option);
  write("index.html", "<p>");
  write("assets/a-1.wasm", std::string("\0asm", 4));
  write("with blank.txt", "text");
  write(".git/config", "secret");
  write("lonely.gz", "not of another file");
  const auto page = read();
  ASSERT_TRUE(page) << page.error().message;
  const auto body = [&](const std::string& target) {
    return std::string(get(*page, {.target = target, .host = "localhost"}).lasting);
  };
  EXPECT_EQ(body("/"), "<p>");
  EXPECT_EQ(body("/?"), "<p>");
  EXPECT_EQ(body("/index.html?version=2"), "<p>");
  EXPECT_EQ(body("/assets/a-1.wasm"), std::string("\0asm", 4));
  EXPECT_EQ(body("/with%20blank.txt"), "text");
  EXPECT_EQ(body("/lonely.gz"), "not of another file");
  for (const char* const nothing : {"/.git/config", "/assets", "/assets/", "/../index.html", "/./index.html",
                                    "/index.html/", "//index.html", "/assets/%2e%2e/index.html", "/INDEX.HTML"})
    EXPECT_EQ(get(*page, {.target = nothing, .host = "localhost"}).status, 404) << nothing;
  EXPECT_EQ(get(*page, {.method = "POST", .target = "/index.html", .host = "localhost"}).status, 405);
  EXPECT_EQ(get(*page, {.host = "evil.example", .at_loopback = true}).status, 421);
}

TEST_F(ServerPage, LeavesTheOtherPathsAsTheyAre) {
  write("index.html", "<p>");
  const auto page = read();
  ASSERT_TRUE(page);
  const std::string cube(kTwisted);
  for (const std::string& target : {"/" + cube, "/?" + cube, std::string("/?R+U"), std::string("/v1/solve?cube=R"),
                                    std::string("/openapi.json"), std::string("/healthz"), std::string("/metrics")})
    EXPECT_EQ(get(*page, {.target = target, .host = "localhost"}).status, 0) << target;
  const Request json{.host = "localhost", .accept = "application/json"};
  EXPECT_EQ(get(*page, json).status, 0);
  EXPECT_EQ(get(*page, {.host = "localhost", .accept = "text/html,*/*;q=0.8"}).lasting, "<p>");
  EXPECT_EQ(get(Page{}, {.host = "localhost"}).status, 0);
  for (const std::string& name : {std::string("healthz"), std::string("v1/solve"), cube}) {
    write(name, "in the way");
    EXPECT_EQ(read().error().kind, ErrorKind::bad_option) << name;
    std::filesystem::remove(folder_ / name);
    EXPECT_TRUE(read()) << name;
  }
}

TEST_F(ServerPage, IsSentAsTheClientTakesIt) {
  write("index.html", "<p>");
  write("assets/app-1.js", "plain");
  write("assets/app-1.js.gz", "zipped");
  write("assets/app-1.js.br", "small");
  write("assets/other.css", "p {}");
  const auto page = read();
  ASSERT_TRUE(page);
  const auto ask = [&](const std::string& target, const std::string& codings, const std::string& known = "") {
    return get(*page, {.target = target, .host = "localhost", .accept_encoding = codings, .if_none_match = known});
  };
  const std::string script = "/assets/app-1.js";
  EXPECT_EQ(ask(script, "gzip, deflate, br").lasting, "small");
  EXPECT_EQ(ask(script, "gzip, br;q=0").lasting, "zipped");
  EXPECT_EQ(ask(script, "identity").lasting, "plain");
  EXPECT_EQ(ask(script, "").lasting, "plain");
  EXPECT_EQ(header(ask(script, "br"), "Content-Encoding"), "br");
  EXPECT_EQ(header(ask(script, ""), "Content-Encoding"), "");
  EXPECT_EQ(ask(script, "").type, "text/javascript; charset=utf-8");
  EXPECT_NE(header(ask(script, ""), "Cache-Control").find("immutable"), std::string::npos);
  EXPECT_EQ(header(ask("/", ""), "Cache-Control"), "no-cache");
  EXPECT_EQ(ask("/assets/other.css", "br").lasting, "p {}");

  const std::string tag = header(ask("/", ""), "ETag");
  for (const std::string& same : {tag, tag.substr(2), "\"x\", " + tag, std::string("*")}) {
    const Response response = ask("/", "", same);
    EXPECT_EQ(response.status, 304) << same;
    EXPECT_FALSE(response.has_body());
    EXPECT_EQ(response.size(), 0U);
    EXPECT_EQ(header(response, "ETag"), tag);
  }
  EXPECT_EQ(ask("/", "", "\"x\"").status, 200);
  write("index.html", "<b>");
  EXPECT_NE(read()->find({})->tag, tag);
}

TEST_F(ServerPage, IsNoWholeDisk) {
  write("index.html", "<p>");
  write("big", "");
  std::filesystem::resize_file(folder_ / "big", Page::kMostBytes);  // sparse
  EXPECT_EQ(read().error().kind, ErrorKind::bad_option);
  std::filesystem::remove(folder_ / "big");
  for (std::size_t i = 0; i < Page::kMostFiles; ++i) write("f" + std::to_string(i), "");
  EXPECT_EQ(read().error().kind, ErrorKind::bad_option);
}

TEST(ServerCoordinates, AreReadOnce) {
  Coordinates coordinates{Limits{}};
  const auto read = coordinates.description("Phase2Edges");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->get(), coordinates.description("Phase2Edges")->get());
  const StopFlag never{false};
  const auto known = coordinates.find("UDSlice", std::nullopt, never);
  ASSERT_TRUE(known);
  EXPECT_EQ(known->get(), coordinates.find("UDSlice", std::nullopt, never)->get());
  EXPECT_EQ(coordinates.description("Nonsense").error().status, 404);
}

TEST(ServerCoordinates, ObeyTheTimeOfTheRequest) {
  Shared shared({}, {.profile = Profile::compact});
  const StopFlag never{false};
  Ask ask;
  ask.cubes = {"R", "U"};
  ask.is_batch = true;
  const std::vector<std::string> name{"UDSlice"};
  EXPECT_TRUE(show_coordinate({shared, ask, name, never, Clock::time_point::max()}));
  const auto late = show_coordinate({shared, ask, name, never, Clock::now() - std::chrono::seconds(1)});
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().detail, "the time of the request was over after 0 of 2 cubes");
  EXPECT_EQ(late.error().status, 503);
}

TEST(ServerOptions, TablesForMovesOfStrangersAreFew) {
  EXPECT_EQ(Shared({}, {}).engine.options().kept_move_tables, 4U);
  EXPECT_EQ(Shared({}, {.kept_move_tables = 2}).engine.options().kept_move_tables, 2U);
}

TEST(ServerOptions, WhatCanNeverMatchIsRefused) {
  for (const char* const good : {"cube.example", "10.0.0.1", "::1"})
    EXPECT_TRUE(check_options({.hosts = {good}})) << good;
  for (const char* const bad : {"cube:8080", "*", "*.example", "", "http://cube.example", "[::1]:80"})
    EXPECT_FALSE(check_options({.hosts = {bad}})) << bad;
  for (const char* const good : {"*", "https://example.org", "http://localhost:3000", "http://[::1]:80"})
    EXPECT_TRUE(check_options({.origins = {good}})) << good;
  for (const char* const bad : {"example.org", "https://example.org/", "https://", "https://Example.org", "", "null"})
    EXPECT_FALSE(check_options({.origins = {bad}})) << bad;
}

TEST(ServerOptions, AnswersVaryByOriginWhereSomeAreAllowed) {
  const Options options{.origins = {"https://example.org"}};
  EXPECT_EQ(cors_headers({}, options).front().name, "Vary");
  EXPECT_EQ(cors_headers({.origin = "https://evil.example"}, options).size(), 1U);
  EXPECT_EQ(cors_headers({.origin = "https://example.org"}, options).back().value, "https://example.org");
  EXPECT_TRUE(cors_headers({.origin = "https://example.org"}, {}).empty());
}

TEST(ServerOpenApi, SaysWhatTheReaderTakes) {
  Limits limits;
  limits.seconds = 12.5;
  const Fields fields(limits);
  const auto json = Document::parse(openapi(fields, limits));
  EXPECT_EQ(json["openapi"], "3.1.0");
  for (const Route& route : routes()) {
    const auto& path = json["paths"][std::string(route.path)];
    ASSERT_TRUE(path.contains("get")) << route.path;
    EXPECT_EQ(path.contains("post"), route.is_posted) << route.path;
    if (!route.is_posted) continue;
    const auto& schema = path["post"]["requestBody"]["content"]["application/json"]["schema"];
    EXPECT_EQ(schema["properties"].size(), route.fields.size());
    EXPECT_EQ(schema["additionalProperties"], false);
  }
  const auto& time =
      json["paths"]["/v1/solve"]["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]["time"];
  EXPECT_EQ(time["maximum"], 12.5);
  EXPECT_EQ(json["components"]["schemas"]["ErrorKind"]["enum"].get<std::vector<std::string>>(),
            std::vector<std::string>(kErrorNames.begin(), kErrorNames.end()));
  // Every reference leads somewhere.
  const std::string text = json.dump();
  constexpr std::string_view kReference = "#/components/schemas/";
  for (std::size_t at = text.find(kReference); at != std::string::npos; at = text.find(kReference, at + 1)) {
    const std::size_t from = at + kReference.size();
    const std::string schema = text.substr(from, text.find('"', from) - from);
    EXPECT_TRUE(json["components"]["schemas"].contains(schema)) << schema;
  }
}

TEST(ServerCompat, MovesAreWrittenAsTheOriginalsDo) {
  EXPECT_EQ(two_phase_moves({}), "(0f)");
  EXPECT_EQ(two_phase_moves(parse_algorithm("L' U B R2")->moves), "L3 U1 B1 R2 (4f)");
  EXPECT_TRUE(is_meant_as_facelets(kTwisted));
  EXPECT_FALSE(is_meant_as_facelets("RUFDLB"));
  EXPECT_FALSE(is_meant_as_facelets("favicon.ico.favicon.ico.favicon.ico.favicon.ico"));
}

// What a connection brings: each request as "METHOD TARGET body", a line as "line LETTERS", a problem as its status.
std::vector<std::string> read_all(const std::string& bytes, bool takes_lines, std::size_t piece) {
  const Limits limits{.body = 100};
  RequestReader reader(limits, takes_lines);
  std::vector<std::string> read;
  for (std::size_t at = 0; at <= bytes.size() + piece; at += piece) {
    const bool is_end = at >= bytes.size();
    if (!is_end) reader.put(std::string_view(bytes).substr(at, piece));
    for (;;) {
      auto step = is_end ? reader.finish() : reader.next();
      if (std::holds_alternative<RequestReader::More>(step)) break;
      if (const auto* const line = std::get_if<RequestReader::Line>(&step)) read.push_back("line " + line->letters);
      if (const auto* const problem = std::get_if<Problem>(&step)) read.push_back(std::to_string(problem->status));
      if (const auto* const request = std::get_if<Request>(&step))
        read.push_back(request->method + " " + request->target + " " + request->body);
    }
  }
  return read;
}

using Read = std::vector<std::string>;

void expect_read(const std::string& bytes, const Read& expected, bool takes_lines = false) {
  for (const std::size_t piece : {std::size_t{1}, std::size_t{3}, bytes.size() + 1})
    EXPECT_EQ(read_all(bytes, takes_lines, piece), expected) << bytes << piece;
}

const std::string kPost = "POST / HTTP/1.1\r\nHost: a\r\n";
const std::string kGet = "GET /next HTTP/1.1\r\nHost: a\r\n\r\n";

TEST(ServerReader, RequestsComeOneAfterTheOther) {
  expect_read("\r\n" + kGet + kPost + "Content-Length: 2\r\n\r\n{}\r\n" + kGet,
              {"GET /next ", "POST / {}", "GET /next "});
  expect_read(kPost + "Transfer-Encoding: Chunked\r\n\r\n1\r\n{\r\n1;x=y\r\n}\r\n0\r\n\r\n" + kGet,
              {"POST / {}", "GET /next "});
  expect_read(kPost + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}" + kGet, {"POST / {}", "GET /next "});
  expect_read(kPost + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + kGet, {"POST / ", "GET /next "});
  expect_read(kPost + "Transfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n" + kGet, {"POST / ", "GET /next "});
  expect_read("", {});
}

// A body whose end another reader could see elsewhere is refused, and what follows is never read as a request.
TEST(ServerReader, NothingIsSmuggled) {
  const std::vector<std::pair<std::string, std::string>> bad{
      {"gzip", "501"},          {"identity", "501"},         {"xchunked", "501"}, {"chunked, identity", "501"},
      {"gzip, chunked", "501"}, {"chunked, chunked", "501"}, {"", "501"},         {"chunked;q=1", "501"},
      {"\"chunked\"", "501"},
  };
  for (const auto& [coding, status] : bad) {
    expect_read(kPost + "Transfer-Encoding: " + coding + "\r\n\r\n" + kGet, {status});
    expect_read(kPost + "Transfer-Encoding: " + coding + "\r\nContent-Length: 0\r\n\r\n" + kGet, {"400"});
    expect_read(kPost + "Content-Length: 0\r\nTransfer-Encoding: " + coding + "\r\n\r\n" + kGet, {"400"});
    expect_read(kPost + "Transfer-Encoding: chunked\r\nTransfer-Encoding: " + coding + "\r\n\r\n0\r\n\r\n" + kGet,
                {"400"});
    expect_read(kPost + "Transfer-Encoding: " + coding + "\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + kGet,
                {"400"});
  }
  expect_read("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + kGet, {"400"});
  expect_read(kPost + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} " + kGet, {"400"});
  expect_read(kPost + "Content-Length: 101\r\n\r\n" + std::string(101, ' ') + kGet, {"413"});
  expect_read("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n" + kGet, {"400"});
  expect_read(kPost + "Content-Length: 5\r\n\r\n{}", {"400"});  // it ends too early
}

TEST(ServerReader, FieldsOfATrailerAreNotThoseOfTheHead) {
  RequestReader reader(Limits{}, false);
  reader.put(
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nHost: localhost\r\n"
      "Content-Type: application/json\r\n\r\n");
  ASSERT_TRUE(std::holds_alternative<RequestReader::Head>(reader.next()));
  const auto step = reader.next();
  const auto* const request = std::get_if<Request>(&step);
  ASSERT_NE(request, nullptr);
  EXPECT_EQ(request->host, "");
  EXPECT_EQ(request->content_type, "");
}

TEST(ServerReader, OnlyHttp11WaitsForContinue) {
  for (const auto& [version, expects] : {std::pair{"1.1", true}, {"1.0", false}}) {
    RequestReader reader(Limits{}, false);
    reader.put(std::string("POST / HTTP/") + version + "\r\nExpect: 100-Continue\r\nContent-Length: 7\r\n\r\n");
    const auto step = reader.next();
    const auto* const head = std::get_if<RequestReader::Head>(&step);
    ASSERT_NE(head, nullptr);
    EXPECT_EQ(head->expects_continue, expects);
    EXPECT_EQ(head->body, 7U);
  }
}

// As RubikTwoPhase's server reads them: letters alone count.
TEST(ServerReader, LinesAreToldFromRequests) {
  const std::string facelets(kTwisted);
  expect_read("uuUrr\r\n" + facelets + "\nGET / HTTP/1.1\r\nHost: a\r\n\r\nX\n",
              {"line UUURR", "line " + facelets, "GET / ", "line X"}, true);
  expect_read("UUU UUU-UUU, RRR\tR1\r\n  \n\n", {"line UUUUUUUUURRRR", "line "}, true);
  expect_read(facelets, {"line " + facelets}, true);  // the client sends no more
  expect_read("GET /" + facelets + "\nGET /x y\r\n", {"GET /" + facelets + " ", "400"}, true);
  expect_read("GET /" + facelets + "\r\n", {"400"});
  expect_read("\x16\x03\x01\r\n", {"400"}, true);
  expect_read(kPost + "Content-Length: 2\r\n\r\n{}UU\n", {"POST / {}", "line UU"}, true);
  RequestReader reader(Limits{}, true);
  reader.put("UUU");
  EXPECT_TRUE(std::holds_alternative<RequestReader::More>(reader.next()));
  EXPECT_TRUE(reader.has_begun());
}

TEST(ServerRoom, LongMovesAndManyLengthsTakeMore) {
  const auto bytes_of = [](const char* moves) {
    Ask ask{.cubes = {"R", "U"}};
    ask.question.moves = std::make_shared<const MoveSet>(parse_move_set(moves).value());
    return bytes_of_answers(ask, Limits{});
  };
  EXPECT_EQ(bytes_of("R U"), bytes_of_answers(2, 2));
  EXPECT_GE(bytes_of("R (U R U' R')"), bytes_of_answers(2, 2, 11));
  EXPECT_EQ(bytes_of("R:3 U"), bytes_of_answers(2, 2, kLongestTurn, 400));
}

// Each answer repeats them: without their share the last answers of a list would be errors.
TEST(ServerRoom, CubesToReachAndMoreAtTheStartTakeMore) {
  Ask ask{.cubes = {"R", "U"}};
  const std::size_t alone = bytes_of_answers(ask, Limits{});
  ask.goals = {"F", "F2", "D"};
  ask.also = {"L"};
  const std::size_t each = to_facelets(kSolved).size() + std::string_view("\"\",").size();
  EXPECT_GE(bytes_of_answers(ask, Limits{}), alone + 2 * 4 * each);
}

TEST(ServerRoom, SharesNeverExceedIt) {
  Room room(100);
  auto first = room.take(60);
  ASSERT_TRUE(first);
  EXPECT_FALSE(room.take(41));
  {
    const auto second = room.take(40);
    EXPECT_TRUE(second);
    EXPECT_EQ(room.free(), 0U);
  }
  Room::Share moved = *std::move(first);
  first.reset();
  EXPECT_EQ(room.free(), 40U);
  moved = {};
  EXPECT_EQ(room.free(), 100U);
}

// A route whose cubes are answered only when the test lets them.
class Gate {
 public:
  Gate() { gate = this; }
  ~Gate() {
    open();
    gate = nullptr;
  }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  const Route route{.name = "gate",
                    .path = "/gate",
                    .is_posted = true,
                    .fields = {"cube", "cubes"},
                    .work = Route::Work::a_cube,
                    .cube = answer};

  bool is_reached() {
    const std::lock_guard lock(mutex_);
    return is_reached_;
  }
  // False: nobody came.
  bool await() {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, kPatience, [&] { return is_reached_; });
  }
  void open() {
    const std::lock_guard lock(mutex_);
    is_open_ = true;
    changed_.notify_all();
  }

  static constexpr auto kPatience = std::chrono::seconds(120);

 private:
  static Answered<Json> answer(const Context&, const std::string&) {
    std::unique_lock lock(gate->mutex_);
    gate->is_reached_ = true;
    gate->changed_.notify_all();
    gate->changed_.wait_for(lock, kPatience, [] { return gate->is_open_; });
    return Json::object();
  }

  static inline Gate* gate = nullptr;  // a route is a plain function
  std::mutex mutex_;
  std::condition_variable changed_;
  bool is_reached_ = false;
  bool is_open_ = false;
};

// Remembers the status of its answer, and what `look` sees at the moment of the answer.
class Watcher final : public Asker {
 public:
  explicit Watcher(std::function<bool()> look = [] { return true; }) : look_(std::move(look)) {}

  void answer(Response response) noexcept override {
    const bool seen = look_();
    const std::lock_guard lock(mutex_);
    seen_ = seen;
    status_ = response.status;
    changed_.notify_all();
  }
  void fail_short_of_memory() noexcept override { answer({.status = 503}); }
  void begin_events() override {}
  void event(std::string_view /*name*/, std::string /*data*/, bool /*is_passing*/) override {}
  void end_events() noexcept override {}

  // 0: there is none.
  int status() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, Gate::kPatience, [&] { return status_ != 0; });
    return status_;
  }
  bool seen() {
    const std::lock_guard lock(mutex_);
    return seen_;
  }

 private:
  const std::function<bool()> look_;
  std::mutex mutex_;
  std::condition_variable changed_;
  int status_ = 0;
  bool seen_ = false;
};

// One worker and one place.
class ServerWorkers : public testing::Test {
 protected:
  std::shared_ptr<Job> job(std::string body, std::shared_ptr<Asker> asker = std::make_shared<Watcher>()) {
    Request request{.method = "POST", .target = "/gate", .content_type = "application/json", .body = std::move(body)};
    return std::make_shared<Job>(shared, std::move(request), *parse_target("/gate"), Match{&gate.route, {}}, false,
                                 Room::Share(), std::move(asker));
  }
  // Neither an answer nor its place is awaited.
  bool is_taken() { return workers->push(job(R"({"cube": "R"})")); }

  static Options options() {
    Options asked;
    asked.queue = 1;
    asked.limits.batch = 100'000;
    asked.limits.all_solutions = asked.limits.batch;
    asked.limits.body = std::size_t{1} << 24;
    return asked;
  }

  Gate gate;
  Shared shared{options(), EngineOptions{}};
  std::optional<Workers> workers{std::in_place, shared, 1U};

  ~ServerWorkers() override { gate.open(); }
};

// It once had none while a worker read it. Reading so many cubes takes longer than many turns of the loop.
TEST_F(ServerWorkers, ABatchHasItsPlaceAtEveryMoment) {
  std::string cubes = R"("R")";
  for (std::size_t i = 1; i < shared.options.limits.batch; ++i) cubes += R"(,"R")";
  const auto asker = std::make_shared<Watcher>([&] { return shared.places.free() == 1; });
  ASSERT_TRUE(workers->push(job(R"({"cubes": [)" + cubes + "]}", asker)));
  const auto begun = Clock::now();
  while (!gate.is_reached() && Clock::now() - begun < Gate::kPatience) ASSERT_FALSE(is_taken());
  ASSERT_TRUE(gate.is_reached());
  EXPECT_FALSE(is_taken());
  gate.open();
  EXPECT_EQ(asker->status(), 200);
  EXPECT_TRUE(asker->seen()) << "an answered batch still has its place";
  EXPECT_TRUE(is_taken());
}

TEST_F(ServerWorkers, ASingleRequestGivesItsPlaceBackWhenAWorkerHasIt) {
  const auto asker = std::make_shared<Watcher>();
  ASSERT_TRUE(workers->push(job(R"({"cube": "R"})", asker)));
  ASSERT_TRUE(gate.await());
  EXPECT_TRUE(is_taken());
  EXPECT_FALSE(is_taken());
  gate.open();
  EXPECT_EQ(asker->status(), 200);
}

TEST_F(ServerWorkers, ARefusedRequestHasNoPlaceWhenItIsAnswered) {
  for (const char* const body : {"{", R"({"cubes": []})", R"({"cubes": ["R"], "cube": "R"})"}) {
    const auto asker = std::make_shared<Watcher>([&] { return shared.places.free() == 1; });
    ASSERT_TRUE(workers->push(job(body, asker)));
    EXPECT_EQ(asker->status(), 400) << body;
    EXPECT_TRUE(asker->seen()) << body;
  }
}

TEST_F(ServerWorkers, AWithdrawnJobGivesItsPlaceBack) {
  ASSERT_TRUE(workers->push(job(R"({"cube": "R"})")));
  ASSERT_TRUE(gate.await());
  auto waiting = job(R"({"cubes": ["R"]})");
  ASSERT_TRUE(workers->push(waiting));
  EXPECT_TRUE(workers->withdraw(*waiting));
  EXPECT_FALSE(workers->withdraw(*waiting));
  waiting.reset();
  EXPECT_TRUE(is_taken());
}

// What serve() returns where `say` does something at each sentence. It is called from two threads.
Expected<void> served(const std::function<void(const std::string&)>& say) {
  Options options;
  options.port = 0;
  options.workers = 1;
  options.is_lazy = true;
  return serve(options, {.tables = std::make_shared<MemoryTables>(), .profile = Profile::compact, .threads = 1}, say);
}

// A handler that fails while it serves ends it in order, and so does a thread that cannot be started.
TEST(ServerService, AFailureEndsItWithAnError) {
  std::signal(SIGTERM, SIG_DFL);  // as the server expects of one that it shall hear
  const auto failed = served([](const std::string& sentence) {
    if (sentence.starts_with("serving")) std::raise(SIGTERM);
    if (sentence.starts_with("ending")) throw std::runtime_error("nobody listens");
  });
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, ErrorKind::system);
  EXPECT_EQ(failed.error().message, "nobody listens");
  std::optional<NoThreads> none;
  const auto alone = served([&](const std::string& sentence) {
    if (sentence.starts_with("serving")) none.emplace();  // its worker has a thread, and what makes tables gets none
  });
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().kind, ErrorKind::system);
}

TEST(ServerMetrics, HistogramsAreCumulative) {
  Histogram histogram;
  for (const int microseconds : {50, 100, 101, 2'000, 200'000'000})
    histogram.add(std::chrono::microseconds(microseconds));
  std::string text;
  histogram.write(text, "x", "a=\"b\"");
  EXPECT_NE(text.find("x_bucket{a=\"b\",le=\"0.0001\"} 2\n"), std::string::npos) << text;
  EXPECT_NE(text.find("x_bucket{a=\"b\",le=\"0.00025\"} 3\n"), std::string::npos);
  EXPECT_NE(text.find("x_bucket{a=\"b\",le=\"100\"} 4\n"), std::string::npos);
  EXPECT_NE(text.find("x_bucket{a=\"b\",le=\"+Inf\"} 5\n"), std::string::npos);
  EXPECT_NE(text.find("x_sum{a=\"b\"} 200.002251\n"), std::string::npos);
  EXPECT_NE(text.find("x_count{a=\"b\"} 5\n"), std::string::npos);
}

TEST(ServerAccept, MediaTypesAreRead) {
  const auto takes_events = [](std::string_view accept) { return accepts(accept, "text/event-stream"); };
  for (const char* const yes : {"text/event-stream", "text/html, Text/Event-Stream ;q=0.5", "text/event-stream;a=b"})
    EXPECT_TRUE(takes_events(yes)) << yes;
  for (const char* const no : {"", "text/event-streams", "*/*", "text/event-stream;q=0", "text/event-stream; q=0.00",
                               "text/html, text/event-stream ; x=y ; Q=0"})
    EXPECT_FALSE(takes_events(no)) << no;
  EXPECT_EQ(media_type(" application/json ; charset=utf-8"), "application/json");
  for (const char* const no : {"text/plain, application/json", "application/jsonx", ""}) {
    const auto refused = ask_of({.method = "POST", .target = "/v1/solve", .content_type = no, .body = "{}"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().status, 415) << no;
  }
  EXPECT_EQ(ask_of({.method = "POST",
                    .target = "/v1/solve",
                    .content_type = "application/json",
                    .content_encoding = "gzip",
                    .body = "{}"})
                .error()
                .status,
            415);
}

}  // namespace
}  // namespace superflip::server
