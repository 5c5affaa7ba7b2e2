"""A viewer in the browser, with the names that programs know.

  with sinew.viewer.launch_passive(m, d) as v:
    while v.is_running():
      sinew.mj_step(m, d)
      v.sync()

  sinew.viewer.launch(m, d)     simulates by itself, until the page is closed
  python -m sinew.viewer MODEL  the same in a shell

The page comes from this process: an address on this machine, with a token. It has the model and gets the state at every
sync; what people do there (controls, joints, pulling a body) happens in the data at the next one. In a notebook a
handle shows itself as a frame. The page's files are made by `make view` (docs/viewer.md).
"""
from __future__ import annotations

import argparse
import base64
import collections
import contextlib
import hashlib
import http.server
import os
import pathlib
import secrets
import socket
import struct
import threading
import time
import urllib.parse
import warnings
import webbrowser
from typing import Any, Callable, Iterator, Optional

import numpy as np

import sinew
from sinew._core import MjData, MjModel

KeyCallback = Optional[Callable[[int], Any]]

KINDS = {'index.html': 'text/html; charset=utf-8', 'viewer.js': 'text/javascript; charset=utf-8',
         'style.css': 'text/css; charset=utf-8', 'sinew.wasm': 'application/wasm'}
POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
          "media-src blob:; connect-src 'self' ws:; base-uri 'none'; form-action 'self'; "
          "frame-ancestors 'self' http://localhost:* http://127.0.0.1:*")
# actions of the page, as in cli/view/world.h
ALL, PLAY, STEP, RESET, SPEED, CONTROL, JOINT, EQUALITY, OPTION, NOISE, PERTURB, RELOAD, KEY = range(13)
STATE, GEOMS = 2, 3
MOST_VALUES = 16
FRAME = 1 / 60
GONE = 3.0  # seconds without a page after which it counts as closed; a page that is loaded again is not
WEBSOCKET = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'


def _folder():
  """where the page's files are"""
  here = pathlib.Path(__file__).resolve().parent
  places = [os.environ.get('SINEW_VIEWER'), here / 'page', here.parents[1] / 'web/viewer/dist',
            here.parents[3] / 'web/viewer/dist' if len(here.parents) > 3 else None, '/usr/local/share/sinew/viewer', '/usr/share/sinew/viewer']
  for place in places:
    if place and (pathlib.Path(place) / 'viewer.js').exists():
      return pathlib.Path(place)
  raise RuntimeError("the viewer's page is not built: `make view` in the source tree makes it, or SINEW_VIEWER names its folder")


class _Published:
  """Parts of the state, and when each changed last."""

  def __init__(self, model):
    every = int(sinew.mjtState.mjSTATE_INTEGRATION)
    self.parts = {bit: np.zeros(sinew.mj_stateSize(model, bit)) for bit in (1 << i for i in range(32)) if every & bit}
    self.parts = {bit: values for bit, values in self.parts.items() if values.size}
    self.revision = dict.fromkeys(self.parts, 1)
    self.count = 1
    self.geoms = b''
    self.settings = 1

  def take(self, model, data):
    for bit, old in self.parts.items():
      now = np.zeros_like(old)
      sinew.mj_getState(model, data, now, bit)
      if now.tobytes() != old.tobytes():
        self.count += 1
        self.parts[bit], self.revision[bit] = now, self.count


class _Page:
  """One connection."""

  def __init__(self, connection):
    self.connection = connection
    self.seen, self.geoms, self.settings = {}, None, 0
    self.wake = threading.Event()
    self.open = True


