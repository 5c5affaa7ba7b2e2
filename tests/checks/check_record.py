#!/usr/bin/env python3
"""examples/record.c makes a video: frames of the right size, with something in them, that change.

  check_record.py PROGRAM   run in the repository
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def main(program):
  with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / 'video.rgb'
    out = subprocess.run([program, 'models/humanoid.xml', '0.2', '20', str(file)], check=True, text=True,
                         stdout=subprocess.PIPE).stdout
    frames, width, height = map(int, re.match(r'(\d+) frames of (\d+) x (\d+)\n', out).groups())
    data = file.read_bytes()
  size = 3 * width * height
  assert frames == 4, out
  assert len(data) == frames * size, (len(data), frames, size)
  pictures = [data[i * size:(i + 1) * size] for i in range(frames)]
  assert len(set(pictures)) == frames, 'two frames are equal'
  for picture in pictures:
    levels = len(set(picture))
    assert levels > 100, f'{levels} shades in a picture'
    # the overlay of the time is at the upper left: its text is white
    rows = [picture[3 * width * y:3 * (width * y + 200)] for y in range(height - 40, height)]
    assert b'\xff\xff\xff' in b''.join(rows), 'no text'
  print(f'{frames} frames of {width} x {height}')


if __name__ == '__main__':
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  main(sys.argv[1])
