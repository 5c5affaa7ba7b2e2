#!/usr/bin/env python3
"""clang-tidy over src with the checks of .clang-tidy.

  check_tidy.py BUILD   a folder with compile_commands.json

The path-sensitive analyzer runs too if SINEW_LONG is set: it takes minutes. A file that is compiled
for several lane widths is looked at once, for one world. Exits with 77, which ctest takes as
skipped, where clang-tidy is not installed.
"""
import concurrent.futures
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
BATCH = 8  # files of one run


def commands(build):
    """the first command of every file of src: variants for other widths come after it"""
    first = {}
    for entry in json.loads((build / 'compile_commands.json').read_text()):
        source = pathlib.Path(entry['file'])
        if ROOT / 'src' in source.parents and '-mavx' not in entry['command']:
            first.setdefault(source, entry)
    return first


def main(build):
    tidy = shutil.which('clang-tidy-14') or shutil.which('clang-tidy')
    if not tidy:
        print('check_tidy: clang-tidy is not installed')
        return 77
    files = commands(build)
    checks = [] if os.environ.get('SINEW_LONG') else ['--checks=-clang-analyzer-*']
    with tempfile.TemporaryDirectory() as folder:
        pathlib.Path(folder, 'compile_commands.json').write_text(json.dumps(list(files.values())))

        def look(batch):
            return subprocess.run([tidy, '-p', folder, '--quiet', *checks, *batch], capture_output=True, text=True)

        names = sorted(map(str, files))
        batches = [names[i:i + BATCH] for i in range(0, len(names), BATCH)]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            runs = list(pool.map(look, batches))
    bad = [run for run in runs if run.returncode]
    for run in bad:
        print(run.stdout or run.stderr)
    print(f'check_tidy: {len(names)} files, {"something" if bad else "nothing"} to mend')
    return 1 if bad or not names else 0


sys.exit(main(pathlib.Path(sys.argv[1])))
