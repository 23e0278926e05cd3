// `mulino info` with databases of several families: side by side, and by position.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/info_rows.hpp"
#include "tools/value_changes.hpp"

namespace mulino {

/// The changes from the first database to another one.
struct InfoChanges {
    std::size_t to = 1;  ///< a place in the list of databases
    std::vector<ValueChanges> subspaces;
};

/// The databases, numbered from 1, then a row for each subspace and database, and a table of the
/// changes to each.
std::string comparison_text(const std::vector<InfoDatabase>& databases,
                            const std::vector<InfoChanges>& changes);
/// The same in JSON: "databases", each as info_json() with its "folders", and "changes".
nlohmann::ordered_json comparison_json(const std::vector<InfoDatabase>& databases,
                                       const std::vector<InfoChanges>& changes);

}  // namespace mulino
