#!/usr/bin/env python3
"""Polygons of hulls in the order in which the reference's native build lists them.

  pip install mujoco==3.12.0
  python3 polygon_order.py compare ../../build/release/tests/model_arrays ../../../shared/models
    compares those of all models of a folder with ours
  python3 polygon_order.py golden > ../../tests/golden/polygon_order.txt
    writes those of balls of random points, for tests/asset/test_hull.c: per ball a line v of vertices, l
    of polygon sizes, q of their vertices

The order is that of a hash table of LLVM's C++ library on a machine of 64 bits; the WebAssembly
build, which robots.mjs asks, has 32. Keys of the table come from angles, which glibc and fdlibm may
round otherwise: a polygon at the border of two keys may differ for that.
"""
import math
import pathlib
import random
import subprocess
import sys

import mujoco
import numpy

TYPES = {'mjtNum': 'f8', 'float': 'f4', 'int': 'i4', 'mjtSize': 'i8', 'mjtByte': 'u1',
         'mjtBool': 'u1', 'char': 'i1'}
ORDER = ['mesh_polynum', 'mesh_polyvertadr', 'mesh_polyvertnum', 'mesh_polyvert', 'mesh_polymapnum',
         'mesh_polymap']


def our_arrays(program, path):
    data = subprocess.run([program, '--unsorted', path], capture_output=True, check=True).stdout
    arrays, at = {}, 0
    while at < len(data):
        end = data.index(b'\n', at)
        name, kind, count = data[at:end].decode().split()
        arrays[name] = numpy.frombuffer(data, TYPES[kind], int(count), end + 1)
        at = end + 1 + arrays[name].nbytes
    return arrays


def compare(program, folder):
    same = different = 0
    for path in sorted(pathlib.Path(folder).rglob('*.xml')):
        try:
            theirs = mujoco.MjModel.from_xml_path(str(path))
        except ValueError:
            continue
        if not theirs.nmeshpoly or theirs.nflex or theirs.nplugin:
            continue
        ours = our_arrays(program, path)
        found = [name for name in ORDER
                 if not numpy.array_equal(ours[name], getattr(theirs, name).ravel())]
        same, different = same + (not found), different + bool(found)
        if found:
            print(f'{path}: {" ".join(found)}')
    print(f'{same} models equal, {different} not')
    return 1 if different else 0


def ball(n):
    points = []
    for _ in range(n):
        p = [random.gauss(0, 1) for _ in range(3)]
        points += [round(x / math.hypot(*p), 3) for x in p]
    return points


def golden():
    print('# cd tools/oracle && python3 polygon_order.py golden')
    random.seed(1)
    for n in (4, 5, 6, 9, 14, 30, 60, 120, 250, 500):
        text = ' '.join(f'{x:g}' for x in ball(n))
        m = mujoco.MjModel.from_xml_string(
            f'<mujoco><asset><mesh name="a" vertex="{text}"/></asset><worldbody>'
            '<geom type="mesh" mesh="a"/></worldbody></mujoco>')
        print('v', text)
        print('l', *m.mesh_polyvertnum)
        print('q', *m.mesh_polyvert)
    return 0


if __name__ == '__main__':
    sys.exit({'compare': compare, 'golden': golden}[sys.argv[1]](*sys.argv[2:]))
