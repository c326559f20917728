// `npm run faults [-- part of a name ...]`: plants one fault at a time into a copy of the project
// and runs the named tests. With --write it also writes docs/planted-faults.md. The project itself
// is never changed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { transformWithEsbuild } from 'vite';
import { matchAnyLayout } from '../support/any-layout.js';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '..', '..');
const COPIED = [
  'app',
  'db',
  'tests',
  'docs',
  'public',
  '.env.example',
  'build.js',
  'app/server/http/request-handlers.js',
  'server.js',
  'app/server/http/static-files.js',
  'package.json',
  'package-lock.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
];
/** Fault lists; each file imports types only. */
const LISTS = [
  'faults',
  'door-faults',
  'screen-faults',
  'month-faults',
  'desk-faults',
  'closing-faults',
  'stop-faults',
  'move-faults',
  'margin-faults',
  'halts-faults',
  'clock-faults',
  'recovery-faults',
  'broker-faults',
  'attached-stop-faults',
  'ironbeam-faults',
  'command-faults',
  'terms-faults',
  'way-out-faults',
  'source-faults',
  'late-faults',
  'forecast-faults',
  'quote-faults',
];

async function loadFaults() {
  const folder = mkdtempSync(join(tmpdir(), 'frontmonth-faults-'));
  const lists = await Promise.all(
    LISTS.map(async (name) => {
      const file = join(HERE, `${name}.ts`);
      const { code } = await transformWithEsbuild(readFileSync(file, 'utf8'), file);
      const module = join(folder, `${name}.mjs`);
      writeFileSync(module, code);
      return Object.values(await import(pathToFileURL(module).href)).flat();
    }),
  );
  rmSync(folder, { recursive: true });
  return lists.flat();
}

/** Environment of the deep run; tests/support/run-size.ts reads it. */
const DEEP = { DEEP_RUN: '1' };

/** Copies the sources and links the packages. */
function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), 'frontmonth-planted-'));
  for (const name of COPIED) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  mkdirSync(join(copy, '.cache'));
  return copy;
}

/**
 * Runs test files in the copy; returns failed and passed counts. A file that does not load counts
 * as neither.
 */
async function runTests(copy, files, size = {}) {
  const report = join(copy, '.cache', 'report.json');
  rmSync(report, { force: true });
  const vitest = join(copy, 'node_modules', 'vitest', 'vitest.mjs');
  const args = ['run', '--bail', '1', '--reporter=json', `--outputFile=${report}`, ...files];
  // Few kills and seeds suffice for a planted fault.
  const env = { ...process.env, KILLS: '9', NODE_ENV: 'test', ...size };
  const tests = spawn(process.execPath, [vitest, ...args], { cwd: copy, env, stdio: 'ignore' });
  await once(tests, 'close');
  try {
    const { numFailedTests, numPassedTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    const first = testResults
      .flatMap((file) => file.assertionResults)
      .find(({ status }) => status === 'failed');
    return { failed: numFailedTests, passed: numPassedTests, first: first?.fullName.trim() ?? '' };
  } catch {
    return { failed: 0, passed: 0, first: 'no test report' };
  }
}

/**
 * Plants the fault, runs its tests, and restores the code. `npm test` leaves out what the deep run
 * has, e.g. the stock server, so a fault that it misses is planted for the deep run too.
 */
async function plant(copy, fault) {
  const edits = [fault, ...(fault.also ?? [])];
  const before = new Map();
  for (const { file, find, replace } of edits) {
    const path = join(copy, file);
    const text = readFileSync(path, 'utf8');
    if (!before.has(path)) before.set(path, text);
    const parts = text.split(matchAnyLayout(find));
    if (parts.length !== 2)
      throw new Error(
        `'${fault.name}': the place in ${file} occurs ${parts.length - 1} times. Correct its list in tests/planted-faults.`,
      );
    writeFileSync(path, parts.join(replace));
  }
  const short = await runTests(copy, fault.caughtBy);
  const result = short.failed > 0 ? short : await runTests(copy, fault.caughtBy, DEEP);
  for (const [path, text] of before) writeFileSync(path, text);
  return result;
}

function page(rows) {
  const lines = rows.map(
    ({ fault, first }) =>
      `| ${fault.name} | \`${fault.file}\` | ${fault.caughtBy.map((file) => `\`${file}\``).join(', ')} | ${first.replaceAll('|', '\\|')} |`,
  );
  return [
    '# Planted faults',
    '',
    'Mutation test: `npm run faults` copies the project, plants one fault at a time and runs the tests listed for it. Each',
    'must fail with the fault, at the size of `npm test` or else of `npm run test:deep`, and pass without it.',
    '`npm run faults -- --write` writes this page. The lists are in `tests/planted-faults`.',
    '',
    `${rows.length} faults, ${rows.filter(({ isCaught }) => isCaught).length} caught.`,
    '',
    '| Fault | Where | Caught by | First test to fail |',
    '| --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n');
}

const wanted = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const all = await loadFaults();
const faults = all.filter(
  ({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)),
);
if (faults.length === 0) {
  process.stderr.write(`No fault has ${wanted.join(' or ')} in its name.\n`);
  process.exit(1);
}
const copies = Array.from({ length: Math.min(availableParallelism(), faults.length) }, copyProject);

/** Plants queued faults in one copy until none is left. */
async function plantNext(copy, left, rows) {
  for (let next = left.shift(); next; next = left.shift()) {
    const { failed, first } = await plant(copy, next.fault);
    process.stdout.write(
      `${failed > 0 ? 'caught    ' : 'NOT CAUGHT'}  ${next.fault.name}  <- ${first}\n`,
    );
    rows[next.place] = { fault: next.fault, first, isCaught: failed > 0 };
  }
}

try {
  const files = [...new Set(faults.flatMap(({ caughtBy }) => caughtBy))];
  const isDeep = files.every((file) => file.includes('.deep.'));
  const clean = await runTests(copies[0], files, isDeep ? DEEP : {});
  process.stdout.write(
    `without a fault: ${clean.passed} passed, ${clean.failed} failed ${clean.first}\n`,
  );
  const rows = [];
  const left = faults.map((fault, place) => ({ fault, place }));
  await Promise.all(copies.map((copy) => plantNext(copy, left, rows)));
  const missed = rows.filter(({ isCaught }) => !isCaught).length;
  process.stdout.write(`${rows.length - missed} of ${rows.length} faults caught\n`);
  const isWhole = clean.failed === 0 && clean.passed > 0;
  if (process.argv.includes('--write') && isWhole)
    writeFileSync(join(ROOT, 'docs', 'planted-faults.md'), page(rows));
  process.exitCode = missed === 0 && isWhole ? 0 : 1;
} finally {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
}
