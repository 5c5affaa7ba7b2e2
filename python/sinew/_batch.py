"""Parts of Batch that are written in Python: derivatives of a step of every world, and their pictures."""
import os

import numpy as np

from sinew import _core
from sinew import rendering
from sinew._buffers import writable
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
  used = self._transition(_number(mode), *map(writable, out), *[None] * (4 - len(out)))
  return Transition(out, MODES[used])


def _render(self, worlds=None, camera=-1, height=240, width=320, *, depth=False, segmentation=False, scene_option=None,
            out=None):
  """Pictures of worlds, each as it is after forward: (n, height, width, 3) uint8, rows from the upper one down.

  worlds: numbers of the worlds; None: all
  camera, scene_option: as of Renderer.update_scene
  depth: metres from the camera instead, (n, height, width) float32
  segmentation: id and mjtObj of what is seen instead, (n, height, width, 2) int32
  out: an array or tensor of that shape to be filled and returned
  """
  if depth and segmentation:
    raise ValueError('depth or segmentation, not both')
  worlds = np.arange(len(self)) if worlds is None else np.atleast_1d(worlds)
  if worlds.ndim != 1 or (worlds.size and worlds.dtype.kind not in 'iu'):
    raise TypeError('worlds should be a list of numbers of worlds')
  if worlds.size and not (0 <= worlds.min() and worlds.max() < len(self)):
    raise ValueError(f'worlds should be from 0 to {len(self) - 1}')
  if height < 1 or width < 1:
    raise ValueError(f'pictures of {width} x {height} pixels')
  look = rendering.DEPTH if depth else rendering.SEGMENTATION if segmentation else rendering.COLOURS
  pixels = rendering.output((worlds.size, height, width), look, out)
  view = rendering.find_camera(self.model, camera)
  self._render(worlds.astype(np.intc), view, scene_option, height, width, *rendering.arrays(look, pixels))
  return rendering.result(pixels, out)


# states and inputs: what a batch always has an array of
_INPUTS = [name for name, member in vars(_core.Batch).items()
           if type(member).__name__ == 'getset_descriptor' and name not in ('model', 'warnings', 'nworld', 'nlane', 'obstacle')]


def _sleeps(model):
  """May trees sleep? Which do is in the data of each world, not in arrays."""
  return bool(model.opt.enableflags & _core.mjtEnableBit.mjENBL_SLEEP)


def _remake(model, nworld, nthread, nlane, arrays, parameters, warnings, worlds=()):
  """The batch that _reduce has taken apart; results are as they were, also before the next step."""
  batch = _core.Batch(model, nworld, nthread, nlane)
  for make, values in ((batch.parameter, parameters), (batch.array, arrays)):
    for name, rows in values.items():
      make(name)[...] = rows
  for i, data in enumerate(worlds):
    batch.set_world(i, data)
  batch._set_warnings(warnings)
  return batch


def _reduce(self):
  """For pickle and copies: the model, states, inputs, results and parameters, and counts of warnings."""
  model, nthread, nlane, arrays, parameters = self._parts()
  arrays = {name: self.array(name) for name in (*_INPUTS, *arrays)}
  return _remake, (model, len(self), nthread, nlane, {name: rows.copy() for name, rows in arrays.items()},
                   {name: rows.copy() for name, rows in parameters.items()}, self.warnings.copy(),
                   [self.get_world(i, _core.MjData(model)) for i in range(len(self))] if _sleeps(model) else [])


_core.Batch.__reduce__ = _reduce
_transition.__name__ = 'transition'
_render.__name__ = 'render'
_core.Batch.render = _render
_core.Batch.transition = _transition
if hasattr(os, 'register_at_fork'):
  os.register_at_fork(after_in_child=_core._batch_forked)
