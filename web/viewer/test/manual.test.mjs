// The manual as HTML (make docs) in a browser, from file://: at three widths, light and dark, nothing is wider than the window, nothing is
// asked of the network, the search finds pages, links between pages lead somewhere. Left out where the manual is not built.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { after, before, test } from 'node:test';
import { openBrowser } from '../browser.mjs';

const html = fileURLToPath(new URL('../../../build/docs/html', import.meta.url));
const shots = process.env.SINEW_DOC_SHOTS;  // a folder for pictures of pages, to be looked at
const skip = !existsSync(join(html, 'index.html')) && 'make docs has not been run';
const names = skip ? [] : readdirSync(html).filter((name) => name.endsWith('.html') && name !== 'genindex.html');
const WIDTHS = [390, 820, 1440];
let browser;

before(async () => {
  if (!skip) browser = await openBrowser();
  if (shots) mkdirSync(shots, {recursive: true});
});
after(async () => browser?.close());

async function open(width, colorScheme) {
  const context = await browser.newContext({viewport: {width, height: 900}, colorScheme});
  const page = await context.newPage();
  const asked = [], faults = [];
  page.on('request', (request) => { if (!/^(file|data):/.test(request.url())) asked.push(request.url()); });
  page.on('pageerror', (error) => faults.push(`${error}`));
  return {page, asked, faults, go: (name, query = '') => page.goto(pathToFileURL(join(html, name)).href + query)};
}

for (const width of WIDTHS) {
  for (const scheme of ['light', 'dark']) {
    test(`pages at ${width} pixels, ${scheme}`, {skip}, async () => {
      const {page, asked, faults, go} = await open(width, scheme);
      for (const name of names) {
        await go(name);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        assert.ok(wide <= 1, `${name} is ${wide} pixels wider than the window`);
        const broken = await page.evaluate(() => [...document.images].filter((image) => image.complete && !image.naturalWidth && image.loading !== 'lazy').map((image) => image.src));
        assert.deepEqual(broken, [], name);
        const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
        const bright = colour.match(/\d+/g).slice(0, 3).every((part) => Number(part) > 128);
        assert.equal(bright, scheme === 'light', `${name}: background ${colour} in ${scheme}`);
        if (shots) await page.screenshot({path: join(shots, `${name.replace('.html', '')}-${width}-${scheme}.png`)});
      }
      assert.deepEqual(asked, []);
      assert.deepEqual(faults, []);
      await page.context().close();
    });
  }
}

test('the search finds what is written', {skip}, async () => {
  const {page, asked, faults, go} = await open(1440, 'light');
  for (const [words, expected] of [['solref', 'contacts.html'], ['mj_step', 'api.html'], ['rollout', 'cli.html'], ['soname', 'abi.html']]) {
    await go('search.html', `?q=${words}`);
    await page.waitForSelector('#search-results li a', {timeout: 20000});
    await page.waitForFunction((file) => [...document.querySelectorAll('#search-results li a')].some((link) => link.href.includes(file)), expected,
                               {timeout: 20000});
  }
  if (shots) await page.screenshot({path: join(shots, 'search-1440-light.png')});
  assert.deepEqual(asked, []);
  assert.deepEqual(faults, []);
  await page.context().close();
});

test('a reader gets from the first page to the others', {skip}, async () => {
  const {page, go} = await open(1440, 'light');
  await go('index.html');
  const links = await page.evaluate(() => [...document.querySelectorAll('article a')].map((link) => link.href).filter((link) => link.startsWith('file:')));
  assert.ok(links.length > 25, `${links.length}`);
  for (const link of links) assert.ok(existsSync(fileURLToPath(link.replace(/#.*/, ''))), link);
  await page.context().close();
});
