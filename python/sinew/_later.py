"""Names of the API that are still to come: asking for one is an error that says so.

The classes of drawing are there all the same, so that programs can be imported which derive from them
or name them in annotations; making an object of one is an error.
"""
import re

DRAWING = 'drawing is to come'
CLASSES = ('MjrContext', 'MjrRect')
REASONS = (
    (r'mjr_\w+|Mjr[A-Z]\w*|mj_print\w*Scene|GLContext|Renderer', DRAWING),
    (r'mj_load\w*Plugin\w*|mjtPlugin\w*|PLUGIN\w*', 'plugins are to come'),
    (r'mj_flex|mj_rayFlex', 'flexible bodies are to come'),
)


def message(name, reason):
  return f'sinew has no {name} yet: {reason}'


def make_class(name):
  """A class that can be derived from and not be made."""

  def refuse(cls, *_, **__):
    raise NotImplementedError(message(name, DRAWING))

  return type(name, (), {'__new__': refuse, '__doc__': message(name, DRAWING), '__module__': 'sinew'})


made = {name: make_class(name) for name in CLASSES}


def find(name):
  """What there is in place of a name, or AttributeError."""
  if name in made:
    return made[name]
  for pattern, reason in REASONS:
    if re.fullmatch(pattern, name):
      raise AttributeError(message(name, reason))
  raise AttributeError(f"module 'sinew' has no attribute '{name}'")
