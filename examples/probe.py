"""probe.py LIBRARY FOLDER: probing from Python, by the C interface."""

import ctypes
import sys


class Error(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_int32),
        ("reserved", ctypes.c_int32),
        ("block", ctypes.c_int64),
        ("offset", ctypes.c_int64),
        ("message", ctypes.c_char * 512),
        ("file", ctypes.c_char * 1024),
    ]


class Outcome(ctypes.Structure):
    _fields_ = [("value", ctypes.c_int32), ("distance", ctypes.c_int32)]


library, folder = sys.argv[1:]
mulino = ctypes.CDLL(library)
mulino.mulino_close.argtypes = [ctypes.c_void_p]
mulino.mulino_probe_text.argtypes = [ctypes.c_void_p, ctypes.c_char_p] + 2 * [ctypes.c_void_p]


def check(code, error):
    if code != 0:
        raise SystemExit(error.message.decode())


error, outcome, prober = Error(), Outcome(), ctypes.c_void_p()
folders = (ctypes.c_char_p * 1)(folder.encode())
check(mulino.mulino_open(folders, 1, None, ctypes.byref(prober), ctypes.byref(error)), error)
for text in ("W:d7,g7,g1 B:d5,a4,g4 b", "W:d7,g7,g1 B:d5,a4,g4 w"):
    code = mulino.mulino_probe_text(
        prober, text.encode(), ctypes.byref(outcome), ctypes.byref(error)
    )
    check(code, error)
    print(text, ("loss", "draw", "win")[outcome.value], outcome.distance)
mulino.mulino_close(prober)
