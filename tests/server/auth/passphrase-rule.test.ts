// Rule for new passphrases: what is rejected, with the reason, and what is accepted.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { estimateGuesses } from '../../../app/server/auth/guess-estimate';
import { createGuessThread } from '../../../app/server/auth/guess-thread.server';
import { findPassphraseFault } from '../../../app/server/auth/passphrase-rule.server';
import { generatePassphrase } from '../../../app/server/auth/password.server';
import { chooseSize } from '../../support/run-size';
import { createScratchDir } from '../../support/test-database';

const USERNAME = 'Ann.Miller';

describe('a new passphrase', () => {
  it.each([
    ['', 'at least 12 characters; this passphrase has 0.'],
    ['password', 'at least 12 characters; this passphrase has 8.'],
    ['12345678', 'at least 12 characters'],
    ['elevenchars', 'has 11.'],
    ['\u{1f33d}'.repeat(11), 'has 11.'],
    ['x'.repeat(1025), 'at most 1,024 characters; this passphrase has 1,025.'],
    ['aaaaaaaaaaaa', 'Easy to guess'],
    ['passwordpassword', 'Easy to guess: about 7 guesses (needs 100,000,000).'],
    ['password1234', 'Easy to guess'],
    ['P@ssw0rd2026!', 'Easy to guess'],
    ['123456789012', 'Easy to guess'],
    ['abcdefghijkl', 'Easy to guess'],
    ['qwertyuiop[]', 'Easy to guess'],
    ['hunter22hunter22', 'Easy to guess'],
    ['ann.miller12345', 'Easy to guess'],
    ['frontmonth2026', 'Easy to guess'],
  ])('%j is rejected with its reason', async (passphrase, reason) => {
    expect(await findPassphraseFault(passphrase, USERNAME, estimateGuesses)).toContain(reason);
  });

  it.each([
    ['plum gravel otter lantern'],
    ['k3vq9zxwpd2m'],
    ['a-passphrase-for-tests'],
    ['a-passphrase-for-measuring'],
    ['canary-password-4f7d0c'],
    ['Nine geese cross the canal'],
    ['x#9$K!(]{}^_@~;'],
    ['\u043c\u043e\u0440\u043e\u0437 \u0438 \u0441\u043e\u043b\u043d\u0446\u0435'],
    ['plum gravel otter lantern '.repeat(39).slice(0, 1024)],
  ])('%j is accepted', async (passphrase) => {
    expect(await findPassphraseFault(passphrase, USERNAME, estimateGuesses)).toBeNull();
  });

  it('is accepted when it was generated', async () => {
    for (const passphrase of Array.from({ length: chooseSize(15, 50) }, generatePassphrase))
      expect(await findPassphraseFault(passphrase, USERNAME, estimateGuesses)).toBeNull();
  });

  it('is checked against any username', async () => {
    expect(await findPassphraseFault('plum gravel otter', '', estimateGuesses)).toBeNull();
    expect(
      await findPassphraseFault('ops@desk.example', 'ops@desk.example', estimateGuesses),
    ).toContain('Easy');
  });
});

const createProgram = (text: string): string => {
  const file = join(createScratchDir(), 'program.mjs');
  writeFileSync(file, text);
  return file;
};
/** Answers with the number of words; none is a fault. */
const COUNTING = `export const estimateOrder = ({ words }) => {
  if (words.length === 0) throw new Error('no words');
  return words.length;
};`;

describe('a passphrase that cannot be checked', () => {
  it.each([
    ['fails', "throw new Error('no guess');", /no guess/],
    ['ends without a result', 'process.exit(3);', /code: 3/],
    [
      'takes too much memory',
      'const all = []; for (;;) all.push(new Array(1e6).fill(all.length));',
      /memory limit/,
    ],
  ])('is rejected when the thread %s', async (_how, body, reason) => {
    const program = createProgram(`export const estimateOrder = () => { ${body} };`);
    const thread = createGuessThread({ program });
    await expect(thread.estimateGuesses('plum gravel otter', [])).rejects.toThrow(reason);
    expect(await findPassphraseFault('plum gravel otter', USERNAME, thread.estimateGuesses)).toBe(
      'This passphrase could not be checked. Try again.',
    );
  });

  it.each([
    ['never answers', 'export const estimateOrder = () => { for (;;); };'],
    ['cannot be loaded', "throw new Error('no dictionary');"],
  ])('is rejected at the time limit when the thread %s', async (_how, text) => {
    const thread = createGuessThread({ program: createProgram(text), timeMsMax: 300 });
    await expect(thread.estimateGuesses('plum gravel otter', [])).rejects.toThrow(/aborted/);
    await expect.poll(() => thread.countThreads()).toBe(0);
  });
});

describe('the thread of estimates', () => {
  it('answers in order, also after a fault, and is one', async () => {
    const thread = createGuessThread({ program: createProgram(COUNTING) });
    await expect(thread.estimateGuesses('plum', [])).rejects.toThrow('no words');
    const estimates = [['a'], ['a', 'b', 'c'], ['a', 'b']].map((words) =>
      thread.estimateGuesses('plum', words),
    );
    expect(await Promise.all(estimates)).toEqual([1, 3, 2]);
    expect(thread.countThreads()).toBe(1);
  });

  it('ends when it is not used, and starts again', async () => {
    const thread = createGuessThread({ program: createProgram(COUNTING), idleMs: 1 });
    expect(await thread.estimateGuesses('plum', ['a'])).toBe(1);
    await expect.poll(() => thread.countThreads()).toBe(0);
    expect(await thread.estimateGuesses('plum', ['a', 'b'])).toBe(2);
  });
});
