#include "tools/engine.hpp"

#include <signal.h>

#include "engine/game_database.hpp"
#include "engine/protocol.hpp"
#include "engine/protocol_options.hpp"
#include "tools/board.hpp"
#include "tools/terminal.hpp"

namespace mulino {
namespace {

constexpr std::string_view kName = "engine";

Result<ProtocolOptions> first_options(const EngineOptions& options) {
    ProtocolOptions first;
    const Result<Rules> rules = game_rules(options.rules);
    if (!rules) return tl::unexpected(rules.error());
    first.rules = *rules;
    first.folders.assign(options.folders.begin(), options.folders.end());
    const auto set = [&first](std::string_view name,
                              const std::optional<std::string>& value) -> Result<void> {
        return value ? set_option(first, name, *value) : Result<void>();
    };
    for (const auto& good : {set("Level", options.level), set("CacheMB", options.cache_mb),
                             set("HashMB", options.hash_mb), set("Seed", options.seed)}) {
        if (!good) return tl::unexpected(good.error());
    }
    return first;
}

}  // namespace

ExitStatus run_engine(const EngineOptions& options, std::istream& in, std::ostream& out,
                      std::ostream& err) {
    const Result<ProtocolOptions> first = first_options(options);
    if (!first) return report(err, kName, first.error());
    if (!first->folders.empty()) {
        // What the command line names must be there; what is named later is only complained about.
        const Result<Database> opened = open_for_games(first->folders, first->rules);
        if (!opened) return report(err, kName, opened.error());
    }
    in.tie(nullptr);             // or reading would flush `out`, which the search writes to
    ::signal(SIGPIPE, SIG_IGN);  // a partner that is gone shows when writing
    const std::atomic<bool>& stop = stop_on_interrupt();
    const auto ended = [&stop] { return stop.load() || output_is_closed(); };

    ProtocolSettings settings;
    settings.name = options.name;
    settings.options = *first;
    settings.draw = [](const Position& position) { return draw_board(position, false); };
    settings.interrupted = ended;
    Protocol protocol(
        [&out](std::string_view line) {
            out << line << '\n' << std::flush;
            return out.good();
        },
        std::move(settings));
    std::string line;
    Result<bool> read = true;
    while (await_input(in, [&] { return ended() || protocol.partner_gone(); })) {
        read = read_line(in, line);
        if (!read || !*read || !protocol.handle(line)) break;
    }
    protocol.finish();
    if (!read) return report(err, kName, read.error());
    return stop ? ExitStatus::Environment : ExitStatus::Good;
}

}  // namespace mulino
