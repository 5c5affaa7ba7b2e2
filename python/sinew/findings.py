"""What is odd in a model, before it hurts.

  for finding in sinew.check('robot.xml'):
    print(finding)
"""
from __future__ import annotations

import dataclasses
import os

from sinew import _core
from sinew._core import MjModel, MjSpec

SEVERITIES = ('note', 'warning', 'error')  # in the order of sn_Severity


@dataclasses.dataclass(frozen=True)
class Finding:
  """Something odd, and what to do about it."""
  severity: str  # 'note': may be meant; 'warning': will hurt; 'error': the model cannot be loaded
  rule: str  # that found it: 'stiff-spring'; 'loader' for what loading says
  file: str | None  # where it is written, None if that is not known
  line: int  # in that file, 0 if it is not known
  element: str  # what it is about: "<joint name='hip'>", or "joint 'hip'"; '': the model
  objtype: int  # the same as mjtObj and id; 0 and -1: the model
  objid: int
  message: str  # what is odd, with numbers
  remedy: str  # what to do; '' if the message says it

  def __str__(self) -> str:
    place = f'{self.file}:{self.line}: ' if self.file else ''
    element = f'{self.element}: ' if self.element else ''
    remedy = f'\n  what to do: {self.remedy}' if self.remedy else ''
    return f'{place}{self.severity}: {element}{self.message} [{self.rule}]{remedy}'


def check(model: MjModel | MjSpec | str | os.PathLike[str], *, nstep: int = 200) -> list[Finding]:
  """What is odd in a model, or in a model file (.xml, .urdf, .zip, .snb): the findings of `sinew check`.

  A file or an MjSpec tells more than a model: places of elements, assets that nothing uses, warnings of the loader,
  and, if it cannot be loaded, all errors.
  nstep: steps of a trial without control, 0: none
  """
  if isinstance(model, MjModel):
    found = _core.sn_checkModel(model, nstep)
  elif isinstance(model, MjSpec):
    found = _core.sn_checkModel(model.compile(), nstep, model)
  elif isinstance(model, (str, os.PathLike)):
    found = _core.sn_checkFile(model, nstep)
  else:
    raise TypeError(f'model should be an MjModel, an MjSpec or the path of a file, not {type(model).__name__}')
  return [Finding(SEVERITIES[severity], *rest) for severity, *rest in found]
