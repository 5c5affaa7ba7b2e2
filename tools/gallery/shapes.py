#!/usr/bin/env python3
"""Makes the files in models/assets: chess pieces (OBJ, solids of revolution), a bracket (binary STL), the ground of a
rover (PNG, 16 bits of grey are read as heights). Pure formulas, so that they are the same on every machine.

usage: shapes.py [FOLDER]        writes them; the default is models/assets
       shapes.py --check FOLDER  exits with 1 if a file of the folder is another one
"""
import math
import pathlib
import struct
import sys
import zlib

SIDES = 32  # of a solid of revolution

# outlines as (radius, height) in millimetres, from the bottom up
PAWN = [(11, 0), (11, 3), (9, 5), (6, 9), (4, 18), (6, 20), (4, 21.5), (6, 24), (6.5, 27), (5.5, 31), (3, 33.5), (0, 34)]
ROOK = [(13, 0), (13, 4), (10, 7), (8, 12), (7, 28), (10, 31), (10, 40), (6.5, 40), (6.5, 36), (0, 36)]
KING = [(14, 0), (14, 4), (11, 7), (8, 13), (5.5, 36), (8.5, 39), (6, 41), (8.5, 55), (7, 58), (2, 60), (2, 62), (3.5, 64), (3.5, 66),
        (2, 68), (0, 69)]


def revolve(outline):
  """Text of an OBJ file: rings of vertices round the z axis, poles at the ends."""
  rings, lines, faces = [], [], []

  def vertex(x, y, z):
    lines.append(f'v {x:.6f} {y:.6f} {z:.6f}')
    return len(lines)

  for radius, height in [(0, outline[0][1])] + outline:
    if radius == 0:
      rings.append([vertex(0, 0, height / 1000)])
      continue
    rings.append([vertex(radius / 1000 * math.cos(2 * math.pi * k / SIDES), radius / 1000 * math.sin(2 * math.pi * k / SIDES),
                         height / 1000) for k in range(SIDES)])
  for low, high in zip(rings, rings[1:]):
    for k in range(SIDES):
      a, b = low[k % len(low)], low[(k + 1) % len(low)]
      c, d = high[k % len(high)], high[(k + 1) % len(high)]
      if a != b:
        faces.append(f'f {a} {b} {d}')
      if c != d:
        faces.append(f'f {a} {d} {c}')
  return '\n'.join(lines + faces) + '\n'


def extrude(outline, depth):
  """Bytes of a binary STL file: a star-shaped polygon (seen from its first corner) made a prism along z."""
  n = len(outline)
  triangles = []
  for z, turn in ((0, True), (depth, False)):
    for k in range(1, n - 1):
      corners = [(*outline[0], z), (*outline[k], z), (*outline[k + 1], z)]
      triangles.append(corners[::-1] if turn else corners)
  for k in range(n):
    (x0, y0), (x1, y1) = outline[k], outline[(k + 1) % n]
    triangles.append([(x0, y0, 0), (x1, y1, 0), (x1, y1, depth)])
    triangles.append([(x0, y0, 0), (x1, y1, depth), (x0, y0, depth)])
  out = struct.pack('<80sI', b'bracket', len(triangles))
  for triangle in triangles:
    out += struct.pack('<12fH', 0, 0, 0, *(number for corner in triangle for number in corner), 0)
  return out


def chunk(kind, data):
  return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))


def stored(data):
  """zlib's format without compression, so that the bytes do not depend on the library."""
  out = b'\x78\x01'
  for at in range(0, len(data), 65535):
    part = data[at:at + 65535]
    out += struct.pack('<BHH', at + 65535 >= len(data), len(part), len(part) ^ 0xffff) + part
  return out + struct.pack('>I', zlib.adler32(data))


def ground(size=97):
  """PNG of hills: a few waves, flat in the middle where the rover starts; 8 bits of grey."""
  rows = b''
  for r in range(size):
    row = b'\0'
    for c in range(size):
      x, y = 2 * c / (size - 1) - 1, 2 * r / (size - 1) - 1
      wave = (0.5 * math.sin(5.1 * x + 1.3) * math.cos(4.3 * y - 0.4) + 0.3 * math.sin(9.7 * x - 7.9 * y) +
              0.2 * math.cos(13.1 * y + 3.7 * x))
      far = x * x + y * y
      flat = far * far / (0.03 + far * far)
      row += bytes([int(round(255 * min(1, max(0, 0.25 + flat * (0.35 * wave + 0.25 * far)))))])
    rows += row
  return (b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', size, size, 8, 0, 0, 0, 0)) +
          chunk(b'IDAT', stored(rows)) + chunk(b'IEND', b''))


BRACKET = [(0, 0), (0.09, 0), (0.09, 0.012), (0.02, 0.016), (0.016, 0.02), (0.012, 0.07), (0, 0.07)]

FILES = {
    'pawn.obj': lambda: revolve(PAWN).encode(),
    'rook.obj': lambda: revolve(ROOK).encode(),
    'king.obj': lambda: revolve(KING).encode(),
    'bracket.stl': lambda: extrude(BRACKET, 0.05),
    'ground.png': ground,
}


def main():
  words = sys.argv[1:]
  check = words[:1] == ['--check']
  folder = pathlib.Path(words[-1] if words and words[-1] != '--check' else 'models/assets')
  folder.mkdir(parents=True, exist_ok=True)
  faults = 0
  for name, make in FILES.items():
    if not check:
      (folder / name).write_bytes(make())
    elif not (folder / name).exists() or (folder / name).read_bytes() != make():
      print(f'{folder / name} is not what tools/gallery/shapes.py makes')
      faults += 1
  return 1 if faults else 0


if __name__ == '__main__':
  sys.exit(main())
