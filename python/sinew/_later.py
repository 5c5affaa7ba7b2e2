"""Names of the API that are still to come: asking for one is an error that says so."""
import re

REASONS = (
    (r'mj_print\w*Scene', 'printing of scenes is to come'),
    (r'mj_flex|mj_rayFlex', 'flexible bodies are to come'),
)


def message(name, reason):
  return f'sinew has no {name} yet: {reason}'


def find(name):
  """AttributeError for a name."""
  for pattern, reason in REASONS:
    if re.fullmatch(pattern, name):
      raise AttributeError(message(name, reason))
  raise AttributeError(f"module 'sinew' has no attribute '{name}'")
