// A text browser: signing in, and RUN, STOP and CLOSE of a commodity, by keys alone. Deep run only.
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD, USERNAME } from '../support/desk-server';
import { COMMODITY, PATIENCE, openWheatDesk } from '../support/wheat-desk';

/** The buttons of a row, in the order of its keys. */
const BUTTONS = ['RUN', 'STOP', 'CLOSE'] as const;
type Button = (typeof BUTTONS)[number];

const BROWSER_MS_MAX = 60_000;
const TAB = '\t';
const ENTER = '\r';

/** Starts a program in a pseudo terminal. */
function startInTerminal(command: string, home: string): ChildProcessWithoutNullStreams {
  const child: ChildProcessWithoutNullStreams = spawn('script', ['-qfec', command, '/dev/null'], {
    env: { ...process.env, HOME: home, TERM: 'vt100', LANG: 'C.UTF-8' },
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), BROWSER_MS_MAX);
  child.on('close', () => clearTimeout(limit));
  child.stdin.on('error', () => undefined);
  return child;
}

const waitForEnd = (child: ChildProcessWithoutNullStreams): Promise<void> =>
  new Promise((resolve) => child.on('close', () => resolve()));

const KEY_NAMES: Readonly<Record<string, string>> = { [TAB]: '<tab>', [ENTER]: '^J' };

/** Lynx reads its keys from a file, each when it is ready for it. */
async function pressInLynx(origin: string, button: Button, home: string): Promise<void> {
  const keys = [
    // After the link to the content: the two fields and the button.
    ...[TAB, ...USERNAME, TAB, ...PASSWORD, TAB, ENTER],
    // The first link of a row is its what-if page.
    ...['g', ...`${origin}/dashboard#row-${COMMODITY}`, ENTER],
    ...[...BUTTONS.slice(0, BUTTONS.indexOf(button) + 1).map(() => TAB), ENTER],
    ...['q', 'y'],
  ];
  const script = join(home, 'keys');
  writeFileSync(script, keys.map((key) => `key ${KEY_NAMES[key] ?? key}\n`).join(''));
  const child = startInTerminal(
    `lynx -accept_all_cookies -cmd_script=${script} ${origin}/login`,
    home,
  );
  child.stdout.resume();
  await waitForEnd(child);
}

test('lynx signs in, runs, stops and closes a commodity', async () => {
  if (spawnSync('lynx', ['-version']).error)
    throw new Error('lynx is not installed. Install it (Debian: `apt-get install lynx`).');
  const home = mkdtempSync(join(tmpdir(), 'frontmonth-browser-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const desk = await openWheatDesk();
  const pressButton = async (button: Button): Promise<number> => {
    const startedMs = performance.now();
    await pressInLynx(desk.origin, button, home);
    return Math.round(performance.now() - startedMs);
  };
  const times = [await pressButton('RUN')];
  expect(await desk.isActive(), 'after RUN').toBe(true);
  await expect.poll(desk.countPositions, PATIENCE).toBe(1);
  times.push(await pressButton('STOP'));
  expect([await desk.isActive(), await desk.countPositions()], 'after STOP').toEqual([false, 1]);
  times.push(await pressButton('CLOSE'));
  expect(await desk.isActive(), 'after CLOSE').toBe(false);
  await expect.poll(desk.countPositions, PATIENCE).toBe(0);
  console.info(`lynx: sign-in with RUN, STOP and CLOSE in ${times.join(', ')} ms`);
});
