#include "superflip/engine/detail/coset_checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "superflip/base/text.h"
#include "superflip/base/version.h"
#include "superflip/cube/names.h"
#include "superflip/reading/facelets.h"
#include "superflip/table/detail/table_file.h"

namespace superflip::detail {
namespace {

namespace fs = std::filesystem;

using coset::Bitmap;
using coset::kPageBits;
using coset::kPageBytes;
using coset::kPages;
using coset::Place;
using Bytes = std::span<const std::byte>;

constexpr std::string_view kName = "coset-checkpoint";
// Raised whenever a file's contents change, the numbers of G1's elements, or the parts of a search and their order.
constexpr std::uint32_t kFormat = 2;

// Of a page: its bits are not listed, the page follows as it is.
constexpr std::uint32_t kWholePage = ~std::uint32_t{0};
constexpr std::uint32_t kMaxListedBits = kPageBytes / sizeof(std::uint32_t);

// More numbers than any run has, whose lists have some millions of places. What a file has of nothing but zeros takes
// no room on the disk, and must not take the memory.
constexpr std::uint64_t kMaxNumbers = std::uint64_t{1} << 26;

// What must be the same in a run that goes on, one fact in each line.
std::string facts_of(const CosetQuestion& question) {
  std::string facts = fmt::format("superflip: {}, format {}\ncube: {}\nmetric: {}\n", library_version(), kFormat,
                                  to_facelets(question.cube), name(question.metric));
  if (question.list_depth)
    facts += fmt::format("list: depth {}, at most {} positions\n", *question.list_depth, question.list_limit);
  if (question.samples != 0) facts += fmt::format("samples: {}, seed {}\n", question.samples, question.seed);
  return facts;
}

std::string first_line(std::string_view text) {
  return text.empty() ? "nothing more" : text::escaped(text.substr(0, text.find('\n')));
}

// The first line of each of two different texts in which they differ.
std::pair<std::string, std::string> difference(std::string_view a, std::string_view b) {
  while (first_line(a) == first_line(b) && !a.empty()) {
    a.remove_prefix(std::min(a.find('\n'), a.size() - 1) + 1);
    b.remove_prefix(std::min(b.find('\n'), b.size() - 1) + 1);
  }
  return {first_line(a), first_line(b)};
}

std::uint64_t number_of(Place place) { return std::uint64_t{place.page} << 32 | place.bit; }

// Writes numbers, or reads them: a value is the same place of the same list in both.
class NumberWriter {
 public:
  template <class T>
  void value(const T& from, std::uint64_t, std::uint64_t) {
    numbers.push_back(static_cast<std::uint64_t>(from));
  }
  void value(const Clock::duration& from) { numbers.push_back(static_cast<std::uint64_t>(from.count())); }
  void value(const Place& from) { numbers.push_back(number_of(from)); }
  template <class T, class Each>
  void list(const std::vector<T>& from, const Each& each) {
    numbers.push_back(from.size());
    for (const T& element : from) each(element);
  }
  template <class T, class Inside>
  void optional(const std::optional<T>& from, const Inside& inside) {
    numbers.push_back(from ? 1 : 0);
    if (from) inside(*from);
  }

  std::vector<std::uint64_t> numbers{};
};

class NumberReader {
 public:
  explicit NumberReader(std::vector<std::uint64_t> numbers) : numbers_(std::move(numbers)) {}

  // From `least` to `most`; anything else is an error.
  template <class T>
  void value(T& to, std::uint64_t least, std::uint64_t most) {
    const std::uint64_t number = next();
    is_wrong_ = is_wrong_ || number < least || number > most;
    to = static_cast<T>(is_wrong_ ? least : number);
  }
  void value(Clock::duration& to) {
    std::uint64_t ticks = 0;
    value(ticks, 0, std::numeric_limits<std::int64_t>::max() / 64);  // sums of levels do not overflow
    to = Clock::duration(static_cast<Clock::rep>(ticks));
  }
  void value(Place& to) {
    const std::uint64_t number = next();
    to = {static_cast<std::uint32_t>(number >> 32), static_cast<std::uint32_t>(number)};
    is_wrong_ = is_wrong_ || to.page >= kPages || to.bit >= kPageBits;
    if (is_wrong_) to = {0, 0};
  }
  template <class T, class Each>
  void list(std::vector<T>& to, const Each& each) {
    const std::uint64_t size = next();
    to.clear();
    for (std::uint64_t i = 0; i < size && !is_wrong_; ++i) each(to.emplace_back());
  }
  template <class T, class Inside>
  void optional(std::optional<T>& to, const Inside& inside) {
    const std::uint64_t has = next();
    is_wrong_ = is_wrong_ || has > 1;
    to.reset();
    if (!is_wrong_ && has == 1) inside(to.emplace(T{}));
  }

