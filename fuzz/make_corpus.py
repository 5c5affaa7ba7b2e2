#!/usr/bin/env python3
"""Writes the first inputs of the fuzz targets mesh, flex, png, urdf, binary, zip and calls: small valid files of every kind that a
reader knows, and damaged ones; programs of calls. Inputs that fuzzing found are kept beside them under other names.

usage: fuzz/make_corpus.py [FOLDER]   (default: fuzz/corpus)
"""
import io
import pathlib
import struct
import sys
import zipfile
import zlib

ROOT = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent / "corpus"


def write(target, name, data):
    path = ROOT / target / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


# ---- meshes: option byte (fuzz_mesh.c), then the file

VERTS = [(0, 0, 0), (.2, 0, 0), (0, .2, 0), (0, 0, .2), (.2, .2, .2)]
FACES = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 4), (2, 3, 4), (3, 1, 4)]
STL, OBJ, MSH, SKIN = 0, 1, 2, 3


def stl(faces, count=None):
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *(x for v in f for x in VERTS[v]), 0) for f in faces)
    return b"\0" * 80 + struct.pack("<I", len(faces) if count is None else count) + body


def stl_text():
    rows = ["solid s"]
    for f in FACES:
        rows += ["facet normal 0 0 0", "outer loop", *("vertex %g %g %g" % VERTS[v] for v in f), "endloop", "endfacet"]
    return "\n".join(rows + ["endsolid s", ""]).encode()


def obj(line="f {}/{}/{} {}/{}/{} {}/{}/{}"):
    rows = ["# o"] + ["v %g %g %g" % v for v in VERTS] + ["vt 0 %g" % v[0] for v in VERTS] + ["vn 0 0 1"] * len(VERTS)
    return "\n".join(rows + [line.format(*(i + 1 for i in f for _ in range(3))) for f in FACES] + [""]).encode()


def msh(normals=True, faces=True):
    n = len(VERTS)
    data = struct.pack("<4i", n, n if normals else 0, n if normals else 0, len(FACES) if faces else 0)
    data += b"".join(struct.pack("<3f", *v) for v in VERTS)
    if normals:
        data += struct.pack("<3f", 0, 0, 1) * n + struct.pack("<2f", 0, 1) * n
    return data + (b"".join(struct.pack("<3i", *f) for f in FACES) if faces else b"")


def skin(bones=(b"a", b"b"), count=None):
    data = struct.pack("<4i", len(VERTS), len(VERTS), len(FACES), len(bones) if count is None else count)
    data += b"".join(struct.pack("<3f", *v) for v in VERTS) + struct.pack("<2f", 0, 1) * len(VERTS)
    data += b"".join(struct.pack("<3i", *f) for f in FACES)
    n = len(VERTS)
    for name in bones:
        data += name.ljust(40, b"\0") + struct.pack("<7f", 0, 0, 0, 1, 0, 0, 0) + struct.pack("<i", n)
        data += struct.pack(f"<{n}i", *range(n)) + struct.pack(f"<{n}f", *[.5] * n)
    return data


def meshes():
    for bits in (0, 4, 8, 12, 16, 32, 64, 128):
        write("mesh", f"stl_{bits}", bytes([STL | bits]) + stl(FACES))
    write("mesh", "stl_text", bytes([STL]) + stl_text())
    write("mesh", "stl_short", bytes([STL]) + stl(FACES, 7))
    write("mesh", "stl_many", bytes([STL]) + stl(FACES, 0x7fffffff))
    write("mesh", "stl_flat", bytes([STL]) + stl(FACES[:1]))
    write("mesh", "stl_empty", bytes([STL]))
    write("mesh", "obj", bytes([OBJ]) + obj())
    write("mesh", "obj_plain", bytes([OBJ]) + obj("f {0} {3} {6}"))
    write("mesh", "obj_polygon", bytes([OBJ | 4]) + obj("").rstrip() + b"\nf 1 2 3 4 5\nf -1 -2 -3\nf 1//1 2//2 3//3\n")
    write("mesh", "obj_index", bytes([OBJ]) + obj("f 9999999 {0} -77"))
    write("mesh", "msh", bytes([MSH]) + msh())
    write("mesh", "msh_points", bytes([MSH | 12]) + msh(False, False))
    write("mesh", "msh_huge", bytes([MSH]) + struct.pack("<4i", 0x7fffffff, 0, 0, 0x7fffffff))
    write("mesh", "msh_negative", bytes([MSH]) + struct.pack("<4i", -1, -1, -1, -1))
    write("mesh", "skin", bytes([SKIN]) + skin())
    write("mesh", "skin_body", bytes([SKIN]) + skin((b"a", b"c" * 40)))
    write("mesh", "skin_many", bytes([SKIN]) + skin(count=0x7fffffff))
    write("mesh", "skin_huge", bytes([SKIN]) + struct.pack("<4i", *[0x7fffffff] * 4))
    write("mesh", "skin_cut", bytes([SKIN]) + skin()[:-9])
    write("mesh", "msh_nan", bytes([MSH]) + struct.pack("<4i", 4, 0, 0, 0) + struct.pack("<12f", *[float("nan")] * 12))


