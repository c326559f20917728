// Every form that a signed-in page shows carries the token of its session, so that a browser which
// says nothing of where it comes from can use them all.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTE_ROWS } from '../support/access-rows';
import { Visitor } from '../support/desk-server';
import { type StandingDesk, startStandingDesk } from '../support/standing-desk';
import { type Writer, writerFor } from '../support/writes';

interface ShownForm {
  readonly path: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** What a page shows beside its plain address. */
const MORE = [
  '/?settings=open',
  '/?commodity=corn',
  '/?commodity=gold',
  '/?confirm=close-all',
  '/?confirm=live',
  '/?confirm=reset',
  '/portfolio?timeframe=all',
];
const SCREENS = Object.values(ROUTE_ROWS)
  .filter(({ kind }) => kind === 'page' || kind === 'open')
  .flatMap(({ paths }) => paths);

/** The forms of a page that post, with their hidden fields. */
const formsIn = (path: string, page: string): ShownForm[] =>
  [...page.matchAll(/<form [^>]*method="post"[^>]*>[\s\S]*?<\/form>/gi)].map(([markup]) => ({
    path,
    action: /^<form [^>]*action="([^"]*)"/.exec(markup)?.[1] ?? '',
    fields: Object.fromEntries(
      [...markup.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
        ([, name = '', value = '']) => [name, value],
      ),
    ),
  }));

let desk: StandingDesk;
let trader: Writer;
beforeAll(async () => {
  desk = await startStandingDesk('server.js');
  trader = await writerFor(desk, { deed: { commands: 1, isNatural: true, wantsPositions: true } });
});
afterAll(() => desk?.stop());

const shown = async (path: string): Promise<ShownForm[]> =>
  formsIn(path, await (await trader.visitor.ask(path)).text());

it('of every page', async () => {
  const forms = (await Promise.all([...SCREENS, ...MORE].map(shown))).flat();
  for (const action of ['/logout', '/preferences', '/emergency-stop'])
    expect([action, forms.some((form) => form.action === action)]).toEqual([action, true]);
  // Screens with the frame around them show six forms at least; the dashboard one for each row
  // besides.
  expect(forms.length).toBeGreaterThan(80);
  expect(forms.some(({ fields }) => fields['position'] === trader.position)).toBe(true);
  expect(
    forms
      .filter(({ fields }) => fields['csrf'] !== trader.csrf)
      .map(({ path, action }) => `${path}: ${action}`),
  ).toEqual([]);
});

it('lets it choose a theme, live updates and the colors of maps', async () => {
  const choices = (await shown('/')).filter(({ action }) => action === '/preferences');
  expect(choices).toHaveLength(3);
  const [first] = choices;
  for (const [name, value] of [
    ['theme', 'light'],
    ['live', 'off'],
    ['scale', 'safe'],
  ] as const) {
    const answer = await trader.visitor.postForm('/preferences', {
      ...first?.fields,
      [name]: value,
    });
    expect([
      name,
      answer.status,
      answer.headers.getSetCookie().join().includes(`${name}=${value}`),
    ]).toEqual([name, 303, true]);
  }
  const without = await trader.visitor.postForm('/preferences', { theme: 'dark', from: '/' });
  expect(without.status).toBe(403);
});

it('is not asked of who has no session yet', async () => {
  const visitor = new Visitor(desk.origin);
  const [choice] = formsIn('/login', await (await visitor.ask('/login')).text()).filter(
    ({ action }) => action === '/preferences',
  );
  expect(choice?.fields).toEqual({ from: '/login' });
  const answer = await visitor.postForm('/preferences', { ...choice?.fields, theme: 'light' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login']);
});
