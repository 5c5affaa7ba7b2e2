"""Elements of an MjSpec in the model that it was compiled to, and in its data: m.bind(geom).size,
d.bind(joints).qpos. One element gives the view that m.geom(...) gives; of several the numbers are one
list, in the order of the elements."""
from sinew import _core


class _Bound:
  """Views of several elements; an attribute is a list of the numbers of all."""
  __slots__ = ('_views',)

  def __init__(self, views):
    object.__setattr__(self, '_views', views)

  def __getattr__(self, name):
    if name.startswith('__'):
      raise AttributeError(name)
    return [number for view in self._views for number in getattr(view, name)]

  def __setattr__(self, name, values):
    values = list(values)
    arrays = [getattr(view, name) for view in self._views]
    if len(values) != sum(a.size for a in arrays):
      raise ValueError(f'{name}: {sum(a.size for a in arrays)} numbers are expected, not {len(values)}')
    for array in arrays:
      array.flat = values[:array.size]
      del values[:array.size]

  def __len__(self):
    return len(self._views)


class _MjBindModel(_Bound):
  """Several elements in a model."""


class _MjBindData(_Bound):
  """Several elements in a data."""


def _bind_model(self, specs):
  """The view of an element of the MjSpec that the model was compiled from, or of a list of them."""
  return _MjBindModel([self._bind(s) for s in specs]) if isinstance(specs, (list, tuple)) else self._bind(specs)


def _bind_data(self, specs):
  """The view of an element of the MjSpec that the model was compiled from, or of a list of them."""
  return _MjBindData([self._bind(s) for s in specs]) if isinstance(specs, (list, tuple)) else self._bind(specs)


_core.MjModel.bind = _bind_model
_core.MjData.bind = _bind_data
