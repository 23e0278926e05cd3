// The corners of the rules, by name.
#include "game/turn.hpp"

#include <algorithm>

#include "game/turn_generator.hpp"
#include "tests/catch.hpp"

namespace mulino {
namespace {

Position parsed(std::string_view text) {
    const auto position = parse_position(text);
    if (!position) FAIL(std::string(text) + ": " + position.error().message);
    return *position;
}

Rules named(std::string_view name) { return parse_rules(name).value(); }

std::vector<std::string> turns(const Position& position, const Rules& rules,
                               const std::string& start = {}) {
    std::vector<std::string> texts;
    for (const Turn& turn : legal_turns(position, rules)) {
        const std::string text = to_string(turn);
        if (text.compare(0, start.size(), start) == 0) texts.push_back(text);
    }
    return texts;
}

Position after(const Position& position, std::string_view turn, const Rules& rules) {
    const auto parsed_turn = parse_turn(turn, position, rules);
    if (!parsed_turn) FAIL(std::string(turn) + ": " + parsed_turn.error().message);
    return play(position, *parsed_turn);
}

using Texts = std::vector<std::string>;

TEST_CASE("turns come in the standing order") {
    CHECK(turns(start_position(Rules{}), Rules{}) ==
          Texts{"a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4",
                "e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"});
    const Position position = parsed("W:a7,d6,g7,b2 B:g1,a1,c4,e4 w");
    CHECK(turns(position, Rules{}) == Texts{"a7-d7", "a7-a4", "g7-d7", "g7-g4", "d6-d7xc4",
                                            "d6-d7xe4", "d6-d7xa1", "d6-d7xg1", "d6-b6", "d6-f6",
                                            "d6-d5", "b2-b4", "b2-d2"});
}

TEST_CASE("a blocked side has lost, with three men only where it does not fly") {
    const Position figure = parsed("W:d7,d6,e5,a4,b4,c3,e3,d2,g1 B:a7,b6,c5,d5,c4,d3,b2,a1,d1 b");
    CHECK(is_lost(figure, Rules{}));
    CHECK(turns(figure, Rules{}).empty());

    const Position corner = parsed("W:a7,d7,g7 B:a4,d6,g4,a1 w");
    const Rules off{.flying = Flying::Off};
    CHECK(is_lost(corner, off));
    CHECK(turns(corner, off).empty());
    CHECK_FALSE(mover_flies(corner, off));
    CHECK_FALSE(is_lost(corner, Rules{}));
    CHECK(mover_flies(corner, Rules{}));
    CHECK(turns(corner, Rules{}).size() == 3 * (24 - 7));
}

TEST_CASE("flying is for the moving phase and for three men") {
    const Position three_three = parsed("W:a7,d7,b2 B:a4,d6,g4 w");
    const Position four_three = parsed("W:a7,d7,b2,c3 B:a4,d6,g4 w");
    const Position four_four = parsed("W:a7,d7,b2,c3 B:a4,d6,g4,e3 w");
    const Position in_hand = parsed("W:a7,d7 B:a4,d6 w 1 1");
    const Rules own{.flying = Flying::Own};
    const Rules both{.flying = Flying::Both};
    const Rules off{.flying = Flying::Off};
    CHECK(mover_flies(three_three, own));
    CHECK(mover_flies(three_three, both));
    CHECK_FALSE(mover_flies(three_three, off));
    CHECK_FALSE(mover_flies(four_three, own));
    CHECK(mover_flies(four_three, both));
    CHECK_FALSE(mover_flies(four_four, both));
    for (const Rules& rules : {own, both, off}) CHECK_FALSE(mover_flies(in_hand, rules));
}

TEST_CASE("men in mills are protected until all are") {
    const Position one_open = parsed("W:a7,d7,b6,c3 B:a1,d1,g1,e4 w 2 2");
    CHECK(turns(one_open, Rules{}, "g7") == Texts{"g7xe4"});
    const Position all_shut = parsed("W:a7,d7,b6,c3 B:a1,d1,g1 w 2 2");
    CHECK(turns(all_shut, Rules{}, "g7") == Texts{"g7xa1", "g7xd1", "g7xg1"});
}

TEST_CASE("under absolute protection a mill may remove nothing: the turn is quiet") {
    const Rules absolute{.flying = Flying::Off, .protection = Protection::Absolute};
    const Position all_shut = parsed("W:a7,d7,g4,c3 B:a1,d1,g1 w 0 0 6");
    CHECK(turns(all_shut, absolute, "g4-g7") == Texts{"g4-g7"});
    const Position next = after(all_shut, "g4-g7", absolute);
    CHECK(next.plies_without_removal == 7);
    CHECK(count(next.mover()) == 3);
    const Rules lifted{.flying = Flying::Off};
    CHECK(turns(all_shut, lifted, "g4-g7") == Texts{"g4-g7xa1", "g4-g7xd1", "g4-g7xg1"});
}

TEST_CASE("two mills at once remove one man or two") {
    const Position position = parsed("W:a7,g7,d6,d5 B:b2,f2,e4 w 2 2");
    CHECK(turns(position, named("italian"), "d7") == Texts{"d7xe4", "d7xb2", "d7xf2"});
    CHECK(turns(position, named("polish"), "d7") == Texts{"d7xe4xb2", "d7xe4xf2", "d7xb2xf2"});
    CHECK(turns(position, named("spanish"), "d7") == Texts{"d7xe4xb2", "d7xe4xf2", "d7xb2xf2"});
    // Other points close one mill at most.
    CHECK(turns(position, named("polish"), "d3").size() == 1);
}

TEST_CASE("two removals due and one man there") {
    const Position position = parsed("W:a7,g7,d6,d5 B:b2 w 3 3");
    CHECK(turns(position, named("polish"), "d7") == Texts{"d7xb2"});
    CHECK(turns(position, named("spanish"), "d7") == Texts{"d7xb2"});
    CHECK_FALSE(is_lost(after(position, "d7xb2", named("polish")), named("polish")));
}

TEST_CASE("the first removal may open a mill to the second") {
    // Two mills apart: the second man comes from the mill that the first has opened.
    const Position apart = parsed("W:a7,g7,d6,d5 B:b2,d2,f2,c3,d3,e3 w 2 2");
    CHECK(turns(apart, named("polish"), "d7") ==
          Texts{"d7xc3xd3", "d7xc3xe3", "d7xd3xe3", "d7xb2xd2", "d7xb2xf2", "d7xd2xf2"});
    CHECK(turns(apart, named("spanish"), "d7") == Texts{"d7"});

    // Two mills that cross in d2: taken out of both, it opens all men.
    const Position cross = parsed("W:a7,g7,d6,d5 B:b2,d2,f2,d3,d1 w 2 2");
    CHECK(turns(cross, named("polish"), "d7") ==
          Texts{"d7xd3xd2", "d7xd3xd1", "d7xb2xd2", "d7xb2xf2", "d7xd2xf2", "d7xd2xd1"});

    // An open man must go first. Then the rest stand in mills: lifted, one of them follows;
    // absolute, the turn ends.
    const Position open_first = parsed("W:a7,g7,d6,d5 B:b2,d2,f2,e4 w 2 2");
    CHECK(turns(open_first, named("polish"), "d7") == Texts{"d7xe4xb2", "d7xe4xd2", "d7xe4xf2"});
    CHECK(turns(open_first, named("spanish"), "d7") == Texts{"d7xe4"});
}

TEST_CASE("five flying men close two mills under both, and the first removal wins") {
    const Position position = parsed("W:a7,g7,d6,d5,e4 B:b2,f2,d1 w");
    const Rules spanish = named("spanish");
    CHECK(turns(position, spanish, "e4-d7") == Texts{"e4-d7xb2xf2", "e4-d7xb2xd1", "e4-d7xf2xd1"});
    const Position next = after(position, "e4-d7xb2xd1", spanish);
    CHECK(check_position(next).has_value());
    CHECK(is_lost(next, spanish));
    CHECK(turns(next, spanish).empty());
    CHECK(turns(position, named("italian"), "e4-d7").empty());
    const Rules one{.flying = Flying::Both};
    CHECK(turns(position, one, "e4-d7") == Texts{"e4-d7xb2", "e4-d7xf2", "e4-d7xd1"});
    // From one of the lines only the other is closed.
    CHECK(turns(position, spanish, "d5-d7") == Texts{"d5-d7xb2", "d5-d7xf2", "d5-d7xd1"});
}

TEST_CASE("a man that flies away breaks its own line") {
    const Position position = parsed("W:a7,d7,g4 B:b2,f2,d1 w");
    CHECK(turns(position, Rules{}, "d7-g7") == Texts{"d7-g7"});
    CHECK(turns(position, Rules{}, "g4-g7") == Texts{"g4-g7xb2", "g4-g7xf2", "g4-g7xd1"});
}

TEST_CASE("a side below three men in all has lost, men in hand or not") {
    const Position position = parsed("W:a7,d7,b2 B:e4,d3 w 1 1");
    const Position next = after(position, "g7xe4", Rules{});
    CHECK(next.placing());
    CHECK(count(next.mover()) + next.mover_hand() == 2);
    CHECK(check_position(next).has_value());
    CHECK(is_lost(next, Rules{}));
    CHECK(turns(next, Rules{}).empty());
    CHECK(perft(next, Rules{}, 1) == 0);
}

TEST_CASE("after the last placement men move") {
    const Position position = parsed("W:a7,d7,b2,c3,e4 B:e5,d3,b6,f2 b 0 1");
    CHECK(turns(position, Rules{}).size() == 24 - 9);
    const Position next = after(position, "g1", Rules{});
    CHECK_FALSE(next.placing());
    CHECK(next.plies_without_removal == 0);
    CHECK(to_string(next) == "WW./B../..B/...W../WB./W.B/..B w");
    CHECK(turns(next, Rules{}, "d7") == Texts{"d7-g7", "d7-d6"});
}

TEST_CASE("the counter counts quiet plies of the moving phase") {
    const Rules rules;
    Position position = parsed("W:a7,d7,g4,c3 B:b2,f2,d1,e4 w 0 0 9");
    CHECK(after(position, "c3-c4", rules).plies_without_removal == 10);
    CHECK(after(position, "g4-g7xb2", rules).plies_without_removal == 0);
    CHECK(after(after(position, "c3-c4", rules), "d1-g1", rules).plies_without_removal == 11);
    position.plies_without_removal = 65535;
    CHECK(after(position, "c3-c4", rules).plies_without_removal == 65535);
    CHECK(after(start_position(rules), "d6", rules).plies_without_removal == 0);
}

TEST_CASE("a visitor can stop the generator") {
    const Position position = parsed("W:a7,g7,d6,d5 B:b2,f2,e4 w 2 2");
    for (const NamedRules& rules : named_rules()) {
        const int all = count_turns(view_of(position), rules.rules);
        for (int stop = 1; stop <= all + 1; ++stop) {
            int seen = 0;
            const bool finished =
                for_each_turn(position, rules.rules, [&](const Turn&) { return ++seen < stop; });
            CHECK(seen == std::min(stop, all));
            CHECK(finished == (stop > all));
        }
    }
}

}  // namespace
}  // namespace mulino
