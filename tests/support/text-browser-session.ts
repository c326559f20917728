// The session that every text browser must manage: RUN, STOP and CLOSE of a commodity.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { PATIENCE, openWheatDesk } from './wheat-desk';

/** The buttons of a row, in their order. */
export const ROW_BUTTONS = ['RUN', 'STOP', 'CLOSE'] as const;
export type RowButton = (typeof ROW_BUTTONS)[number];

/** Signs in and presses one button; resolves when the browser has ended. `home`: a new folder. */
type PressButton = (origin: string, button: RowButton, home: string) => Promise<void>;

/** Presses the three buttons, each in a new browser, and looks at the account after each. */
export async function runTextBrowserSession(name: string, press: PressButton): Promise<void> {
  if (spawnSync(name, ['-version']).error)
    throw new Error(`${name} is not installed. Install it (Debian: \`apt-get install ${name}\`).`);
  const desk = await openWheatDesk();
  const pressButton = async (button: RowButton): Promise<number> => {
    const home = mkdtempSync(join(tmpdir(), 'frontmonth-browser-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const startedMs = performance.now();
    await press(desk.origin, button, home);
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
  console.info(`${name}: sign-in with RUN, STOP and CLOSE in ${times.join(', ')} ms`);
}
