# Sourced by ./check and ./quickstart: the packages they need, and the build.
#
# Packages are installed only where one is missing, on Debian 12, Ubuntu 24.04 or newer, as root or
# through sudo. On other systems the build itself says what it does not find.

packages=(
    g++ gcc cmake ninja-build pkg-config python3 ca-certificates
    libtbb-dev libzstd-dev libxxhash-dev libexpected-dev libfmt-dev  # the libraries
    libcli11-dev nlohmann-json3-dev                                  # the program
    catch2 librapidcheck-dev                                         # the tests
)

say() { printf '\n== %s\n' "$*"; }
die() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 4; }

install_packages() {
    if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
        echo "no apt-get here; going on with what is installed (README.md lists what is needed)"
        return
    fi
    local missing=() package
    for package in "${packages[@]}"; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' ||
            missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    say "installing ${missing[*]}"
    local as_root=()
    if ((EUID != 0)); then
        command -v sudo >/dev/null || die "not root and no sudo; install: ${missing[*]}"
        as_root=(sudo)
    fi
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq ||
        die "apt-get update failed"
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null ||
        die "packages could not be installed: ${missing[*]}"
}

# build PRESET [TARGET…]
build() {
    local preset=$1 version
    shift
    version=$(cmake --version | sed -n '1s/[^0-9]*\([0-9]*\)\.\([0-9]*\).*/\1 \2/p')
    local numbers=($version)
    ((numbers[0] * 100 + numbers[1] >= 325)) ||
        die "CMake 3.25 or newer is needed (Debian 12, Ubuntu 24.04)"
    if [[ -z ${CMAKE_CXX_COMPILER_LAUNCHER:-} ]] && command -v ccache >/dev/null; then
        export CMAKE_CXX_COMPILER_LAUNCHER=ccache
    fi
    say "building (preset $preset)"
    cmake --preset "$preset" || exit
    cmake --build --preset "$preset" ${@:+--target "$@"} || exit
}
