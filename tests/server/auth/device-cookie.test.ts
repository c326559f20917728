// Device cookie: valid for one user and key, for a limited time.
import { describe, expect, it } from 'vitest';
import {
  createDeviceCookie,
  verifyDeviceCookie,
} from '../../../app/server/auth/device-cookie.server';
import { deriveDeviceCookieKey } from '../../../app/server/platform/secrets.server';
import { DAY_MS } from '../../../app/trading/domain/time';

const NOW_MS = Date.UTC(2026, 10, 23);
const KEY = deriveDeviceCookieKey(Buffer.from('a master key for these tests alone'));

describe('a device cookie', () => {
  const value = createDeviceCookie('Ann@desk.example', NOW_MS, KEY);

  it('identifies its device for its user, in any spelling of the name', () => {
    const device = verifyDeviceCookie(value, 'ann@DESK.example', NOW_MS, KEY);
    expect(device).toMatch(/^[\w-]{22}$/);
    expect(verifyDeviceCookie(createDeviceCookie('ann', NOW_MS, KEY), 'ann', NOW_MS, KEY)).not.toBe(
      device,
    );
  });

  it('is invalid for another user, under another key, or after its lifetime', () => {
    expect(verifyDeviceCookie(value, 'bob', NOW_MS, KEY)).toBeNull();
    expect(
      verifyDeviceCookie(
        value,
        'Ann@desk.example',
        NOW_MS,
        deriveDeviceCookieKey(Buffer.from('another master key of some length')),
      ),
    ).toBeNull();
    expect(verifyDeviceCookie(value, 'Ann@desk.example', NOW_MS + 400 * DAY_MS, KEY)).toBeNull();
    expect(verifyDeviceCookie(value, 'Ann@desk.example', NOW_MS - 2 * DAY_MS, KEY)).toBeNull();
  });

  it('is invalid after any change of one character', () => {
    for (let place = 0; place < value.length; place += 1) {
      const other = value[place] === 'A' ? 'B' : 'A';
      const changed = `${value.slice(0, place)}${other}${value.slice(place + 1)}`;
      const isLastOfSignature = place === value.length - 1;
      // The last character has two bits that base64 does not use.
      if (!isLastOfSignature)
        expect([place, verifyDeviceCookie(changed, 'Ann@desk.example', NOW_MS, KEY)]).toEqual([
          place,
          null,
        ]);
    }
    for (const text of [null, '', 'x', '...', `${value}.`, value.slice(1)])
      expect(verifyDeviceCookie(text, 'Ann@desk.example', NOW_MS, KEY)).toBeNull();
  });
});
