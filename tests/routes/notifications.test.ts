// Notifications: filters in the URL, and the count of unread ones on the bell.
import { describe, expect, it } from 'vitest';
import type { ShellStatus } from '../../app/contracts/sections';
import { extractText } from '../support/page-desk';
import { setUpPageUsers } from '../support/page-users';

const users = setUpPageUsers('reader');

const getChosen = (html: string): string | undefined =>
  /<a href="[^"]*" data-visit="stay" aria-current="true">([^<]*)</.exec(html)?.[1];
const getUnread = (html: string): string | undefined =>
  /<span id="unread"[^>]*>([^<]*)</.exec(html.replaceAll('<!-- -->', ''))?.[1];

const isSeenCookie = (cookie: string): boolean => cookie.startsWith('frontmonth_seen=');

describe('the filters', () => {
  it('are links with one current; an unknown one shows all', async () => {
    const user = await users.next();
    await users.desk.buyGas(user);
    const all = (await user.open('/notifications')).text;
    expect(getChosen(all)).toBe('All');
    for (const name of ['fills', 'refusals', 'risk', 'weather', 'mine'])
      expect(all).toContain(`href="/notifications?show=${name}"`);
    expect(extractText(all)).toContain('Manual order in NG');
    const fills = (await user.open('/notifications?show=fills')).text;
    expect(getChosen(fills)).toBe('Fills');
    expect(extractText(fills)).toContain('Natural Gas Futures: entry');
    expect(extractText(fills)).not.toContain('Manual order in NG');
    const weather = extractText((await user.open('/notifications?show=weather')).text);
    expect(weather).toContain('No weather alert now.');
    expect(getChosen((await user.open('/notifications?show=gold')).text)).toBe('All');
  });
});

describe('the bell', () => {
  it('counts fills and rejections until the log is open', async () => {
    const user = await users.next();
    expect(getUnread((await user.open('/portfolio')).text)).toBeUndefined();
    await users.desk.buyGas(user);
    expect(getUnread((await user.open('/portfolio')).text)).toBe('1');
    const countRefreshed = async (init?: RequestInit) =>
      (JSON.parse((await user.open('/refresh/shell', init)).text) as ShellStatus).unread;
    expect(await countRefreshed()).toBe(1);
    const log = await user.open('/notifications');
    expect(getUnread(log.text)).toBeUndefined();
    const seen = log.cookies.map((cookie) => cookie.split(';')[0] ?? '').find(isSeenCookie) ?? '';
    const headers = { Cookie: seen };
    expect(getUnread((await user.open('/portfolio', { headers })).text)).toBeUndefined();
    expect(await countRefreshed({ headers })).toBe(0);
    // Nothing is new, so nothing is stored again.
    expect((await user.open('/notifications', { headers })).cookies.filter(isSeenCookie)).toEqual(
      [],
    );
    const other = await users.next();
    await users.desk.buyGas(other);
    // The cookie of another user of the same browser does not count.
    expect(getUnread((await other.open('/portfolio', { headers })).text)).toBe('1');
  });
});
