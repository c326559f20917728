// Hashing passwords: argon2id, two at a time, a short line, and a decoy for names that nobody has.
import { describe, expect, it } from 'vitest';
import {
  BusyError,
  TRUSTED,
  hashPassword,
  makePassphrase,
  verifyPassword,
} from '../../../app/server/auth/password.server';

const always = { rank: TRUSTED, requireStill: () => undefined };

describe('a password', () => {
  it('is kept as argon2id with its cost, and is recognised', async () => {
    const stored = await hashPassword('a long passphrase');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, 'a long passphrase', always)).toBe(true);
    expect(await verifyPassword(stored, 'a long passphrasE', always)).toBe(false);
  });

  it('is never right where there is none', async () => {
    expect(await verifyPassword(null, '', always)).toBe(false);
    expect(await verifyPassword(null, 'anything', always)).toBe(false);
  });

  it('waits in a line of sixteen; the next is sent away, and the line moves on', async () => {
    const attempts = Array.from({ length: 30 }, () =>
      hashPassword('x').then(
        () => 'done',
        (error: unknown) => error,
      ),
    );
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(18);
    expect(answers.filter((answer) => answer instanceof BusyError)).toHaveLength(12);
    expect(await hashPassword('x')).toContain('argon2id');
  });

  it('asks again when the turn has come', async () => {
    const requireStill = (): void => {
      throw new Error('no longer');
    };
    await expect(verifyPassword(null, 'x', { rank: TRUSTED, requireStill })).rejects.toThrow(
      'no longer',
    );
    expect(await hashPassword('x')).toContain('argon2id');
  });
});

describe('the line of checks', () => {
  it('checks a trusted device before every guess that waits, and drops guesses for it', async () => {
    const order: string[] = [];
    const check = (name: string, rank: number): Promise<string> =>
      verifyPassword(null, 'x', { rank, requireStill: () => void order.push(name) }).then(
        () => 'done',
        (error: unknown) => (error instanceof BusyError ? 'dropped' : 'failed'),
      );
    const guesses = Array.from({ length: 40 }, (_, nth) => check(`guess ${nth}`, 5));
    const stranger = check('first failure', 2);
    const owners = Array.from({ length: 4 }, () => check('owner', TRUSTED));
    expect(await Promise.all(owners)).toEqual(['done', 'done', 'done', 'done']);
    expect(await stranger).toBe('done');
    const done = (await Promise.all(guesses)).filter((answer) => answer === 'done').length;
    expect(done).toBeLessThan(18);
    expect(order.indexOf('first failure')).toBeLessThan(order.indexOf('guess 1'));
    expect(order.lastIndexOf('owner')).toBeLessThan(order.indexOf('guess 3'));
  });
});

describe('a passphrase', () => {
  it('is five groups of four that nobody misreads, and never the same', () => {
    const made = Array.from({ length: 200 }, makePassphrase);
    for (const passphrase of made)
      expect(passphrase).toMatch(/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/);
    expect(new Set(made).size).toBe(200);
  });
});
