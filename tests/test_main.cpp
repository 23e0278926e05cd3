// The main function of every test binary, compiled once.
#if __has_include(<catch2/catch_all.hpp>)
// Generation 3 brings its own main; this only keeps the library from being empty.
namespace {
[[maybe_unused]] constexpr int kNothing = 0;
}
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
