#include "superflip/campaign/kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <system_error>

#include "superflip/base/text.h"

namespace superflip {
namespace {

using Document = nlohmann::json;

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
                                   const OnPart& on_part) {
  try {
    return work.execute(task, engine, budget, on_part).map([](const Json& json) { return json.dump(); });
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
  const Document document = Document::parse(json.begin(), json.end(), nullptr, false);
  if (!document.is_object() || !document.contains("kind") || !document["kind"].is_string())
    return fail(ErrorKind::bad_option, "what a campaign does is a JSON object with \"kind\" and its options");
  CampaignSpec spec;
  spec.kind = document["kind"].get<std::string>();
  for (const auto& [name, value] : document.items()) {
    if (name == "kind" || value.is_null() || value == false) continue;
    if (value.is_object() || value.is_array() || (value.is_string() && value.get_ref<const std::string&>().empty()))
      return fail(ErrorKind::bad_option,
                  fmt::format("the option {} is neither a text, a number nor true", text::quoted(name)));
    spec.options[name] = value.is_string() ? value.get<std::string>() : value == true ? std::string() : value.dump();
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