class Handle:
  """A viewer: `sync` shows the data; `cam`, `opt`, `pert` and `user_scn` are for programs; `lock` guards all of it."""

  def __init__(self, model: MjModel, data: MjData, key_callback: KeyCallback = None, port: int = 0,
               open_browser: bool = True) -> None:
    self.m, self.d = model, data
    self.cam, self.opt, self.pert = sinew.MjvCamera(), sinew.MjvOption(), sinew.MjvPerturb()
    self.user_scn = sinew.MjvScene(model, maxgeom=1000)
    self._key_callback = key_callback
    self._lock = threading.RLock()
    self._actions: collections.deque[tuple[int, int, int, tuple[float, ...]]] = collections.deque(maxlen=10000)
    self._published = _Published(model)
    self._pages: set[_Page] = set()
    self._last, self._seen_page = time.monotonic(), False
    self._closed = False
    self.paused, self.speed, self.measured = False, 1.0, 0.0
    self._clock = (time.monotonic(), data.time)
    self._bytes, self._version = self._pack(model), 1
    self._name = urllib.parse.quote(bytes(model.names).split(b'\0')[0].decode(errors='replace') or 'model')
    self._token = secrets.token_hex(16)
    self._server = _Server(self, _folder(), port)
    self._thread = threading.Thread(target=self._server.serve_forever, daemon=True, name='sinew viewer')
    self._published.take(model, data)
    self._thread.start()
    if open_browser and (os.environ.get('DISPLAY') or os.environ.get('WAYLAND_DISPLAY')):
      webbrowser.open(self.url)

  @staticmethod
  def _pack(model):
    buffer = np.zeros(sinew.mj_sizeModel(model), np.uint8)
    sinew.mj_saveModel(model, None, buffer)
    return buffer.tobytes()

  @property
  def url(self) -> str:
    """the page's address"""
    return f'http://127.0.0.1:{self._server.server_port}/?token={self._token}'

  def __repr__(self) -> str:
    name = bytes(self.m.names).split(b'\0')[0].decode(errors='replace')
    state = 'closed' if self._closed else f'{len(self._pages)} pages at port {self._server.server_port}'
    return f'<viewer of {name!r}: time={self.d.time:.9g}, {state}>'

  def _repr_html_(self) -> str:
    return f'<iframe src="{self.url}" width="100%" height="520" style="border:0" allow="fullscreen"></iframe>'

  def __enter__(self) -> Handle:
    return self

  def __exit__(self, *_: Any) -> None:
    self.close()

  def is_running(self) -> bool:
    """False after close, and some seconds after the last page has gone"""
    if self._closed:
      return False
    if self._pages:
      self._last = time.monotonic()
    return not self._seen_page or time.monotonic() - self._last < GONE

  @contextlib.contextmanager
  def lock(self) -> Iterator[None]:
    """what is changed within it is seen as a whole"""
    with self._lock:
      yield

  def sync(self, state_only: bool = False) -> None:
    """does what people did in the page, then shows the data"""
    with self._lock:
      while self._actions:
        self._act(self._actions.popleft())
      if self.pert.active:
        sinew.mjv_applyPerturbPose(self.m, self.d, self.pert, int(self.paused))
        sinew.mjv_applyPerturbForce(self.m, self.d, self.pert)
      self._measure()
      self._published.take(self.m, self.d)
      if not state_only:
        self._published.geoms = _geom_bytes(self.user_scn)
    for page in list(self._pages):
      page.wake.set()

  def _measure(self):
    """how fast the time of the data goes"""
    now, (wall, simulated) = time.monotonic(), self._clock
    if now - wall > 0.5:
      self.measured = max(0.0, (self.d.time - simulated) / (now - wall))
      self._clock = (now, self.d.time)

  # ---- names of MuJoCo's handle

  @property
  def perturb(self) -> sinew.MjvPerturb:
    """the same as pert"""
    return self.pert

  @property
  def viewport(self) -> sinew.MjrRect | None:
    """a size to place things by: pages have sizes of their own; None after close"""
    return None if self._closed else sinew.MjrRect(0, 0, 1280, 720)

  def _update(self, kind: str, number: int, count: int) -> None:
    if not 0 <= number < count:
      raise ValueError(f'there is no {kind} {number}; the model has {count}')
    with self._lock:
      self._bytes, self._version = self._pack(self.m), self._version + 1
      self._published.settings += 1

  def update_hfield(self, hfieldid: int) -> None:
    """pages load the model again, with the heights that it has now"""
    self._update('height field', hfieldid, self.m.nhfield)

  def update_mesh(self, meshid: int) -> None:
    """pages load the model again, with the vertices that it has now"""
    self._update('mesh', meshid, self.m.nmesh)

  def update_texture(self, texid: int) -> None:
    """pages load the model again, with the colours that it has now"""
    self._update('texture', texid, self.m.ntex)

  def set_figures(self, viewports_figures: Any) -> None:
    """is not shown by the page: a warning, once"""
    _warn_unshown('figures')

  def set_images(self, viewports_images: Any) -> None:
    """is not shown by the page: a warning, once"""
    _warn_unshown('images')

  def set_texts(self, texts: Any) -> None:
    """is not shown by the page: a warning, once"""
    _warn_unshown('texts')

  def clear_figures(self) -> None:
    """does nothing"""

  def clear_images(self) -> None:
    """does nothing"""

  def clear_texts(self) -> None:
    """does nothing"""

  def close(self) -> None:
    """ends the server; pages say that the program has ended"""
    if self._closed:
      return
    self._closed = True
    for page in list(self._pages):
      page.open = False
      page.wake.set()
      with contextlib.suppress(OSError):
        page.connection.shutdown(socket.SHUT_RDWR)
    self._server.shutdown()
    self._server.server_close()

  # ---- what people do

  def _act(self, action):
    kind, a, b, value = action
    m, d = self.m, self.d
    finite = all(np.isfinite(value))
    if kind == PLAY:
      self.paused = not a
      self._published.settings += 1
    elif kind == SPEED and value and value[0] > 0:
      self.speed = min(value[0], 1000.0)
      self._published.settings += 1
    elif kind == RESET:
      home = sinew.mj_name2id(m, sinew.mjtObj.mjOBJ_KEY, 'home') if a < 0 else a
      if 0 <= home < m.nkey:
        sinew.mj_resetDataKeyframe(m, d, home)
      else:
        sinew.mj_resetData(m, d)
      sinew.mj_forward(m, d)
    elif kind == STEP:
      self.paused = True
      self._published.settings += 1
      for _ in range(max(0, min(a, 1000))):
        sinew.mj_step(m, d)
    elif kind == CONTROL and value and finite and 0 <= a < m.nu:
      d.ctrl[a] = value[0]
    elif kind == JOINT and value and finite and 0 <= a < m.njnt:
      if int(m.jnt_type[a]) in (int(sinew.mjtJoint.mjJNT_HINGE), int(sinew.mjtJoint.mjJNT_SLIDE)):
        d.qpos[m.jnt_qposadr[a]], d.qvel[m.jnt_dofadr[a]] = value[0], 0
    elif kind == EQUALITY and 0 <= a < m.neq:
      d.eq_active[a] = bool(b)
    elif kind == OPTION and value and finite:
      self._set_option(a, b, value[0])
    elif kind == PERTURB and len(value) >= 15 and finite and 0 <= a < m.nbody:
      p = self.pert
      if p.active and not b & 3:
        d.xfrc_applied[p.select] = 0
      p.select, p.active = a, b & 3
      p.refpos, p.refquat, p.refselpos, p.localpos = value[0:3], value[3:7], value[7:10], value[10:13]
      p.localmass, p.scale = value[13], value[14]
    elif kind == KEY and self._key_callback:
      self._key_callback(a)

  def _set_option(self, member, element, value):
    if not 0 <= member < len(_OPTIONS):
      return
    name = _OPTIONS[member]
    if name == 'gravity':
      if 0 <= element < 3:
        self.m.opt.gravity[element] = value
    elif name == 'timestep':
      self.m.opt.timestep = max(value, 1e-9)
    elif abs(value) < 2**31:
      setattr(self.m.opt, name, int(value))

  # ---- messages

  def _news(self, page):
    """bytes of messages that a page has not seen"""
    out = []
    with self._lock:
      p = self._published
      fresh = [bit for bit in p.parts if page.seen.get(bit) != p.revision[bit]]
      if fresh or page.settings != p.settings:
        parts = sum(fresh)
        head = struct.pack('<4I2d', STATE, self._version, int(self.paused), parts, self.speed, self.measured)
        out.append(head + b''.join(p.parts[bit].tobytes() for bit in fresh))
        page.seen.update({bit: p.revision[bit] for bit in fresh})
        page.settings = p.settings
      if page.geoms != p.geoms and (p.geoms or page.geoms):
        out.append(struct.pack('<4I', GEOMS, self._version, len(p.geoms) // _GEOM.size, 0) + p.geoms)
        page.geoms = p.geoms
    return out


_unshown: set[str] = set()


def _warn_unshown(what: str) -> None:
  if what not in _unshown:
    _unshown.add(what)
    warnings.warn(f'the viewer of Sinew is a page, which shows no {what} of programs', RuntimeWarning, stacklevel=3)


_GEOM = struct.Struct('<10i19f4f2f100s2fB3x')
# members of mjOption that the page changes, as in cli/view/world.h
_OPTIONS = ('timestep', 'gravity', 'integrator', 'solver', 'cone', 'disableflags', 'enableflags')


def _geom_bytes(scene):
  """geoms of a scene as mjvGeom lies in memory"""
  out = []
  for i in range(scene.ngeom):
    g = scene.geoms[i]
    label = g.label.encode() if isinstance(g.label, str) else bytes(g.label)
    out.append(_GEOM.pack(int(g.type), g.dataid, g.objtype, g.objid, g.category, g.matid, g.texid, g.texuniform, g.texcoord, g.segid,
                          *np.ravel(g.size), *np.ravel(g.pos), *np.ravel(g.mat), *np.ravel(g.rgba), g.emission, g.specular, g.shininess,
                          g.reflectance, *np.ravel(g.texrepeat), label[:99], g.camdist, g.modelrbound, int(g.transparent)))
  return b''.join(out)


class _Server(http.server.ThreadingHTTPServer):
  """The page, the model and the connections of pages, on this machine only."""
  daemon_threads = True
  request_queue_size = 64

  def __init__(self, handle, folder, port):
    self.handle, self.folder = handle, folder
    super().__init__(('127.0.0.1', port), _Request)

  def handle_error(self, request, client_address):
    pass  # pages vanish


class _Request(http.server.BaseHTTPRequestHandler):
  protocol_version = 'HTTP/1.1'
  timeout = 20

  def log_message(self, *_):
    pass

  def _good_host(self):
    host = self.headers.get('Host', '')
    return host.rsplit(':', 1)[0] in ('127.0.0.1', 'localhost')

  def _good_token(self, query):
    given = urllib.parse.parse_qs(query).get('token', [''])[0]
    return secrets.compare_digest(given.encode(), self.server.handle._token.encode())

  def _answer(self, status, body=b'', kind='text/plain', **headers):
    self.send_response(status)
    self.send_header('Content-Type', kind)
    self.send_header('Content-Length', str(len(body)))
    self.send_header('Content-Security-Policy', POLICY)
    self.send_header('X-Content-Type-Options', 'nosniff')
    self.send_header('Cache-Control', 'no-store')
    for name, value in headers.items():
      self.send_header(name.replace('_', '-'), value)
    self.end_headers()
    self.wfile.write(body)

  def do_GET(self):
    path, _, query = self.path.partition('?')
    name = 'index.html' if path == '/' else path[1:]
    if not self._good_host():
      self._answer(403, b'this host is not served')
    elif path in ('/model', '/ws') and not self._good_token(query):
      self._answer(403, b'the token is wrong')
    elif path == '/model':
      self._answer(200, self.server.handle._bytes, 'application/octet-stream', x_sinew_version=str(self.server.handle._version), x_sinew_name=self.server.handle._name)
    elif path == '/ws':
      self._socket()
    elif name in KINDS:
      self._answer(200, (self.server.folder / name).read_bytes(), KINDS[name])
    else:
      self._answer(404, b'there is no such file')

  # ---- WebSocket (RFC 6455), as far as the page needs it

  def _socket(self):
    origin, key = self.headers.get('Origin'), self.headers.get('Sec-WebSocket-Key')
    if (origin and origin != f"http://{self.headers.get('Host')}") or not key or 'websocket' not in self.headers.get('Upgrade', '').lower():
      self._answer(403, b'this origin is not served')
      return
    accept = base64.b64encode(hashlib.sha1((key + WEBSOCKET).encode()).digest()).decode()
    self.send_response(101)
    for name, value in (('Upgrade', 'websocket'), ('Connection', 'Upgrade'), ('Sec-WebSocket-Accept', accept), ('Sec-WebSocket-Protocol', 'sinew')):
      self.send_header(name, value)
    self.end_headers()
    self.wfile.flush()
    self.close_connection = True
    self.connection.settimeout(None)
    handle, page = self.server.handle, _Page(self.connection)
    handle._pages.add(page)
    handle._seen_page = True
    sender = threading.Thread(target=self._send, args=(page,), daemon=True)
    page.wake.set()
    sender.start()
    try:
      self._receive(page)
    except (OSError, ValueError, struct.error):
      pass  # it vanished, or sent what no page sends
    page.open = False
    page.wake.set()
    sender.join()
    handle._last = time.monotonic()
    handle._pages.discard(page)

  def _send(self, page):
    """the newest state, whenever there is some and the page takes it"""
    try:
      while page.open:
        page.wake.wait(1)
        page.wake.clear()
        for message in self.server.handle._news(page):
          n = len(message)
          head = bytes([0x82, n]) if n < 126 else struct.pack('>BBH', 0x82, 126, n) if n < 65536 else struct.pack('>BBQ', 0x82, 127, n)
          page.connection.sendall(head + message)
        time.sleep(FRAME)
    except OSError:
      page.open = False

  def _read(self, n):
    data = self.rfile.read(n)
    if len(data) < n:
      raise OSError('the page has gone')
    return data

  def _receive(self, page):
    """one action a frame; anything else ends the connection"""
    most = 16 + 8 * MOST_VALUES
    while page.open:
      first, second = self._read(2)
      size = second & 127
      if size == 126:
        size = struct.unpack('>H', self._read(2))[0]
      if not second & 128 or size > most:
        raise ValueError('not a frame of a page')
      mask = self._read(4)
      data = bytes(byte ^ mask[i % 4] for i, byte in enumerate(self._read(size)))
      if first == 0x88:
        return
      if first in (0x89, 0x8A):
        continue
      if first != 0x82 or size < 16:
        raise ValueError('not an action')
      kind, a, b, n = struct.unpack_from('<IiiI', data)
      if n > MOST_VALUES or size != 16 + 8 * n:
        raise ValueError('not an action')
      if kind == ALL:
        page.seen, page.geoms, page.settings = {}, None, 0
        page.wake.set()
      else:
        self.server.handle._actions.append((kind, a, b, struct.unpack_from(f'<{n}d', data, 16)))


def launch_passive(model: MjModel, data: MjData, *, key_callback: KeyCallback = None, show_left_ui: bool = True,
                   show_right_ui: bool = True, port: int = 0, open_browser: bool = True) -> Handle:
  """Shows a simulation that the program steps: call `sync` when there is something new."""
  del show_left_ui, show_right_ui  # the page has its own switch
  handle = Handle(model, data, key_callback, port, open_browser)
  if not open_browser or not (os.environ.get('DISPLAY') or os.environ.get('WAYLAND_DISPLAY')):
    print(f'sinew viewer: {handle.url}', flush=True)
  return handle


def launch(model: MjModel | None = None, data: MjData | None = None, *,
           loader: Callable[[], tuple[MjModel, MjData] | tuple[MjModel, MjData, str]] | None = None, show_left_ui: bool = True,
           show_right_ui: bool = True, port: int = 0, open_browser: bool = True) -> None:
  """Simulates in real time and shows it, until the page is closed or Ctrl-C."""
  if loader is not None:
    model, data = loader()[:2]
  if model is None:
    raise ValueError('launch needs a model, or a loader that returns one and its data')
  if data is None:
    data = sinew.MjData(model)
  with launch_passive(model, data, show_left_ui=show_left_ui, show_right_ui=show_right_ui, port=port, open_browser=open_browser) as handle:
    last, lag = time.monotonic(), 0.0
    with contextlib.suppress(KeyboardInterrupt):
      while handle.is_running():
        now = time.monotonic()
        with handle.lock():
          lag = 0.0 if handle.paused else min(lag + (now - last) * handle.speed, 0.1 * max(handle.speed, 1))
          n = int(lag / model.opt.timestep)
          if n:
            sinew.mj_step(model, data, min(n, 200))
            lag -= n * model.opt.timestep
          elif handle.paused:
            sinew.mj_forward(model, data)
        handle.sync()
        last = now
        time.sleep(max(0.0, FRAME - (time.monotonic() - now)))


def launch_from_path(path: str | os.PathLike[str], **options: Any) -> None:
  """launch with the model of a file"""
  model = sinew.MjModel.from_xml_path(os.fspath(path))
  launch(model, sinew.MjData(model), **options)


def main() -> None:
  """The program `python -m sinew.viewer`."""
  parser = argparse.ArgumentParser(prog='python -m sinew.viewer', description='Simulates a model and shows it in the browser.')
  parser.add_argument('model', nargs='?', help='an MJCF or URDF file')
  parser.add_argument('--mjcf', help='the same')
  options = parser.parse_args()
  if not (options.model or options.mjcf):
    parser.error('a model is expected')
  launch_from_path(options.model or options.mjcf)


if __name__ == '__main__':
  main()
