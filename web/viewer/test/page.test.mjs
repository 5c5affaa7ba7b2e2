// The page as plain files, in a real browser: the engine runs in the page.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { openBrowser, serve, shots } from '../browser.mjs';

const SCENE = `<mujoco>
  <option timestep="0.004"/>
  <visual><headlight ambient=".5 .5 .5" diffuse=".5 .5 .5" specular="0 0 0"/></visual>
  <statistic extent="2" center="0 0 .5"/>
  <worldbody>
    <geom type="plane" size="3 3 .1" rgba=".2 .2 .2 1"/>
    <body name="red" pos="0 0 .5"><joint name="slide" type="slide" axis="1 0 0" damping="1"/><geom size=".2" rgba="1 0 0 1"/></body>
    <body name="green" pos="0 .8 .3"><freejoint/><geom type="box" size=".15 .15 .15" rgba="0 1 0 1"/></body>
    <camera name="front" pos="0 -3 .5" xyaxes="1 0 0 0 0 1"/>
  </worldbody>
  <actuator><motor name="push" joint="slide" ctrlrange="-5 5"/></actuator>
  <sensor><jointpos name="where" joint="slide"/></sensor>
  <keyframe><key name="aside" qpos=".5 0 .8 .15 1 0 0 0"/></keyframe>
</mujoco>`;
const file = (name, text) => ({name, mimeType: 'text/xml', buffer: Buffer.from(text)});

let server, browser, page;
const errors = [];

before(async () => {
  server = await serve();
  browser = await openBrowser();
  page = await browser.newPage({viewport: {width: 1000, height: 700}});
  page.on('pageerror', (error) => errors.push(error.stack));
  await page.goto(server.url);
  await page.waitForFunction(() => globalThis.sinewPage, null, {timeout: 60000});
}, {timeout: 120000});

after(async () => {
  await browser?.close();
  server?.close();
  assert.deepEqual(errors, []);
});

/** opens files by the page's own way, and waits for a frame */
async function open(...files) {
  const was = await page.evaluate(() => sinewPage.opened);
  await page.setInputFiles('#files', files);
  await page.waitForFunction((old) => sinewPage.opened > old, was);
  await frame();
}

const frame = () => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
const state = (expression) => page.evaluate((text) => new Function('s', `return ${text}`)(sinewPage.session), expression);

/** the colour of the canvas at a point of the world */
async function colorAt(x, y, z) {
  return page.evaluate(([a, b, c]) => {
    const canvas = document.getElementById('canvas'), [px, py] = sinewPage.drawing.project(a, b, c);
    const copy = document.createElement('canvas');
    copy.width = canvas.width;
    copy.height = canvas.height;
    const pen = copy.getContext('2d');
    pen.drawImage(canvas, 0, 0);
    const ratio = canvas.width / canvas.clientWidth;
    return [...pen.getImageData(Math.round(px * ratio), Math.round(py * ratio), 1, 1).data];
  }, [x, y, z]);
}

test('a page without a model asks for one', {timeout: 60000}, async () => {
  assert.ok(await page.isVisible('#welcome'));
  await page.screenshot({path: join(shots, 'welcome.png')});
});

test('a file is opened: what is drawn is where it should be', {timeout: 60000}, async () => {
  await open(file('scene.xml', SCENE));
  assert.equal(await page.isVisible('#welcome'), false);
  assert.equal(await page.textContent('#title'), 'scene.xml');
  await page.selectOption('[aria-label="Camera"]', '0');
  await page.click('#play');
  await frame();
  const red = await colorAt(0, 0, 0.5), floor = await colorAt(-1, 0, 0);
  assert.ok(red[0] > 150 && red[1] < 60 && red[2] < 60, `the ball is ${red}`);
  assert.ok(Math.max(...floor.slice(0, 3)) - Math.min(...floor.slice(0, 3)) < 20, `the floor is ${floor}`);
  await page.screenshot({path: join(shots, 'front.png')});
});

