// Who gets in: every route and every call, in every form of asking, by every kind of visitor, under
// our server and under the stock one.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_CALLS } from '../../app/routes/api.$/table';
import {
  CELLS,
  type Cell,
  MISSING_ID,
  type Seen,
  ask,
  outsiders,
  seen,
} from '../support/access-matrix';
import { CALL_ROWS, FORM_ROWS, ROUTE_ROWS } from '../support/access-rows';
import { type ServerKind, Visitor } from '../support/desk-server';
import { ROOT } from '../support/source-files';
import { type StandingDesk, type StandingUser, startStandingDesk } from '../support/standing-desk';

const TOKEN = 'a-token-for-the-monitor';
const NO_ACTION = '{"message":"Unexpected Server Error"}';
const LOGIN = /^\/login(\?redirectTo=%2F[a-z-]*)?$/;

/**
 * What nobody in particular may get at a cell, in words; the empty text when the answer is as it
 * should be.
 */
function getFault({ kind, manner, method, status }: Cell, answer: Seen): string {
  const got = `${answer.status} ${answer.location ?? ''} ${answer.text.slice(0, 200)}`;
  const isToSignIn =
    (answer.status === 302 || answer.status === 204) &&
    LOGIN.test(answer.location ?? '') &&
    answer.text === '';
  if (kind === 'frame')
    return answer.text ===
      (method === 'POST'
        ? NO_ACTION
        : '{"look":{"theme":"dark","density":"standard","colors":"teal-red","motion":"system","refresh":"off"},"toast":null}')
      ? ''
      : got;
  if (kind === 'layout' && method === 'POST') return answer.text === NO_ACTION ? '' : got;
  if (kind === 'page' || kind === 'layout') return isToSignIn ? '' : got;
  if (kind === 'call' || kind === 'calls')
    return answer.status === 401 &&
      (method === 'HEAD' || Object.keys(JSON.parse(answer.text) as object).join() === 'error')
      ? ''
      : got;
  if (kind === 'open call')
    return [200, 400, 401, 405].includes(answer.status) && answer.text.length < 200 ? '' : got;
  // What answers anybody has no data beside it: asked with the suffix of data it is a page that is
  // not there.
  if (manner === '.data') return isToSignIn ? '' : got;
  if (method === 'POST') return [303, 400, 401, 405, 415, 204].includes(answer.status) ? '' : got;
  return answer.status === (kind === 'post' ? 404 : status) ? '' : got;
}

/** The forms that a page sends with the id of a position. */
const formsWithIds = (cell: Cell): Cell[] =>
  FORM_ROWS.filter(
    ({ action, fields }) =>
      action === cell.path.split('?')[0] && Object.values(fields).includes(':position'),
  ).map(({ fields }) => ({ ...cell, body: fields }));

