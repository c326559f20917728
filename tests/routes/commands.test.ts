// Commands page and preferences without script: search results, and effects of a choice on every
// page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../app/components/commands/command-catalog';
import {
  PREFERENCE_NAMES,
  type PreferenceName,
  getPreference,
} from '../../app/contracts/preferences';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { extractText } from '../support/page-desk';

let desk: DeskServer;
let visitor: Visitor;
const read = async (path: string, who = visitor): Promise<string> =>
  (await who.request(path)).text();
const choosePreference = (who: Visitor, name: PreferenceName, value: string, from = '/') =>
  who.postForm('/preferences', { [name]: value, from }, { Origin: desk.origin });
/** The root element without what differs between versions and requests. */
const getRoot = (html: string): string =>
  (/<html[^>]*>/.exec(html)?.[0] ?? '').replace(/ data-(?:version|request)="[^"]*"/g, '');
const getMain = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

beforeAll(async () => {
  desk = await startDesk('server.js');
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(() => desk?.stop());

describe('the commands page', () => {
  it('has every command as a link or a form', async () => {
    const page = getMain(await read('/commands'));
    for (const command of COMMANDS.flatMap(({ commands }) => commands)) {
      const place =
        command.kind === 'link'
          ? `href="${command.to}"`
          : command.kind === 'preference'
            ? `name="${command.name}"`
            : `>${command.label}</button>`;
      expect([command.id, page.includes(place)]).toEqual([command.id, true]);
    }
    expect(extractText(page)).toContain('Ctrl+K Open the commands (Cmd+K on a Mac) On');
    expect(extractText(page)).toContain('g p Portfolio Off');
  });

  it('searches on the server, keeps the query, and reports no match', async () => {
    const found = getMain(await read('/commands?q=corn'));
    expect([
      found.includes('href="/?commodity=corn"'),
      found.includes('href="/radar"'),
      found.includes('value="corn"'),
    ]).toEqual([true, false, true]);
    expect(extractText(found)).toContain('1 command for \u201ccorn\u201d');
    expect(extractText(getMain(await read('/commands?q=%3Cb%3Ezebra')))).toContain(
      'No commands for',
    );
    expect(await read('/commands?q=%3Cscript%3Ealert(1)')).not.toContain('<script>alert');
    expect(
      (await visitor.request('/commands', { method: 'POST', headers: { Origin: desk.origin } }))
        .status,
    ).toBe(405);
  });

  it('stops auto-trading by its form', async () => {
    await visitor.postJson('/api/auto-trading/start', {});
    const { csrf } = await visitor.formFields('/commands');
    const answer = await visitor.postForm(
      '/',
      { csrf, intent: 'stop-all' },
      { Origin: desk.origin },
    );
    expect(answer.status).toBe(303);
    expect(await (await visitor.request('/api/auto-trading/status')).json()).toMatchObject({
      isActive: false,
    });
  });
});

describe('a preference', () => {
  it('is stored, shown as selected, and returns to its page', async () => {
    for (const name of PREFERENCE_NAMES) {
      const value = getPreference(name).choices.at(-1)?.value ?? '';
      const who = await new Visitor(desk.origin).signIn();
      const answer = await choosePreference(who, name, value, '/commands?q=preference');
      expect([name, answer.status, answer.headers.get('Location')]).toEqual([
        name,
        303,
        '/commands?q=preference',
      ]);
      expect([
        name,
        answer.headers
          .getSetCookie()
          .some(
            (cookie) =>
              cookie.startsWith(`frontmonth_${name}=${value};`) &&
              /HttpOnly; SameSite=Lax/.test(cookie),
          ),
      ]).toEqual([name, true]);
      const form =
        new RegExp(
          `(?:<button[^>]*name="${name}"[^>]*value="${value}"[^>]*>|<select[^>]*name="${name}"[\\s\\S]*?</select>)`,
        ).exec(getMain(await read('/commands', who)))?.[0] ?? '';
      expect([
        name,
        form.startsWith('<select')
          ? form.includes(`<option value="${value}" selected`)
          : form.includes('aria-pressed="true"'),
      ]).toEqual([name, true]);
    }
  });

  it('with an unknown value is rejected with the valid ones', async () => {
    for (const fields of [
      { density: 'tiny' },
      { zone: 'Europe/Atlantis' },
      { colors: 'red; Path=/x' },
      {},
    ] as const) {
      const answer = await visitor.postForm(
        '/preferences',
        { ...fields, from: '/' },
        { Origin: desk.origin },
      );
      expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([
        400,
        expect.stringContaining('density: standard, compact, comfortable'),
        [],
      ]);
    }
  });

  it('for density, colors and motion applies to every screen, signed in or not', async () => {
    const who = await new Visitor(desk.origin).signIn();
    expect(getRoot(await read('/', who))).toBe(
      '<html lang="en" data-density="standard" data-colors="teal-red" data-motion="system">',
    );
    for (const [name, value] of [
      ['density', 'compact'],
      ['colors', 'blue-orange'],
      ['motion', 'reduced'],
    ] as const)
      await choosePreference(who, name, value);
    for (const path of ['/', '/weather', '/portfolio', '/commands', '/nowhere'])
      expect([path, getRoot(await read(path, who))]).toEqual([
        path,
        '<html lang="en" data-density="compact" data-colors="blue-orange" data-motion="reduced">',
      ]);
    await who.postForm('/logout', await who.formFields('/'), { Origin: desk.origin });
    expect(getRoot(await read('/login', who))).toContain('data-density="compact"');
  });

  it('for less motion stops the ticker', async () => {
    const who = await new Visitor(desk.origin).signIn();
    expect(await read('/', who)).toContain('-pause"');
    await choosePreference(who, 'motion', 'reduced');
    expect(await read('/', who)).not.toContain('-pause"');
  });

  it('for a time zone changes the times of every screen, but not market hours', async () => {
    const who = await new Visitor(desk.origin).signIn();
    const listZones = (html: string) => [
      ...new Set(
        [
          ...extractText(html).matchAll(
            /\d{4}-\d\d-\d\d \d\d:\d\d (GMT(?:[+-]\d+(?::\d+)?)?|[A-Z]{2,5})/g,
          ),
        ].map(([, zone]) => zone),
      ),
    ];
    await choosePreference(who, 'zone', 'Asia/Kolkata');
    for (const path of ['/portfolio', '/weather', '/radar', '/chart/NG'])
      expect([path, listZones(await read(path, who))]).toEqual([path, ['GMT+5:30']]);
    const dashboard = await read('/', who);
    expect(['/', listZones(dashboard)]).toEqual(['/', ['GMT+5:30']]);
    expect(extractText(dashboard)).toMatch(/Market (OPEN|CLOSED) 9:00–16:00 E[SD]T/);
    expect(extractText(dashboard)).toContain('GMT+5:30, Asia/Kolkata');
    expect(await (await who.request('/api/market-status')).json()).toEqual(
      await (await visitor.request('/api/market-status')).json(),
    );
  });

  it('for refresh reloads pages of figures without script, but no page with inputs', async () => {
    const who = await new Visitor(desk.origin).signIn();
    const findRefresh = async (path: string) =>
      /<noscript><meta http-equiv="refresh" content="(\d+)"\/><\/noscript>/i.exec(
        await read(path, who),
      )?.[1] ?? null;
    expect(await findRefresh('/')).toBe(null);
    await choosePreference(who, 'refresh', '60');
    for (const path of ['/', '/portfolio?timeframe=1w', '/weather', '/institutional'])
      expect([path, await findRefresh(path)]).toEqual([path, '60']);
    for (const path of [
      '/?confirm=close-all',
      '/?settings=open',
      '/commands',
      '/what-if',
      '/backtest',
      '/nowhere',
    ])
      expect([path, await findRefresh(path)]).toEqual([path, null]);
    expect((await read('/', who)).match(/http-equiv/gi)).toHaveLength(1);
  });
});
