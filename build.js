// Installs, builds and stamps the project with Node built-ins only. Used by start.js, run.js and
// tests/run.js.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const THIS_FILE = fileURLToPath(import.meta.url);
export const ROOT = dirname(THIS_FILE);
/** Option of the process that builds while its parent holds the lock. */
const BUILD_NOW = '--now';
const BUILD = join(ROOT, 'build');
const STAMP = join(BUILD, 'stamp');
/** Outside the build, which each build empties. */
const LOCK = join(ROOT, '.cache', 'build.lock');
export const SOURCES = [
  'app',
  'db',
  'public',
  'build.js',
  'package-lock.json',
  'package.json',
  'remix.config.js',
  'tsconfig.json',
  'vite.config.ts',
];
const LOCK_WAIT_MS = 300_000;
/**
 * Packages of many files, built into server and programs: to find and read a thousand files takes a
 * fifth of a start.
 */
export const BUNDLED_PACKAGES = [
  ...['@stoqey/ib', 'drizzle-orm', 'prom-client', 'rate-limiter-flexible', 'rxjs', 'zod'],
  // of @stoqey/ib
  ...['colors', 'command-buffer', 'dotenv', 'eventemitter3', 'function-rate-limit'],
  // of prom-client
  ...['@opentelemetry/api', 'bintrees', 'tdigest'],
];

/**
 * Ends the build when a file would import a package that package.json does not name: Node could load
 * another version of it, or none, because npm puts it where the package that needs it can find it.
 * @returns {import('vite').Plugin}
 */
export function checkImportedPackages() {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return {
    name: 'check-imported-packages',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of [...file.imports, ...file.dynamicImports]) {
          if (id in bundle || isBuiltin(id)) continue;
          const name = id.split('/', id.startsWith('@') ? 2 : 1).join('/');
          if (name in dependencies) continue;
          this.error(
            `${file.fileName} would import "${id}", which package.json does not name. Add "${name}" to BUNDLED_PACKAGES in build.js.`,
          );
        }
      }
    },
  };
}

/** Runs a command. Its output goes to stderr, so that the stdout of a program stays clean. */
export function runCommand(command, args, { env = process.env, isQuiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const out = isQuiet ? 'pipe' : 2;
    const child = spawn(command, args, {
      cwd: ROOT,
      env,
      stdio: ['ignore', out, isQuiet ? 'pipe' : 2],
    });
    const heard = [];
    child.stdout?.on('data', (chunk) => heard.push(chunk));
    child.stderr?.on('data', (chunk) => heard.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      process.stderr.write(Buffer.concat(heard));
      reject(new Error(`${command} ${args.join(' ')} ended with ${code}`));
    });
  });
}

/**
 * True if every package that the lock file requires on any machine is installed in its version.
 * `omitsDevelopment`: without those that only building and testing need.
 */
