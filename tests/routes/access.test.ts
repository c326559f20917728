// Access control: every route and call, in every form of request, by every kind of visitor, under
// both servers.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_CALLS } from '../../app/routes/api.$/api-calls';
import {
  CELLS,
  forEachCell,
  type Cell,
  MISSING_ID,
  type NormalizedResponse,
  requestCell,
  createOutsiders,
  normalizeResponse,
} from '../support/access-matrix';
import { CALL_ROWS, FORM_ROWS, ROUTE_ROWS } from '../support/access-rows';
import { SERVER_KINDS, Visitor } from '../support/desk-server';
import { chooseSize } from '../support/run-size';
import { ROOT } from '../support/source-files';
import {
  type StaticDesk,
  type StaticUser,
  chooseCrudeTrend,
  startStaticDesk,
} from '../support/static-desk';

const TOKEN = 'a-token-for-the-monitor';
const NO_ACTION = '{"message":"Unexpected Server Error"}';
const LOGIN = /^\/login(\?redirectTo=%2F[a-z-]*)?$/;

/** Deviation of an unauthorized response from the expected one; empty if there is none. */
function getFault({ kind, form, method, status }: Cell, answer: NormalizedResponse): string {
  const got = `${answer.status} ${answer.location ?? ''} ${answer.text.slice(0, 200)}`;
  const isToSignIn =
    (answer.status === 302 || answer.status === 204) &&
    LOGIN.test(answer.location ?? '') &&
    answer.text === '';
  if (kind === 'frame')
    return answer.text.replace(/,"version":"[^"]*"/, '') ===
      (method === 'POST'
        ? NO_ACTION
        : '{"look":{"theme":"dark","density":"standard","colors":"teal-red","motion":"system","refresh":"off"},"toast":null}')
      ? ''
      : got;
  if (kind === 'layout' && method === 'POST') return answer.text === NO_ACTION ? '' : got;
  if (kind === 'page' || kind === 'layout') return isToSignIn ? '' : got;
  if (kind === 'call' || kind === 'calls')
    return answer.status === 401 &&
      (method === 'HEAD' ||
        Object.keys(JSON.parse(answer.text) as object).join() === 'error,requestId')
      ? ''
      : got;
  if (kind === 'open call')
    return [200, 400, 401, 405].includes(answer.status) && answer.text.length < 200 ? '' : got;
  // Public resource routes have no loader data: with the data suffix they are unknown pages.
  if (form === '.data') return isToSignIn ? '' : got;
  if (method === 'POST') return [303, 400, 401, 405, 415, 204].includes(answer.status) ? '' : got;
  return answer.status === (kind === 'post' ? 404 : status) ? '' : got;
}

/** Forms of a page that send a position id. */
const formsWithIds = (cell: Cell): Cell[] =>
  FORM_ROWS.filter(
    ({ action, fields }) =>
      action === cell.path.split('?')[0] && Object.values(fields).includes(':position'),
  ).map(({ fields }) => ({ ...cell, body: fields }));

/** A cell without an id sends the same request for each id. */
const sendsId = ({ path, method, body }: Cell): boolean =>
  path.includes(':id') ||
  (method === 'POST' &&
    Object.values(body).some((value) => value === ':id' || value === ':position'));

/** Each cell has others in turn, so that all are tried on every kind of route. */
const STRANGERS_PER_CELL = chooseSize(4, 10);

/** For every cell as many visitors, on a machine that also runs other tests. */
const MATRIX_TIMEOUT_MS = 180_000;

describe('the access table', () => {
  it('covers every route of the build', async () => {
    const build = (await import(pathToFileURL(join(ROOT, 'build', 'server', 'index.js')).href)) as {
      routes: Record<string, unknown>;
    };
    const unknown = Object.keys(build.routes).filter((id) => !(id in ROUTE_ROWS));
    expect(
      unknown,
      'add a line for each of these routes to ROUTE_ROWS in tests/support/access-rows.ts',
    ).toEqual([]);
    expect(
      Object.keys(ROUTE_ROWS).filter((id) => !(id in build.routes)),
      'these routes are gone: take their lines out of ROUTE_ROWS',
    ).toEqual([]);
  });

  it('covers every call of the API', () => {
    const calls = API_CALLS.map(({ method, path }) => `${method} ${path}`);
    expect(
      calls.filter((call) => !(call in CALL_ROWS)),
      'add a line for each of these calls to CALL_ROWS in tests/support/access-rows.ts',
    ).toEqual([]);
    expect(
      Object.keys(CALL_ROWS).filter((call) => !calls.includes(call)),
      'these calls are gone: take their lines out of CALL_ROWS',
    ).toEqual([]);
  });
});

