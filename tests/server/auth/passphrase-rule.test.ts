// Rule for new passphrases: what is rejected, with the reason, and what is accepted.
import { describe, expect, it } from 'vitest';
import { findPassphraseFault } from '../../../app/server/auth/passphrase-rule.server';
import { generatePassphrase } from '../../../app/server/auth/password.server';
import { chooseSize } from '../../support/run-size';

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
    expect(await findPassphraseFault(passphrase, USERNAME)).toContain(reason);
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
    expect(await findPassphraseFault(passphrase, USERNAME)).toBeNull();
  });

  it('is accepted when it was generated', async () => {
    for (const passphrase of Array.from({ length: chooseSize(15, 50) }, generatePassphrase))
      expect(await findPassphraseFault(passphrase, USERNAME)).toBeNull();
  });

  it('is checked against any username', async () => {
    expect(await findPassphraseFault('plum gravel otter', '')).toBeNull();
    expect(await findPassphraseFault('ops@desk.example', 'ops@desk.example')).toContain('Easy');
  });
});
