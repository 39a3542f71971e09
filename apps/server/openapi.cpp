#include "apps/server/openapi.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apps/server/routes.h"

namespace superflip::server {
namespace {

using Kind = Field::Kind;

// What the answers look like: keys as superflip/engine/report.h and coordinate_report.h have them. Words in capitals
// are lists of names (schemas()).
constexpr std::string_view kSchemas = R"json({
"Schema": {"const": 1, "description": "Raised when a key changes its meaning or is removed; keys may be added."},
"Facelets": {"type": "string", "pattern": "^[URFDLB]+$",
  "description": "54 stickers, faces U R F D L B, each row by row; of the 2x2x2 24."},
"Known": {"type": "string", "pattern": "^[URFDLB?]+$",
  "description": "Facelets, ? where the cube is unknown."},
"Solution": {"type": "object", "required": ["moves", "length", "seconds"], "properties": {
  "moves": {"type": "string", "description": "for the cube as it is held; empty if nothing is to do"},
  "length": {"type": "integer", "minimum": 0},
  "seconds": {"type": "number", "description": "until it was found"},
  "schedule": {"$ref": "#/components/schemas/Schedule"},
  "phases": {"type": "object", "required": ["axis", "inverse", "front", "back"], "properties": {
    "axis": {"enum": ["UD", "RL", "FB"]}, "inverse": {"type": "boolean"},
    "front": {"type": "integer"}, "back": {"type": "integer"}}}}},
"Answer": {"type": "object", "required": ["event", "facelets", "notes", "solver", "count", "solutions", "proven", "ended", "nodes", "loading_seconds", "seconds"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "event": {"const": "result"},
  "puzzle": {"const": "2x2x2"},
  "facelets": {"$ref": "#/components/schemas/Known"},
  "fits": {"type": "string", "pattern": "^[0-9]+$", "description": "how many cubes have the known facelets, if not one alone"},
  "also": {"type": "array", "items": {"$ref": "#/components/schemas/Known"}, "description": "more cubes at the start"},
  "starts": {"enum": STARTS, "description": "which of the cubes at the start are brought to the goal, where that was said"},
  "to": {"$ref": "#/components/schemas/Known"},
  "to_fits": {"type": "string", "pattern": "^[0-9]+$"},
  "to_any": {"type": "array", "items": {"$ref": "#/components/schemas/Known"}, "description": "several goals, any of which is good"},
  "only": {"type": "string"},
  "show": {"type": "string"},
  "up_to": {"type": "array", "items": {"enum": ["U", "rotations", "holding"]}},
  "notes": {"type": "array", "items": {"type": "string"}, "description": "how the text of the cube was understood"},
  "solver": {"enum": SOLVERS},
  "table": {"type": "string"}, "threads": {"type": "integer"}, "within": {"type": "integer"},
  "metric": {"enum": METRICS},
  "unit": {"enum": ["ms", "cost"], "description": "lengths are milliseconds of a robot (without lower), or costs of the moves; instead of metric"},
  "moves_allowed": {"type": "string", "description": "the moves of the request"},
  "count": {"type": "integer", "minimum": 0},
  "solutions": {"type": "array", "items": {"$ref": "#/components/schemas/Solution"}},
  "too_long": {"$ref": "#/components/schemas/Solution"},
  "lower": {"type": "integer", "minimum": 0, "description": "no solution is shorter"},
  "proven": {"type": "boolean", "description": "the first solution is a shortest one; where several were asked for, all are there"},
  "ended": {"enum": ENDS},
  "reason": {"type": "string", "description": "why no word leads to the goal, where ended is unsolvable"},
  "nodes": {"type": "integer"}, "lookups": {"type": "integer"},
  "phase1_reads": {"type": "integer"}, "leaves": {"type": "integer"}, "phase2_reads": {"type": "integer"},
  "iterations": {"type": "array", "items": {"type": "object"}},
  "loading_seconds": {"type": "number"}, "seconds": {"type": "number"}}},
"Diagnosis": {"type": "object", "required": ["state", "notes", "problems", "ways"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "state": {"enum": ["possible", "impossible", "unreadable"]},
  "possible": {"type": "boolean"},
  "facelets": {"$ref": "#/components/schemas/Facelets"},
  "notes": {"type": "array", "items": {"type": "string"}},
  "others": {"type": "array", "items": {"type": "object", "properties": {"layout": {"type": "string"}, "holding": {"type": "string"}, "facelets": {"$ref": "#/components/schemas/Facelets"}}}},
  "problems": {"type": "array", "items": {"type": "string"}},
  "position": {"type": "integer", "minimum": 0},
  "repair": {"type": "string"}, "ways": {"type": "integer", "minimum": 0},
  "repaired": {"$ref": "#/components/schemas/Facelets"}}},
"Converted": {"type": "object", "required": ["format", "text", "facelets", "notes"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "format": {"type": "string"}, "text": {"type": "string"},
  "facelets": {"$ref": "#/components/schemas/Facelets"},
  "notes": {"type": "array", "items": {"type": "string"}}}},
"Completions": {"type": "object", "required": ["facelets", "fits", "cubes", "notes"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "facelets": {"$ref": "#/components/schemas/Known"},
  "fits": {"type": "string", "pattern": "^[0-9]+$", "description": "how many cubes have the known facelets"},
  "cubes": {"type": "array", "items": {"$ref": "#/components/schemas/Facelets"}, "description": "the first of them"},
  "notes": {"type": "array", "items": {"type": "string"}}}},
"ErrorKind": {"enum": ERRORS},
"Failed": {"type": "object", "required": ["input", "error", "kind"], "description": "a cube of a list without an answer",
  "properties": {"input": {"type": "string"}, "error": {"type": "string"},
  "kind": {"$ref": "#/components/schemas/ErrorKind"},
  "position": {"type": "integer"}, "problems": {"type": "array", "items": {"type": "string"}},
  "notes": {"type": "array", "items": {"type": "string"}}, "repair": {"type": "string"},
  "ways": {"type": "integer"}, "repaired": {"$ref": "#/components/schemas/Facelets"}}},
"Scheduled": {"type": "object", "required": ["schema", "moves", "schedule"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "moves": {"type": "string", "description": "as they were given"},
  "schedule": {"$ref": "#/components/schemas/Schedule"}}},
"Schedule": {"type": "object", "required": ["robot", "seconds", "actions"], "properties": {
  "robot": {"type": "string", "description": "its name; may be empty"},
  "seconds": {"type": "number", "minimum": 0, "description": "of all"},
  "actions": {"type": "array", "items": {"type": "object", "required": ["at", "seconds"], "properties": {
    "at": {"type": "number", "minimum": 0, "description": "seconds from the beginning"},
    "seconds": {"type": "number", "minimum": 0},
    "turn": {"type": "string", "description": "one motor or two opposite ones, by sides of space: R' L"},
    "rotate": {"type": "string", "description": "the whole cube is carried round: x'"},
    "regrip": {"const": true, "description": "grippers let go, turn back, and grip again"}}}}}},
"Scrambles": {"type": "object", "required": ["schema", "scrambles"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "scrambles": {"type": "array", "items": {"type": "object", "required": ["moves", "length", "facelets"], "properties": {
    "moves": {"type": "string"}, "length": {"type": "integer"},
    "facelets": {"$ref": "#/components/schemas/Facelets"}}}}}},
"Coordinates": {"type": "object", "required": ["schema", "coordinates"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "coordinates": {"type": "array", "items": {"type": "object", "required": ["name", "coordinate", "values", "summary"],
    "properties": {"name": {"type": "string"}, "coordinate": {"type": "string"}, "values": {"type": "number"},
    "summary": {"type": "string"}}}}}},
"Coordinate": {"type": "object", "required": ["schema", "coordinate", "values", "bits", "cubes"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "name": {"type": "string"}, "summary": {"type": "string"}, "source": {"type": "string"},
  "coordinate": {"type": "string"}, "values": {"type": "number"}, "bits": {"type": "integer"},
  "parts": {"type": "array", "items": {"type": "object"}},
  "group": {"type": "string"}, "group_order": {"type": "integer"}, "inversion": {"type": "boolean"},
  "cubes": {"type": "array", "items": {"type": "object", "properties": {
    "value": {"type": ["integer", "string"], "description": "digits as a text beyond 64 bits"},
    "solved": {"type": "boolean"}, "parts": {"type": "array", "items": {"type": "integer"}},
    "representative": {"type": "integer"}, "class": {"type": "integer"}, "sym": {"type": "integer"},
    "symmetry": {"type": "integer"}, "transformation": {"type": "integer"},
    "self_symmetries": {"type": "array", "items": {"type": "integer"}}, "class_size": {"type": "integer"},
    "distance": {"type": "integer", "minimum": 0}, "transitions": {"type": "object"},
    "input": {"type": "string", "description": "of a cube of a list that has no value, with the keys of Failed"},
    "error": {"type": "string"}, "kind": {"$ref": "#/components/schemas/ErrorKind"}}}}}},
"CubeOfValue": {"type": "object", "required": ["schema", "coordinate", "value", "facelets", "reachable"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "coordinate": {"type": "string"}, "value": {"type": ["integer", "string"]},
  "facelets": {"$ref": "#/components/schemas/Facelets"}, "turns": {"type": "object"},
  "reachable": {"type": "boolean"}}},
"Index": {"type": "object", "required": ["schema", "name", "paths"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"}, "name": {"const": "superflip"},
  "paths": {"type": "array", "items": {"type": "string"}}}},
"Health": {"type": "object", "required": ["schema", "status", "ready"], "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "status": {"const": "ok"}, "ready": {"type": "boolean"}}},
"Document": {"type": "object", "required": ["openapi", "info", "paths"]},
"Problem": {"type": "object", "required": ["schema", "type", "title", "status", "detail", "error", "kind"],
  "description": "RFC 9457, with all that the doctor found", "properties": {
  "schema": {"$ref": "#/components/schemas/Schema"},
  "type": {"type": "string"}, "title": {"type": "string"}, "status": {"type": "integer"},
  "detail": {"type": "string"}, "error": {"type": "string"},
  "kind": {"type": "string", "description": "an ErrorKind; of an error of HTTP alone, what its status is called: not found"},
  "position": {"type": "integer", "minimum": 0, "description": "characters before the place of the error"},
  "problems": {"type": "array", "items": {"type": "string"}},
  "notes": {"type": "array", "items": {"type": "string"}},
  "repair": {"type": "string"}, "ways": {"type": "integer"},
  "repaired": {"$ref": "#/components/schemas/Facelets"}}}
})json";

const std::map<std::string_view, std::string_view> kAnswers{
    {"index", "Index"},           {"solve", "Answer"},
    {"optimal", "Answer"},        {"check", "Diagnosis"},
    {"convert", "Converted"},     {"schedule", "Scheduled"},
    {"scramble", "Scrambles"},    {"coordinates", "Coordinates"},
    {"coordinate", "Coordinate"}, {"completions", "Completions"},
    {"value", "CubeOfValue"},     {"health", "Health"},
    {"openapi", "Document"},
};

constexpr std::string_view kExample = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD";

// kSchemas in one line, with the names.
std::string schemas() {
  std::string text(kSchemas);
  std::replace(text.begin(), text.end(), '\n', ' ');
  const auto put = [&text](std::string_view word, const auto& names) {
    text.replace(text.find(word), word.size(), fmt::format("[\"{}\"]", fmt::join(names, "\", \"")));
  };
  put("STARTS", kStartsNames.names);
  put("SOLVERS", kSolverNames.names);
  put("METRICS", kMetricNames.names);
  put("ENDS", kEndedNames.names);
  put("ERRORS", kErrorNames);
  return text;
}

Json reference(std::string_view schema) { return {{"$ref", fmt::format("#/components/schemas/{}", schema)}}; }

Json cube_schema() {
  Json schema;
  schema["anyOf"] = std::vector<Json>{Json{{"type", "string"}}, Json{{"type", "object"}}};
  return schema;
}

// A number as JSON has it: 20, not 20.0.
Json bound(double number) {
  return number == static_cast<double>(static_cast<std::uint64_t>(number)) ? Json(static_cast<std::uint64_t>(number))
                                                                           : Json(number);
}

Json schema_of(const Field& field, bool in_query) {
  Json schema;
  switch (field.kind) {
    case Kind::cube:
      schema = in_query ? Json{{"type", "string"}} : cube_schema();
      break;
    case Kind::cubes:
      schema = {{"type", "array"},
                {"items", cube_schema()},
                {"minItems", bound(field.least)},
                {"maxItems", bound(field.most)}};
      break;
    case Kind::text:
      schema = {{"type", "string"}};
      if (!field.choices.empty()) schema["enum"] = field.choices;
      break;
    case Kind::whole:
      schema = {{"type", "integer"}, {"minimum", bound(field.least)}, {"maximum", bound(field.most)}};
      break;
    case Kind::number:
      schema = {{"type", "number"}, {"minimum", bound(field.least)}, {"maximum", bound(field.most)}};
      break;
    case Kind::truth:
      schema = {{"type", "boolean"}};
      break;
  }
  if (!field.fallback.empty()) {
    if (field.fallback[0] == '"')
      schema["default"] = std::string_view(field.fallback).substr(1, field.fallback.size() - 2);
    else if (field.kind == Kind::truth)
      schema["default"] = field.fallback == "true";
    else
      schema["default"] = std::stoi(field.fallback);
  }
  if (field.kind == Kind::cube) schema["examples"] = std::vector<std::string>{"R U2 F' L D", std::string(kExample)};
  schema["description"] = field.description;
  return schema;
}

bool needs_cube(const Route& route) { return route.work == Route::Work::a_cube; }

bool is_required(const Route& route, std::string_view name) {
  return std::find(route.required.begin(), route.required.end(), name) != route.required.end();
}

Json parameters_of(const Route& route, const Fields& fields) {
  Json list = Json::array();
  for (std::size_t at = route.path.find('{'); at != std::string_view::npos; at = route.path.find('{', at + 1)) {
    const std::string_view name = route.path.substr(at + 1, route.path.find('}', at) - at - 1);
    Json schema{{"type", "string"}};
    if (name == "facelets") {
      schema["pattern"] = "^[URFDLB]{54}$";
      schema["examples"] = std::vector<std::string>{std::string(kExample)};
    } else if (name == "value") {
      schema["pattern"] = "^[0-9]{1,27}$";
    } else {
      schema["enum"] = Json::array();
      for (const CatalogueEntry& entry : catalogue()) schema["enum"].push_back(entry.name);
    }
    list.push_back({{"name", name}, {"in", "path"}, {"required", true}, {"schema", std::move(schema)}});
  }
  for (const std::string_view name : route.fields) {
    const Field& field = *fields.find(name);
    if (field.kind == Kind::cubes) continue;
    list.push_back({{"name", field.in_requests()},
                    {"in", "query"},
                    {"required", (name == "cube" && needs_cube(route)) || is_required(route, name)},
                    {"schema", schema_of(field, true)}});
  }
  return list;
}

Json content(std::string_view type, Json schema) {
  Json json;
  json[type]["schema"] = std::move(schema);
  return json;
}

Json responses_of(const Route& route, bool is_posted) {
  Json answer;
  if (route.name == "metrics" || route.name == "facelets") {
    answer = content("text/plain", Json{{"type", "string"}});
    if (route.name == "facelets") answer["text/html"]["schema"] = Json{{"type", "string"}};
  } else {
    const std::string_view one = kAnswers.at(route.name);
    Json schema = reference(one);
    if (is_posted && needs_cube(route)) {
      const std::vector<Json> kinds{reference(one), reference("Failed")};
      Json items;
      items["anyOf"] = kinds;
      Json list{{"type", "object"}, {"required", std::vector<std::string>{"schema", "count", "results"}}};
      list["properties"]["schema"] = reference("Schema");
      list["properties"]["count"] = Json{{"type", "integer"}};
      list["properties"]["results"] = Json{{"type", "array"}, {"items", items}};
      schema = Json::object();
      schema["anyOf"] = std::vector<Json>{reference(one), list};
    }
    answer = content("application/json", schema);
    if (route.has_events) answer["text/event-stream"]["schema"] = Json{{"type", "string"}};
    if (route.name == "index") answer["text/html"]["schema"] = Json{{"type", "string"}};  // Cube Explorer's page
  }
  Json json;
  json["200"] = {{"description", "The answer"}, {"content", answer}};
  if (route.has_events)
    json["204"] = {{"description", "To an EventSource that connects again after the end (Last-Event-ID: end)"}};
  const auto add = [&](const std::string& status, const char* description) {
    Json response{{"description", description}, {"content", content("application/problem+json", reference("Problem"))}};
    if (status == "429" || status == "503")
      response["headers"]["Retry-After"] = Json{{"description", "seconds"}, {"schema", {{"type", "integer"}}}};
    json[status] = std::move(response);
  };
  if (route.work != Route::Work::at_once) {
    add("400", "The request or a cube in it cannot be read, or an option makes no sense");
    if (route.path.find('{') != std::string_view::npos) add("404", "There is nothing of that name");
    if (needs_cube(route) || route.name == "facelets") add("422", "No turns of faces lead to this cube");
    if (is_posted) add("413", "The body is too large");
    if (is_posted) add("415", "The body is not JSON");
    add("429", "This client has too many requests under way");
    add("503", "The queue is full, no worker was free in time, memory is short, or the server is shutting down");
  }
  add("default", "Anything else that goes wrong");
  return json;
}

Json operation(const Route& route, const Fields& fields, bool is_posted) {
  Json json{{"operationId", is_posted ? fmt::format("post_{}", route.name) : std::string(route.name)},
            {"summary", route.summary}};
  Json parameters = parameters_of(route, fields);
  if (!is_posted) {
    json["parameters"] = std::move(parameters);
  } else {
    // Fields may stand in the query of a POST, too, but are described where they belong.
    Json in_path = Json::array();
    if (route.path.find('{') != std::string_view::npos) {
      Route bare{.name = route.name, .path = route.path};
      in_path = parameters_of(bare, fields);
    }
    json["parameters"] = std::move(in_path);
    Json schema{{"type", "object"}, {"additionalProperties", false}};
    Json properties = Json::object();
    for (const std::string_view name : route.fields) {
      const Field& field = *fields.find(name);
      properties[field.in_requests()] = schema_of(field, false);
    }
    schema["properties"] = std::move(properties);
    if (!route.required.empty()) {
      schema["required"] = Json::array();
      for (const std::string_view name : route.required) schema["required"].push_back(fields.find(name)->in_requests());
    }
    if (needs_cube(route))
      schema["oneOf"] = std::vector<Json>{Json{{"required", std::vector<std::string>{"cube"}}},
                                          Json{{"required", std::vector<std::string>{"cubes"}}}};
    json["requestBody"] = {{"required", true}, {"content", content("application/json", schema)}};
  }
  json["responses"] = responses_of(route, is_posted);
  return json;
}

}  // namespace

std::string openapi(const Fields& fields, const Limits& limits) {
  Json info{
      {"title", "superflip"},
      {"version", "1"},
      {"description",
       fmt::format("Solves, checks and measures Rubik's cubes. A request has at most {} seconds, a body {} bytes, "
                   "a target {} bytes.",
                   limits.seconds, limits.body, limits.target)},
      {"license", {{"name", "MIT"}, {"identifier", "MIT"}}}};
  Json paths = Json::object();
  for (const Route& route : routes()) {
    paths[route.path]["get"] = operation(route, fields, false);
    if (route.is_posted) paths[route.path]["post"] = operation(route, fields, true);
  }
  return fmt::format(R"({{"openapi":"3.1.0","info":{},"paths":{},"components":{{"schemas":{}}}}})", info.dump(),
                     paths.dump(), schemas()) +
         "\n";
}

}  // namespace superflip::server