describe.each(SERVER_KINDS)('under %s', (kind) => {
  let desk: StaticDesk;
  let owner: StaticUser;
  let other: StaticUser;
  /** Several sessions, so that no rate limit interferes. */
  let others: readonly StaticUser[] = [];
  const canaries = new Map<string, string[]>();
  let positions: string[] = [];
  let isEnded = false;

  /** Data that only its owner may see: name, ids and a unique balance. */
  async function listCanaries({ id, name, visitor }: StaticUser): Promise<string[]> {
    const view = (await (await visitor.request('/api/trading-positions')).json()) as {
      id: string;
    }[];
    const balance =
      desk.db.$client
        .prepare<
          [string],
          number
        >("SELECT available_mills + reserved_mills FROM book WHERE user_id = ? AND mode = 'simulation'")
        .pluck()
        .get(id) ?? 0;
    const dollars = (balance / 1000).toFixed(2);
    return [
      id,
      name,
      ...view.map((row) => row.id),
      dollars,
      dollars.replace(/^(\d+)(\d{3}\.)/, '$1,$2'),
    ];
  }

  beforeAll(async () => {
    desk = await startStaticDesk(kind, { METRICS_TOKEN: TOKEN });
    owner = await desk.user('canary-of-the-owner');
    other = await desk.user('canary-of-the-other');
    others = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => desk.user(`visitor-${name}`)),
    );
    await owner.visitor.postJson('/api/settings', { positionSize: 'large' });
    for (const { visitor } of [owner, other]) {
      await chooseCrudeTrend(visitor);
      await visitor.postJson('/api/auto-trading/start', {});
    }
    await owner.visitor.postJson('/api/auto-trading/close-positions', { commodity: 'corn' });
    for (const each of [owner, other]) canaries.set(each.name, await listCanaries(each));
    // Two open positions and one closed.
    positions = (
      (await (await owner.visitor.request('/api/trading-positions')).json()) as { id: string }[]
    ).map(({ id }) => id);
    expect([
      positions.length,
      canaries.get(owner.name)?.length,
      canaries.get(other.name)?.length,
    ]).toEqual([3, 7, 7]);
  });
  afterAll(() => (isEnded ? null : desk?.stop()));

  const findLeak = (
    whose: StaticUser,
    { text, location, cookies }: NormalizedResponse,
  ): string | undefined =>
    canaries
      .get(whose.name)
      ?.find((canary) =>
        [text, location ?? '', ...cookies].some((place) => place.includes(canary)),
      );

  it(
    'gives every visitor without a live session the same response, and no data',
    async () => {
      const before = desk.digest();
      const strangers = createOutsiders(desk, owner);
      const settled = desk.digest();
      expect(settled).not.toBe(before);
      const faults: string[] = [];
      const pickStrangers = (cell: Cell) =>
        [...strangers].filter(
          (_, at) => (at + CELLS.indexOf(cell)) % strangers.size < STRANGERS_PER_CELL,
        );
      await forEachCell(async (cell) => {
        const anonymous = await normalizeResponse(
          await requestCell(cell, new Visitor(desk.origin), positions[0] ?? ''),
        );
        const fault = getFault(cell, anonymous);
        if (fault !== '') faults.push(`${cell.name}: ${fault}`);
        for (const [name, visitor] of pickStrangers(cell)) {
          const answer = await normalizeResponse(
            await requestCell(cell, visitor(), positions[0] ?? ''),
          );
          if (JSON.stringify(answer) !== JSON.stringify(anonymous))
            faults.push(`${cell.name} with ${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
          for (const whose of [owner, other])
            if (findLeak(whose, answer) !== undefined)
              faults.push(`${cell.name} with ${name}: shows ${findLeak(whose, answer)}`);
        }
      });
      expect(faults).toEqual([]);
      expect(desk.digest()).toBe(settled);
      console.log(
        `${kind}: ${CELLS.length} cells, ${strangers.size} outsiders, ${STRANGERS_PER_CELL} for each cell`,
      );
    },
    MATRIX_TIMEOUT_MS,
  );

  it(
    'hides and protects all data of the owner from another user, whose requests look like missing ids',
    async () => {
      const before = desk.digest(owner.id);
      const faults: string[] = [];
      for (const [place, cell] of CELLS.entries()) {
        for (const id of [...positions, MISSING_ID]) {
          const answer = await normalizeResponse(
            await requestCell(cell, desk.session(others[place % others.length] ?? other), id),
          );
          const leak = findLeak(owner, answer);
          // A page requested for an id may repeat that id.
          if (leak !== undefined && leak !== id) faults.push(`${cell.name}: shows ${leak}`);
          if (answer.status >= 500) faults.push(`${cell.name}: ${answer.status}`);
          if (cell.path.includes(':id') && answer.status !== 404)
            faults.push(
              `${cell.name}: ${answer.status} for ${id === MISSING_ID ? 'a missing id' : "the owner's id"}`,
            );
          if (!sendsId(cell)) break;
        }
      }
      expect(faults).toEqual([]);
      expect(desk.digest(owner.id)).toBe(before);
    },
    MATRIX_TIMEOUT_MS,
  );

  it('responds to the id of another user exactly as to a missing one', async () => {
    const session = desk.session(other);
    const ways = [
      ...CELLS.filter(({ path }) => path.includes(':id')),
      ...CELLS.filter(
        ({ kind: each, method, form }) => each === 'page' && method === 'POST' && form !== 'json',
      ).flatMap(formsWithIds),
    ];
    expect(ways.length).toBeGreaterThanOrEqual(4);
    for (const cell of ways) {
      // A page shows the sequence number, which may advance between two responses.
      const maskText = (text: string): string =>
        text.startsWith('<!DOCTYPE')
          ? text.replace(/[\w-]{8}(-[\w-]{4}){3}-[\w-]{12}/g, 'uuid').replace(/\d[\d,]*/g, 'number')
          : text;
      const normalizeId = (answer: NormalizedResponse, id: string): string =>
        JSON.stringify({ ...answer, text: maskText(answer.text.replaceAll(id, 'id')) });
      const missing = normalizeId(
        await normalizeResponse(await requestCell(cell, session, MISSING_ID)),
        MISSING_ID,
      );
      for (const id of positions) {
        const foreign = await normalizeResponse(await requestCell(cell, session, id));
        expect([cell.name, foreign.status]).toEqual([cell.name, 404]);
        expect(normalizeId(foreign, id), cell.name).toBe(missing);
      }
    }
  });

  it(
    'gives the owner every page and call, and nothing of the other user',
    async () => {
      for (const cell of CELLS) {
        const answer = await normalizeResponse(
          await requestCell(cell, desk.session(owner), positions[0] ?? ''),
        );
        expect([cell.name, findLeak(other, answer)]).toEqual([cell.name, undefined]);
        expect([cell.name, answer.status >= 500]).toEqual([cell.name, false]);
        if (
          cell.method === 'GET' &&
          cell.form !== '.data' &&
          (cell.kind === 'page' || cell.kind === 'call')
        )
          expect([cell.name, answer.status]).toEqual([cell.name, cell.status]);
        if (cell.kind === 'call')
          expect([cell.name, answer.status === 401]).toEqual([cell.name, false]);
      }
      expect(desk.digest(owner.id)).not.toBe('');
    },
    MATRIX_TIMEOUT_MS,
  );

  it('rejects unsupported methods and unknown calls', async () => {
    const { visitor } = owner;
    expect((await visitor.request('/api/no-such-call')).status).toBe(404);
    expect((await visitor.request('/api/settings', { method: 'PUT' })).status).toBe(405);
    expect((await visitor.request('/api/auto-trading/start')).status).toBe(405);
    expect(await (await visitor.request('/nowhere')).text()).toContain('404 Page Not Found');
  });

  it('serves probes without a session, and metrics only with the token', async () => {
    const visitor = new Visitor(desk.origin);
    expect(await (await visitor.request('/healthz')).text()).toBe('ok\n');
    expect(await (await visitor.request('/readyz')).json()).toEqual({ status: 'ready' });
    expect(await (await visitor.request('/version')).json()).toMatchObject({ name: 'frontmonth' });
    expect(
      (
        await visitor.request('/metrics', {
          headers: { Authorization: 'Bearer a-token-for-somebody' },
        })
      ).status,
    ).toBe(401);
    const figures = await visitor.request('/metrics', {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    expect(figures.status).toBe(200);
    expect(await figures.text()).toContain('frontmonth_ready 1');
  });

  it('stops cleanly', async () => {
    expect(await desk.stop()).toBe(0);
    isEnded = true;
  });
});
