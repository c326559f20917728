// STOP while 25 live accounts place 500 orders within a second: pressed as a button with script, as a form without,
// or by the program of an operator. The broker answers nothing, or ends each order soon, so that all of them leave.
// Where the web sends STOP, an order is in the queue directly before it. No order of the account leaves after STOP
// is stored.
import { quantile } from 'd3-array';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { StoredJournal } from '../../app/models/log/journal.server';
import {
  createRequest,
  findRequestOutcome,
} from '../../app/models/account/operator-request.server';
import type { Terminal } from '../../app/models/desk/terminal';
import { provideTerminal } from '../../app/server/desk/start-up.server';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { getBookId } from '../../app/trading/domain/book';
import type { Command } from '../../app/trading/domain/command';
import type { Order } from '../../app/trading/domain/order';
import type { LogRecord } from '../../app/trading/domain/record';
import { MINUTE_MS } from '../../app/trading/domain/time';
import { buildQuote } from '../../app/trading/domain/quote';
import { toTicks } from '../../app/trading/domain/units';
import { buildMarketEvent } from '../../app/trading/engine/feed-events';
import type { DeskState } from '../../app/trading/engine/state';
import type { RemoteBroker, RemoteListener } from '../../app/trading/ports';
import { createSeededRandomFunction } from '../support/killer-traders';
import { type PageUser, createPageUser } from '../support/page-desk';
import { QUOTED, createQuoteSource } from '../support/quote-source';
import { ARM_ACCOUNT, createManualOrder } from '../support/reference-orders';
import { chooseFullSize, formatSeed } from '../support/run-size';
import { createScratchDir } from '../support/test-database';
import { buildSnapshot } from '../support/venue-desk';

const SEED = Number(process.env['STOP_SEED'] ?? 20_261_129);
const RUNS = chooseFullSize(30, 200);
const USERS = 25;
/** The limit of entries of an account per minute. */
const ORDERS = 20;
/** Orders that are sent at once. */
const BURST = 5;
const TIMEOUT_MS = 1_800_000;
const WAIT = { timeout: 60_000, interval: 5 };
const ORIGIN = 'http://127.0.0.1:3000';

/** Equal orders within seconds would count as one. */
const buildOrder = (nth: number): Command =>
  createManualOrder({
    instrumentId: QUOTED.id,
    orderType: 'LIMIT',
    lots: 1,
    price: 2900 + Math.floor(nth / USERS),
  });

const LAST_ORDER = buildOrder(USERS * ORDERS);

/** Takes orders and cancellations. While it hangs, it answers when a test lets it. */
class HungVenue {
  isHung = true;
  readonly submitted: Order[] = [];
  private readonly unanswered = new Map<string, Order>();
  private listener: RemoteListener | null = null;

  createBroker(findState: () => DeskState, bookId: string): RemoteBroker {
    return {
      name: 'venue',
      isRemote: true,
      isDemo: true,
      submitOrder: (order) => {
        this.submitted.push(order);
        this.unanswered.set(order.id, order);
        if (!this.isHung) setImmediate(() => this.answerOrders());
        return [];
      },
      matchOrders: () => [],
      cancelOrder: () => [],
      findOrders: () => Promise.resolve([]),
      startSession: (listener) => {
        this.listener = listener;
        listener.onConnected(1);
      },
      endSession: () => undefined,
      takeSnapshot: () => {
        const book = findState().books[bookId];
        if (!book) return Promise.reject(new Error('the account is not open'));
        return Promise.resolve(buildSnapshot(book));
      },
    };
  }

  /** Ends all orders. */
  answerOrders(): void {
    for (const orderId of this.unanswered.keys())
      this.listener?.onReport({ type: 'Cancelled', orderId, reason: 'the test goes on' });
    this.unanswered.clear();
  }
}

interface Account {
  readonly user: PageUser;
  readonly bookId: string;
  readonly venue: HungVenue;
}

const venues = new Map<string, HungVenue>();
const source = createQuoteSource();
let passTime: (ms: number) => void = () => undefined;
/** Orders that had left when the STOP of the user was stored. */
const leftBefore = new Map<string, number>();
/** Orders that were stored together with the STOP of their user. */
let storedWithStop = 0;
let desk: Terminal;
const accounts: Account[] = [];

