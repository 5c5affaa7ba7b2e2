#!/usr/bin/env python3
"""Runs 'sinew render' as a user would: pictures, films, depths, segments; the same bytes on any number of threads;
wrong lines, interruptions and full disks. Files are read by readers of their own.

usage: check_render.py PROGRAM; ends with "N passed, M failed".
"""
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
PENDULUM, HAND = "models/pendulum.xml", "models/hand.xml"
SMALL = ["--size", "64x48"]
# a red ball in the middle, a green one behind it to the right, a hidden one in group 3
SCENE = """<mujoco><visual><headlight ambient='1 1 1' diffuse='0 0 0' specular='0 0 0'/>
<quality offsamples='0'/><map znear='.01' zfar='100'/></visual><statistic extent='1' center='0 0 1'/>
<worldbody><camera name='front' pos='0 -4 1' xyaxes='1 0 0 0 0 1'/><camera name='back' pos='0 4 1' xyaxes='-1 0 0 0 0 1'/>
<body name='red' pos='0 0 1'><freejoint/><geom name='red' size='.5' rgba='1 0 0 1'/></body>
<geom name='green' size='.5' pos='1.5 1 1' rgba='0 1 0 1'/>
<geom size='.3' pos='-1.2 0 1' rgba='0 0 1 1' group='3'/></worldbody></mujoco>"""
faults, passed = [], 0


def run(*args, text=True, **kwargs):
    return subprocess.run([PROGRAM, "render", *map(str, args)], cwd=ROOT, capture_output=True, text=text, **kwargs)


def check(name, ok, what=""):
    global passed
    if ok:
        passed += 1
    else:
        faults.append(f"FAILED: {name} {what}")


# ---- readers

def chunks(data):
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body), kind
        yield kind.decode(), body
        at += 12 + size


def unfilter(raw, width, height, pixel):
    """scanlines -> bytes"""
    out, stride = bytearray(), width * pixel
    before = bytearray(stride)
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride):
            a = line[i - pixel] if i >= pixel else 0
            b, c = before[i], before[i - pixel] if i >= pixel else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) & 255
        out += line
        before = line
    assert len(raw) == height * (stride + 1)
    return bytes(out)


def read_png(path):
    """(width, height, bytes of a pixel, pixels)"""
    found = list(chunks(pathlib.Path(path).read_bytes()))
    width, height, bits, colour = struct.unpack(">IIBB", found[0][1][:10])
    pixel = {0: 1, 2: 3, 4: 2, 6: 4}[colour] * bits // 8
    raw = zlib.decompress(b"".join(body for kind, body in found if kind == "IDAT"))
    return width, height, pixel, unfilter(raw, width, height, pixel)


def lay(canvas, width, pixel, rect, part):
    """a frame over what is there: pixels without opacity stay"""
    w, h, x, y = rect
    for row in range(h):
        for i in range(w):
            value = part[(row * w + i) * pixel:(row * w + i + 1) * pixel]
            at = ((y + row) * width + x + i) * pixel
            if value[-1]:
                canvas[at:at + pixel] = value


def read_apng(path):
    """(seconds of a frame, frames without opacity)"""
    found = list(chunks(pathlib.Path(path).read_bytes()))
    kinds = [kind for kind, _ in found]
    assert kinds[:4] == ["IHDR", "acTL", "fcTL", "IDAT"] and kinds[-1] == "IEND", kinds
    width, height, bits, colour = struct.unpack(">IIBB", found[0][1][:10])
    pixel = {4: 2, 6: 4}[colour] * bits // 8
    count, plays = struct.unpack(">II", found[1][1])
    frames, canvas, number, delay = [], bytearray(width * height * pixel), 0, set()
    assert plays == 0
    for kind, body in found[2:-1]:
        if kind != "IDAT":
            assert struct.unpack(">I", body[:4])[0] == number
            number += 1
        if kind == "fcTL":
            rect = struct.unpack(">4I", body[4:20])
            delay.add(struct.unpack(">HH", body[20:24]))
            assert rect[0] + rect[2] <= width and rect[1] + rect[3] <= height
        else:
            raw = zlib.decompress(body if kind == "IDAT" else body[4:])
            lay(canvas, width, pixel, rect, unfilter(raw, rect[0], rect[1], pixel))
            keep = pixel - (2 if bits == 16 else 1)
            frames.append(b"".join(bytes(canvas[i:i + keep]) for i in range(0, len(canvas), pixel)))
            assert kinds.count("fcTL") == count
    (num, den), = delay
    return num / den, frames


