"""What accesses and calls cost in two packages of the API.

  python speed.py REFERENCE OURS      each INTERPRETER:MODULE or INTERPRETER:MODULE:PYTHONPATH

Prints nanoseconds of each, the best of several runs, and their ratio.
"""
import importlib
import json
import os
import subprocess
import sys
import timeit

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
MODEL = os.path.join(HERE, '..', '..', '..', 'models', 'humanoid.xml')
TEXTS = ['m.nq', 'd.time', 'd.qpos', 'm.body_mass', 'd.efc_force', 'd.ncon', 'm.opt', 'm.opt.timestep', 'm.opt.gravity',
         'd.contact', 'd.contact.dist', 'd.contact[0]', 'd.contact[0].dist', 'd.contact[0].pos', 'm.body(1)',
         'm.body(name)', 'm.body(name).mass', 'd.joint(1).qpos', 'd.body(name).xpos', 'd.sensor(0).data',
         'd.time = 0.5', 'd.ctrl = ctrl', 'd.qpos = qpos', 'd.ctrl[0] = 1', 'int(api.mjtJoint.mjJNT_HINGE)',
         'api.mjtJoint.mjJNT_HINGE', 'api.mju_add3(res, v3, v3)', 'api.mju_dot3(v3, v3)', 'api.mju_dot3([1, 2, 3], v3)',
         'api.mj_name2id(m, 1, name)', 'api.mj_id2name(m, 1, 1)', 'api.mj_getState(m, d, state, 14)',
         'api.mj_jacBody(m, d, jac, None, 3)', 'api.mj_kinematics(m, d)', 'api.mj_forward(m, d)', 'api.mj_step(m, d)',
         'api.mj_step(m, d, 10)']


def measure(module):
  """Nanoseconds of each text."""
  api = importlib.import_module(module)
  m = api.MjModel.from_xml_path(MODEL)
  d = api.MjData(m)
  api.mj_step(m, d, 200)
  name = m.body(3).name
  scope = {'api': api, 'm': m, 'd': d, 'name': name, 'res': np.zeros(3), 'v3': np.ones(3), 'jac': np.zeros((3, m.nv)),
           'ctrl': np.zeros(m.nu), 'qpos': d.qpos.copy(), 'state': np.zeros(api.mj_stateSize(m, 14))}
  out = {}
  for text in TEXTS:
    timer = timeit.Timer(text, globals=scope)
    count = max(1, int(0.01 / (timer.timeit(3) / 3 + 1e-9)))
    out[text] = min(timer.repeat(7, count)) / count * 1e9
  return out


def run(target):
  interpreter, module, path = (target.split(':', 2) + [''])[:3]
  env = dict(os.environ)
  if path:
    env['PYTHONPATH'] = path
  done = subprocess.run([interpreter, __file__, '--measure', module], env=env, stdout=subprocess.PIPE, check=True)
  return json.loads(done.stdout)


def main():
  if len(sys.argv) == 3 and sys.argv[1] == '--measure':
    print(json.dumps(measure(sys.argv[2])))
    return
  if len(sys.argv) != 3:
    sys.exit(__doc__)
  reference, ours = run(sys.argv[1]), run(sys.argv[2])
  print(f'{"":40}{"reference":>12}{"ours":>12}{"ratio":>8}')
  for text in TEXTS:
    print(f'{text:40}{reference[text]:12.0f}{ours[text]:12.0f}{ours[text] / reference[text]:8.2f}')


if __name__ == '__main__':
  main()
