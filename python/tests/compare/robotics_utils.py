"""What the tests of gymnasium-robotics import and its source package lacks: environments, and a comparison.

tools/peers.sh puts it beside them, as tests/utils.py.
"""
import gymnasium
import gymnasium_robotics
import numpy as np

gymnasium.register_envs(gymnasium_robotics)
# all that it registers, without those of mujoco-py
all_testing_env_specs = [
  spec for spec in gymnasium.registry.values()
  if isinstance(spec.entry_point, str) and spec.entry_point.startswith('gymnasium_robotics.')
]


def assert_equals(a, b, prefix=''):
  """Both are alike, in all their parts."""
  assert type(a) is type(b), f'{prefix}{type(a)} and {type(b)}'
  if isinstance(a, dict):
    assert list(a) == list(b), f'{prefix}{list(a)} and {list(b)}'
    for key, value in a.items():
      assert_equals(value, b[key], prefix)
  elif isinstance(a, tuple):
    for x, y in zip(a, b, strict=True):
      assert_equals(x, y, prefix)
  elif isinstance(a, np.ndarray):
    np.testing.assert_array_equal(a, b)
  else:
    assert a == b, f'{prefix}{a!r} and {b!r}'
