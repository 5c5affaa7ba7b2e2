"""Derivatives of a step, as matrices for control, estimation and identification.

  A, B = sinew.transition(m, d)                        x' = A x + B u near the state of d
  A, B, C, D = sinew.transition(m, d, sensors=True)    and y = C x + D u
  P = sinew.parameter_derivatives(m, d, [('body_mass', 'pole')]).P

The state x is (dq, qvel, act): nx = 2 nv + na numbers, dq a change of position as mj_differentiatePos
gives it; u is ctrl, y is sensordata. All matrices have a row for each output and a column for each
input. The data stays at its state: a simulation goes on as if nothing had been asked. The mathematics,
and what is exact, are in docs/derivatives.md.
"""
from __future__ import annotations

from typing import Any, Iterable, Literal, NamedTuple, Sequence, Union

import numpy as np

from sinew import _core
from sinew._core import MjData, MjModel

MODES = ('analytic', 'hybrid', 'fd')  # in the order of sn_DiffMode
Mode = Union[Literal['analytic', 'hybrid', 'fd'], int]
Parameter = Union[str, Sequence[Any]]


class Transition(tuple[np.ndarray, ...]):
  """A (nx, nx), B (nx, nu), and C (ny, nx), D (ny, nu) if sensors were asked for.

  A tuple of two or four arrays that also have names; mode tells how they were found.
  """
  mode: str

  def __new__(cls, matrices: Iterable[Any], mode: str = 'analytic') -> Transition:
    self = super().__new__(cls, matrices)
    self.mode = mode
    return self

  @property
  def A(self) -> np.ndarray:  # pylint: disable=invalid-name
    """Next state by state."""
    return self[0]

  @property
  def B(self) -> np.ndarray:  # pylint: disable=invalid-name
    """Next state by controls."""
    return self[1]

  @property
  def C(self) -> np.ndarray | None:  # pylint: disable=invalid-name
    """Sensors by state; None if they were not asked for."""
    return self[2] if len(self) > 2 else None

  @property
  def D(self) -> np.ndarray | None:  # pylint: disable=invalid-name
    """Sensors by controls; None if they were not asked for."""
    return self[3] if len(self) > 2 else None

  def __repr__(self) -> str:
    parts = [f'{name}={matrix!r}' for name, matrix in zip('ABCD', self)]
    return f'Transition({", ".join(parts)}, mode={self.mode!r})'


class TransitionCheck(NamedTuple):
  """The entry of the largest error, of all matrices of a transition (sn_DiffReport)."""
  mode: str  # that was checked
  matrix: str  # 'A', 'B', 'C' or 'D'; '': no entry could be compared
  row: int
  col: int
  what: str  # the same in words: "qvel of joint 'hip' by ctrl 'motor'"
  value: float  # in the mode
  difference: float  # by differences of steps
  error: float  # relative, with a floor for entries that are small in their column
  eps: float  # of the differences
  ratio: float  # change of the difference from eps to eps/10, as a part of the error
  converged: bool  # it does not change: the error is not that of the differences
  ncolumn: int  # columns of all matrices
  nchanged: int  # of these not compared: contacts, limits or zones change within the steps

  def __str__(self) -> str:
    left_out = f'; {self.nchanged} of {self.ncolumn} columns are not smooth' if self.nchanged else ''
    if not self.matrix:
      return f'no entry could be compared{left_out}'
    return (f'{self.matrix}[{self.row}, {self.col}], {self.what}: {self.mode} {self.value:.6g}, '
            f'differences {self.difference:.6g}, error {self.error:.1e}{left_out}')


class InverseDerivatives(NamedTuple):
  """Derivatives of inverse dynamics: forces F, sensors S, entries M of the inertia matrix by q, v and a.

  The transposes of what mjd_inverseFD gives under the names DfDq, ..., DmDq.
  """
  Fq: np.ndarray  # (nv, nv)
  Fv: np.ndarray
  Fa: np.ndarray
  Sq: np.ndarray | None  # (ny, nv), None if they were not asked for
  Sv: np.ndarray | None
  Sa: np.ndarray | None
  Mq: np.ndarray | None  # (nC, nv)
  mode: str


class ParameterDerivatives(NamedTuple):
  """P (nx, n): the next state by n numbers of the model."""
  P: np.ndarray
  columns: tuple[tuple[str, int], ...]  # column k is m.<name>.flat[index], (name, index) = columns[k]
  mode: str


def transition(model: MjModel, data: MjData, mode: Mode = 'analytic', *, sensors: bool = False,
               out: Sequence[np.ndarray | None] | None = None) -> Transition:
  """Derivatives of mj_step at the state of data: A, B, and C, D with sensors=True.

  mode: 'analytic' (formulas, the cost of a few steps), 'hybrid' (centred differences for positions)
    or 'fd' (centred differences for all); what formulas do not cover is taken from differences. The
    result's mode tells what was done.
  out: (A, B) or (A, B, C, D) to be written, float64 and contiguous, or an earlier result: nothing is
    allocated then. None in place of a matrix leaves it out.
  """
  number = _number(mode)
  _check(model, data)
  if out is None:
    nx, nu, ny = 2 * model.nv + model.na, model.nu, model.nsensordata
    shapes = [(nx, nx), (nx, nu), (ny, nx), (ny, nu)]
    out = [np.zeros(shape) for shape in shapes[:4 if sensors else 2]]
  if len(out) not in (2, 4) or (sensors and len(out) != 4):
    raise ValueError('out should be (A, B, C, D)' if sensors else 'out should be (A, B) or (A, B, C, D)')
  used = _core.sn_transition(model, data, number, *out, *[None] * (4 - len(out)))
  return Transition(out, MODES[used])


