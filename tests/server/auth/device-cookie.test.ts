// The device cookie: genuine for one user, one desk and so many days.
import { describe, expect, it } from 'vitest';
import { makeDeviceCookie, provenDevice } from '../../../app/server/auth/device-cookie.server';
import { deviceCookieKey } from '../../../app/server/platform/secrets.server';
import { DAY_MS } from '../../../app/trading/domain/time';

const NOW_MS = Date.UTC(2026, 10, 23);
const KEY = deviceCookieKey(Buffer.from('a master key for these tests alone'));

describe('a device cookie', () => {
  const value = makeDeviceCookie('Ann@desk.example', NOW_MS, KEY);

  it('proves its device for its user, however the name is written', () => {
    const device = provenDevice(value, 'ann@DESK.example', NOW_MS, KEY);
    expect(device).toMatch(/^[\w-]{22}$/);
    expect(provenDevice(makeDeviceCookie('ann', NOW_MS, KEY), 'ann', NOW_MS, KEY)).not.toBe(device);
  });

  it('proves nothing for another user, under another key, or after its time', () => {
    expect(provenDevice(value, 'bob', NOW_MS, KEY)).toBeNull();
    expect(
      provenDevice(
        value,
        'Ann@desk.example',
        NOW_MS,
        deviceCookieKey(Buffer.from('another master key of some length')),
      ),
    ).toBeNull();
    expect(provenDevice(value, 'Ann@desk.example', NOW_MS + 400 * DAY_MS, KEY)).toBeNull();
    expect(provenDevice(value, 'Ann@desk.example', NOW_MS - 2 * DAY_MS, KEY)).toBeNull();
  });

  it('proves nothing once a single character is another', () => {
    for (let place = 0; place < value.length; place += 1) {
      const other = value[place] === 'A' ? 'B' : 'A';
      const changed = `${value.slice(0, place)}${other}${value.slice(place + 1)}`;
      const isLastOfSignature = place === value.length - 1;
      // The last character holds two bits that base64 does not use.
      if (!isLastOfSignature)
        expect([place, provenDevice(changed, 'Ann@desk.example', NOW_MS, KEY)]).toEqual([
          place,
          null,
        ]);
    }
    for (const text of [null, '', 'x', '...', `${value}.`, value.slice(1)])
      expect(provenDevice(text, 'Ann@desk.example', NOW_MS, KEY)).toBeNull();
  });
});
