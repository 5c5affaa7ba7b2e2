"""The compiled modules of the mujoco package (mujoco._structs, mujoco._enums, ...) as modules with names of Sinew, for
programs that import them."""
import types

from sinew import _core
import sinew

_SPEC = ('MjOption', 'MjStatistic', 'MjVfs', 'MjVisual', 'MjVisualHeadlight', 'MjVisualRgba', 'MjSpec', 'MjByteVec', 'MjCharVec',
         'MjDoubleVec', 'MjFloatVec', 'MjIntVec', 'MjStringVec')
_IN_STRUCTS = ('mjv_averageCamera', 'mjv_camera2GLCamera')
_ERRORS = ('FatalError', 'UnexpectedError')

# a model with one of each thing that has a view of its own
_SAMPLE = '''<mujoco><asset><texture name="t" builtin="flat" type="2d" width="2" height="2"/><material name="m"/>
  <hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/><mesh name="s" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset>
  <worldbody><light/><camera/><geom name="p" type="plane" size="1 1 1"/><site name="s"/>
    <body name="a"><joint name="j"/><geom name="a" size="1"/><body name="b"><geom size="1"/></body></body></worldbody>
  <deformable><skin name="k" vertex="0 0 0 1 0 0 0 1 0" face="0 1 2"><bone body="a" bindpos="0 0 0" bindquat="1 0 0 0"
    vertid="0 1 2" vertweight="1 1 1"/></skin></deformable>
  <contact><pair geom1="p" geom2="a"/><exclude body1="a" body2="b"/></contact>
  <equality><joint joint1="j"/></equality><tendon><fixed name="t"><joint joint="j" coef="1"/></fixed></tendon>
  <actuator><motor joint="j"/></actuator><sensor><clock/></sensor><keyframe><key/></keyframe>
  <custom><numeric name="n" data="1"/><text name="x" data="words"/><tuple name="u"><element objtype="body" objname="a"/></tuple></custom></mujoco>'''
_VIEWS = {'Keyframe': 'key', 'Hfield': 'hfield'}  # methods that are called otherwise


def _is_class(value):
  return isinstance(value, type)


def _is_enum(name, value):
  return _is_class(value) and name.startswith(('mjt', 'mjr'))


def _is_function(name, value):
  return isinstance(value, types.BuiltinFunctionType) and name.startswith('mj') and not name.startswith('mjr_')


def _is_spec(name, value):
  return _is_class(value) and (name.startswith('Mjs') or name in _SPEC)


_RULES = {
    '_callbacks': lambda name, value: name.startswith(('set_mj', 'get_mj')),
    '_constants': lambda name, value: not callable(value) and name.startswith(('mj', 'MJTNUM_BYTES')),
    '_enums': _is_enum,
    '_errors': lambda name, value: name in _ERRORS,
    '_functions': lambda name, value: _is_function(name, value) and name not in _IN_STRUCTS,
    '_render': lambda name, value: name.startswith(('mjr_', 'MjrContext', 'MjrRendererInfo')),
    '_rollout': lambda name, value: False,
    '_specs': _is_spec,
    '_structs': lambda name, value: name in _IN_STRUCTS or (
        _is_class(value) and name.startswith('Mj') and (not _is_spec(name, value) or name in _SPEC[:5]) and
        name not in ('MjrContext', 'MjrRendererInfo', 'MjVfs', 'MjVisualHeadlight')),
}


def _views():
  """Classes of lists and of named access, by name."""
  m = _core.MjModel.from_xml_string(_SAMPLE)
  d = _core.MjData(m)
  found = [type(thing) for thing in (d.contact, d.warning, d.timer, d.solver)]
  for thing in (m, d):
    for name, member in vars(type(thing)).items():
      if type(member).__name__ == 'method_descriptor' and not name.startswith('_'):
        try:
          found.append(type(getattr(thing, name)(0)))
        except (TypeError, KeyError, IndexError, ValueError):  # another method, or nothing of that kind
          continue
  return {kind.__name__: kind for kind in found if kind.__name__.startswith('_Mj')}


def fill(part, module):
  """Puts the names of a compiled part into the module."""
  rule = _RULES[part]
  module.__doc__ = f'Names of {module.__name__}, from Sinew.'
  module.__dict__.update({name: value for name, value in vars(sinew).items() if not name.startswith('_') and rule(name, value)})
  if part == '_structs':
    module.__dict__.update(_views())
  if part == '_rollout':
    from sinew import rollout
    module.Rollout = rollout.Rollout