def read_y4m(data):
    """(words of the header, frames as their planes)"""
    head, rest = data.split(b"\n", 1)
    words = head.decode().split(" ")
    width, height = int(words[1][1:]), int(words[2][1:])
    size = width * height + 2 * ((width + 1) // 2) * ((height + 1) // 2)
    assert len(rest) % (size + 6) == 0
    frames = []
    for at in range(0, len(rest), size + 6):
        assert rest[at:at + 6] == b"FRAME\n"
        frames.append(rest[at + 6:at + 6 + size])
    return words, frames


def at(picture, x, y):
    width, _, pixel, data = picture
    return tuple(data[(y * width + x) * pixel:(y * width + x + 1) * pixel])


# ---- tests

def pictures(here):
    r = run(here / "scene.xml", here / "a.png", "--camera", "front", *SMALL)
    p = read_png(here / "a.png")
    check("a picture", r.returncode == 0 and not r.stderr and p[:3] == (64, 48, 3) and "64 x 48" in r.stdout, repr(r))
    check("a red ball in the middle", at(p, 32, 24) == (255, 0, 0) and at(p, 0, 0) == (0, 0, 0), repr(at(p, 32, 24)))
    check("a green one to the right", at(p, 44, 24) == (0, 255, 0) and at(p, 15, 24) == (0, 0, 0), repr(at(p, 44, 24)))
    for camera in ("0", "90,0,4", "90,0,4,0,0,1"):
        run(here / "scene.xml", here / "b.png", "--camera", camera, *SMALL)
        check(f"--camera {camera}", at(read_png(here / "b.png"), 32, 24) == (255, 0, 0))
    run(here / "scene.xml", here / "b.png", "--camera", "back", *SMALL)
    check("another camera", at(read_png(here / "b.png"), 5, 24) == (0, 255, 0))
    run(here / "scene.xml", here / "b.png", "--camera", "front", "--show", "geoms3", *SMALL)
    check("--show of a group", at(read_png(here / "b.png"), 15, 24) == (0, 0, 255))
    run(here / "scene.xml", here / "b.png", "--camera", "front", "--hide", "geoms0", *SMALL)
    check("--hide of a group", set(read_png(here / "b.png")[3]) == {0})
    # half a second of falling, 1.2 m
    run(here / "scene.xml", here / "b.png", "--camera", "front", "--time", "0.5", *SMALL)
    check("--time", at(read_png(here / "b.png"), 32, 24) == (0, 0, 0) and at(read_png(here / "b.png"), 32, 42) == (255, 0, 0))
    run(here / "scene.xml", here / "b.png", "--camera", "90,0,4", "--track", "red", "--time", "0.5", *SMALL)
    check("--track", at(read_png(here / "b.png"), 32, 24) == (255, 0, 0))
    one = run(HAND, here / "1.png", "--samples", "1", *SMALL)
    four = run(HAND, here / "4.png", "--samples", "4", *SMALL)
    check("--samples", one.returncode == four.returncode == 0 and
          len(set(read_png(here / "4.png")[3])) > len(set(read_png(here / "1.png")[3])))
    for words in ("contacts,forces,split,joints,com,inertia", "body-frames,body-names", "wireframe,transparent,fog"):
        r = run(HAND, here / "b.png", "--show", words, "--hide", "shadows,reflections,skybox", *SMALL)
        check(f"--show {words}", r.returncode == 0 and (here / "b.png").read_bytes() != (here / "4.png").read_bytes(), repr(r))


def looks(here):
    r = run(here / "scene.xml", here / "d.png", "--camera", "front", "--depth", *SMALL)
    p = read_png(here / "d.png")
    depth = [struct.unpack(">H", bytes(at(p, x, 24)))[0] for x in (32, 44, 0)]
    check("--depth", p[2] == 2 and abs(depth[0] - 3500) < 10 and 4400 < depth[1] < 5100 and depth[2] == 0, repr(depth))
    check("--depth says its range", r.returncode == 0 and "from 350" in r.stdout, r.stdout)
    data = json.loads(run(here / "scene.xml", here / "d.png", "--camera", "front", "--depth", "--json", *SMALL).stdout)
    check("--depth --json", abs(data["depth_range"][0] - 3.5) < 0.01 and data["depth_range"][1] < 5.1, repr(data))
    r = run(here / "scene.xml", here / "s.png", "--camera", "front", "--segment", *SMALL)
    p = read_png(here / "s.png")
    check("--segment", r.stdout.split("\n")[1:3] == ["#800000  geom 0 'green'", "#808000  geom 2 'red'"], r.stdout)
    check("--segment: colours", at(p, 32, 24) == (128, 128, 0) and at(p, 44, 24) == (128, 0, 0) and at(p, 0, 0) == (0, 0, 0))
    data = json.loads(run(here / "scene.xml", here / "s.png", "--segment", "--json", "--camera", "front", *SMALL).stdout)
    check("--segment --json", data["segments"][1] == {"color": "#808000", "type": "geom", "id": 2, "name": "red"} and
          data["width"] == 64 and data["frames"] == 1, repr(data))
    r = run(here / "scene.xml", here / "d.apng", "--camera", "front", "--depth", "--time", "0.2", "--fps", "10", *SMALL)
    _, frames = read_apng(here / "d.apng")
    middle = [struct.unpack(">H", f[(24 * 64 + 32) * 2:][:2])[0] for f in frames]
    check("a film of depths", len(frames) == 2 and abs(middle[0] - 3500) < 10, repr(middle))


def films(here):
    length = ["--time", "0.5", "--fps", "10", "--camera", "front", *SMALL]
    r = run(here / "scene.xml", here / "a.apng", *length)
    delay, frames = read_apng(here / "a.apng")
    check("a film", r.returncode == 0 and len(frames) == 5 and delay == 0.1 and "5 frames" in r.stdout, repr((r, delay)))
    for k in range(5):  # each frame is the picture at its time
        run(here / "scene.xml", here / "k.png", *(["--time", k / 10] if k else []), "--camera", "front", *SMALL)
        check(f"frame {k} of a film", read_png(here / "k.png")[3] == frames[k])
    r = run(here / "scene.xml", "-", *length, text=False)
    words, planes = read_y4m(r.stdout)
    check("a film on standard output", r.returncode == 0 and b"5 frames" in r.stderr and len(planes) == 5 and
          words[:7] == "YUV4MPEG2 W64 H48 F10:1 Ip A1:1 C420jpeg".split(" ") and "XMATRIX=BT601" in words, repr(words))
    y, u, v = (planes[0][i] for i in (24 * 64 + 32, 64 * 48 + 12 * 32 + 16, 64 * 48 + 32 * 24 + 12 * 32 + 16))
    check("red in BT.601", (y, u, v) == (81, 90, 240), repr((y, u, v)))
    check("black", planes[0][0] == 16 and planes[0][64 * 48] == 128)
    r = run(here / "scene.xml", "-", "--time", "0.1", "--size", "33x1001", "--fps", "29.97", "--camera", "front", text=False)
    words, planes = read_y4m(r.stdout)
    check("odd sizes and rates", len(planes) == 3 and "F30000:1001" in words and "XMATRIX=BT709" in words, repr(words))
    r = run(PENDULUM, here / "b.y4m", "--time", "0.01", "--fps", "10", *SMALL)
    check("a film of one frame", r.returncode == 0 and len(read_y4m((here / "b.y4m").read_bytes())[1]) == 1, repr(r))
    try:  # another reader, where there is one
        from PIL import Image
    except ImportError:
        return
    with Image.open(here / "a.apng") as image:
        for k in range(5):
            image.seek(k)
            check(f"frame {k} by another reader", image.convert("RGB").tobytes() == frames[k])


def threads(here):
    for name in ("t.apng", "t.y4m", "t.png"):
        for look in ([], ["--segment"]):
            made = set()
            for n in (1, 2, 5):
                film = ["--fps", "20"] if name != "t.png" else []
                r = run("models/humanoid.xml", here / name, "--time", "0.6", *film, *look, "--threads", n, *SMALL)
                made.add(((here / name).read_bytes(), r.stdout.split("\n", 1)[1]))
            check(f"{name} {look} with any number of threads", len(made) == 1 and r.returncode == 0)


# arguments -> words of the message
WRONG = [
    ([PENDULUM], "OUT is missing"),
    ([PENDULUM, "x.jpg"], ".png for a picture"),
    ([PENDULUM, "x.apng"], "--time T"),
    ([PENDULUM, "-"], "--time T"),
    ([PENDULUM, "x.png", "--fps", "30"], "--fps is of films"),
    ([PENDULUM, "x.apng", "--time", "1", "--fps", "2000"], "at most 1000"),
    ([PENDULUM, "x.png", "--size", "640"], "'640' is not WIDTHxHEIGHT"),
    ([PENDULUM, "x.png", "--size", "0x4"], "sides are from 1 to 16384"),
    ([PENDULUM, "x.png", "--size", "4x16385"], "sides are from 1 to 16384"),
    ([PENDULUM, "x.png", "--depth", "--segment"], "not both"),
    ([PENDULUM, "x.y4m", "--time", "1", "--depth"], "16 bits"),
    ([HAND, "x.png", "--camera", "above2"], "the model has 'above', 'front'"),
    ([HAND, "x.png", "--camera", "1,2"], "azimuth,elevation,distance"),
    ([HAND, "x.png", "--camera", "1,2,0"], "must be above 0"),
    ([HAND, "x.png", "--camera", "2"], "no camera '2'"),
    ([HAND, "x.png", "--track", "plam"], "did you mean 'palm'?"),
    ([HAND, "x.png", "--track", "palm", "--camera", "front"], "free camera"),
    ([HAND, "x.png", "--show", "contcts"], "did you mean 'contacts'?"),
    ([HAND, "x.png", "--show", "geoms6"], "did you mean 'geoms0'?"),
    ([HAND, "x.png", "--hide", "everything"], "there are: contacts forces"),
    ([HAND, "x.png", "--key", "nothing"], "no keyframe"),
    ([HAND, "x.png", "--samples", "-1"], "is not a whole number"),
]


def wrong(here):
    for args, words in WRONG:
        r = run(*args)
        check(f"wrong use: {args}", r.returncode == 2 and words in r.stderr and not r.stdout, repr(r))
    check("nothing is written after wrong use", not list(ROOT.glob("x.*")))
    r = run(HAND, here / "no" / "such.png")
    check("a folder that is not there", r.returncode == 1 and "such.png': No such file" in r.stderr, repr(r))
    if pathlib.Path("/dev/full").exists():
        os.symlink("/dev/full", here / "full.png")
        r = run(HAND, here / "full.png", *SMALL)
        check("a full disk", r.returncode == 1 and "No space left" in r.stderr and not r.stdout, repr(r))
        os.symlink("/dev/full", here / "full.y4m")
        r = run(HAND, here / "full.y4m", "--time", "3", *SMALL)
        check("a film on a full disk", r.returncode == 1 and "No space left" in r.stderr, repr(r))


def interrupted(here):
    for name in ("i.apng", "i.y4m"):
        process = subprocess.Popen([PROGRAM, "render", HAND, here / name, "--time", "100000", *SMALL], cwd=ROOT,
                                   stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        until = time.time() + 60
        while time.time() < until and not any(p.stat().st_size > 10000 for p in here.glob(f"{name}.*.part")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
        n = len(read_apng(here / name)[1]) if name == "i.apng" else len(read_y4m((here / name).read_bytes())[1])
        check(f"Ctrl-C keeps {name}", process.returncode == 130 and n > 0 and f"has {n} frame" in err and f"{n} frames" in out,
              repr((process.returncode, n, out, err)))
    r = run("tests/data/check/trial.xml", here / "b.apng", "--time", "1", "--fps", "10", *SMALL)
    check("divergence", r.returncode == 3 and "diverged" in r.stderr, repr(r))
    r = run("tests/data/check/trial.xml", here / "b.apng", "--time", "1", "--fps", "10", "--allow-divergence", *SMALL)
    check("divergence that is accepted", r.returncode == 0, repr(r))


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "scene.xml").write_text(SCENE)
    pictures(folder)
    looks(folder)
    films(folder)
    threads(folder)
    wrong(folder)
    interrupted(folder)
print("\n".join(faults + [f"{passed} passed, {len(faults)} failed"]))
sys.exit(1 if faults else 0)
