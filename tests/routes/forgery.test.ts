// Cross-site requests and malformed bodies: rejected without effect.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORM_ROWS, ROUTE_ROWS, getFormName } from '../support/access-rows';
import { PASSWORD, SERVER_KINDS, USERNAME, Visitor } from '../support/desk-server';
import { type StaticDesk, startStaticDesk } from '../support/static-desk';
import {
  WRITES,
  type Write,
  type Writer,
  buildFields,
  getForm,
  getPath,
  sendWrite,
  createWriter,
} from '../support/writes';

const FORM = 'application/x-www-form-urlencoded';
const EVIL = 'http://evil.example';

interface Forgery {
  readonly name: string;
  /** Forged request; the path defaults to that of the write. */
  readonly init: (write: Write, writer: Writer) => RequestInit & { readonly path?: string };
}

const buildFormRequest = (
  write: Write,
  writer: Writer,
  headers: Readonly<Record<string, string>>,
  more: Readonly<Record<string, string>> = { csrf: writer.csrf },
): RequestInit => ({
  method: 'POST',
  body: getForm(write, writer, more),
  headers: { 'Content-Type': FORM, ...headers },
});
const buildJsonRequest = (
  write: Write,
  writer: Writer,
  headers: Readonly<Record<string, string>>,
  type = 'application/json',
): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(buildFields(write, writer)),
  headers: { 'Content-Type': type, ...headers },
});
/** Most convincing forgery: right type, right fields, even the right token. */
const buildBestForgery = (
  write: Write,
  writer: Writer,
  headers: Readonly<Record<string, string>>,
): RequestInit => (write.isCall ? buildJsonRequest : buildFormRequest)(write, writer, headers);
const inQuery = (write: Write, writer: Writer): string =>
  `${getPath(write, writer)}?${getForm(write, writer, { csrf: writer.csrf, _method: 'POST' })}`;