test('pause and step', {timeout: 60000}, async () => {
  assert.equal(await state('s.paused'), true);
  const time = await state('s.data.time');
  await page.click('#step');
  assert.ok(Math.abs(await state('s.data.time') - time - 0.004) < 1e-12);
  await page.locator('#canvas').focus();
  await page.keyboard.press('ArrowRight');
  assert.ok(Math.abs(await state('s.data.time') - time - 0.008) < 1e-12);
});

test('a slider is a control, and moves the body', {timeout: 60000}, async () => {
  await page.locator('input[aria-label="push"]').evaluate((input) => { input.value = '5'; input.dispatchEvent(new Event('input')); });
  assert.equal(await state('s.data.ctrl[0]'), 5);
  await page.click('#play');
  await page.waitForFunction(() => sinewPage.session.data.qpos[0] > 0.05, null, {timeout: 30000});
  await page.click('#play');
});

test('a keyframe, and reset', {timeout: 60000}, async () => {
  await page.click('button:has-text("aside")');
  assert.equal(await state('s.data.qpos[0]'), 0.5);
  assert.ok((await page.evaluate(() => sinewPage.session.data.time)) === 0);
});

test('a body is selected and pulled', {timeout: 90000}, async () => {
  await frame();
  const [x, y] = await page.evaluate(() => {
    const [px, py] = sinewPage.drawing.project(...sinewPage.session.data.xpos.subarray(3, 6));
    const box = document.getElementById('canvas').getBoundingClientRect();
    return [box.left + px, box.top + py];
  });
  await page.mouse.dblclick(x, y);
  assert.equal(await state('s.pert.select'), 1);
  assert.match(await page.textContent('#right'), /red/);
  await page.click('#play');
  const start = await state('s.data.qpos[0]');
  await page.keyboard.down('Control');
  await page.mouse.move(x, y);
  await page.mouse.down({button: 'right'});
  await page.mouse.move(x - 150, y, {steps: 5});
  await page.waitForFunction((from) => sinewPage.session.data.qpos[0] < from - 0.05, start, {timeout: 40000});
  await page.screenshot({path: join(shots, 'pull.png')});
  await page.mouse.up({button: 'right'});
  await page.keyboard.up('Control');
  assert.equal(await state('s.pert.active'), 0);
});

test('flags by keys, plots, groups', {timeout: 60000}, async () => {
  await page.locator('#canvas').focus();
  await page.keyboard.press('j');
  assert.equal(await state('s.option.flags[s.sn.mjtVisFlag.mjVIS_JOINT]'), 1);
  await frame();
  assert.ok(await state('[...s.scene.geoms].some((g) => g.objtype === s.sn.mjtObj.mjOBJ_JOINT)'));
  await page.locator('summary:has-text("Plots")').click();
  await page.locator('label:has-text("where")').click();
  assert.equal(await page.locator('#plots canvas').count(), 1);
  await page.locator('summary:has-text("Groups")').click();
  await page.locator('button[title="geom group 0"]').click();
  await frame();
  assert.equal(await state('s.option.geomgroup[0]'), 0);
  await page.locator('button[title="geom group 0"]').click();
  await page.screenshot({path: join(shots, 'panels.png')});
});

test('a camera and a keyframe as MJCF', {timeout: 60000}, async () => {
  const texts = await page.evaluate(() => ({camera: sinewPage.texts.camera(sinewPage.session), key: sinewPage.texts.key(sinewPage.session)}));
  assert.match(texts.camera, /^<camera pos="0 -3 0.5" xyaxes="1 0 0 0 0 1"\/>$/);
  await open(file('again.xml', SCENE.replace('</keyframe>', `${texts.key}</keyframe>`)));
  assert.equal(await state('s.model.nkey'), 2);
});

