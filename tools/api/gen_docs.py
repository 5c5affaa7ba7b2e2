#!/usr/bin/env python3
"""Writes docs/api.md, the API function by function, from tools/api/functions.tsv (names, groups, order), the headers (prototypes,
comments) and tools/api/meanings.tsv (sentences for what the headers say by its name alone).

  gen_docs.py          writes the file
  gen_docs.py --check  says whether it is up to date, and names functions without a sentence (status 1 if there are any)
"""
import pathlib
import re
import sys

import headers

ROOT = pathlib.Path(__file__).resolve().parents[2]
TABLE = ROOT / 'tools/api/functions.tsv'
DOC = ROOT / 'docs/api.md'

# group -> what it is; every group of the table must be here
GROUPS = {
    'hooks': 'Variables that a program may set before it uses the library.',
    'callbacks': 'Callbacks: functions of your program that a step calls.',
    'constant strings': 'Names of flags, timers and topics.',
    'virtual files': 'Files in memory, found before those on disk.',
    'asset cache': 'Decoded assets that models share.',
    'parse and compile': 'XML and mjSpec to mjModel, and back.',
    'simulation': 'Steps, forward and inverse dynamics.',
    'model and data': 'Make, copy, reset and free; constants; scratch memory.',
    'state': 'The state as one vector of numbers; histories; keyframes.',
    'names and version': 'Names of model elements, version of the API.',
    'print': 'Print models, data and scenes as text.',
    'components': 'Stages of a step.',
    'sub components': 'Parts of the stages.',
    'support': 'Jacobians, inertia products, velocities, forces, distances.',
    'derivatives': 'Derivatives of steps and of rotations.',
    'ray': 'Ray casts.',
    'threads': 'Worker threads of one mjData.',
    'log and memory': 'Messages, their handlers, and memory.',
    'vectors': 'Vectors of 3, 4 and n numbers.',
    'dense matrices': 'Dense matrices, stored by rows.',
    'sparse matrices': 'Compressed sparse rows.',
    'quaternions and poses': 'Rotations and rigid transformations.',
    'decompositions and solvers': 'Cholesky, dense and banded; eigenvalues; box-constrained QP.',
    'actuator and contact models': 'Muscles, friction pyramids, spring-dampers.',
    'scalars and helpers': 'Scalars, conversions, sorting, strings.',
    'spec': 'The editable model.',
    'spec: attach and add': 'Adding elements to a model.',
    'spec: actuators': 'Actuator shortcuts.',
    'spec: assets': 'Adding assets.',
    'spec: find and walk': 'Finding elements and walking over them.',
    'spec: get and set': 'Names, strings, vectors, frames, user values.',
    'spec: defaults': 'Default attributes.',
    'spec: casts': 'From element to its kind, NULL if it is another.',
    'visualisation': 'Scenes: what there is to draw.',
    'drawing': 'Headless rendering of scenes, text and figures, on the CPU ([pictures.md](pictures.md)).',
    'user interface': 'Sections of check boxes, sliders, edit boxes and the like ([ui.md](ui.md)).',
    'plugins': 'Plugins ([plugins.md](plugins.md)).',
    'signed distance': 'Distance functions of plugins.',
    'resources': 'Resource providers, decoders and encoders ([plugins.md](plugins.md)).',
    'sinew: fields': 'Members of the public structs, for tools and other languages (sinew/extra.h, '
                     '[introspection.md](introspection.md)).',
    'sinew: errors': 'Errors as values, for other languages (sinew/extra.h, '
                     '[introspection.md](introspection.md)).',
    'sinew: batches': 'Batch simulation: many worlds of one model (sinew/batch.h, [batch.md](batch.md)).',
    'sinew: derivatives': 'Derivatives of steps by state, controls and numbers of the model '
                          '(sinew/extra.h, [derivatives.md](derivatives.md)).',
    'sinew: checks': 'Lint for models: what is likely wrong, where, and what to do about it (sinew/extra.h, '
                     '[cli.md](cli.md)).',
    'sinew: pictures': 'Off-screen rendering in one call (sinew/extra.h).',
    'sinew: elementary functions': 'Elementary functions with bitwise identical results on every machine (sinew/extra.h).',
    'sinew': 'Other functions of Sinew (sinew/extra.h).',
}

# families of functions whose names say it: pattern -> sentence
FAMILIES = [
    (r'mjs_default([A-Z]\w*)', 'built-in values of an mjs{0} of the caller\'s own; strings and vectors are NULL'),
    (r'mjs_as([A-Z]\w*)', 'the mjs{0} of an element, NULL if it is of another kind'),
    (r'mjs_add([A-Z]\w*)', 'a new mjs{0}, with the values of the class def (NULL: those of its parent); NULL if memory is short'),
    (r'mjs_setTo([A-Z]\w*)', 'makes an actuator what the element of MJCF of that name makes it; an empty text, or what is wrong with the arguments'),
]


def meanings():
  """name -> sentence"""
  lines = (ROOT / 'tools/api/meanings.tsv').read_text().splitlines()
  return dict(line.split('\t') for line in lines if line and not line.startswith('#'))


