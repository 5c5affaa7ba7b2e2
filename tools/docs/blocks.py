#!/usr/bin/env python3
"""Runs the commands and code blocks of the manual, as a reader would who copies them from the page.

usage: blocks.py check PROGRAM BUILD      all pages, with the program and an installation of the build folder; blocks for
                                          a fresh system, for Python and for Node.js are left to those who have one.
                                          With SINEW_LONG=1 also the slow ones. Ends with "N passed, M failed"
       blocks.py fresh SYSTEM PAGE...     the pages on a fresh system, whose root is the folder SYSTEM, in its /home/reader: everything
                                          but blocks that are never run (tools/debian.sh makes such systems)
       blocks.py list                     what is run where

A page is run from top to bottom in one folder, with the sample models in it. What a block is, is told by its language:

  sh       commands; they must not fail                          c        a program, or lines of one
  console  lines after "$ " are run, the others are what          cmake    lines of a CMakeLists.txt
           they print; "..." stands for anything                  python   one program of all blocks of the page
  xml      a model: sinew check has no warning                    js       a module
  text     nothing to run

A block whose first line is a comment with a file name and nothing else is written to that file first; programs are run by
the commands that follow then. A comment in front of a block may say more (none of this is seen in the page):

  <!-- before: TEXT -->        lines that come before those of a block of C
  <!-- run: fresh -->          on a fresh system only: it installs, or needs the network
  <!-- run: long -->           slow
  <!-- run: never, REASON -->  nowhere, and why
"""
import collections
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
FENCE = re.compile(r'(?P<notes>(?:^<!-- (?:run|before): .*? -->\n)*)^```(?P<language>\w*)\n(?P<code>.*?)^```$', re.M | re.S)
NAMED = re.compile(r'^\s*(?://|#|<!--)\s*([\w.-]+\.(?:c|cc|py|mjs|js|xml|urdf|txt|csv))\s*(?:-->)?\s*\n')
COMMAND = re.compile(r'^(\$ |sinew |make |cmake |sudo |apt|pip|npm|python3? |cc |mpirun |tools/)', re.M)
LANGUAGES = 'sh console c cmake python js xml text'.split()
SECONDS = 120  # a block takes at most
FRESH_SECONDS = 1800  # the same where packages are fetched

Block = collections.namedtuple('Block', 'page line language code file run before')


def pages():
  out = [ROOT / name for name in ('README.md', 'CONTRIBUTING.md')] + sorted((ROOT / 'docs').glob('*.md'))
  return [page for page in out if page.exists()]


def blocks(page):
  """of a page; a block that the rules do not know is an error"""
  text = page.read_text(encoding='utf-8')
  out = []
  for found in FENCE.finditer(text):
    line = text.count('\n', 0, found.start('code'))
    where = f'{page.name}:{line}'
    language, code = found['language'], found['code']
    if language not in LANGUAGES:
      sys.exit(f'{where}: a block of language {language!r}; there are {", ".join(LANGUAGES)}')
    notes = dict(re.findall(r'<!-- (run|before): (.*?) -->', found['notes'], re.S))
    run = notes.get('run', '')
    if run not in ('', 'fresh', 'long') and not re.match(r'never, \w', run):
      sys.exit(f'{where}: run: {run!r}; there are fresh, long, and never with a reason')
    if language == 'text' and COMMAND.search(code):
      sys.exit(f'{where}: commands in a block of text: make it sh or console')
    named = NAMED.match(code)
    out.append(Block(page, line, language, code, named and named[1], run, notes.get('before', '')))
  if text.count('\n```') + text.startswith('```') != 2 * len(out):
    sys.exit(f'{page.name}: fences that are not whole: each begins and ends a line')
  return out


class Failed(Exception):
  pass


class Runner:
  """One page in one folder."""

  def __init__(self, folder, environment, program):
    self.folder, self.environment, self.program = folder, environment, program
    self.inside = []  # words before a command that put it into a system of its own
    self.seconds = SECONDS

  def call(self, words):
    try:
      r = subprocess.run([*self.inside, *words], cwd=self.folder, env=self.environment, text=True, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=self.seconds, check=False)
    except subprocess.TimeoutExpired as error:
      raise Failed(f'takes more than {error.timeout} s') from None
    if r.returncode:
      raise Failed(r.stdout)
    return r.stdout

  def run(self, block):
    if block.file:
      (self.folder / block.file).write_text(block.code)
    getattr(self, block.language)(block)

  def sh(self, block):
    if not block.file:
      self.call(['sh', '-e', '-c', block.code])

  def console(self, block):
    for part in re.split(r'^(?=\$ )', block.code, flags=re.M):
      if not part.strip():
        continue
      lines = part.splitlines(keepends=True)
      n = 1
      while lines[n - 1].endswith('\\\n'):
        n += 1
      command, expected = ''.join(lines[:n])[2:], ''.join(lines[n:])
      said = self.call(['sh', '-e', '-c', command])
      pattern = '.*?'.join(re.escape(piece) for piece in expected.strip('\n').split('...'))
      if not re.fullmatch(pattern, said.strip('\n'), re.S):
        raise Failed(f'$ {command}prints\n{said}\nand not\n{expected}')

  def xml(self, block):
    path = self.folder / (block.file or f'block{block.line}.xml')
    path.write_text(block.code)
    self.call([self.program, 'check', path.name])

  def c(self, block):
    if block.file:
      return  # commands compile it
    code = block.code
    if 'int main' not in code:
      heads = '\n'.join(re.findall(r'^#include.*', code, re.M))
      body = re.sub(r'^#include.*', '', code, flags=re.M)
      before = block.before
      if 'mjModel* m ' not in body + before:
        before = ('char error[1000] = ""; mjModel* m = mj_loadXML("models/humanoid.xml", NULL, error, sizeof error);'
                  'if (!m) { puts(error); return 1; } mjData* d = mj_makeData(m);\n') + before
      code = ('#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sinew/sinew.h>\n#include <sinew/extra.h>\n'
              f'{heads}\nint main(void) {{\n{before}\n{body}\nreturn 0;\n}}\n')
    (self.folder / 'block.c').write_text(code)
    self.call(['sh', '-e', '-c', 'cc -std=gnu17 -w block.c -o block $(pkg-config --cflags --libs sinew) && ./block'])

  def cmake(self, block):
    project = self.folder / f'project{block.line}'
    project.mkdir(exist_ok=True)
    shutil.copy(ROOT / 'examples/load_and_step.c', project / 'program.c')
    (project / 'CMakeLists.txt').write_text('cmake_minimum_required(VERSION 3.16)\nproject(program LANGUAGES C)\n'
                                            f'add_executable(program program.c)\n{block.code}')
    self.call(['cmake', '-S', project.name, '-B', f'{project.name}/build'])
    self.call(['cmake', '--build', f'{project.name}/build'])
    self.call([f'{project.name}/build/program', 'models/pendulum.xml'])

  def python(self, block):
    if not block.file:
      raise Failed('a block without a file name; on a fresh system a program is a file')

  js = python

  def text(self, block):
    pass


