#!/usr/bin/env python3
"""Writes broken meshes beside itself: python3 make_meshes.py"""
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent
VERT = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
FACE = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]


def stl(count=4, vert=VERT):
    data = bytes(80) + struct.pack('<I', count)
    for f in FACE:
        data += struct.pack('<12f', 0, 0, 0, *[x for v in f for x in vert[v]]) + b'\0\0'
    return data


def msh(nvert=4, nnormal=0, ntexcoord=0, nface=4, face=FACE):
    data = struct.pack('<4i', nvert, nnormal, ntexcoord, nface)
    return data + b''.join(struct.pack('<3f', *v) for v in VERT) + b''.join(struct.pack('<3i', *f) for f in face)


FILES = {
    'cut.stl': stl()[:200],
    'empty.stl': b'',
    'zero.stl': bytes(84),
    'huge.stl': stl(count=0xffffffff),
    'nan.stl': stl(vert=VERT[:3] + [(0, float('nan'), 1)]),
    'far.stl': stl(vert=VERT[:3] + [(0, 1e20, 1)]),
    'text.stl': b'solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0\nvertex 0 1 0\nendloop\nendfacet\n',
    'corners.stl': b'solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nendloop\nendfacet\n'
                   b'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nendloop\nendfacet\n',
    'nofacet.stl': b'solid nothing\nendsolid nothing\n',
    'index.obj': b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 9\n',
    'index0.obj': b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 0 1 2\n',
    'back.obj': b'v 0 0 0\nv 1 0 0\nf -3 -2 -1\nv 0 1 0\nv 0 0 1\n',
    'number.obj': b'v 0 0 0\nv 1 zero 0\n',
    'few.obj': b'v 0 0 0\nv 1 0\n',
    'corner.obj': b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1:2 2 3\n',
    'normal.obj': b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvn 0 0 1\nf 1//1 3//1 2//7\n',
    'none.obj': b'# nothing\n',
    'infinite.obj': b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1e99\nf 1 3 2\n',
    'lines.obj': b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nl 1 2 3 4\n',
    'flat.obj': b'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n',
    'winding.obj': b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
    'inside.obj': b'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 4 2\nf 1 3 4\nf 2 4 3\n',
    'header.msh': msh()[:10],
    'count.msh': msh(nvert=-1),
    'normals.msh': msh(nnormal=3),
    'size.msh': msh(nface=5),
    'huge.msh': msh(nvert=0x7fffffff, nface=0x7fffffff),
    'face.msh': msh(face=FACE[:3] + [(1, 2, -3)]),
    'mesh.ply': b'ply\n',
}
for name, data in FILES.items():
    (HERE / name).write_bytes(data)
