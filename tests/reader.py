#!/usr/bin/env python3
"""A reader of table files, written from docs/format.md alone.

It shares nothing with the program, so where both agree, the document says what the program does. It is
one file, however long, so that whoever ports it has all before them.
It needs Python 3.8 and libzstd (or the command zstd).

    reader.py FOLDER POSITION…            print the outcomes of positions
    reader.py FOLDER --random N           print N random positions that the folder has tables for,
              [--rows R]                  of so many rows of each
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
    library.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
    library.ZSTD_getFrameContentSize.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    return library


ZSTD = load_zstd()
NO_SIZE = 2**64 - 2  # from here on: the frame does not tell, or is none


def unzstd(frame, size=None):
    """The bytes that a zstd frame unpacks to; `size` of them, or as many as it says itself."""
    if ZSTD is None:
        unpacked = subprocess.run(["zstd", "-dcq"], input=frame, stdout=subprocess.PIPE,
                                  check=True).stdout
    else:
        wanted = ZSTD.ZSTD_getFrameContentSize(frame, len(frame)) if size is None else size
        require(wanted < NO_SIZE and wanted <= 2**24, "the length of a zstd frame")
        buffer = ctypes.create_string_buffer(wanted + 1)
        length = ZSTD.ZSTD_decompress(buffer, wanted + 1, frame, len(frame))
        require(length <= wanted, "a zstd frame does not unpack")
        unpacked = buffer.raw[:length]
    require(size is None or len(unpacked) == size, "a block unpacks to another size")
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


def colex(mask):
    """The place of a mask among all masks with as many bits."""
    return sum(comb(point, number) for number, point in enumerate(bits(mask), 1))


def squeezed(mask, removed):
    """The mask with the points of `removed` struck out."""
    return sum(1 << (p - bin(removed & ((1 << p) - 1)).count("1")) for p in bits(mask))


def place(class_set, other_set):
    """The row and the slot of a position."""
    smallest, symmetry = min((image(s, class_set), s) for s in range(16))
    row = representatives(bin(class_set).count("1"))[smallest]
    return row, colex(squeezed(image(symmetry, other_set), smallest))


# --- turns --------------------------------------------------------------------------------------

RINGS = [[8 * ring + k for k in range(8)] for ring in range(3)]
LINES = [1 << r[k] | 1 << r[k + 1] | 1 << r[(k + 2) % 8] for r in RINGS for k in (0, 2, 4, 6)]
LINES += [1 << k | 1 << k + 8 | 1 << k + 16 for k in (1, 3, 5, 7)]
NEIGHBOURS = [
    sum(1 << ring[(k + step) % 8] for step in (1, -1))
    | (sum(1 << 8 * other + k for other in (r - 1, r + 1) if 0 <= other <= 2) if k % 2 else 0)
    for r, ring in enumerate(RINGS)
    for k in range(8)
]
LINES_OF = [[line for line in LINES if line >> p & 1] for p in range(24)]
ODD = 0xAA55AA
# The points with a lower number that are no neighbours but have one in common.
SECOND_LOWER = [
    sum(1 << q for q in range(p)
        if not NEIGHBOURS[p] >> q & 1 and NEIGHBOURS[p] & NEIGHBOURS[q])
    for p in range(24)
]


def in_mill(own, point):
    return any(line & ~own == 0 for line in LINES_OF[point])


def flies(own, other, flying):
    three = bin(own).count("1") == 3
    return flying == "own" and three or flying == "both" and (
        three or bin(other).count("1") == 3)


def moves(own, other, flying):
    """(from, to) of all turns, the removals left open."""
    free = 0xFFFFFF & ~(own | other)
    anywhere = flies(own, other, flying)
    for start in bits(own):
        for end in bits(free if anywhere else NEIGHBOURS[start] & free):
            yield start, end


@functools.lru_cache(maxsize=None)
def closings(own, anywhere):
    """(point, turns, swings) for the points on which men of `own` would close a mill: how many of
    their turns do so, and how many of these are turns of a man that stands in a mill."""
    found = []
    for end in bits(0xFFFFFF & ~own):
        starts = [start for start in bits(own if anywhere else NEIGHBOURS[end] & own)
                  if in_mill(own & ~(1 << start) | 1 << end, end)]
        if starts:
            found.append((1 << end, len(starts), sum(in_mill(own, start) for start in starts)))
    return found


def steps(own, empty):
    """Pairs of a man and a free neighbouring point."""
    return sum(bin(NEIGHBOURS[p] & empty).count("1") for p in bits(own))


def closing_turns(own, other, flying):
    """How many turns of `own` close a mill, and how many of these are of a man in a mill."""
    free = [found for found in closings(own, flies(own, other, flying)) if not found[0] & other]
    return sum(turns for _, turns, _ in free), sum(swings for _, _, swings in free)


def turns(own, other, flying, protection):
    """(own set, other set) after each turn; whether it removed a man."""
    for start, end in moves(own, other, flying):
        after = own & ~(1 << start) | 1 << end
        targets = []
        if in_mill(after, end):
            targets = [p for p in bits(other) if not in_mill(other, p)]
            if not targets and protection == "lifted":
                targets = list(bits(other))
        for target in targets:
            yield after, other & ~(1 << target), True
        if not targets:
            yield after, other, False


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
KINDS = ("full", "fast", "compact")
PARTS = ("all", "none", "half")


class Manifest:
    def __init__(self, folder):
        with open(os.path.join(folder, "mulino.manifest"), encoding="ascii") as file:
            lines = file.read().split("\n")
        require(lines[0] == "mulino tables" and lines[-1] == "" and len(lines) == 6, "manifest")
        fields = [line.split(" ", 1) for line in lines[1:5]]
        require([f[0] for f in fields] == ["format", "family", "metric", "kind"], "manifest")
        self.format, self.family, self.metric, self.kind = (f[1] for f in fields)
        require(self.format == "1", "the folder has another format")


class ContextCoding:
    """Coding 3: the model of a table, and its blocks."""

    TOTAL = 2**15

    def __init__(self, table, model):
        self.table = table
        self.by_value = [[n for n, s in enumerate(table.symbols) if s[0] == v] for v in range(3)]
        offset = 0

        def take(number, size):
            nonlocal offset
            offset += number * size
            require(offset <= len(model), "the model ends too early")
            return struct.unpack_from("<%d%s" % (number, "xBH"[size]), model, offset - number * size)

        self.features, self.value_frequencies = [], []
        for _ in range(2):
            (number,) = take(1, 1)
            pairs = take(2 * number, 1)
            features = list(zip(pairs[::2], pairs[1::2]))
            contexts = 1
            for _, levels in features:
                contexts *= levels
            losses, draws = take(contexts + 1, 2), take(contexts + 1, 2)
            pairs = [pair if pair != (0xFFFF, 0xFFFF) else (losses[-1], draws[-1])
                     for pair in zip(losses, draws)]
            self.features.append(features)
            self.value_frequencies.append([(a, b, self.TOTAL - a - b) for a, b in pairs])
        self.distance_frequencies = {}
        if table.metric != "wdl":
            for odd, value in ((0, 0), (0, 2), (1, 0), (1, 2)):
                places = len(self.by_value[value])
                lists = [take(places, 2) for _ in range(1 + 9 * min(2 * places, 256))]
                self.distance_frequencies[odd, value] = [
                    frequencies if any(frequencies) else lists[0] for frequencies in lists]
        require(offset == len(model), "the model is too long")
        self.values = [value for value, _ in table.symbols]
        self.representatives = sorted(representatives(max(table.mover, table.opponent)))

    def read_block(self, rows, data):
        state, = struct.unpack_from("<I", data)
        words = struct.unpack("<%dH" % ((len(data) - 4) // 2), data[4:])
        self.state, self.words = state, iter(words)
        symbols = [symbol for row in rows for symbol in self.read_row(row)]
        require(self.state == 2**16 and next(self.words, None) is None, "the end of a block")
        return symbols

    def read(self, frequencies):
        point, start = self.state % self.TOTAL, 0
        for number, frequency in enumerate(frequencies):
            if point < start + frequency:
                break
            start += frequency
        self.state = frequency * (self.state // self.TOTAL) + point - start
        if self.state < 2**16:
            self.state = self.state * 2**16 + next(self.words)
        return number

    def read_row(self, row):
        table = self.table
        class_set = self.representatives[row]
        free = [p for p in range(24) if not class_set >> p & 1]
        others = [sum(1 << free[k] for k in bits(mask))
                  for mask in masks(len(free), min(table.mover, table.opponent))]
        symbols = {}  # known so far, by other set
        for odd in range(2):
            for other in others:
                if bin((class_set | other) & ODD).count("1") % 2 != odd:
                    continue
                own_other = (class_set, other)
                if table.mover < table.opponent:
                    own_other = (other, class_set)
                if odd and table.part == "half" and not table.stores(*own_other):
                    continue
                symbols[other] = self.read_symbol(odd, class_set, other, own_other, symbols)
        return [symbols.get(other) for other in others]

    def read_symbol(self, odd, class_set, other, own_other, symbols):
        empty = 0xFFFFFF & ~(class_set | other)
        near = self.around(NEIGHBOURS, other, empty, symbols) if odd else []
        far = [] if odd else self.around(SECOND_LOWER, other, empty, symbols)
        context = 0
        counts = self.counts(*own_other, near, far)
        for feature, levels in self.features[odd]:
            count = counts[feature] if feature < 10 else steps(own_other[feature % 2], empty)
            context = context * levels + min(count, levels - 1)
        value = self.read(self.value_frequencies[odd][context])
        require(self.by_value[value], "a value without a symbol")
        if self.table.metric == "wdl" or value == 1:
            return self.by_value[value][0]
        # The place of a distance is that of its symbol among those of the value.
        first = self.by_value[value][0]
        seen = [n - first for n in (near if odd else far) if self.values[n] == value]
        context = 0
        if seen:
            places = len(self.by_value[value])
            mean = (2 * sum(seen) + len(seen) // 2) // len(seen)
            spread = max(seen) - min(seen)
            level = 8 if len(seen) == 1 else sum(spread >= step for step in (1, 2, 3, 4, 6, 9, 14))
            context = 1 + 9 * min(mean, min(2 * places, 256) - 1) + level
        return self.by_value[value][self.read(self.distance_frequencies[odd, value][context])]

    @staticmethod
    def around(targets, other, empty, symbols):
        """The symbols of the known slots to which a man of the other set can be shifted."""
        found = []
        for start in bits(other):
            rest = other ^ 1 << start
            ends = targets[start] & empty
            while ends:
                end = ends & -ends
                ends ^= end
                if rest | end in symbols:
                    found.append(symbols[rest | end])
        return found

    def counts(self, own, other, near, far):
        """The features 0 to 9."""
        near_values = [self.values[n] for n in near]
        far_values = [self.values[n] for n in far]
        mover = closing_turns(own, other, self.table.flying)
        opponent = closing_turns(other, own, self.table.flying)
        counts = [values.count(v) for values in (near_values, far_values) for v in range(3)]
        return counts + [mover[0], opponent[0], mover[1], opponent[1]]


class Table:
    """A table file."""

    def __init__(self, path, mover, opponent, manifest):
        self.mover, self.opponent = mover, opponent
        self.file = open(path, "rb")
        self.size = os.path.getsize(path)
        prefix = self.file.read(16)
        require(prefix[:8] == MAGIC, "magic")
        self.version, oldest_reader, self.header_bytes = struct.unpack("<HHI", prefix[8:])
        require(1 <= oldest_reader <= 2 and self.version >= oldest_reader, "version")
        require(self.header_bytes <= 2**20, "length of the header")
        header = prefix + self.file.read(self.header_bytes - 16)
        require(len(header) == self.header_bytes, "the file ends in its header")
        self.read_header(header, manifest)
        self.read_index()
        self.unpacked = {}

    def read_header(self, header, manifest):
        (board, flying, protection, limit, metric, kind, mover, opponent, mover_hand,
         opponent_hand, self.coding, self.width, zero, self.rows, self.row_size, self.rows_per_block,
         self.blocks, self.positions, wins, losses, draws, longest_win, longest_loss,
         self.value_checksum, symbols,
         ) = struct.unpack("<HBBHBB4BBBHIIIIQQQQII16sI", header[16:108])
        require(board == 1 and self.coding in (0, 1, 3) and zero == 0, "fixed fields")
        require((mover, opponent, mover_hand, opponent_hand) ==
                (self.mover, self.opponent, 0, 0), "the file's name")
        family = "flying={} protection={} no-capture-limit={}".format(
            FLYING[flying], PROTECTION[protection], limit or "none")
        require((family, METRICS[metric], KINDS[kind]) ==
                (manifest.family, manifest.metric, manifest.kind), "the manifest")
        self.flying, self.protection = FLYING[flying], PROTECTION[protection]
        self.metric = METRICS[metric]
        larger, smaller = max(mover, opponent), min(mover, opponent)
        require(self.rows == ROWS[larger], "rows")
        require(self.row_size == comb(24 - larger, smaller), "slots in a row")
        require(self.blocks == -(-self.rows // (self.rows_per_block or self.rows + 1)) or
                self.blocks == self.rows_per_block == 0, "blocks")
        require(wins + losses + draws == self.positions, "counts")
        self.counts = [losses, draws, wins]
        self.longest = {VALUES.index("win"): longest_win, VALUES.index("loss"): longest_loss}
        self.read_part(header, 108 + 4 * symbols)
        self.symbols = []
        for number in range(symbols):
            value, has_distance, distance = struct.unpack_from("<BBH", header, 108 + 4 * number)
            require(value <= 2 and has_distance <= 1, "a symbol")
            require(bool(has_distance) == (self.metric != "wdl" and value != 1), "a symbol")
            self.symbols.append((value, distance if has_distance else None))
        order = [(value, distance or 0) for value, distance in self.symbols]
        require(order == sorted(set(order)), "the order of the symbols")

    def read_part(self, header, offset):
        if self.version == 1:
            require(self.header_bytes == offset + 8, "length of the header")
            require(self.coding == 0, "version 1")
            self.part, self.slots_read = "all", (1, 1, self.rows * self.row_size)
            return
        require(self.header_bytes >= offset + 28, "length of the header")
        part, most, percentile, total = struct.unpack_from("<IIIQ", header, offset)
        self.part, self.slots_read = PARTS[part], (most, percentile, total)
        require((self.part == "none") == (self.blocks == 0), "part")

    def read_index(self):
        number = self.blocks + (1 if self.coding == 3 and self.blocks else 0)
        entries = self.file.read(12 * number + 8)
        require(len(entries) == 12 * number + 8, "the file ends in its block index")
        offset = self.header_bytes + len(entries)
        self.offsets = [offset]
        for block in range(number):
            (length,) = struct.unpack_from("<I", entries, 12 * block)
            offset += length
            self.offsets.append(offset)
        require(offset == self.size, "the lengths add up to another length of the file")

    def stored(self, number):
        start, end = self.offsets[number : number + 2]
        self.file.seek(start)
        return self.file.read(end - start)

    @functools.cached_property
    def context_coding(self):
        return ContextCoding(self, unzstd(self.stored(self.blocks)))

    def block(self, number):
        """The symbols of a block; None for slots that are left out."""
        if number not in self.unpacked:
            first = number * self.rows_per_block
            rows = range(first, min(first + self.rows_per_block, self.rows))
            slots = len(rows) * self.row_size
            if self.coding == 0:
                raw = unzstd(self.stored(number), slots * self.width)
                symbols = struct.unpack("<%d%s" % (slots, "BH"[self.width - 1]), raw)
            elif self.coding == 1:
                raw = unzstd(self.stored(number), -(-slots // 4))
                symbols = [byte >> shift & 3 for byte in raw for shift in (0, 2, 4, 6)]
                require(not any(symbols[slots:]), "what is left over in the last byte")
                del symbols[slots:]
            else:
                symbols = self.context_coding.read_block(rows, self.stored(number))
            known = max(symbol for symbol in symbols if symbol is not None)
            require(known < len(self.symbols), "a symbol without a meaning")
            self.unpacked[number] = symbols
        return self.unpacked[number]

    def stores(self, own, other):
        """Whether the slot of a position is stored."""
        if self.part != "half":
            return self.part == "all"
        return bin((own | other) & ODD).count("1") % 2 == 0 or any(
            closing_turns(own, other, self.flying))

    def outcome(self, own, other):
        """The outcome of a position whose slot is stored."""
        row, slot = place(own, other) if self.mover >= self.opponent else place(other, own)
        block, row_in_block = divmod(row, self.rows_per_block)
        symbol = self.block(block)[row_in_block * self.row_size + slot]
        require(symbol is not None, "a slot that should be stored")
        return self.symbols[symbol]


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

    def outcome(self, own, other):
        men = [bin(own).count("1"), bin(other).count("1")]
        if men[0] < 3:
            return (0, 0)
        table = self.table(*men)
        if table.stores(own, other):
            return table.outcome(own, other)
        wins, draws, losses = [], False, [0]
        for after_own, after_other, removes in turns(own, other, table.flying, table.protection):
            value, distance = self.outcome(after_other, after_own)
            plies = 1 if table.metric == "dtc" and removes else (distance or 0) + 1
            if value == 0:
                wins.append(plies)
            elif value == 1:
                draws = True
            else:
                losses.append(plies)
        value, distance = (2, min(wins)) if wins else (1, None) if draws else (0, max(losses))
        return (value, None if table.metric == "wdl" else distance)

    def outcome_of(self, text):
        return self.outcome(*parse_position(text))


# --- the command --------------------------------------------------------------------------------


def outcome_text(outcome):
    value, distance = outcome
    return "%s\t%s" % (VALUES[value], "-" if distance is None else distance)


def random_positions(folder, number, rows):
    """Positions of a few rows of each table that follow one another: Python is slow with many.

    With as many men on both sides a turn leads into the row of the other side's set; so both sets
    are of these rows."""
    pools = {}
    for men in folder.subspaces:
        classes = sorted(representatives(max(men)))
        first = random.randrange(max(1, len(classes) - rows))
        pools[men] = classes[first : first + rows]

    def any_set(classes):
        return image(random.randrange(16), random.choice(classes))

    while number > 0:
        men = random.choice(folder.subspaces)
        class_set = any_set(pools[men])
        if men[0] == men[1]:
            other_set = any_set(pools[men])
            if other_set & class_set:
                continue
        else:
            free = [p for p in range(24) if not class_set >> p & 1]
            other_set = sum(1 << p for p in random.sample(free, min(men)))
        sets = [class_set, other_set] if men[0] >= men[1] else [other_set, class_set]
        side = random.choice("wb")
        if side == "b":
            sets.reverse()
        number -= 1
        yield position_text(*sets, side)


def compare(folder, lines):
    differences = 0
    number = 0
    for number, line in enumerate(lines, 1):
        position, expected = line.rstrip("\n").split("\t", 1)
        found = outcome_text(folder.outcome_of(position))
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
    parser.add_argument("--rows", type=int, default=10**6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--compare")
    arguments = parser.parse_args()
    folder = Folder(arguments.folder)
    random.seed(arguments.seed)
    for position in random_positions(folder, arguments.random, arguments.rows):
        print(position)
    for position in arguments.positions:
        print("%s\t%s" % (position, outcome_text(folder.outcome_of(position))))
    if arguments.compare:
        with open(arguments.compare, encoding="utf-8") as file:
            return compare(folder, file)
    return 0


if __name__ == "__main__":
    sys.exit(main())
