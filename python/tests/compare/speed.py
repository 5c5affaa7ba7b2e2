"""What accesses and calls cost in two packages of the API.

  python speed.py REFERENCE OURS [ROUNDS]    each INTERPRETER:MODULE or INTERPRETER:MODULE:PYTHONPATH

The two are measured in turn, ROUNDS times (3), so that a machine with other work slows both. Prints
nanoseconds of each, the best of all runs, and their ratio; exit code 1 if a ratio is above 1.
"""
import importlib
import json
import os
import subprocess
import sys
import timeit

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
MODELS = os.path.join(HERE, '..', '..', '..', 'models')
REPEATS, WINDOW = 7, 0.005  # runs of a text in a round, seconds of each

ACCESS = '''m.nq, d.time, d.qpos, m.body_mass, d.efc_force, d.efc_J, d.ncon, m.opt, m.opt.timestep, m.opt.gravity,
  m.vis.global_.fovy, m.stat.extent, m.names, d.qpos[0], d.xpos[3], d.contact, len(d.contact), d.contact.dist,
  d.contact.geom, d.contact[0], d.contact[0].dist, d.contact[0].pos, d.contact[0].frame, d.contact[0].geom1,
  [c.dist for c in d.contact], [c.pos for c in d.contact], d.warning[0].number, d.solver.improvement, m.body(1),
  m.body(name), m.body(name).mass, m.body(name).id, m.body(1).name, d.joint(1).qpos, d.body(name).xpos,
  m.geom(1).size, d.sensor(0).data, body.xpos, body.xquat, joint.qpos, contact.pos, contact.dist'''
WRITING = '''d.time = 0.5, d.ctrl = ctrl, d.qpos = qpos, d.ctrl = 0, d.ctrl[0] = 1, d.qpos[:] = qpos, joint.qpos = 0.1,
  joint.qpos[0] = 0.1, m.opt.timestep = 0.002, m.opt.gravity = v3, contact.dist = 0'''
ENUMS = '''int(api.mjtJoint.mjJNT_HINGE), api.mjtJoint.mjJNT_HINGE, hinge == 3, hinge == hinge, hinge | 4, 4 | hinge,
  hash(hinge), hinge.name, hinge.value, api.mjtJoint(3), str(hinge), repr(hinge), numbers[hinge], table[3],
  api.mjtJoint.__members__'''
CALLS = '''api.mju_add3(res; v3; v3), api.mju_dot3(v3; v3), api.mju_dot3([1; 2; 3]; v3), api.mju_mulQuat(q; q; q),
  api.mju_quat2Mat(mat; q), api.mju_mulMatVec3(res; mat; v3), api.mju_norm(v3), api.mju_clip(0.5; 0; 1),
  api.mj_name2id(m; 1; name), api.mj_name2id(m; api.mjtObj.mjOBJ_BODY; name), api.mj_id2name(m; 1; 1),
  api.mj_getState(m; d; state; 14), api.mj_setState(m; d; state; 14), api.mj_jacBody(m; d; jac; None; 3),
  api.mj_jac(m; d; jac; jac; v3; 3), api.mj_mulM(m; d; vec; vec2), api.mj_fullM(m; d; full),
  api.mj_objectVelocity(m; d; 1; 1; six; 0), api.mj_contactForce(m; d; 0; six), api.mj_resetData(m; other)'''
STEPS = '''api.mj_kinematics(m; d), api.mj_comPos(m; d), api.mj_fwdPosition(m; d), api.mj_forward(m; d), api.mj_step(m; d),
  api.mj_step(m; d; 10), api.mj_step1(m; d), api.mj_step2(m; d), api.mj_inverse(m; d), api.mj_energyPos(m; d)'''
OBJECTS = '''api.MjData(m), copy.copy(d), copy.copy(m), pickle.dumps(d), pickle.loads(pickle.dumps(d)),
  pickle.loads(pickle.dumps(m)), api.MjModel.from_xml_path(path)'''
ROLLOUTS = 'pool.rollout(m; d; states; controls), pool.rollout(m; d; states; nstep=1)'
# model: what is measured on it
TABLE = {'humanoid': (ACCESS, WRITING, ENUMS, CALLS, STEPS, OBJECTS, ROLLOUTS), 'pendulum': (STEPS, OBJECTS, ROLLOUTS)}


