#!/usr/bin/env python3
"""Writes the SKN files of this folder: python3 make_skins.py"""
import math
import pathlib
import struct

HERE = pathlib.Path(__file__).parent


def tube(rings, sides):
    """Vertices, texture coordinates and triangles of an open tube along x."""
    vert, texcoord, face = [], [], []
    for r in range(rings):
        for s in range(sides):
            a = 2 * math.pi * s / sides
            vert.append((r / (rings - 1), 0.1 * math.cos(a), 0.1 * math.sin(a)))
            texcoord.append((r / (rings - 1), s / sides))
    for r in range(rings - 1):
        for s in range(sides):
            a, b = r * sides + s, r * sides + (s + 1) % sides
            face += [(a, b, b + sides), (a, b + sides, a + sides)]
    return vert, texcoord, face


def write(name, vert, texcoord, face, bones):
    data = struct.pack("<4i", len(vert), len(texcoord), len(face), len(bones))
    for row in vert + texcoord:
        data += struct.pack(f"<{len(row)}f", *row)
    for row in face:
        data += struct.pack("<3i", *row)
    for body, pos, quat, weights in bones:
        data += struct.pack("<40s7fi", body.encode(), *pos, *quat, len(weights))
        data += struct.pack(f"<{len(weights)}i", *weights.keys())
        data += struct.pack(f"<{len(weights)}f", *weights.values())
    (HERE / name).write_bytes(data)


V, T, F = tube(7, 5)
UPPER = {i: 1.3 - v[0] for i, v in enumerate(V) if v[0] < 0.8}
LOWER = {i: v[0] ** 2 for i, v in enumerate(V) if v[0] > 0.2}
BONES = [("upper", (0.25, 0, 0), (1, 0.1, 0, 0), UPPER), ("lower", (0.75, 0, 0), (3, 0, -4, 0), LOWER)]
write("arm.skn", V, T, F, BONES)
write("bare.SKN", V, [], F, [("world", (0, 0, 0), (1, 0, 0, 0), {i: 2 for i in range(len(V))})])
