"""What a package computes for editable models (MjSpec): attributes of every kind of element, and the rules of
spec_rules.txt. Used by dump.py. Each
question is asked in a process of its own: what ends it is told as a crash."""
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
SPEC_MODEL = '''<mujoco><default><default class="k"><geom rgba="1 0 0 1"/></default></default><worldbody>
  <body name="b" pos="0 0 1"><freejoint name="fr"/><geom name="g" size=".1"/><site name="s"/>
  <frame name="f"><geom name="g2" size=".2"/></frame>
  <body name="c"><joint name="h"/><geom name="gc" size=".1"/></body></body></worldbody>
  <actuator><motor name="a" joint="h"/></actuator><sensor><accelerometer name="acc" site="s"/></sensor></mujoco>'''
# they depend on the process, or are words of the language
SKIPPED = {'signature', 'timer', 'modelfiledir', 'global'}


def elements(api):
  """One element of each kind, and the structs in them."""
  s = api.MjSpec()
  b = s.worldbody.add_body(name='b')
  out = {'spec': s, 'body': b, 'joint': b.add_joint(name='j'), 'geom': b.add_geom(name='g', size=[1, 0, 0]),
         'site': b.add_site(name='s'), 'camera': b.add_camera(name='c'), 'light': b.add_light(name='l'),
         'frame': b.add_frame(name='f'), 'mesh': s.add_mesh(name='m'), 'hfield': s.add_hfield(name='hf'),
         'skin': s.add_skin(name='sk'), 'texture': s.add_texture(name='t'), 'material': s.add_material(name='mat'),
         'pair': s.add_pair(name='p'), 'exclude': s.add_exclude(name='e'), 'equality': s.add_equality(name='eq'),
         'tendon': s.add_tendon(name='ten'), 'actuator': s.add_actuator(name='a'), 'sensor': s.add_sensor(name='sn'),
         'numeric': s.add_numeric(name='nu'), 'text': s.add_text(name='tx'), 'tuple': s.add_tuple(name='tu'),
         'key': s.add_key(name='k'), 'default': s.default, 'compiler': s.compiler, 'authored': s.authored,
         'orientation': b.alt, 'plugin': b.plugin, 'option': s.option, 'stat': s.stat}
  out['wrap'] = out['tendon'].wrap_site('s')
  out['path'] = out['tendon'].path
  return out


def plain(value):
  """Vectors as lists, enums as texts."""
  if type(value).__name__.endswith('Vec'):
    return list(value)
  return str(value) if hasattr(type(value), '__members__') else value


def attribute(out, element, key, name):
  """The line of one attribute."""
  try:
    value = getattr(element, name)
  except Exception as error:  # pylint: disable=broad-except
    return [key, type(error).__name__, '']
  if callable(value):
    return [f'{key}()', 'method', '']
  return [key, type(value).__name__, out.plain(plain(value))]


def dump_elements(out, api):
  for kind, element in elements(api).items():
    for name in sorted(dir(element)):
      if name.startswith('_') or name in SKIPPED:
        continue
      key = f'spec {kind}.{name}'
      out.lines.append(apart(lambda e=element, k=key, n=name: attribute(out, e, k, n)) or [key, 'crash', ''])


def answer(text, scope):
  """The value of an expression; of a rule with =>, the texts of what is asked after the statements."""
  before, arrow, asked = text.partition(' => ')
  if arrow:
    exec(before, scope)  # pylint: disable=exec-used
    with np.printoptions(legacy='1.21'):
      return [str(x) for x in eval(f'({asked},)', scope)]  # pylint: disable=eval-used
  try:
    code = compile(before, 'spec_rules.txt', 'eval')
  except SyntaxError:
    exec(before, scope)  # pylint: disable=exec-used
    return 'done'
  return plain(eval(code, scope))  # pylint: disable=eval-used


def ask(out, api, text):
  """The line of one rule."""
  s = api.MjSpec.from_string(SPEC_MODEL)
  scope = {'api': api, 's': s, 'w': s.worldbody, 'b': s.body('b'), 'g': s.geom('g'), 'j': s.joint('h'), 'np': np,
           'X': SPEC_MODEL}
  try:
    value = answer(text, scope)
    return [f'spec: {text}', type(value).__name__, out.plain(value)]
  except Exception as error:  # pylint: disable=broad-except
    return [f'spec: {text}', type(error).__name__, '']


def apart(work):
  """What a function returns, computed in a process of its own; None if that ended."""
  reader, writer = os.pipe()
  child = os.fork()
  if not child:
    os.close(reader)
    with os.fdopen(writer, 'w') as pipe:
      pipe.write(json.dumps(work()))
    os._exit(0)
  os.close(writer)
  with os.fdopen(reader) as pipe:
    text = pipe.read()
  return json.loads(text) if os.waitpid(child, 0)[1] == 0 else None


def dump_rules(out, api):
  with open(os.path.join(HERE, 'spec_rules.txt'), encoding='utf-8') as file:
    texts = [line.rstrip('\n') for line in file if line.strip() and line[0] != '#']
  for text in texts:
    out.lines.append(apart(lambda t=text: ask(out, api, t)) or [f'spec: {text}', 'crash', ''])


def dump(out, api):
  dump_elements(out, api)
  dump_rules(out, api)