def sentence(name, entries, table):
  """what a function does, '' if nobody says it"""
  entry = entries.get(name)
  if name in table:
    return table[name]
  if entry and entry.own:
    return entry.own
  for pattern, words in FAMILIES:
    found = re.fullmatch(pattern, name)
    if found:
      return words.format(found[1])
  return entry.shared if entry else ''


def examples():
  """name -> at most two programs of examples/ that call it, the shortest first"""
  out = {}
  for path in sorted((ROOT / 'examples').glob('*.c'), key=lambda path: (len(path.read_text()), path.name)):
    for name in sorted(set(re.findall(r'\b((?:mj\w?|sn)_\w+)\(', path.read_text()))):
      if len(out.setdefault(name, [])) < 2:
        out[name].append(f'[{path.name}](../examples/{path.name})')
  return out


def empty(table):
  """names of functions that have no sentence, or no word in it"""
  entries, words = headers.entries(), meanings()
  unknown = sorted(set(words) - {row['name'] for row in table})
  return unknown + [row['name'] for row in table if len(sentence(row['name'], entries, words)) < 4]


def load(path=TABLE):
  """Rows of the table as dicts; a malformed row is an error."""
  out = []
  for number, line in enumerate(path.read_text().splitlines(), 1):
    if not line or line.startswith('#'):
      continue
    cells = line.split('\t')
    if len(cells) != 4 or cells[1] not in GROUPS:
      sys.exit(f'{path.name}, line {number}: expected name, known group, note, prototype; found {cells}')
    out.append(dict(zip(('name', 'group', 'note', 'prototype'), cells)))
  return out


def escape(text):
  """characters that Markdown would take for its own"""
  return re.sub(r'([*_<>\[\]|])', r'\\\1', text)


def sentence_case(text):
  """begins with a capital, unless the first word is the name of something"""
  first = text.split(' ', 2)
  name = not re.fullmatch(r'[a-z]+', first[0]) or first[1:2] in (['->'], ['='])
  return text if name else text[:1].upper() + text[1:]


def adds(note, text):
  """the note has a word that the text lacks"""
  return not set(re.findall(r'\w+', note.lower())) <= set(re.findall(r'\w+', text.lower()))


def document(table):
  """The Markdown text."""
  ours = [row for row in table if row['name'].startswith('sn_')]
  lines = [
      '# C API', '',
      '<!-- Generated by tools/api/gen_docs.py from tools/api/functions.tsv, not to be edited. -->',
      '',
      'This page lists every function and variable of the C API. Sinew has '
      f'all **{len(table) - len(ours)}** of MuJoCo 3.12.0, with the same names, arguments and results, and **{len(ours)}** of its own (`sn_`). '
      'Each has an anchor: `api.md#mj_step`.',
      '',
      '- `a, b -> c` is the data flow: inputs and outputs. Shapes are in parentheses: `(3 x nv)` is row-major. An array parameter with a '
      'length (`point[3]`) has that many values. Otherwise the description or the names of the size arguments give the length.',
      '- Outputs (`res`) must not overlap with inputs, unless the description allows it. Ids are indices of elements, 0 to size - 1.',
      '- Invalid arguments (NULL for a required pointer, an id out of range, the mjData of another model) are reported once, to the log handler or '
      'on stderr, and kept for `sn_lastError`. The call changes nothing and returns NULL, -1, 0 or nothing, by its return type. No call ends the '
      'process.',
      '- Functions that take a model and an mjData are thread-safe if each thread has its own mjData.',
      '', '| group | functions |', '|---|---|']
  entries, words_of, shown = headers.entries(), meanings(), examples()
  groups = {name: [row for row in table if row['group'] == name] for name in GROUPS}
  groups = {name: rows for name, rows in groups.items() if rows}
  for name, rows in groups.items():
    anchor = name.replace(':', '').replace(' ', '-')
    lines.append(f'| [{name}](#{anchor}) | {len(rows)} |')
  for name, rows in groups.items():
    lines += ['', f'## {name}', '', GROUPS[name], '']
    for row in rows:
      # the note of the table is a summary beside the name, the header says it in full below the declaration
      name, text = row['name'], sentence(row['name'], entries, words_of)
      brief = name not in words_of and (not entries[name].own or adds(row['note'], text))
      lines += [f'<a id="{name}"></a>', f'**`{name}`**' + (f': {escape(row["note"])}' if brief else '') + '<br>',
                f'`{entries[name].declaration};`']
      if text:
        lines[-1] += '<br>'
        lines.append(escape(sentence_case(text)) + ('' if text.endswith('.') else '.'))
      if name in shown:
        lines[-1] += f' Example: {", ".join(shown[name])}.'
      lines.append('')
    lines.pop()
  return '\n'.join(lines) + '\n'


if __name__ == '__main__':
  text = document(load())
  if sys.argv[1:] == ['--check']:
    missing = empty(load())
    for name in missing:
      print(f'{name}: no sentence; write a comment above its declaration, or a line of tools/api/meanings.tsv')
    fresh = DOC.exists() and DOC.read_text() == text and not missing
    print('docs/api.md is up to date' if fresh else 'docs/api.md is out of date: run gen_docs.py')
    sys.exit(0 if fresh else 1)
  if len(sys.argv) > 1:
    sys.exit(__doc__)
  DOC.parent.mkdir(exist_ok=True)
  DOC.write_text(text)
