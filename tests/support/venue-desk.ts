// A desk whose simulation account trades at a remote broker. The broker lists what it receives and answers only
// through the reports of a test.
import { expect } from 'vitest';
import type { Book } from '../../app/trading/domain/book';
import type { Command, CommandResult } from '../../app/trading/domain/command';
import type { Order } from '../../app/trading/domain/order';
import type { LogRecord } from '../../app/trading/domain/record';
import { addMills, toLots, toMills, toTicks } from '../../app/trading/domain/units';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { DeskState } from '../../app/trading/engine/state';
import type {
  Broker,
  BrokerSnapshot,
  ExecutionReport,
  FilledReport,
} from '../../app/trading/ports';
import { auditRecords } from './audited-records';
import {
  type DeskHarness,
  GAS,
  OPEN_BOOK,
  createDeskHarness,
  createMemoryJournal,
  createTestConfig,
  openDesk,
} from './desk-harness';
import { getBook } from './reference-orders';

interface Venue extends Broker {
  /** Calls with order ids, oldest first. */
  readonly sent: string[];
}

/** A venue that takes stops along with entries. */
export function createAttachingVenue(): Venue {
  const venue = createVenue();
  return { ...venue, followStop: ({ id }) => void venue.sent.push(`follow ${id}`) };
}

/** `failsOn`: the call that throws. */
export function createVenue(failsOn: 'submit' | 'cancel' | null = null): Venue {
  const sent: string[] = [];
  const receiveCall = (what: 'submit' | 'cancel', { id }: Order): readonly ExecutionReport[] => {
    if (what === failsOn) throw new Error('the socket is closed');
    sent.push(`${what} ${id}`);
    return [];
  };
  return {
    name: 'venue',
    isRemote: true,
    sent,
    submitOrder: (order) => receiveCall('submit', order),
    matchOrders: () => [],
    cancelOrder: (order) => receiveCall('cancel', order),
    findOrders: () => Promise.resolve([]),
  };
}

/** What a broker states that agrees with an account, with changes. */
export function buildSnapshot(book: Book, overrides: Partial<BrokerSnapshot> = {}): BrokerSnapshot {
  const cashMills = addMills(book.balances.available, book.balances.reserved);
  return {
    reports: [],
    externalTrades: [],
    positions: Object.values(book.positions).map(({ instrumentId, direction, lots }) => ({
      instrumentId,
      signedLots: direction === 'LONG' ? lots : -lots,
    })),
    cashMills,
    ...overrides,
  };
}

export const createVenueConfig = (
  venue: Broker | null,
  overrides: Partial<EngineConfig> = {},
): EngineConfig =>
  createTestConfig({
    ...overrides,
    brokers: { simulation: venue, paper: createTestConfig().brokers.paper },
  });

/** The execution of an order that a venue reports. */
export const createFill = (
  orderId: string,
  lots: number,
  overrides: Partial<FilledReport> = {},
): FilledReport => ({
  type: 'Filled',
  orderId,
  executionId: `x-${orderId}-${lots}`,
  lots: toLots(lots),
  priceTicks: toTicks(2800),
  midTicks: toTicks(2800),
  feeMills: toMills(10),
  atMs: 0,
  ...overrides,
});

/** The broker of a user is connected and states what the account has, with changes. */
export function compareAccount(
  desk: DeskHarness,
  userId = 'ann',
  overrides: Partial<BrokerSnapshot> = {},
  nextOrderNumber = 1,
): void {
  const book = getBook(desk, userId);
  desk.offer({
    type: 'BrokerCompared',
    bookId: book.id,
    nextOrderNumber,
    snapshot: buildSnapshot(book, overrides),
    atMs: desk.nowMs(),
  });
}

export class VenueDesk {
  constructor(
    readonly desk: DeskHarness,
    readonly config: EngineConfig,
    /** Records of the runs before this one. */
    private readonly earlier: readonly LogRecord[] = [],
  ) {}

  get book(): Book {
    return getBook(this.desk);
  }

  /** The whole log, earlier runs included. */
  get records(): readonly LogRecord[] {
    return [...this.earlier, ...this.desk.journal.records];
  }

  listOrders(): readonly Order[] {
    return Object.values(this.book.orders);
  }

  /** Executes commands in one transaction. */
  async sendCommands(...commands: readonly Command[]): Promise<readonly CommandResult[]> {
    const { runner } = this.desk;
    const results = commands.map((command) =>
      runner.execute({ userId: 'ann', command, idempotencyKey: null }),
    );
    runner.drain();
    return Promise.all(results);
  }

  /** Places one order and returns its id. */
  async placeOrder(command: Command): Promise<string> {
    const before = new Set(Object.keys(this.book.orders));
    const [result] = await this.sendCommands(command);
    expect(result?.outcome).toMatchObject({ ok: true });
    const placed = this.listOrders().find(({ id }) => !before.has(id));
    if (!placed) throw new Error('the order is working');
    return placed.id;
  }

  offerReports(...reports: readonly ExecutionReport[]): void {
    for (const report of reports)
      this.desk.offer({ type: 'Execution', bookId: this.book.id, report, atMs: this.desk.nowMs() });
  }

  /** The broker is connected and states what the account has, with changes. */
  compareBroker(overrides: Partial<BrokerSnapshot> = {}, nextOrderNumber = 1): void {
    compareAccount(this.desk, 'ann', overrides, nextOrderNumber);
  }

  loseBroker(reason: string): void {
    this.desk.offer({ type: 'BrokerLost', bookId: this.book.id, reason, atMs: this.desk.nowMs() });
  }

  /** Time passes, and the engine sees it. */
  passTime(ms: number): void {
    this.desk.wait(ms);
    this.desk.offer({ type: 'Time', atMs: this.desk.nowMs() });
  }

  /** The next run over the same log. */
  restartDesk(
    venue: Broker | null,
    overrides: Partial<EngineConfig> = {},
    state: DeskState = this.desk.runner.state(),
  ): VenueDesk {
    const config = createVenueConfig(venue, overrides);
    const desk = createDeskHarness(config, createMemoryJournal(), state);
    return new VenueDesk(desk, config, this.records);
  }

  expectAudited(): void {
    expect(auditRecords(this.records)).toBeNull();
  }
}

/** A desk whose live account is selected, compared with its broker and not armed, and a price of gas. */
export async function openLiveDesk(
  venue: Broker,
  overrides: Partial<EngineConfig> = {},
): Promise<VenueDesk> {
  const config = createTestConfig({
    findLiveBroker: () => venue,
    isLiveTradingOn: true,
    ...overrides,
  });
  const account = new VenueDesk(await openDesk(config), config);
  await openLiveAccount(account);
  return account;
}

/** Opens and selects the live account, compares it with its broker, and gives a price of gas. */
export async function openLiveAccount(account: VenueDesk): Promise<void> {
  await account.sendCommands({ ...OPEN_BOOK, mode: 'live' }, { type: 'SelectMode', mode: 'live' });
  account.compareBroker();
  account.desk.quote(GAS, 2800);
}

/** A desk with an account at the venue and a price of gas. */
export async function openVenueDesk(
  venue: Broker,
  overrides: Partial<EngineConfig> = {},
): Promise<VenueDesk> {
  const config = createVenueConfig(venue, overrides);
  const venueDesk = new VenueDesk(await openDesk(config), config);
  venueDesk.compareBroker();
  venueDesk.desk.quote(GAS, 2800);
  return venueDesk;
}