test('files that include others', {timeout: 60000}, async () => {
  await open(file('scene.xml', '<mujoco><include file="robot.xml"/><worldbody><geom type="plane" size="1 1 1"/></worldbody></mujoco>'),
             file('robot.xml', '<mujoco><worldbody><body><freejoint/><geom size=".1"/></body></worldbody></mujoco>'));
  assert.equal(await page.textContent('#title'), 'scene.xml');
  assert.equal(await state('s.model.ngeom'), 2);
});

test('a file is dropped on the page', {timeout: 60000}, async () => {
  const was = await page.evaluate(() => sinewPage.opened);
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], 'dropped.xml', {type: 'text/xml'}));
    document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: transfer, bubbles: true, cancelable: true}));
  }, SCENE);
  await page.waitForFunction((old) => sinewPage.opened > old, was);
  assert.equal(await page.textContent('#title'), 'dropped.xml');
  await open(file('scene.xml', SCENE));
});

test('a file with a fault shows where it is, and the model before it stays', {timeout: 60000}, async () => {
  await open(file('bad.xml', '<mujoco>\n<worldbody>\n<geom size="1" typ="box"/>\n</worldbody></mujoco>'));
  assert.match(await page.textContent('#error pre'), /bad\.xml:3.*did you mean 'type'/s);
  await page.screenshot({path: join(shots, 'error.png')});
  await page.click('#error button');
  assert.equal(await page.textContent('#title'), 'scene.xml');
});

test('themes, help, a small screen', {timeout: 60000}, async () => {
  await page.evaluate(() => document.getElementById('sample').click());
  const theme = await page.evaluate(() => document.documentElement.dataset.theme);
  await page.click('#theme');
  assert.notEqual(await page.evaluate(() => document.documentElement.dataset.theme), theme);
  await page.locator('#canvas').focus();
  await page.keyboard.press('F1');
  assert.ok(await page.isVisible('#sheet'));
  assert.match(await page.textContent('#sheet'), /Play or pause/);
  await page.screenshot({path: join(shots, 'help.png')});
  await page.keyboard.press('Escape');
  await page.setViewportSize({width: 390, height: 780});
  await frame();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await page.screenshot({path: join(shots, 'small.png')});
});

const FLEXES = `<mujoco>
  <option gravity="0 0 0"/>
  <visual><headlight ambient=".5 .5 .5" diffuse=".5 .5 .5" specular="0 0 0"/></visual>
  <statistic extent="2" center="0 0 .5"/>
  <worldbody>
    <camera name="front" pos="0 -3 .5" xyaxes="1 0 0 0 0 1"/>
    <flexcomp name="cloth" type="grid" dim="2" count="4 4 1" spacing=".2 .2 .2" pos="-.6 0 .5" euler="90 0 0" radius=".02" rgba="0 0 1 1">
      <contact selfcollide="none"/><edge equality="true"/>
    </flexcomp>
    <flexcomp name="rope" type="grid" dim="1" count="4 1 1" spacing=".2 .2 .2" pos=".6 0 .5" radius=".05" rgba="0 1 0 1">
      <contact selfcollide="none"/><edge equality="true"/>
    </flexcomp>
  </worldbody>
</mujoco>`;

test('flexible bodies: faces of a cloth, vertices and edges of a rope', {timeout: 60000}, async () => {
  await open(file('flexes.xml', FLEXES));
  await page.selectOption('[aria-label="Camera"]', '0');
  await frame();
  const cloth = await colorAt(-0.55, 0, 0.55), edge = await colorAt(0.6, 0, 0.5), beside = await colorAt(0.6, 0, 0.7);
  assert.ok(cloth[2] > 120 && cloth[0] < 60, `the cloth is ${cloth}`);
  assert.ok(edge[1] > 120 && edge[0] < 60, `the rope is ${edge}`);
  assert.ok(beside[1] < 120, `beside the rope it is ${beside}`);
  await page.screenshot({path: join(shots, 'flexes.png')});
});
