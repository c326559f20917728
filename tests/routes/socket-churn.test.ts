// Thousands of short-lived sockets leave nothing behind.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StaticDesk, type StaticUser, startStaticDesk } from '../support/static-desk';
import { chooseSize } from '../support/run-size';
import { SocketClient } from '../support/socket-client';

const TIMES = chooseSize(2_000, 10_000);
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

async function readMetric(name: string): Promise<number> {
  const text = await (await users[0]?.visitor.request('/metrics'))?.text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text ?? '')?.[1]);
}

const untilNone = (): Promise<void> =>
  expect.poll(() => readMetric('frontmonth_sockets'), { timeout: 10_000, interval: 100 }).toBe(0);

it(`${TIMES} short-lived sockets leak no socket, file or listener`, async () => {
  await openAndClose(200);
  await untilNone();
  const before = await readMetric('process_open_fds');
  const held = await SocketClient.open(desk.origin, {
    Cookie: `frontmonth=${users[0]?.sessionId}`,
  });
  expect(await readMetric('frontmonth_sockets')).toBe(1);
  held.terminate();
  await openAndClose(TIMES);
  await untilNone();
  const after = await readMetric('process_open_fds');
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
