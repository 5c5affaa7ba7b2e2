#!/usr/bin/env python3
"""The sample models: pictures, the page docs/gallery.md, and what they promise. Rows are those of models/gallery.tsv;
title and text of a model are the comment that its file begins with.

usage: gallery.py draw PROGRAM [NAME...]   draws docs/pictures/gallery/*.png
       gallery.py write                    writes docs/gallery.md
       gallery.py check PROGRAM            the tests: every model of the folder is in the table, `sinew check` has no
                                           warning, it is simulated (60 s with SINEW_LONG=1) without divergence,
                                           has a picture, and the page is up to date. Ends with "N passed, M failed"
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODELS = ROOT / 'models'
PICTURES = ROOT / 'docs/pictures/gallery'
PAGE = ROOT / 'docs/gallery.md'
FAR = 1000  # metres or radians that nothing in these models should come to


def rows():
  for number, line in enumerate((MODELS / 'gallery.tsv').read_text().splitlines(), 1):
    if line.startswith('#'):
      continue
    cells = line.split('\t')
    if len(cells) != 5 or cells[1] not in ('have', 'later'):
      sys.exit(f'models/gallery.tsv:{number}: expected file, have or later, seconds, options, options of the picture')
    yield dict(file=cells[0], state=cells[1], seconds=cells[2], run=cells[3].split(), draw=cells[4].split())


def name_of(row):
  return pathlib.Path(row['file']).stem


def text_of(row):
  """(title, text) from the first comment of the file"""
  comment = re.search(r'<!--\s*(.*?)-->', (MODELS / row['file']).read_text(), re.S)[1]
  title, text = ' '.join(comment.split()).split(': ', 1)
  return title, text[:1].upper() + text[1:]


def draw(program, names):
  PICTURES.mkdir(parents=True, exist_ok=True)
  for row in rows():
    if (names and name_of(row) not in names) or row['state'] == 'later':
      continue
    subprocess.run([program, 'render', MODELS / row['file'], PICTURES / f'{name_of(row)}.png', '--size', '400x300',
                    *row['run'], *row['draw']], check=True, stdout=subprocess.DEVNULL)


def page():
  lines = ['# Gallery', '', '<!-- Written by tools/gallery/gallery.py write from models/gallery.tsv and the models. -->', '',
           'Sample models of our own, in `models/`. Each is small enough to be read, comes without a warning of `sinew check`, and '
           'is simulated for a minute by the tests. Pictures are drawn by `tools/gallery/gallery.py draw build/release/sinew`.', '']
  for row in rows():
    title, text = text_of(row)
    if row['state'] == 'later':
      continue
    key = ' '.join(row['run'])
    lines += [f'## {title}', '', f'![the model: {title}](pictures/gallery/{name_of(row)}.png)', '',
              re.sub(r'"(\w+)"', r'`\1`', text), '',
              f'[models/{row["file"]}](../models/{row["file"]})', '',
              '```sh', f'sinew run models/{row["file"]} {key} --time 1'.replace('  ', ' '), '```', '']
  return '\n'.join(lines[:-1]) + '\n'


def faults_of(program, row):
  """what is wrong with a model; and how long it was simulated"""
  path = MODELS / row['file']
  seconds = '60' if os.environ.get('SINEW_LONG') else row['seconds']
  out = []
  r = subprocess.run([program, 'check', path], capture_output=True, text=True, cwd=ROOT)
  if r.returncode:
    out.append(r.stdout + r.stderr)
  r = subprocess.run([program, 'run', path, *row['run'], '--time', seconds, '--fields', 'qpos', '--every', '100', '--out', '-'],
                     capture_output=True, text=True, cwd=ROOT)
  if r.returncode:
    out.append(r.stderr)
  else:
    last = [float(number) for number in r.stdout.splitlines()[-1].split(',')]
    if not all(abs(number) < FAR for number in last):
      out.append('something is very far away: it fell out of the model')
    if abs(last[0] - float(seconds)) > 0.25:
      out.append(f'the record ends at {last[0]} s')
  picture = PICTURES / f'{name_of(row)}.png'
  if not picture.exists() or picture.read_bytes()[:4] != b'\x89PNG':
    out.append(f'no picture {picture.relative_to(ROOT)}: gallery.py draw PROGRAM {name_of(row)}')
  return out


def check(program):
  passed = failed = 0

  def count(what, faults):
    nonlocal passed, failed
    if faults:
      failed += 1
      print('FAILED:', what, *faults, sep='\n')
    else:
      passed += 1

  table = list(rows())
  listed = {row['file'] for row in table}
  there = {str(path.relative_to(MODELS)) for kind in ('xml', 'urdf') for path in MODELS.rglob(f'*.{kind}')}
  count('every model of models/ is in gallery.tsv', sorted(there ^ listed))
  have = [row for row in table if row['state'] == 'have']
  count('there are twenty models', [] if len(have) >= 20 else [str(len(have))])
  with concurrent.futures.ThreadPoolExecutor(2) as pool:
    for row, faults in zip(have, pool.map(lambda row: faults_of(program, row), have)):
      count(row['file'], faults)
  for row in table:
    if row['state'] == 'later':  # it would be time to say "have"
      r = subprocess.run([program, 'info', MODELS / row['file'], '--json'], capture_output=True, text=True)
      count(f'{row["file"]} is still to come', ['it loads: make its state in gallery.tsv "have"'] if r.returncode == 0 else [])
  count('docs/gallery.md is up to date', [] if PAGE.exists() and PAGE.read_text() == page() else ['run gallery.py write'])
  r = subprocess.run([sys.executable, '-B', ROOT / 'tools/gallery/shapes.py', '--check', MODELS / 'assets'], capture_output=True, text=True)
  count('files of assets', [r.stdout + r.stderr] if r.returncode else [])
  print(f'{passed} passed, {failed} failed')
  return 1 if failed else 0


if __name__ == '__main__':
  if sys.argv[1:] == ['write']:
    PAGE.write_text(page())
  elif sys.argv[1:2] == ['draw'] and len(sys.argv) > 2:
    draw(os.path.abspath(sys.argv[2]), sys.argv[3:])
  elif sys.argv[1:2] == ['check'] and len(sys.argv) == 3:
    sys.exit(check(os.path.abspath(sys.argv[2])))
  else:
    sys.exit(__doc__)
