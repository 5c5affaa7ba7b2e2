"""The programs of python/examples run, and do what they say."""
import importlib.util
import os
import pathlib
import subprocess
import sys

import numpy as np
import pytest

import sinew

EXAMPLES = pathlib.Path(__file__).resolve().parents[1] / 'examples'


def load(name):
  """The module of an example, under a name of its own."""
  spec = importlib.util.spec_from_file_location('example_' + name, EXAMPLES / f'{name}.py')
  module = importlib.util.module_from_spec(spec)
  spec.loader.exec_module(module)
  return module


def test_all_are_tested():
  tested = {name[5:] for name in globals() if name.startswith('test_')}
  assert {path.stem for path in EXAMPLES.glob('*.py')} <= tested


def test_load_and_step():
  record = load('load_and_step').main()
  energy = [row[1] for row in record]
  assert len(record) == 11 and record[0][2][0] == 2.0944 and abs(record[-1][0] - 10) < 1e-9
  assert all(0 < a - b < 0.3 for a, b in zip(energy, energy[1:]))  # damping takes some


def test_as_a_script():
  out = subprocess.run([sys.executable, EXAMPLES / 'load_and_step.py'], capture_output=True, text=True, check=True)
  assert out.stdout.startswith('2 bodies, 1 degrees of freedom') and not out.stderr


def test_film(tmp_path):
  path = tmp_path / 'film.y4m'
  assert load('film').main(path, seconds=.5, rate=10, height=24, width=32) == 5
  head, _, frames = path.read_bytes().partition(b'\n')
  assert head == b'YUV4MPEG2 W32 H24 F10:1 Ip A1:1 C444' and len(frames) == 5 * (6 + 3 * 24 * 32)


def test_named_access():
  m, d, path = load('named_access').main()
  assert m.geom_rgba[m.geom('block').id].tolist() == [1, 0, 0, 1] and m.body_mass[m.body('block').id] == 0.2
  assert np.linalg.norm(path[-1] - d.body('block').xpos) < 0.06 < np.linalg.norm(path[0] - path[-1])


def test_lqr(tmp_path):
  pytest.importorskip('matplotlib')
  picture = tmp_path / 'lqr.svg'
  record, d = load('lqr').main(picture)
  assert np.abs(d.qpos).max() < 1e-4 and np.abs(d.qvel).max() < 1e-4  # upright, in the middle, at rest
  assert abs(record[0, 2]) == 0.2 and record[:, 3].max() == 20  # it had to push as hard as it can
  assert '<svg' in picture.read_text()


def test_lqr_without_picture():
  assert np.abs(load('lqr').main()[1].qpos).max() < 1e-4


def test_ilqr():
  x, u, cost, height = load('ilqr').main()
  assert cost < 0.2 and height > 1.42 and np.abs(u).max() <= 1 and abs(x[-1, 0] - np.pi) < 0.1


def test_plot_sensors(tmp_path):
  picture = tmp_path / 'sensors.png'
  times, values, drawn = load('plot_sensors').main(str(picture))
  assert len(times) == 750 and values['wrist_force'].shape == (750, 3) and values['joint2_pos'].shape == (750, 1)
  assert abs(values['joint2_pos'][-1, 0] - 0.7) < 0.01
  assert picture.exists() == drawn


def test_plot_without_matplotlib(tmp_path, monkeypatch, capsys):
  monkeypatch.setitem(sys.modules, 'matplotlib', None)
  assert not load('plot_sensors').main(str(tmp_path / 'none.svg'))[2]
  assert 'pip install matplotlib' in capsys.readouterr().out


def test_rollout():
  """The same result on any number of threads."""
  example = load('rollout')
  example.ROUNDS = 6
  best, plan = example.main(2)
  assert best > 0.85 and plan.shape == (300, 1)
  example.ROUNDS = 2
  assert example.main(1)[0] == example.main(3)[0]


def silent(*_):
  """Says nothing."""


def test_ars():
  """A few rounds, small: it has begun to run."""
  example = load('ars')
  matrix, normal, record = example.search(example.Runner, 25, directions=16, best=4, steps=100, say=silent)
  assert matrix.shape == (6, 17) and normal.count > 25 * 32 * 100 - 1
  assert np.mean(record[-3:]) > record[0] + 20


@pytest.mark.skipif('SINEW_LONG' not in os.environ, reason='SINEW_LONG=1 learns for minutes')
def test_ars_gait():
  assert load('ars').main(['120'], say=silent) > 1500  # more than 1.5 m/s


@pytest.mark.skipif('SINEW_LONG' not in os.environ, reason='SINEW_LONG=1 learns for minutes')
def test_ars_half_cheetah():
  pytest.importorskip('gymnasium', reason='gymnasium is not installed')
  assert load('ars').main(['120', '--task', 'HalfCheetah'], say=silent) > 2500


def test_ppo(monkeypatch, capsys):
  """It tells what is missing, and learns something where nothing is."""
  example = load('ppo')
  if example.torch is not None and importlib.util.find_spec('gymnasium'):
    steps = 2_000_000 if 'SINEW_LONG' in os.environ else 80_000
    mean = example.main(['--task', 'InvertedPendulum', '--steps', str(steps), '--worlds', '64'], say=silent)
    assert mean > (500 if steps > 100_000 else 15)
  monkeypatch.setattr(example, 'torch', None)
  assert example.main([]) is None and 'pip install torch' in capsys.readouterr().out


def test_edit_model(tmp_path):
  path = tmp_path / 'edited.xml'
  m, d, heavier, xml = load('edit_model').main(path)
  assert (m.nbody, m.njnt, m.nu, m.nsensor) == (7, 6, 5, 21) and m.opt.timestep == 0.002
  assert abs(d.sensor('elbow').data[0] + 0.396) < 1e-3 and abs(d.sensor('pendulum1_angle').data[0] + 0.085) < 1e-3
  assert (m.body('link').mass[0], heavier.body('link').mass[0]) == (0.05, 0.1)
  again = sinew.MjModel.from_xml_path(str(path))
  assert again.nbody == 7 and again.body('link').mass[0] == 0.1 and path.read_text() == xml
