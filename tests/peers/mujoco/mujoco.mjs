// mujoco.mjs STROKES.json FOLDER PAGE [--write]: the MJCF of every law in MuJoCo itself (npm's @mujoco/mujoco).
//   - every snippet loads in every version that FOLDER/node_modules has
//   - along the strokes the force in MuJoCo differs from the law as translate states, within 5 % of the law's force
//   - what translate notes holds for a body of 1 kg at steps of 2 ms and 0.1 ms: creep, rest, inertia that is added
//   - the tables of PAGE, docs/translate.md, are what was measured; --write writes them
// A line for everything that is wrong; 77 where MuJoCo is not installed.
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [strokesFile, folder, page, write] = process.argv.slice(2);
const modules = `${folder}/node_modules`;
if (!existsSync(modules)) {
  console.log('MuJoCo is not installed');
  process.exit(77);
}
const laws = JSON.parse(readFileSync(strokesFile, 'utf8'));
const wrong = [];
const check = (fine, words) => { if (!fine) wrong.push(words); };
const defaultStep = 0.002, fineStep = 0.0001;  // [s]

// A body of 1 kg on the joint of the snippet, its dcmotor in <actuator>: as a user puts them in.
function whole(law, step, integrator) {
  const plain = law.text.replace(/<!--[^]*?-->/g, '');
  const joint = plain.match(/<joint [^>]*\/>/)[0];
  const motor = plain.match(/<dcmotor [^>]*\/>/);
  return `<mujoco><option timestep="${step}" gravity="0 0 0" integrator="${integrator}"/>
    <worldbody><body>${joint}<geom type="sphere" size="0.1" mass="1"/></body></worldbody>
    <actuator>${motor ? motor[0] : ''}</actuator></mujoco>`;
}

function withModel(mujoco, xml, work) {
  const model = mujoco.MjModel.from_xml_string(xml);
  const data = new mujoco.MjData(model);
  try {
    return work(model, data);
  } finally {
    data.delete();
    model.delete();
  }
}

// What MuJoCo says when it refuses.
function refusal(mujoco, law) {
  try {
    return withModel(mujoco, whole(law, defaultStep, 'Euler'), (model) => (model.nv === 1 ? '' : 'no joint'));
  } catch (error) {
    return String(error.message ?? error).trim();
  }
}

// The friction force of each step of a stroke: MuJoCo's own inverse dynamics say what push makes the motion, its step
// is taken under that push, and Newton's law says what braked. The force of step k acts from sample k to k + 1.
function frictionAlong(mujoco, law, stroke) {
  return withModel(mujoco, whole(law, stroke.step, 'Euler'), (model, data) => {
    const friction = [], v = stroke.velocity, h = stroke.step;
    const { qpos, qvel, qacc, qfrc_applied, qfrc_inverse, qfrc_actuator } = data;  // each access makes a new view
    for (let k = 0; k + 1 < v.length; ++k) {
      qvel[0] = v[k];
      qpos[0] = 0;
      qacc[0] = (v[k + 1] - v[k]) / h;
      mujoco.mj_inverse(model, data);
      mujoco.mj_fwdActuation(model, data);
      qfrc_applied[0] = qfrc_inverse[0] - qfrc_actuator[0];
      mujoco.mj_step(model, data);
      friction.push(qfrc_applied[0] - (qvel[0] - v[k]) / h);
    }
    return friction;
  });
}

// Root mean square difference to the law as a share of its force, over all strokes and over those that slide. A
// constraint acts on the velocity at the end of a step, a bristle has that of its beginning.
function differences(mujoco, law) {
  const end = law.text.includes('<dcmotor') ? 0 : 1;
  let all = 0, count = 0, sliding = 0, slid = 0;
  for (const stroke of law.strokes)
    frictionAlong(mujoco, law, stroke).forEach((force, k) => {
      if (k === 0) return;
      const square = (force - stroke.force[k + end]) ** 2;
      all += square; count += 1;
      if (stroke.slides) { sliding += square; slid += 1; }
    });
  return [Math.sqrt(all / count) / law.force, Math.sqrt(sliding / slid) / law.force];
}

// A second from rest: the speed at its end and the mean speed of its second half. MuJoCo starts anew at time 0 when
// numbers grow beyond all bounds.
function pulled(mujoco, law, pull, step, integrator) {
  return withModel(mujoco, whole(law, step, integrator), (model, data) => {
    const steps = Math.round(1 / step);
    let middle = 0;
    for (let k = 0; k < steps; ++k) {
      data.qfrc_applied[0] = pull;
      mujoco.mj_step(model, data);
      if (k === steps / 2 - 1) middle = data.qpos[0];
    }
    return { end: data.qvel[0], creep: (data.qpos[0] - middle) / 0.5, diverged: data.time < 0.99 };
  });
}

// The numbers of the dcmotor's bristle and of the joint.
function bristle(law) {
  const found = law.text.match(/ lugre="([^"]*)"/);
  if (!found) return null;
  const [stiffness, damping, coulomb, breakaway, velocity] = found[1].split(' ').map(Number);
  return { stiffness, damping, coulomb, breakaway, velocity, viscous: Number(law.text.match(/ damping="([^"]*)"/)[1]) };
}

// The speed after a second of a body of 1 kg and some more that slides on the bristle.
function slid(b, pull, inertia) {
  const h = 1e-5;
  let v = 0;
  for (let k = 0; k < 1e5; ++k) {
    const friction = b.coulomb + (b.breakaway - b.coulomb) * Math.exp(-((v / b.velocity) ** 2)) + b.viscous * v;
    v += h * (pull - friction) / (1 + inertia);
  }
  return v;
}

