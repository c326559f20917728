// Requests that another site makes a browser send, and bodies that nobody should send: refused, and
// nothing done.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_ROWS, ROUTE_ROWS, deedName } from '../support/access-rows';
import { PASSWORD, type ServerKind, USERNAME, Visitor } from '../support/desk-server';
import { type StandingDesk, startStandingDesk } from '../support/standing-desk';
import {
  WRITES,
  type Write,
  type Writer,
  buildFields,
  getForm,
  getPath,
  send,
  writerFor,
} from '../support/writes';

const FORM = 'application/x-www-form-urlencoded';
const EVIL = 'http://evil.example';

interface Forgery {
  readonly name: string;
  /**
   * What the victim's browser is made to send; the path is the write's own unless said otherwise.
   */
  readonly init: (write: Write, writer: Writer) => RequestInit & { readonly path?: string };
}

const form = (
  write: Write,
  writer: Writer,
  headers: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = { csrf: writer.csrf },
): RequestInit => ({
  method: 'POST',
  body: getForm(write, writer, more),
  headers: { 'Content-Type': FORM, ...headers },
});
const json = (
  write: Write,
  writer: Writer,
  headers: Readonly<Record<string, string>>,
  type = 'application/json',
): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(buildFields(write, writer)),
  headers: { 'Content-Type': type, ...headers },
});
/** As good as it gets: the right type, the right fields, even the right token. */
const best = (
  write: Write,
  writer: Writer,
  headers: Readonly<Record<string, string>>,
): RequestInit => (write.isCall ? json : form)(write, writer, headers);
const inQuery = (write: Write, writer: Writer): string =>
  `${getPath(write, writer)}?${getForm(write, writer, { csrf: writer.csrf, _method: 'POST' })}`;

