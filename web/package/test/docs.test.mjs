// The JavaScript of the manual runs: each block of README.md and docs/*.md as a module of its own, with the lines that a comment in front
// of it gives (<!-- before: ... -->); tools/docs/blocks.py has the rules.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { test } from 'node:test';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const engine = new URL('../dist/index.js', import.meta.url).href;
const pages = ['README.md', ...readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md')).map((name) => join('docs', name))];
const BLOCK = /((?:^<!-- (?:run|before): (?:(?!-->).)* -->\n)*)^```js\n(.*?)^```$/gms;
let count = 0;

for (const page of pages) {
  for (const [, notes, code] of readFileSync(join(root, page), 'utf8').matchAll(BLOCK)) {
    if (notes.includes('run: never')) continue;
    const number = ++count;
    test(`${page}: block ${number}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), 'sinew-docs-'));
      const before = [...notes.matchAll(/<!-- before: (.*?) -->/gs)].map((found) => found[1]).join('\n');
      const file = join(folder, `${basename(page, '.md')}${number}.mjs`);
      writeFileSync(file, `${before}\n${code}`.replaceAll("'sinew'", JSON.stringify(engine)));
      try {
        await import(pathToFileURL(file).href);
      } finally {
        rmSync(folder, { recursive: true });
      }
    });
  }
}

test('there are blocks', () => assert.ok(count >= 3, `${count}`));
