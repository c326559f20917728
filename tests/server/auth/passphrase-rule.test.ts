// Rule for new passphrases: what is rejected, with the reason, and what is accepted.
import { describe, expect, it } from 'vitest';
import {
  findPassphraseFault,
  findPlainFault,
} from '../../../app/server/auth/passphrase-rule.server';
import { generatePassphrase } from '../../../app/server/auth/password.server';

const USERNAME = 'Ann.Miller';

describe('a new passphrase', () => {
  it.each([
    ['', 'at least 12 characters; this passphrase has 0.'],
    ['password', 'at least 12 characters; this passphrase has 8.'],
    ['12345678', 'at least 12 characters'],
    ['elevenchars', 'has 11.'],
    ['\u{1f33d}'.repeat(11), 'has 11.'],
    ['x'.repeat(1025), 'at most 1,024 characters; this passphrase has 1,025.'],
    ['aaaaaaaaaaaa', 'repeats a short text'],
    ['passwordpassword', 'repeats a short text'],
    ['kx7vkx7vkx7vkx', 'repeats a short text'],
    ['kxxkvvkxvkvxxv', 'repeats a short text'],
    ['Letme in-please', 'most common'],
    ['buy-low-sell-high', 'most common'],
    ['123456789012', 'most common'],
    ['234567890123', 'a sequence'],
    ['210987654321', 'a sequence'],
    ['abcdefghijkl', 'most common'],
    ['1-2-3-4-5-6-7-8', 'a sequence'],
    ['qwertyuiop[]', 'a sequence'],
    ['!@#$%^&*()_+', 'a sequence'],
    ['1qaz2wsx3edc!', 'a sequence'],
    ['abc123xyz789', 'a sequence'],
    ['aaaabbbbccccdddd', 'a sequence'],
    ['ann.miller12345', 'a name'],
    ['AnnMiller-2026', 'a name'],
    ['millermiller!!', 'a name'],
    ['frontmonth2026', 'a name'],
    ['Fr0ntm0nth!!!!', 'a name'],
    ['f r o n t m o n t h', 'a name'],
    ['P@ssw0rd2026!', 'common words'],
    ['password8391', 'common words'],
    ['Summer2026!!', 'common words'],
    ['WelcomeAdmin1', 'common words'],
    ['sunshine princess', 'common words'],
    ['\uff50\uff41\uff53\uff53\uff57\uff4f\uff52\uff44\uff11\uff19\uff18\uff14', 'common words'],
  ])('%j is rejected with its reason', (passphrase, reason) => {
    expect(findPassphraseFault(passphrase, USERNAME)).toContain(reason);
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
    ['x7'.repeat(2) + 'plum gravel otter lantern'.repeat(2)],
  ])('%j is accepted', (passphrase) => {
    expect(findPassphraseFault(passphrase, USERNAME)).toBeNull();
  });

  it('is accepted when it was generated', () => {
    for (const passphrase of Array.from({ length: 500 }, generatePassphrase))
      expect(findPassphraseFault(passphrase, USERNAME)).toBeNull();
  });

  it('is checked less strictly in the settings of an operator', () => {
    expect(['trader-password-123', 'frontmonth2026'].map(findPlainFault)).toEqual([null, null]);
    expect(findPlainFault('password')).toContain('at least 12 characters');
    expect(findPlainFault('123456789012')).toContain('most common');
    expect(findPlainFault('passwordpassword')).toContain('repeats');
  });

  it('is checked against a username of any length', () => {
    expect(findPassphraseFault('plum gravel otter', '')).toBeNull();
    expect(findPassphraseFault('plum gravel otter', 'o')).toBeNull();
    expect(findPassphraseFault('ops@desk.example.com', 'ops@desk.example.com')).toContain('a name');
  });
});
