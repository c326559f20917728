// The list of planted faults may not rot: each place is still there, once, and each test that should notice exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DOOR_FAULTS } from './planted-faults/door-faults';
import { FAULTS as ENGINE_FAULTS } from './planted-faults/faults';
import { MONTH_FAULTS } from './planted-faults/month-faults';
import { SCREEN_FAULTS } from './planted-faults/screen-faults';

const FAULTS = [...ENGINE_FAULTS, ...DOOR_FAULTS, ...MONTH_FAULTS, ...SCREEN_FAULTS];

const ROOT = join(import.meta.dirname, '..');

test.each(FAULTS)('$name: can be planted', ({ file, find, replace, also, caughtBy }) => {
  for (const edit of [{ file, find, replace }, ...(also ?? [])]) {
    expect(readFileSync(join(ROOT, edit.file), 'utf8').split(edit.find), edit.find).toHaveLength(2);
    expect(edit.replace).not.toBe(edit.find);
  }
  for (const each of caughtBy) expect(existsSync(join(ROOT, each)), each).toBe(true);
});

test('there are at least sixty, each with a name of its own', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(FAULTS.length).toBeGreaterThanOrEqual(60);
});
