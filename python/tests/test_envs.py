"""Vector environments: Gymnasium's tasks with Gymnasium's numbers, resets and infos."""
import copy
import pickle
import warnings

import numpy as np
import pytest

gymnasium = pytest.importorskip('gymnasium', reason='gymnasium is not installed')
pytest.importorskip('gymnasium.vector', reason='this gymnasium has no vector environments')
envs = pytest.importorskip('sinew.envs')
import sinew  # noqa: E402  pylint: disable=wrong-import-position

WORLDS = 3
STEPS = 1000
TOLERANCE = 1e-9
AT_LEAST = 50
NUDGE = 1e-14
TASKS = sorted(envs.TASKS)


def make(task, n=WORLDS, **options):
  return gymnasium.make_vec(f'Sinew/{task}-v5', num_envs=n, **options)


def reference(task, n=WORLDS, **options):
  """Gymnasium's own environments, on MuJoCo."""
  pytest.importorskip('mujoco', reason='mujoco is not installed')
  pytest.importorskip('imageio', reason='imageio, which Gymnasium draws with, is not installed')
  with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    vector = {'vector_kwargs': options.pop('vector_kwargs')} if 'vector_kwargs' in options else {}
    return gymnasium.make_vec(f'{task}-v5', num_envs=n, vectorization_mode='sync', **vector, **options)


def far(a, b):
  """Largest difference of two results, relative to numbers above one."""
  a, b = np.asarray(a, float), np.asarray(b, float)
  assert a.shape == b.shape
  return float((np.abs(a - b) / np.maximum(1, np.abs(a))).max()) if a.size else 0.0


def nudge(vector):
  """Changes velocities by next to nothing."""
  for env in vector.envs:
    state = env.unwrapped.data
    env.unwrapped.set_state(state.qpos.copy(), state.qvel + NUDGE)


def agreeing(left, right, actions):
  """Steps after which all results agree."""
  for k, u in enumerate(actions):
    a, b = left.step(u), right.step(u)
    if max(far(x, y) for x, y in zip(a[:4], b[:4])) > TOLERANCE:
      return k
    compare_infos(a[4], b[4])
  return len(actions)


def compare_infos(a, b):
  assert sorted(a) == sorted(b)
  for name in a:
    if isinstance(a[name], dict):
      compare_infos(a[name], b[name])
    elif a[name].dtype == object:
      assert [x is None for x in a[name]] == [x is None for x in b[name]]
      assert all(far(x, y) < 1e-6 for x, y in zip(a[name], b[name]) if x is not None)
    else:
      assert far(a[name], b[name]) < 1e-6, name  # velocities are differences over a short time


def actions_of(vector, steps, seed=1):
  vector.action_space.seed(seed)
  return [vector.action_space.sample() for _ in range(steps)]


@pytest.mark.parametrize('task', TASKS)
def test_as_gymnasium(task):
  """1000 steps with resets; motions with contacts part earlier, and so does the reference from itself."""
  theirs, ours = reference(task), make(task)
  for name in ('single_observation_space', 'single_action_space', 'observation_space', 'action_space'):
    assert getattr(theirs, name) == getattr(ours, name)
  a, b = theirs.reset(seed=5), ours.reset(seed=5)
  assert far(a[0], b[0]) < 1e-15
  compare_infos(a[1], b[1])
  actions = actions_of(theirs, STEPS)
  steps = agreeing(theirs, ours, actions)
  print(f'{task}: {steps} of {STEPS} steps agree to {TOLERANCE}')
  if steps < AT_LEAST:
    alone, nudged = reference(task), reference(task)
    alone.reset(seed=5), nudged.reset(seed=5)
    nudge(nudged)
    chaotic = agreeing(alone, nudged, actions)
    print(f'{task}: the reference agrees with itself for {chaotic}')
    assert steps >= chaotic // 2