# ---- flexes: option byte (fuzz_flex.c), then a Gmsh file, or the numbers of a shape

POINTS = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)]
TETRA = [(1, 2, 3, 4), (2, 3, 4, 5)]


def gmsh41(count=len(POINTS)):
    rows = ["$MeshFormat", "4.1 0 8", "$EndMeshFormat", "$Nodes", f"1 {count} 1 {count}", f"3 1 0 {count}"]
    rows += [str(i + 1) for i in range(len(POINTS))] + ["%g %g %g" % p for p in POINTS] + ["$EndNodes"]
    rows += ["$Elements", "1 2 1 2", "3 1 4 2"] + [" ".join(map(str, (i + 1, *t))) for i, t in enumerate(TETRA)]
    return "\n".join(rows + ["$EndElements", ""]).encode()


def gmsh41_binary(count=len(POINTS)):
    data = b"$MeshFormat\n4.1 1 8\n" + struct.pack("<i", 1) + b"\n$EndMeshFormat\n$Nodes\n"
    data += struct.pack("<4q3iq", 1, count, 1, count, 3, 1, 0, count)
    data += b"".join(struct.pack("<q", i + 1) for i in range(len(POINTS)))
    data += b"".join(struct.pack("<3d", *p) for p in POINTS) + b"\n$EndNodes\n$Elements\n"
    data += struct.pack("<4q3iq", 1, 2, 1, 2, 3, 1, 4, 2)
    return data + b"".join(struct.pack("<5q", i + 1, *t) for i, t in enumerate(TETRA)) + b"\n$EndElements\n"


def gmsh22():
    rows = ["$MeshFormat", "2.2 0 8", "$EndMeshFormat", "$Nodes", str(len(POINTS))]
    rows += ["%d %g %g %g" % (i + 1, *p) for i, p in enumerate(POINTS)] + ["$EndNodes", "$Elements", "2"]
    rows += [" ".join(map(str, (i + 1, 4, 2, 0, 1, *t))) for i, t in enumerate(TETRA)]
    return "\n".join(rows + ["$EndElements", ""]).encode()


def gmsh22_binary():
    data = b"$MeshFormat\n2.2 1 8\n" + struct.pack("<i", 1) + b"\n$EndMeshFormat\n$Nodes\n5\n"
    data += b"".join(struct.pack("<i3d", i + 1, *p) for i, p in enumerate(POINTS)) + b"\n$EndNodes\n$Elements\n2\n"
    data += struct.pack("<3i", 4, 2, 0) + b"".join(struct.pack("<5i", i + 1, *t) for i, t in enumerate(TETRA))
    return data + b"\n$EndElements\n"


def flexes():
    for bits in (0, 1, 6, 20):
        write("flex", f"gmsh41_{bits}", bytes([128 | bits]) + gmsh41())
    write("flex", "gmsh41_binary", bytes([132]) + gmsh41_binary())
    write("flex", "gmsh41_huge", bytes([128]) + gmsh41(99999999))
    write("flex", "gmsh41_binary_huge", bytes([128]) + gmsh41_binary(1 << 60))
    write("flex", "gmsh22", bytes([132]) + gmsh22())
    write("flex", "gmsh22_binary", bytes([128]) + gmsh22_binary())
    for kind, dim in enumerate((2, 3, 3, 3, 2, 2, 1, 3)):
        flat = 1 if dim < 3 else 3
        write("flex", f"shape_{kind}", bytes([4 * (kind % 4), kind, dim, 3, 3, flat, 1, 1, 1, 0, 1, 1, 1, 0, 1, 2, 3, 1, 2, 3, 4]))
        write("flex", f"cells_{kind}", bytes([1 + 4 * (kind % 4), kind, dim, 3, 3, flat, 2, 1, 1, 0, 1, 1, 1, 0, 1, 2, 3, 1, 2, 3, 4]))
    write("flex", "cells_none", bytes([1, 0, 3, 3, 3, 3, 0, 1, 1]))