export function isInstalled({ omitsDevelopment = false } = {}) {
  try {
    const wanted = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
    const present = JSON.parse(
      readFileSync(join(ROOT, 'node_modules', '.package-lock.json'), 'utf8'),
    ).packages;
    return Object.entries(wanted).every(
      ([path, entry]) =>
        path === '' ||
        (omitsDevelopment && entry.dev) ||
        entry.optional ||
        entry.devOptional ||
        present[path]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

/** True if nothing must be installed to run: an image brings its build and no build tools. */
export const isReadyToRun = () =>
  isInstalled() || (isInstalled({ omitsDevelopment: true }) && isBuilt(sourceDigest()));

export async function ensureInstalled() {
  if (isInstalled()) return;
  process.stderr.write('Installing packages (about a minute) ...\n');
  const env = { ...process.env, PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD: '1' };
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await runCommand(npm, ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], {
    env,
  });
}

function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const names = readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .sort();
  return names.flatMap((name) => filesUnder(join(path, name)));
}

/** Digest of all build sources: equal digests need no new build. */
function sourceDigest() {
  const digest = createHash('sha256');
  for (const file of SOURCES.flatMap((name) => filesUnder(join(ROOT, name)))) {
    digest
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return digest.digest('hex');
}

function isBuilt(digest) {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest;
}

/** Prevents concurrent builds. The lock of a dead process is taken over. */
async function takeLock() {
  mkdirSync(dirname(LOCK), { recursive: true });
  for (const started = Date.now(); Date.now() - started < LOCK_WAIT_MS; await pause(200)) {
    try {
      const file = openSync(LOCK, 'wx');
      writeFileSync(file, String(process.pid));
      closeSync(file);
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isOwnerAlive()) rmSync(LOCK, { force: true });
    }
  }
  throw new Error(
    `Another build has held ${relative(ROOT, LOCK)} for five minutes. Remove that file and try again.`,
  );
}

function isOwnerAlive() {
  try {
    const owner = Number(readFileSync(LOCK, 'utf8'));
    if (owner === 0) return true; // between its creation and the writing of the number
    process.kill(owner, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Builds command line programs, and workers (`*.worker.ts`) beside their callers; they share
 * chunks.
 */
async function buildPrograms() {
  const input = {};
  const programs = join(ROOT, 'app', 'programs');
  for (const name of readdirSync(programs).filter(isProgram))
    input[`programs/${basename(name, '.ts')}`] = join(programs, name);
  for (const file of filesUnder(join(ROOT, 'app')).filter((path) => path.endsWith('.worker.ts')))
    input[`workers/${basename(file, '.worker.ts')}`] = file;
  for (const folder of ['programs', 'workers'])
    rmSync(join(BUILD, folder), { recursive: true, force: true });
  const { build } = await import('vite');
  const output = { entryFileNames: '[name].js', chunkFileNames: 'programs/parts/[name]-[hash].js' };
  await build({
    configFile: false,
    root: ROOT,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: BUNDLED_PACKAGES },
    plugins: [checkImportedPackages()],
    build: {
      ssr: true,
      outDir: BUILD,
      emptyOutDir: false,
      target: 'node20',
      sourcemap: true,
      rollupOptions: { input, output },
    },
  });
}

const MAP_SPRITE = join(ROOT, 'app', 'components', 'maps', 'us-states.svg');
/** Fraction of vertices after simplification, by triangle area. */
const VERTEX_FRACTION = 0.35;

/**
 * State outlines of the US atlas as an SVG sprite in a 975 x 610 Albers frame: `#s48` is Texas.
 * Stroke widths do not scale.
 */
export async function drawStates() {
  const [{ geoPath }, { feature }, { presimplify, quantile, simplify }] = await Promise.all([
    import('d3-geo'),
    import('topojson-client'),
    import('topojson-simplify'),
  ]);
  const atlas = createRequire(import.meta.url)('us-atlas/states-albers-10m.json');
  const weighted = presimplify(atlas);
  const states = feature(
    simplify(weighted, quantile(weighted, VERTEX_FRACTION)),
    atlas.objects.states,
  );
  const draw = geoPath().digits(1);
  const paths = [...states.features]
    .sort((a, b) => a.id.localeCompare(b.id))
    .map(
      (state) =>
        `<path id="s${state.id}" vector-effect="non-scaling-stroke" d="${draw(state) ?? ''}"/>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 975 610">\n${paths.join('\n')}\n</svg>\n`;
}

/** Writes the map sprite if the atlas or its drawing changed. */
async function renewMapSprite() {
  const drawn = await drawStates();
  if (!existsSync(MAP_SPRITE) || readFileSync(MAP_SPRITE, 'utf8') !== drawn)
    writeFileSync(MAP_SPRITE, drawn);
}

/** Draws, builds and stamps, without the lock. */
async function buildAll() {
  rmSync(STAMP, { force: true });
  await renewMapSprite();
  const built = sourceDigest();
  const env = { ...process.env, NODE_ENV: 'production' };
  delete env.VITEST;
  const remix = join(ROOT, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js');
  // They write to folders of their own.
  await Promise.all([
    runCommand(process.execPath, [remix, 'vite:build', '--logLevel', 'warn'], {
      env,
      isQuiet: true,
    }),
    buildPrograms(),
  ]);
  writeFileSync(STAMP, built);
}

/** Each file in app/programs is a program; its folders hold parts. */
export const isProgram = (file) => file.endsWith('.ts') && file !== 'cli.ts';

/** Builds if the sources changed since the last build, or if forced. */
export async function ensureBuilt({ isForced = false } = {}) {
  const digest = sourceDigest();
  if (!isForced && isBuilt(digest)) return;
  await takeLock();
  try {
    if (!isForced && isBuilt(digest)) return;
    process.stderr.write('Building ...\n');
    // In another process, so that a server does not keep the build tools in its memory.
    await runCommand(process.execPath, [THIS_FILE, BUILD_NOW], { isQuiet: true });
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Loads .env; the environment takes precedence. */
export function loadEnvFile() {
  const file = join(ROOT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}

/** Why this Node version cannot run the project, or null. */
export function nodeFault() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isEnough = major > 20 || (major === 20 && minor >= 19);
  return isEnough
    ? null
    : `Frontmonth needs Node 20.19 or newer; this is ${process.versions.node}.`;
}

if (process.argv[1] === THIS_FILE) {
  if (!isInstalled())
    throw new Error(
      'The packages are missing or out of date. Run `npm ci` first; `npm start` does it by itself.',
    );
  try {
    if (process.argv.includes(BUILD_NOW)) await buildAll();
    else await ensureBuilt({ isForced: !process.argv.includes('--if-stale') });
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
