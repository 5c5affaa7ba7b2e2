"""Many trajectories at once: rollout(model, data, states, controls) -> states, sensors.

Trajectories are open loop: each starts from a state and has its controls given for all steps. With
several data the trajectories are shared out over as many threads, which step at the same time: all
steps of a chunk are made without the lock of the interpreter.

Inputs are tiled: initial states (nbatch or 1, nstate), controls (nbatch or 1, nstep or 1, ncontrol).
A trajectory ends at its first warning (numbers that are not finite, memory that is short): what is
left of its outputs repeats the step of the warning.
"""
from __future__ import annotations

import atexit
import concurrent.futures
from typing import Any, Sequence, Union

import numpy as np
from numpy.typing import ArrayLike, NDArray

import sinew
from sinew import _core
from sinew._core import MjData, MjModel

Models = Union[MjModel, Sequence[MjModel]]
Datas = Union[MjData, Sequence[MjData]]
Numbers = NDArray[np.float64]

_STATE = int(sinew.mjtState.mjSTATE_FULLPHYSICS)
_CTRL = int(sinew.mjtState.mjSTATE_CTRL)
_USER = int(sinew.mjtState.mjSTATE_USER)


class Rollout:
  """Rollouts on threads that are kept between calls; nthread=0 runs them on the thread that calls."""

  def __init__(self, *, nthread: int | None = None) -> None:
    self.nthread = max(nthread or 0, 0)
    self._pool = concurrent.futures.ThreadPoolExecutor(self.nthread) if self.nthread else None
    self._closed = False

  def __enter__(self) -> Rollout:
    return self

  def __exit__(self, *exception: Any) -> None:
    self.close()

  def close(self) -> None:
    """Ends the threads; the object is of no use after that."""
    self._closed = True
    if self._pool:
      self._pool.shutdown()

  def rollout(self, model: Models, data: Datas, initial_state: ArrayLike, control: ArrayLike | None = None, *,
              control_spec: int | sinew.mjtState = _CTRL, skip_checks: bool = False, nstep: int | None = None,
              initial_warmstart: ArrayLike | None = None, state: Numbers | None = None, sensordata: Numbers | None = None,
              chunk_size: int | None = None) -> tuple[Numbers, Numbers]:
    """States (nbatch, nstep, nstate) and sensor data (nbatch, nstep, nsensordata) after each step.

    model: MjModel, or nbatch of them of the same sizes
    data: MjData, or one for each thread
    initial_state: mjSTATE_FULLPHYSICS of each trajectory
    control: of each step, what control_spec (bits of mjSTATE_USER) says; without it the data keeps
      its own. Inputs that are not of the control are as after mj_resetData.
    initial_warmstart: qacc_warmstart of the first step, else 0
    state, sensordata: arrays for the results
    skip_checks: nothing is tiled or inferred: initial_state says how many trajectories there are, the other arrays
      have as many numbers as these take with nstep steps, and there may be more models than are needed
    chunk_size: trajectories that a thread takes at a time
    """
    if self._closed:
      raise RuntimeError('rollout requested after thread pool shutdown')
    batch = _Batch(model, data, initial_state, control, int(control_spec), nstep, initial_warmstart, state, sensordata,
                   skip_checks)
    self._check_threads(batch.data)
    batch.run(self._pool, chunk_size)
    return batch.results()

  def _check_threads(self, data):
    if not self.nthread and len(data) > 1:
      raise ValueError('More than one data instance passed but rollout is configured to run on main thread')
    if self.nthread and len(data) != self.nthread:
      raise ValueError(f'Length of data: {len(data)} not equal to nthread: {self.nthread}')


