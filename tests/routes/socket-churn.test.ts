// Thousands of sockets that come and go in every manner: nothing of them stays behind.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type StandingDesk, type StandingUser, startStandingDesk } from '../support/standing-desk';
import { SocketClient } from '../support/socket-client';

const TIMES = 2_000;
const USERS = 8;
/**
 * Of one user at a time: below what one user may have, with room for those whose end the server has
 * not heard of yet.
 */
const AT_ONCE_EACH = 4;
/** Connections of the questions themselves, which the client may keep or let go. */
const SPARE_FILES = 12;

let desk: StandingDesk;
let users: readonly StandingUser[];
beforeAll(async () => {
  desk = await startStandingDesk('server.js');
  users = await Promise.all(
    Array.from({ length: USERS }, (_, index) => desk.user(`comes-and-goes-${index}`)),
  );
});
afterAll(() => desk?.stop());

/** Ways to come and go. */
const MANNERS: readonly ((client: SocketClient, user: StandingUser) => Promise<void> | void)[] = [
  async (client, { id }) => {
    await client.signIn(id);
    client.ws.close(1000);
  },
  (client) => client.ws.close(1000),
  (client) => client.end(),
  (client, { id }) => {
    client.send({ type: 'authenticate', userId: id });
    client.end();
  },
  async (client) => {
    client.send({ type: 'authenticate', userId: 'somebody else' });
    await client.untilType('auth_error');
    client.ws.close(4000);
  },
];

async function churn(total: number): Promise<void> {
  let next = 0;
  const worker = async (user: StandingUser): Promise<void> => {
    while (next < total) {
      const manner = MANNERS[next % MANNERS.length];
      next += 1;
      const client = await SocketClient.open(desk.origin, {
        Cookie: `frontmonth=${user.sessionId}`,
      });
      await manner?.(client, user);
      await client.closed;
    }
  };
  await Promise.all(
    users.flatMap((user) => Array.from({ length: AT_ONCE_EACH }, () => worker(user))),
  );
}

async function figure(name: string): Promise<number> {
  const text = await (await users[0]?.visitor.ask('/metrics'))?.text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text ?? '')?.[1]);
}

const untilNone = (): Promise<void> =>
  expect.poll(() => figure('frontmonth_sockets'), { timeout: 10_000, interval: 100 }).toBe(0);

it(`${TIMES} that come and go leave no socket, no file and no listener behind`, async () => {
  await churn(200);
  await untilNone();
  const before = await figure('process_open_fds');
  const held = await SocketClient.open(desk.origin, {
    Cookie: `frontmonth=${users[0]?.sessionId}`,
  });
  expect(await figure('frontmonth_sockets')).toBe(1);
  held.end();
  await churn(TIMES);
  await untilNone();
  const after = await figure('process_open_fds');
  // Where the system does not count files, the gauge of sockets has to do.
  if (process.platform === 'linux')
    expect([before > 0, after <= before + SPARE_FILES]).toEqual([true, true]);
  // What is registered again and again and never taken away is told by Node itself, on standard
  // error.
  expect(desk.output()).not.toMatch(/MaxListenersExceeded|possible EventEmitter memory leak/i);
  const late = await (
    await SocketClient.open(desk.origin, { Cookie: `frontmonth=${users[0]?.sessionId}` })
  ).signIn(users[0]?.id ?? '');
  await late.untilType('PORTFOLIO_UPDATE');
  late.end();
});
