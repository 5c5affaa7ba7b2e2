"""Pictures of our renderer against those of the reference on OSMesa, and what they cost.

  MUJOCO_GL=osmesa REFERENCE_PYTHON pictures.py BENCH_RENDER MODELS [--time] [--keep FOLDER] [NAME ...]

BENCH_RENDER: the program bench_render; MODELS: a folder with dmc, gym, menagerie and mujoco; NAME: scenes (all), with --time also
files of models.
Prints structural similarity of luminance (scikit-image, Gaussian windows as in the paper: sigma 1.5) and the share of
pixels that differ by more than 16 of 255; exit code 1 if a scene is below LEAST (or LOWER). --time: ms of CPU of both instead, in
turns, the best of ROUNDS. --keep: pictures side by side as PNG.
"""
import os
import re
import subprocess
import sys
import tempfile
import time

import mujoco
import numpy as np
from skimage import io, metrics

WIDTH, HEIGHT, SAMPLES = 640, 480, 4
ROUNDS = 3
LEAST = 0.95
# the reference's shadow map leaves dark dots along the edges of a height field; without shadows: .958
LOWER = {'menagerie/google_barkour_vb/scene_hfield_mjx': 0.92}
SCENES = '''mujoco/humanoid/humanoid mujoco/car/car mujoco/cube/cube_3x3x3 mujoco/adhesion/active_adhesion
  mujoco/balloons/balloons mujoco/replicate/container mujoco/replicate/stonehenge mujoco/slider_crank/slider_crank mujoco/tendon_arm/arm26
  gym/half_cheetah gym/ant gym/pusher dmc/manipulator dmc/fish dmc/reacher menagerie/shadow_hand/scene_left
  menagerie/google_barkour_vb/scene menagerie/google_barkour_vb/scene_hfield_mjx menagerie/skydio_x2/scene
  menagerie/agility_cassie/scene'''.split()
TIMED = [('mujoco/humanoid/humanoid', WIDTH, HEIGHT, SAMPLES), ('menagerie/shadow_hand/scene_left', WIDTH, HEIGHT, SAMPLES),
         ('menagerie/google_barkour_vb/scene', WIDTH, HEIGHT, SAMPLES), ('gym/half_cheetah', WIDTH, HEIGHT, SAMPLES),
         ('gym/half_cheetah', 84, 84, 0)]

SKY = '''<texture type="skybox" builtin="gradient" rgb1=".4 .6 .8" rgb2="0 0 0" width="64" height="384"/>
  <texture name="g" type="2d" builtin="checker" rgb1=".1 .2 .3" rgb2=".2 .3 .4" width="128" height="128"/>
  <texture name="q" type="cube" builtin="flat" mark="cross" rgb1=".8 .6 .4" rgb2=".6 .4 .2" markrgb="1 1 1" width="64"
   height="384"/><material name="floor" texture="g" texrepeat="4 4" texuniform="true" reflectance=".3"/>
  <material name="box" texture="q"/>'''
LIGHT = '<light pos="1 -1 3" dir="-.3 .3 -1" diffuse=".7 .7 .7"/>'
OWN = {
    'see-through': f'''<mujoco><statistic extent="1.5" center="0 0 .4"/><asset>{SKY}</asset><worldbody>{LIGHT}
      <geom type="plane" size="0 0 .1" material="floor"/><geom type="sphere" size=".3" pos="0 0 .3" material="box"/>
      <geom type="box" size=".3 .02 .4" pos="0 -.5 .4" rgba=".2 .5 .9 .4"/>
      <geom type="cylinder" size=".2 .3" pos=".6 -.2 .3" rgba=".9 .3 .2 .5"/>
      <geom type="ellipsoid" size=".2 .3 .15" pos="-.6 -.2 .4" rgba=".3 .9 .4 .6"/>
      <geom type="capsule" size=".08 .3" pos="0 .5 .5" euler="60 30 0" material="box"/></worldbody></mujoco>''',
    'height field': f'''<mujoco><statistic extent="1.5" center="0 0 .2"/><asset>{SKY}
      <hfield name="h" nrow="5" ncol="5" size="1 1 .4 .1"
       elevation="0 0 .2 0 0  0 .5 .8 .3 0  .2 .9 .4 .6 .1  0 .3 .7 1 .2  0 0 .1 .3 0"/></asset><worldbody>{LIGHT}
      <geom type="hfield" hfield="h" rgba=".5 .6 .4 1"/><geom type="sphere" size=".15" pos="0 0 .6" material="box"/>
      </worldbody></mujoco>''',
    'skin': f'''<mujoco><statistic extent="1" center="0 0 .4"/><asset>{SKY}</asset><worldbody>{LIGHT}
      <geom type="plane" size="2 2 .1" material="floor"/>
      <body name="a" pos="0 0 .3"><joint type="hinge" axis="0 1 0"/><geom size=".05" mass="1"/>
       <body name="b" pos=".6 0 .2"><joint type="hinge" axis="0 1 0"/><geom size=".05" mass="1"/></body></body></worldbody>
      <deformable><skin name="s" rgba=".8 .4 .3 1" vertex="-.3 -.3 0 -.3 .3 0 .3 -.3 .1 .3 .3 .1 .9 -.3 .2 .9 .3 .2"
       face="0 2 1 1 2 3 2 4 3 3 4 5">
       <bone body="a" bindpos="0 0 0" bindquat="1 0 0 0" vertid="0 1 2 3" vertweight="1 1 .5 .5"/>
       <bone body="b" bindpos=".6 0 .2" bindquat="1 0 0 0" vertid="2 3 4 5" vertweight=".5 .5 1 1"/></skin></deformable>
      </mujoco>''',
}