# ---- PNG: option byte (fuzz_png.c), then the file

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width, height, depth, color, interlace=0, extra=b"", rows=None):
    channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}[color]
    stride = (width * channels * depth + 7) // 8
    if rows is None:
        rows = b"".join(bytes([y % 5]) + bytes((7 * x + 31 * y) % 256 for x in range(stride)) for y in range(height))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">2I5B", width, height, depth, color, 0, 0, interlace)) +
            extra + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def images():
    palette = chunk(b"PLTE", bytes(range(48)))
    for use in range(5):
        write("png", f"rgb_{use}", bytes([use]) + png(12, 8, 8, 2))
    for depth in (1, 2, 4, 8, 16):
        write("png", f"gray_{depth}", bytes([4]) + png(4, 4, depth, 0))
    write("png", "gray_clear", bytes([0]) + png(4, 4, 8, 0, extra=chunk(b"tRNS", b"\0\7")))
    write("png", "palette", bytes([0]) + png(4, 4, 4, 3, extra=palette + chunk(b"tRNS", b"\1\2")))
    write("png", "palette_none", bytes([0]) + png(4, 4, 4, 3))
    write("png", "alpha", bytes([2]) + png(6, 6, 8, 6, extra=chunk(b"sRGB", b"\0")))
    write("png", "alpha_16", bytes([3]) + png(3, 5, 16, 4, extra=chunk(b"gAMA", struct.pack(">I", 45455))))
    write("png", "interlaced", bytes([0]) + png(12, 9, 8, 2, interlace=1, rows=b"\0" * 400))
    write("png", "square", bytes([2]) + png(8, 8, 8, 2))
    write("png", "huge", bytes([0]) + png(0x7fffffff, 0x7fffffff, 16, 6, rows=b"\0" * 64))
    write("png", "side", bytes([4]) + png(32768, 1, 1, 0))
    write("png", "cut", bytes([0]) + png(12, 8, 8, 2)[:60])
    write("png", "none", bytes([0]))
    write("png", "grid", bytes([5]) + struct.pack("<2i6f", 2, 3, *range(6)))
    write("png", "grid_huge", bytes([5]) + struct.pack("<2i6f", 0x10000, 0x10000, *range(6)))
    write("png", "grid_nan", bytes([5]) + struct.pack("<2i6f", 2, 3, *[float("nan")] * 6))
    write("png", "ktx", bytes([6]) + b"\xabKTX 20\xbb\r\n\x1a\n" + bytes(40))


# ---- URDF

LINK = ('<link name="{0}"><inertial><origin xyz="0 0 .1" rpy="0 0 1"/><mass value="1"/><inertia ixx=".1" ixy="0" ixz="0" '
        'iyy=".1" iyz="0" izz=".1"/></inertial><visual><geometry><box size=".1 .2 .3"/></geometry><material name="m">'
        '<color rgba="1 0 0 1"/></material></visual><collision><geometry><{1}/></geometry></collision></link>')
JOINT = ('<joint name="{0}" type="{1}"><parent link="{2}"/><child link="{3}"/><origin xyz="0 0 .2"/><axis xyz="0 0 1"/>'
         '<limit lower="-1" upper="1" effort="5" velocity="3"/><dynamics damping=".1" friction=".2"/>{4}</joint>')