class _Batch:
  """The trajectories of one call."""

  def __init__(self, model, data, initial_state, control, spec, nstep, warmstart, state, sensordata, skip_checks):
    self.model = tuple(_as_list(model, sinew.MjModel, 'model'))
    self.data = _as_list(data, sinew.MjData, 'data')
    self.spec = spec
    self.stop = np.zeros(1, dtype=np.int32)
    if spec & ~_USER or spec < 0:
      raise ValueError('control_spec can only contain bits in mjSTATE_USER')
    m = self.model[0]
    self.given = state, sensordata
    if skip_checks:
      initial_state, control, warmstart, state, sensordata = self._shaped(
          m, nstep, initial_state, control, warmstart, state, sensordata)
    inputs = {'initial_state': _full(initial_state, 2, 'initial_state'), 'control': _full(control, 3, 'control'),
              'initial_warmstart': _full(warmstart, 2, 'initial_warmstart')}
    outputs = {'state': _full(state, 3, 'state'), 'sensordata': _full(sensordata, 3, 'sensordata')}
    if inputs['initial_state'] is None:
      raise ValueError('initial_state must be a numpy array or float')
    if not skip_checks:
      self._check_sizes(m, {**inputs, **outputs})
    self.nbatch = _infer(0, len(self.model) if len(self.model) > 1 else 1, inputs, outputs, self.model)
    self.nstep = _infer_steps(nstep, inputs, outputs)
    self.initial = _tiled(inputs['initial_state'], (self.nbatch,))
    self.warmstart = _tiled(inputs['initial_warmstart'], (self.nbatch,))
    self.control = _tiled(inputs['control'], (self.nbatch, self.nstep))
    self.state = _output(state, outputs['state'], (self.nbatch, self.nstep, sinew.mj_stateSize(m, _STATE)), 'state')
    self.sensordata = _output(sensordata, outputs['sensordata'], (self.nbatch, self.nstep, m.nsensordata), 'sensordata')

  def _shaped(self, m, nstep, initial, *others):
    """Arrays as they are, in shapes that their numbers say; models beyond the trajectories are left out."""
    initial = np.asarray(initial)
    nbatch = len(initial) if initial.ndim > 1 else 1
    self.model = self.model[:max(nbatch, 1)]
    if nstep is None:
      nstep = next((np.asarray(x).shape[1] for x in others if x is not None and np.ndim(x) == 3), 1)
    nstate = sinew.mj_stateSize(m, _STATE)
    shapes = [(nbatch, nstep, sinew.mj_stateSize(m, self.spec)), (nbatch, m.nv), (nbatch, nstep, nstate),
              (nbatch, nstep, m.nsensordata)]
    names = ['control', 'initial_warmstart', 'state', 'sensordata']
    return [_reshaped(initial, (nbatch, nstate), 'initial_state')] + [
        _reshaped(x, shape, name) for x, shape, name in zip(others, shapes, names)]

  def _check_sizes(self, m, arrays):
    if any(other.signature != m.signature for other in self.model):
      raise ValueError('models are not compatible')
    sizes = {'initial_state': sinew.mj_stateSize(m, _STATE), 'control': sinew.mj_stateSize(m, self.spec),
             'initial_warmstart': m.nv, 'state': sinew.mj_stateSize(m, _STATE), 'sensordata': m.nsensordata}
    for name, array in arrays.items():
      if array is not None and array.shape[-1] != sizes[name]:
        raise ValueError(f'trailing dimension of {name} must be {sizes[name]}, got {array.shape[-1]}')

  def run(self, pool, chunk_size):
    """All trajectories, on the threads of the pool if there is one."""
    if pool is None:
      self._run_some(self.data[0], range(self.nbatch))
      return
    chunk = max(1, chunk_size or self.nbatch // (10 * len(self.data)))
    chunks = iter([range(i, min(i + chunk, self.nbatch)) for i in range(0, self.nbatch, chunk)])
    jobs = [pool.submit(self._run_chunks, d, chunks) for d in _distinct(self.data)]
    try:
      for job in jobs:
        job.result()
    except BaseException:  # an error of one thread, or an interrupt of this one
      self.stop[0] = 1
      concurrent.futures.wait(jobs)
      raise

  def _run_chunks(self, d, chunks):
    for chunk in chunks:
      self._run_some(d, chunk)

  def _run_some(self, d, trajectories):
    _core._rollout(self.model, d, trajectories.start, trajectories.stop, self.spec, self.initial, self.warmstart,
                   self.control, self.state, self.sensordata, self.stop)

  def results(self):
    """Arrays that were given are filled; others are new."""
    return tuple(_give(made, given) for made, given in zip((self.state, self.sensordata), self.given))


def _reshaped(array, shape, name):
  """The numbers of an array in a shape; a view where its memory allows that."""
  if array is None:
    return None
  array = np.asarray(array)
  if array.size != np.prod(shape):
    raise ValueError(f'{name}.size should be {np.prod(shape)}, got {array.size}')
  return array.reshape(shape)


def _as_list(value, kind, name):
  if isinstance(value, kind):
    return [value]
  values = list(value)
  if not values:
    raise ValueError(f'The list of {name} instances is empty')
  for one in values:
    if not isinstance(one, kind):
      raise TypeError(f'{name} should be {kind.__name__} or a sequence of them, not {type(one).__name__}')
  return values


def _distinct(data):
  """Each data once: two threads cannot share one."""
  return list({id(d): d for d in data}.values())


def _full(array, ndim, name):
  """An array of numbers with leading dimensions of 1 added."""
  if array is None:
    return None
  array = np.asarray(array)
  if array.dtype.kind not in 'fiub':
    raise ValueError(f'{name} must be a numpy array or float')
  if array.ndim > ndim:
    raise ValueError(f'{name} can have at most {ndim} dimensions')
  array = np.ascontiguousarray(array, dtype=np.float64)
  return array.reshape((1,) * (ndim - array.ndim) + array.shape) if array.ndim < ndim else array


def _infer(axis, size, inputs, outputs, model):
  """Number of trajectories, by all that tell one."""
  for name, array in {**inputs, **outputs}.items():
    if array is None or array.shape[axis] in (1, size):
      continue
    if size != 1:
      raise ValueError(f'nbatch inferred as {array.shape[axis]} but model is length {size}' if len(model) > 1 else
                       f'dimension {axis} inferred as {size} but {name} has {array.shape[axis]}')
    size = array.shape[axis]
  return size


def _infer_steps(nstep, inputs, outputs):
  """Number of steps: as given, or by the arrays."""
  if nstep is not None and (isinstance(nstep, bool) or not hasattr(nstep, '__index__')):
    raise ValueError('nstep must be an integer')
  size = int(nstep) if nstep else 1
  if size < 0:
    raise ValueError('negative dimensions are not allowed')
  for name, array in {'control': inputs['control'], **outputs}.items():
    if array is None or array.shape[1] in (1, size):
      continue
    if size != 1 or nstep:
      raise ValueError(f'dimension 1 inferred as {size} but {name} has {array.shape[1]}')
    size = array.shape[1]
  return size


def _tiled(array, shape):
  """The array, repeated to the leading sizes of the shape."""
  return None if array is None else np.broadcast_to(array, shape + array.shape[len(shape):])


def _output(given, array, shape, name):
  """The array for a result: the one that is given if its memory will do, else a new one."""
  if given is None:
    return np.zeros(shape)
  if array.shape != shape:
    axis = 0 if array.shape[0] != shape[0] else 1
    raise ValueError(f'dimension {axis} inferred as {shape[axis]} but {name} has {array.shape[axis]}')
  usable = isinstance(given, np.ndarray) and given.dtype == np.float64 and given.flags.c_contiguous and \
      given.flags.writeable
  return given.reshape(shape) if usable else np.zeros(shape)


def _give(made, given):
  if not isinstance(given, np.ndarray):
    return made
  if given.shape != made.shape:
    return made
  if not np.shares_memory(made, given) and given.flags.writeable:
    given[...] = made
  return given


persistent_rollout: Rollout | None = None


def shutdown_persistent_pool() -> None:
  """Ends the threads that rollout(..., persistent_pool=True) has left."""
  global persistent_rollout  # pylint: disable=global-statement
  if persistent_rollout is not None:
    persistent_rollout.close()
  persistent_rollout = None


atexit.register(shutdown_persistent_pool)


def _kept(nthread):
  """The pool that is kept, of that number of threads."""
  global persistent_rollout  # pylint: disable=global-statement
  if persistent_rollout is None or persistent_rollout.nthread != nthread:
    shutdown_persistent_pool()
    persistent_rollout = Rollout(nthread=nthread)
  return persistent_rollout


def rollout(model: Models, data: Datas, initial_state: ArrayLike, control: ArrayLike | None = None, *,
            control_spec: int | sinew.mjtState = _CTRL, skip_checks: bool = False, nstep: int | None = None,
            initial_warmstart: ArrayLike | None = None, state: Numbers | None = None, sensordata: Numbers | None = None,
            chunk_size: int | None = None, persistent_pool: bool = False) -> tuple[Numbers, Numbers]:
  """Rollout.rollout on threads of its own: one for each data; persistent_pool keeps them."""
  data = _as_list(data, sinew.MjData, 'data')
  nthread = len(data) if len(data) > 1 else 0
  options: dict[str, Any] = {'control_spec': control_spec, 'skip_checks': skip_checks, 'nstep': nstep,
             'initial_warmstart': initial_warmstart, 'state': state, 'sensordata': sensordata,
             'chunk_size': chunk_size}
  if persistent_pool:
    return _kept(nthread).rollout(model, data, initial_state, control, **options)
  with Rollout(nthread=nthread) as pool:
    return pool.rollout(model, data, initial_state, control, **options)
