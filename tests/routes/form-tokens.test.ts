// Every form of a signed-in page carries the CSRF token, so that a browser without origin headers
// can use it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROUTE_ROWS } from '../support/access-rows';
import { Visitor } from '../support/desk-server';
import { type StaticDesk, startStaticDesk } from '../support/static-desk';
import { type Writer, createWriter } from '../support/writes';

interface ShownForm {
  readonly path: string;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Query strings of pages with further forms. */
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

/** POST forms of a page, with their hidden fields. */
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

let desk: StaticDesk;
let trader: Writer;
beforeAll(async () => {
  desk = await startStaticDesk('server.js');
  trader = await createWriter(desk, {
    effect: { commands: 1, isIdempotent: true, needsPositions: true },
  });
});
afterAll(() => desk?.stop());

const listShownForms = async (path: string): Promise<ShownForm[]> =>
  formsIn(path, await (await trader.visitor.request(path)).text());

it('every form of every page works with the token alone', async () => {
  const forms = (await Promise.all([...SCREENS, ...MORE].map(listShownForms))).flat();
  for (const action of ['/logout', '/preferences', '/emergency-stop'])
    expect([action, forms.some((form) => form.action === action)]).toEqual([action, true]);
  // Screens with the layout have at least six forms; the dashboard adds one per row.
  expect(forms.length).toBeGreaterThan(80);
  expect(forms.some(({ fields }) => fields['position'] === trader.position)).toBe(true);
  expect(
    forms
      .filter(({ fields }) => fields['csrf'] !== trader.csrf)
      .map(({ path, action }) => `${path}: ${action}`),
  ).toEqual([]);
});

it('without a browser-verified origin, preferences need the token of their form', async () => {
  const page = await (await trader.visitor.request('/')).text();
  const forms = formsIn('/', page).filter(({ action }) => action === '/preferences');
  const choices = [
    ['theme', 'light'],
    ['live', 'off'],
    ['scale', 'safe'],
    ['guide', 'hide'],
  ] as const;
  // One form each, recognized by the name in its key.
  expect(forms.map(({ fields }) => fields['key']?.split(':').at(-1)).sort()).toEqual(
    choices.map(([name]) => name).sort(),
  );
  for (const [name, value] of choices) {
    const form = forms.find(({ fields }) => fields['key']?.endsWith(`:${name}`));
    const answer = await trader.visitor.postForm('/preferences', {
      ...form?.fields,
      [name]: value,
    });
    expect([
      name,
      answer.status,
      answer.headers.getSetCookie().join().includes(`frontmonth_${name}=${value};`),
    ]).toEqual([name, 303, true]);
    const { csrf: _token, ...withoutToken } = form?.fields ?? {};
    const refused = await trader.visitor.postForm('/preferences', {
      ...withoutToken,
      [name]: value,
    });
    expect([name, refused.status, refused.headers.getSetCookie()]).toEqual([name, 403, []]);
  }
});

it('a visitor without a session needs no token', async () => {
  const visitor = new Visitor(desk.origin);
  const [choice] = formsIn('/login', await (await visitor.request('/login')).text()).filter(
    ({ action }) => action === '/preferences',
  );
  expect(choice?.fields).toEqual({ from: '/login' });
  const answer = await visitor.postForm('/preferences', { ...choice?.fields, theme: 'light' });
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/login']);
  // A form of the dashboard, open since before the session ended: only the cookie is set.
  const old = await visitor.postForm('/preferences', { from: '/', guide: 'hide' });
  expect([old.status, old.headers.get('Location')]).toEqual([303, '/']);
  expect(old.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^frontmonth_guide=hide;.*HttpOnly; SameSite=Lax/),
  ]);
});
