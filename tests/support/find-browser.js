// Finds or installs Chromium for the browser tests. Uses Node built-ins only, because it runs
// before packages are installed.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

// The best first: Chromium without windows, a package of its own in Debian, takes two thirds of the
// processor time.
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

function isRunnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  return (
    folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isRunnable) ?? null
  );
}

async function findPlaywrightBrowser() {
  try {
    const { chromium } = await import('playwright');
    const path = chromium.executablePath();
    return isRunnable(path) ? path : null;
  } catch {
    return null;
  }
}

async function find() {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath && isRunnable(configuredPath)) return configuredPath;
  return onPath() ?? (await findPlaywrightBrowser());
}

const run = (command, args) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command, args, { stdio: ['ignore', 2, 2], env }).status === 0;
};

function install() {
  const isDebianRoot = existsSync('/etc/debian_version') && process.getuid?.() === 0;
  process.stderr.write('No browser found; installing Chromium ...\n');
  if (
    isDebianRoot &&
    run('apt-get', ['update', '-q']) &&
    run('apt-get', ['install', '-yq', '--no-install-recommends', 'chromium'])
  )
    return;
  run('npx', ['playwright', 'install', 'chromium']);
}

/** Path of a browser; null when none can be found or installed. */
export async function findBrowser() {
  const found = await find();
  if (found) return found;
  install();
  return find();
}

export const BROWSER_ADVICE =
  'No browser for the browser tests. Install Chromium (Debian: `apt-get install chromium`; anywhere: `npx playwright install --with-deps chromium`) ' +
  'or set CHROMIUM_PATH to one.';
