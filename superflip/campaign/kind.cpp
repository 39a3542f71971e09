#include "superflip/campaign/kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <system_error>

#include "superflip/base/json_value.h"
#include "superflip/base/text.h"

namespace superflip {
namespace {

const KindOption* find_option(const Kind& kind, std::string_view name) {
  const auto found = std::find_if(kind.options.begin(), kind.options.end(),
                                  [&](const KindOption& option) { return option.name == name; });
  return found == kind.options.end() ? nullptr : &*found;
}

}  // namespace

std::string Work::task(std::uint64_t) const { return {}; }

Expected<std::string> Work::read(std::string_view) const {
  return fail(ErrorKind::bad_option, "the tasks of this campaign follow from its options: it takes no list of them");
}

Expected<std::string> execute_task(const Work& work, std::string_view task, Engine& engine, const Budget& budget,
                                   const OnPart& on_part, const std::filesystem::path& checkpoint) {
  try {
    return work.execute(task, engine, budget, on_part, checkpoint).map([](const Json& json) { return json.dump(); });
  } catch (const std::bad_alloc&) {
    return fail(ErrorKind::out_of_memory, "there is not enough memory");
  } catch (const std::system_error& error) {
    return fail(ErrorKind::system, error.what());
  } catch (const std::exception& error) {
    return fail(ErrorKind::internal, fmt::format("the task was not executed: {}", error.what()));
  }
}

bool is_of_task(const Work& work, const Error& error) {
  if (error.kind == ErrorKind::out_of_memory) return work.needs_differ();
  return error.kind != ErrorKind::stopped && error.kind != ErrorKind::system;
}

std::string CampaignSpec::to_json() const {
  Json json{{"kind", kind}};
  for (const auto& [name, value] : options) json[name] = value.empty() ? Json(true) : Json(value);
  return json.dump();
}

Expected<CampaignSpec> CampaignSpec::parse(std::string_view json) {
  const auto document = JsonDocument::parse(json, "what a campaign does");
  if (!document) return fail(ErrorKind::bad_option, document.error().message);
  const JsonValue* const kind = document->value().find("kind");
  if (kind == nullptr || !kind->is_text())
    return fail(ErrorKind::bad_option, "what a campaign does is a JSON object with \"kind\" and its options");
  CampaignSpec spec;
  spec.kind = kind->text();
  for (const JsonValue& option : document->value()) {
    const bool is_flag = option.kind() == JsonValue::Kind::boolean;
    if (option.key() == "kind" || option.kind() == JsonValue::Kind::null || (is_flag && option.text() == "false"))
      continue;
    if (option.is_object() || option.is_array() || (option.is_text() && option.text().empty()))
      return fail(ErrorKind::bad_option,
                  fmt::format("the option '{}' is neither a text, a number nor true", text::escaped(option.key(), 40)));
    spec.options.emplace(option.key(), is_flag ? std::string_view() : option.text());
  }
  return spec;
}

Expected<std::shared_ptr<const Work>> CampaignSpec::open() const {
  const std::vector<Kind>& all = campaign_kinds();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Kind& one) { return one.name == kind; });
  if (found == all.end()) {
    std::vector<std::string> names;
    names.reserve(all.size());
    for (const Kind& one : all) names.push_back(one.name);
    return fail(ErrorKind::bad_option, fmt::format("there is no kind of campaign '{}': expected {}",
                                                   text::escaped(kind), text::listed(names)));
  }
  for (const auto& [name, value] : options) {
    const KindOption* option = find_option(*found, name);
    if (option == nullptr)
      return fail(ErrorKind::bad_option, fmt::format("campaigns of {} have no option '{}'", kind, text::escaped(name)));
    if (option->value.empty() != value.empty())
      return fail(ErrorKind::bad_option,
                  fmt::format("the option {} {}", name, value.empty() ? "needs a value" : "takes no value"));
  }
  return found->open(options);
}

}  // namespace superflip