/** The user whom a command stops; null for other records. */
function findStopped({ type, userId, payload }: LogRecord): string | null {
  if (type !== 'CommandReceived') return null;
  const { command } = payload;
  if (command.type === 'StopUser') return command.userId;
  return command.type === 'StopTrading' ? userId : null;
}

/** Notes what had left at the commit of each STOP. */
const watchStops = (journal: StoredJournal): StoredJournal => ({
  ...journal,
  commit: (commit) => {
    journal.commit(commit);
    for (const record of commit.records) {
      const userId = findStopped(record);
      if (userId === null) continue;
      leftBefore.set(userId, venues.get(userId)?.submitted.length ?? 0);
      storedWithStop += commit.records.filter(
        (other) => other.type === 'OrderPlaced' && other.userId === userId,
      ).length;
    }
  },
});

/** Queues an order directly before each STOP of a user, so that both are of one batch. */
function queueOrdersBeforeStops(): void {
  const { execute } = desk;
  desk.execute = (envelope) => {
    if (envelope.command.type === 'StopTrading')
      void execute.call(desk, { ...envelope, idempotencyKey: null, command: LAST_ORDER });
    return execute.call(desk, envelope);
  };
}

async function openAccounts(): Promise<void> {
  desk = openTerminal({
    dataDir: createScratchDir(),
    source: {
      ...source,
      start: (parts) => {
        passTime = (ms) => {
          const atMs = parts.runner.state().nowMs + ms;
          parts.clock.advance(atMs);
          parts.runner.offer({ type: 'Time', atMs });
          const quote = buildQuote(toTicks(3000), 1, atMs);
          const event = {
            type: 'QuoteArrived',
            market: source.market,
            instrumentId: QUOTED.id,
            quote,
          } as const;
          parts.runner.offer(buildMarketEvent(event, false));
        };
        return source.start(parts);
      },
    },
    timeZone: 'America/New_York',
    auditsInBackground: false,
    wrapJournal: watchStops,
    createBrokers: (state) => ({
      listUsers: () => [...venues.keys()],
      openBroker: (userId) =>
        venues.get(userId)?.createBroker(state, getBookId(userId, 'live')) ?? null,
    }),
  });
  queueOrdersBeforeStops();
  const withdraw = provideTerminal(desk);
  onTestFinished(async () => {
    withdraw();
    await desk.close();
  });
  for (let nth = 0; nth < USERS; nth += 1) await openAccount(`user${nth}`);
}

async function openAccount(name: string): Promise<void> {
  const user = await createPageUser(desk, name);
  const venue = new HungVenue();
  venues.set(user.id, venue);
  await sendCommand(user, { type: 'SelectMode', mode: 'live' });
  desk.renewBroker(user.id);
  const bookId = getBookId(user.id, 'live');
  await vi.waitFor(() => expect(desk.state().links[bookId]?.state).toBe('ready'), WAIT);
  accounts.push({ user, bookId, venue });
}

const sendCommand = ({ id }: PageUser, command: Command) =>
  desk.execute({ userId: id, command, idempotencyKey: null });

type Press = () => Promise<void>;

/** Ways to press STOP. Each prepares first, and the press resolves with the answer. */
const WAYS: Readonly<Record<string, (user: PageUser) => Promise<Press>>> = {
  button: (user) =>
    Promise.resolve(async () => {
      const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
      const init = { method: 'POST', headers, body: '{}' };
      expect((await user.open('/api/auto-trading/stop', init)).status).toBe(200);
    }),
  form: async (user) => {
    const { text } = await user.open('/');
    const readField = (name: string): string =>
      new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
    const body = new URLSearchParams({ intent: 'stop-all' });
    for (const name of ['csrf', 'key', 'book']) body.set(name, readField(name));
    return async () => {
      const init = { method: 'POST', body };
      expect((await user.open('/', init)).status).toBe(303);
    };
  },
  program: ({ id: userId }) =>
    Promise.resolve(async () => {
      const command = { type: 'StopUser', userId, close: false } as const;
      const request = { command, reason: 'a test', requestedBy: 'operator' };
      const id = createRequest(desk.db, request, Date.now()) ?? NaN;
      await vi.waitFor(() => expect(findRequestOutcome(desk.db, id)).not.toBeNull(), WAIT);
      expect(findRequestOutcome(desk.db, id)).toMatchObject({ ok: true });
    }),
};

