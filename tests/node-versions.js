// `npm run test:node-versions -- 22 24`: runs unit tests under other versions of Node. The npm package
// `node` brings each version with its headers, with which better-sqlite3 is compiled (minutes, once).
// The last line is `N passed, N failed`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, ensureBuilt, ensureInstalled } from '../build.js';
import { readReport } from './support/test-reports.js';

const VERSIONS = ['22', '24'];
const FOLDER = join(ROOT, '.cache', 'node-versions');
/** Tests of what a version can change, in a minute: database, sockets, requests, hashes, brokers. */
const FILES = ['contracts', 'db', 'server/auth', 'server/http', 'server/platform'].map(
  (name) => `tests/${name}`,
);
/** Parts of the project beside its packages. */
const PROJECT = ['.env.example', 'app', 'build', 'db', 'deploy', 'docs', 'public', 'tests'];

function runStep(command, args, options = {}) {
  const { status } = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}`);
}

/** Folder of a version of Node: `bin/node`, and its headers in `include`. */
function installNode(version) {
  const home = join(FOLDER, version);
  mkdirSync(home, { recursive: true });
  const findHeader = () =>
    readdirSync(home, { recursive: true, withFileTypes: true }).find(
      (entry) => entry.isFile() && entry.name === 'node_version.h',
    );
  if (!findHeader())
    runStep('npm', ['install', '--prefix', home, '--no-audit', '--no-fund', `node@${version}`]);
  const header = findHeader();
  if (!header) throw new Error(`The npm package node@${version} has no headers for this machine.`);
  return dirname(dirname(header.parentPath));
}

/** Copy of the project whose better-sqlite3 is compiled for this version. */
function prepareTree(version, node) {
  const tree = join(FOLDER, `tree-${version}`);
  const sqlite = join(tree, 'node_modules', 'better-sqlite3');
  const isCompiled = existsSync(join(sqlite, 'build', 'Release', 'better_sqlite3.node'));
  if (!isCompiled) {
    rmSync(tree, { recursive: true, force: true });
    mkdirSync(tree, { recursive: true });
    // Hard links, so that packages find each other in this tree and take no space.
    const packages = realpathSync(join(ROOT, 'node_modules'));
    runStep('cp', ['-al', packages, join(tree, 'node_modules')]);
    rmSync(sqlite, { recursive: true, force: true });
    cpSync(join(ROOT, 'node_modules', 'better-sqlite3'), sqlite, {
      recursive: true,
      filter: (path) => !path.endsWith(join('better-sqlite3', 'build')),
    });
    const gyp = join('node_modules', 'npm', 'node_modules', 'node-gyp', 'bin', 'node-gyp.js');
    const prefix = spawnSync('npm', ['prefix', '--global'], { encoding: 'utf8' }).stdout.trim();
    runStep(
      join(node, 'bin', 'node'),
      [join(prefix, 'lib', gyp), 'rebuild', '--release', `--nodedir=${node}`, '--silent'],
      { cwd: sqlite },
    );
  }
  for (const name of [
    ...PROJECT,
    ...readdirSync(ROOT).filter((file) => /\.(js|ts|json)$/.test(file)),
  ]) {
    rmSync(join(tree, name), { recursive: true, force: true });
    cpSync(join(ROOT, name), join(tree, name), { recursive: true });
  }
  return tree;
}

function testVersion(version) {
  const node = installNode(version);
  const tree = prepareTree(version, node);
  const report = join(FOLDER, `report-${version}.json`);
  rmSync(report, { force: true });
  const { status } = spawnSync(
    join(node, 'bin', 'node'),
    [
      join(tree, 'node_modules', 'vitest', 'vitest.mjs'),
      ...['run', '--project', 'unit', '--project', 'brokers'],
      ...['--reporter=minimal', '--reporter=json'],
      ...[`--outputFile.json=${report}`, ...FILES],
    ],
    {
      cwd: tree,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: `${join(node, 'bin')}:${process.env.PATH}` },
    },
  );
  const counts = readReport(report, 'vitest', status ?? 1);
  process.stdout.write(`Node ${version}: ${counts.passed} passed, ${counts.failed} failed\n`);
  for (const fault of counts.faults) process.stdout.write(`FAILED Node ${version}: ${fault}\n`);
  return counts;
}

await ensureInstalled();
await ensureBuilt();
const wanted = process.argv.slice(2);
const counts = (wanted.length > 0 ? wanted : VERSIONS).map(testVersion);
const sumCounts = (key) => counts.reduce((total, row) => total + row[key], 0);
process.stdout.write(`${sumCounts('passed')} passed, ${sumCounts('failed')} failed\n`);
process.exitCode = sumCounts('failed') === 0 && sumCounts('passed') > 0 ? 0 : 1;
