// The page of commands and the preferences, as a browser without script meets them: what is found,
// what a choice changes on every page.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../app/components/commands/catalogue';
import {
  PREFERENCE_NAMES,
  type PreferenceName,
  getPreference,
} from '../../app/contracts/preferences';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { words } from '../support/page-desk';

let desk: DeskServer;
let visitor: Visitor;
const read = async (path: string, who = visitor): Promise<string> => (await who.ask(path)).text();
const choose = (who: Visitor, name: PreferenceName, value: string, from = '/') =>
  who.postForm('/preferences', { [name]: value, from }, { Origin: desk.origin });
const getRoot = (html: string): string => /<html[^>]*>/.exec(html)?.[0] ?? '';
const getMain = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

beforeAll(async () => {
  desk = await startDesk('server.js');
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(() => desk?.stop());

describe('the page of commands', () => {
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
    expect(words(page)).toContain('Ctrl+K Open the commands (Cmd+K on a Mac) On');
    expect(words(page)).toContain('g p Portfolio Off');
  });

  it('searches on the server, keeps what was asked, and says when nothing is there', async () => {
    const found = getMain(await read('/commands?q=corn'));
    expect([
      found.includes('href="/?commodity=corn"'),
      found.includes('href="/radar"'),
      found.includes('value="corn"'),
    ]).toEqual([true, false, true]);
    expect(words(found)).toContain('1 command for \u201ccorn\u201d');
    expect(words(getMain(await read('/commands?q=%3Cb%3Ezebra')))).toContain('No commands for');
    expect(await read('/commands?q=%3Cscript%3Ealert(1)')).not.toContain('<script>alert');
    expect(
      (await visitor.ask('/commands', { method: 'POST', headers: { Origin: desk.origin } })).status,
    ).toBe(405);
  });

  it('stops what runs, by the form that stands on it', async () => {
    await visitor.postJson('/api/auto-trading/start', {});
    const { csrf } = await visitor.formFields('/commands');
    const answer = await visitor.postForm(
      '/',
      { csrf, intent: 'stop-all' },
      { Origin: desk.origin },
    );
    expect(answer.status).toBe(303);
    expect(await (await visitor.ask('/api/auto-trading/status')).json()).toMatchObject({
      isActive: false,
    });
  });
});

describe('a preference', () => {
  it('is kept, shown as chosen, and leads back', async () => {
    for (const name of PREFERENCE_NAMES) {
      const value = getPreference(name).choices.at(-1)?.value ?? '';
      const who = await new Visitor(desk.origin).signIn();
      const answer = await choose(who, name, value, '/commands?q=preference');
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

  it('that is none is refused with what there is', async () => {
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

  it('for density, colors and motion stands on the document of every screen, signed in or not', async () => {
    const who = await new Visitor(desk.origin).signIn();
    expect(getRoot(await read('/', who))).toBe(
      '<html lang="en" data-density="standard" data-colors="teal-red" data-motion="system">',
    );
    for (const [name, value] of [
      ['density', 'compact'],
      ['colors', 'blue-orange'],
      ['motion', 'reduced'],
    ] as const)
      await choose(who, name, value);
    for (const path of ['/', '/weather', '/portfolio', '/commands', '/nowhere'])
      expect([path, getRoot(await read(path, who))]).toEqual([
        path,
        '<html lang="en" data-density="compact" data-colors="blue-orange" data-motion="reduced">',
      ]);
    await who.postForm('/logout', await who.formFields('/'), { Origin: desk.origin });
    expect(getRoot(await read('/login', who))).toContain('data-density="compact"');
  });

  it('for less motion leaves nothing to pause, for the ticker stands still', async () => {
    const who = await new Visitor(desk.origin).signIn();
    expect(await read('/', who)).toContain('-pause"');
    await choose(who, 'motion', 'reduced');
    expect(await read('/', who)).not.toContain('-pause"');
  });

  it('for a time zone moves the times of every screen, and not the hours of the market', async () => {
    const who = await new Visitor(desk.origin).signIn();
    const zones = async (path: string) =>
      new Set(
        [
          ...words(await read(path, who)).matchAll(
            /\d{4}-\d\d-\d\d \d\d:\d\d (GMT[+\d:]*|[A-Z]{2,5})/g,
          ),
        ].map(([, zone]) => zone),
      );
    await choose(who, 'zone', 'Asia/Kolkata');
    for (const path of ['/', '/portfolio', '/weather', '/radar'])
      expect([path, [...(await zones(path))]]).toEqual([path, ['GMT+5:30']]);
    expect(words(await read('/', who))).toContain('9:00–16:00, America/New_York');
    expect(words(await read('/', who))).toContain('GMT+5:30, Asia/Kolkata');
    expect(await (await who.ask('/api/market-status')).json()).toEqual(
      await (await visitor.ask('/api/market-status')).json(),
    );
  });

  it('for a refresh makes pages of figures ask again without script, and no page with something to fill in', async () => {
    const who = await new Visitor(desk.origin).signIn();
    const refresh = async (path: string) =>
      /<noscript><meta http-equiv="refresh" content="(\d+)"\/><\/noscript>/i.exec(
        await read(path, who),
      )?.[1] ?? null;
    expect(await refresh('/')).toBe(null);
    await choose(who, 'refresh', '60');
    for (const path of ['/', '/portfolio?timeframe=1w', '/weather', '/institutional'])
      expect([path, await refresh(path)]).toEqual([path, '60']);
    for (const path of [
      '/?confirm=close-all',
      '/?settings=open',
      '/commands',
      '/what-if',
      '/backtest',
      '/nowhere',
    ])
      expect([path, await refresh(path)]).toEqual([path, null]);
    expect((await read('/', who)).match(/http-equiv/gi)).toHaveLength(1);
  });
});
