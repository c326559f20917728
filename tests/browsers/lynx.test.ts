// The text browser lynx: signing in, and RUN, STOP and CLOSE of a commodity, by keys alone. Deep run only.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { PASSWORD, USERNAME } from '../support/desk-server';
import { startInTerminal, waitForEnd } from '../support/pseudo-terminal';
import {
  ROW_BUTTONS,
  type RowButton,
  runTextBrowserSession,
} from '../support/text-browser-session';
import { COMMODITY } from '../support/wheat-desk';

const TAB = '\t';
const ENTER = '\r';
const KEY_NAMES: Readonly<Record<string, string>> = { [TAB]: '<tab>', [ENTER]: '^J' };

/** Lynx reads its keys from a file, each when it is ready for it. */
async function pressInLynx(origin: string, button: RowButton, home: string): Promise<void> {
  const keys = [
    // After the link to the content: the two fields and the button.
    ...[TAB, ...USERNAME, TAB, ...PASSWORD, TAB, ENTER],
    // The first link of a row is its what-if page.
    ...['g', ...`${origin}/dashboard#row-${COMMODITY}`, ENTER],
    ...[...ROW_BUTTONS.slice(0, ROW_BUTTONS.indexOf(button) + 1).map(() => TAB), ENTER],
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

test('lynx signs in, runs, stops and closes a commodity', () =>
  runTextBrowserSession('lynx', pressInLynx));
