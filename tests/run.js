// `npm test`: installs, builds, finds a browser, then format, lint, unused code, types, unit,
// property, kill, route and browser tests, and the proofs of the checklist.
// Node built-ins alone. `npm test -- unit e2e` runs only the parts named. The last line is `N
// passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, ensureBuilt, ensureInstalled, nodeFault } from '../build.js';
import { checklistLines, resultsIn, unproven } from './support/checklist.js';
import { BROWSER_ADVICE, findBrowser } from './support/find-browser.js';
import { readReport } from './support/test-reports.js';

const REPORTS = join(ROOT, '.cache', 'test-reports');
const bin = (...path) => join(ROOT, 'node_modules', ...path);
const PRETTIER = bin('prettier', 'bin', 'prettier.cjs');
const ESLINT = bin('eslint', 'bin', 'eslint.js');
const KNIP = bin('knip', 'bin', 'knip.js');
const TSC = bin('typescript', 'bin', 'tsc');
const VITEST = bin('vitest', 'vitest.mjs');
const PLAYWRIGHT = bin('@playwright', 'test', 'cli.js');

/**
 * A part that takes longer hangs: it is killed and counts as failed, so that the others are still
 * run and reported.
 * Long runs, which a person starts by name, have longer.
 */
const PART_LIMIT_MINUTES = process.argv.includes('deep') ? 360 : 40;

/** Runs a Node program with its output shown; answers its exit code. */
function node(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const limit = setTimeout(() => {
      process.stderr.write(`Killed after ${PART_LIMIT_MINUTES} minutes: ${args.join(' ')}\n`);
      child.kill('SIGKILL');
    }, PART_LIMIT_MINUTES * 60_000);
    const end = (code) => {
      clearTimeout(limit);
      resolve(code ?? 1);
    };
    child.on('error', () => end(1));
    child.on('close', end);
  });
}

const single = (code) =>
  code === 0
    ? { passed: 1, failed: 0, skipped: 0, faults: [] }
    : { passed: 0, failed: 1, skipped: 0, faults: ['its own output says why'] };

async function vitest(project, env = {}) {
  const file = join(REPORTS, `${project}.json`);
  const args = [
    'run',
    '--project',
    project,
    '--passWithNoTests',
    // Long runs print their figures; the others print what failed.
    ...(project === 'deep' ? ['--reporter=default', '--silent=false'] : ['--reporter=minimal']),
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const code = await node([VITEST, ...args], env);
  return readReport(file, 'vitest', code);
}

async function browserTests() {
  const browser = await findBrowser();
  if (!browser) {
    process.stderr.write(`${BROWSER_ADVICE}\n`);
    return { passed: 0, failed: 1, skipped: 0, faults: [BROWSER_ADVICE] };
  }
  const file = join(REPORTS, 'e2e.json');
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const code = await node(
    [
      PLAYWRIGHT,
      'test',
      '--config',
      join('tests', 'e2e', 'playwright.config.ts'),
      '--reporter=dot,json',
    ],
    env,
  );
  return readReport(file, 'playwright', code);
}

async function build() {
  try {
    await ensureBuilt();
    return single(0);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return single(1);
  }
}

/**
 * After the others: what the checklist calls a proof must be among the tests that this run has
 * passed.
 */
function checklist() {
  const lines = checklistLines(readFileSync(join(ROOT, 'docs', 'spec-checklist.md'), 'utf8'));
  const missing = unproven(lines, resultsIn(REPORTS, ROOT));
  return {
    passed: missing.length === 0 ? 1 : 0,
    failed: missing.length === 0 ? 0 : 1,
    skipped: 0,
    faults: missing.map((fault) => `docs/spec-checklist.md ${fault}`),
  };
}

const PARTS = {
  build,
  format: async () => single(await node([PRETTIER, '--check', '--log-level', 'warn', '.'])),
  lint: async () =>
    single(await node([ESLINT, '--cache', '--cache-location', join('.cache', 'eslint'), '.'])),
  knip: async () => single(await node([KNIP])),
  types: async () => single(await node([TSC, '--noEmit'])),
  unit: () => vitest('unit'),
  properties: () => vitest('properties'),
  mocked: () => vitest('mocked'),
  kills: () => vitest('kills'),
  routes: () => vitest('routes'),
  e2e: browserTests,
  checklist,
  deep: () => vitest('deep', { SCENARIO_RUNS: process.env.SCENARIO_RUNS ?? '100' }),
};
/** Runs of many seeds: only where they are named, as `npm run test:deep` does. */
const ONLY_NAMED = ['deep'];

/** Parts of one thread that only read: they run at the same time as far as there are cores. */
const READING = ['format', 'lint', 'types'];

async function runPart(name) {
  const started = performance.now();
  const counts = await PARTS[name]();
  return { name, ...counts, seconds: (performance.now() - started) / 1000 };
}

async function runParts(names) {
  const rows = [];
  const reading = names.filter((name) => READING.includes(name));
  const others = names.filter((name) => !READING.includes(name));
  if (reading.length > 0) {
    process.stdout.write(`\n== ${reading.join(', ')}\n`);
    rows.push(...(await Promise.all(reading.map(runPart))));
  }
  for (const name of others) {
    process.stdout.write(`\n== ${name}\n`);
    rows.push(await runPart(name));
  }
  return rows;
}

function printSummary(rows) {
  process.stdout.write('\n');
  for (const row of rows) {
    const skipped = row.skipped > 0 ? `, ${row.skipped} skipped` : '';
    process.stdout.write(
      `${row.name.padEnd(11)} ${row.seconds.toFixed(1).padStart(7)} s  ${row.passed} passed, ${row.failed} failed${skipped}\n`,
    );
  }
  // Named again at the end: whoever sees the last lines alone must see what failed.
  for (const { name, faults } of rows)
    for (const fault of faults) process.stdout.write(`FAILED ${name}: ${fault}\n`);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
const fault =
  nodeFault() ??
  (unknown.length > 0
    ? `There is no part ${unknown.join(', ')}. There are: ${Object.keys(PARTS).join(', ')}.`
    : null);
if (fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
await ensureInstalled();
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const names = Object.keys(PARTS).filter((name) =>
  wanted.length === 0 ? !ONLY_NAMED.includes(name) : name === 'build' || wanted.includes(name),
);
process.exitCode = printSummary(await runParts(names));
