// Password hashing: argon2id, two at a time, a short queue, and a decoy for unknown names.
import { describe, expect, it } from 'vitest';
import { BusyError, TRUSTED } from '../../../app/server/auth/hash-queue.server';
import {
  hashPassword,
  generatePassphrase,
  verifyPassword,
} from '../../../app/server/auth/password.server';

const always = { rank: TRUSTED, assertStillAllowed: () => undefined };

describe('a password', () => {
  it('is stored as argon2id with its cost, and is verified', async () => {
    const stored = { passwordHash: await hashPassword('a long passphrase') };
    expect(stored.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(() => stored, 'a long passphrase', always)).toBe(stored);
    expect(await verifyPassword(() => stored, 'a long passphrasE', always)).toBeNull();
  });

  it('is never right without a stored hash', async () => {
    expect(await verifyPassword(() => null, '', always)).toBeNull();
    expect(await verifyPassword(() => null, 'anything', always)).toBeNull();
  });

  it('waits in a queue of sixteen; the next is rejected, and the queue advances', async () => {
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

  it('repeats the limit check when its turn comes', async () => {
    const assertStillAllowed = (): void => {
      throw new Error('no longer');
    };
    await expect(
      verifyPassword(() => null, 'x', { rank: TRUSTED, assertStillAllowed }),
    ).rejects.toThrow('no longer');
    expect(await hashPassword('x')).toContain('argon2id');
  });
});

describe('the queue of checks', () => {
  it('looks up no stored hash for an attempt that it drops', async () => {
    let lookups = 0;
    const findStored = (): null => {
      lookups += 1;
      return null;
    };
    const check = { rank: 5, assertStillAllowed: () => undefined };
    const attempts = Array.from({ length: 40 }, () => verifyPassword(findStored, 'x', check));
    const dropped = (await Promise.allSettled(attempts)).filter(
      ({ status }) => status === 'rejected',
    ).length;
    expect(dropped).toBeGreaterThan(20);
    expect(lookups).toBe(40 - dropped);
  });

  it('checks a trusted device before waiting guesses, and drops guesses for it', async () => {
    const order: string[] = [];
    const startCheck = (name: string, rank: number): Promise<string> =>
      verifyPassword(() => null, 'x', {
        rank,
        assertStillAllowed: () => void order.push(name),
      }).then(
        () => 'done',
        (error: unknown) => (error instanceof BusyError ? 'dropped' : 'failed'),
      );
    const guesses = Array.from({ length: 40 }, (_, nth) => startCheck(`guess ${nth}`, 5));
    const stranger = startCheck('first failure', 2);
    const owners = Array.from({ length: 4 }, () => startCheck('owner', TRUSTED));
    expect(await Promise.all(owners)).toEqual(['done', 'done', 'done', 'done']);
    expect(await stranger).toBe('done');
    const done = (await Promise.all(guesses)).filter((answer) => answer === 'done').length;
    expect(done).toBeLessThan(18);
    expect(order.indexOf('first failure')).toBeLessThan(order.indexOf('guess 1'));
    expect(order.lastIndexOf('owner')).toBeLessThan(order.indexOf('guess 3'));
  });
});

describe('a passphrase', () => {
  it('has five groups of four distinct-looking characters, and is never the same', () => {
    const passphrases = Array.from({ length: 200 }, generatePassphrase);
    for (const passphrase of passphrases)
      expect(passphrase).toMatch(/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/);
    expect(new Set(passphrases).size).toBe(200);
  });
});