  // All numbers were read, and each was possible.
  bool is_right() const { return !is_wrong_ && at_ == numbers_.size(); }

 private:
  std::uint64_t next() {
    is_wrong_ = is_wrong_ || at_ == numbers_.size();
    return is_wrong_ ? 0 : numbers_[at_++];
  }

  std::vector<std::uint64_t> numbers_;
  std::size_t at_ = 0;
  bool is_wrong_ = false;
};

// Each number of what a run knows, in the order of the file. `Progress` is const where they are written.
template <class Numbers, class Progress>
void visit_numbers(Numbers& numbers, Progress& progress) {
  constexpr std::uint64_t kMost = ~std::uint64_t{0};
  constexpr std::uint64_t kMaxPart = std::numeric_limits<std::uint32_t>::max();
  constexpr std::uint64_t kMaxThreads = 1024;
  const auto place = [&](auto& of) { numbers.value(of); };
  const auto places = [&](auto& of) { numbers.list(of, place); };
  numbers.list(progress.levels, [&](auto& level) {
    numbers.value(level.depth, 0, kMaxCosetDepth);
    numbers.value(level.found, 0, kCosetSize);
    numbers.value(level.is_exact, 0, 1);
    numbers.value(level.nodes, 0, kMost);
    numbers.value(level.words, 0, kMost);
    numbers.value(level.proofs, 0, kMost);
    numbers.value(level.time);
  });
  numbers.list(progress.parts, [&](auto& part) { numbers.value(part, 0, kMaxPart); });
  numbers.list(progress.pending, [&](auto& pending) {
    numbers.value(pending.place);
    numbers.value(pending.depth, 0, kMaxCosetDepth);
    numbers.value(pending.is_exact, 0, 1);
    numbers.value(pending.goes, 0, static_cast<std::uint64_t>(CosetPending::Goes::to_listed));
  });
  numbers.value(progress.is_proving, 0, 1);
  numbers.value(progress.is_list_complete, 0, 1);
  places(progress.probes);
  places(progress.candidates.places);
  numbers.value(progress.candidates.is_all, 0, 1);
  numbers.value(progress.spent);
  auto& state = progress.enumeration;
  numbers.value(state.depth, 0, kMaxCosetDepth);
  numbers.value(state.exact_to, 0, kMaxCosetDepth);
  numbers.value(state.found, 0, kCosetSize);
  numbers.optional(state.newest, places);
  numbers.optional(state.before, places);
  numbers.value(state.counts.nodes, 0, kMost);
  numbers.value(state.counts.endings, 0, kMost);
  numbers.value(state.counts.leaves, 0, kMost);
  numbers.value(state.last_words, 0, kMost);
  numbers.optional(state.search, [&](auto& search) {
    numbers.value(search.part, 1, kMaxPart);
    numbers.value(search.threads, 1, kMaxThreads);
    numbers.value(search.done, 0, kMost);
    numbers.value(search.found, 0, kCosetSize);
    places(search.listed);
    numbers.value(search.words_before, 0, kMost);
  });
}

// What a run can be at, whatever the numbers are one by one.
bool is_possible(const CosetProgress& progress) {
  const auto depth = static_cast<std::size_t>(progress.enumeration.depth);
  if (progress.levels.size() != depth + 1 || progress.parts.size() != depth + 1) return false;
  std::uint64_t left = kCosetSize;
  for (std::size_t d = 0; d <= depth; ++d) {
    const CosetLevel& level = progress.levels[d];
    if (level.depth != static_cast<int>(d) || level.found > left) return false;
    left -= level.found;
  }
  return std::all_of(progress.pending.begin(), progress.pending.end(),
                     [&](const CosetPending& pending) { return static_cast<std::size_t>(pending.depth) <= depth; });
}

template <class T>
Bytes bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

// Gives all that follows the header to sink(bytes), in pieces.
template <class Sink>
void visit_payload(const std::vector<std::uint64_t>& numbers, const Bitmap& bitmap, const Sink& sink) {
  const std::uint64_t count = numbers.size();
  sink(bytes_of(count));
  sink(std::as_bytes(std::span(numbers)));
  std::vector<std::uint32_t> bits;
  bits.reserve(kMaxListedBits);
  for (std::uint32_t p = 0; p < kPages; ++p) {
    const std::byte* const page = bitmap.page(p);
    const auto* const words = reinterpret_cast<const std::uint64_t*>(page);
    bits.clear();
    bool is_whole = false;
    for (std::uint32_t w = 0; page != nullptr && !is_whole && w < kPageBits / 64; ++w)
      for (std::uint64_t rest = words[w]; rest != 0 && !is_whole; rest &= rest - 1) {
        is_whole = bits.size() == kMaxListedBits;
        if (!is_whole) bits.push_back(w * 64 + static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
    const std::uint32_t listed = is_whole ? kWholePage : static_cast<std::uint32_t>(bits.size());
    sink(bytes_of(listed));
    sink(is_whole ? Bytes(page, kPageBytes) : std::as_bytes(std::span(bits)));
  }
}

// Writes pieces to a file, gathered to larger ones.
class GatheringWriter {
 public:
  explicit GatheringWriter(const File& file) : file_(file) { buffer_.reserve(kCapacity); }

  // Does nothing after an error.
  void write(Bytes bytes) {
    while (!error && !bytes.empty()) {
      const Bytes now = bytes.first(std::min(bytes.size(), kCapacity - buffer_.size()));
      buffer_.insert(buffer_.end(), now.begin(), now.end());
      bytes = bytes.subspan(now.size());
      if (buffer_.size() == kCapacity) hand_over();
    }
  }
  void hand_over() {
    if (!error) error = file_.write(buffer_);
    buffer_.clear();
  }

  std::error_code error{};

 private:
  static constexpr std::size_t kCapacity = std::size_t{8} << 20;
  const File& file_;
  std::vector<std::byte> buffer_;
};

// Reads what follows the header, in order, and sums it up.
class PayloadReader {
 public:
  PayloadReader(const File& file, std::uint64_t bytes, const StopFlag* stop) : file_(file), left_(bytes), stop_(stop) {}

  std::uint64_t left() const { return left_; }
  std::uint64_t checksum() const { return checksum_.value(); }

  // False where the file has less, and after an error.
  template <class T>
  bool read(std::span<T> to) {
    const std::span<std::byte> bytes = std::as_writable_bytes(to);
    if (error || bytes.size() > left_) return false;
    error = file_.read(at_, bytes, stop_);
    if (error) return false;
    checksum_.add(bytes);
    at_ += bytes.size();
    left_ -= bytes.size();
    return true;
  }
  template <class T>
  bool read(T& to) {
    return read(std::span(&to, 1));
  }

  std::error_code error{};

 private:
  const File& file_;
  std::uint64_t at_ = kTableHeaderBytes;
  std::uint64_t left_;
  const StopFlag* stop_;
  PayloadChecksum checksum_;
};

// The pages of the bitmap, from the file. Returns how many bits are set; nothing where the file is wrong.
std::optional<std::uint64_t> read_pages(PayloadReader& reader, Bitmap& bitmap) {
  std::vector<std::uint32_t> bits;
  for (std::uint32_t p = 0; p < kPages; ++p) {
    std::uint32_t listed = 0;
    if (!reader.read(listed)) return std::nullopt;
    if (listed == 0) continue;
    if (listed == kWholePage) {
      if (reader.left() < kPageBytes || !reader.read(std::span(bitmap.make_page(p), kPageBytes))) return std::nullopt;
      continue;
    }
    if (listed > kMaxListedBits) return std::nullopt;
    bits.resize(listed);
    if (!reader.read(std::span(bits))) return std::nullopt;
    std::byte* const page = bitmap.make_page(p);
    for (const std::uint32_t bit : bits) {
      if (bit >= kPageBits) return std::nullopt;
      page[bit / 8] |= std::byte{1} << bit % 8;
    }
  }
  return bitmap.count();
}

std::optional<CosetProgress> read_payload(PayloadReader& reader, Bitmap& bitmap) {
  std::uint64_t count = 0;
  if (!reader.read(count) || count > std::min(kMaxNumbers, reader.left() / sizeof count)) return std::nullopt;
  std::vector<std::uint64_t> numbers(static_cast<std::size_t>(count));
  if (!reader.read(std::span(numbers))) return std::nullopt;
  CosetProgress progress;
  NumberReader values(std::move(numbers));
  visit_numbers(values, progress);
  if (!values.is_right() || !is_possible(progress)) return std::nullopt;
  const auto found = read_pages(reader, bitmap);
  const coset::Enumeration::State& state = progress.enumeration;
  if (found != state.found + (state.search ? state.search->found : 0) || reader.left() != 0) return std::nullopt;
  return progress;
}

fs::path beside(const fs::path& file, std::string_view ending) { return fs::path(file) += ending; }

// The file that a symbolic link means, which need not exist: a rename would replace the link.
fs::path target_of(fs::path file) {
  constexpr int kMaxLinks = 40;  // as Linux; a circle cannot be opened
  std::error_code error;
  for (int i = 0; i < kMaxLinks && fs::is_symlink(file, error); ++i)
    file = file.parent_path() / fs::read_symlink(file, error);
  return file;
}

}  // namespace

std::string CosetCheckpoint::shown() const { return text::escaped(file_.string(), 4096); }

Expected<CosetCheckpoint> CosetCheckpoint::open(fs::path file) {
  file = target_of(std::move(file));
  std::error_code error;
  FileLock lock = FileLock::try_take(beside(file, ".lock"), error);
  const std::string shown = text::escaped(file.string(), 4096);
  if (error == std::errc::operation_would_block)
    return fail(ErrorKind::system, fmt::format("another run uses the checkpoint {}", shown));
  // Two runs that write one draft could give the name to a file that is not whole.
  if (error)
    return fail(ErrorKind::system, fmt::format("the checkpoint {} cannot be written: {}", shown, error.message()));
  return CosetCheckpoint(std::move(file), std::move(lock));
}

Expected<std::optional<CosetProgress>> CosetCheckpoint::load(const CosetQuestion& question, Bitmap& bitmap,
                                                             const StopFlag* stop) const {
  using Kind = ParsedHeader::Kind;
  const auto cannot_be_read = [&](const std::error_code& error) {
    return is_set(stop)
               ? fail(ErrorKind::stopped, "stopped while a checkpoint was read")
               : fail(ErrorKind::system, fmt::format("the checkpoint {} cannot be read: {}", shown(), error.message()));
  };
  std::error_code error;
  const File file = File::open(file_, error);
  if (error == std::errc::no_such_file_or_directory) return std::nullopt;
  FileRecord record{};
  if (!error) error = read_record(file, record);
  TableHeader header{};
  const auto begin = std::span(header).first(std::min<std::uint64_t>(header.size(), record.bytes));
  if (!error) error = file.read(0, begin, stop);
  if (error) return cannot_be_read(error);
  const ParsedHeader parsed = parse_header(begin, record.bytes);
  if (parsed.kind == Kind::not_a_table || (parsed.kind == Kind::right && parsed.identity.name != kName))
    return fail(ErrorKind::bad_option, fmt::format("{} is no checkpoint of a coset: name another file", shown()));
  if (parsed.kind != Kind::right)
    return fail(ErrorKind::system, fmt::format("the checkpoint {} cannot be used: {}", shown(), parsed.remark));
  if (parsed.identity.parameters != facts_of(question)) {
    const auto [there, here] = difference(parsed.identity.parameters, facts_of(question));
    return fail(ErrorKind::bad_option,
                fmt::format("the checkpoint {} is of another run: there '{}', here '{}'; name another file, or remove "
                            "this one",
                            shown(), there, here));
  }
  PayloadReader reader(file, parsed.identity.bytes, stop);
  auto progress = read_payload(reader, bitmap);
  if (reader.error) return cannot_be_read(reader.error);
  if (!progress || reader.checksum() != parsed.payload_checksum)
    return fail(ErrorKind::system, fmt::format("the checkpoint {} is damaged: remove it to begin anew", shown()));
  return progress;
}

Expected<void> CosetCheckpoint::save(const CosetQuestion& question, const CosetProgress& progress, const Bitmap& bitmap,
                                     const std::function<void(double)>& on_progress) const {
  NumberWriter values;
  visit_numbers(values, progress);
  PayloadChecksum checksum;
  std::uint64_t bytes = 0;
  visit_payload(values.numbers, bitmap, [&](Bytes piece) {
    checksum.add(piece);
    bytes += piece.size();
  });
  const TableHeader header = make_header({std::string(kName), kFormat, facts_of(question), bytes}, checksum.value());
  // What is left of it goes, also after an exception: it may be gigabytes.
  struct Draft {
    const fs::path path;
    ~Draft() {
      std::error_code ignored;
      fs::remove(path, ignored);
    }
  } const draft{beside(file_, ".tmp")};
  std::error_code error;
  fs::remove(draft.path, error);  // left by a run that was killed
  {
    const File file = File::create(draft.path, error);
    if (!error) {
      GatheringWriter writer(file);
      writer.write(header);
      std::uint64_t written = 0;
      visit_payload(values.numbers, bitmap, [&](Bytes piece) {
        writer.write(piece);
        written += piece.size();
        if (on_progress && !writer.error) on_progress(static_cast<double>(written) / static_cast<double>(bytes));
      });
      writer.hand_over();
      error = writer.error;
    }
    if (!error) error = file.flush();
  }
  if (!error) fs::rename(draft.path, file_, error);
  if (error)
    return fail(ErrorKind::system, fmt::format("the checkpoint {} cannot be written: {}", shown(), error.message()));
  flush_folder(file_.has_parent_path() ? file_.parent_path() : fs::path("."));
  return {};
}

}  // namespace superflip::detail
