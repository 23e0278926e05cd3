#include "engine/game_database.hpp"

namespace mulino {

Result<Database> open_for_games(const std::vector<std::filesystem::path>& folders,
                                const Rules& rules, const DatabaseOptions& options) {
    Result<Database> database = Database::open(folders, family_of(rules), options);
    if (database || database.error().code != ErrorCode::OtherFamily || !rules.no_capture_limit) {
        return database;
    }
    Result<Database> limited =
        Database::open(folders, family_of(rules, rules.no_capture_limit), options);
    return limited ? std::move(limited) : std::move(database);
}

Rules value_rules_of(const Database& database, const Rules& rules) {
    Rules values = rules;
    values.repetition.reset();
    values.no_capture_limit = database.family().no_capture_limit;
    return values;
}

}  // namespace mulino