describe('the rows', () => {
  it('name every route of the build', async () => {
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

  it('name every call of the API', () => {
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

describe.each<ServerKind>(['server.js', 'remix-serve'])('under %s', (kind) => {
  let desk: StandingDesk;
  let owner: StandingUser;
  let other: StandingUser;
  /** More of them, so that nobody asks so much that it is slowed down. */
  let others: readonly StandingUser[] = [];
  const canaries = new Map<string, string[]>();
  let positions: string[] = [];
  let isEnded = false;

  /** What may be seen by its owner alone: name, ids, and a balance that nobody else has. */
  async function canariesOf({ id, name, visitor }: StandingUser): Promise<string[]> {
    const view = (await (await visitor.ask('/api/trading-positions')).json()) as { id: string }[];
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
    desk = await startStandingDesk(kind, { METRICS_TOKEN: TOKEN });
    owner = await desk.user('canary-of-the-owner');
    other = await desk.user('canary-of-the-other');
    others = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => desk.user(`visitor-${name}`)),
    );
    await owner.visitor.postJson('/api/settings', { positionSize: 'large' });
    for (const { visitor } of [owner, other]) await visitor.postJson('/api/auto-trading/start', {});
    await owner.visitor.postJson('/api/auto-trading/close-positions', { commodity: 'corn' });
    for (const each of [owner, other]) canaries.set(each.name, await canariesOf(each));
    // Two that are open and one that is closed.
    positions = (
      (await (await owner.visitor.ask('/api/trading-positions')).json()) as { id: string }[]
    ).map(({ id }) => id);
    expect([
      positions.length,
      canaries.get(owner.name)?.length,
      canaries.get(other.name)?.length,
    ]).toEqual([3, 7, 7]);
  });
  afterAll(() => (isEnded ? null : desk?.stop()));

  const leakOf = (whose: StandingUser, { text, location, cookies }: Seen): string | undefined =>
    canaries
      .get(whose.name)
      ?.find((canary) =>
        [text, location ?? '', ...cookies].some((place) => place.includes(canary)),
      );

  it('nobody without a living session gets anything, and all of them get the same', async () => {
    const before = desk.digest();
    const strangers = outsiders(desk, owner);
    const settled = desk.digest();
    expect(settled).not.toBe(before);
    const faults: string[] = [];
    await Promise.all(
      CELLS.map(async (cell) => {
        const nobody = await seen(await ask(cell, new Visitor(desk.origin), positions[0] ?? ''));
        const fault = getFault(cell, nobody);
        if (fault !== '') faults.push(`${cell.name}: ${fault}`);
        for (const [name, visitor] of strangers) {
          const answer = await seen(await ask(cell, visitor(), positions[0] ?? ''));
          if (JSON.stringify(answer) !== JSON.stringify(nobody))
            faults.push(`${cell.name} with ${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
          for (const whose of [owner, other])
            if (leakOf(whose, answer) !== undefined)
              faults.push(`${cell.name} with ${name}: shows ${leakOf(whose, answer)}`);
        }
      }),
    );
    expect(faults).toEqual([]);
    expect(desk.digest()).toBe(settled);
    console.log(`${kind}: ${CELLS.length} cells x ${strangers.size + 1} outsiders`);
  });

  it('another user sees and changes nothing of the owner, whose ids are like missing ones', async () => {
    const before = desk.digest(owner.id);
    const faults: string[] = [];
    for (const [place, cell] of CELLS.entries()) {
      for (const id of [...positions, MISSING_ID]) {
        const answer = await seen(
          await ask(cell, desk.session(others[place % others.length] ?? other), id),
        );
        const leak = leakOf(owner, answer);
        // A page that is asked for an id may say the id that it was asked for.
        if (leak !== undefined && leak !== id) faults.push(`${cell.name}: shows ${leak}`);
        if (answer.status >= 500) faults.push(`${cell.name}: ${answer.status}`);
        if (cell.path.includes(':id') && answer.status !== 404)
          faults.push(
            `${cell.name}: ${answer.status} for ${id === MISSING_ID ? 'a missing id' : "the owner's id"}`,
          );
        if (!cell.path.includes(':id') && !JSON.stringify(cell.body).includes(':')) break;
      }
    }
    expect(faults).toEqual([]);
    expect(desk.digest(owner.id)).toBe(before);
  });

  it('an id of somebody else is answered as a missing one, to the letter', async () => {
    const session = desk.session(other);
    const ways = [
      ...CELLS.filter(({ path }) => path.includes(':id')),
      ...CELLS.filter(
        ({ kind: each, method, manner }) =>
          each === 'page' && method === 'POST' && manner !== 'json',
      ).flatMap(formsWithIds),
    ];
    expect(ways.length).toBeGreaterThanOrEqual(4);
    for (const cell of ways) {
      // A page shows how far the desk has come, which goes on between two answers.
      const told = (text: string): string =>
        text.startsWith('<!DOCTYPE')
          ? text.replace(/[\w-]{8}(-[\w-]{4}){3}-[\w-]{12}/g, 'uuid').replace(/\d[\d,]*/g, 'number')
          : text;
      const same = (answer: Seen, id: string): string =>
        JSON.stringify({ ...answer, text: told(answer.text.replaceAll(id, 'id')) });
      const missing = same(await seen(await ask(cell, session, MISSING_ID)), MISSING_ID);
      for (const id of positions) {
        const foreign = await seen(await ask(cell, session, id));
        expect([cell.name, foreign.status]).toEqual([cell.name, 404]);
        expect(same(foreign, id), cell.name).toBe(missing);
      }
    }
  });

  it('the owner gets every page and every call, and nothing of the other', async () => {
    for (const cell of CELLS) {
      const answer = await seen(await ask(cell, desk.session(owner), positions[0] ?? ''));
      expect([cell.name, leakOf(other, answer)]).toEqual([cell.name, undefined]);
      expect([cell.name, answer.status >= 500]).toEqual([cell.name, false]);
      if (
        cell.method === 'GET' &&
        cell.manner !== '.data' &&
        (cell.kind === 'page' || cell.kind === 'call')
      )
        expect([cell.name, answer.status]).toEqual([cell.name, cell.status]);
      if (cell.kind === 'call')
        expect([cell.name, answer.status === 401]).toEqual([cell.name, false]);
    }
    expect(desk.digest(owner.id)).not.toBe('');
  });

  it('methods, and calls that are not there', async () => {
    const { visitor } = owner;
    expect((await visitor.ask('/api/no-such-call')).status).toBe(404);
    expect((await visitor.ask('/api/settings', { method: 'PUT' })).status).toBe(405);
    expect((await visitor.ask('/api/auto-trading/start')).status).toBe(405);
    expect(await (await visitor.ask('/nowhere')).text()).toContain('404 Page Not Found');
  });

  it('probes answer without a session, figures only with the token', async () => {
    const visitor = new Visitor(desk.origin);
    expect(await (await visitor.ask('/healthz')).text()).toBe('ok\n');
    expect(await (await visitor.ask('/readyz')).json()).toEqual({ status: 'ready' });
    expect(await (await visitor.ask('/version')).json()).toMatchObject({ name: 'frontmonth' });
    expect(
      (await visitor.ask('/metrics', { headers: { Authorization: 'Bearer a-token-for-somebody' } }))
        .status,
    ).toBe(401);
    const figures = await visitor.ask('/metrics', {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    expect(figures.status).toBe(200);
    expect(await figures.text()).toContain('frontmonth_ready 1');
  });

  it('ends cleanly when asked to', async () => {
    expect(await desk.stop()).toBe(0);
    isEnded = true;
  });
});
