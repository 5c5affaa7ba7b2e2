#!/usr/bin/env python3
"""A picture as PNG.

usage: ppm_to_png.py FILE.ppm FILE.png
"""
import pathlib
import struct
import sys
import zlib


def chunk(kind, data):
  return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def main(source, target):
  head, pixels = pathlib.Path(source).read_bytes().split(b'\n', 1)
  width, height = (int(x) for x in head.split()[1:3])
  rows = b''.join(b'\0' + pixels[3 * width * y:3 * width * (y + 1)] for y in range(height))
  pathlib.Path(target).write_bytes(
      b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', width, height, 8, 2, 0, 0, 0)) +
      chunk(b'IDAT', zlib.compress(rows, 9)) + chunk(b'IEND', b''))


if __name__ == '__main__':
  if len(sys.argv) != 3:
    sys.exit(__doc__)
  main(*sys.argv[1:])
