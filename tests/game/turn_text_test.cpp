#include "game/turn.hpp"
#include "tests/catch.hpp"

namespace mulino {
namespace {

Position parsed(std::string_view text) {
    const auto position = parse_position(text);
    if (!position) FAIL(std::string(text) + ": " + position.error().message);
    return *position;
}

struct Refusal {
    std::string_view turn;
    std::size_t offset;
    std::string_view message;
};

void refused(const Position& position, const Rules& rules, const Refusal& refusal) {
    INFO(refusal.turn);
    const auto turn = parse_turn(refusal.turn, position, rules);
    REQUIRE_FALSE(turn);
    CHECK(turn.error().code == ErrorCode::BadTurn);
    CHECK(turn.error().message == refusal.message);
    REQUIRE(turn.error().offset);
    CHECK(*turn.error().offset == refusal.offset);
}

const Rules kPolish{.removals = Removals::PerMill};
const Rules kSpanish{
    .flying = Flying::Both, .removals = Removals::PerMill, .protection = Protection::Absolute};

TEST_CASE("turns are read as they are printed, and more freely") {
    const Position moving = parsed("W:a7,d7,g4,c3 B:b2,f2,d1,e4 w");
    const std::string printed = "g4-g7xb2";
    for (const std::string_view text :
         {"g4-g7xb2", "G4-G7XB2", "g4-g7 xb2", "g4-g7  xb2", " g4-g7\txb2\n", "g4-G7 XB2"}) {
        INFO(text);
        const auto turn = parse_turn(text, moving, Rules{});
        REQUIRE(turn);
        CHECK(to_string(*turn) == printed);
    }
    CHECK(to_string(parse_turn("D6", start_position(Rules{}), Rules{}).value()) == "d6");
}

TEST_CASE("two removals are read in any order") {
    const Position position = parsed("W:a7,g7,d6,d5 B:b2,d2,f2,e4 w 2 2");
    for (const std::string_view text : {"d7xe4xd2", "d7xd2xe4", "d7 xe4 xd2", "D7 xd2XE4"}) {
        INFO(text);
        const auto turn = parse_turn(text, position, kPolish);
        REQUIRE(turn);
        CHECK(to_string(*turn) == "d7xe4xd2");
    }
}

TEST_CASE("turns that cannot be read") {
    const Position position = parsed("W:a7,d7,g4,c3 B:b2,f2,d1,e4 w");
    const std::vector<Refusal> refusals{
        {"", 0, "expected a point, a1 to g7, instead of the end"},
        {"  ", 2, "expected a point, a1 to g7, instead of the end"},
        {"d4", 0, "expected a point, a1 to g7, instead of 'd'"},
        {"g4-", 3, "expected a point, a1 to g7, instead of the end"},
        {"g4 -g7", 3, "expected x and a man to remove instead of '-'"},
        {"g4-g7x", 6, "expected a point, a1 to g7, instead of the end"},
        {"g4-g7x b2", 6, "expected a point, a1 to g7, instead of ' '"},
        {"g4-g7b2", 5, "expected x and a man to remove instead of 'b'"},
        {"g4-g7xb2\xC3\x97", 8, "expected x and a man to remove instead of byte 0xC3"},
    };
    for (const Refusal& refusal : refusals) refused(position, Rules{}, refusal);
}

TEST_CASE("turns that are not legal, and why") {
    const Position moving = parsed("W:a7,d7,g4,c3 B:b2,f2,d1,e4 w");
    const std::vector<Refusal> refusals{
        {"g1", 0, "White has no men in hand and must move one, as in d5-d6"},
        {"b6-d6", 0, "there is no man on b6"},
        {"e4-e5", 0, "the man on e4 is black, and White is to move"},
        {"a7-d7", 3, "d7 is not empty"},
        {"a7-a7", 3, "a7 is not empty"},
        {"g4-g1xb2", 6, "the turn closes no mill and removes nothing"},
        {"a7-a1", 3, "a1 is no neighbour of a7, and White does not fly"},
        {"g4-g7", 3, "the turn removes one man and names none; one way to go on is g4-g7xe4"},
        {"g4-g7xb2xf2", 9, "the turn removes no more than one man"},
        {"g4-g7xb2xb2", 9, "the man on b2 is removed twice"},
        {"g4-g7xc3", 6, "there is no black man on c3 to remove"},
        {"g4-g7xa1", 6, "there is no black man on a1 to remove"},
    };
    for (const Refusal& refusal : refusals) refused(moving, Rules{}, refusal);

    const Position placing = parsed("W:a7,g7,d6,d5 B:b2,d2,f2,e4 w 2 2");
    refused(placing, Rules{}, {"a7-a4", 0, "White has men in hand and must place one, as in a4"});
    refused(placing, Rules{}, {"d7xb2", 3, "the man on b2 stands in a mill and is protected"});
    refused(placing, kPolish,
            {"d7xe4", 0, "the turn removes 2 men and names only 1; one way to go on is d7xe4xb2"});
    refused(placing, kPolish, {"d7xe4xb2xd2", 9, "the turn removes no more than 2 men"});
    refused(placing, kPolish,
            {"d7xb2xd2", 3,
             "these men cannot be removed together: in either order the second "
             "is protected"});
    refused(placing, kSpanish, {"d7xe4xb2", 6, "the man on b2 stands in a mill and is protected"});

    const Position shut = parsed("W:a7,d7,g4,c3 B:a1,d1,g1 w");
    refused(shut, kSpanish,
            {"g4-g7xa1", 6,
             "all men of Black stand in mills and are protected: the turn removes "
             "nothing"});
    const Position lost = parsed("W:a7,d7 B:a1,d1,g1 w");
    refused(lost, Rules{}, {"a7-a4", 3, "White has fewer than 3 men and has lost"});
}

}  // namespace
}  // namespace mulino
