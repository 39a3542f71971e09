#include "superflip/campaign/export.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "superflip/base/json.h"
#include "superflip/base/json_value.h"
#include "superflip/engine/report.h"

namespace superflip {
namespace {

// A cell as RFC 4180 has it: in quotes where it has to be.
std::string cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// The value at a JSON pointer whose names need no escapes; nullptr if there is none.
const JsonValue* find_at(const JsonValue& document, std::string_view pointer) {
  const JsonValue* at = &document;
  while (at != nullptr && !pointer.empty()) {
    pointer.remove_prefix(1);  // a slash
    const std::string_view name = pointer.substr(0, pointer.find('/'));
    pointer.remove_prefix(name.size());
    if (!at->is_array()) {
      at = at->find(name);
      continue;
    }
    std::size_t index = 0;
    const bool is_index = std::from_chars(name.data(), name.data() + name.size(), index).ec == std::errc();
    at = is_index && index < at->size() ? &*std::next(at->begin(), static_cast<std::ptrdiff_t>(index)) : nullptr;
  }
  return at;
}

// Texts as they are, other values as JSON; nothing for null and for what is not there.
std::string_view value_at(const JsonValue& result, std::string_view pointer) {
  const JsonValue* const value = find_at(result, pointer);
  return value == nullptr || value->kind() == JsonValue::Kind::null ? std::string_view() : value->text();
}

std::string csv_line(const CampaignResult& result, const std::vector<Column>& columns) {
  const auto document = JsonDocument::parse(result.result, "the result");
  std::string line = fmt::format("{},{}", result.task.number, cell(result.task.text));
  for (const Column& column : columns)
    line += "," + (document ? cell(value_at(document->value(), column.pointer)) : "");
  return line + fmt::format(",{},{},{},{},{}\n", rounded(result.seconds, 6), rounded(result.at, 3), cell(result.host),
                            cell(result.program), cell(result.error ? result.error->message : ""));
}

// The database may have been changed by others: what is no JSON, or has two members of one name, is written as a text,
// and breaks of lines, which only stand between values, as blanks.
Json as_json(const std::string& text) {
  const auto document = JsonDocument::parse(text, "the result");
  if (!document) return Json(text);
  const JsonValue& value = document->value();
  if (value.is_text()) return Json(value.text());
  std::string json(value.text());
  std::replace_if(
      json.begin(), json.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
  return Json::raw(std::move(json));
}

}  // namespace

Json to_json(const CampaignStatus& status, const Campaign& campaign) {
  Json json{{"campaign", Json::raw(campaign.spec().to_json())},
            {"tasks", status.tasks},
            {"done", status.done},
            {"failed", status.failed},
            {"left", status.left()},
            {"claimed", status.claimed}};
  if (status.rate) json["tasks_per_second"] = rounded(*status.rate, 6);
  if (const auto seconds = status.seconds_left()) json["seconds_left"] = rounded(*seconds, 1);
  json["runs"] = Json::array();
  for (const RunStatus& run : status.runs)
    json["runs"].push_back({{"host", run.host},
                            {"process", run.process},
                            {"program", run.program},
                            {"alive", run.is_alive},
                            {"claimed", run.claimed},
                            {"done", run.done},
                            {"began", rounded(run.began, 3)},
                            {"seen", rounded(run.seen, 3)}});
  return json;
}

std::string json_line(const CampaignResult& result) {
  Json json{{"task", result.task.number}, {"input", result.task.text}};
  if (result.error)
    add_error(json, *result.error);
  else
    json["result"] = as_json(result.result);
  json["seconds"] = rounded(result.seconds, 6);
  json["at"] = rounded(result.at, 3);
  json["host"] = result.host;
  json["program"] = result.program;
  json["tables"] = as_json(result.tables);
  return to_line(json);
}

Expected<void> export_results(const Campaign& campaign, ExportFormat format,
                              const std::function<bool(std::string_view)>& write) {
  const std::vector<Column> columns = campaign.work()->columns();
  if (format == ExportFormat::csv) {
    std::string header = "task,input";
    for (const Column& column : columns) header += "," + column.name;
    if (!write(header + ",seconds,at,host,program,error\n")) return {};
  }
  return campaign.results([&](const CampaignResult& result) {
    return write(format == ExportFormat::csv ? csv_line(result, columns) : json_line(result));
  });
}

}  // namespace superflip
