// `npm test`: installs, builds, finds a browser, then runs unit, property, kill and route tests,
// browser tests, and the proofs of the checklist. `npm run test:deep` names what takes longer, and the
// checks of the sources.
// Uses Node built-ins only. `npm test -- unit e2e` runs the named parts. The last line is
// `N passed, N failed`.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT, ensureBuilt, ensureInstalled, nodeFault } from '../build.js';
import { checklistLines, resultsIn, unproven } from './support/checklist.js';
import { BROWSER_ADVICE, findBrowser } from './support/find-browser.js';
import { CLOCK_ADVICE, findClockLibrary } from './support/find-clock-library.js';
import { createMemoryFolder } from './support/memory-folder.js';
import { readReport } from './support/test-reports.js';

const REPORTS = join(ROOT, '.cache', 'test-reports');
const bin = (...path) => join(ROOT, 'node_modules', ...path);
const PRETTIER = bin('prettier', 'bin', 'prettier.cjs');
const ESLINT = bin('eslint', 'bin', 'eslint.js');
const KNIP = bin('knip', 'bin', 'knip.js');
const TSC = bin('typescript', 'bin', 'tsc');
const VITEST = bin('vitest', 'vitest.mjs');
const PLAYWRIGHT = bin('@playwright', 'test', 'cli.js');

// Files that have not changed since the last run are not checked again. TypeScript stores the same by
// its own settings.
const CHECK_FORMAT = [
  ...['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content'],
  ...['--cache-location', join('.cache', 'prettier')],
];
const CACHE_LINT = ['--cache', '--cache-location', join('.cache', 'eslint')];

/**
 * Time limit of a part, minutes. A part beyond it is killed and counts as failed; deep runs have a
 * longer limit.
 */
const PART_LIMIT_MINUTES = process.argv.includes('deep') ? 360 : 40;

/** Priority of what runs beside tests: it takes mostly the time that they leave. */
const LOW_PRIORITY = 10;

/** Runs a Node program with its output shown; resolves with its exit code. */
function node(args, env = {}, priority = 0) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (child.pid !== undefined && priority > 0) setPriority(child.pid, priority);
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
    : { passed: 0, failed: 1, skipped: 0, faults: ['see its output'] };

/** Runs the files of some test projects; `name` is the part, and names the report. */
async function vitest(name, { projects = [name], files = [], env = {}, isVerbose = false } = {}) {
  const file = join(REPORTS, `${name}.json`);
  const args = [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    '--passWithNoTests',
    ...(isVerbose ? ['--reporter=default', '--silent=false'] : ['--reporter=minimal']),
    '--reporter=json',
    `--outputFile.json=${file}`,
    ...files,
  ];
  const code = await node([VITEST, ...args], env);
  return readReport(file, 'vitest', code);
}

async function browserTests(name, filters = [], env = {}) {
  const browser = await findBrowser();
  if (!browser) {
    process.stderr.write(`${BROWSER_ADVICE}\n`);
    return { passed: 0, failed: 1, skipped: 0, faults: [BROWSER_ADVICE] };
  }
  const file = join(REPORTS, `${name}.json`);
  const code = await node(
    [
      PLAYWRIGHT,
      'test',
      '--config',
      join('tests', 'e2e', 'playwright.config.ts'),
      '--reporter=dot,json',
      ...filters,
    ],
    { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file, ...env },
  );
  return readReport(file, 'playwright', code);
}

const checkSources = async (args) => single(await node(args, {}, LOW_PRIORITY));

async function build() {
  try {
    await ensureBuilt();
    return single(0);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    return single(1);
  }
}

/** Every proof of the checklist that belongs to this run must be a test that passed in it. */
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

/** Route tests that send more requests, or run longer, in the deep run. */
const LONGER_ROUTE_FILES = [
  'access',
  'broken-requests',
  'double-submit',
  'forgery',
  'headers',
  'session',
  'shell',
  'sign-in',
].map((name) => `tests/routes/${name}.test.ts`);

/** Unit tests with more cases or a longer span in the deep run. */
const LONGER_UNIT_FILES = [
  'models/own-prices/own-prices.property',
  'programs/audit',
  'server/auth/passphrase-rule',
  'trading/backtest/engine-parity',
  'trading/late-prices',
  'trading/market/sources/cftc',
  'trading/market/sources/cpc',
  'trading/market/sources/eia',
  'trading/market/sources/iem',
  'trading/market/sources/nass',
  'trading/market/sources/nhc',
  'trading/market/sources/nws',
  'trading/market/sources/openmeteo',
  'trading/market/sources/power-prices',
  'trading/market/sources/usdm',
  'trading/market/sources/yahoo',
  'trading/market/sources/zip',
  'trading/simulation/knowledge',
  'trading/simulation/power/spot',
  'trading/simulation/world',
  'trading/simulation/world-checkpoint',
].map((name) => `tests/${name}.test.ts`);

/** Environment of the deep run; tests/support/run-size.ts reads it. */
const DEEP = { DEEP_RUN: '1' };
/** For what measures the disk, and for programs that have folders of their own. */
const ON_DISK = { TMPDIR: tmpdir() };
/** Files that only the deep run has: tests that take long and guard what seldom changes. */
const DEEP_FILES = '.deep.test.ts';
const DEEP_BROWSER_FILES = '\\.deep\\.spec';

