"""Gymnasium's MuJoCo tasks, version 5, as vector environments: all worlds in one call.

  import gymnasium, sinew.envs
  envs = gymnasium.make_vec('Sinew/Ant-v5', num_envs=4096)     or, without the import, 'sinew.envs:Sinew/Ant-v5'
  observations, infos = envs.reset(seed=0)
  observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())
  env = gymnasium.make('Sinew/Ant-v5')                          one world, for programs that take one

make_vec(..., vectorization_mode='sync') and 'async' make their vectors of such single ones.

Observations, rewards, terminations and infos are Gymnasium's: the same seed and the same actions give the numbers
that gymnasium.make_vec('Ant-v5', vectorization_mode='sync') gives on MuJoCo, until contacts make motions chaotic.
Tasks take Gymnasium's arguments (forward_reward_weight, healthy_z_range, xml_file, ...). Models are those of the
gymnasium package. Worlds are rows of `envs.batch`, a sinew.Batch.
"""
from __future__ import annotations

import importlib.util
import os
from typing import Any, Callable, Sequence

import numpy as np

try:
  import gymnasium
  from gymnasium import spaces
  from gymnasium.vector import AutoresetMode
  from gymnasium.vector.utils import batch_space
except ImportError as error:
  raise ImportError('sinew.envs needs gymnasium 1.1 or later: pip install gymnasium') from error

from sinew import _core
from sinew._core import Batch, MjModel
from sinew.rendering import find_camera

__all__ = ['Env', 'VectorEnv', 'TASKS']
TASKS: dict[str, tuple] = _core._env_tasks()
MODES = ('rgb_array', 'depth_array')
# a Python number times a float32 is a float32 from numpy 2 on
_WEAK = isinstance(0.5 * np.float32(1), np.float32)


def model_path(file: str) -> str:
  """The file of a model: as it is if it is a path, else one of the gymnasium package."""
  if os.path.dirname(file) or os.path.exists(file):
    return os.path.expanduser(file)
  places = importlib.util.find_spec('gymnasium').submodule_search_locations
  return os.path.join(places[0], 'envs', 'mujoco', 'assets', file)


# ---- states to begin with, by the generator of a world, in Gymnasium's order


def _uniform(rng, m, scale):
  qpos = rng.uniform(low=-scale, high=scale, size=m.nq)
  return qpos, rng.uniform(low=-scale, high=scale, size=m.nv)


def _normal(rng, m, scale):
  qpos = rng.uniform(low=-scale, high=scale, size=m.nq)
  return qpos, scale * rng.standard_normal(m.nv)


def _reacher(rng, m, _):
  """A goal within reach."""
  qpos = rng.uniform(low=-0.1, high=0.1, size=m.nq)
  while True:
    goal = rng.uniform(low=-0.2, high=0.2, size=2)
    if np.linalg.norm(goal) < 0.2:
      break
  qvel = rng.uniform(low=-0.005, high=0.005, size=m.nv)
  qpos[-2:] = goal - m.qpos0[-2:]
  qvel[-2:] = 0
  return qpos, qvel


def _pusher(rng, m, _):
  """An object that is not at the goal."""
  while True:
    cylinder = np.concatenate([rng.uniform(low=-0.3, high=0, size=1), rng.uniform(low=-0.2, high=0.2, size=1)])
    if np.linalg.norm(cylinder) > 0.17:
      break
  qpos = np.zeros(m.nq)
  qpos[-4:-2] = cylinder - m.qpos0[-4:-2]
  qpos[-2:] = -m.qpos0[-2:]
  qvel = rng.uniform(low=-0.005, high=0.005, size=m.nv)
  qvel[-4:] = 0
  return qpos, qvel


_STARTS: dict[str, Callable] = {'Ant': _normal, 'HalfCheetah': _normal, 'InvertedDoublePendulum': _normal,
                                'Reacher': _reacher, 'Pusher': _pusher}


def _where(mask, values):
  """Values of the worlds of the mask, zero in others."""
  out = np.zeros_like(values)
  out[mask] = values[mask]
  return out


