// The text browser w3m: signing in, and RUN, STOP and CLOSE of a commodity. Deep run only.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import { COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import { PASSWORD, USERNAME } from '../support/desk-server';
import { startInTerminal, waitForEnd } from '../support/pseudo-terminal';
import {
  ROW_BUTTONS,
  type RowButton,
  runTextBrowserSession,
} from '../support/text-browser-session';
import { COMMODITY } from '../support/wheat-desk';

/** One key presses the button, one ends the browser; w3m ends each command before the next. */
const PRESS_KEY = 'Z';
const END_KEY = 'Y';
/** The mouse support prints messages between the pages. */
const OPTIONS = '-no-mouse -cookie -o accept_cookie=1';

/** The buttons of a row as w3m shows them: rows are found by it, because w3m ignores their ids. */
const ROW_TEXT = ROW_BUTTONS.join('');

function buildCommands(origin: string, button: RowButton): string {
  const rowsBefore = COMMODITY_KEYS.indexOf(COMMODITY);
  return [
    // The first link leads to the content, the next one is the first field.
    ...['NEXT_LINK', 'SUBMIT', `GOTO ${origin}/dashboard`],
    ...[`SEARCH ${ROW_TEXT}`, ...Array.from({ length: rowsBefore }, () => 'SEARCH_NEXT')],
    ...ROW_BUTTONS.slice(0, ROW_BUTTONS.indexOf(button)).map(() => 'NEXT_LINK'),
    'GOTO_LINK',
  ].join(' ; ');
}

/** w3m fills the sign-in from a file, if only its owner can read it, and takes keys from another. */
async function pressInW3m(origin: string, button: RowButton, home: string): Promise<void> {
  const settings = join(home, '.w3m');
  mkdirSync(settings);
  writeFileSync(
    join(settings, 'pre_form'),
    `url /login/\nform /login\ntext username ${USERNAME}\npassword password ${PASSWORD}\n`,
    { mode: 0o600 },
  );
  writeFileSync(
    join(settings, 'keymap'),
    `keymap ${PRESS_KEY} COMMAND "${buildCommands(origin, button)}"\nkeymap ${END_KEY} EXIT\n`,
  );
  const child = startInTerminal(`w3m ${OPTIONS} ${origin}/login`, home);
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const wasShown = output.includes('Viewing <Sign in');
    output += chunk.toString('utf8');
    if (!wasShown && output.includes('Viewing <Sign in')) child.stdin.write(PRESS_KEY + END_KEY);
  });
  await waitForEnd(child);
}

test('w3m signs in, runs, stops and closes a commodity', () =>
  runTextBrowserSession('w3m', pressInW3m));