const near = (measured, expected) => Math.abs(measured - expected) <= 0.05 * Math.abs(expected);

// Notes of a bristle, at one step: rest, the lightest body of Euler, the inertia that implicitfast adds.
function checkBristle(mujoco, law, b, step) {
  const tooLight = 1 < step * (b.damping / 2 - step * b.stiffness / 4);
  const decay = (b.damping - step * b.stiffness) / 2;  // [1/s] of a vibration of 1 kg at rest
  const rest = pulled(mujoco, law, 0.5 * law.level, step, 'Euler');
  if (tooLight) check(rest.diverged || rest.creep > 1, `${law.law} at ${step} s: 1 kg should be too light, and rests`);
  if (!tooLight && decay > 20) check(Math.abs(rest.creep) < 1e-6, `${law.law} at ${step} s: creeps with ${rest.creep} m/s`);
  const end = pulled(mujoco, law, law.pull, step, 'implicitfast').end;
  const expected = slid(b, law.pull, step * b.damping);
  check(near(end, expected), `${law.law} at ${step} s by implicitfast: ${end} m/s, expected ${expected} m/s`);
}

// Note of a joint: creep under half the level, v = F (1 - d) / (d b m) with d = 0.9999 and b = 1 / (d step).
function checkJoint(mujoco, law, step) {
  const creep = pulled(mujoco, law, 0.5 * law.level, step, 'Euler').creep;
  check(near(creep, 0.5 * law.level * 1e-4 * step), `${law.law} at ${step} s: creeps with ${creep} m/s`);
}

// "12", "0.86": two digits, of a share in per cent.
const percent = (x) => (Math.abs(x) < 5e-4 ? '0' : String(Number((100 * x).toPrecision(2))));
const both = ([all, sliding]) => `${percent(all)} (${percent(sliding)})`;
const speed = (x) => (x < 1e-9 ? '0' : x.toPrecision(1));

function measure(mujoco, law) {
  const measured = differences(mujoco, law);
  const stated = law.lost.mjcf;
  check(measured.every((x, i) => Math.abs(x - stated[i]) <= 0.05),
    `${law.law}: translate states ${both(stated)} %, MuJoCo has ${both(measured)} %`);
  const b = bristle(law);
  for (const step of [defaultStep, fineStep]) b ? checkBristle(mujoco, law, b, step) : checkJoint(mujoco, law, step);
  const late = (step, integrator) => {
    const run = pulled(mujoco, law, law.pull, step, integrator);
    return run.diverged ? 'diverges' : percent(run.end / law.speed - 1);
  };
  const creep = (step) => {
    const run = pulled(mujoco, law, 0.5 * law.level, step, 'Euler');
    return run.diverged ? 'diverges' : speed(run.creep);
  };
  return [both(stated), both(measured), late(defaultStep, 'Euler'), late(fineStep, 'Euler'),
    late(defaultStep, 'implicitfast'), late(fineStep, 'implicitfast'), creep(defaultStep), creep(fineStep)];
}

const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

// The page with what is between <!-- begin NAME --> and <!-- end NAME --> replaced.
function filled(text, name, part) {
  const marks = new RegExp(`(<!-- begin ${name} -->\n)[^]*?(<!-- end ${name} -->)`);
  check(marks.test(text), `${page} has no marks for ${name}`);
  return text.replace(marks, (_, begin, end) => `${begin}${part}\n${end}`);
}

// Whether two pages say the same: words equal, and numbers to the last digit of two, which another compiler may round
// the other way.
function agree(a, b) {
  const number = /-?\d+(?:\.\d+)?(?:e[-+]?\d+)?/g;
  const left = a.match(number), right = b.match(number);
  return a.replace(number, '#') === b.replace(number, '#') && left.every((x, i) =>
    Math.abs(x - right[i]) <= 0.1 * Math.max(Math.abs(x), Math.abs(right[i])) + 0.1);
}

const versions = readdirSync(modules).filter((name) => name.startsWith('mujoco-')).sort(
  (a, b) => a.localeCompare(b, 'en', { numeric: true }));
let newest = null;
for (const version of versions) {
  const { default: load } = await import(pathToFileURL(`${modules}/${version}/mujoco.js`).href);
  newest = await load({ print: () => {}, printErr: () => {} });
  for (const law of laws) {
    const words = refusal(newest, law);
    check(words === '', `${law.law} in ${version}: ${words}`);
  }
}

const name = (law) => `\`${law.law}\``;
const tables = {
  losses: table(['law with default parameters', '`mjcf`', '`urdf`, `sdf`, `physx`', '`modelica`', '`bam`'],
    laws.map((law) => [name(law), ...['mjcf', 'urdf', 'modelica', 'bam'].map((target) => both(law.lost[target]))])),
  mujoco: table(['law', 'stated', 'in MuJoCo', 'Euler, 2 ms', 'Euler, 0.1 ms', 'implicitfast, 2 ms', 'implicitfast, 0.1 ms',
    'creep, 2 ms', 'creep, 0.1 ms'], laws.map((law) => [name(law), ...measure(newest, law)])),
};
const standing = readFileSync(page, 'utf8');
let fresh = standing;
for (const [part, text] of Object.entries(tables)) fresh = filled(fresh, part, text);
if (write === '--write') writeFileSync(page, fresh);
else check(agree(fresh, standing), `${page} differs from what was measured: cmake --build --preset dev --target translate_docs`);
for (const words of wrong) console.error(words);
console.log(`${laws.length} laws in ${versions.join(', ')}: ${wrong.length} findings`);
process.exit(wrong.length ? 1 : 0);