def installed(build, folder):
  """environment in which the build is installed, below folder"""
  prefix = folder / 'prefix'
  subprocess.run(['cmake', '--install', build, '--prefix', prefix], check=True, stdout=subprocess.DEVNULL)
  lib = next(prefix.rglob('libsinew.so')).parent
  environment = dict(os.environ, PATH=f'{prefix}/bin:{os.environ["PATH"]}', PKG_CONFIG_PATH=f'{lib}/pkgconfig',
                     LD_LIBRARY_PATH=str(lib), CMAKE_PREFIX_PATH=str(prefix), SINEW_PREFIX=str(prefix))
  environment.pop('SINEW_LONG', None)
  return environment


def furnish(folder):
  """what the pages find in the folder: that of the repository, but none of its files can be spoilt"""
  for name in ('models', 'examples', 'bench', 'tools', 'docs', 'python', 'README.md'):
    (folder / name).symlink_to(ROOT / name)
  # files that pages speak of as those of the reader
  (folder / 'program.c').write_text((ROOT / 'examples/load_and_step.c').read_text())
  (folder / 'moves.csv').write_text('time,joint1\n0,0\n0.5,0.2\n')
  (folder / 'robot.urdf').write_text((ROOT / 'models/scara.urdf').read_text().replace('meshdir="assets"', 'meshdir="models/assets"'))


def check(program, build):
  counts = collections.Counter()
  with tempfile.TemporaryDirectory() as name:
    top = pathlib.Path(name)
    environment = installed(build, top)
    for page in pages():
      folder = top / page.stem
      folder.mkdir()
      furnish(folder)
      runner = Runner(folder, environment, program)
      for block in blocks(page):
        if block.language in ('python', 'js', 'text') or block.run == 'fresh' or block.run.startswith('never') or (
            block.run == 'long' and not os.environ.get('SINEW_LONG')):
          counts['elsewhere'] += 1
          continue
        try:
          runner.run(block)
          counts['passed'] += 1
        except (Failed, OSError) as error:
          counts['failed'] += 1
          print(f'FAILED: {page.name}:{block.line}\n{block.code}{error}')
  print(f'{counts["passed"]} passed, {counts["failed"]} failed')
  return 1 if counts['failed'] or counts['passed'] < 20 else 0


def fresh(system, names):
  folder = pathlib.Path(system) / 'home/reader'
  folder.mkdir(parents=True, exist_ok=True)
  failed = passed = 0
  for name in names:
    runner = Runner(folder, {'PATH': '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME': '/root', 'LC_ALL': 'C.UTF-8', 'DEBIAN_FRONTEND': 'noninteractive'}, 'sinew')
    # where the certificates of the registries are, if this machine has its own
    runner.environment.update({name: os.environ[name] for name in ('PIP_CERT', 'SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS') if name in os.environ})
    runner.inside = ['chroot', system, 'sh', '-c', 'cd /home/reader && exec "$@"', 'sh']
    runner.seconds = FRESH_SECONDS
    for block in blocks(pathlib.Path(name)):
      if block.run.startswith('never'):
        continue
      try:
        runner.run(block)
        passed += 1
      except (Failed, OSError) as error:
        failed += 1
        print(f'FAILED: {name}:{block.line}\n{block.code}{error}')
        break  # what follows builds on it
  print(f'{passed} passed, {failed} failed')
  return 1 if failed or not passed else 0


def show():
  counts = collections.Counter()
  for page in pages():
    for block in blocks(page):
      where = {'python': 'python/tests/test_docs.py', 'js': 'web/package/test/docs.test.mjs', 'text': 'nothing to run'}.get(
          block.language, 'here')
      if block.language in ('text', 'python', 'js') and not block.run.startswith('never') or not block.run:
        counts[where] += 1
      else:
        counts[block.run] += 1
        if block.run.startswith('never'):
          print(f'{page.name}:{block.line}: {block.run}')
  for where, count in counts.most_common():
    print(f'{count:4} {where}')


if __name__ == '__main__':
  if sys.argv[1:2] == ['check'] and len(sys.argv) == 4:
    sys.exit(check(os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])))
  if sys.argv[1:2] == ['fresh'] and len(sys.argv) > 3:
    sys.exit(fresh(os.path.abspath(sys.argv[2]), sys.argv[3:]))
  if sys.argv[1:] == ['list']:
    sys.exit(show())
  sys.exit(__doc__)
