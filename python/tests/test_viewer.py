"""The viewer's server as a page sees it: the model, states, what people do, and who is refused."""
import base64
import hashlib
import http.client
import os
import socket
import struct
import time

import numpy as np
import pytest

import sinew
from sinew import viewer

XML = """<mujoco>
  <worldbody>
    <body name="cart"><joint name="slide" type="slide" axis="1 0 0"/><geom size=".1" mass="1"/></body>
  </worldbody>
  <actuator><motor joint="slide"/></actuator>
  <keyframe><key name="home" qpos=".25"/></keyframe>
</mujoco>"""


class Client:
  """A page: a WebSocket by hand."""

  def __init__(self, handle, token=None, origin=None):
    self.port = int(handle.url.split(':')[2].split('/')[0])
    self.token = handle.url.split('token=')[1] if token is None else token
    self.socket = socket.create_connection(('127.0.0.1', self.port), timeout=10)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [f'GET /ws?token={self.token} HTTP/1.1', f'Host: 127.0.0.1:{self.port}', 'Upgrade: websocket', 'Connection: Upgrade',
             f'Sec-WebSocket-Key: {key}', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Protocol: sinew']
    lines += [f'Origin: {origin}'] if origin else []
    self.socket.sendall(('\r\n'.join(lines) + '\r\n\r\n').encode())
    self.file = self.socket.makefile('rb')
    self.status = int(self.file.readline().split()[1])
    headers = {}
    while line := self.file.readline().strip():
      name, _, value = line.decode().partition(':')
      headers[name.lower()] = value.strip()
    if self.status == 101:
      assert headers['sec-websocket-accept'] == base64.b64encode(hashlib.sha1((key + viewer.WEBSOCKET).encode()).digest()).decode()

  def send(self, kind, a=0, b=0, values=(), raw=None):
    data = struct.pack(f'<IiiI{len(values)}d', kind, a, b, len(values), *values) if raw is None else raw
    mask = os.urandom(4)
    head = bytes([0x82, 0x80 | len(data)]) if len(data) < 126 else struct.pack('>BBH', 0x82, 0x80 | 126, len(data))
    self.socket.sendall(head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

  def receive(self, kind=viewer.STATE):
    """the next message of a kind"""
    while True:
      head = self.file.read(2)
      n = head[1]
      if n == 126:
        n = struct.unpack('>H', self.file.read(2))[0]
      elif n == 127:
        n = struct.unpack('>Q', self.file.read(8))[0]
      data = self.file.read(n)
      if struct.unpack_from('<I', data)[0] == kind:
        return data

  def close(self):
    self.file.close()
    self.socket.close()


@pytest.fixture
def shown(tmp_path, monkeypatch):
  for name in viewer.KINDS:
    (tmp_path / name).write_text(name)
  monkeypatch.setenv('SINEW_VIEWER', str(tmp_path))
  m = sinew.MjModel.from_xml_string(XML)
  d = sinew.MjData(m)
  handle = viewer.launch_passive(m, d, open_browser=False)
  yield m, d, handle
  handle.close()


def wait_for(condition, seconds=10):
  end = time.monotonic() + seconds
  while not condition():
    assert time.monotonic() < end
    time.sleep(0.01)


def get(handle, path, host=None):
  port = int(handle.url.split(':')[2].split('/')[0])
  connection = http.client.HTTPConnection('127.0.0.1', port, timeout=10)
  connection.request('GET', path, headers={'Host': host or f'127.0.0.1:{port}'})
  answer = connection.getresponse()
  body = answer.read()
  connection.close()
  return answer.status, body


def test_page_and_model(shown):
  m, _, handle = shown
  assert get(handle, '/') == (200, b'index.html')
  status, body = get(handle, '/model?' + handle.url.split('?')[1])
  assert status == 200
  buffer = np.zeros(sinew.mj_sizeModel(m), np.uint8)
  sinew.mj_saveModel(m, None, buffer)
  assert body == buffer.tobytes()
  assert 'iframe' in handle._repr_html_()


def test_refused(shown):
  _, _, handle = shown
  assert get(handle, '/model')[0] == 403
  assert get(handle, '/model?token=' + '0' * 32)[0] == 403
  assert get(handle, '/', host='example.org')[0] == 403
  assert get(handle, '/../../etc/passwd')[0] == 404
  assert Client(handle, token='wrong').status == 403
  assert Client(handle, origin='http://example.org').status == 403


def test_states_and_actions(shown):
  m, d, handle = shown
  page = Client(handle)
  assert page.status == 101
  first = page.receive()
  parts = struct.unpack_from('<I', first, 12)[0]
  assert len(first) == 32 + 8 * sinew.mj_stateSize(m, parts)
  d.qpos[0] = 0.5
  handle.sync()
  message = page.receive()
  assert struct.unpack_from('<I', message, 12)[0] == sinew.mjtState.mjSTATE_QPOS  # only what has changed
  assert struct.unpack_from('<d', message, 32)[0] == 0.5
  page.send(viewer.CONTROL, 0, 0, [0.75])
  page.send(viewer.JOINT, 0, 0, [-0.5])
  page.send(viewer.OPTION, 1, 2, [-1.5])
  page.send(viewer.CONTROL, 99, 0, [1])
  page.send(viewer.CONTROL, 0, 0, [float('nan')])
  page.send(viewer.PLAY, 0)
  wait_for(lambda: len(handle._actions) == 6)
  handle.sync()
  assert d.ctrl[0] == 0.75 and d.qpos[0] == -0.5 and m.opt.gravity[2] == -1.5
  assert handle.paused
  page.send(viewer.RESET, -1)
  wait_for(lambda: handle._actions)
  handle.sync()
  assert d.qpos[0] == 0.25  # the keyframe home
  page.close()


def test_a_body_is_pulled(shown):
  m, d, handle = shown
  sinew.mj_forward(m, d)
  page = Client(handle)
  pull = [*d.xipos[1], 1, 0, 0, 0, *(d.xpos[1] + [1, 0, 0]), 0, 0, 0, 1.0, 1.0]
  page.send(viewer.PERTURB, 1, int(sinew.mjtPertBit.mjPERT_TRANSLATE), pull)
  wait_for(lambda: handle._actions)
  for _ in range(50):
    handle.sync()
    sinew.mj_step(m, d)
  assert d.qpos[0] > 0.01
  page.send(viewer.PERTURB, 1, 0, pull)
  wait_for(lambda: handle._actions)
  handle.sync()
  assert not d.xfrc_applied.any()
  page.close()


def test_geoms_of_the_program(shown):
  _, _, handle = shown
  page = Client(handle)
  with handle.lock():
    sinew.mjv_initGeom(handle.user_scn.geoms[0], sinew.mjtGeom.mjGEOM_SPHERE, [0.1, 0, 0], [1, 2, 3], np.eye(3).ravel(), [1, 0, 0, 1])
    handle.user_scn.ngeom = 1
  handle.sync()
  message = page.receive(viewer.GEOMS)
  assert struct.unpack_from('<I', message, 8)[0] == 1 and len(message) == 16 + 252
  values = viewer._GEOM.unpack_from(message, 16)
  assert values[0] == sinew.mjtGeom.mjGEOM_SPHERE
  assert values[13:16] == (1, 2, 3)
  page.close()


def test_keys(tmp_path, monkeypatch):
  for name in viewer.KINDS:
    (tmp_path / name).write_text(name)
  monkeypatch.setenv('SINEW_VIEWER', str(tmp_path))
  m = sinew.MjModel.from_xml_string(XML)
  pressed = []
  with viewer.launch_passive(m, sinew.MjData(m), key_callback=pressed.append, open_browser=False) as handle:
    page = Client(handle)
    page.send(viewer.KEY, ord('A'))
    wait_for(lambda: handle._actions)
    handle.sync()
    assert pressed == [65]
    page.close()
  assert not handle.is_running()


def test_a_page_that_goes_ends_it(shown, monkeypatch):
  _, _, handle = shown
  monkeypatch.setattr(viewer, 'GONE', 0.2)
  assert handle.is_running()
  page = Client(handle)
  page.receive()
  assert handle.is_running()
  page.close()
  wait_for(lambda: not handle.is_running())


def test_bad_frames(shown):
  _, d, handle = shown
  for raw in (b'', b'x' * 15, struct.pack('<IiiI', 1, 0, 0, 99), os.urandom(100), os.urandom(144)):
    page = Client(handle)
    page.send(0, raw=raw)
    page.close()
  for seed in range(200):
    page = Client(handle)
    page.socket.sendall(np.random.default_rng(seed).bytes(60))
    page.close()
  handle.sync()
  assert np.isfinite(d.qpos).all()
  page = Client(handle)
  assert page.receive()
  page.close()


def test_launch_simulates(tmp_path, monkeypatch):
  for name in viewer.KINDS:
    (tmp_path / name).write_text(name)
  monkeypatch.setenv('SINEW_VIEWER', str(tmp_path))
  monkeypatch.setattr(viewer, 'GONE', 0.1)
  m = sinew.MjModel.from_xml_string(XML)
  d = sinew.MjData(m)
  made = []
  passive = viewer.launch_passive

  def note(*args, **options):
    made.append(passive(*args, **options))
    made.append(Client(made[0]))
    return made[0]

  monkeypatch.setattr(viewer, 'launch_passive', note)
  import threading
  thread = threading.Thread(target=viewer.launch, args=(m, d), kwargs={'open_browser': False})
  thread.start()
  wait_for(lambda: d.time > 0.05)
  made[1].close()
  thread.join(10)
  assert not thread.is_alive()


def test_no_page(monkeypatch, tmp_path):
  monkeypatch.setattr(viewer, '__file__', str(tmp_path / 'a/b/c/d/viewer.py'))
  monkeypatch.setenv('SINEW_VIEWER', str(tmp_path))
  m = sinew.MjModel.from_xml_string(XML)
  if any(os.path.exists(place) for place in ('/usr/local/share/sinew/viewer', '/usr/share/sinew/viewer')):
    return
  with pytest.raises(RuntimeError, match='make view'):
    viewer.launch_passive(m, sinew.MjData(m))


def test_names_of_the_handle(shown):
  """What programs know from MuJoCo's handle is there; what pages do not show is said once."""
  m, d, handle = shown
  with handle as v, v.lock():
    assert v is handle and v.m is m and v.d is d and v.perturb is v.pert and v.is_running()
    assert isinstance(v.cam, sinew.MjvCamera) and isinstance(v.opt, sinew.MjvOption) and v.user_scn.maxgeom == 1000
    assert v.viewport.width > 0 and 'viewer' in repr(v) and v.url.split('?')[0] in v._repr_html_()
    for name in ('figures', 'texts', 'images'):
      viewer._unshown.discard(name)
      with pytest.warns(RuntimeWarning, match=name):
        getattr(v, f'set_{name}')([])
      getattr(v, f'clear_{name}')()
    with pytest.raises(ValueError, match='no mesh 0; the model has 0'):
      v.update_mesh(0)
  assert not handle.is_running() and handle.viewport is None and 'closed' in repr(handle)


def test_assets_that_change(tmp_path, monkeypatch):
  """Pages load the model again."""
  for name in viewer.KINDS:
    (tmp_path / name).write_text(name)
  monkeypatch.setenv('SINEW_VIEWER', str(tmp_path))
  m = sinew.MjModel.from_xml_string('<mujoco><asset><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/></asset></mujoco>')
  with viewer.launch_passive(m, sinew.MjData(m), open_browser=False) as v:
    page = Client(v)
    first, token = page.receive(), v.url.split('token=')[1]
    assert struct.unpack_from('<I', first, 4)[0] == 1
    before = get(v, f'/model?token={token}')[1]
    m.hfield_data[0] = 0.5
    v.update_hfield(0)
    v.sync()
    assert struct.unpack_from('<I', page.receive(), 4)[0] == 2
    assert get(v, f'/model?token={token}')[1] != before


def test_as_a_program(monkeypatch, capsys):
  given = []
  monkeypatch.setattr(viewer, 'launch_from_path', given.append)
  for words in (['model.xml'], ['--mjcf=model.xml']):
    monkeypatch.setattr('sys.argv', ['viewer'] + words)
    viewer.main()
  assert given == ['model.xml'] * 2
  monkeypatch.setattr('sys.argv', ['viewer'])
  with pytest.raises(SystemExit):
    viewer.main()
  assert 'a model is expected' in capsys.readouterr().err
