// Cookie with the last notification that a user has seen.
import { expect, test } from 'vitest';
import {
  buildSeenNoticesCookie,
  readSeenNotices,
} from '../../../app/server/http/seen-notices.server';

const formatCookie = (userId: string, seq: number): string =>
  buildSeenNoticesCookie(userId, seq).split(';')[0] ?? '';

test('returns the stored number to its user only', () => {
  const cookies = `frontmonth=abc; ${formatCookie('ann.b=c; d', 412)}`;
  expect(readSeenNotices(cookies, 'ann.b=c; d')).toBe(412);
  expect(readSeenNotices(cookies, 'bob')).toBe(0);
});

test.each([null, '', 'frontmonth_seen=', 'frontmonth_seen=x.9', `${formatCookie('ann', 5)}9e9`])(
  'reads an absent or invalid cookie (%s) as nothing seen',
  (cookies) => expect(readSeenNotices(cookies, 'ann')).toBe(0),
);

test('is not visible to scripts', () => {
  expect(buildSeenNoticesCookie('ann', 1)).toMatch(
    /; Path=\/; HttpOnly; SameSite=Lax; Max-Age=\d+/,
  );
});
