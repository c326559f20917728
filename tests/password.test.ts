// Hashing passwords: argon2id, two at a time, a short line, and a decoy for names that nobody has.
import { describe, expect, it } from 'vitest';
import { BusyError, hashPassword, makePassphrase, verifyPassword } from '../app/password.server';

const always = (): Promise<void> => Promise.resolve();

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
    const attempts = Array.from({ length: 30 }, () => hashPassword('x').then(() => 'done', (error: unknown) => error));
    const answers = await Promise.all(attempts);
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(18);
    expect(answers.filter((answer) => answer instanceof BusyError)).toHaveLength(12);
    expect(await hashPassword('x')).toContain('argon2id');
  });

  it('asks again when the turn has come', async () => {
    const refuse = (): Promise<void> => Promise.reject(new Error('no longer'));
    await expect(verifyPassword(null, 'x', refuse)).rejects.toThrow('no longer');
    expect(await hashPassword('x')).toContain('argon2id');
  });
});

describe('a passphrase', () => {
  it('is five groups of four that nobody misreads, and never the same', () => {
    const made = Array.from({ length: 200 }, makePassphrase);
    for (const passphrase of made) expect(passphrase).toMatch(/^([a-hjkmnp-z2-9]{4}-){4}[a-hjkmnp-z2-9]{4}$/);
    expect(new Set(made).size).toBe(200);
  });
});
