// Three servers behind a front, as processes: one is killed while users of all three are at work.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBuilt } from '../../build.js';
import { runBuiltProgram } from '../support/run-program';
import {
  FrontClient,
  type FrontRun,
  SERVERS,
  createServers,
  signIn,
  startFrontProcess,
} from '../support/front-process';

const USERS = { a: 'ann', b: 'bob', c: 'cho' } as const;
const BACK_MS_MAX = 30_000;

let root = '';
let front: FrontRun;

beforeAll(async () => {
  await ensureBuilt();
  root = mkdtempSync(join(tmpdir(), 'frontmonth-front-'));
  front = await startFrontProcess(await createServers(root, USERS));
});
afterAll(async () => {
  expect(await front.stopFront(), front.readOutput()).toBe(0);
  rmSync(root, { recursive: true, force: true });
});

const createClient = async (name: keyof typeof USERS): Promise<FrontClient> => {
  const { cookie } = await signIn(front.origin, USERS[name], 'form');
  return new FrontClient(front.origin, USERS[name], cookie);
};

test('each server enters its users, and sign-ins find them by name', async () => {
  const { servers } = await front.readHealth();
  expect(servers).toMatchObject(SERVERS.map((name) => ({ name, isUp: true, users: 1 })));
  for (const name of SERVERS)
    for (const kind of ['form', 'JSON'] as const) {
      const { status, cookie } = await signIn(front.origin, USERS[name].toUpperCase(), kind);
      expect([kind, status]).toEqual([kind, kind === 'form' ? 303 : 200]);
      expect(cookie).toContain('frontmonth-server=');
      const client = new FrontClient(front.origin, USERS[name], cookie);
      expect(await client.readSession()).toMatchObject({ status: 200, username: USERS[name] });
    }
});

test('a failed sign-in shows nothing of the user', async () => {
  const known = await signIn(front.origin, 'ann', 'JSON', 'wrong');
  const unknown = await signIn(front.origin, 'zoe', 'JSON', 'wrong');
  expect([known, unknown]).toEqual([
    { status: 401, cookie: '' },
    { status: 401, cookie: '' },
  ]);
});

test('no cookie leads to the accounts of another user', async () => {
  const [ann, bob] = [await createClient('a'), await createClient('b')];
  const getPart = ({ cookie }: FrontClient, name: string): string =>
    cookie.split('; ').find((part) => part.startsWith(`${name}=`)) ?? '';
  const signedOut = { status: 401, userId: null, username: null };
  const session = getPart(ann, 'frontmonth');
  // The session of ann at the server of bob, by a cookie that is his.
  const mixed = `${session}; ${getPart(bob, 'frontmonth-server')}`;
  expect(await new FrontClient(front.origin, 'ann', mixed).readSession()).toEqual(signedOut);
  // A wrong signature counts as no cookie, whichever user the cookie names.
  const visitor = await new FrontClient(front.origin, 'ann', session).readSession();
  for (const client of [ann, bob]) {
    const forged = getPart(client, 'frontmonth-server').replace(/.{4}$/, 'AAAA');
    const forger = new FrontClient(front.origin, 'ann', `${session}; ${forged}`);
    expect(await forger.readSession()).toEqual(visitor);
  }
});

test('a name of another server is rejected, on the page and at the machine', async () => {
  const ann = await createClient('a');
  const message = 'belongs to a user of server b. Names are unique over all servers';
  expect(await ann.addUser('Bob')).toContain(message);
  const settings = { DESKS_DIR: front.desksDir };
  const addUser = (username: string) =>
    runBuiltProgram('user', join(root, 'a'), ['add', username], '', settings);
  expect(await addUser('BOB')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message) as string,
  });
  expect(await ann.addUser('dan')).toContain('dan added');
  expect((await addUser('eve')).stdout).toContain('eve: added as trader on server a.');
  const { servers } = await front.readHealth();
  expect(servers.map(({ users }) => users)).toEqual([3, 1, 1]);
});

test('a killed server comes back, and users of the others notice nothing', async () => {
  const clients = {
    a: await createClient('a'),
    b: await createClient('b'),
    c: await createClient('c'),
  };
  const { a: ann, b: bob, c: cho } = clients;
  for (const client of Object.values(clients)) {
    await client.openSocket();
    client.startRequests();
  }
  await expect.poll(() => bob.statuses.length).toBeGreaterThan(2);
  const before = bob.statuses.length;
  const killedMs = performance.now();
  process.kill(front.findPid('b'), 'SIGKILL');
  await expect.poll(() => bob.statuses.includes(503)).toBe(true);
  await expect.poll(() => bob.statuses.at(-1), { timeout: BACK_MS_MAX, interval: 20 }).toBe(200);
  const backMs = performance.now() - killedMs;
  await bob.openSocket();
  const socketMs = performance.now() - killedMs;
  // Of the session from before the kill.
  expect(await bob.readSession()).toMatchObject({ status: 200, username: 'bob' });
  const seen = [ann.statuses.length, cho.statuses.length];
  await expect.poll(() => ann.statuses.length).toBeGreaterThan((seen[0] ?? 0) + 1);
  expect([ann, bob, cho].map((client) => client.closedSockets)).toEqual([0, 1, 0]);
  await Promise.all(Object.values(clients).map((client) => client.endRequests()));
  for (const client of [ann, cho])
    expect([client.username, new Set(client.statuses)]).toEqual([client.username, new Set([200])]);
  // First answers, then pages that load again, then answers: never another server, which would
  // redirect to the sign-in.
  const phases = bob.statuses.filter((status, index, all) => status !== all[index - 1]);
  expect(phases).toEqual([200, 503, 200]);
  expect(bob.statuses.slice(0, before)).toEqual(Array.from({ length: before }, () => 200));
  expect(bob.pages.at(0)).toContain('<meta http-equiv="refresh" content="2">');
  expect(front.readOutput()).toContain('server b: ended by SIGKILL; starting it again');
  console.info(
    `one of three servers killed: its user was back after ${(backMs / 1000).toFixed(1)} s, with a socket after ${(socketMs / 1000).toFixed(1)} s; ` +
      `${ann.statuses.length + cho.statuses.length} answers of the others meanwhile, all 200`,
  );
});

test('the servers end with a front that is killed, and start again under the next', async () => {
  const pids = SERVERS.map((name) => front.findPid(name));
  const isRunning = (pid: number): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  front.killFront();
  await expect.poll(() => pids.filter(isRunning)).toEqual([]);
  front = await startFrontProcess(front.desksDir);
  const cho = await createClient('c');
  expect(await cho.readSession()).toMatchObject({ status: 200, username: 'cho' });
});