def transition_check(model: MjModel, data: MjData, mode: Mode = 'analytic') -> TransitionCheck:
  """Compares a mode of transition with differences of steps: the worst entry, in numbers and in words.

  Both with the solver converged to rounding. It takes some 4 to 16 steps for each column.
  """
  report = _core.sn_transitionCheck(model, data, _number(mode))
  report['mode'] = MODES[report['mode']]
  return TransitionCheck(**report)


def inverse_derivatives(model: MjModel, data: MjData, mode: Mode = 'analytic', *, actuation: bool = False,
                        sensors: bool = False, mass: bool = False,
                        out: InverseDerivatives | None = None) -> InverseDerivatives:
  """Derivatives of mj_inverse at qpos, qvel and qacc of data.

  actuation: forces are qfrc_inverse less those of actuators
  sensors: Sq, Sv, Sa too
  mass: Mq too, of the nC entries of M that d.M has
  out: an earlier result, whose arrays are written again
  """
  number = _number(mode)
  _check(model, data)
  if out is None:
    rows = [model.nv] * 3 + [model.nsensordata if sensors else None] * 3 + [model.nC if mass else None]
    matrices = [None if n is None else np.zeros((model.nv, n)) for n in rows]
  elif isinstance(out, InverseDerivatives):
    matrices = [None if matrix is None else matrix.T for matrix in out[:7]]
  else:
    raise TypeError(f'out should be an earlier result, not {type(out).__name__}')
  used = _core.sn_inverseDerivatives(model, data, number, actuation, *matrices)
  results: list[Any] = [None if matrix is None else matrix.T for matrix in matrices]
  return InverseDerivatives._make([*results, MODES[used]])


def parameter_derivatives(model: MjModel, data: MjData, parameters: Iterable[Parameter], *,
                          out: np.ndarray | None = None) -> ParameterDerivatives:
  """Derivatives of the next state by numbers of the model, for identification and design.

  A parameter is the name of an array of the model, which stands for all of its numbers, or a tuple of
  the name and an index as numpy has it; the first part of the index may be the name of an object:
    'dof_damping'                 all dampers
    ('body_mass', 'pole')         one mass
    ('geom_friction', 'foot', 0)  sliding friction of a geom
  Joints are names of their dofs. The number is changed as if a program wrote it: what mj_setConst
  derives from it stays, but for dof_M0 and body_subtreemass.
  out: P (nx, n) to be written
  """
  _check(model, data)
  columns = tuple(column for parameter in parameters for column in _columns(model, parameter))
  if out is None:
    out = np.zeros((2 * model.nv + model.na, len(columns)))
  used = _core.sn_parameterDerivatives(model, data, columns, out)
  return ParameterDerivatives(out, columns, MODES[used])


# ---- arguments


def _number(mode: Mode) -> int:
  """Of a mode; the library knows what to say to numbers that are none."""
  if not isinstance(mode, str):
    return int(mode)
  if mode not in MODES:
    raise ValueError(f'mode should be one of {", ".join(MODES)}, not {mode!r}')
  return MODES.index(mode)


def _check(model: MjModel, data: MjData) -> None:
  for value, kind in ((model, MjModel), (data, MjData)):
    if not isinstance(value, kind):
      raise TypeError(f'expected an {kind.__name__}, not {type(value).__name__}')


# first word of an array: what its rows belong to, and how many there are
_ROWS = {
    'body': ('body', 'nbody'), 'jnt': ('joint', 'njnt'), 'geom': ('geom', 'ngeom'), 'site': ('site', 'nsite'),
    'cam': ('camera', 'ncam'), 'light': ('light', 'nlight'), 'mesh': ('mesh', 'nmesh'), 'mat': ('material', 'nmat'),
    'hfield': ('hfield', 'nhfield'), 'pair': ('pair', 'npair'), 'eq': ('equality', 'neq'),
    'tendon': ('tendon', 'ntendon'), 'actuator': ('actuator', 'nactuator'), 'sensor': ('sensor', 'nsensor'),
    'key': ('key', 'nkey'),
}
# numbers of a joint by its type, mjtJoint: in qpos and among dofs
_QPOS, _DOFS = (7, 4, 1, 1), (6, 3, 1, 1)


def _id(model: MjModel, kind: str, name: str) -> int:
  found = _core.mj_name2id(model, _core.mju_str2Type(kind), name)
  if found < 0:
    raise KeyError(f'the model has no {kind} named {name!r}')
  return found


def _rows(model: MjModel, array: str, count: int, name: str) -> int | slice:
  """The rows of an array that belong to the object of a name."""
  word = array.partition('_')[0]
  if word in ('dof', 'qpos', 'qpos0'):
    joint = _id(model, 'joint', name)
    first = (model.jnt_dofadr if word == 'dof' else model.jnt_qposadr)[joint]
    return slice(first, first + (_DOFS if word == 'dof' else _QPOS)[model.jnt_type[joint]])
  kind, size = _ROWS.get(word, ('', ''))
  if not kind or getattr(model, size) != count:
    raise KeyError(f'rows of {array} have no names: give an index')
  return _id(model, kind, name)


def _columns(model: MjModel, parameter: Parameter) -> list[tuple[str, int]]:
  """(array, place of the number in it) of all numbers of a parameter."""
  parts: list[Any] = [parameter] if isinstance(parameter, str) else list(parameter)
  name, index = (parts or [None])[0], parts[1:]
  array = getattr(model, name, None) if isinstance(name, str) else None
  if not isinstance(array, np.ndarray) or array.dtype != np.float64:
    raise ValueError(f'the model has no array of numbers {name!r}')
  places = np.arange(array.size).reshape(array.shape)
  if index and isinstance(index[0], str):
    index[0] = _rows(model, name, len(array), index[0])
  return [(name, int(place)) for place in np.ravel(places[tuple(index)])]