@pytest.mark.parametrize('task', ['Hopper', 'InvertedPendulum', 'Reacher'])
def test_same_step_resets(task):
  mode = gymnasium.vector.AutoresetMode.SAME_STEP
  theirs, ours = reference(task, vector_kwargs={'autoreset_mode': mode}), make(task, autoreset_mode='SameStep')
  theirs.reset(seed=3), ours.reset(seed=3)
  assert agreeing(theirs, ours, actions_of(theirs, 120)) == 120
  assert ours.metadata['autoreset_mode'] == mode


def test_resets_by_the_program():
  ours = make('Hopper', 4, autoreset_mode='Disabled')
  ours.reset(seed=0)
  actions = actions_of(ours, 200)
  for u in actions:
    obs, _, terminated, truncated, _ = ours.step(u)
    ended = terminated | truncated
    if ended.any():
      with pytest.raises(AssertionError):
        ours.step(u)
      again, infos = ours.reset(options={'reset_mask': ended})
      assert np.array_equal(again[~ended], obs[~ended]) and (again[ended] != obs[ended]).any()
      assert np.array_equal(infos['_x_position'], ended)
      return
  pytest.fail('no episode has ended')


def test_arguments_of_tasks():
  for task, options in [('Ant', {'include_cfrc_ext_in_observation': False, 'healthy_z_range': (0.3, 0.9),
                                 'ctrl_cost_weight': 0.3, 'main_body': 'torso', 'reset_noise_scale': 0.02}),
                        ('Ant', {'contact_cost_weight': 0, 'include_cfrc_ext_in_observation': False}),
                        ('Humanoid', {'include_cinert_in_observation': False, 'include_cfrc_ext_in_observation': False,
                                      'contact_cost_weight': 0.0, 'exclude_current_positions_from_observation': False,
                                      'frame_skip': 3}),
                        ('Hopper', {'terminate_when_unhealthy': False, 'healthy_angle_range': (-0.1, 0.1)}),
                        ('Pusher', {'reward_near_weight': 2.0}),
                        ('Walker2d', {'forward_reward_weight': 2, 'max_episode_steps': 7})]:
    theirs, ours = reference(task, **options), make(task, **options)
    a, b = theirs.reset(seed=2), ours.reset(seed=2)
    assert far(a[0], b[0]) < 1e-15
    assert agreeing(theirs, ours, actions_of(theirs, 12)) == 12, task


def test_double_actions():
  theirs, ours = reference('HalfCheetah'), make('HalfCheetah')
  theirs.reset(seed=0), ours.reset(seed=0)
  assert agreeing(theirs, ours, [u.astype(np.float64) for u in actions_of(theirs, 10)]) == 10


# ---- without the reference


def test_many_worlds_are_single_ones():
  """A world does not depend on the others, nor on threads."""
  many, few = make('Hopper', 64, nthread=3), make('Hopper', 2, nthread=1)
  many.reset(seed=7)
  few.reset(seed=[7 + 10, 7 + 50])
  for u in actions_of(many, 150):
    a, b = many.step(u), few.step(u[[10, 50]])
    for x, y in zip(a[:4], b[:4]):
      assert np.array_equal(x[[10, 50]], y)


def test_arrays_given_out_stay():
  ours = make('HalfCheetah', 4)
  first, infos = ours.reset(seed=0)
  u = actions_of(ours, 2)
  before = first.copy(), infos['x_position'].copy()
  second = ours.step(u[0])
  kept = [x.copy() for x in second[:4]]
  ours.step(u[1])
  assert np.array_equal(first, before[0]) and np.array_equal(infos['x_position'], before[1])
  assert all(np.array_equal(x, y) for x, y in zip(second[:4], kept))
  shared = make('HalfCheetah', 4, copy=False)
  obs, _ = shared.reset(seed=0)
  assert shared.step(u[0])[0] is obs and np.array_equal(obs, second[0])


def test_floats():
  ours, half = make('Ant', 4), make('Ant', 4, dtype=np.float32)
  a, b = ours.reset(seed=0)[0], half.reset(seed=0)[0]
  assert b.dtype == np.float32 and np.array_equal(a.astype(np.float32), b) and half.observation_space.dtype == np.float32
  u = actions_of(ours, 1)[0]
  assert np.array_equal(ours.step(u)[0].astype(np.float32), half.step(u)[0])


