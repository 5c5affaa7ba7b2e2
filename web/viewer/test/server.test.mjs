// `sinew view` and the page that it serves: what is simulated in the program is seen in the page, what people do there
// happens in the program; bad requests, slow readers and many pages do it no harm.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import { folder, openBrowser, shots } from '../browser.mjs';

const program = process.env.SINEW_PROGRAM ?? join(folder, '../../build/view/sinew');
const SCENE = `<mujoco>
  <worldbody>
    <light pos="0 0 3"/>
    <geom type="plane" size="3 3 .1"/>
    <body name="cart" pos="0 0 .5"><joint name="slide" type="slide" axis="1 0 0" damping="1"/><geom size=".2" mass="1" rgba="1 0 0 1"/></body>
    <camera name="front" pos="0 -3 .5" xyaxes="1 0 0 0 0 1"/>
  </worldbody>
  <actuator><motor name="push" joint="slide" ctrlrange="-5 5"/></actuator>
</mujoco>`;

let place, child, address, port, token, browser, page;
const errors = [];

before(async () => {
  assert.ok(existsSync(program), `${program}: make view builds it`);
  place = mkdtempSync(join(tmpdir(), 'sinew-view-'));
  writeFileSync(join(place, 'cart.xml'), SCENE);
  child = spawn(program, ['view', join(place, 'cart.xml'), '--no-open'], {env: {...process.env, SINEW_VIEWER: join(folder, 'dist')}});
  let said = '';
  child.stderr.on('data', (text) => errors.push(String(text)));
  await new Promise((ready, failed) => {
    child.stdout.on('data', (text) => { said += text; if (/token=\w+/.test(said)) ready(); });
    child.on('exit', (code) => failed(new Error(`sinew view ended with ${code}: ${said}${errors}`)));
  });
  [, port, token] = said.match(/127\.0\.0\.1:(\d+)\/\?token=(\w+)/);
  address = `http://127.0.0.1:${port}/?token=${token}`;
  browser = await openBrowser();
  page = await browser.newPage({viewport: {width: 1000, height: 700}});
  page.on('pageerror', (error) => errors.push(error.stack));
  await page.goto(address);
  await page.waitForFunction(() => globalThis.sinewPage?.session, null, {timeout: 60000});
}, {timeout: 120000});

after(async () => {
  await browser?.close();
  child?.removeAllListeners('exit');
  const ended = new Promise((done) => child.on('exit', (code) => done(code)));
  child?.kill('SIGINT');
  assert.equal(await ended, 0);
  rmSync(place, {recursive: true});
  assert.deepEqual(errors, []);
});

const get = (path, headers = {}) => new Promise((done, failed) => {
  request({host: '127.0.0.1', port, path, headers}, (answer) => {
    let size = 0;
    answer.on('data', (part) => { size += part.length; });
    answer.on('end', () => done({status: answer.statusCode, size}));
  }).on('error', (error) => (error.code === 'ECONNRESET' ? done({status: 0, size: 0}) : failed(error))).end();
});

test('the simulation is seen', {timeout: 60000}, async () => {
  assert.equal(await page.textContent('#title'), 'cart.xml');
  const time = await page.evaluate(() => sinewPage.session.data.time);
  await page.waitForFunction((t) => sinewPage.session.data.time > t + 0.2, time);
  await page.screenshot({path: join(shots, 'server.png')});
});

test('a slider moves the body in the program', {timeout: 60000}, async () => {
  await page.locator('input[aria-label="push"]').evaluate((input) => { input.value = '5'; input.dispatchEvent(new Event('input')); });
  await page.waitForFunction(() => sinewPage.session.data.ctrl[0] === 5 && sinewPage.session.data.qpos[0] > 0.05);
});

test('pause, step, reset; a second page sees the same', {timeout: 60000}, async () => {
  const other = await browser.newPage();
  await other.goto(address);
  await other.waitForFunction(() => globalThis.sinewPage?.session, null, {timeout: 60000});
  await page.click('#play');
  await page.waitForFunction(() => sinewPage.session.paused);
  await other.waitForFunction(() => sinewPage.session.paused && document.getElementById('play').textContent === 'Play');
  // the page that was clicked says so at once, the other one when the program has stopped
  const time = await other.evaluate(() => sinewPage.session.data.time);
  await page.waitForFunction((t) => sinewPage.session.data.time === t, time);
  await page.click('#step');
  await page.waitForFunction((t) => Math.abs(sinewPage.session.data.time - t - 0.002) < 1e-9, time);
  await other.waitForFunction((t) => Math.abs(sinewPage.session.data.time - t - 0.002) < 1e-9, time);
  await page.click('#reset');
  await other.waitForFunction(() => sinewPage.session.data.time === 0 && sinewPage.session.data.qpos[0] === 0);
  await other.close();
  await page.click('#play');
});

