// Every planted fault still matches its code exactly once, its tests exist, and its page names it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMAND_FAULTS } from '../planted-faults/command-faults';
import { CLOCK_FAULTS } from '../planted-faults/clock-faults';
import { ATTACHED_STOP_FAULTS } from '../planted-faults/attached-stop-faults';
import { BROKER_FAULTS } from '../planted-faults/broker-faults';
import { IRONBEAM_FAULTS } from '../planted-faults/ironbeam-faults';
import { RECOVERY_FAULTS } from '../planted-faults/recovery-faults';
import { CLOSING_FAULTS } from '../planted-faults/closing-faults';
import { DESK_FAULTS } from '../planted-faults/desk-faults';
import { DOOR_FAULTS } from '../planted-faults/door-faults';
import { FAULTS as ENGINE_FAULTS } from '../planted-faults/faults';
import { HALTS_FAULTS } from '../planted-faults/halts-faults';
import { MARGIN_FAULTS } from '../planted-faults/margin-faults';
import { MOVE_FAULTS } from '../planted-faults/move-faults';
import { MONTH_FAULTS } from '../planted-faults/month-faults';
import { SCREEN_FAULTS } from '../planted-faults/screen-faults';
import { FORECAST_FAULTS } from '../planted-faults/forecast-faults';
import { SOURCE_FAULTS } from '../planted-faults/source-faults';
import { QUOTE_FAULTS } from '../planted-faults/quote-faults';
import { LATE_FAULTS } from '../planted-faults/late-faults';
import { STOP_FAULTS } from '../planted-faults/stop-faults';
import { TERMS_FAULTS } from '../planted-faults/terms-faults';
import { WAY_OUT_FAULTS } from '../planted-faults/way-out-faults';
import { matchAnyLayout } from '../support/any-layout.js';
import { ROOT } from '../support/source-files';

const FAULTS = [
  ...ENGINE_FAULTS,
  ...DOOR_FAULTS,
  ...MONTH_FAULTS,
  ...SCREEN_FAULTS,
  ...DESK_FAULTS,
  ...COMMAND_FAULTS,
  ...CLOCK_FAULTS,
  ...RECOVERY_FAULTS,
  ...BROKER_FAULTS,
  ...ATTACHED_STOP_FAULTS,
  ...IRONBEAM_FAULTS,
  ...CLOSING_FAULTS,
  ...HALTS_FAULTS,
  ...MARGIN_FAULTS,
  ...STOP_FAULTS,
  ...MOVE_FAULTS,
  ...TERMS_FAULTS,
  ...WAY_OUT_FAULTS,
  ...SOURCE_FAULTS,
  ...LATE_FAULTS,
  ...FORECAST_FAULTS,
  ...QUOTE_FAULTS,
];

test.each(FAULTS)('$name: can be planted', ({ file, find, replace, also, caughtBy }) => {
  for (const edit of [{ file, find, replace }, ...(also ?? [])]) {
    expect(
      readFileSync(join(ROOT, edit.file), 'utf8').split(matchAnyLayout(edit.find)),
      edit.find,
    ).toHaveLength(2);
    expect(edit.replace).not.toBe(edit.find);
  }
  for (const each of caughtBy) expect(existsSync(join(ROOT, each)), each).toBe(true);
});

test('there are at least 60, with unique names', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(FAULTS.length).toBeGreaterThanOrEqual(60);
});

test('the page has one row for each, with its name, file and tests', () => {
  const rows = readFileSync(join(ROOT, 'docs', 'planted-faults.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Fault|---) /.test(line))
    .map((line) => line.split(' | ').slice(0, 3).join(' | '));
  const expected = FAULTS.map(
    ({ name, file, caughtBy }) =>
      `| ${name} | \`${file}\` | ${caughtBy.map((each) => `\`${each}\``).join(', ')}`,
  );
  expect(expected.filter((row) => !rows.includes(row))).toEqual([]);
  expect(rows).toHaveLength(expected.length);
});
