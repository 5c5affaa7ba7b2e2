#!/usr/bin/env python3
"""The server of `sinew view`, without a browser: models whose state does not fit into the arena, and Ctrl-C while a page
downloads a model. (web/viewer/test has what needs the page.)

usage: check_view.py PROGRAM; ends with "N passed, M failed".
"""
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
BODY = '<worldbody><body><joint name="j"/><geom size="1"/></body></worldbody>'
MODELS = {
    "userdata": f'<mujoco><size memory="1k" nuserdata="100000"/>{BODY}</mujoco>',
    "history": f'<mujoco><size memory="1k"/>{BODY}<actuator><motor joint="j" nsample="100000" delay="1"/></actuator></mujoco>',
    "texture": '<mujoco><asset><texture name="t" type="2d" builtin="flat" width="3000" height="3000"/><material name="m" texture="t"/></asset>'
               '<worldbody><body><joint/><geom size="1" material="m"/></body></worldbody></mujoco>',
}
faults, passed = [], 0


def check(name, ok, what=""):
    global passed
    if ok:
        passed += 1
    else:
        faults.append(f"FAILED: {name} {what}")


def start(here, name, *before):
    """-> process, port, token; before: what runs the program"""
    (here / f"{name}.xml").write_text(MODELS[name])
    env = dict(os.environ, SINEW_VIEWER=str(here))
    p = subprocess.Popen([*before, PROGRAM, "view", here / f"{name}.xml", "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    said = ""
    while "token=" not in said:
        line = p.stdout.readline()
        if not line:
            return p, 0, ""
        said += line
    port, token = re.search(r"http://127.0.0.1:(\d+)/\?token=([0-9a-f]+)", said).groups()
    return p, int(port), token


def ask(port, token, room=None):
    s = socket.create_connection(("127.0.0.1", port), timeout=20)
    if room:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    s.sendall(f"GET /model?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    return s


def end(p):
    p.send_signal(signal.SIGINT)
    try:
        p.wait(30)
    except subprocess.TimeoutExpired:
        p.kill()
        p.wait()
    return p.returncode, p.stderr.read()


def arena(here):
    for name in ("userdata", "history"):
        p, port, token = start(here, name)
        time.sleep(0.4)
        check(f"{name}: a state larger than the arena", port and p.poll() is None, repr(p.poll()))
        answer = ask(port, token).recv(100) if port and p.poll() is None else b""
        code, text = end(p)
        check(f"{name}: the model is served", b"200" in answer and code == 0 and not text, repr((code, text, answer)))


def downloads(here):
    # valgrind sees that memory is read which was freed
    watch = ["valgrind", "-q", "--error-exitcode=9"] if shutil.which("valgrind") else []
    p, port, token = start(here, "texture", *watch)
    check("a large model", port != 0)
    pages = [ask(port, token, 4096) for _ in range(3)]
    got = [page.recv(1000) for page in pages]
    code, text = end(p)
    check("Ctrl-C while pages download", all(b"200" in g for g in got) and code == 0 and not text, repr((code, text)))


with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)
    (place / "viewer.js").write_text("")  # what the server looks for
    arena(place)
    downloads(place)
print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
sys.exit(1 if faults else 0)
