// probe FOLDER [POSITION]: what a set of tables says about a position and its turns.
#include <cstdio>
#include <mulino/probe.hpp>
#include <string>

namespace probe = mulino::probe;

namespace {

std::string in_words(const probe::Outcome& outcome) {
    std::string text(to_string(outcome.value));
    if (outcome.distance) text += " in " + std::to_string(*outcome.distance);
    return text;
}

int complain(const probe::Error& error) {
    std::fprintf(stderr, "%s: %s\n", std::string(to_string(error.code)).c_str(),
                 error.message.c_str());
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string folder = argc > 1 ? argv[1] : "tables";
    const std::string text = argc > 2 ? argv[2] : ".WW/.../.B./B....B/.../.../..W b";

    probe::Options options;
    options.cache_bytes = std::size_t{32} << 20;
    const auto prober = probe::Prober::open({folder}, options);
    if (!prober) return complain(prober.error());

    const auto position = probe::parse_position(text);
    if (!position) return complain(position.error());
    const auto outcome = prober->probe(*position);
    if (!outcome) return complain(outcome.error());
    std::printf("%s: %s\n", to_string(*position).c_str(), in_words(*outcome).c_str());

    const auto turns = prober->turns(*position);
    if (!turns) return complain(turns.error());
    for (const probe::JudgedTurn& judged : *turns) {
        std::printf("%s %s\n", to_string(judged.turn).c_str(), in_words(judged.outcome).c_str());
        if (&judged - turns->data() == 2) break;
    }
    std::printf("turns in all: %zu\n", turns->size());
}
