// The session from its beginning to its end: a new id at each sign-in, nothing accepted that was
// not given, nothing kept alive by polling.
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '../../app/models/account/session.server';
import { createUser } from '../../app/models/account/user.server';
import { MIGRATIONS_FOLDER } from '../../app/server/platform/project.server';
import { readSession, sessionLimits } from '../../app/server/auth/session.server';
import { type Database, closeDatabase, openDatabase } from '../../db/client.server';
import { migrateDatabase } from '../../db/migrate.server';
import { ROUTE_ROWS } from '../support/access-rows';
import { API_CALLS } from '../../app/routes/api.$/table';
import { PASSWORD, USERNAME, Visitor } from '../support/desk-server';
import { type StandingDesk, type StandingUser, startStandingDesk } from '../support/standing-desk';
import { HOUR_MS } from '../../app/trading/domain/time';

const TAMPERED = 10_000;

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

  it(`that was changed is no cookie: ${TAMPERED} ways, none accepted`, () => {
    expect(isAccepted(id)).toBe(true);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const changed = new Set<string>();
    for (let at = 0; at < id.length; at += 1)
      for (const letter of letters) changed.add(`${id.slice(0, at)}${letter}${id.slice(at + 1)}`);
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

  it('is the first of its name, and no other name will do', () => {
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

  it('ends after idling and at its greatest age', () => {
    const { idleMs, ageMsMax } = sessionLimits();
    const bornMs = Date.now();
    const other = createSession(db, createUser(db, 'bob', 'hash', 0).id, bornMs);
    const at = (ms: number): boolean =>
      readSession(db, `frontmonth=${other}`, bornMs + ms) !== null;
    expect([idleMs, ageMsMax]).toEqual([8 * HOUR_MS, 24 * HOUR_MS]);
    expect([at(idleMs - 1), at(idleMs)]).toEqual([true, false]);
    db.$client.prepare('UPDATE session SET active_ms = ?').run(bornMs + ageMsMax);
    expect([at(ageMsMax - 1), at(ageMsMax)]).toEqual([true, false]);
  });
});

describe('a session of the desk', () => {
  let desk: StandingDesk;
  let user: StandingUser;
  beforeAll(async () => {
    desk = await startStandingDesk('server.js');
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
  const check = async (sessionId: string): Promise<number> =>
    (await new Visitor(desk.origin).carry('frontmonth', sessionId).ask('/api/auth/check')).status;

  it('never has an id that a visitor brought along', async () => {
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
      const visitor = new Visitor(desk.origin).carry('frontmonth', planted);
      expect((await signIn(visitor)).status).toBeLessThan(400);
      const first = visitor.cookie('frontmonth') ?? '';
      expect([first === planted, await check(first), await check(planted)]).toEqual([
        false,
        200,
        401,
      ]);
      expect((await signIn(visitor)).status).toBeLessThan(400);
      const second = visitor.cookie('frontmonth') ?? '';
      expect([second === first, await check(second), await check(first)]).toEqual([
        false,
        200,
        401,
      ]);
    }
  });

  it('is over after signing out, wherever its id is played again', async () => {
    for (const signOut of [
      (visitor: Visitor) => visitor.postJson('/api/auth/logout', {}),
      (visitor: Visitor) => visitor.postForm('/logout', {}, { Origin: desk.origin }),
    ]) {
      const visitor = desk.session(user);
      const id = visitor.cookie('frontmonth') ?? '';
      expect(await check(id)).toBe(200);
      expect((await signOut(visitor)).status).toBeLessThan(400);
      expect([visitor.cookie('frontmonth'), await check(id)]).toEqual([undefined, 401]);
      expect((await new Visitor(desk.origin).carry('frontmonth', id).ask('/')).status).toBe(302);
      expect(
        (
          await new Visitor(desk.origin)
            .carry('frontmonth', id)
            .postJson('/api/auto-trading/start', {})
        ).status,
      ).toBe(401);
    }
    expect(await check(user.sessionId)).toBe(200);
  });

  it('is not kept alive by anything that polls', async () => {
    const hourAgo = Date.now() - HOUR_MS;
    const polls = [
      ...API_CALLS.filter(({ method }) => method === 'GET').map(({ path }) => ({
        path: `/api/${path}`,
        page: '/',
      })),
      ...Object.entries(ROUTE_ROWS)
        .filter(([, { kind }]) => kind === 'page' || kind === 'layout')
        .flatMap(([id, { paths }]) =>
          paths.map((page) => ({ path: `${page}?_data=${encodeURIComponent(id)}`, page })),
        ),
    ];
    const extended: string[] = [];
    for (const { path, page } of polls) {
      setActive(user.sessionId, hourAgo);
      await user.visitor.ask(path, { headers: { Referer: `${desk.origin}${page}` } });
      if (activeMs(user.sessionId) !== hourAgo) extended.push(path);
    }
    expect(polls.length).toBeGreaterThan(8);
    expect(extended).toEqual([]);
  });

  it('is kept alive by going to a page and by writing', async () => {
    const from = (path: string, more: Record<string, string> = {}) => ({
      headers: { Referer: `${desk.origin}${path}`, ...more },
    });
    const data = `/?_data=${encodeURIComponent('routes/_terminal.(dashboard)')}`;
    const acts = [
      () => user.visitor.ask('/'),
      () => user.visitor.ask('/dashboard', from('/')),
      () => user.visitor.ask('/', from('/', { 'Sec-Fetch-User': '?1' })),
      () => user.visitor.ask(data, from('/portfolio')),
      () => user.visitor.ask('/?confirm=close-all', from('/')),
      () => user.visitor.postJson('/api/auto-trading/stop', {}),
    ];
    for (const act of acts) {
      setActive(user.sessionId, Date.now() - HOUR_MS);
      const nowMs = Date.now();
      await act();
      expect([String(act), activeMs(user.sessionId) >= nowMs]).toEqual([String(act), true]);
    }
  });

  it('that has idled too long is over, however often it is asked after', async () => {
    setActive(user.sessionId, Date.now() - 8 * HOUR_MS);
    for (let time = 0; time < 3; time += 1) expect(await check(user.sessionId)).toBe(401);
    expect((await user.visitor.ask('/')).status).toBe(302);
    expect(await check(user.sessionId)).toBe(401);
  });
});
