#include "superflip/campaign/export.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "superflip/base/json.h"
#include "superflip/engine/report.h"

namespace superflip {
namespace {

using Document = nlohmann::json;

// A cell as RFC 4180 has it: in quotes where it has to be.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

// Texts as they are, other values as JSON; nothing for null and for what is not there.
std::string value_at(const Document& result, const std::string& pointer) {
  const nlohmann::json::json_pointer place(pointer);
  if (!result.contains(place)) return {};
  const Document& value = result.at(place);
  if (value.is_null()) return {};
  return value.is_string() ? value.get<std::string>() : value.dump(-1, ' ', false, Document::error_handler_t::replace);
}

std::string csv_line(const CampaignResult& result, const std::vector<Column>& columns) {
  const Document document = Document::parse(result.result, nullptr, false);
  std::string line = fmt::format("{},{}", result.task.number, cell(result.task.text));
  for (const Column& column : columns) line += "," + cell(value_at(document, column.pointer));
  return line + fmt::format(",{},{},{},{},{}\n", rounded(result.seconds, 6), rounded(result.at, 3), cell(result.host),
                            cell(result.program), cell(result.error ? result.error->message : ""));
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
  // The database may have been changed by others: what is no JSON is written as a text.
  const auto raw = [](const std::string& text) { return Document::accept(text) ? Json::raw(text) : Json(text); };
  if (result.error)
    add_error(json, *result.error);
  else
    json["result"] = raw(result.result);
  json["seconds"] = rounded(result.seconds, 6);
  json["at"] = rounded(result.at, 3);
  json["host"] = result.host;
  json["program"] = result.program;
  json["tables"] = raw(result.tables);
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
