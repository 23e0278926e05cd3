// The board as `mulino play` draws it, with and without colours.
#include "tools/picture.hpp"

#include <string>
#include <vector>

#include "tests/catch.hpp"

using namespace mulino;

namespace {

const Position kPosition = parse_position("WB./.../.../....../.../.../... b 8 8").value();

// The characters that take a column: bytes that begin one, escape sequences left out.
std::size_t width(const std::string& line) {
    std::size_t columns = 0;
    bool escape = false;
    for (const char letter : line) {
        if (letter == '\x1b') escape = true;
        if (!escape && (static_cast<unsigned char>(letter) & 0xC0) != 0x80) ++columns;
        if (letter == 'm') escape = false;
    }
    return columns;
}

std::string without_colours(const std::string& line) {
    std::string text;
    bool escape = false;
    for (const char letter : line) {
        if (letter == '\x1b') escape = true;
        if (!escape) text += letter;
        if (letter == 'm') escape = false;
    }
    return text;
}

}  // namespace

TEST_CASE("all lines are equally wide, in every style") {
    for (const bool unicode : {false, true}) {
        for (const bool coloured : {false, true}) {
            const auto lines = draw_picture(kPosition, {}, {unicode, coloured});
            CHECK(lines.size() == 15);
            for (const std::string& line : lines) CHECK(width(line) == 30);
        }
    }
}

TEST_CASE("colours change nothing but colours") {
    for (const bool unicode : {false, true}) {
        const auto plain = draw_picture(kPosition, {}, {unicode, false});
        const auto coloured = draw_picture(kPosition, {}, {unicode, true});
        for (std::size_t i = 0; i < plain.size(); ++i) {
            CHECK(plain[i].find('\x1b') == std::string::npos);
            if (i < 13) CHECK(coloured[i].find('\x1b') != std::string::npos);
            CHECK(without_colours(coloured[i]) == plain[i]);
        }
    }
}

TEST_CASE("every point is where its name says") {
    for (const Point point : kReadingOrder) {
        Position position;
        position.men[0] = bit(point);
        const auto lines = draw_picture(position, {}, {false, false});
        const std::string name(point_name(point));
        const auto row = static_cast<std::size_t>(2 * ('7' - name[1]));
        const std::size_t column = 4 + 4 * static_cast<std::size_t>(name[0] - 'a');
        CHECK(lines[row][column] == 'W');
        CHECK(lines[row][1] == name[1]);
        CHECK(lines.back()[column] == name[0]);
    }
}

TEST_CASE("the last turn is marked") {
    // d7 came from d6 and took g7.
    const Turn last{parse_point("d6"), *parse_point("d7"), bit(*parse_point("g7"))};
    const auto plain = draw_picture(kPosition, last, {false, false});
    CHECK(plain[0] == " 7  W-----------B-----------x ");
    CHECK(plain[2] == " 6  |   .-------'-------.   | ");
    const auto unicode = draw_picture(kPosition, last, {true, false});
    CHECK(unicode[0] == " 7  ○───────────●───────────× ");
    CHECK(unicode[2] == " 6  │   ·───────◦───────·   │ ");
    const auto coloured = draw_picture(kPosition, last, {true, true});
    CHECK(coloured[0].find(";7m●") != std::string::npos);
    CHECK(coloured[0].find(";7m○") == std::string::npos);
}
