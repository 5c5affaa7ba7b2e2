#!/usr/bin/env python3
"""Makes the pictures of texture_colorspace.xml: 2 x 2 pixels, with and without a word on their
colours. run: python3 make_colors.py"""
import os
import struct
import zlib


def chunk(name, data=b""):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def picture(before=b"", after=b""):
    header = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    pixels = b"".join(b"\0" + bytes(range(k, k + 6)) for k in (16, 80))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + before
            + chunk(b"IDAT", zlib.compress(pixels)) + after + chunk(b"IEND"))


SRGB = chunk(b"sRGB", b"\0")
PROFILE = chunk(b"iCCP", b"sRGB\0\0" + zlib.compress(b"no profile"))
PICTURES = {
    "none": picture(),
    "srgb": picture(SRGB),
    "late": picture(after=SRGB),
    "intent": picture(chunk(b"sRGB", b"\x09")),
    "gamma": picture(chunk(b"gAMA", struct.pack(">I", 45455))),
    "profile": picture(PROFILE),
    "both": picture(PROFILE + SRGB),
}

here = os.path.dirname(os.path.abspath(__file__))
for name, data in PICTURES.items():
    with open(os.path.join(here, name + ".png"), "wb") as file:
        file.write(data)
