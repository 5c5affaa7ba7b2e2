#!/usr/bin/env python3
"""Writes the small height fields that tests load: PNG images of several kinds and binary files.

usage: tools/fields.py tests/data/mjcf/fields
"""
import pathlib
import struct
import sys
import zlib

WIDTH, HEIGHT = 5, 4
GRAY, RGB, PALETTE, GRAY_ALPHA, RGBA = 0, 2, 3, 4, 6  # colour types of PNG


def level(row, col, salt=0):
    """Some byte that differs between pixels and channels."""
    return (37 * row * row + 61 * col + 29 * row * col + 101 * salt + 11) % 256


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(color, depth, rows, extra=b""):
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, depth, color, 0, 0, 0)
    data = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def rows_of(channels):
    return [bytes(level(r, c, k) for c in range(WIDTH) for k in range(channels)) for r in range(HEIGHT)]


def packed(bits):
    """Rows of samples of 1, 2 or 4 bits."""
    rows = []
    for r in range(HEIGHT):
        text = "".join(format(level(r, c) >> (8 - bits), f"0{bits}b") for c in range(WIDTH))
        text += "0" * (-len(text) % 8)
        rows.append(int(text, 2).to_bytes(len(text) // 8, "big"))
    return rows


def binary(nrow, ncol, heights):
    return struct.pack("<ii", nrow, ncol) + struct.pack(f"<{len(heights)}f", *heights)


def main():
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    deep = [b"".join(struct.pack(">H", 256 * level(r, c) + level(r, c, 2)) for c in range(WIDTH))
            for r in range(HEIGHT)]
    palette = chunk(b"PLTE", bytes(level(i, i // 3, k) for i in range(16) for k in range(3)))
    heights = [((13 * i) % 17) / 8 - 1 for i in range(12)]
    files = {
        "gray.png": png(GRAY, 8, rows_of(1)),
        "color.png": png(RGB, 8, rows_of(3)),
        "alpha.png": png(RGBA, 8, rows_of(4)),
        "grayalpha.png": png(GRAY_ALPHA, 8, rows_of(2)),
        "deep.png": png(GRAY, 16, deep),
        "coarse.png": png(GRAY, 2, packed(2)),
        "palette.png": png(PALETTE, 4, packed(4), palette),
        "dunes.bin": binary(3, 4, heights),
        "plain": binary(4, 3, heights[::-1]),
        "level.bin": binary(2, 2, [2.5] * 4),
    }
    for name, data in files.items():
        (folder / name).write_bytes(data)
    print(f"{len(files)} files")


main()
