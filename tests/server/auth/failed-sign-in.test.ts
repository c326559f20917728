// Failed sign-ins in the log: username as typed and client address, never the password.
import { beforeEach, expect, it, vi } from 'vitest';
import { createUser } from '../../../app/models/account/user.server';
import { signIn } from '../../../app/server/auth/auth.server';
import { hashPassword } from '../../../app/server/auth/password.server';
import { getLog } from '../../../app/server/platform/log.server';
import type { Database } from '../../../db/client.server';
import { WALL_MS, createEmptyDatabase } from '../../support/test-database';

const PASSWORD = 'plum gravel otter lantern';
const ORIGIN = { address: '203.0.113.9', device: null };
let db: Database;
let warnings: [object, string][];

beforeEach(async () => {
  ({ db } = createEmptyDatabase());
  createUser(db, 'ann', await hashPassword(PASSWORD), WALL_MS);
  warnings = [];
  const warn = vi.spyOn(getLog(), 'warn');
  warn.mockImplementation((...call: unknown[]) => {
    warnings.push(call as [object, string]);
  });
  return () => warn.mockRestore();
});

const tryToSignIn = (username: string, password: string) =>
  signIn(db, ORIGIN, { username, password });

it('logs the username as typed, the address and the status', async () => {
  expect((await tryToSignIn('ANN', 'not this one')).ok).toBe(false);
  expect((await tryToSignIn('<b>ben</b>', 'not this one')).ok).toBe(false);
  const { address } = ORIGIN;
  expect(warnings).toEqual([
    [{ username: 'ANN', address, status: 401 }, 'a sign-in failed'],
    [{ username: '<b>ben</b>', address, status: 401 }, 'a sign-in failed'],
  ]);
});

it('logs a long or strange username on one line of at most 64 characters', async () => {
  await tryToSignIn(`a\r\n\u0000\u001b[31m\u2028\u202e${'b'.repeat(500)}`, 'not this one');
  expect(warnings).toMatchObject([[{ username: `a[31m${'b'.repeat(59)}` }, 'a sign-in failed']]);
});

it('never logs the password, even if it was typed as username', async () => {
  await tryToSignIn('ann', 'a mistyped one');
  await tryToSignIn('a mistyped one', 'a mistyped one');
  await tryToSignIn('ann a mistyped one', 'a mistyped one');
  expect(warnings).toHaveLength(3);
  expect(JSON.stringify(warnings)).not.toContain('mistyped');
});

it('logs no success', async () => {
  expect((await tryToSignIn('ann', PASSWORD)).ok).toBe(true);
  expect(warnings).toEqual([]);
});
