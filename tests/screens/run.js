// `npm run screens [-- part of a name ...] [--write]`: takes pictures of all screens on a simulated desk
// with positions, at three widths, dark and light, with and without script, and prints the figures
// of each. --write renews the pictures in docs/screens.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '../../build.js';
import { BROWSER_ADVICE, findBrowser } from '../support/find-browser.js';

const browser = await findBrowser();
if (!browser) {
  process.stderr.write(`${BROWSER_ADVICE}\n`);
  process.exit(1);
}
const names = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const playwright = spawn(
  process.execPath,
  [
    join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js'),
    'test',
    '--config',
    join('tests', 'screens', 'playwright.config.ts'),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      CHROMIUM_PATH: browser,
      SCREENS: names.join(','),
      SCREENS_WRITE: process.argv.includes('--write') ? 'yes' : '',
    },
  },
);
const [code] = await once(playwright, 'close');
process.exit(code ?? 1);
