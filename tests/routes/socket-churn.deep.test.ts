// Thousands of short-lived sockets leave nothing behind, and show the data of a user to no other.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSession } from '../../app/models/account/session.server';
import { DAY_MS } from '../../app/trading/domain/time';
import {
  type StaticDesk,
  type StaticUser,
  chooseCrudeTrend,
  startStaticDesk,
} from '../support/static-desk';
import { readMetric } from '../support/server-metrics';
import { SocketClient, requestUpgrade } from '../support/socket-client';

const TIMES = 10_000;
const TRIES = 10_000;
const USERS = 8;
/**
 * Concurrent sockets of one user: below the limit, with room for closes that the server has not
 * seen yet.
 */
const AT_ONCE_EACH = 4;
/** Connections of the HTTP requests, which the client may reuse or close. */
const SPARE_FILES = 12;

let desk: StaticDesk;
let users: readonly StaticUser[];
beforeAll(async () => {
  desk = await startStaticDesk('server.js');
  users = await Promise.all(
    Array.from({ length: USERS }, (_, index) => desk.user(`comes-and-goes-${index}`)),
  );
});
afterAll(() => desk?.stop());

/** Ways to connect and disconnect. */
const CLOSE_METHODS: readonly ((client: SocketClient, user: StaticUser) => Promise<void> | void)[] =
  [
    async (client, { id }) => {
      await client.signIn(id);
      client.ws.close(1000);
    },
    (client) => client.ws.close(1000),
    (client) => client.terminate(),
    (client, { id }) => {
      client.send({ type: 'authenticate', userId: id });
      client.terminate();
    },
    async (client) => {
      client.send({ type: 'authenticate', userId: 'somebody else' });
      await client.waitForType('auth_error');
      client.ws.close(4000);
    },
  ];

async function openAndClose(total: number): Promise<void> {
  let next = 0;
  const runWorker = async (user: StaticUser): Promise<void> => {
    while (next < total) {
      const closeClient = CLOSE_METHODS[next % CLOSE_METHODS.length];
      next += 1;
      const client = await SocketClient.open(desk.origin, {
        Cookie: `frontmonth=${user.sessionId}`,
      });
      await closeClient?.(client, user);
      await client.closed;
    }
  };
  await Promise.all(
    users.flatMap((user) => Array.from({ length: AT_ONCE_EACH }, () => runWorker(user))),
  );
}

const countSockets = (): Promise<number> => readMetric(desk.origin, 'frontmonth_sockets');
const countFiles = (): Promise<number> => readMetric(desk.origin, 'process_open_fds');

const untilNone = (): Promise<void> =>
  expect.poll(countSockets, { timeout: 10_000, interval: 100 }).toBe(0);

it(`${TIMES} short-lived sockets leak no socket, file or listener`, async () => {
  await openAndClose(200);
  await untilNone();
  const before = await countFiles();
  const held = await SocketClient.open(desk.origin, {
    Cookie: `frontmonth=${users[0]?.sessionId}`,
  });
  expect(await countSockets()).toBe(1);
  held.terminate();
  await openAndClose(TIMES);
  await untilNone();
  const after = await countFiles();
  // Where the system does not count files, only the socket gauge is checked.
  if (process.platform === 'linux')
    expect([before > 0, after <= before + SPARE_FILES]).toEqual([true, true]);
  // Node reports leaked listeners on stderr.
  expect(desk.output()).not.toMatch(/MaxListenersExceeded|possible EventEmitter memory leak/i);
  const late = await (
    await SocketClient.open(desk.origin, { Cookie: `frontmonth=${users[0]?.sessionId}` })
  ).signIn(users[0]?.id ?? '');
  await late.waitForType('PORTFOLIO_UPDATE');
  late.terminate();
});

/** A way to get the data of another user. */
interface IdentityTry {
  readonly kind: string;
  readonly headers: Record<string, string>;
  /** 403 at the upgrade, or the only type of message. */
  readonly expected: 403 | 'auth_error' | 'auth_required';
}

const toCookie = (sessionId: string): string => `frontmonth=${sessionId}`;

interface VictimCookies {
  readonly valid: string;
  readonly expired: string;
  readonly ended: string;
}

function listIdentityTries(attacker: StaticUser, cookies: VictimCookies): readonly IdentityTry[] {
  const host = new URL(desk.origin).host;
  const own = toCookie(attacker.sessionId);
  const evil = 'http://evil.example';
  const changed = cookies.valid.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  const unknown = toCookie(randomBytes(32).toString('base64url'));
  const list: readonly [string, Record<string, string>, IdentityTry['expected']][] = [
    ['the id of another user', { Cookie: own }, 'auth_error'],
    ['the id of another user, own origin', { Cookie: own, Origin: desk.origin }, 'auth_error'],
    ['another user at a foreign host', { Cookie: own, Host: 'evil.example' }, 'auth_error'],
    ['no cookie', {}, 'auth_required'],
    ['no cookie at a foreign host', { Host: 'evil.example' }, 'auth_required'],
    ['a cookie of no session', { Cookie: unknown }, 'auth_required'],
    ['a cookie that was changed', { Cookie: changed }, 'auth_required'],
    ['an expired session', { Cookie: cookies.expired }, 'auth_required'],
    ['an ended session', { Cookie: cookies.ended }, 'auth_required'],
    ['an evil origin', { Cookie: cookies.valid, Origin: evil }, 403],
    ['the null origin', { Cookie: cookies.valid, Origin: 'null' }, 403],
    ['an empty origin', { Cookie: cookies.valid, Origin: '' }, 403],
    ['an origin of another port', { Cookie: cookies.valid, Origin: 'http://127.0.0.1:1' }, 403],
    [
      'a host name of an attacker for this address',
      { Cookie: cookies.valid, Origin: evil, Host: 'evil.example' },
      403,
    ],
    ['an evil origin, the own host', { Cookie: cookies.valid, Origin: evil, Host: host }, 403],
  ];
  return list.map(([kind, headers, expected]) => ({ kind, headers, expected }));
}

