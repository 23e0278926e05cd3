#include "game/position.hpp"

#include "tests/catch.hpp"

namespace mulino {
namespace {

Position parsed(std::string_view text) {
    INFO(text);
    const auto position = parse_position(text);
    if (!position) FAIL(position.error().message);
    REQUIRE(check_position(*position).has_value());
    return *position;
}

struct Refusal {
    std::string_view text;
    std::size_t offset;
    std::string_view message;
};

void refused(const Refusal& refusal) {
    INFO(refusal.text);
    const auto position = parse_position(refusal.text);
    REQUIRE_FALSE(position);
    CHECK(position.error().code == ErrorCode::BadPosition);
    CHECK(position.error().message == refusal.message);
    REQUIRE(position.error().offset);
    CHECK(*position.error().offset == refusal.offset);
}

TEST_CASE("the start position") {
    for (const NamedRules& named : named_rules()) {
        const Position start = start_position(named.rules);
        CHECK(start.men == std::array<Bitboard, 2>{0, 0});
        CHECK(start.hand == std::array<std::uint8_t, 2>{9, 9});
        CHECK(start.to_move == named.rules.first);
        CHECK(check_position(start).has_value());
    }
    CHECK(to_string(start_position(Rules{})) == ".../.../.../....../.../.../... w 9 9");
    CHECK(parsed(".../.../.../....../.../.../... w 9 9") == start_position(Rules{}));
    CHECK(parsed("W: B: w 9 9") == start_position(Rules{}));
    CHECK(parsed("********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1") ==
          start_position(Rules{}));
}

TEST_CASE("one position in three spellings") {
    const Position position = parsed(".WW/.../.B./B....B/.../.../..W b");
    CHECK(position.to_move == Side::Black);
    CHECK(count(position.men[0]) == 3);
    CHECK((position.men[0] & bit(*parse_point("g1"))) != 0);
    CHECK(position.men[1] ==
          (bit(*parse_point("d5")) | bit(*parse_point("a4")) | bit(*parse_point("g4"))));
    CHECK_FALSE(position.placing());

    CHECK(parsed("W:d7,g7,g1 B:d5,a4,g4 b") == position);
    CHECK(parsed("W:G1,D7,G7 B:A4,g4,D5 b") == position);
    CHECK(parsed("@*******/********/OO@O**@* b m s 3 0 3 0 0 0 0 0 0 0 12 30") == position);
    CHECK(to_string(position) == ".WW/.../.B./B....B/.../.../..W b");
}

TEST_CASE("each point has its place in the text of Sanmill") {
    const std::vector<std::string> order{"d5", "e5", "e4", "e3", "d3", "c3", "c4", "c5",
                                         "d6", "f6", "f4", "f2", "d2", "b2", "b4", "b6",
                                         "d7", "g7", "g4", "g1", "d1", "a1", "a4", "a7"};
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::string board(24, '*');
        board[i] = 'O';
        board.insert(16, "/").insert(8, "/");
        CHECK(parsed(board + " b p p 1 8 0 9") == parsed("W:" + order[i] + " B: b 8 9"));
    }
}

TEST_CASE("hands and counter are read and printed in the shortest form") {
    const std::string rows = "WWW/.../.../BBB.../.../.../... ";
    CHECK(to_string(parsed(rows + "w 0 0")) == rows + "w");
    CHECK(to_string(parsed(rows + "w 0 0 0"), CounterText::Show) == rows + "w");
    CHECK(to_string(parsed(rows + "b 5 6")) == rows + "b 5 6");
    CHECK(parsed(rows + "w 6 6 0") == parsed(rows + "w 6 6"));
    const Position counted = parsed(rows + "w 0 0 37");
    CHECK(counted.plies_without_removal == 37);
    CHECK(to_string(counted) == rows + "w");
    CHECK(to_string(counted, CounterText::Show) == rows + "w 0 0 37");
    CHECK(parsed(rows + "w 0 0 65535").plies_without_removal == 65535);
}

TEST_CASE("white space around a position and between its fields does not matter") {
    const Position position = parsed(".WW/.../.B./B....B/.../.../..W b 0 0 3");
    CHECK(parsed(" \t.WW/.../.B./B....B/.../.../..W   b\t0 0 3 \r\n") == position);
}

TEST_CASE("either side may have begun, and the mover may have lost") {
    CHECK(parsed(".../.../.../....../.../.../... b 9 9").to_move == Side::Black);
    CHECK(parsed("W../.../.../....../.../.../... b 8 9").mover_hand() == 9);
    CHECK(parsed("B../.../.../....../.../.../... w 9 8").mover_hand() == 9);
    CHECK(count(parsed("W.W/.../.../B.B.B./.../.../... w").mover()) == 2);
    CHECK(count(parsed(".../.../.../B.B.B./.../.../... w").mover()) == 0);
    CHECK(parsed("W../.../.../B.B.B./.../.../... w 1 1").mover_hand() == 1);
}

TEST_CASE("rows that cannot be read are refused where they are wrong") {
    const std::vector<Refusal> refusals{
        {"", 0, "the position is empty"},
        {" \n", 0, "the position is empty"},
        {".W.W/.../.../....../.../.../... w", 3, "row 7 (a7 d7 g7) has 4 characters instead of 3"},
        {".W./../.../....../.../.../... w", 6, "row 6 (b6 d6 f6) has 2 characters instead of 3"},
        {".W./.../.../....W/.../.../... w", 17,
         "row 4 (a4 b4 c4 e4 f4 g4) has 5 characters instead of 6"},
        {".W./.../.../....../.../.../. w", 28, "row 1 (a1 d1 g1) has 1 character instead of 3"},
        {".../.../.x./....../.../.../... w", 9,
         "row 5 (c5 d5 e5), character 2: 'x' is neither W, B nor '.'"},
        {".../.../.../....b./.../.../... w", 16,
         "row 4 (a4 b4 c4 e4 f4 g4), character 5: 'b' is neither W, B nor '.'"},
        {".../.../.../....../.\xC3\xA4/.../... w", 20,
         "row 3 (c3 d3 e3), character 2: byte 0xC3 is neither W, B nor '.'"},
        {".../.../.../.../... w", 15, "row 4 (a4 b4 c4 e4 f4 g4) has 3 characters instead of 6"},
        {".../.../.../....../...", 22,
         "row 2 (b2 d2 f2) is missing: a position has 7 rows, separated by '/'"},
        {".../.../.../....../.../.../.../... w", 30, "there are more than 7 rows"},
        {"foo", 0, "row 7 (a7 d7 g7), character 1: 'f' is neither W, B nor '.'"},
    };
    for (const Refusal& refusal : refusals) refused(refusal);
}

TEST_CASE("fields that cannot be read are refused where they are wrong") {
    const std::vector<Refusal> refusals{
        {".W./.../.../....../.../.../...", 30, "the side to move is missing: w or b"},
        {".W./.../.../....../.../.../... W", 31, "the side to move is w or b, not 'W'"},
        {".W./.../.../....../.../.../... white", 31, "the side to move is w or b, not 'white'"},
        {".W./.../.../....../.../.../... w 8", 34, "Black's men in hand are missing after White's"},
        {".W./.../.../....../.../.../... w x 8", 33, "White's men in hand: 'x' is no digit"},
        {".W./.../.../....../.../.../... w 8 -1", 35, "Black's men in hand: '-' is no digit"},
        {".W./.../.../....../.../.../... w 8 10", 35, "Black's men in hand: more than 9"},
        {".W./.../.../....../.../.../... w 8 99999999999999999999", 35,
         "Black's men in hand: more than 9"},
        {"WWW/.../.../BBB.../.../.../... w 0 0 65536", 37,
         "the plies without a removal: more than 65535"},
        {"WWW/.../.../BBB.../.../.../... w 0 0 1.5", 38,
         "the plies without a removal: '.' is no digit"},
        {"WWW/.../.../BBB.../.../.../... w 0 0 1 2", 39,
         "nothing may follow the plies without a removal, but there is '2'"},
    };
    for (const Refusal& refusal : refusals) refused(refusal);
}

TEST_CASE("men by point that cannot be read are refused") {
    const std::vector<Refusal> refusals{
        {"W:a1,a2 B:b2,b4,c5 w", 5, "White's men: 'a2' is no point of the board"},
        {"W:a1,d1, B:b2,b4,c5 w", 8, "White's men: a point is missing beside a comma"},
        {"W:a1 B:b2,d4,c5 w", 10, "Black's men: 'd4' is no point of the board"},
        {"W:a1 B:b2;b4 w", 7, "Black's men: 'b2;b4' is no point of the board"},
        {"W:a1,d1,a1 B:b2 w", 8, "there is a man on a1 already"},
        {"W:a1,d1,g1 B:b2,D1 w", 16, "there is a man on d1 already"},
        {"W:a1", 4,
         "the men of Black are missing: B: and their points, as in W:a1,d2,f4 "
         "B:b2,b4,c5 w"},
        {"B:a1 W:b2 w", 0,
         "the men of White are missing: W: and their points, as in W:a1,d2,f4 "
         "B:b2,b4,c5 w"},
        {"W:a1,d1,g1 w", 11,
         "the men of Black are missing: B: and their points, as in "
         "W:a1,d2,f4 B:b2,b4,c5 w"},
        {"W:a1,d1,g1 B:b2,b4,c5", 21, "the side to move is missing: w or b"},
        {"W:a1,d1,g1 B:b2,b4,c5 w 0", 25, "Black's men in hand are missing after White's"},
    };
    for (const Refusal& refusal : refusals) refused(refusal);
}

TEST_CASE("texts of Sanmill that cannot be used are refused") {
    const std::string board = "O*O*O***/@*@*@***/******** ";
    CHECK(parsed(board + "w m s 3 0 3 0 0 0 17 20") == parsed("W:d5,e4,d3 B:d6,f4,d2 w"));
    CHECK(parsed(board + "b p p 3 5 3 6 junk") == parsed("W:d5,e4,d3 B:d6,f4,d2 b 5 6"));
    CHECK(parsed(board + "b o s 3 0 3 0") == parsed("W:d5,e4,d3 B:d6,f4,d2 b"));

    const std::vector<std::pair<std::string, std::pair<std::size_t, std::string>>> refusals{
        {board + "w m r 3 0 3 0",
         {31, "the position is in the middle of a turn: a removal (r) is due"}},
        {board + "w m", {30, "the action is p, s or r, not nothing"}},
        {board + "w m x 3 0 3 0", {31, "the action is p, s or r, not 'x'"}},
        {board + "w n s 3 0 3 0", {29, "the phase is p, m or o, not 'n'"}},
        {board + "x m s 3 0 3 0", {27, "the side to move is w or b, not 'x'"}},
        {board + "w m s 4 0 3 0",
         {33, "White's men on the board: the text says 4, the groups hold 3"}},
        {board + "w m s 3 0 3", {38, "Black's men in hand are missing"}},
        {board + "w m s 3 0 2 0",
         {37, "Black's men on the board: the text says 2, the groups hold 3"}},
        {board + "w m s 3 1 3 1", {29, "the phase is m (moving), but there are men in hand"}},
        {board + "w p p 3 0 3 0", {29, "the phase is p (placing), but no man is in hand"}},
        {"O*O*O***/@*@*@*** w m s 3 0 3 0", {17, "third group (outer ring) is missing"}},
        {"O*O*O***/@*@*@*X*/******** w m s 3 0 3 0",
         {15, "second group (middle ring), character 7: 'X' is neither O, @ nor *"}},
        {"O*O*O**/@*@*@***/******** w m s 3 0 3 0",
         {7, "first group (inner ring) has 7 characters instead of 8"}},
        {board.substr(0, 26) + "/******** w m s 3 0 3 0", {26, "there are more than three groups"}},
        {board + "b p p 3 6 3 5",
         {39,
          "the hands do not fit: Black, to move, has 5 men in hand and White 6; the side to move "
          "has as many as the other or one more"}},
    };
    for (const auto& [text, where] : refusals) {
        refused({text, where.first, where.second});
    }
}

TEST_CASE("positions that cannot arise are refused") {
    const std::vector<Refusal> refusals{
        {"WWW/WWW/WWW/W...../.../BBB/... w", 0, "White has 10 men; a side has at most 9"},
        {"W:a7,d7,g7 B:a1,d1,g1,b2,d2,f2,c3,d3,e3,a4 w", 11,
         "Black has 10 men; a side has at most 9"},
        {"W../.../.../....../.../.../... b 9 9", 33,
         "White has 10 men (1 on the board, 9 in hand); a side has at most 9"},
        {".../.../.../....../.../.../... w 8 9", 33,
         "the hands do not fit: White, to move, has 8 men in hand and Black 9; the side to move "
         "has as many as the other or one more"},
        {"BB./.../.../....../.../.../... w 9 7", 33,
         "the hands do not fit: White, to move, has 9 men in hand and Black 7; the side to move "
         "has as many as the other or one more"},
        {"BBB/.../.../WWW.../.../.../... b 1 0", 35,
         "the hands do not fit: Black, to move, has 0 men in hand and White 1; the side to move "
         "has as many as the other or one more"},
        {"WWW/.../.../BB..../.../.../... w", 0,
         "Black has 2 men in all, so the game ended before this turn; the side that is not to "
         "move has at least 3"},
        {".../.../.../BB..../.../.../... w", 0,
         "Black has 2 men in all, so the game ended before this turn; the side that is not to "
         "move has at least 3"},
        {"WWW/.../.../B...../.../.../... w 1 1", 0,
         "Black has 2 men in all, so the game ended before this turn; the side that is not to "
         "move has at least 3"},
        {"WWW/.../.../BBB.../.../.../... w 1 1 5", 37,
         "the plies without a removal are counted from the end of placing, and there are men in "
         "hand"},
    };
    for (const Refusal& refusal : refusals) refused(refusal);
}

TEST_CASE("check_position refuses what no text can say") {
    Position position = parsed("W:d7,g7,g1 B:d5,a4,g4 b");
    position.men[0] |= Bitboard{1} << kPoints;
    CHECK(check_position(position).error().message == "a man stands beside the board");
    position = parsed("W:d7,g7,g1 B:d5,a4,g4 b");
    position.men[0] |= bit(*parse_point("a4"));
    CHECK(check_position(position).error().message == "two men stand on a4");
    CHECK(check_position(position).error().code == ErrorCode::BadPosition);
    position = parsed("W:d7,g7,g1 B:d5,a4,g4 b");
    position.to_move = static_cast<Side>(2);
    CHECK(check_position(position).error().message == "neither White nor Black is to move");
}

}  // namespace
}  // namespace mulino
