#!/usr/bin/env python3
"""Writes the small meshes of the tests beside itself: python3 make_meshes.py"""
import math
import pathlib
import struct

HERE = pathlib.Path(__file__).resolve().parent

# L-shaped prism of volume 3: outline in x, y; z from 0 to 1
OUTLINE = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
CUT = [(0, 1, 2), (0, 2, 3), (0, 3, 5), (3, 4, 5)]


def prism():
    n = len(OUTLINE)
    vert = [(x, y, z) for z in (0, 1) for x, y in OUTLINE]
    face = [(c, b, a) for a, b, c in CUT] + [(a + n, b + n, c + n) for a, b, c in CUT]
    for i in range(n):
        j = (i + 1) % n
        face += [(i, j, j + n), (i, j + n, i + n)]
    return vert, face


def stl(name, vert, face):
    data = b'made for tests'.ljust(80, b'\0') + struct.pack('<I', len(face))
    for f in face:
        data += struct.pack('<12f', 0, 0, 0, *[x for v in f for x in vert[v]]) + b'\0\0'
    (HERE / name).write_bytes(data)


def stl_text(name, vert, face):
    lines = ['solid prism']
    for f in face:
        lines += ['  facet normal 0 0 0', '    outer loop']
        lines += ['      vertex %g %g %g' % vert[v] for v in f]
        lines += ['    endloop', '  endfacet']
    (HERE / name).write_text('\n'.join(lines + ['endsolid prism', '']))


def obj(name, vert, faces, head='', tail=''):
    lines = ['v %.9g %.9g %.9g' % tuple(v) for v in vert] + ['f ' + f for f in faces]
    (HERE / name).write_text(head + '\n'.join(lines) + '\n' + tail)


def msh(name, vert, normal, texcoord, face):
    data = struct.pack('<4i', len(vert), len(normal), len(texcoord), len(face))
    for rows in (vert, normal, texcoord):
        for row in rows:
            data += struct.pack('<%df' % len(row), *row)
    for row in face:
        data += struct.pack('<3i', *row)
    (HERE / name).write_bytes(data)


def blob():
    """a bumpy closed surface: rings of a sphere whose radius varies"""
    rings, n = 7, 9
    point = lambda t, p: tuple((1 + .2 * math.sin(3 * p) * math.sin(t)) * k for k in
                               (1.3 * math.sin(t) * math.cos(p), .8 * math.sin(t) * math.sin(p), .6 * math.cos(t)))
    vert = [point(0, 0)]
    vert += [point(math.pi * i / (rings + 1), 2 * math.pi * j / n) for i in range(1, rings + 1) for j in range(n)]
    vert += [point(math.pi, 0)]
    face = [(0, 1 + j, 1 + (j + 1) % n) for j in range(n)]
    for i in range(rings - 1):
        for j in range(n):
            a, b = 1 + i * n + j, 1 + i * n + (j + 1) % n
            face += [(a, a + n, b + n), (a, b + n, b)]
    last = 1 + (rings - 1) * n
    face += [(last + j, len(vert) - 1, last + (j + 1) % n) for j in range(n)]
    return vert, face


def main():
    vert, face = prism()
    stl('prism.stl', vert, face)
    stl_text('prism_text.stl', vert, face)
    n = len(OUTLINE)
    ring = [' '.join(str(n - i) for i in range(n)), ' '.join(str(n + 1 + i) for i in range(n))]
    side = ['%d %d %d %d' % (i + 1, (i + 1) % n + 1, (i + 1) % n + n + 1, i + n + 1) for i in range(n)]
    obj('prism.obj', vert, ring + side)
    bvert, bface = blob()
    stl('blob.STL', bvert, bface)
    length = lambda v: math.sqrt(sum(x * x for x in v))
    normal = [tuple(x / length(v) for x in v) for v in bvert]
    texcoord = [(.5 + v[0] / 4, .5 + v[1] / 4) for v in bvert]
    msh('blob.msh', bvert, normal, texcoord, bface)
    msh('cloud.msh', bvert, [], [], [])
    # two objects, negative indices, normals and texture coordinates; only the first has faces that count
    cube = [(x, y, z) for z in (-1, 1) for y in (-1, 1) for x in (-2, 2)]
    quads = ['-8/1/1 -6/2/1 -5/3/1 -7/4/1', '-4/1/2 -3/2/2 -1/3/2 -2/4/2', '-8/1/3 -7/2/3 -3/3/3 -4/4/3',
             '-6/1/4 -2/2/4 -1/3/4 -5/4/4', '-8/1/5 -4/2/5 -2/3/5 -6/4/5', '-7/1/6 -5//6 -1 -3/4']
    head = ''.join('vt %g %g\n' % t for t in ((0, 0), (1, 0), (1, .75), (0, 1)))
    head += ''.join('vn %g %g %g\n' % t for t in ((0, 0, -1), (0, 0, 1), (0, -1, 0), (0, 1, 0), (-1, 0, 0), (1, 0, 0)))
    tail = 'g second\nv 0 0 3\nv 1 0 3\nv 0 1 3\nf -1 -2 -3\n'
    obj('cube.obj', cube, quads, '# a cube and a roof\nmtllib no.mtl\n' + head + 'o first\n', tail)
    obj('cloud.obj', bvert, [])


main()