/** Wrong by one letter, whichever the right one begins with. */
const guess = (token: string): string => `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;

const FORGERIES: readonly Forgery[] = [
  { name: 'another origin', init: (write, writer) => best(write, writer, { Origin: EVIL }) },
  { name: 'an opaque origin', init: (write, writer) => best(write, writer, { Origin: 'null' }) },
  {
    name: 'another port',
    init: (write, writer) => best(write, writer, { Origin: 'http://127.0.0.1:1' }),
  },
  {
    name: 'another scheme',
    init: (write, writer) =>
      best(write, writer, { Origin: writer.visitor.origin.replace('http', 'https') }),
  },
  {
    name: 'a sibling site',
    init: (write, writer) =>
      best(write, writer, {
        Origin: writer.visitor.origin.replace('127.0.0.1', 'evil.localhost'),
        'Sec-Fetch-Site': 'same-site',
      }),
  },
  {
    name: 'a sibling site without an origin',
    init: (write, writer) => best(write, writer, { 'Sec-Fetch-Site': 'same-site' }),
  },
  {
    name: 'another site that the browser names',
    init: (write, writer) => best(write, writer, { 'Sec-Fetch-Site': 'cross-site' }),
  },
  {
    name: 'another origin that claims to be the same',
    init: (write, writer) => best(write, writer, { Origin: EVIL, 'Sec-Fetch-Site': 'same-origin' }),
  },
  { name: 'a form without origin and token', init: (write, writer) => form(write, writer, {}, {}) },
  {
    name: 'a form with a guessed token',
    init: (write, writer) => form(write, writer, {}, { csrf: guess(writer.csrf) }),
  },
  { name: 'text that is JSON', init: (write, writer) => json(write, writer, {}, 'text/plain') },
  {
    name: 'text that is a form',
    init: (write, writer) => ({
      ...form(write, writer, {}),
      headers: { 'Content-Type': 'text/plain' },
    }),
  },
  {
    name: 'a multipart form',
    init: (write, writer) => ({
      ...form(write, writer, {}),
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    }),
  },
  {
    name: 'data of its route',
    init: (write, writer) => ({
      ...best(write, writer, { Origin: EVIL }),
      path: `${getPath(write, writer)}?_data=${encodeURIComponent(write.routeId)}`,
    }),
  },
  {
    name: 'data of its route, without token',
    init: (write, writer) => ({
      ...form(write, writer, {}, {}),
      path: `${getPath(write, writer)}?_data=${encodeURIComponent(write.routeId)}`,
    }),
  },
  {
    name: 'a forwarded host',
    init: (write, writer) =>
      best(write, writer, {
        Origin: EVIL,
        'X-Forwarded-Host': 'evil.example',
        'X-Forwarded-Proto': 'http',
        Forwarded: 'host=evil.example',
      }),
  },
  {
    name: 'a method in a header',
    init: (write, writer) => ({
      path: inQuery(write, writer),
      headers: {
        'X-HTTP-Method-Override': 'POST',
        'X-Method-Override': 'POST',
        'X-HTTP-Method': 'POST',
      },
    }),
  },
  {
    name: 'a GET with the fields in its address',
    init: (write, writer) => ({ path: inQuery(write, writer) }),
  },
  {
    name: 'a HEAD with the fields in its address',
    init: (write, writer) => ({ method: 'HEAD', path: inQuery(write, writer) }),
  },
  ...['PUT', 'PATCH', 'DELETE'].map(
    (method): Forgery => ({
      name: method,
      init: (write, writer) => ({
        ...best(write, writer, { Origin: writer.visitor.origin }),
        method,
      }),
    }),
  ),
];

/**
 * What the forms of a page do: the address of each, its own page's where it names none, and the
 * deed of each of its buttons.
 */
function deedsIn(page: string, at: string): string[] {
  return [...page.matchAll(/<form [^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].flatMap(
    ([markup]) => {
      const [path = ''] = (/^<form [^>]*action="([^"]*)"/.exec(markup)?.[1] ?? at).split('?');
      const action = path === '/dashboard' ? '/' : path; // one page at two addresses
      // where the form itself says its intent, its buttons only name what is meant by it
      const own = [
        ...markup.matchAll(/<input type="hidden" name="(intent|theme|live)" value="([^"]+)"/g),
      ];
      const pressed =
        own.length > 0 ? own : [...markup.matchAll(/<button [^>]*name="([^"]+)" value="([^"]+)"/g)];
      // many choices are a list, and its button says nothing more
      const named =
        pressed.length > 0 ? pressed : [...markup.matchAll(/<select [^>]*name="([^"]+)"/g)];
      const deeds = named.map(([, name = '', value = '']) => deedName(action, { [name]: value }));
      return deeds.length > 0 ? deeds : [deedName(action, {})];
    },
  );
}

describe.each<ServerKind>(['server.js', 'remix-serve'])('under %s', (kind) => {
  let desk: StandingDesk;
  let victim: Writer;
  beforeAll(async () => {
    desk = await startStandingDesk(kind);
    victim = await writerFor(desk, {
      deed: { commands: 1, isNatural: true, wantsPositions: true },
    });
  });
  afterAll(() => desk?.stop());

  it('every form of every page has a row', async () => {
    const known = new Set(FORM_ROWS.map(({ action, fields }) => deedName(action, fields)));
    // a file has no forms, and its coming is told by the next page
    const paths = Object.values(ROUTE_ROWS)
      .filter((row) => row.kind === 'page' && row.isFile !== true)
      .flatMap((row) => row.paths);
    const pages = await Promise.all(
      [...paths, '/?confirm=close-all'].map(async (path) =>
        deedsIn(await (await victim.visitor.ask(path)).text(), path),
      ),
    );
    const found = [
      ...pages.flat(),
      ...deedsIn(await (await fetch(`${desk.origin}/login`)).text(), '/login'),
    ];
    expect(new Set(found).size).toBeGreaterThan(8);
    expect(
      [...new Set(found)].filter((name) => !known.has(name)),
      'add a line for each of these forms to FORM_ROWS in tests/support/access-rows.ts',
    ).toEqual([]);
  });

  it.each(WRITES)('$name: no forgery does anything', async (write) => {
    const before = desk.digest();
    const faults = await Promise.all(
      FORGERIES.map(async ({ name, init }) => {
        const { path = getPath(write, victim), ...request } = init(write, victim);
        const response = await victim.visitor.ask(path, request);
        const isSent = request.method !== undefined && request.method !== 'HEAD';
        const set = response.headers.getSetCookie();
        const text = await response.text();
        if (isSent && response.status < 400) return `${name}: ${response.status}`;
        // The stock server refuses a foreign origin of a page before the desk is asked, with a bare
        // 500.
        const isBare =
          kind === 'remix-serve' && !write.isCall && response.status === 500 && text.length < 40;
        if ((response.status >= 500 && !isBare) || /\bat .*\.(js|ts):\d+/.test(text))
          return `${name}: ${response.status} ${text.slice(0, 200)}`;
        return set.length > 0 ? `${name}: sets ${set.join()}` : null;
      }),
    );
    expect(faults.filter((fault) => fault !== null)).toEqual([]);
    expect(desk.digest()).toBe(before);
  });

  it.each(WRITES)('$name: who means it may do it', async (write) => {
    const local = desk.origin.replace('127.0.0.1', 'localhost');
    const ways = [
      { at: desk.origin, headers: {} },
      { at: desk.origin, headers: { Origin: desk.origin } },
      { at: desk.origin, headers: { Origin: desk.origin, 'Sec-Fetch-Site': 'same-origin' } },
      { at: local, headers: { Origin: local, 'Sec-Fetch-Site': 'same-origin' } },
    ];
    const isSignIn = write.name.endsWith('login');
    const answers = await Promise.all(
      ways.map(async ({ at, headers }) => {
        const writer = await writerFor(desk, write);
        const before = desk.digest(writer.id);
        const visitor = isSignIn
          ? new Visitor(at)
          : new Visitor(at).carry('frontmonth', writer.sessionId);
        const { status } = await send(write, writer, headers, {}, visitor);
        return {
          status,
          isDone: (write.deed?.commands ?? 0) === 0 || desk.digest(writer.id) !== before,
        };
      }),
    );
    const granted = isSignIn ? [401] : [200, 202, 303];
    expect(answers.filter(({ status, isDone }) => !granted.includes(status) || !isDone)).toEqual(
      [],
    );
  });

  it('the token of another session is none', async () => {
    const other = await writerFor(desk, { deed: null });
    const second = await desk.session(victim).formFields('/');
    const before = desk.digest();
    for (const csrf of [other.csrf, second.csrf, '', 'guess'])
      expect([
        csrf,
        (await victim.visitor.postForm('/', { intent: 'run-all', csrf })).status,
      ]).toEqual([csrf, 403]);
    expect(desk.digest()).toBe(before);
  });

  it('a sign-in from another site makes no session', async () => {
    const count = (): unknown =>
      desk.db.$client.prepare('SELECT count(*) FROM session').pluck().get();
    const before = count();
    for (const headers of [
      { Origin: EVIL },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'cross-site' },
    ]) {
      const fields = { username: USERNAME, password: PASSWORD };
      for (const path of ['/login', `/login?_data=${encodeURIComponent('routes/login')}`]) {
        const response = await fetch(`${desk.origin}${path}`, {
          method: 'POST',
          body: new URLSearchParams(fields),
          headers,
          redirect: 'manual',
        });
        expect([path, response.status >= 400, response.headers.getSetCookie()]).toEqual([
          path,
          true,
          [],
        ]);
      }
      const call = await fetch(`${desk.origin}/api/auth/login`, {
        method: 'POST',
        body: JSON.stringify(fields),
        headers: { ...headers, 'Content-Type': 'application/json' },
      });
      expect([call.status, call.headers.getSetCookie()]).toEqual([403, []]);
    }
    expect(count()).toBe(before);
  });

  it('malformed, foreign and oversized bodies are told apart', async () => {
    const post = async (path: string, body: string, type: string): Promise<number> =>
      (
        await victim.visitor.ask(path, {
          method: 'POST',
          body,
          headers: { 'Content-Type': type, Origin: desk.origin },
        })
      ).status;
    const large = 'a'.repeat(65_537);
    expect(await post('/api/auto-trading/start', '{"commodity"', 'application/json')).toBe(400);
    expect(await post('/api/auto-trading/start', '{"commodity":"gold"}', 'application/json')).toBe(
      400,
    );
    expect(await post('/api/auto-trading/start', '{"commodity":7}', 'application/json')).toBe(400);
    expect(await post('/api/auto-trading/start', '[]', 'application/json')).toBe(400);
    expect(await post('/api/auto-trading/start', 'commodity=corn', FORM)).toBe(415);
    expect(await post('/api/auto-trading/start', '<a/>', 'application/xml')).toBe(415);
    expect(await post('/api/auto-trading/start', large, 'application/json')).toBe(413);
    expect(await post('/', large, FORM)).toBe(413);
    expect(await post('/', '{}', 'text/plain')).toBe(415);
    expect(await post('/', 'intent=shutdown', FORM)).toBe(400);
    expect(await post('/', 'intent=run&commodity=gold', FORM)).toBe(400);
    expect(await post('/login', large, FORM)).toBe(413);
  });
});
