#include "db/database.hpp"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <mutex>
#include <string>
#include <utility>

#include "db/block_cache.hpp"
#include "db/index.hpp"
#include "db/look_ahead.hpp"
#include "db/manifest.hpp"

namespace mulino {

namespace {

// A table and what is needed to find a position in it.
struct OpenTable {
    explicit OpenTable(TableFile opened)
        : file(std::move(opened)), index(index_pair(file.key().subspace)) {}

    TableFile file;
    PairIndex index;
};

// A file of a folder, opened when it is first needed.
struct Entry {
    Subspace subspace;
    std::filesystem::path path;
    Manifest manifest;
    std::uint32_t number = 0;  // in the cache

    std::mutex mutex;                              // held while the file is opened
    std::unique_ptr<const OpenTable> opened;       // written under the lock
    std::atomic<const OpenTable*> ready{nullptr};  // once set, read without the lock
};

Result<std::unique_ptr<const OpenTable>> open_table(const Entry& entry) {
    auto file = TableFile::open(entry.path);
    if (!file) return tl::unexpected(file.error());
    const TableHeader& header = file->header();
    const std::string path = entry.path.string();
    if (header.key.subspace != entry.subspace) {
        return fail(ErrorCode::Damaged,
                    "the file's name says " + to_string(entry.subspace) +
                        ", but it is the table of " + to_string(header.key.subspace),
                    path);
    }
    if (header.key.family != entry.manifest.family || header.key.metric != entry.manifest.metric) {
        return fail(ErrorCode::OtherFamily,
                    "the table is of " + in_words(header.key.family) + ", metric " +
                        std::string(to_string(header.key.metric)) +
                        ", but the manifest of its folder says " + in_words(entry.manifest.family) +
                        ", metric " + std::string(to_string(entry.manifest.metric)),
                    path);
    }
    if (header.kind != entry.manifest.kind) {
        return fail(ErrorCode::Damaged,
                    "the table is of another kind than its folder's manifest says", path);
    }
    return std::make_unique<const OpenTable>(std::move(*file));
}

Result<void> check_board(const Position& position) {
    const auto refuse = [](const char* why) { return fail(ErrorCode::OutOfRange, why); };
    if (((position.men[0] | position.men[1]) & ~kFullBoard) != 0) {
        return refuse("there are men beyond the board");
    }
    if ((position.men[0] & position.men[1]) != 0) return refuse("two men stand on one point");
    for (std::size_t side = 0; side < 2; ++side) {
        if (count(position.men[side]) + position.hand[side] > kMaxMen) {
            return refuse("a side has more men than the game");
        }
    }
    if (count(position.opponent()) + position.opponent_hand() < kMinMen) {
        return refuse("the opponent of the side to move has too few men: the game ended earlier");
    }
    return {};
}

// What a count of plies without a removal leaves of an outcome that holds for a count of 0: wins
// and losses that a removal or the end of the game reaches within the limit.
Result<Outcome> with_count(const Outcome& fresh, Metric metric, std::uint16_t limit,
                           std::uint16_t plies) {
    if (plies == 0 || fresh.value == Wdl::Draw) return fresh;
    if (plies > limit) return Outcome{};
    if (metric != Metric::Dtc || !fresh.distance) {
        return fail(ErrorCode::NoDistances,
                    "the tables hold values for a count of 0; only distances to the next removal "
                    "(dtc) tell what a higher count changes");
    }
    return *fresh.distance <= limit - plies ? fresh : Outcome{};
}

}  // namespace

struct Database::Impl {
    explicit Impl(const DatabaseOptions& options) : cache(options.cache_bytes) {}

    Result<void> add_folder(const std::filesystem::path& folder);
    Entry* find(const Subspace& subspace) const;
    Result<const OpenTable*> open(Entry& entry) const;
    Result<std::uint32_t> symbol(const Entry& entry, const OpenTable& table, Row row,
                                 Slot slot) const;
    /// The outcome without regard to a count of plies.
    Result<Outcome> fresh_outcome(const MoverView& view) const;
    /// The same of a position that its table leaves out. The turns lead to stored positions, but for
    /// removals that leave as many men on both sides; of those, quiet turns do.
    Result<Outcome> look_ahead(const MoverView& view, const OpenTable& table) const;
    tl::unexpected<Error> missing(const Subspace& subspace) const;
    /// The distance that the table of a subspace holds.
    Metric metric_of(const Subspace& subspace) const;