def test_set_state():
  ours, again = make('Walker2d', 3), make('Walker2d', 3)
  ours.reset(seed=0)
  again.reset(seed=9)
  obs = again.set_state(ours.batch.qpos, ours.batch.qvel)
  u = actions_of(ours, 1)[0]
  assert obs.shape == (3, 17) and np.array_equal(ours.step(u)[0], again.step(u)[0])


def test_seeds():
  ours = make('Reacher', 3)
  a = ours.reset(seed=4)[0]
  b = ours.reset()[0]
  assert not np.array_equal(a, b)
  assert np.array_equal(ours.reset(seed=[4, 5, 6])[0], a) and np.array_equal(ours.reset()[0], b)
  assert np.array_equal(ours.reset(seed=[None, 5, None])[0][1], a[1])
  for seed, kind in (([1, 2], ValueError), (-1, gymnasium.error.Error), ('x', (TypeError, ValueError))):
    with pytest.raises(kind):
      ours.reset(seed=seed)


def test_worlds_of_other_masses():
  """The batch of the environment takes parameters: each world may have its own body."""
  ours = make('HalfCheetah', 3)
  mass = ours.batch.parameter('body_mass')
  mass[1] *= 1.5
  ours.reset(seed=[0, 0, 0])
  for u in actions_of(ours, 20):
    obs = ours.step(np.tile(u[0], (3, 1)))[0]
  assert np.array_equal(obs[0], obs[2]) and not np.allclose(obs[0], obs[1])


def test_wrong_arguments():
  for task, options in [('Ant', {'nothing': 1}), ('Ant', {'healthy_z_range': 3}), ('Ant', {'healthy_reward': 'x'}),
                        ('Ant', {'render_mode': 'human'}), ('Ant', {'dtype': int}), ('Ant', {'frame_skip': 0}),
                        ('Ant', {'main_body': 99}), ('Ant', {'xml_file': '/no/such.xml'}), ('Reacher', {'reset_noise_scale': 1}),
                        ('Ant', {'autoreset_mode': 'x'}), ('Ant', {'xml_file': 'inverted_pendulum.xml'}),
                        ('Pusher', {'xml_file': 'ant.xml'}), ('InvertedDoublePendulum', {'xml_file': 'hopper.xml'})]:
    with pytest.raises((TypeError, ValueError, KeyError, sinew.FatalError)):
      make(task, 2, **options)
  with pytest.raises(ValueError):
    envs.VectorEnv('Nothing', 2)
  ours = make('Ant', 3)
  ours.reset(seed=0)
  for bad in (np.zeros((3, 7)), np.zeros((2, 8)), np.zeros(8), 'x', np.zeros((3, 8), complex), None):
    with pytest.raises((TypeError, ValueError)), warnings.catch_warnings():
      warnings.simplefilter('error')
      ours.step(bad)
  for mask in (np.ones(2, bool), np.zeros(3, bool), np.ones(3)):
    with pytest.raises(ValueError):
      ours.reset(options={'reset_mask': mask})
  ours.step(np.zeros((3, 8)))
  with pytest.raises(TypeError):
    ours._env.step(1, 2, 3)
  with pytest.raises((TypeError, ValueError)):
    ours._env.reset(*[np.zeros(3)] * 5)
  with pytest.raises(TypeError):
    sinew._core._Env(1, 2)


def test_actions_that_are_no_numbers():
  ours = make('Hopper', 3)
  ours.reset(seed=0)
  u = np.zeros((3, 3), np.float32)
  u[1] = np.nan
  obs, reward, _, _, _ = ours.step(u)
  assert np.isfinite(obs).all() and np.isfinite(reward[[0, 2]]).all()


