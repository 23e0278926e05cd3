// Rules as a line of text, both ways.
#include "game/rules_text.hpp"

#include "tests/catch.hpp"

using namespace mulino;

namespace {

void check_refused(std::string_view text, std::string_view word) {
    const Result<Rules> read = parse_rules_text(text);
    INFO(text);
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == ErrorCode::BadRules);
    INFO(read.error().message);
    CHECK(read.error().message.find(word) != std::string::npos);
}

}  // namespace

TEST_CASE("named sets are their name") {
    for (const NamedRules& named : named_rules()) {
        CHECK(rules_text(named.rules) == named.name);
        CHECK(parse_rules_text(named.name) == named.rules);
    }
    CHECK(parse_rules_text("") == named_rules().front().rules);
}

TEST_CASE("other rules are told by what differs") {
    Rules rules = parse_rules("italian").value();
    rules.no_capture_limit = 100;
    CHECK(rules_text(rules) == "italian no-capture-limit=100");
    rules.no_capture_limit.reset();
    rules.repetition.reset();
    CHECK(rules_text(rules) == "croatian first=white");
    rules = parse_rules("spanish").value();
    rules.flying = Flying::Off;
    rules.first = Side::Black;
    CHECK(rules_text(rules) == "spanish flying=off first=black");
}

TEST_CASE("every combination is read as written") {
    for (const Flying flying : {Flying::Own, Flying::Both, Flying::Off}) {
        for (const Removals removals : {Removals::One, Removals::PerMill}) {
            for (const Protection protection : {Protection::Lifted, Protection::Absolute}) {
                for (const Side first : {Side::White, Side::Black}) {
                    for (const int limit : {0, 1, 50, 65535}) {
                        Rules rules{flying, removals, protection, first, {}, {}};
                        if (limit > 0) rules.no_capture_limit = static_cast<std::uint16_t>(limit);
                        if (limit > 1) rules.repetition = static_cast<std::uint16_t>(limit);
                        INFO(rules_text(rules));
                        CHECK(parse_rules_text(rules_text(rules)) == rules);
                    }
                }
            }
        }
    }
}

TEST_CASE("what is no text of rules is refused") {
    check_refused("klingon", "klingon");
    check_refused("italian spanish", "first");
    check_refused("flying=off italian", "first");
    check_refused("italian flying=high", "high");
    check_refused("italian height=3", "no-capture-limit");
    check_refused("italian no-capture-limit=0", "no-capture-limit is '0'");
    check_refused("italian repetition=1", "repetition is '1'");
    check_refused("italian repetition=", "repetition is nothing");
    check_refused("italian no-capture-limit=65536", "65535");
}
