"""Tries the installed package: it loads its own libraries, a model with a mesh and a texture, and steps it.

  python -I python/tools/try_wheel.py      in an environment with the wheel
"""
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np
import sinew

# libraries that every system has: those of C, and that of Python's own zlib
SYSTEM = ('libc.so', 'libm.so', 'libpthread.so', 'libdl.so', 'librt.so', 'ld-linux', 'linux-vdso', 'libz.so', 'libgcc_s')
PYRAMID = b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
MODEL = '''<mujoco><asset><texture name="t" type="2d" file="t.png"/><material name="m" texture="t"/>
  <mesh name="p" file="p.obj"/></asset><worldbody><geom type="plane" size="5 5 1"/>
  <body pos="0 0 2"><freejoint/><geom type="mesh" mesh="p" material="m"/></body></worldbody></mujoco>'''


def picture():
  """A PNG file of four grey pixels."""
  def chunk(kind, data):
    return struct.pack('>I', len(data)) + kind + data + struct.pack('>I', zlib.crc32(kind + data))
  rows = zlib.compress(b'\0\x10\x40\0\x80\xff')
  return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', 2, 2, 8, 0, 0, 0, 0)) + chunk(b'IDAT', rows) + \
      chunk(b'IEND', b'')


def libraries():
  """Libraries that the module loads and that are not its own."""
  module = os.path.realpath(sinew._core.__file__)
  package = os.path.dirname(os.path.dirname(module))
  if not shutil.which('ldd') or not sys.platform.startswith('linux'):
    return []
  lines = subprocess.run(['ldd', module], stdout=subprocess.PIPE, check=True, text=True).stdout.splitlines()
  paths = [(line.split()[0], line.partition('=>')[2].split(' (')[0].strip()) for line in lines]
  return [name for name, path in paths
          if not os.path.basename(name).startswith(SYSTEM) and not os.path.realpath(path).startswith(package)]


def child(code):
  """The output of a child process with SINEW_AS_MUJOCO=1; with -I only sinew.pth redirects it, not PYTHONPATH."""
  env = dict(os.environ, SINEW_AS_MUJOCO='1')
  return subprocess.run([sys.executable, '-I', '-c', code], env=env, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


def main():
  assert child('import mujoco, sinew; print(mujoco.MjModel is sinew.MjModel)') == 'True'
  assert child('import sys; print("numpy" in sys.modules)') == 'False'  # the hook loads no engine
  assert os.path.exists(os.path.join(sinew.HEADERS_DIR, 'mujoco.h')) and os.path.isdir(sinew.PLUGINS_DIR)
  found = libraries()
  if found:
    sys.exit(f'the wheel needs libraries that it does not carry: {found}')
  with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    m = sinew.MjModel.from_xml_string(MODEL, {'t.png': picture(), 'p.obj': PYRAMID})
    d = sinew.MjData(m)
    sinew.mj_step(m, d, 500)
  assert m.tex_data.size and m.nmesh == 1 and d.ncon and np.isfinite(d.qpos).all()
  print(f'sinew {sinew.__version__} with numpy {np.__version__} on Python {sys.version.split()[0]}: '
        f'500 steps of a mesh, {d.ncon} contacts')


if __name__ == '__main__':
  main()