    Family family;
    Rules rules;  // of the family
    Metric metric = Metric::Wdl;
    std::vector<std::filesystem::path> folders;
    std::vector<std::unique_ptr<Entry>> entries;  // by subspace, ascending
    mutable BlockCache cache;
};

Result<void> Database::Impl::add_folder(const std::filesystem::path& folder) {
    const auto manifest = read_manifest(folder);
    if (!manifest) return tl::unexpected(manifest.error());
    if (manifest->family != family) {
        return fail(ErrorCode::OtherFamily,
                    "the tables in this folder are of " + in_words(manifest->family) +
                        "; needed are " + in_words(family),
                    folder.string());
    }
    if (manifest->metric != Metric::Wdl) {
        if (metric != Metric::Wdl && metric != manifest->metric) {
            return fail(ErrorCode::OtherFamily,
                        "the tables in this folder hold distances of the metric " +
                            std::string(to_string(manifest->metric)) +
                            ", those of a folder before it " + std::string(to_string(metric)),
                        folder.string());
        }
        metric = manifest->metric;
    }
    folders.push_back(folder);

    std::error_code error;
    for (std::filesystem::directory_iterator file(folder, error), end; !error && file != end;
         file.increment(error)) {
        const auto subspace = parse_table_file_name(file->path().filename().string());
        if (!subspace || find(*subspace) != nullptr) continue;
        auto entry = std::make_unique<Entry>();
        entry->subspace = *subspace;
        entry->path = file->path();
        entry->manifest = *manifest;
        entry->number = static_cast<std::uint32_t>(entries.size());
        const auto place = std::lower_bound(
            entries.begin(), entries.end(), *subspace,
            [](const auto& known, const Subspace& s) { return known->subspace < s; });
        entries.insert(place, std::move(entry));
    }
    if (error) {
        return fail(ErrorCode::Io, "cannot list the folder: " + error.message(), folder.string());
    }
    return {};
}

Entry* Database::Impl::find(const Subspace& subspace) const {
    const auto place =
        std::lower_bound(entries.begin(), entries.end(), subspace,
                         [](const auto& entry, const Subspace& s) { return entry->subspace < s; });
    return place != entries.end() && (*place)->subspace == subspace ? place->get() : nullptr;
}

tl::unexpected<Error> Database::Impl::missing(const Subspace& subspace) const {
    std::string where;
    for (const auto& folder : folders) {
        where += (where.empty() ? " in " : " or ") + folder.string();
    }
    return fail(ErrorCode::MissingTable,
                "there is no table for " + to_string(subspace) + where + " (" +
                    table_file_name(subspace) + ")",
                folders.empty() ? std::string() : folders.front().string());
}

Result<const OpenTable*> Database::Impl::open(Entry& entry) const {
    if (const OpenTable* ready = entry.ready.load(std::memory_order_acquire)) return ready;
    const std::lock_guard lock(entry.mutex);
    if (!entry.opened) {
        // A failure is not kept: the file may be put right while the program runs.
        auto opened = open_table(entry);
        if (!opened) return tl::unexpected(opened.error());
        entry.opened = std::move(*opened);
        entry.ready.store(entry.opened.get(), std::memory_order_release);
    }
    return entry.opened.get();
}

// In the cache, slots that have not been unpacked yet look like slots that are not stored.
Result<std::uint32_t> Database::Impl::symbol(const Entry& entry, const OpenTable& table, Row row,
                                             Slot slot) const {
    const TableHeader& header = table.file.header();
    const std::uint32_t block = row / header.rows_per_block;
    const std::size_t place =
        std::size_t{row - block * header.rows_per_block} * header.row_size + slot;
    const BlockId id{entry.number, block};
    const unsigned bits = table.file.symbol_bits();
    const auto cached = cache.symbol(id, place, bits);
    if (cached && *cached < header.symbols.size()) return *cached;
    auto begun = cached && bits == 2 ? cache.block(id) : std::vector<std::uint8_t>();
    auto unpacked = table.file.unpack_block(block, slot, std::move(begun));
    if (!unpacked) return tl::unexpected(unpacked.error());
    const std::uint32_t symbol = symbol_at(*unpacked, place, bits);
    if (symbol >= header.symbols.size()) {
        return fail(ErrorCode::Damaged, "the table lacks a slot that it should store",
                    table.file.path().string());
    }
    cache.insert(id, std::move(*unpacked));
    return symbol;
}

Result<Outcome> Database::Impl::fresh_outcome(const MoverView& view) const {
    const auto men = [](Bitboard set) { return static_cast<std::uint8_t>(count(set)); };
    const Subspace subspace{men(view.own), men(view.other), view.own_hand, view.other_hand};
    Entry* const entry = find(subspace);
    if (entry == nullptr) return missing(subspace);
    const auto opened = open(*entry);
    if (!opened) return tl::unexpected(opened.error());
    const OpenTable& table = **opened;
    const Part part = table.file.header().part;
    if (part == Part::None || (part == Part::Half && !in_stored_half(view, rules))) {
        return look_ahead(view, table);
    }
    const bool mover_is_class = subspace.mover >= subspace.opponent;
    const auto [row, slot] = table.index.place(mover_is_class ? view.own : view.other,
                                               mover_is_class ? view.other : view.own);
    const auto found = symbol(*entry, table, row, slot);
    if (!found) return tl::unexpected(found.error());
    return table.file.meaning(*found);
}

Result<Outcome> Database::Impl::look_ahead(const MoverView& view,
                                           const OpenTable& table) const {
    const bool values_only = table.file.key().metric == Metric::Wdl;
    BestTurn best(table.file.key().metric);
    std::optional<Error> error;
    // Quiet turns first: they lead to a single row, and nothing beats a win where distances do not
    // count.
    for (const bool removing : {false, true}) {
        const bool went_on = for_each_turn(view, rules, [&](const TurnBits& turn) {
            if ((turn.removed != 0) != removing) return true;
            const MoverView after = play(view, turn);
            Outcome outcome{Wdl::Loss, 0};
            if (count(after.own) + after.own_hand >= kMinMen) {
                const auto found = fresh_outcome(after);
                if (!found) {
                    error = found.error();
                    return false;
                }
                outcome = *found;
            }
            best.add(outcome.value, outcome.distance.value_or(0), removing);
            return !values_only || best.value() != Wdl::Win;
        });
        if (!went_on) break;
    }
    if (error) return tl::unexpected(std::move(*error));
    return best.outcome();
}

Metric Database::Impl::metric_of(const Subspace& subspace) const {
    const Entry* const entry = find(subspace);
    return entry == nullptr ? metric : entry->manifest.metric;
}

Database::Database(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Database::Database(Database&&) noexcept = default;
Database& Database::operator=(Database&&) noexcept = default;
Database::~Database() = default;

Result<Database> Database::open(const std::vector<std::filesystem::path>& folders,
                                const Family& family, const DatabaseOptions& options) {
    auto impl = std::make_unique<Impl>(options);
    impl->family = family;
    impl->rules = rules_of(family);
    for (const auto& folder : folders) {
        if (auto added = impl->add_folder(folder); !added) return tl::unexpected(added.error());
    }
    return Database(std::move(impl));
}

const Family& Database::family() const { return impl_->family; }
const std::vector<std::filesystem::path>& Database::folders() const { return impl_->folders; }
Metric Database::metric() const { return impl_->metric; }

bool Database::contains(const Subspace& subspace) const { return impl_->find(subspace) != nullptr; }

std::vector<Subspace> Database::subspaces() const {
    std::vector<Subspace> subspaces;
    for (const auto& entry : impl_->entries) subspaces.push_back(entry->subspace);
    return subspaces;
}

Result<std::vector<TableInfo>> Database::tables() const {
    std::vector<TableInfo> infos;
    for (const auto& entry : impl_->entries) {
        const auto opened = impl_->open(*entry);
        if (!opened) return tl::unexpected(opened.error());
        const TableFile& file = (*opened)->file;
        infos.push_back({file.path(), file.bytes(), file.header()});
    }
    return infos;
}

Result<const TableFile*> Database::table(const Subspace& subspace) const {
    Entry* const entry = impl_->find(subspace);
    if (entry == nullptr) return impl_->missing(subspace);
    const auto opened = impl_->open(*entry);
    if (!opened) return tl::unexpected(opened.error());
    return &(*opened)->file;
}

Result<Outcome> Database::probe(const Position& position) const {
    if (auto board = check_board(position); !board) return tl::unexpected(board.error());
    const Subspace subspace = subspace_of(position);
    if (subspace.mover + subspace.mover_hand < kMinMen) return Outcome{Wdl::Loss, 0};
    const auto fresh = impl_->fresh_outcome(view_of(position));
    const auto& limit = impl_->family.no_capture_limit;
    if (!fresh || !limit) return fresh;
    return with_count(*fresh, impl_->metric_of(subspace), *limit, position.plies_without_removal);
}

}  // namespace mulino
