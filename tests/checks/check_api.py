#!/usr/bin/env python3
"""The API table (tools/api/functions.tsv) against library, headers, docs and specification.

  check_api.py LIBRARY.so
(a) what the table lists is exported, and declared in include/sinew with the same prototype
    up to whitespace and parameter names;
(b) nothing else that begins with mj or sn_ is exported;
(c) nothing else is declared with MJAPI;
(d) docs/api.md is up to date, and no function is without a sentence;
(e) the table lists exactly the functions of the specification, if that is at hand (../shared beside
    the repository); those of plugins (mjp_) and user interfaces (mjui_), which its list leaves out,
    are in the table too.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SPEC = ROOT.parent / 'shared/spec/api_functions.txt'
DRAWING = SPEC.with_name('api_vis_functions.txt')
sys.path.insert(0, str(ROOT / 'tools/api'))
sys.dont_write_bytecode = True
import gen_docs  # noqa: E402
from layout import Report  # noqa: E402

QUALIFIERS = {'const', 'unsigned', 'signed', 'struct', 'enum', 'volatile', 'restrict'}
FUNCTION_KINDS, DATA_KINDS = 'TWi', 'BDGRSVu'  # letters of nm for exported symbols


def split_parameters(text):
  """Splits at commas outside of parentheses."""
  depth, parts = 0, ['']
  for char in text:
    depth += (char == '(') - (char == ')')
    if char == ',' and depth == 0:
      parts.append('')
    else:
      parts[-1] += char
  return parts


def parameter_type(text):
  """A parameter without its name, in canonical spacing."""
  text = text.strip()
  if '(*' in text:
    text = re.sub(r'\(\*\s*\w+\s*\)', '(*)', text, count=1)
  else:
    match = re.fullmatch(r'(.*?)(\b\w+)\s*((?:\[[^\]]*\])*)', text, re.S)
    if match:
      words = [w for w in re.findall(r'\w+', match.group(1)) if w not in QUALIFIERS]
      if words:
        text = match.group(1) + match.group(3)
  return ' '.join(re.findall(r'\w+|[^\w\s]', text))


def canonical(prototype):
  """A declaration in a form that is equal for equal declarations."""
  text = re.sub(r'\b(MJAPI|extern)\b', ' ', prototype).strip().rstrip(';')
  match = re.match(r'([^()]*?\b\w+)\s*\(([^*].*?|)\)\s*(mjPRINTFLIKE\([^)]*\))?$', text, re.S)
  if not match:
    return ' '.join(re.findall(r'\w+|[^\w\s]', text))
  head, parameters, attribute = match.groups()
  head = ' '.join(re.findall(r'\w+|[^\w\s]', head))
  types = ', '.join(parameter_type(part) for part in split_parameters(parameters))
  return f'{head}({types})' + re.sub(r'\s', '', attribute or '')


def declared_name(prototype):
  """The name that a declaration declares."""
  text = re.sub(r'\b(MJAPI|extern)\b', ' ', prototype).strip().rstrip(';')
  pointer = re.match(r'[^()]*\(\*\s*(\w+)', text)
  if pointer:
    return pointer.group(1)
  match = re.match(r'[^()\[]*?(\w+)\s*(?:[\[(]|$)', text)
  return match.group(1)


def header_declarations():
  """{name: (header, declaration)} of everything that is marked MJAPI."""
  found = {}
  for path in sorted((ROOT / 'include/sinew').glob('*.h')):
    text = re.sub(r'/\*.*?\*/|//[^\n]*', ' ', path.read_text(), flags=re.S)
    text = re.sub(r'^[ \t]*#(?:[^\n]*\\\n)*[^\n]*', ' ', text, flags=re.M)
    for match in re.finditer(r'\bMJAPI\b[^;]*;', text):
      found[declared_name(match.group())] = (path.name, match.group())
  return found


def exported_symbols(library):
  """{name: kind letter} of what the shared library exports."""
  out = subprocess.run(['nm', '-D', '--defined-only', library], check=True, text=True,
                       stdout=subprocess.PIPE).stdout
  symbols = {}
  for line in out.splitlines():
    *_, kind, name = line.split()
    symbols[name.split('@')[0]] = kind
  return symbols


def is_variable(row):
  return row['prototype'].startswith('extern')


def check_listed(report, table, declared, exported):
  for row in table:
    name = row['name']
    kinds = DATA_KINDS if is_variable(row) else FUNCTION_KINDS
    report.check(exported.get(name, '?') in kinds, f'{name} is not exported by the library')
    header, text = declared.get(name, ('', ''))
    report.check(header, f'{name} is not declared in include/sinew')
    if header:
      report.check(canonical(text) == canonical(row['prototype']),
                   f'{header} declares "{canonical(text)}",\n  the table has '
                   f'"{canonical(row["prototype"])}"')


def check_nothing_else(report, table, declared, exported):
  listed = {row['name'] for row in table}
  for name in sorted(exported):
    if re.match(r'mj|sn_', name):
      report.check(name in listed, f'{name} is exported, but the table does not have it')
  for name in sorted(declared):
    report.check(name in listed, f'{declared[name][0]} declares {name}, the table does not have it')


def check_specification(report, table):
  reference = [row for row in table if not row['name'].startswith(('sn_', 'mjp_', 'mjui_'))]
  if not SPEC.exists():
    print('../shared is not here: the table was not compared with the specification')
    return
  lines = [line for line in SPEC.read_text().splitlines() if line and not line.startswith('#')]
  want = [(declared_name(line), canonical(line)) for line in lines]
  # drawing comes after scenes; variables of that list are in the first one too
  last = max(i for i, (name, _) in enumerate(want) if name.startswith('mjv_'))
  drawing = re.findall(r'^\w+ mjr_.*;$', DRAWING.read_text(), re.M)
  want[last + 1:last + 1] = [(declared_name(line), canonical(line)) for line in drawing]
  have = [(row['name'], canonical(row['prototype'])) for row in reference]
  report.check([name for name, _ in have] == [name for name, _ in want],
               'the table does not list the functions of the specification in their order; '
               f'only in one of them: {sorted({n for n, _ in have} ^ {n for n, _ in want})}')
  prototypes = dict(have)
  for name, prototype in want:
    report.check(prototypes.get(name) == prototype,
                 f'{name}: table "{prototypes.get(name)}",\n  specification "{prototype}"')


def main(library):
  report = Report()
  table = gen_docs.load()
  declared = header_declarations()
  exported = exported_symbols(library)
  names = [row['name'] for row in table]
  report.check(len(names) == len(set(names)), 'a name is twice in the table')
  for row in table:
    report.check(declared_name(row['prototype']) == row['name'],
                 f'{row["name"]}: its prototype declares {declared_name(row["prototype"])}')
  check_listed(report, table, declared, exported)
  check_nothing_else(report, table, declared, exported)
  report.check(gen_docs.DOC.exists() and gen_docs.DOC.read_text() == gen_docs.document(table),
               'docs/api.md is out of date: run tools/api/gen_docs.py')
  for name in gen_docs.empty(table):
    report.check(False, f'{name}: no sentence says what it does: a comment above its declaration, or tools/api/meanings.tsv')
  check_specification(report, table)
  return report.end()


if __name__ == '__main__':
  if len(sys.argv) != 2:
    sys.exit(__doc__)
  sys.exit(main(sys.argv[1]))
