"""Parts of Batch that are written in Python: derivatives of a step of every world."""
import os

import numpy as np

from sinew import _core
from sinew.derivatives import MODES, Transition, _number


def _transition(self, mode='analytic', *, sensors=False, out=None):
  """Derivatives of a step of every world at its state: A (nworld, nx, nx), B (nworld, nx, nu), and C, D with sensors=True.

  As sinew.transition of each world; out: (A, B) or (A, B, C, D) to be written. The result's mode tells what
  was done in the worst case.
  """
  m = self.model
  if out is None:
    nx, nu, ny = 2 * m.nv + m.na, m.nu, m.nsensordata
    shapes = [(nx, nx), (nx, nu), (ny, nx), (ny, nu)]
    out = [np.zeros((len(self),) + shape) for shape in shapes[:4 if sensors else 2]]
  if len(out) not in (2, 4) or (sensors and len(out) != 4):
    raise ValueError('out should be (A, B, C, D)' if sensors else 'out should be (A, B) or (A, B, C, D)')
  used = self._transition(_number(mode), *out, *[None] * (4 - len(out)))
  return Transition(out, MODES[used])


_transition.__name__ = 'transition'
_core.Batch.transition = _transition
if hasattr(os, 'register_at_fork'):
  os.register_at_fork(after_in_child=_core._batch_forked)