/** Differs from the right token in the first character. */
const buildWrongToken = (token: string): string =>
  `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;

const FORGERIES: readonly Forgery[] = [
  {
    name: 'another origin',
    init: (write, writer) => buildBestForgery(write, writer, { Origin: EVIL }),
  },
  {
    name: 'an opaque origin',
    init: (write, writer) => buildBestForgery(write, writer, { Origin: 'null' }),
  },
  {
    name: 'another port',
    init: (write, writer) => buildBestForgery(write, writer, { Origin: 'http://127.0.0.1:1' }),
  },
  {
    name: 'another scheme',
    init: (write, writer) =>
      buildBestForgery(write, writer, { Origin: writer.visitor.origin.replace('http', 'https') }),
  },
  {
    name: 'a sibling site',
    init: (write, writer) =>
      buildBestForgery(write, writer, {
        Origin: writer.visitor.origin.replace('127.0.0.1', 'evil.localhost'),
        'Sec-Fetch-Site': 'same-site',
      }),
  },
  {
    name: 'a sibling site without an origin',
    init: (write, writer) => buildBestForgery(write, writer, { 'Sec-Fetch-Site': 'same-site' }),
  },
  {
    name: 'another site that the browser names',
    init: (write, writer) => buildBestForgery(write, writer, { 'Sec-Fetch-Site': 'cross-site' }),
  },
  {
    name: 'another origin that claims to be the same',
    init: (write, writer) =>
      buildBestForgery(write, writer, { Origin: EVIL, 'Sec-Fetch-Site': 'same-origin' }),
  },
  {
    name: 'a form without origin and token',
    init: (write, writer) => buildFormRequest(write, writer, {}, {}),
  },
  {
    name: 'a form with a guessed token',
    init: (write, writer) =>
      buildFormRequest(write, writer, {}, { csrf: buildWrongToken(writer.csrf) }),
  },
  {
    name: 'text that is JSON',
    init: (write, writer) => buildJsonRequest(write, writer, {}, 'text/plain'),
  },
  {
    name: 'text that is a form',
    init: (write, writer) => ({
      ...buildFormRequest(write, writer, {}),
      headers: { 'Content-Type': 'text/plain' },
    }),
  },
  {
    name: 'a multipart form',
    init: (write, writer) => ({
      ...buildFormRequest(write, writer, {}),
      headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
    }),
  },
  {
    name: 'data of its route',
    init: (write, writer) => ({
      ...buildBestForgery(write, writer, { Origin: EVIL }),
      path: `${getPath(write, writer)}?_data=${encodeURIComponent(write.routeId)}`,
    }),
  },
  {
    name: 'data of its route, without token',
    init: (write, writer) => ({
      ...buildFormRequest(write, writer, {}, {}),
      path: `${getPath(write, writer)}?_data=${encodeURIComponent(write.routeId)}`,
    }),
  },
  {
    name: 'a forwarded host',
    init: (write, writer) =>
      buildBestForgery(write, writer, {
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
        ...buildBestForgery(write, writer, { Origin: writer.visitor.origin }),
        method,
      }),
    }),
  ),
];

/** Actions of a page's forms: target path (defaults to the page) and the action of each button. */
function listActions(page: string, at: string): string[] {
  return [...page.matchAll(/<form [^>]*method="post"[^>]*>[\s\S]*?<\/form>/g)].flatMap(
    ([markup]) => {
      const [path = ''] = (/^<form [^>]*action="([^"]*)"/.exec(markup)?.[1] ?? at).split('?');
      const action = path === '/dashboard' ? '/' : path; // one page at two addresses
      // If the form has an intent, its buttons only name the target.
      const own = [
        ...markup.matchAll(/<input type="hidden" name="(intent|theme|live)" value="([^"]+)"/g),
      ];
      const pressed =
        own.length > 0 ? own : [...markup.matchAll(/<button [^>]*name="([^"]+)" value="([^"]+)"/g)];
      // Many choices are a list, and its button has no value.
      const named =
        pressed.length > 0 ? pressed : [...markup.matchAll(/<select [^>]*name="([^"]+)"/g)];
      const actions = named.map(([, name = '', value = '']) =>
        getFormName(action, { [name]: value }),
      );
      return actions.length > 0 ? actions : [getFormName(action, {})];
    },
  );
}

describe.each(SERVER_KINDS)('under %s', (kind) => {
  let desk: StaticDesk;
  let victim: Writer;
  beforeAll(async () => {
    desk = await startStaticDesk(kind);
    victim = await createWriter(desk, {
      effect: { commands: 1, isIdempotent: true, needsPositions: true },
    });
  });
  afterAll(() => desk?.stop());

  it('the table covers every form of every page', async () => {
    const known = new Set(FORM_ROWS.map(({ action, fields }) => getFormName(action, fields)));
    // A file has no forms; its download is reported by the next page.
    const paths = Object.values(ROUTE_ROWS)
      .filter((row) => row.kind === 'page' && row.isFile !== true)
      .flatMap((row) => row.paths);
    const pages = await Promise.all(
      [...paths, '/?confirm=close-all'].map(async (path) =>
        listActions(await (await victim.visitor.request(path)).text(), path),
      ),
    );
    const found = [
      ...pages.flat(),
      ...listActions(await (await fetch(`${desk.origin}/login`)).text(), '/login'),
    ];
    expect(new Set(found).size).toBeGreaterThan(8);
    expect(
      [...new Set(found)].filter((name) => !known.has(name)),
      'add a line for each of these forms to FORM_ROWS in tests/support/access-rows.ts',
    ).toEqual([]);
  });

  it.each(WRITES)('$name: no forgery has an effect', async (write) => {
    const before = desk.digest();
    const faults = await Promise.all(
      FORGERIES.map(async ({ name, init }) => {
        const { path = getPath(write, victim), ...request } = init(write, victim);
        const response = await victim.visitor.request(path, request);
        const isSent = request.method !== undefined && request.method !== 'HEAD';
        const set = response.headers.getSetCookie();
        const text = await response.text();
        if (isSent && response.status < 400) return `${name}: ${response.status}`;
        // remix-serve rejects a foreign origin of a page itself, with a bare 500.
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

  it.each(WRITES)('$name: a genuine request has an effect', async (write) => {
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
        const writer = await createWriter(desk, write);
        const before = desk.digest(writer.id);
        const visitor = isSignIn
          ? new Visitor(at)
          : new Visitor(at).setCookie('frontmonth', writer.sessionId);
        const { status } = await sendWrite(write, writer, headers, {}, visitor);
        return {
          status,
          isDone: (write.effect?.commands ?? 0) === 0 || desk.digest(writer.id) !== before,
        };
      }),
    );
    const granted = isSignIn ? [401] : [200, 202, 303];
    expect(answers.filter(({ status, isDone }) => !granted.includes(status) || !isDone)).toEqual(
      [],
    );
  });

  it('the token of another session is invalid', async () => {
    const other = await createWriter(desk, { effect: null });
    const second = await desk.session(victim).formFields('/');
    const before = desk.digest();
    for (const csrf of [other.csrf, second.csrf, '', 'guess'])
      expect([
        csrf,
        (await victim.visitor.postForm('/', { intent: 'run-all', csrf })).status,
      ]).toEqual([csrf, 403]);
    expect(desk.digest()).toBe(before);
  });

  it('a sign-in from another site creates no session', async () => {
    const countRecords = (): unknown =>
      desk.db.$client.prepare('SELECT count(*) FROM session').pluck().get();
    const before = countRecords();
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
    expect(countRecords()).toBe(before);
  });

  it('distinguishes malformed, foreign and oversized bodies', async () => {
    const postBody = async (path: string, body: string, type: string): Promise<number> =>
      (
        await victim.visitor.request(path, {
          method: 'POST',
          body,
          headers: { 'Content-Type': type, Origin: desk.origin },
        })
      ).status;
    const large = 'a'.repeat(65_537);
    expect(await postBody('/api/auto-trading/start', '{"commodity"', 'application/json')).toBe(400);
    expect(
      await postBody('/api/auto-trading/start', '{"commodity":"gold"}', 'application/json'),
    ).toBe(400);
    expect(await postBody('/api/auto-trading/start', '{"commodity":7}', 'application/json')).toBe(
      400,
    );
    expect(await postBody('/api/auto-trading/start', '[]', 'application/json')).toBe(400);
    expect(await postBody('/api/auto-trading/start', 'commodity=corn', FORM)).toBe(415);
    expect(await postBody('/api/auto-trading/start', '<a/>', 'application/xml')).toBe(415);
    expect(await postBody('/api/auto-trading/start', large, 'application/json')).toBe(413);
    expect(await postBody('/', large, FORM)).toBe(413);
    expect(await postBody('/', '{}', 'text/plain')).toBe(415);
    expect(await postBody('/', 'intent=shutdown', FORM)).toBe(400);
    expect(await postBody('/', 'intent=run&commodity=gold', FORM)).toBe(400);
    expect(await postBody('/login', large, FORM)).toBe(413);
  });
});
