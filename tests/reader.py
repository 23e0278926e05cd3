#!/usr/bin/env python3
"""A reader of table files, written from docs/format.md alone.

It shares nothing with the program, so where both agree, the document says what the program does.
It needs Python 3.8 and libzstd (or the command zstd).

    reader.py FOLDER POSITION…            print the outcomes of positions
    reader.py FOLDER --random N           print N random positions that the folder has tables for
    reader.py FOLDER --compare FILE       compare with lines "position TAB value TAB distance"
"""

import argparse
import ctypes
import ctypes.util
import functools
import os
import random
import re
import struct
import subprocess
import sys
from math import comb

VALUES = ("loss", "draw", "win")
ROWS = {1: 4, 2: 30, 3: 158, 4: 757, 5: 2830, 6: 8774, 7: 22188, 8: 46879, 9: 82880}


class FormatError(Exception):
    """A file that is not as the document says."""


def require(holds, what):
    if not holds:
        raise FormatError(what)


# --- zstd ---------------------------------------------------------------------------------------


def load_zstd():
    name = ctypes.util.find_library("zstd")
    if name is None:
        return None
    library = ctypes.CDLL(name)
    library.ZSTD_decompress.restype = ctypes.c_size_t
    library.ZSTD_decompress.argtypes = [
        ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    return library


ZSTD = load_zstd()


def unzstd(frame, size):
    """The `size` bytes that a zstd frame unpacks to."""
    if ZSTD is None:
        unpacked = subprocess.run(["zstd", "-dcq"], input=frame, stdout=subprocess.PIPE,
                                  check=True).stdout
    else:
        buffer = ctypes.create_string_buffer(size + 1)
        length = ZSTD.ZSTD_decompress(buffer, size + 1, frame, len(frame))
        require(length <= size, "a block does not unpack")
        unpacked = buffer.raw[:length]
    require(len(unpacked) == size, "a block unpacks to another size")
    return unpacked


# --- the board ----------------------------------------------------------------------------------

# The points in the numbering of the document, and the seven rows of a position text.
POINTS = ("a7 d7 g7 g4 g1 d1 a1 a4 b6 d6 f6 f4 f2 d2 b2 b4 c5 d5 e5 e4 e3 d3 c3 c4").split()
TEXT_ROWS = [
    sorted((name for name in POINTS if name[1] == str(rank)), key=lambda name: name[0])
    for rank in range(7, 0, -1)
]


def image_of_point(symmetry, point):
    ring, place = divmod(point, 8)
    if symmetry >= 8:
        ring = 2 - ring
    if symmetry & 4:
        place = -place
    return 8 * ring + (2 * (symmetry % 4) + place) % 8


# For each symmetry and each byte of a mask, the image of the points of that byte.
IMAGES = [
    [
        [
            sum(1 << image_of_point(s, 8 * ring + k) for k in range(8) if byte >> k & 1)
            for byte in range(256)
        ]
        for ring in range(3)
    ]
    for s in range(16)
]


def image(symmetry, mask):
    tables = IMAGES[symmetry]
    return tables[0][mask & 255] | tables[1][mask >> 8 & 255] | tables[2][mask >> 16]


def bits(mask):
    """The points of a set, in increasing order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def masks(points, men):
    """All masks with `men` of `points` bits, in increasing order."""
    if men == 0:
        yield 0
        return
    mask, end = (1 << men) - 1, 1 << points
    while mask < end:
        yield mask
        low = mask & -mask
        ripple = mask + low
        mask = ripple | ((mask ^ ripple) >> 2) // low


@functools.lru_cache(maxsize=None)
def representatives(men):
    """{representative: row}. A set is one if no symmetry makes its mask smaller."""
    found = [
        mask for mask in masks(24, men) if all(image(s, mask) >= mask for s in range(1, 16))]
    require(len(found) == ROWS[men], "the table of rows in the document is wrong")
    return {mask: row for row, mask in enumerate(found)}


def place(class_set, other_set):
    """The row and the slot of a position."""
    smallest, symmetry = min((image(s, class_set), s) for s in range(16))
    row = representatives(bin(class_set).count("1"))[smallest]
    other_set = image(symmetry, other_set)
    slot, number = 0, 0
    for point in bits(other_set):
        number += 1
        packed = point - bin(smallest & ((1 << point) - 1)).count("1")
        slot += comb(packed, number)
    return row, slot


# --- position texts -----------------------------------------------------------------------------


def parse_position(text):
    """(mover's set, opponent's set) of a position without men in hand."""
    rows, side = text.split()
    names = [name for row in TEXT_ROWS for name in row]
    men = {"W": 0, "B": 0}
    for name, letter in zip(names, rows.replace("/", "")):
        if letter != ".":
            men[letter] |= 1 << POINTS.index(name)
    return (men["W"], men["B"]) if side == "w" else (men["B"], men["W"])


def position_text(white, black, side):
    def letter(name):
        bit = 1 << POINTS.index(name)
        return "W" if white & bit else "B" if black & bit else "."

    return "/".join("".join(letter(n) for n in row) for row in TEXT_ROWS) + " " + side


# --- files --------------------------------------------------------------------------------------

MAGIC = bytes.fromhex("894d554c494e4f0a")
FLYING = ("own", "both", "off")
PROTECTION = ("lifted", "absolute")
METRICS = ("wdl", "dtw", "dtc")
KINDS = ("full",)


class Manifest:
    def __init__(self, folder):
        with open(os.path.join(folder, "mulino.manifest"), encoding="ascii") as file:
            lines = file.read().split("\n")
        require(lines[0] == "mulino tables" and lines[-1] == "" and len(lines) == 6, "manifest")
        fields = [line.split(" ", 1) for line in lines[1:5]]
        require([f[0] for f in fields] == ["format", "family", "metric", "kind"], "manifest")
        self.format, self.family, self.metric, self.kind = (f[1] for f in fields)
        require(self.format == "1", "the folder has another format")


class Table:
    """A table file."""

    def __init__(self, path, mover, opponent, manifest):
        self.mover, self.opponent = mover, opponent
        self.file = open(path, "rb")
        self.size = os.path.getsize(path)
        prefix = self.file.read(16)
        require(prefix[:8] == MAGIC, "magic")
        version, oldest_reader, self.header_bytes = struct.unpack("<HHI", prefix[8:])
        require(oldest_reader == 1 and version >= oldest_reader, "version")
        require(self.header_bytes <= 2**20, "length of the header")
        header = prefix + self.file.read(self.header_bytes - 16)
        require(len(header) == self.header_bytes, "the file ends in its header")
        self.read_header(header, manifest)
        self.read_index()
        self.unpacked = {}

    def read_header(self, header, manifest):
        (board, flying, protection, limit, metric, kind, mover, opponent, mover_hand,
         opponent_hand, coding, self.width, zero, self.rows, self.row_size, self.rows_per_block,
         self.blocks, self.positions, wins, losses, draws, longest_win, longest_loss,
         self.value_checksum, symbols,
         ) = struct.unpack("<HBBHBB4BBBHIIIIQQQQII16sI", header[16:108])
        require(board == 1 and coding == 0 and zero == 0, "fixed fields")
        require((mover, opponent, mover_hand, opponent_hand) ==
                (self.mover, self.opponent, 0, 0), "the file's name")
        family = "flying={} protection={} no-capture-limit={}".format(
            FLYING[flying], PROTECTION[protection], limit or "none")
        require((family, METRICS[metric], KINDS[kind]) ==
                (manifest.family, manifest.metric, manifest.kind), "the manifest")
        larger, smaller = max(mover, opponent), min(mover, opponent)
        require(self.rows == ROWS[larger], "rows")
        require(self.row_size == comb(24 - larger, smaller), "slots in a row")
        require(self.blocks == -(-self.rows // self.rows_per_block), "blocks")
        require(wins + losses + draws == self.positions, "counts")
        self.counts = [losses, draws, wins]
        self.longest = {VALUES.index("win"): longest_win, VALUES.index("loss"): longest_loss}
        require(self.header_bytes >= 108 + 4 * symbols + 8, "length of the header")
        self.symbols = []
        for number in range(symbols):
            value, has_distance, distance = struct.unpack_from("<BBH", header, 108 + 4 * number)
            require(value <= 2 and has_distance <= 1, "a symbol")
            require(bool(has_distance) == (METRICS[metric] != "wdl" and value != 1), "a symbol")
            self.symbols.append((value, distance if has_distance else None))
        order = [(value, distance or 0) for value, distance in self.symbols]
        require(order == sorted(set(order)), "the order of the symbols")

    def read_index(self):
        entries = self.file.read(12 * self.blocks + 8)
        require(len(entries) == 12 * self.blocks + 8, "the file ends in its block index")
        offset = self.header_bytes + len(entries)
        self.offsets = [offset]
        for block in range(self.blocks):
            (length,) = struct.unpack_from("<I", entries, 12 * block)
            offset += length
            self.offsets.append(offset)
        require(offset == self.size, "the lengths add up to another length of the file")

    def block(self, number):
        """The symbols of a block."""
        if number not in self.unpacked:
            start, end = self.offsets[number : number + 2]
            self.file.seek(start)
            rows = min(self.rows_per_block, self.rows - number * self.rows_per_block)
            slots = rows * self.row_size
            raw = unzstd(self.file.read(end - start), slots * self.width)
            symbols = struct.unpack("<%d%s" % (slots, "BH"[self.width - 1]), raw)
            require(max(symbols) < len(self.symbols), "a symbol without a meaning")
            self.unpacked[number] = symbols
        return self.unpacked[number]

    def outcome(self, mover_set, opponent_set):
        if self.mover >= self.opponent:
            row, slot = place(mover_set, opponent_set)
        else:
            row, slot = place(opponent_set, mover_set)
        block, row_in_block = divmod(row, self.rows_per_block)
        return self.symbols[self.block(block)[row_in_block * self.row_size + slot]]


class Folder:
    def __init__(self, path):
        self.path = path
        self.manifest = Manifest(path)
        self.tables = {}
        names = (re.fullmatch(r"(\d+)-(\d+)\.mulino", name) for name in os.listdir(path))
        self.subspaces = sorted(tuple(map(int, name.groups())) for name in names if name)

    def table(self, mover, opponent):
        key = (mover, opponent)
        if key not in self.tables:
            path = os.path.join(self.path, "%d-%d.mulino" % key)
            self.tables[key] = Table(path, mover, opponent, self.manifest)
        return self.tables[key]

    def outcome(self, text):
        mover_set, opponent_set = parse_position(text)
        men = [bin(men).count("1") for men in (mover_set, opponent_set)]
        if men[0] < 3:
            return (0, 0)
        return self.table(*men).outcome(mover_set, opponent_set)


# --- the command --------------------------------------------------------------------------------


def outcome_text(outcome):
    value, distance = outcome
    return "%s\t%s" % (VALUES[value], "-" if distance is None else distance)


def random_positions(folder, number):
    for _ in range(number):
        mover, opponent = random.choice(folder.subspaces)
        points = random.sample(range(24), mover + opponent)
        sets = [sum(1 << p for p in points[:mover]), sum(1 << p for p in points[mover:])]
        side = random.choice("wb")
        if side == "b":
            sets.reverse()
        yield position_text(*sets, side)


def compare(folder, lines):
    differences = 0
    number = 0
    for number, line in enumerate(lines, 1):
        position, expected = line.rstrip("\n").split("\t", 1)
        found = outcome_text(folder.outcome(position))
        if found != expected:
            differences += 1
            print("%s: %s, not %s" % (position, found, expected))
    print("%d positions, %d differences" % (number, differences))
    return 1 if differences or number == 0 else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("positions", nargs="*")
    parser.add_argument("--random", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compare")
    arguments = parser.parse_args()
    folder = Folder(arguments.folder)
    random.seed(arguments.seed)
    for position in random_positions(folder, arguments.random):
        print(position)
    for position in arguments.positions:
        print("%s\t%s" % (position, outcome_text(folder.outcome(position))))
    if arguments.compare:
        with open(arguments.compare, encoding="utf-8") as file:
            return compare(folder, file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