class VectorEnv(gymnasium.vector.VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
  """A task of Gymnasium in many worlds, computed in C; Gymnasium's interface.

  task: 'Ant', 'HalfCheetah', ... (TASKS)
  num_envs: worlds
  max_episode_steps: steps until truncation; None: as in Gymnasium; 0: no limit
  autoreset_mode: of gymnasium.vector.AutoresetMode
  xml_file, frame_skip, reset_noise_scale: as in Gymnasium
  nthread, nlane: of the Batch
  dtype: of observations, float64 as in Gymnasium or float32
  copy: False gives the same arrays at every step, which saves their allocation
  render_mode: 'rgb_array' or 'depth_array', for render()
  width, height, camera_id, camera_name: of pictures; the default is the camera 'track', or else the free one
  options: Gymnasium's arguments of the task
  """
  single_observation_space: spaces.Box
  single_action_space: spaces.Box

  def __init__(self, task: str, num_envs: int = 1, max_episode_steps: int | None = None,
               autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP, xml_file: str | None = None,
               frame_skip: int | None = None, reset_noise_scale: float | None = None, nthread: int = 0, nlane: int = 0,
               dtype: Any = np.float64, copy: bool = True, render_mode: str | None = None, width: int = 480,
               height: int = 480, camera_id: int | None = None, camera_name: str | None = None, **options: Any):
    if task not in TASKS:
      raise ValueError(f'there is no task {task!r}; there are {", ".join(TASKS)}')
    if render_mode not in (None, *MODES):
      raise ValueError(f'render_mode should be one of {", ".join(MODES)}, or None, not {render_mode!r}')
    file, skip, limit, noise, known, self._info_names, self._nplace = TASKS[task]
    self.task = task
    self.num_envs = num_envs
    self.autoreset_mode = AutoresetMode(autoreset_mode)
    self.frame_skip = skip if frame_skip is None else frame_skip
    self.model = MjModel.from_xml_path(model_path(xml_file or file))
    self.batch = Batch(self.model, num_envs, nthread, nlane)
    self._limit = limit if max_episode_steps is None else max_episode_steps
    self._options = self._read(options, known)
    self._env = self._make_task()
    if reset_noise_scale is not None and not noise:
      raise TypeError(f'{task} has no reset_noise_scale')
    self._scale = noise if reset_noise_scale is None else reset_noise_scale
    self._draw = _STARTS.get(task, _uniform)
    self._copy = copy
    self.render_mode = render_mode
    self._size = height, width
    self._camera = self._find_camera(camera_id, camera_name)
    self._make_spaces(np.dtype(dtype))
    self._make_arrays(np.dtype(dtype))

  def _make_task(self):
    return _core._Env(self.batch, self.task, self.frame_skip, self._limit, _WEAK, self._options)

  def _read(self, options, known):
    """Arguments of the task, as C has them."""
    if isinstance(options.get('main_body'), str):
      options = dict(options, main_body=self.model.body(options['main_body']).id)
    names = dict(known)
    wrong = [name for name in options if name not in names]
    if wrong:
      raise TypeError(f'{self.task} has no argument {wrong[0]!r}; it has {", ".join(names) or "none"}')
    return options

  def _make_spaces(self, dtype):
    if dtype not in (np.float64, np.float32):
      raise ValueError('dtype should be float64 or float32')
    bounds = self.model.actuator_ctrlrange.astype(np.float32)
    self.single_action_space = spaces.Box(low=bounds[:, 0], high=bounds[:, 1], dtype=np.float32)
    self.single_observation_space = spaces.Box(low=-np.inf, high=np.inf, shape=(self._env.nobs,), dtype=dtype.type)
    self.action_space = batch_space(self.single_action_space, self.num_envs)
    self.observation_space = batch_space(self.single_observation_space, self.num_envs)
    self.metadata = {'render_modes': list(MODES), 'render_fps': int(np.round(1 / self.dt)), 'autoreset_mode': self.autoreset_mode}

  def _make_arrays(self, dtype):
    n, m = self.num_envs, self.model
    self._obs = np.zeros((n, self._env.nobs), dtype)
    self._reward = np.zeros(n)
    self._terminated, self._truncated = np.zeros(n, bool), np.zeros(n, bool)
    self._info = np.zeros((n, len(self._info_names)))
    self._all = np.ones(n, bool)
    self._ended = np.zeros(n, bool)  # worlds that are reset by the next step
    self._qpos, self._qvel = np.zeros((n, m.nq)), np.zeros((n, m.nv))
    self._rng: list[Any] = [None] * n
    self._tendons = self._find_tendons()

  def _find_tendons(self):
    """Arrays of those of humanoids, which Gymnasium tells."""
    if not self.model.ntendon or not self.task.startswith('Humanoid'):
      return {}
    return {'tendon_length': self.batch.array('ten_length'), 'tendon_velocity': self.batch.array('ten_velocity')}

  # ---- copies and pickle

  def __getstate__(self) -> dict[str, Any]:
    state = {name: value for name, value in self.__dict__.items() if name not in ('_env', '_tendons')}
    return dict(state, elapsed=self._env.elapsed.copy())

  def __setstate__(self, state: dict[str, Any]) -> None:
    elapsed = state.pop('elapsed')
    self.__dict__.update(state)
    self._env, self._tendons = self._make_task(), self._find_tendons()
    self._env.elapsed[...] = elapsed

  @property
  def dt(self) -> float:
    """Seconds of a step."""
    return self.model.opt.timestep * self.frame_skip

  # ---- resets

  def _begin(self, mask):
    """New states, observations and infos of the worlds of the mask."""
    start = self.model.qpos0
    for i in np.flatnonzero(mask):
      if self._rng[i] is None:
        self._rng[i] = np.random.Generator(np.random.PCG64())
      qpos, self._qvel[i] = self._draw(self._rng[i], self.model, self._scale)
      self._qpos[i] = start + qpos
    self._env.reset(self._qpos, self._qvel, mask, self._obs, self._info)

  def _seed(self, seed, mask):
    if seed is None:
      return
    if isinstance(seed, (int, np.integer)):
      seed = [int(seed) + i for i in range(self.num_envs)]
    if len(seed) != self.num_envs:
      raise ValueError(f'a seed for each of the {self.num_envs} environments is expected, not {len(seed)}')
    for i in np.flatnonzero(mask):
      if seed[i] is not None:
        if seed[i] < 0:
          raise gymnasium.error.Error(f'Seed must be greater or equal to zero, actual value: {seed[i]}')
        self._rng[i] = np.random.Generator(np.random.PCG64(np.random.SeedSequence(int(seed[i]))))

  def reset(self, *, seed: int | Sequence[int | None] | None = None,
            options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
    """Begins episodes; world i has the generator of seed + i. options={'reset_mask': mask}: of some worlds only."""
    mask = self._all
    if options and 'reset_mask' in options:
      mask = np.asarray(options['reset_mask'])
      if mask.shape != (self.num_envs,) or mask.dtype != bool or not mask.any():
        raise ValueError(f"options['reset_mask'] should be {self.num_envs} bools, one of them True at least")
      mask = np.ascontiguousarray(mask)
    self._fresh()
    self._seed(seed, mask)
    self._begin(mask)
    self._ended[mask] = False
    return self._obs, self._tell({}, np.zeros(self.num_envs, bool), mask)

  # ---- steps

  def _fresh(self):
    """New arrays for results, so that those that were given out stay; what they tell goes along."""
    if self._copy:
      self._obs, self._info = self._obs.copy(), self._info.copy()
      self._reward = np.zeros(self.num_envs)
      self._terminated, self._truncated = np.zeros(self.num_envs, bool), np.zeros(self.num_envs, bool)

  def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
    """One action in each world; those that have ended are reset as autoreset_mode says."""
    actions = np.asarray(actions)
    if actions.dtype != np.float32:
      actions = actions.astype(np.float64, casting='same_kind', copy=False)
    actions = np.ascontiguousarray(actions)
    ended = self._ended
    if self.autoreset_mode == AutoresetMode.DISABLED and ended.any():
      raise AssertionError('environments have ended and must be reset: reset(options={"reset_mask": mask})')
    self._fresh()
    over = ended if self.autoreset_mode == AutoresetMode.NEXT_STEP and ended.any() else None
    stepped = self._all if over is None else ~over
    self._env.step(actions, stepped, self._obs, self._reward, self._terminated, self._truncated, self._info)
    infos: dict[str, Any] = {}
    reset = np.zeros(self.num_envs, bool)
    if over is not None:
      self._reward[over], self._terminated[over], self._truncated[over] = 0, False, False
      self._begin(over)
      reset = over
    self._ended = self._terminated | self._truncated
    if self.autoreset_mode == AutoresetMode.SAME_STEP and self._ended.any():
      reset = self._ended
      infos = self._tell_final(reset)
      self._begin(reset)
      self._ended = np.zeros(self.num_envs, bool)
    return self._obs, self._reward, self._terminated, self._truncated, self._tell(infos, ~reset, reset)

  # ---- infos: for each name an array, and under _name which worlds have it

  def _tell(self, infos, stepped, reset):
    told = stepped | reset
    columns = [(name, self._info[:, k], told if k < self._nplace else stepped) for k, name in enumerate(self._info_names)]
    columns += [(name, rows.copy(), told) for name, rows in self._tendons.items()]
    for name, values, mask in columns:
      if mask.any():
        infos[name], infos['_' + name] = values if mask.all() else _where(mask, values), mask
    return infos

  def _tell_final(self, ended):
    """Last observations and infos of the worlds that are reset in the same step."""
    final = np.full(self.num_envs, None, dtype=object)
    for i in np.flatnonzero(ended):
      final[i] = self._obs[i].copy()
    last = {name: value.copy() for name, value in self._tell({}, ended, ended).items()}
    return {'final_obs': final, '_final_obs': ended.copy(), 'final_info': last, '_final_info': ended.copy()}

  # ---- pictures

  def _find_camera(self, number, name):
    """That which is asked for, or the one that follows the body, or the free one."""
    if number is not None and name is not None:
      raise ValueError('camera_id or camera_name, not both')
    if number is None and name is None:
      number = _core.mj_name2id(self.model, _core.mjtObj.mjOBJ_CAMERA, 'track')
    return find_camera(self.model, name if number is None else number)

  def render(self) -> tuple[np.ndarray, ...] | None:
    """A picture of each world, in colours or metres as render_mode says; None without one."""
    if self.render_mode is None:
      return None
    return tuple(self.batch.render(None, self._camera, *self._size, depth=self.render_mode == 'depth_array'))

  # ---- states

  def set_state(self, qpos: np.ndarray, qvel: np.ndarray) -> np.ndarray:
    """Goes on from these states, (num_envs, nq) and (num_envs, nv), as episodes that have just begun; observations."""
    self._qpos[...], self._qvel[...] = qpos, qvel
    self._fresh()
    self._env.reset(self._qpos, self._qvel, self._all, self._obs, self._info)
    self._ended = np.zeros(self.num_envs, bool)
    return self._obs

  @property
  def np_random(self) -> tuple[Any, ...]:
    """The generators of the worlds."""
    return tuple(self._rng)

  def close_extras(self, **kwargs: Any) -> None:
    """Nothing is open."""

  def __repr__(self) -> str:
    return f'VectorEnv({self.task}, num_envs={self.num_envs})'


class _World:
  """One world of a batch, with the names of MjData: `data.qpos`, `data.time`."""

  def __init__(self, batch, world):
    self.__dict__.update(_batch=batch, _world=world)

  def __getattr__(self, name):
    if name.startswith('_'):
      raise AttributeError(name)
    try:
      rows = self._batch.array(name)
    except _core.FatalError as error:
      raise AttributeError(str(error), name=name, obj=self) from None
    return rows[self._world]

  def __setattr__(self, name, value):
    getattr(self, name)
    self._batch.array(name)[self._world] = value

  def __getstate__(self):
    return self.__dict__

  def __setstate__(self, state):
    self.__dict__.update(state)

  def __repr__(self):
    return f'<world {self._world} of {self._batch!r}>'


class Env(gymnasium.Env[np.ndarray, np.ndarray]):
  """A task of Gymnasium in one world, for gymnasium.make: observations and infos as VectorEnv has them.

  task, and options as of VectorEnv. `data` has arrays of the world by their names in MjData. Episodes have no limit here:
  gymnasium.make adds that of the task.
  """
  metadata: dict[str, Any] = {'render_modes': list(MODES)}

  def __init__(self, task: str, render_mode: str | None = None, nthread: int = 1, nlane: int = 1, **options: Any) -> None:
    if 'num_envs' in options:
      raise TypeError('one environment has no num_envs: gymnasium.make_vec makes many')
    self._vector = VectorEnv(task, 1, max_episode_steps=0, autoreset_mode=AutoresetMode.DISABLED, render_mode=render_mode,
                             nthread=nthread, nlane=nlane, **options)
    self.task, self.model, self.batch = task, self._vector.model, self._vector.batch
    self.frame_skip, self.render_mode = self._vector.frame_skip, render_mode
    self.data = _World(self.batch, 0)
    self.action_space, self.observation_space = self._vector.single_action_space, self._vector.single_observation_space
    self.metadata = {name: value for name, value in self._vector.metadata.items() if name != 'autoreset_mode'}

  @property
  def dt(self) -> float:
    """Seconds of a step."""
    return self._vector.dt

  @staticmethod
  def _tell(infos):
    return {name: values[0] for name, values in infos.items() if not name.startswith('_')}

  def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[np.ndarray, dict[str, Any]]:
    """Begins an episode, by the generator np_random; a seed makes a new one."""
    super().reset(seed=seed, options=options)
    self._vector._rng[0] = self.np_random
    observations, infos = self._vector.reset()
    return observations[0], self._tell(infos)

  def step(self, action: np.ndarray) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
    """One action."""
    action = np.asarray(action)
    if action.shape != self.action_space.shape:
      raise ValueError(f'an action should be of shape {self.action_space.shape}, not {action.shape}')
    observations, rewards, terminations, _, infos = self._vector.step(action[None])
    self._vector._ended[:] = False  # Gymnasium lets programs go on
    return observations[0], float(rewards[0]), bool(terminations[0]), False, self._tell(infos)

  def render(self) -> np.ndarray | None:
    """A picture, in colours or metres as render_mode says; None without one."""
    pictures = self._vector.render()
    return None if pictures is None else pictures[0]

  def set_state(self, qpos: np.ndarray, qvel: np.ndarray) -> np.ndarray:
    """Goes on from this state, as an episode that has just begun; the observation."""
    return self._vector.set_state(np.reshape(qpos, (1, -1)), np.reshape(qvel, (1, -1)))[0]

  def state_vector(self) -> np.ndarray:
    """qpos and qvel in one array."""
    return np.concatenate([self.batch.qpos[0], self.batch.qvel[0]])

  def close(self) -> None:
    """Nothing is open."""

  def __repr__(self) -> str:
    return f'Env({self.task})'


def _register():
  """Sinew/Ant-v5 and its kin, for gymnasium.make and make_vec; names that are there already stay."""
  for task, (_, _, limit, *_) in TASKS.items():
    name = f'Sinew/{task}-v5'
    if name not in gymnasium.registry:
      same = gymnasium.registry.get(f'{task}-v5')
      gymnasium.register(id=name, entry_point='sinew.envs:Env', vector_entry_point='sinew.envs:VectorEnv', kwargs={'task': task},
                         max_episode_steps=limit, reward_threshold=same.reward_threshold if same else None)


_register()