test('a body is pulled', {timeout: 90000}, async () => {
  await page.selectOption('[aria-label="Camera"]', '0');
  await page.evaluate(() => { sinewPage.session.setPaused(true); sinewPage.session.setControl(0, 0); sinewPage.session.reset(); });
  await page.waitForFunction(() => sinewPage.session.paused && sinewPage.session.data.time === 0);
  await page.waitForTimeout(300);
  const [x, y] = await page.evaluate(() => {
    const box = document.getElementById('canvas').getBoundingClientRect(), [px, py] = sinewPage.drawing.project(0, 0, 0.5);
    return [box.left + px, box.top + py];
  });
  await page.mouse.dblclick(x, y);
  assert.equal(await page.evaluate(() => sinewPage.session.pert.select), 1);
  await page.click('#play');
  await page.keyboard.down('Control');
  await page.mouse.move(x, y);
  await page.mouse.down({button: 'right'});
  await page.mouse.move(x - 120, y, {steps: 4});
  await page.waitForFunction(() => sinewPage.session.data.qpos[0] < -0.05, null, {timeout: 40000});
  await page.mouse.up({button: 'right'});
  await page.keyboard.up('Control');
});

test('an edit of the file is seen; one with a fault is told, and mended', {timeout: 60000}, async () => {
  writeFileSync(join(place, 'cart.xml'), SCENE.replace('size=".2"', 'size=".3"'));
  await page.waitForFunction(() => Math.abs(sinewPage.session.model.geom_size[3] - 0.3) < 1e-9, null, {timeout: 20000});
  writeFileSync(join(place, 'cart.xml'), SCENE.replace('mass="1"', 'mas="1"'));
  await page.waitForSelector('#error:not([hidden])', {timeout: 20000});
  assert.match(await page.textContent('#error pre'), /cart\.xml:5.*did you mean 'mass'/s);
  await page.screenshot({path: join(shots, 'server_error.png')});
  writeFileSync(join(place, 'cart.xml'), SCENE);
  await page.waitForSelector('#error', {state: 'hidden', timeout: 20000});
});

test('messages are small, and no more than sixty a second', {timeout: 60000}, async () => {
  const seen = await page.evaluate(() => new Promise((done) => {
    const socket = new WebSocket(`ws://${location.host}/ws?token=${new URLSearchParams(location.search).get('token')}`, 'sinew');
    const sizes = [];
    socket.binaryType = 'arraybuffer';
    socket.onmessage = (event) => { if (event.data instanceof ArrayBuffer) sizes.push(event.data.byteLength); };
    setTimeout(() => { socket.close(); done(sizes); }, 3000);
  }));
  assert.ok(seen.length > 5 && seen.length < 3 * 65, `${seen.length} messages in 3 s`);
  // time, qpos, qvel, warm start: 4 numbers beside the header of 32 bytes
  assert.ok(Math.max(...seen.slice(2)) <= 32 + 8 * 6, `${seen.slice(0, 10)}`);
});

test('only this machine, only with the token', {timeout: 60000}, async () => {
  assert.equal((await get('/')).status, 200);
  assert.equal((await get(`/model?token=${token}`)).status, 200);
  assert.equal((await get('/model')).status, 403);
  assert.equal((await get(`/model?token=${'0'.repeat(token.length)}`)).status, 403);
  assert.equal((await get('/', {Host: 'example.org'})).status, 403);
  for (const path of ['/../../etc/passwd', '/%2e%2e/%2e%2e/etc/passwd', '/viewer.js/', '/nothing']) assert.notEqual((await get(path)).status, 200, path);
  const wrong = await page.evaluate((p) => new Promise((done) => {
    const socket = new WebSocket(`ws://127.0.0.1:${p}/ws?token=wrong`, 'sinew');
    socket.onopen = () => done('open');
    socket.onerror = () => done('refused');
  }), port);
  assert.equal(wrong, 'refused');
  const listening = readFileSync('/proc/net/tcp', 'utf8').split('\n').filter((line) => line.includes(`:${Number(port).toString(16).toUpperCase().padStart(4, '0')} `) && / 0A /.test(line));
  assert.equal(listening.length, 1);
  assert.match(listening[0], / 0100007F:/);
});

