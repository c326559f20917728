// Session lifecycle: new id at each sign-in, only issued ids accepted, not extended by polling.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { MIGRATIONS_FOLDER } from '../../app/server/platform/project.server';
import { readSession, getSessionLimits } from '../../app/server/auth/session.server';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { ROUTE_ROWS } from '../support/access-rows';
import { API_CALLS } from '../../app/routes/api.$/api-calls';
import { PASSWORD, USERNAME, Visitor } from '../support/desk-server';
import { buildDataPath } from '../support/request-paths';
import { type StaticDesk, type StaticUser, startStaticDesk } from '../support/static-desk';
import { HOUR_MS } from '../../app/trading/domain/time';
import { chooseSize } from '../support/run-size';

const TAMPERED = chooseSize(10_000, 100_000);

describe('a cookie', () => {
  let db: Database;
  let id = '';
  beforeAll(() => {
    db = openDatabase(':memory:');
    migrateDatabase(db, MIGRATIONS_FOLDER);
    id = createSession(db, createUser(db, 'ann', 'hash', 0).id, Date.now());
  });
  afterAll(() => closeDatabase(db));
  const isAccepted = (value: string): boolean =>
    readSession(db, `frontmonth=${value}`, Date.now()) !== null;

  it(`altered in any of ${TAMPERED} ways is rejected`, () => {
    expect(isAccepted(id)).toBe(true);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const changed = new Set<string>();
    for (let isLiveAt = 0; isLiveAt < id.length; isLiveAt += 1)
      for (const letter of letters)
        changed.add(`${id.slice(0, isLiveAt)}${letter}${id.slice(isLiveAt + 1)}`);
    for (let length = 0; length < id.length; length += 1)
      changed
        .add(id.slice(0, length))
        .add(id.slice(length))
        .add(`${id}${id.slice(0, length)}`);
    for (const odd of [
      id.toUpperCase(),
      id.toLowerCase(),
      `"${id}"x`,
      `${id}%00`,
      `${id}\u0000`,
      `${id} `.trimEnd() + '=',
      encodeURIComponent(`${id}/`),
      `../${id}`,
    ])
      changed.add(odd);
    const hash = createHash('sha256').update(id).digest();
    changed.add(hash.toString('hex')).add(hash.toString('base64url')).add(hash.toString('base64'));
    while (changed.size < TAMPERED + 1) changed.add(randomBytes(32).toString('base64url'));
    changed.delete(id);
    expect(changed.size).toBeGreaterThanOrEqual(TAMPERED);
    expect([...changed].filter(isAccepted)).toEqual([]);
  });

  it('is the first of its name, and no other name is accepted', () => {
    for (const header of [
      `Frontmonth=${id}`,
      `frontmonth2=${id}`,
      `frontmonth=x; frontmonth=${id}`,
      `a=frontmonth=${id}`,
      `__Host-frontmonth=${id}`,
      id,
      '',
      'frontmonth',
      'frontmonth=',
    ]) {
      expect([header, readSession(db, header, Date.now())]).toEqual([header, null]);
    }
    expect(readSession(db, `theme=dark; frontmonth=${id}; other=1`, Date.now())).not.toBeNull();
  });

  it('expires when idle and at its maximum age', () => {
    const { idleMs, ageMsMax } = getSessionLimits();
    const bornMs = Date.now();
    const other = createSession(db, createUser(db, 'bob', 'hash', 0).id, bornMs);
    const isLiveAt = (ms: number): boolean =>
      readSession(db, `frontmonth=${other}`, bornMs + ms) !== null;
    expect([idleMs, ageMsMax]).toEqual([8 * HOUR_MS, 24 * HOUR_MS]);
    expect([isLiveAt(idleMs - 1), isLiveAt(idleMs)]).toEqual([true, false]);
    db.$client.prepare('UPDATE session SET active_ms = ?').run(bornMs + ageMsMax);
    expect([isLiveAt(ageMsMax - 1), isLiveAt(ageMsMax)]).toEqual([true, false]);
  });
});