def test_registry():
  assert len(TASKS) == 11
  for task in TASKS:
    spec = gymnasium.spec(f'Sinew/{task}-v5')
    assert spec.vector_entry_point == 'sinew.envs:VectorEnv'
  ours = make('Swimmer', 2)
  assert ours.spec.id == 'Sinew/Swimmer-v5' and 'Swimmer' in repr(ours) and ours.unwrapped is ours
  again = gymnasium.make_vec(copy.deepcopy(ours.spec))
  assert again.num_envs == 2
  ours.close()


def test_wrappers():
  """Wrappers of Gymnasium take it for one of theirs."""
  wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(make('InvertedPendulum', 4))
  wrapped.reset(seed=0)
  for u in actions_of(wrapped, 200):
    infos = wrapped.step(u)[4]
    if 'episode' in infos:
      assert infos['episode']['l'].max() > 1
      return
  pytest.fail('no episode has ended')


def test_pictures():
  """Each world as it is drawn by itself, and another one after some steps."""
  for task in ('Ant', 'Reacher'):  # with a camera 'track', and without
    for mode, shape, dtype in (('rgb_array', (48, 64, 3), np.uint8), ('depth_array', (48, 64), np.float32)):
      vector = make(task, 2, render_mode=mode, width=64, height=48)
      assert vector.render_mode == mode and mode in vector.metadata['render_modes']
      vector.reset(seed=1)
      frames = vector.render()
      assert len(frames) == 2 and all(f.shape == shape and f.dtype == dtype for f in frames)
      assert not np.array_equal(*frames)
      data = sinew.MjData(vector.unwrapped.model)
      data.qpos[:] = vector.unwrapped.batch.qpos[1]
      sinew.mj_forward(vector.unwrapped.model, data)
      with sinew.Renderer(vector.unwrapped.model, 48, 64) as renderer:
        renderer.update_scene(data, 'track' if task == 'Ant' else -1)
        if mode == 'depth_array':
          renderer.enable_depth_rendering()
        assert np.array_equal(renderer.render(), frames[1])
      for _ in range(5):
        vector.step(vector.action_space.sample())
      assert not np.array_equal(vector.render()[0], frames[0])
      vector.close()
  assert make('Ant').render() is None
  for wrong in ({'camera_id': 9}, {'camera_name': 'no'}, {'camera_id': 0, 'camera_name': 'track'}):
    with pytest.raises(ValueError):
      envs.VectorEnv('Ant', render_mode='rgb_array', **wrong)


# ---- one world, other vectors, copies


def single(task, **options):
  return gymnasium.make(f'Sinew/{task}-v5', **options)


@pytest.mark.parametrize('task', TASKS)
def test_one_world(task):
  """gymnasium.make gives what a vector of one has; the limit of an episode is that of the task."""
  env, vector = single(task), make(task, 1)
  assert env.spec.max_episode_steps == envs.TASKS[task][2]
  assert env.observation_space == vector.single_observation_space and env.action_space == vector.single_action_space
  (x, told), (rows, infos) = env.reset(seed=5), vector.reset(seed=5)
  assert np.array_equal(x, rows[0]) and sorted(told) == sorted(name for name in infos if name[0] != '_')
  env.action_space.seed(0)
  for _ in range(5):
    u = env.action_space.sample()
    (x, reward, end, cut, told), (rows, rewards, ends, _, infos) = env.step(u), vector.step(u[None])
    assert np.array_equal(x, rows[0]) and reward == rewards[0] and end == ends[0] and not cut
    assert all(np.array_equal(value, infos[name][0]) for name, value in told.items())
    if end:
      break


@pytest.mark.parametrize('task', ['Ant', 'Humanoid', 'Reacher'])
def test_one_world_as_gymnasium(task):
  pytest.importorskip('mujoco', reason='mujoco is not installed')
  pytest.importorskip('imageio', reason='imageio, which Gymnasium draws with, is not installed')
  ours, theirs = single(task), gymnasium.make(f'{task}-v5')
  assert ours.spec.reward_threshold == theirs.spec.reward_threshold
  (x, told), (y, also) = ours.reset(seed=1), theirs.reset(seed=1)
  assert far(x, y) < TOLERANCE and sorted(told) == sorted(also)
  ours.action_space.seed(2)
  for _ in range(10):
    u = ours.action_space.sample()
    a, b = ours.step(u), theirs.step(u)
    assert far(a[0], b[0]) < TOLERANCE and far(a[1], b[1]) < TOLERANCE and a[2:4] == b[2:4] and sorted(a[4]) == sorted(b[4])
  assert type(a[1]) is float and type(a[2]) is bool


