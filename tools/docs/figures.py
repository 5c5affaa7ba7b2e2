#!/usr/bin/env python3
"""Draws the figures of the manual with the program, from the models that its pages print and from models/.

usage: figures.py PROGRAM [NAME...]   draws docs/pictures/manual/*, all or those that are named
       figures.py --check PROGRAM     draws them elsewhere: exits with 1 if a picture differs from the one that is there
Other pictures: tools/pictures.sh, tools/gallery/gallery.py. Numbers: tools/docs/tables.py.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import blocks  # pylint: disable=wrong-import-position

ROOT = blocks.ROOT
FOLDER = ROOT / 'docs/pictures/manual'
SIZE = ['--size', '480x300']

# what is added to models of pages: a bright sky, a brighter lamp, smaller signs of contacts
STAGE = '''  <asset><texture type="skybox" builtin="gradient" rgb1="0.97 0.98 1" rgb2="0.75 0.82 0.9" width="64" height="384"/></asset>
  <visual><headlight ambient="0.35 0.35 0.35" diffuse="0.45 0.45 0.45"/>
    <scale contactwidth="0.06" contactheight="0.015" forcewidth="0.03" jointlength="1" jointwidth="0.08"/></visual>
'''

# name of the figure -> page that prints the model (or models/), its file, words of sinew
FIGURES = {
    'swing.png': ('modelling', 'swing.xml', ['render', '--time', '0.3', '--camera', '100,-12,1.8,0.1,0,0.75', '--show', 'joints']),
    'frames.png': ('modelling', 'frames.xml', ['render', '--camera', '110,-18,1.5,0,0,0.25']),
    'joints.png': ('modelling', 'joints.xml', ['render', '--time', '0.15', '--camera', '95,-12,2.1,0,0,0.5', '--show', 'joints']),
    'shapes.png': ('modelling-shapes', 'shapes.xml', ['render', '--camera', '95,-22,1.9,0,0,0.1']),
    'wedge.png': ('modelling-shapes', 'wedge.xml', ['render', '--camera', '110,-28,2,-0.1,0.1,0.1']),
    'servo.svg': ('modelling-forces', 'servo.xml', ['run', '--key', 'low', '--time', '1.5', '--fields', 'ctrl,sensordata']),
    'string.png': ('modelling-forces', 'string.xml', ['render', '--time', '1', '--camera', 'front']),
    'muscles.svg': ('models', 'muscle_arm.xml', ['run', '--key', 'flexed', '--time', '2', '--fields',
                                                 'act,actuator_force,sensordata:elbow']),
    'classes.png': ('modelling-reuse', 'classes.xml', ['render', '--time', '0.1', '--camera', '100,-12,1.6,0.25,0,0.45']),
    'ring.png': ('modelling-reuse', 'ring.xml', ['render', '--camera', '100,-25,2.2,0,0,0.1']),
    'stack.png': ('contacts', 'stack.xml', ['render', '--time', '2', '--camera', '110,-15,1.4,0,0,0.25', '--show', 'contacts,forces']),
    'first.svg': ('models', 'pendulum.xml', ['run', '--key', 'raised', '--time', '10', '--fields', 'qpos,qvel']),
}


def model(page, name, folder):
  """path of a model; those that a page prints are written into the folder"""
  if page == 'models':
    return ROOT / 'models' / name
  for block in blocks.blocks(ROOT / f'docs/{page}.md'):
    if block.file == name:
      (folder / name).write_text(re.sub(r'(<mujoco model="\w+">\n)', r'\1' + STAGE, block.code))
      return folder / name
  sys.exit(f'docs/{page}.md prints no model {name}')


def draw(program, folder, names):
  folder.mkdir(parents=True, exist_ok=True)
  with tempfile.TemporaryDirectory() as texts:
    for name, (page, file, words) in FIGURES.items():
      if names and name not in names:
        continue
      path = model(page, file, pathlib.Path(texts))
      out = folder / name
      if words[0] == 'render':
        words = [program, 'render', path, out, *words[1:], *SIZE]
      else:
        words = [program, 'run', path, *words[1:], '--plot', out]
      subprocess.run(words, check=True, stdout=subprocess.DEVNULL, cwd=texts)


def check(program):
  with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    draw(program, folder, [])
    faults = [figure for figure in FIGURES if not (FOLDER / figure).exists() or
              text_of(FOLDER / figure) != text_of(folder / figure)]
  for figure in faults:
    print(f'docs/pictures/manual/{figure} is not what the program draws: run tools/docs/figures.py PROGRAM {figure}')
  return 1 if faults else 0


def text_of(path):
  """bytes of a picture; a plot names the path of its model"""
  data = path.read_bytes()
  if path.suffix == '.svg':
    data = b'\n'.join(line for line in data.split(b'\n') if b'.xml' not in line)
  return data


if __name__ == '__main__':
  if sys.argv[1:2] == ['--check'] and len(sys.argv) == 3:
    sys.exit(check(pathlib.Path(sys.argv[2]).resolve()))
  if len(sys.argv) < 2 or sys.argv[1].startswith('-'):
    sys.exit(__doc__)
  draw(pathlib.Path(sys.argv[1]).resolve(), FOLDER, sys.argv[2:])