/** Everything the server answers to a claim, as text and as status or types of messages. */
async function tryIdentity(
  { headers, expected }: IdentityTry,
  claimedId: string,
): Promise<{ readonly text: string; readonly answer: string }> {
  if (expected === 403) {
    const { status, text } = await requestUpgrade(desk.origin, headers);
    return { text, answer: String(status) };
  }
  const client = await SocketClient.open(desk.origin, headers);
  client.send({ type: 'authenticate', userId: claimedId });
  await client.waitForType(expected);
  await client.receiveAll();
  client.terminate();
  await client.closed;
  return {
    text: client.received.map(({ text }) => text).join('\n'),
    answer: [...new Set(client.received.map(({ type }) => type))].join(),
  };
}

const openOwn = async ({ sessionId, id }: StaticUser): Promise<SocketClient> =>
  (await SocketClient.open(desk.origin, { Cookie: toCookie(sessionId) })).signIn(id);

it(`${TRIES} false identities get no data, while each user gets its own`, async () => {
  // The id of a position is in the messages of its owner only.
  const canaries = await Promise.all(
    users.map(async ({ visitor }) => {
      await chooseCrudeTrend(visitor);
      await visitor.postJson('/api/auto-trading/start', { commodity: 'crude-oil' });
      const positions = await (await visitor.request('/api/trading-positions')).json();
      return (positions as readonly { readonly id: string }[])[0]?.id ?? 'no position';
    }),
  );
  expect([new Set(canaries).size, canaries.includes('no position')]).toEqual([USERS, false]);
  const owners = await Promise.all(users.map(openOwn));
  const cookies = await Promise.all(
    users.map(async (user) => {
      const leaving = desk.session(user);
      const ended = toCookie(leaving.cookie('frontmonth') ?? '');
      expect((await leaving.postJson('/api/auth/logout', {})).status).toBe(200);
      return {
        valid: toCookie(user.sessionId),
        expired: toCookie(createSession(desk.db, user.id, Date.now() - 2 * DAY_MS)),
        ended,
      };
    }),
  );
  const answers = new Map<string, number>();
  const faults: string[] = [];
  let next = 0;
  const runWorker = async (worker: number): Promise<void> => {
    while (next < TRIES) {
      const at = next;
      next += 1;
      const victimAt = (worker + 1 + (at % (USERS - 1))) % USERS;
      const [attacker, victim, own] = [users[worker], users[victimAt], cookies[victimAt]];
      if (!attacker || !victim || !own) throw new Error('a user is missing');
      const tries = listIdentityTries(attacker, own);
      const identityTry = tries[at % tries.length];
      if (!identityTry) throw new Error('a kind is missing');
      const { text, answer } = await tryIdentity(identityTry, victim.id);
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
      if (answer !== String(identityTry.expected)) faults.push(`${identityTry.kind}: ${answer}`);
      if (canaries.some((canary) => text.includes(canary)) || text.includes(victim.id))
        faults.push(`${identityTry.kind}: private data`);
    }
  };
  const startedMs = performance.now();
  await Promise.all(users.map((_, worker) => runWorker(worker)));
  console.log(
    `${TRIES} false identities in ${((performance.now() - startedMs) / 1_000).toFixed(1)} s: ${[...answers].map(([answer, count]) => `${count} x ${answer}`).join(', ')}`,
  );
  expect(faults).toEqual([]);
  for (const [at, owner] of owners.entries()) {
    await owner.waitFor(({ text }) => text.includes(canaries[at] ?? ''), 'its own position');
    const text = owner.received.map((message) => message.text).join('\n');
    expect(canaries.filter((canary) => text.includes(canary))).toEqual([canaries[at]]);
    owner.terminate();
  }
  await untilNone();
}, 900_000);

// With shorter pings in socket-limits: those of the server take 75 s.
it('fifty peers that are dead without closing leave no socket and no file', async () => {
  await untilNone();
  const before = await countFiles();
  const dead = await Promise.all(
    Array.from({ length: 50 }, (_, index) => openOwn(users[index % USERS] as StaticUser)),
  );
  const alive = await openOwn(users[0] as StaticUser);
  await Promise.all(dead.map((client) => client.receiveAll()));
  const startedMs = performance.now();
  for (const client of dead) client.ws.pause();
  expect(await countSockets()).toBe(51);
  await expect.poll(countSockets, { timeout: 150_000, interval: 250 }).toBe(1);
  const seconds = (performance.now() - startedMs) / 1_000;
  const after = await countFiles();
  console.log(
    `50 dead peers are gone ${seconds.toFixed(1)} s after their last answer (limit 75 s): ${before} open files before, ${after} after`,
  );
  if (process.platform === 'linux') expect(after).toBeLessThanOrEqual(before + SPARE_FILES);
  await alive.receiveAll();
  expect(alive.ws.readyState).toBe(1);
  for (const client of [...dead, alive]) client.terminate();
  await untilNone();
}, 300_000);
