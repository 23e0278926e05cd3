#include "engine/game_record_scanner.hpp"

#include <algorithm>

#include "game/scan.hpp"

namespace mulino::detail {
namespace {

tl::unexpected<Error> bad_record(std::size_t line, std::string message) {
    return at_line(line, {ErrorCode::BadArgument, std::move(message), {}, {}});
}

// Cuts a text into games. Comments, variations, marks and numbers are dropped here.
class Scanner {
public:
    explicit Scanner(std::string_view text) : text_(text) {
        if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    Result<std::vector<WrittenGame>> games() {
        while (true) {
            skip_space();
            if (at_ >= text_.size()) break;
            if (const auto good = read_next(); !good) return tl::unexpected(good.error());
        }
        finish_game();
        return std::move(games_);
    }

private:
    Result<void> read_next() {
        const char first = text_[at_];
        if (first == '%' && (at_ == 0 || text_[at_ - 1] == '\n')) {
            skip_line();
        } else if (first == ';') {
            skip_line();
        } else if (first == '{') {
            return skip_comment();
        } else if (first == '(') {
            return skip_variation();
        } else if (first == '[') {
            return read_tag();
        } else if (first == '}' || first == ')' || first == ']') {
            return bad_record(line_, shown(text_.substr(at_)) + " closes nothing");
        } else {
            read_word();
        }
        return {};
    }

    void advance() {
        if (text_[at_] == '\n') ++line_;
        ++at_;
    }

    void skip_space() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || (text_[at_] >= '\t' && text_[at_] <= '\r')))
            advance();
    }

    void skip_line() {
        while (at_ < text_.size() && text_[at_] != '\n') advance();
    }

    Result<void> skip_comment() {
        const std::size_t begin = line_;
        while (at_ < text_.size() && text_[at_] != '}') advance();
        if (at_ == text_.size())
            return bad_record(begin, "the comment that begins here has no '}'");
        advance();
        return {};
    }

    Result<void> skip_variation() {
        const std::size_t begin = line_;
        int depth = 0;
        while (at_ < text_.size()) {
            const char next = text_[at_];
            if (next == '{') {
                if (const auto good = skip_comment(); !good) return good;
                continue;
            }
            if (next == ';') {
                skip_line();
                continue;
            }
            depth += next == '(' ? 1 : next == ')' ? -1 : 0;
            advance();
            if (depth == 0) return {};
        }
        return bad_record(begin, "the variation that begins here has no ')'");
    }

    // [Name "value"], or without the quotes.
    Result<void> read_tag() {
        if (!now_.turns.empty() || now_.result) finish_game();
        Tag tag{{}, {}, line_};
        advance();
        skip_space();
        while (at_ < text_.size() && is_name(text_[at_])) {
            tag.name += text_[at_];
            advance();
        }
        if (tag.name.empty()) {
            return bad_record(line_, "a tag is [Name \"value\"]; its name cannot begin with " +
                                         shown(text_.substr(at_)));
        }
        skip_space();
        const bool quoted = at_ < text_.size() && text_[at_] == '"';
        if (quoted) advance();
        while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != (quoted ? '"' : ']')) {
            if (quoted && text_[at_] == '\\' && at_ + 1 < text_.size()) advance();
            tag.value += text_[at_];
            advance();
        }
        if (quoted && at_ < text_.size() && text_[at_] == '"') advance();
        skip_space();
        if (at_ >= text_.size() || text_[at_] != ']') {
            return bad_record(tag.line, "the tag " + shown_word(tag.name) + " has no ']'");
        }
        advance();
        if (!quoted) tag.value = trimmed(tag.value).text;
        now_.tags.push_back(std::move(tag));
        return {};
    }

    static bool is_name(char letter) {
        return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
               (letter >= '0' && letter <= '9') || letter == '_';
    }

    void read_word() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && static_cast<unsigned char>(text_[at_]) > ' ' &&
               std::string_view("{}()[];").find(text_[at_]) == std::string_view::npos) {
            advance();
        }
        if (at_ == begin) {  // a control character
            advance();
        }
        std::string_view word = text_.substr(begin, at_ - begin);
        if (parse_result(word)) {
            now_.result = Word{word, line_};
            finish_game();
            return;
        }
        // "12." or "12..." before a turn, with or without a blank; "!?" behind it; "$5".
        if (word.front() == '$') return;
        if (word.front() >= '0' && word.front() <= '9') {
            word.remove_prefix(std::min(word.find_first_not_of("0123456789"), word.size()));
        }
        word.remove_prefix(std::min(word.find_first_not_of('.'), word.size()));
        word = word.substr(0, word.find_last_not_of("!?+#") + 1);
        if (!word.empty()) now_.turns.push_back({word, line_});
    }

    void finish_game() {
        if (!now_.empty()) games_.push_back(std::move(now_));
        now_ = {};
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
    WrittenGame now_;
    std::vector<WrittenGame> games_;
};

}  // namespace

tl::unexpected<Error> at_line(std::size_t line, Error error) {
    error.message = "line " + std::to_string(line) + ": " + error.message;
    error.offset.reset();
    return tl::unexpected<Error>(std::move(error));
}

std::optional<GameResult> parse_result(std::string_view text) {
    for (const GameResult result :
         {GameResult::Unknown, GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw}) {
        if (text == to_string(result)) return result;
    }
    return {};
}

Result<std::vector<WrittenGame>> scan_games(std::string_view text) { return Scanner(text).games(); }

}  // namespace mulino::detail