/** a WebSocket by hand, for frames that no browser sends */
function rawSocket(origin) {
  return new Promise((done, failed) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`GET /ws?token=${token} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: sinew\r\n` +
        `${origin ? `Origin: ${origin}\r\n` : ''}\r\n`);
    });
    socket.on('error', () => {});
    socket.setTimeout(5000, () => socket.destroy());
    socket.once('data', (bytes) => done([socket, String(bytes.subarray(0, 15))]));
    socket.once('close', () => done([socket, 'closed']));
    socket.once('error', failed);
  });
}

function frame(payload, opcode = 2) {
  const mask = randomBytes(4), n = payload.length;
  const head = n < 126 ? Buffer.from([0x80 | opcode, 0x80 | n]) : Buffer.from([0x80 | opcode, 0x80 | 126, n >> 8, n & 255]);
  return Buffer.concat([head, mask, Buffer.from(payload.map((byte, i) => byte ^ mask[i % 4]))]);
}

test('pages of other origins are refused', {timeout: 60000}, async () => {
  const [mine, good] = await rawSocket(`http://127.0.0.1:${port}`);
  assert.match(good, /101/);
  mine.destroy();
  const [other, bad] = await rawSocket('http://example.org');
  assert.doesNotMatch(bad, /101/);
  other.destroy();
});

test('10,000 malformed requests and frames', {timeout: 300000}, async () => {
  // requests: lines of noise, and half good ones
  for (let i = 0; i < 2000; i++) {
    await new Promise((done) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        const kinds = [randomBytes(200), Buffer.from(`GET /${'a'.repeat(i % 3000)} HTTP/1.1\r\n\r\n`), Buffer.from(`POST /model?token=${token} HTTP/1.1\r\nContent-Length: -5\r\n\r\n`),
          Buffer.from(`GET /model?token=${token} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`), Buffer.from('GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n')];
        socket.write(kinds[i % kinds.length]);
        setTimeout(() => { socket.destroy(); done(); }, 1);
      });
      socket.on('error', () => { socket.destroy(); done(); });
    });
  }
  // frames: actions with random kinds, indices and numbers, wrong lengths, wrong codes
  let sent = 0;
  while (sent < 8000) {
    const [socket] = await rawSocket();
    for (let i = 0; i < 400 && sent < 8000; i++, sent++) {
      const n = i % 17, payload = Buffer.alloc(16 + 8 * n);
      payload.writeUInt32LE(i % 13, 0);
      payload.writeInt32LE([0, 1, -1, 3, 2147483647, -2147483648][i % 6], 4);
      payload.writeInt32LE([0, 1, -1, 7, 2147483647][i % 5], 8);
      payload.writeUInt32LE(n, 12);
      for (let k = 0; k < n; k++) payload.writeDoubleLE([0, 1e300, NaN, -1, Infinity, 0.5][(i + k) % 6], 16 + 8 * k);
      socket.write(frame(i % 97 === 96 ? randomBytes(i % 300) : payload, i % 89 === 88 ? i % 16 : 2));
    }
    await new Promise((done) => setTimeout(done, 20));
    socket.destroy();
  }
  assert.equal(child.exitCode, null);
  assert.equal((await get('/')).status, 200);
});

test('fifty pages, some that read nothing and some that vanish', {timeout: 120000}, async () => {
  const sockets = [];
  for (let i = 0; i < 50; i++) {
    const [socket, answer] = await rawSocket();
    if (/101/.test(answer)) sockets.push(socket);
    if (i % 3 === 0) socket.pause();
    if (i % 7 === 0) socket.destroy();
  }
  assert.ok(sockets.length >= 45, `${sockets.length} were let in`);
  const before = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]);
  await new Promise((done) => setTimeout(done, 3000));
  const grown = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]) - before;
  assert.ok(grown * 4096 < 20e6, `memory grew by ${grown} pages`);
  sockets.forEach((socket) => socket.destroy());
  await page.evaluate(() => { sinewPage.session.setOption('timestep', 0.002); sinewPage.session.setOption('gravity', -9.81, 2); sinewPage.session.setSpeed(1); sinewPage.session.reset(); sinewPage.session.setPaused(false); });
  const time = await page.evaluate(() => sinewPage.session.data.time);
  await page.waitForFunction((t) => sinewPage.session.data.time > t + 0.05 || (sinewPage.session.data.time < t && sinewPage.session.data.time > 0.05), time, {timeout: 30000});
});