const PARTS = {
  build,
  format: () => checkSources([PRETTIER, ...CHECK_FORMAT, '.']),
  lint: () => checkSources([ESLINT, ...CACHE_LINT, '.']),
  knip: () => checkSources([KNIP]),
  types: () => checkSources([TSC, '--noEmit']),
  unit: () => vitest('unit'),
  // They wait most of the time: a third worker beside the others, not one of two.
  brokers: () => vitest('brokers', { env: { TEST_WORKERS: '1' } }),
  properties: () => vitest('properties'),
  mocked: () => vitest('mocked'),
  kills: () => vitest('kills'),
  routes: () => vitest('routes'),
  e2e: () => browserTests('e2e'),
  checklist,
  // Prints its figures, e.g. how many kills were inside a transaction.
  deep: () => vitest('deep', { projects: ['kills'], env: DEEP, isVerbose: true }),
  cases: () =>
    vitest('cases', {
      projects: ['properties', 'mocked'],
      files: [join('tests', 'properties')],
      env: DEEP,
    }),
  longer: () =>
    vitest('longer', {
      projects: ['unit', 'brokers'],
      files: [...LONGER_UNIT_FILES, DEEP_FILES],
      env: DEEP,
    }),
  // Prints its figures, e.g. how long slow readers stay.
  requests: () =>
    vitest('requests', {
      projects: ['routes'],
      files: [...LONGER_ROUTE_FILES, DEEP_FILES],
      env: DEEP,
      isVerbose: true,
    }),
  // Every screen in both themes, with and without scripts, and the browser tests of this run alone.
  looks: () => browserTests('looks', ['accessibility', DEEP_BROWSER_FILES], DEEP),
  // Browsers other than Chromium. Prints its figures.
  browsers: () => vitest('browsers', { env: { ...DEEP, ...ON_DISK }, isVerbose: true }),
  // Ratios of this machine; prints their table.
  bench: async () => single(await node(['run.js', 'bench', '--check'], ON_DISK)),
  // Proxies, Prometheus, systemd and containers. Prints what is skipped because it is not installed.
  deploy: () => vitest('deploy', { env: ON_DISK, isVerbose: true }),
};
/** Only when named: `npm run test:deep` names all, `npm run validate` runs the checks. */
const EXPLICIT_PARTS = [
  ...['format', 'lint', 'knip', 'types'],
  ...['deep', 'cases', 'longer', 'requests', 'looks', 'browsers', 'bench', 'deploy'],
];

/** Parts whose servers run at a fixed time. */
const PARTS_WITH_CLOCK = ['kills', 'e2e', 'deep', 'looks', 'browsers'];

/** Parts that no other part reads. They run one after another beside the tests of `HOSTS`. */
const GUESTS = ['brokers', 'lint', 'types', 'format', 'knip'];
/** Tests that often wait. Those in browsers do not: they keep both cores busy. */
const HOSTS = [
  ...['unit', 'properties', 'mocked', 'kills', 'routes'],
  ...['deep', 'cases', 'longer', 'requests'],
];

async function runPart(name) {
  process.stdout.write(`\n== ${name}\n`);
  const started = performance.now();
  const counts = await PARTS[name]();
  return { name, ...counts, seconds: (performance.now() - started) / 1000 };
}

async function runSequence(names) {
  const rows = [];
  for (const name of names) rows.push(await runPart(name));
  return rows;
}

/** The build, then the hosts beside their guests, then the other parts. */
async function runParts(names) {
  const early = ['build', ...HOSTS, ...GUESTS];
  const choose = (parts) => parts.filter((name) => names.includes(name));
  const built = await runSequence(choose(['build']));
  const sideBySide = await Promise.all([runSequence(choose(HOSTS)), runSequence(choose(GUESTS))]);
  const later = await runSequence(names.filter((name) => !early.includes(name)));
  return [...built, ...sideBySide.flat(), ...later];
}

function printSummary(rows) {
  process.stdout.write('\n');
  for (const row of rows) {
    const skipped = row.skipped > 0 ? `, ${row.skipped} skipped` : '';
    process.stdout.write(
      `${row.name.padEnd(11)} ${row.seconds.toFixed(1).padStart(7)} s  ${row.passed} passed, ${row.failed} failed${skipped}\n`,
    );
  }
  // Repeated at the end, so that the last lines show the failures.
  for (const { name, faults } of rows)
    for (const fault of faults) process.stdout.write(`FAILED ${name}: ${fault}\n`);
  if (rows.some(({ name }) => PARTS_WITH_CLOCK.includes(name)) && findClockLibrary() === null)
    process.stdout.write(`NOTE: ${CLOCK_ADVICE}\n`);
  const sum = (key) => rows.reduce((total, row) => total + row[key], 0);
  process.stdout.write(`\n${sum('passed')} passed, ${sum('failed')} failed\n`);
  return sum('failed') === 0 && sum('passed') > 0 ? 0 : 1;
}

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in PARTS));
const fault =
  nodeFault() ??
  (unknown.length > 0
    ? `Unknown part ${unknown.join(', ')}. Available: ${Object.keys(PARTS).join(', ')}.`
    : null);
if (fault) {
  process.stderr.write(`${fault}\n`);
  process.exit(1);
}
await ensureInstalled();
const memoryFolder = createMemoryFolder();
if (memoryFolder !== null) process.env.TMPDIR = memoryFolder;
rmSync(REPORTS, { recursive: true, force: true });
mkdirSync(REPORTS, { recursive: true });
const names = Object.keys(PARTS).filter((name) =>
  wanted.length === 0 ? !EXPLICIT_PARTS.includes(name) : name === 'build' || wanted.includes(name),
);
process.exitCode = printSummary(await runParts(names));