def texts_of(model):
  """The texts of a model, each with its label; ; stands for a comma in a call."""
  return [text.strip().replace(';', ',') for group in TABLE[model] for text in group.replace('\n', ' ').split(', ')]


def scope_of(api, path):
  """Names that the texts use, after some steps."""
  m = api.MjModel.from_xml_path(path)
  d = api.MjData(m)
  api.mj_step(m, d, 200)
  hinge = api.mjtJoint.mjJNT_HINGE
  scope = {name: importlib.import_module(name) for name in ('copy', 'pickle')}
  scope.update(api=api, m=m, d=d, other=api.MjData(m), path=path, name=m.body(m.nbody - 1).name, res=np.zeros(3),
               v3=np.ones(3), q=np.array([1.0, 0, 0, 0]), mat=np.zeros(9), six=np.zeros(6), jac=np.zeros((3, m.nv)),
               vec=np.zeros(m.nv), vec2=np.ones(m.nv), full=np.zeros((m.nv, m.nv)), ctrl=np.zeros(m.nu),
               qpos=d.qpos.copy(), state=np.zeros(api.mj_stateSize(m, 14)), hinge=hinge, numbers=[1, 2, 3, 4],
               table={hinge: 1}, body=d.body(1), joint=d.joint(m.njnt - 1), contact=d.contact[0] if d.ncon else None)
  api.mj_getState(m, d, scope['state'], 14)
  full = np.zeros(api.mj_stateSize(m, int(api.mjtState.mjSTATE_FULLPHYSICS)))
  api.mj_getState(m, d, full, int(api.mjtState.mjSTATE_FULLPHYSICS))
  scope.update(pool=importlib.import_module(api.__name__ + '.rollout').Rollout(nthread=0), states=np.tile(full, (10, 1)),
               controls=np.zeros((10, 10, m.nu)))
  return scope


def time_of(text, scope):
  """Nanoseconds of a text, the best of several runs."""
  timer = timeit.Timer(text, globals=scope)
  count = max(1, int(WINDOW / (timer.timeit(3) / 3 + 1e-9)))
  return min(timer.repeat(REPEATS, count)) / count * 1e9


def measure(module):
  """{model text: nanoseconds}"""
  api = importlib.import_module(module)
  out = {}
  for model in TABLE:
    scope = scope_of(api, os.path.join(MODELS, model + '.xml'))
    start = scope['d'].qpos.copy(), scope['d'].qvel.copy()
    for text in texts_of(model):
      d = scope['d']
      d.qpos, d.qvel = start
      api.mj_forward(scope['m'], d)
      out[f'{model} {text}'] = time_of(text, scope)
  return out


def run(target):
  interpreter, module, path = (target.split(':', 2) + [''])[:3]
  env = dict(os.environ)
  if path:
    env['PYTHONPATH'] = path
  done = subprocess.run([interpreter, __file__, '--measure', module], env=env, stdout=subprocess.PIPE, check=True)
  return json.loads(done.stdout)


def best(runs):
  return {key: min(one[key] for one in runs) for key in runs[0]}


def main():
  if len(sys.argv) == 3 and sys.argv[1] == '--measure':
    print(json.dumps(measure(sys.argv[2])))
    return
  if len(sys.argv) not in (3, 4):
    sys.exit(__doc__)
  pairs = [(run(sys.argv[1]), run(sys.argv[2])) for _ in range(int(sys.argv[3]) if len(sys.argv) == 4 else 3)]
  reference, ours = best([a for a, _ in pairs]), best([b for _, b in pairs])
  print(f'{"":56}{"reference":>12}{"ours":>12}{"ratio":>8}')
  for text, cost in ours.items():
    print(f'{text:56}{reference[text]:12.0f}{cost:12.0f}{cost / reference[text]:8.2f}')
  ratios = [ours[text] / reference[text] for text in ours]
  print(f'{len(ratios)} rows, worst ratio {max(ratios):.2f}, {sum(r > 1 for r in ratios)} above 1')
  sys.exit(1 if max(ratios) > 1 else 0)


if __name__ == '__main__':
  main()
