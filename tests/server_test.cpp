// The server without its network: what is read from a request, which route it takes, what is refused and how an error
// is told. tests/server/server_test.py asks the real program over sockets.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/server/answers.h"
#include "apps/server/ask.h"
#include "apps/server/compat.h"
#include "apps/server/metrics.h"
#include "apps/server/openapi.h"
#include "apps/server/problem.h"
#include "apps/server/routes.h"
#include "apps/server/target.h"
#include "superflip/superflip.h"

namespace superflip::server {
namespace {

using Document = nlohmann::json;

constexpr std::string_view kTwisted = "UUUUUUUURFRRRRRRRRFFUFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

Answered<Ask> ask_of(const Request& request, const Limits& limits = {}) {
  auto target = parse_target(request.target);
  if (!target) return tl::unexpected<Problem>(problem_of(target.error()));
  const auto match = find_route(*target);
  if (!match) return tl::unexpected<Problem>(match.error());
  if (const auto refused = refusal(request, *match->route)) return tl::unexpected<Problem>(*refused);
  return read_ask(request, *target, Fields(limits), match->route->fields, match->route->work == Route::Work::a_cube);
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
  for (const char* const bad : {"", "v1", "*", "/%", "/%2", "/%2g", "/%ff", "/?a=%c3%28", "/?%zz"})
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
  EXPECT_EQ(name_of_route("/?status"), "index");
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
    EXPECT_EQ(ask.metric, Metric::qtm);
    EXPECT_EQ(ask.niss, Niss::on);
    EXPECT_EQ(ask.from, Format::moves);
  }
  const auto batch = post(R"({"cubes":["R",{"facelets":"U"}]})");
  ASSERT_TRUE(batch);
  EXPECT_TRUE(batch->is_batch);
  EXPECT_EQ(batch->cubes, (std::vector<std::string>{"R", R"({"facelets":"U"})"}));
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
        if (name == "within") body["want"] = "all";
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
  EXPECT_EQ(detail(post("{")), "the body is not JSON: it ends too early");
  EXPECT_EQ(detail(post("{\"cube\": R}")), "the body is not JSON: 'R' at character 10 cannot be there");
  EXPECT_EQ(detail(post("[1]")), "the body is an array: expected a JSON object");
  EXPECT_EQ(detail(post(R"({"cube":"R","cube":"U"})")), "the body has 'cube' twice");
  EXPECT_EQ(detail(post(R"({"cube":"R","nodes":1.5})")),
            "nodes: 1.5 is not possible: expected a whole number from 1 to 10000000000");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&metric=ftm")), "metric: 'ftm' is not possible: expected htm, qtm, stm, atm");
  EXPECT_EQ(detail(get("/v1/check?cube=R&time=1")), "time: there is no such field; there are cube, cubes, from, niss");
  EXPECT_EQ(detail(get("/v1/coordinates?x=1")), "x: there is no such field; this takes none");
  EXPECT_EQ(detail(get("/v1/solve?cube=R&cube=U")), "cube: it is given twice");
  EXPECT_EQ(detail(post(R"({"cube":"R","cubes":["U"]})")), "cubes: cube and cubes cannot be given together");
  EXPECT_EQ(detail(post(R"({"cube":"R","nodes":5.0})")), "taken");  // JSON does not tell 5 from 5.0
  EXPECT_EQ(post(std::string(100'000, '[')).error().status, 400);
  Document many{{"solutions", 1'000}, {"cubes", std::vector<std::string>(21, "R")}};
  EXPECT_EQ(detail(post(many.dump())),
            "solutions: 1000 for each of 21 cubes are too many: expected at most 20000 for all of them");
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

TEST(ServerHost, OnlyNamesOfThisMachineAtLocalhost) {
  Options options;
  options.host = "localhost";
  options.hosts = {"cube.example"};
  const auto is_refused = [&](const std::string& host) { return refused_host({.host = host}, options).has_value(); };
  for (const char* const good : {"localhost", "LocalHost:8080", "127.0.0.1", "[::1]:80", "cube.example:443"})
    EXPECT_FALSE(is_refused(good)) << good;
  for (const char* const bad : {"evil.example", "localhost.evil.example", "", "[::2]", "[", "]", ":80", "127.0.0.2"})
    EXPECT_TRUE(is_refused(bad)) << bad;
  EXPECT_FALSE(refused_host({.is_http_1_0 = true}, options));
  options.host = "0.0.0.0";
  EXPECT_TRUE(is_refused("evil.example"));  // names were given
  options.hosts.clear();
  EXPECT_FALSE(is_refused("evil.example"));
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

TEST(ServerCompat, LinesAreToldFromRequests) {
  for (const char* const line : {"UUUUUUUUURRR", "UUU\r\n", "X\n", "uuuuuuuuuuuuu"})
    EXPECT_TRUE(is_bare_line(line)) << line;
  for (const char* const request :
       {"GET / HTTP/1.1\r\n", "GET", "G", "", "POST /", "OPTIONS * HTTP/1.1", "\x16\x03\x01"})
    EXPECT_FALSE(is_bare_line(request)) << request;
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
  EXPECT_TRUE(names("text/event-stream", "text/event-stream"));
  EXPECT_TRUE(names("text/html, Text/Event-Stream ;q=0.5", "text/event-stream"));
  EXPECT_FALSE(names("text/event-streams", "text/event-stream"));
  EXPECT_FALSE(names("", "text/event-stream"));
}

}  // namespace
}  // namespace superflip::server
