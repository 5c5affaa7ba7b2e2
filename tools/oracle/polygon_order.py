#!/usr/bin/env python3
"""Compares the polygons of hulls, in their order, with those of the reference's native build.

  pip install mujoco==3.12.0
  python3 polygon_order.py ../../build/release/tests/model_arrays ../../../shared/models

The order is that of a hash table of the GNU C++ library, so the WebAssembly build, which robots.mjs
asks, has another one. Keys of the table come from angles, which glibc and fdlibm may round
otherwise: a polygon at the border of two keys may differ for that.
"""
import pathlib
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


def main(program, folder):
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


if __name__ == '__main__':
    sys.exit(main(*sys.argv[1:]))
