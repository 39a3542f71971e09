// superflip campaign export: results as CSV, JSON lines or Parquet.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <random>
#include <system_error>

#include "apps/cli/campaign/options.h"
#include "apps/cli/command.h"
#include "apps/cli/console.h"
#include "apps/cli/options.h"
#include "superflip/superflip.h"

namespace superflip::cli::campaign {

namespace {

struct Options {
  std::string file;
  std::optional<std::string> output;
  bool csv = false;
  bool json_lines = false;
  bool parquet = false;
};

namespace fs = std::filesystem;

// Whether writing this file would write the campaign, or what SQLite keeps beside it.
bool is_of_campaign(const std::string& path, const std::string& file) {
  std::error_code error;
  const fs::path database = fs::canonical(file, error);
  const fs::path output = fs::weakly_canonical(path, error);
  for (const char* ending : {"", "-wal", "-shm", "-journal"}) {
    const fs::path one = database.string() + ending;
    if (output == one || fs::equivalent(path, one, error)) return true;
  }
  return false;
}

// A file that is written. A regular one has its old content until finish(); a device or a pipe is written at once.
class Output {
 public:
  explicit Output(const std::string& path) : path_(path) {
    std::error_code error;
    struct stat before {};
    const bool is_there = ::stat(path.c_str(), &before) == 0;
    if (is_there ? !S_ISREG(before.st_mode) : fs::is_symlink(path, error)) {
      file_ = std::fopen(path.c_str(), "wb");
      return;
    }
    if (is_there) path_ = fs::canonical(path, error).string();
    for (std::random_device random; file_ == nullptr;) {
      draft_ = fmt::format("{}.part-{:08x}", path_, random());
      const int draft = ::open(draft_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
      if (draft < 0 && errno == EEXIST) continue;
      if (draft < 0) {
        draft_.clear();
        return;
      }
      if (is_there) static_cast<void>(::fchmod(draft, before.st_mode & 07777));
      file_ = ::fdopen(draft, "wb");
    }
  }
  ~Output() {
    const int error = errno;
    if (file_ != nullptr) std::fclose(file_);
    if (!draft_.empty()) ::unlink(draft_.c_str());
    errno = error;
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  // Each is false where it failed, for which errno has the reason.
  bool is_open() const { return file_ != nullptr; }
  bool is_regular() const { return !draft_.empty(); }
  bool write(std::string_view text) { return std::fwrite(text.data(), 1, text.size(), file_) == text.size(); }
  bool finish() {
    if (std::fflush(file_) != 0 || (is_regular() && ::fsync(::fileno(file_)) != 0)) return false;
    if (std::fclose(std::exchange(file_, nullptr)) != 0) return false;
    if (is_regular() && std::rename(draft_.c_str(), path_.c_str()) != 0) return false;
    draft_.clear();
    return true;
  }

 private:
  std::string path_;
  std::string draft_;  // empty where there is none
  std::FILE* file_ = nullptr;
};

ExitCode export_to(const Campaign& campaign, ExportFormat format, const std::string& path) {
  if (is_of_campaign(path, campaign.path())) {
    say(fmt::format("{} belongs to the campaign: it is left as it is", text::escaped(path, 4096)));
    return kBadInput;
  }
  const auto complain = [&] {
    say(fmt::format("{}: {}", text::escaped(path, 4096), std::generic_category().message(errno)));
    return kSystemFailed;
  };
  Output out(path);
  if (!out.is_open()) return complain();
  if (out.is_regular()) catch_interrupts();  // its draft must not stay
  bool is_written = true;
  const auto done = export_results(
      campaign, format, [&](std::string_view text) { return !interrupted() && (is_written = out.write(text)); });
  if (!is_written) return complain();
  if (!done) return failed(done.error());
  if (interrupted()) return kInterrupted;
  return out.finish() ? kOk : complain();
}

ExitCode run_export(const Options& options) {
  if (options.parquet)
    return run_python("superflip.campaign", {"export", options.file, "--parquet", options.output.value_or("-")},
                      {"superflip.campaign", "pyarrow"}, "campaign");
  const auto campaign = open(options.file, Campaign::Access::read);
  if (!campaign) return failed(campaign.error());
  const ExportFormat format = options.csv ? ExportFormat::csv : ExportFormat::json_lines;
  if (options.output && *options.output != "-") return export_to(*campaign, format, *options.output);
  const auto done = export_results(*campaign, format, [](std::string_view text) {
    print(text);
    return true;
  });
  return done ? kOk : failed(done.error());
}

Run add(Arguments& arguments) {
  auto options = std::make_shared<Options>();
  add_file(arguments, options->file);
  const Option csv = arguments.add_flag("--csv", options->csv, "Comma-separated values, with a line of names.");
  const Option lines =
      arguments.add_flag("--jsonl", options->json_lines, "JSON lines, with all that is known. The default.");
  lines.excludes(csv);
  arguments
      .add_flag("--parquet", options->parquet,
                "Apache Parquet. Needs the Python package with pyarrow: pip install\n'superflip[campaign]'.")
      .excludes(csv)
      .excludes(lines);
  arguments.add_option("-o,--output", options->output, "The file to write. Default: standard output.").type_name("OUT");
  return [options] { return run_export(*options); };
}

const Registration registered{{584, "campaign export", "Results as JSON lines, CSV or Parquet", add}};

}  // namespace

}  // namespace superflip::cli::campaign