def test_one_world_is_an_environment():
  from gymnasium.utils.env_checker import check_env
  env = single('Hopper')
  with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    check_env(env.unwrapped)
  env.reset(seed=0)
  world = env.unwrapped.data
  assert np.array_equal(env.unwrapped.state_vector(), np.concatenate([world.qpos, world.qvel]))
  world.qpos = world.qpos + 1
  assert np.shares_memory(world.qpos, env.unwrapped.batch.qpos)
  with pytest.raises(AttributeError, match='did you mean'):
    world.qposs  # pylint: disable=pointless-statement
  env.unwrapped.set_state(np.zeros(6), np.zeros(6))
  assert not world.qpos.any()
  with pytest.raises(ValueError, match='shape'):
    env.unwrapped.step(np.zeros(7))
  with pytest.raises(TypeError, match='make_vec'):
    single('Hopper', num_envs=2)
  drawn = single('Hopper', render_mode='rgb_array', width=32, height=24)
  drawn.reset()
  assert drawn.render().shape == (24, 32, 3)
  limited = single('Hopper', max_episode_steps=2)
  limited.reset(seed=0)
  assert [limited.step(np.zeros(3))[3] for _ in range(2)] == [False, True]


@pytest.mark.parametrize('mode', ['sync', 'async'])
def test_other_vectors(mode):
  """Vectors of single environments, also in processes of their own, have the numbers of ours."""
  theirs, ours = gymnasium.make_vec('Sinew/Hopper-v5', num_envs=2, vectorization_mode=mode), make('Hopper', 2)
  try:
    assert np.array_equal(theirs.reset(seed=3)[0], ours.reset(seed=3)[0])
    ours.action_space.seed(1)
    for _ in range(60):
      u = ours.action_space.sample()
      a, b = theirs.step(u), ours.step(u)
      assert all(np.array_equal(x, y) for x, y in zip(a[:4], b[:4]))
  finally:
    theirs.close()


def test_processes_that_are_spawned():
  theirs = gymnasium.make_vec('Sinew/Hopper-v5', num_envs=1, vectorization_mode='async', vector_kwargs={'context': 'spawn'})
  try:
    assert np.array_equal(theirs.reset(seed=3)[0], make('Hopper', 1).reset(seed=3)[0])
  finally:
    theirs.close()


COPIES = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


@pytest.mark.parametrize('copied', COPIES)
@pytest.mark.parametrize('task', ['Ant', 'Humanoid', 'HalfCheetah'])
def test_copies(copied, task):
  """A copy goes on as the environment does: states, generators, ends of episodes."""
  ours = make(task, 4, max_episode_steps=25)
  ours.reset(seed=1)
  ours.action_space.seed(0)
  actions = [ours.action_space.sample() for _ in range(60)]
  for u in actions[:20]:
    ours.step(u)
  other = copied(ours)
  ends = 0
  for u in actions[20:]:
    a, b = ours.step(u), other.step(u)
    assert all(np.array_equal(x, y) for x, y in zip(a[:4], b[:4]))
    compare_infos(a[4], b[4])
    ends += int((a[2] | a[3]).sum())
  assert ends


@pytest.mark.parametrize('copied', COPIES)
def test_copies_of_one(copied):
  env = single('Ant')
  env.reset(seed=1)
  for _ in range(5):
    env.step(env.action_space.sample())
  other = copied(env.unwrapped)
  u = env.action_space.sample()
  a, b = env.step(u), other.step(u)
  assert np.array_equal(a[0], b[0]) and a[1] == b[1]
  assert np.array_equal(env.unwrapped.reset()[0], other.reset()[0])
  assert other.data.qpos.base is not env.unwrapped.data.qpos.base