describe('a session', () => {
  let desk: StaticDesk;
  let user: StaticUser;
  beforeAll(async () => {
    desk = await startStaticDesk('server.js');
    user = await desk.user('polling');
  });
  afterAll(() => desk?.stop());

  const activeMs = (sessionId: string): number =>
    desk.db.$client
      .prepare<[string], number>('SELECT active_ms FROM session WHERE id_hash = ?')
      .pluck()
      .get(createHash('sha256').update(sessionId).digest('hex')) ?? 0;
  const setActive = (sessionId: string, ms: number): void =>
    void desk.db.$client
      .prepare('UPDATE session SET active_ms = ? WHERE id_hash = ?')
      .run(ms, createHash('sha256').update(sessionId).digest('hex'));
  const checkSession = async (sessionId: string): Promise<number> =>
    (await new Visitor(desk.origin).setCookie('frontmonth', sessionId).request('/api/auth/check'))
      .status;

  it('never has an id chosen by a visitor', async () => {
    const planted = randomBytes(32).toString('base64url');
    for (const signIn of [
      (visitor: Visitor) =>
        visitor.postJson('/api/auth/login', { username: USERNAME, password: PASSWORD }),
      (visitor: Visitor) =>
        visitor.postForm(
          '/login',
          { username: USERNAME, password: PASSWORD },
          { Origin: desk.origin },
        ),
    ]) {
      const visitor = new Visitor(desk.origin).setCookie('frontmonth', planted);
      expect((await signIn(visitor)).status).toBeLessThan(400);
      const first = visitor.cookie('frontmonth') ?? '';
      expect([first === planted, await checkSession(first), await checkSession(planted)]).toEqual([
        false,
        200,
        401,
      ]);
      expect((await signIn(visitor)).status).toBeLessThan(400);
      const second = visitor.cookie('frontmonth') ?? '';
      expect([second === first, await checkSession(second), await checkSession(first)]).toEqual([
        false,
        200,
        401,
      ]);
    }
  });

  it('cannot be replayed after signing out', async () => {
    for (const signOut of [
      (visitor: Visitor) => visitor.postJson('/api/auth/logout', {}),
      (visitor: Visitor) => visitor.postForm('/logout', {}, { Origin: desk.origin }),
    ]) {
      const visitor = desk.session(user);
      const id = visitor.cookie('frontmonth') ?? '';
      expect(await checkSession(id)).toBe(200);
      expect((await signOut(visitor)).status).toBeLessThan(400);
      expect([visitor.cookie('frontmonth'), await checkSession(id)]).toEqual([undefined, 401]);
      expect((await new Visitor(desk.origin).setCookie('frontmonth', id).request('/')).status).toBe(
        302,
      );
      expect(
        (
          await new Visitor(desk.origin)
            .setCookie('frontmonth', id)
            .postJson('/api/auto-trading/start', {})
        ).status,
      ).toBe(401);
    }
    expect(await checkSession(user.sessionId)).toBe(200);
  });

  it('is not extended by polling', async () => {
    const hourAgo = Date.now() - HOUR_MS;
    const polls = [
      ...Object.values(ROUTE_ROWS)
        .filter(({ kind }) => kind === 'calls')
        .flatMap(({ paths }) => paths.map((path) => ({ path, page: '/' }))),
      ...API_CALLS.filter(({ method }) => method === 'GET').map(({ path }) => ({
        path: `/api/${path}`,
        page: '/',
      })),
      ...Object.entries(ROUTE_ROWS)
        .filter(([, { kind }]) => kind === 'page' || kind === 'layout')
        .flatMap(([id, { paths }]) =>
          paths.map((page) => ({ path: buildDataPath(page, id), page })),
        ),
    ];
    const extended: string[] = [];
    for (const { path, page } of polls) {
      setActive(user.sessionId, hourAgo);
      await user.visitor.request(path, { headers: { Referer: `${desk.origin}${page}` } });
      if (activeMs(user.sessionId) !== hourAgo) extended.push(path);
    }
    expect(polls.length).toBeGreaterThan(8);
    expect(extended).toEqual([]);
  });

  it('is extended by navigation and writes', async () => {
    const from = (path: string, more: Record<string, string> = {}) => ({
      headers: { Referer: `${desk.origin}${path}`, ...more },
    });
    const data = `/?_data=${encodeURIComponent('routes/_terminal.(dashboard)')}`;
    const acts = [
      () => user.visitor.request('/'),
      () => user.visitor.request('/dashboard', from('/')),
      () => user.visitor.request('/', from('/', { 'Sec-Fetch-User': '?1' })),
      () => user.visitor.request(data, from('/portfolio')),
      () => user.visitor.request('/?confirm=close-all', from('/')),
      () => user.visitor.postJson('/api/auto-trading/stop', {}),
    ];
    for (const act of acts) {
      setActive(user.sessionId, Date.now() - HOUR_MS);
      const nowMs = Date.now();
      await act();
      expect([String(act), activeMs(user.sessionId) >= nowMs]).toEqual([String(act), true]);
    }
  });

  it('stays expired after idling, however often it is used', async () => {
    setActive(user.sessionId, Date.now() - 8 * HOUR_MS);
    for (let time = 0; time < 3; time += 1) expect(await checkSession(user.sessionId)).toBe(401);
    expect((await user.visitor.request('/')).status).toBe(302);
    expect(await checkSession(user.sessionId)).toBe(401);
  });
});
