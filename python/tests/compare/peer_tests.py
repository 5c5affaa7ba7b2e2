"""The tests of other packages and of the reference's own wheel, run on Sinew.

  python peer_tests.py SUITE PYTHONPATH_OF_SINEW [--page docs/peers.md] [--reference]

Each file of tests runs in a process of its own under `sinew.as_mujoco`, as it stands in the installed package.
Tests that are expected to fail are in the tables of the page, with the reason: rows `| file | tests | reason |`
below the heading of the suite. Exit code 1 if another test fails, if one of these passes, or is not there.
--reference runs the same tests on the package mujoco, and tells what fails there.
"""
import argparse
import concurrent.futures
import glob
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, '..', '..', '..', 'docs', 'peers.md')
# by suite: the package, and which of its files
SUITES = {
  'mujoco': ('mujoco', ['*_test.py', 'introspect/*_test.py', 'usd/*_test.py', 'sysid/tests/test_*.py']),
  'dm_control': ('dm_control', ['mujoco/**/*_test.py', 'mjcf/*_test.py', '_render/**/*_test.py', 'rl/*_test.py', 'utils/*_test.py',
                                'suite/wrappers/*_test.py', 'suite/utils/*_test.py', 'suite/l*_test.py', 'composer/**/*_test.py',
                                'entities/**/*_test.py', 'viewer/**/*_test.py', 'locomotion/**/*_test.py',
                                'manipulation/*_test.py']),
  'gymnasium-robotics': (None, ['tests/test_*.py']),
}
LIMIT = 1500  # seconds for a file


def files(suite, folder):
  """Names of the files of a suite, and the folder that they are in."""
  package, patterns = SUITES[suite]
  if package:
    folder = os.path.dirname(importlib.util.find_spec(package).origin)
  found = sorted({os.path.relpath(path, folder) for pattern in patterns
                  for path in glob.glob(os.path.join(folder, pattern), recursive=True)})
  return folder, found


def expected(page, suite):
  """The reason for each (file, test) that is expected to fail, of the tables below the heading of the suite."""
  with open(page, encoding='utf-8') as text:
    parts = re.split(r'^## ', text.read(), flags=re.MULTILINE)
  reasons = {}
  for part in parts:
    if not part.lower().startswith(f'tests of {suite.lower()} '):
      continue
    for row in re.findall(r'^\| `([^`|]+)` \| (.+?) \| (.+?) \|$', part, flags=re.MULTILINE):
      for test in re.findall(r'`([^`]+)`', row[1]):
        reasons[(row[0], test)] = row[2]
  return reasons


def outcome(path):
  """By test: whether it fails; what it says."""
  tests = {}
  for case in xml.etree.ElementTree.parse(path).iter('testcase'):
    bad = [child for child in case if child.tag in ('failure', 'error')]
    if any(child.tag == 'skipped' for child in case) and not bad:
      tests.setdefault(case.get('name'), None)
    else:
      tests[case.get('name')] = tests.get(case.get('name')) or (bad[0].get('message') or 'error' if bad else '')
  return tests


def run(folder, name, path):
  """Outcome of the tests of a file; a failure 'whole file' if it does not come to an end."""
  env = dict(os.environ, PYTHONDONTWRITEBYTECODE='1', MUJOCO_GL=os.environ.get('MUJOCO_GL', 'osmesa'))
  env['PYTHONPATH'] = os.pathsep.join(p for p in (path, folder if os.path.exists(os.path.join(folder, 'tests')) else None) if p)
  with tempfile.TemporaryDirectory() as temporary:
    report = os.path.join(temporary, 'report.xml')
    command = [sys.executable] + (['-m', 'sinew.as_mujoco'] if path else [])
    command += ['-m', 'pytest', '-q', '-p', 'no:cacheprovider', '--tb=line', f'--junitxml={report}', os.path.join(folder, name)]
    try:
      done = subprocess.run(command, cwd=temporary, env=env, capture_output=True, text=True, timeout=LIMIT, check=False)
      said = done.stdout[-500:] + done.stderr[-500:]
    except subprocess.TimeoutExpired:
      said = f'more than {LIMIT} seconds'
    try:
      tests = outcome(report)
    except (OSError, xml.etree.ElementTree.ParseError):
      tests = {'whole file': said}
  return tests


def report(name, tests, reasons):
  """Prints a file; True if it is as the page says."""
  failing = {test: said for test, said in tests.items() if said}
  known = {test for file, test in reasons if file == name}
  print(f'{name:52}{sum(said == "" for said in tests.values()):6} pass{len(failing):4} fail', flush=True)
  for test in sorted(set(failing) - known):
    print(f'  {test} fails: {" ".join(failing[test].split())[:300]}')
  for test in sorted(known - set(failing)):
    print(f'  {test} {"passes" if tests.get(test) == "" else "does not run"}, and the page says that it fails')
  return set(failing) == known


def main():
  parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
  parser.add_argument('suite', choices=SUITES)
  parser.add_argument('path', help='PYTHONPATH of Sinew')
  parser.add_argument('--folder', default='.', help='folder of the tests of a suite that no package has')
  parser.add_argument('--page', default=PAGE)
  parser.add_argument('--only', default='', help='files whose names have this in them')
  parser.add_argument('--jobs', type=int, default=1)
  parser.add_argument('--reference', action='store_true')
  given = parser.parse_args()
  folder, names = files(given.suite, os.path.abspath(given.folder))
  names = [name for name in names if given.only in name]
  reasons = {} if given.reference else expected(given.page, given.suite)
  path = None if given.reference else os.path.abspath(given.path)
  with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
    results, good = [], []
    for name, tests in zip(names, pool.map(lambda name: run(folder, name, path), names)):
      results.append(tests)
      good.append(report(name, tests, reasons))
  gone = sorted({file for file, _ in reasons if given.only in file} - set(names))
  for file in gone:
    print(f'{file}: there is no such file, and the page has it')
  passed = sum(said == '' for tests in results for said in tests.values())
  failed = sum(bool(said) for tests in results for said in tests.values())
  print(f'{given.suite}: {passed} tests pass, {failed} fail; {sum(good)} of {len(good)} files are as they should be')
  sys.exit(0 if good and all(good) and not gone else 1)


if __name__ == '__main__':
  main()
