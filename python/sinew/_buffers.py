"""Memory of other packages as numpy arrays, so that results are written into tensors without a copy."""
from __future__ import annotations

from typing import Any

import numpy as np


def _view(out: Any) -> np.ndarray:
  if hasattr(type(out), '__dlpack__') and not hasattr(type(out), '__array__'):
    return np.from_dlpack(out)
  return np.asarray(out)


def writable(out: Any) -> np.ndarray:
  """An array that shares the memory of out: a tensor of torch on the CPU, a memoryview, any object with __dlpack__, __array__,
  __array_interface__ or a buffer. TypeError if numpy would copy it."""
  if isinstance(out, np.ndarray):
    return out
  kind = f'{type(out).__module__}.{type(out).__qualname__}'
  try:
    view, again = _view(out), _view(out)
  except Exception as error:
    raise TypeError(f'out is a {kind}, which numpy cannot view: {error}') from error
  # two copies that live at once are at two places
  if view.dtype == object or (view.size and view.ctypes.data != again.ctypes.data):
    raise TypeError(f'out is a {kind}, whose memory numpy does not share; an array, or a tensor on the CPU, is expected')
  return view
