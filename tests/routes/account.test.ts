// Account page without script: change of the own passphrase, and the own sessions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DeskServer, PASSWORD, USERNAME, Visitor, startDesk } from '../support/desk-server';

const NEXT = 'plum gravel otter lantern';
let desk: DeskServer;
beforeAll(async () => {
  desk = await startDesk('server.js', {
    FEED: 'public',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: '127.0.0.1',
  });
});
afterAll(() => desk?.stop());

async function sendForm(
  visitor: Visitor,
  fields: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
) {
  const hidden = await visitor.formFields('/account');
  const response = await visitor.postForm('/account', { ...hidden, ...fields }, headers);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

const sendChange = (
  visitor: Visitor,
  [current, next, repeat = next]: readonly [string, string, string?],
  headers: Record<string, string> = {},
) => sendForm(visitor, { intent: 'passphrase', current, next, repeat }, headers);

const getStatus = async (visitor: Visitor): Promise<number> =>
  (await visitor.request('/api/auth/check')).status;

describe('the passphrase form', () => {
  it.each([
    [['', '', ''], 400, ['Enter your current passphrase.', 'Enter a new passphrase.']],
    [[PASSWORD, 'password'], 400, ['Use at least 12 characters; this passphrase has 8.']],
    [[PASSWORD, 'trader123456'], 400, ['Easy to guess: about ']],
    [[PASSWORD, NEXT, `${NEXT}s`], 400, ['The two new passphrases differ.']],
    [[PASSWORD, PASSWORD], 400, ['This is your current passphrase.']],
    [['not this one', NEXT], 401, ['The current passphrase is wrong.']],
  ] as const)('%j is rejected with status %i at its field', async (entered, status, errors) => {
    const visitor = await new Visitor(desk.origin).signIn();
    const answer = await sendChange(visitor, entered);
    expect(answer.status).toBe(status);
    for (const error of errors) {
      expect(answer.page).toMatch(new RegExp(`<p id="passphrase-\\w+-error"[^>]*>${error}`));
      expect(answer.page).toMatch(new RegExp(`<a href="#passphrase-\\w+">${error}`));
    }
    for (const secret of [NEXT, 'not this one', 'trader123456'])
      expect(answer.page).not.toContain(secret);
    expect(await getStatus(await new Visitor(desk.origin).signIn())).toBe(200);
  });

  it('counts a wrong current passphrase as a failed sign-in', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    const headers = { 'X-Forwarded-For': '203.0.113.40' };
    const statuses: number[] = [];
    let last = await sendChange(visitor, ['wrong for 0', NEXT], headers);
    // Ten attempts of the known browser, then fifty of the address.
    for (let nth = 1; nth <= 60; nth += 1) {
      statuses.push(last.status);
      last = await sendChange(visitor, [`wrong for ${nth}`, NEXT], headers);
    }
    expect(statuses).toEqual(Array.from({ length: 60 }, () => 401));
    expect(last.status).toBe(429);
    expect(last.page).toMatch(/Too many failed sign-ins\. Try again in \d+ seconds\./);
    expect(desk.output()).toContain('"address":"203.0.113.40"');
    expect(desk.output()).not.toContain('wrong for 1');
  });

  it('changes the passphrase, ends the other sessions and shows a toast', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    const others = [
      await new Visitor(desk.origin).signIn(),
      await new Visitor(desk.origin).signIn(),
    ];
    const answer = await sendChange(visitor, [PASSWORD, NEXT]);
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/account']);
    expect(await (await visitor.request('/account')).text()).toMatch(
      /Passphrase changed.*\d+ other sessions ended\./s,
    );
    expect(await Promise.all([visitor, ...others].map(getStatus))).toEqual([200, 401, 401]);
    await expect(new Visitor(desk.origin).signIn(USERNAME, PASSWORD)).rejects.toThrow('401');
    expect(await getStatus(await new Visitor(desk.origin).signIn(USERNAME, NEXT))).toBe(200);
    expect(desk.output()).toContain('"a passphrase was changed"');
    expect(desk.output()).not.toContain(NEXT);
    expect((await sendChange(visitor, [NEXT, PASSWORD])).status).toBe(303);
  });

  it('rejects an unknown form', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    expect((await sendForm(visitor, { intent: 'other' })).status).toBe(400);
  });
});

describe('the sessions', () => {
  const listRows = (page: string): string[][] =>
    [...page.matchAll(/<tr><th scope="row">(.*?)<\/tr>/g)].map(([row]) =>
      [...row.matchAll(/<t[hd][^>]*>([^<]*)</g)].map(([, cell = '']) => cell),
    );
  const readPage = async (visitor: Visitor): Promise<string> =>
    (await visitor.request('/account')).text();

  it('are listed with their times, this one marked, without their ids', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    await sendForm(visitor, { intent: 'sign-out-elsewhere' });
    await readPage(visitor);
    expect(listRows(await readPage(visitor))).toHaveLength(1);
    const other = await new Visitor(desk.origin).signIn();
    const page = await readPage(visitor);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d \w+$/) as string;
    expect(listRows(page)).toHaveLength(2);
    expect(listRows(page)).toEqual(
      expect.arrayContaining([
        ['This one', time, time],
        ['Another one', time, time],
      ]),
    );
    for (const { id } of [visitor, other].map((one) => ({ id: one.cookie('frontmonth') ?? '-' })))
      expect(page).not.toContain(id);
  });

  it('other than this one end by the button', async () => {
    const visitor = await new Visitor(desk.origin).signIn();
    const others = [
      await new Visitor(desk.origin).signIn(),
      await new Visitor(desk.origin).signIn(),
    ];
    const answer = await sendForm(visitor, { intent: 'sign-out-elsewhere' });
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/account']);
    const page = await readPage(visitor);
    expect(page).toMatch(/Signed out elsewhere.*\d+ other sessions ended\./s);
    expect(page).toContain('You have no other sessions.');
    expect(listRows(page).map(([name]) => name)).toEqual(['This one']);
    expect(await Promise.all([visitor, ...others].map(getStatus))).toEqual([200, 401, 401]);
    expect(desk.output()).toContain('"a user signed out other sessions"');
  });
});