/** All accounts send their orders, spread over a second; those of one account end with its STOP. */
async function runStop(way: string, target: Account, roll: () => number): Promise<number> {
  for (const { user } of accounts) await sendCommand(user, ARM_ACCOUNT);
  const press = await prepareStop(way, target.user);
  const pressMs = 200 + roll() * 600;
  const started = performance.now();
  const answers: Promise<unknown>[] = [];
  let pressed: Promise<number> | null = null;
  for (let nth = 0; nth < USERS * ORDERS; nth += 1) {
    if (pressed === null && performance.now() - started >= pressMs) pressed = measurePress(press);
    const account = accounts[nth % USERS];
    // At a hung broker, one order of an account and contract is under way at most: here that before STOP.
    const isSending = account !== target || (pressed === null && !target.venue.isHung);
    if (account && isSending) answers.push(sendCommand(account.user, buildOrder(nth)));
    if (nth % BURST === 0) await waitUntil(started + (nth * 1000) / (USERS * ORDERS));
  }
  await Promise.all(answers);
  return pressed ?? measurePress(press);
}

async function prepareStop(way: string, user: PageUser): Promise<Press> {
  const prepare = WAYS[way];
  if (!prepare) throw new Error(`${way} is a way to stop`);
  return prepare(user);
}

async function measurePress(press: Press): Promise<number> {
  const started = performance.now();
  await press();
  return performance.now() - started;
}

const waitUntil = (atMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, Math.max(0, atMs - performance.now())));

/** The broker answers, and the limit of entries per minute is free again. */
async function settleAccounts(): Promise<void> {
  for (const { venue } of accounts) venue.answerOrders();
  await vi.waitFor(() => {
    const { books } = desk.state();
    expect(accounts.flatMap(({ bookId }) => Object.keys(books[bookId]?.orders ?? {}))).toEqual([]);
  }, WAIT);
  passTime(2 * MINUTE_MS);
}

it(
  `nothing leaves after ${RUNS} STOPs under 500 orders a second, ${formatSeed('STOP_SEED', SEED)}`,
  async () => {
    await openAccounts();
    const roll = createSeededRandomFunction(SEED);
    const ways = Object.keys(WAYS);
    const times: Record<string, number[]> = {};
    let late = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const way = ways[run % ways.length] ?? '';
      const target = accounts[Math.floor(roll() * USERS)] as Account;
      leftBefore.delete(target.user.id);
      for (const { venue } of accounts) venue.isHung = run % 2 === 0;
      (times[way] ??= []).push(await runStop(way, target, roll));
      const left = leftBefore.get(target.user.id);
      if (left === undefined) throw new Error('STOP was stored');
      late += target.venue.submitted.length - left;
      await settleAccounts();
    }
    const sent = accounts.reduce((sum, { venue }) => sum + venue.submitted.length, 0);
    console.log(
      formatStops(times),
      `${sent} orders sent, ${late} after their STOP; ${storedWithStop} stored together with it`,
    );
    expect(storedWithStop).toBeGreaterThan(RUNS / 4);
    expect(late).toBe(0);
    expect(sent).toBeGreaterThan((RUNS * USERS * ORDERS) / 4);
  },
  TIMEOUT_MS,
);

const formatStops = (times: Readonly<Record<string, readonly number[]>>): string =>
  Object.entries(times)
    .map(
      ([way, each]) =>
        `STOP by ${way}: ${each.length}, ${(quantile(each, 0.5) ?? NaN).toFixed(0)} ms (median), ${(quantile(each, 0.99) ?? NaN).toFixed(0)} ms (99th percentile)`,
    )
    .join('; ');