def robots():
    links = "".join(LINK.format(n, s) for n, s in (("a", 'box size=".1 .1 .1"'), ("b", 'cylinder radius=".1" length=".3"'),
                                                  ("c", 'sphere radius=".1"'), ("d", 'mesh filename="package://x/m.stl"')))
    plain = links.replace('mesh filename="package://x/m.stl"', 'sphere radius="1"')
    for kind in ("revolute", "continuous", "prismatic", "fixed", "floating", "planar"):
        text = "<robot name='r'>" + plain + JOINT.format("j1", kind, "a", "b", "") + JOINT.format("j2", "fixed", "b", "c", "")
        write("urdf", kind, (text + "</robot>").encode())
    loop = JOINT.format("j1", "fixed", "a", "b", "") + JOINT.format("j2", "fixed", "b", "a", "")
    write("urdf", "loop", ("<robot name='r'>" + links + loop + "</robot>").encode())
    write("urdf", "mesh", ("<robot name='r'>" + links + "</robot>").encode())
    mimic = JOINT.format("j2", "revolute", "b", "c", '<mimic joint="j1" multiplier="2" offset=".1"/>')
    write("urdf", "mimic", ("<robot name='r'><mujoco><compiler fusestatic='true' discardvisual='false'/></mujoco>" + plain +
                            JOINT.format("j1", "revolute", "a", "b", "") + mimic + "</robot>").encode())
    write("urdf", "orphan", b"<robot name='r'><joint name='j' type='revolute'><parent link='x'/><child link='y'/></joint></robot>")
    write("urdf", "empty", b"<robot/>")
    write("urdf", "markup", b"<!ELEMENT robot ANY><robot name='r'version='1'><!-- a -- b ---><link name='a'/></robot>")


# ---- saved models: the model, then edits (fuzz_binary.c)

def binaries():
    for model in (0, 1):
        write("binary", f"whole_{model}", bytes([model]))
        for word in range(0, 120, 3):
            edit = struct.pack("<I", word)[:3]
            edits = [edit + bytes([1]) + struct.pack("<i", v) for v in (-1, 0x7fffffff)] if word % 2 else [
                edit + bytes([2]) + struct.pack("<i", 3)]
            write("binary", f"size_{model}_{word}", bytes([model]) + edits[0])
    write("binary", "raw", b"\xffnot a model")
    write("binary", "raw_head", b"\xffSINEW\x1a\r\n" + b"\0" * 80)


# ---- archives

def archive(method, root="a.xml"):
    model = ("<mujoco><compiler meshdir='m'/><asset><mesh name='s' file='s.stl'/></asset><worldbody>"
             "<body><freejoint/><geom type='mesh' mesh='s'/></body></worldbody></mujoco>")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as z:
        for name, data in ((root, model.encode()), ("m/s.stl", stl(FACES))):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = method
            z.writestr(info, data)
    return bytearray(out.getvalue())


def archives():
    stored, deflated = archive(zipfile.ZIP_STORED), archive(zipfile.ZIP_DEFLATED)
    write("zip", "stored", stored)
    write("zip", "deflated", deflated)
    write("zip", "other_root", archive(zipfile.ZIP_DEFLATED, "model.xml"))
    write("zip", "no_root", archive(zipfile.ZIP_DEFLATED, "b.xml"))
    write("zip", "lzma", archive(zipfile.ZIP_LZMA))
    write("zip", "empty", b"PK\x05\x06" + bytes(18))
    write("zip", "text", b"no archive")
    for cut in (1, 10, 22, 60, 200):
        write("zip", f"cut_{cut}", deflated[:-cut])
    end, central = deflated.rindex(b"PK\x05\x06"), deflated.index(b"PK\x01\x02")
    for name, at in (("directory_size", end + 12), ("directory_start", end + 16), ("packed", central + 20),
                     ("size", central + 24), ("name", central + 28), ("extra", central + 30), ("offset", central + 42),
                     ("flags", central + 8), ("method", central + 10), ("local_name", 26)):
        for value in (0xff, 1):
            bad = bytearray(deflated)
            bad[at:at + 2] = bytes([value, 0xff if value == 0xff else 0])
            write("zip", f"{name}_{value}", bad)


# ---- calls: bytes at random, the same everywhere; the first chooses one of 4 models and one of 7 arenas

def programs():
    state = 1
    for i in range(28):
        text = bytearray([i])
        while len(text) < 150 + 25 * i:
            state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
            text.append(state >> 56)
        write("calls", f"program_{i:02}", text)


meshes()
flexes()
images()
robots()
binaries()
archives()
programs()
