// The list of planted faults may not rot: each place is still there, once, and each test that should notice exists.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FAULTS } from './planted-faults/faults';

const ROOT = join(import.meta.dirname, '..');

test.each(FAULTS)('$name: can be planted', ({ file, find, replace, also, caughtBy }) => {
  for (const edit of [{ file, find, replace }, ...(also ?? [])]) {
    expect(readFileSync(join(ROOT, edit.file), 'utf8').split(edit.find), edit.find).toHaveLength(2);
    expect(edit.replace).not.toBe(edit.find);
  }
  for (const each of caughtBy) expect(existsSync(join(ROOT, each)), each).toBe(true);
});

test('there are at least forty, each with a name of its own', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  expect(FAULTS.length).toBeGreaterThanOrEqual(40);
});
