#include "game/rules.hpp"

#include "tests/catch.hpp"

namespace mulino {
namespace {

Rules named(std::string_view name) {
    const auto rules = parse_rules(name);
    REQUIRE(rules);
    REQUIRE(rules_name(*rules) == name);
    return *rules;
}

TEST_CASE("the named rule sets are those of the sheets") {
    const Rules italian = named("italian");
    CHECK(italian.flying == Flying::Own);
    CHECK(italian.removals == Removals::One);
    CHECK(italian.protection == Protection::Lifted);
    CHECK(italian.first == Side::White);
    CHECK(italian.no_capture_limit == 50);
    CHECK(italian.repetition == 3);

    const Rules croatian = named("croatian");
    CHECK(croatian.flying == Flying::Own);
    CHECK(croatian.removals == Removals::One);
    CHECK(croatian.protection == Protection::Lifted);
    CHECK(croatian.first == Side::Black);
    CHECK_FALSE(croatian.no_capture_limit);
    CHECK_FALSE(croatian.repetition);

    const Rules polish = named("polish");
    CHECK(polish.flying == Flying::Own);
    CHECK(polish.removals == Removals::PerMill);
    CHECK(polish.protection == Protection::Lifted);
    CHECK(polish.first == Side::White);
    CHECK(polish.no_capture_limit == 50);
    CHECK(polish.repetition == 3);

    const Rules spanish = named("spanish");
    CHECK(spanish.flying == Flying::Both);
    CHECK(spanish.removals == Removals::PerMill);
    CHECK(spanish.protection == Protection::Absolute);
    CHECK(spanish.first == Side::White);
    CHECK_FALSE(spanish.no_capture_limit);
    CHECK_FALSE(spanish.repetition);

    REQUIRE(named_rules().size() == 4);
    REQUIRE(named_rules().front().name == "italian");
}

TEST_CASE("a changed rule set has no name") {
    Rules rules = named("italian");
    rules.no_capture_limit = 40;
    REQUIRE(rules_name(rules) == "custom");
    REQUIRE(rules_name(Rules{}) == "custom");  // italian without its draw rules
}

TEST_CASE("parameters have words, both ways") {
    for (const Flying flying : {Flying::Own, Flying::Both, Flying::Off}) {
        REQUIRE(parse_flying(to_string(flying)) == flying);
    }
    for (const Removals removals : {Removals::One, Removals::PerMill}) {
        REQUIRE(parse_removals(to_string(removals)) == removals);
    }
    for (const Protection protection : {Protection::Lifted, Protection::Absolute}) {
        REQUIRE(parse_protection(to_string(protection)) == protection);
    }
    for (const Side side : {Side::White, Side::Black}) {
        REQUIRE(parse_side(to_string(side)) == side);
    }
    REQUIRE(to_string(Flying::Both) == "both");
    REQUIRE(to_string(Removals::PerMill) == "per-mill");
    REQUIRE(to_string(Protection::Absolute) == "absolute");
    REQUIRE(to_string(Side::Black) == "black");
}

TEST_CASE("unknown rules are refused with what there is") {
    const auto rules = parse_rules("german");
    REQUIRE_FALSE(rules);
    CHECK(rules.error().code == ErrorCode::BadRules);
    CHECK(rules.error().message ==
          "unknown rule set 'german': there is italian, croatian, polish or spanish");
    CHECK_FALSE(parse_rules(""));
    CHECK_FALSE(parse_rules("Italian"));

    CHECK(parse_flying("none").error().message ==
          "unknown value 'none' for flying: it is own, both or off");
    CHECK(parse_removals("two").error().message ==
          "unknown value 'two' for removals: it is one or per-mill");
    CHECK(parse_protection("").error().code == ErrorCode::BadRules);
    CHECK(parse_side("w").error().message ==
          "unknown value 'w' for the side: it is white or black");
}

}  // namespace
}  // namespace mulino