class Reference:
  """The reference's renderer with the size and samples of bench_render, and its state: key frame 0 if there is one."""

  def __init__(self, path, width, height, samples):
    model = mujoco.MjModel.from_xml_path(path)
    model.vis.global_.offwidth, model.vis.global_.offheight = width, height
    model.vis.quality.offsamples = samples
    self.data = mujoco.MjData(model)
    if model.nkey:
      mujoco.mj_resetDataKeyframe(model, self.data, 0)
    mujoco.mj_forward(model, self.data)
    self.renderer = mujoco.Renderer(model, height, width, max_geom=10000)

  def draw(self):
    self.renderer.update_scene(self.data)
    return self.renderer.render()

  def ms(self):
    start = time.process_time()
    for _ in range(3):
      self.draw()
    return 1e3 * (time.process_time() - start) / 3


def luminance(image):
  return image.astype(float) @ np.array([0.299, 0.587, 0.114])


def compare(bench, name, path, keep):
  reference = Reference(path, WIDTH, HEIGHT, SAMPLES)
  reference.draw()  # endless planes follow the camera of the picture before
  theirs = reference.draw()
  reference.renderer.close()
  with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, 'ours.ppm')
    subprocess.run([bench, path, str(WIDTH), str(HEIGHT), str(SAMPLES), file], check=True)
    ours = io.imread(file)
  ssim = metrics.structural_similarity(luminance(theirs), luminance(ours), data_range=255, gaussian_weights=True,
                                       sigma=1.5, use_sample_covariance=False)
  apart = np.abs(theirs.astype(int) - ours).max(axis=2) > 16
  if keep:
    io.imsave(os.path.join(keep, name.replace('/', '_') + '.png'), np.hstack([theirs, ours]))
  print(f'| {name} | {ssim:.4f} | {100 * apart.mean():.2f} % |', flush=True)
  return ssim


def measure(bench, path, width, height, samples):
  reference = Reference(path, width, height, samples)
  reference.draw()
  theirs, ours = [], []
  for _ in range(ROUNDS):
    theirs.append(reference.ms())
    text = subprocess.run([bench, path, str(width), str(height), str(samples)], check=True, capture_output=True,
                          text=True).stdout
    ours.append(float(re.search(r'picture ([\d.]+) ms', text)[1]))
  reference.renderer.close()
  return min(theirs), min(ours)


def main(args):
  timed, keep = '--time' in args, None
  args = [a for a in args if a != '--time']
  if '--keep' in args:
    at = args.index('--keep')
    keep = args[at + 1]
    del args[at:at + 2]
  bench, models, names = args[0], args[1], args[2:]
  if timed:
    print('| scene | size | reference, ms | ours, ms | ratio |\n|---|---|---|---|---|')
    files = [(name, WIDTH, HEIGHT, SAMPLES) for name in names if name.endswith('.xml')]
    for name, width, height, samples in TIMED + files:
      if names and name not in names:
        continue
      path = name if name.endswith('.xml') else os.path.join(models, name + '.xml')
      theirs, ours = measure(bench, path, width, height, samples)
      print(f'| {name} | {width} x {height}, {max(samples, 1)} | {theirs:.1f} | {ours:.2f} | {theirs / ours:.1f} |',
            flush=True)
    return 0
  print('| scene | SSIM | pixels apart |\n|---|---|---|')
  good = True
  with tempfile.TemporaryDirectory() as folder:
    for name in SCENES + list(OWN):
      if names and name not in names:
        continue
      path = os.path.join(models, name + '.xml')
      if name in OWN:
        path = os.path.join(folder, name + '.xml')
        with open(path, 'w') as file:
          file.write(OWN[name])
      good = compare(bench, name, path, keep) >= LOWER.get(name, LEAST) and good
  return 0 if good else 1


if __name__ == '__main__':
  sys.exit(main(sys.argv[1:]))
