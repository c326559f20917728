// Every order passes the pre-trade checks: orders sent, approvals and recorded intents are
// compared.
import fc from 'fast-check';
import { vi } from 'vitest';
import { COMMODITIES } from '../../app/trading/domain/commodity';
import type { Order } from '../../app/trading/domain/order';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { Broker, ExecutionReport } from '../../app/trading/ports';
import type { PreTradeInput } from '../../app/trading/risk/pre-trade-input';
import { ENTRIES_PER_MINUTE_MAX, LOTS_MAX, RISK_LIMITS } from '../../app/trading/risk/limits';
import type { approveOrders } from '../../app/trading/risk/approve-orders';
import { auditRecords } from '../support/audited-records';
import {
  INSTRUMENTS,
  MARKET,
  createMemoryJournal,
  createTestConfig,
} from '../support/desk-harness';
import { chargeByLot } from '../support/reference-account';
import { roundHalfEven } from '../support/reference-money';
import {
  expectBalancedEntries,
  expectPostedBalances,
  expectReserves,
  expectSameLots,
  expectSameBook,
  expectViewAddsUp,
} from './books';
import { Observer } from './observe';
import { assertEqual, expectMet, property } from './property';
import { buildSnapshot } from '../support/venue-desk';
import { REPORT_KINDS, RemoteVenue } from './remote-venue';
import { Session, sessionConfig } from './session';
import { type Step, anySteps, plainSteps } from './steps';

const approvals: { views: readonly PreTradeInput[]; orders: readonly Order[] }[] = [];
vi.mock('../../app/trading/risk/approve-orders', async (load) => {
  const original = await load<{ approveOrders: typeof approveOrders }>();
  return {
    ...original,
    approveOrders: (views: readonly PreTradeInput[]) => {
      const outcome = original.approveOrders(views);
      if (outcome.ok) approvals.push({ views, orders: outcome.value });
      return outcome;
    },
  };
});

const STALE_MS = 20 * 60_000;
const totals = {
  entries: 0,
  exits: 0,
  partFills: 0,
  remoteOrders: 0,
  attachedStops: 0,
  lateFills: 0,
  opposite: 0,
  corrections: 0,
};

/** A local broker that records submitted orders. */
function spyOnBroker(broker: Broker, submitted: Order[]): Broker {
  return {
    ...broker,
    submitOrder: (order, quote, instrument) => {
      submitted.push(order);
      return broker.submitOrder(order, quote, instrument);
    },
  };
}

/** Orders sent = approvals = intents, in the same order. */
function expectOneForOne(session: Session, submitted: readonly Order[]): void {
  const intents = session.journal.records.flatMap((record) =>
    record.type === 'OrderPlaced' ? [record.payload.order] : [],
  );
  const approved = approvals.flatMap(({ orders }) => orders);
  assertEqual(
    submitted.map(({ id }) => id),
    intents.map(({ id }) => id),
    'orders out and intents',
  );
  assertEqual(submitted, intents, 'what left and what was written down');
  // A stop that was sent along is approved with its entry.
  const ownIntents = intents.filter(({ remote }) => remote?.sentWith === undefined);
  assertEqual(
    approved.map(({ id }) => id),
    ownIntents.map(({ id }) => id),
    'approvals and intents',
  );
  assertEqual(
    new Set(submitted.map(({ id }) => id)).size,
    submitted.length,
    'an order leaves once',
  );
}

const takeRatio = (amount: number, ratio: number): number =>
  Math.max(0, Number(roundHalfEven(BigInt(amount) * BigInt(Math.round(ratio * 1e6)), 1_000_000n)));
const sumReserved = (rows: readonly { readonly reservedMills: number }[]): number =>
  rows.reduce((total, row) => total + row.reservedMills, 0);

/** Recomputes all limits from the table and the view. */
function expectWithinLimits(view: PreTradeInput): void {
  const { order, book, settings, quote, nowMs } = view;
  if (order.purpose !== 'ENTRY') return expectExit(view);
  totals.entries += 1;
  const limits = RISK_LIMITS[settings.riskLevel];
  const rows = [...Object.values(book.positions), ...Object.values(book.orders)];
  const sumHeld = (belongs: (row: (typeof rows)[number]) => boolean): number =>
    sumReserved(rows.filter(belongs)) + order.reservedMills;
  const inCommodity = sumHeld((row) => row.commodity === order.commodity);
  const inGroup = sumHeld(
    (row) => COMMODITIES[row.commodity].group === COMMODITIES[order.commodity].group,
  );
  const entriesThisMinute = book.entryTimes.filter((at) => at > nowMs - 60_000).length + 1;
  const positions = new Set(
    rows
      .filter(
        (row) =>
          row.commodity === order.commodity && !('purpose' in row && row.purpose !== 'ENTRY'),
      )
      .map((row) => ('positionId' in row ? row.positionId : row.id)),
  );
  const breaches = [
    view.isHalted,
    view.isUserDisabled === true,
    view.clockFault !== null,
    !view.isSelected,
    view.modeBlocked !== null,
    view.sessionClosed !== null,
    !quote || nowMs - quote.atMs > view.staleAfterMs,
    order.lots < 1 || order.lots > LOTS_MAX,
    inCommodity > takeRatio(view.equityMills, limits.commodityRatioMax),
    inGroup > takeRatio(view.equityMills, limits.groupRatioMax),
    sumHeld(() => true) > takeRatio(view.equityMills, limits.grossRatioMax),
    order.reservedMills + view.feeMills >
      book.balances.available -
        takeRatio(book.balances.available + book.balances.reserved, limits.cashRatioMin),
    book.dayStartMills - view.equityMills > takeRatio(book.dayStartMills, limits.dayLossRatioMax),
    entriesThisMinute > ENTRIES_PER_MINUTE_MAX,
    new Set([...positions, order.positionId]).size > limits.positionsPerCommodityMax,
  ];
  assertEqual(
    breaches.flatMap((breach, index) => (breach ? [index] : [])),
    [],
    'limits that an approved entry breaks',
  );
}

function expectExit({ order, book }: PreTradeInput): void {
  totals.exits += 1;
  assertEqual(
    order.lots >= 1 && order.lots <= (book.positions[order.positionId]?.lots ?? 0),
    true,
    'an exit takes no more than is held',
  );
}

async function checkSession([fillsAtOnce, steps]: readonly [
  boolean,
  readonly Step[],
]): Promise<void> {
  approvals.length = 0;
  const submitted: Order[] = [];
  const config = sessionConfig(fillsAtOnce);
  const broker = config.brokers.simulation;
  if (!broker) throw new Error('the desk of the tests has a broker');
  const spy = spyOnBroker(broker, submitted);
  const session = new Session(
    { ...config, brokers: { simulation: spy, paper: spy } },
    createMemoryJournal(),
    STALE_MS,
  );
  await session.open();
  for (const step of steps) await session.playStep(step);
  expectOneForOne(session, submitted);
  for (const { views } of approvals) for (const view of views) expectWithinLimits(view);
}

property(
  'orders sent equal approvals and intents, and approved entries keep all limits',
  fc.tuple(fc.boolean(), anySteps),
  checkSession,
  {
    after: () => {
      expectMet('entries', totals.entries, 1000);
      expectMet('exits', totals.exits, 500);
    },
  },
);

const said = fc.record({
  kind: fc.constantFrom(
    ...REPORT_KINDS,
    'part' as const,
    'rest' as const,
    'rest' as const,
    'late' as const,
  ),
  nth: fc.nat({ max: 6 }),
  away: fc.integer({ min: -40, max: 40 }),
});

const FEE_PER_LOT = 3n;

/** A session with a remote broker. */
function remoteSession(attachesStops: boolean): { session: Session; venue: RemoteVenue } {
  const journal = createMemoryJournal();
  const isWritten = (type: 'OrderPlaced' | 'OrderSent', id: string): boolean =>
    journal.records.some(
      (record) =>
        record.type === type &&
        (record.type === 'OrderPlaced' ? record.payload.order.id : record.payload.orderId) === id,
    );
  const venue = new RemoteVenue(
    ({ id }) =>
      assertEqual(
        [isWritten('OrderPlaced', id), isWritten('OrderSent', id)],
        [true, true],
        'an order is on disk before it leaves',
      ),
    FEE_PER_LOT,
    attachesStops,
  );
  const config: EngineConfig = {
    ...createTestConfig({ getMarket: () => MARKET }),
    brokers: { simulation: venue, paper: venue },
    findLiveBroker: () => venue,
    isLiveTradingOn: true,
  };
  return { session: new Session(config, journal, STALE_MS), venue };
}

/** The broker of each new account is connected and agrees with it. */
function connectAccounts(session: Session): void {
  for (const book of Object.values(session.state.books))
    if (!session.state.links[book.id])
      session.offer({
        type: 'BrokerCompared',
        bookId: book.id,
        nextOrderNumber: 1,
        snapshot: buildSnapshot(book),
        atMs: session.nowMs,
      });
}

/** Repeated and unknown reports change nothing, and an ended order takes only executions. */
function deliverReports(
  session: Session,
  { bookId, report }: { bookId: string; report: ExecutionReport },
): void {
  const book = session.state.books[bookId];
  const isKnown =
    book?.orders[report.orderId] !== undefined ||
    ((report.type === 'Filled' || report.type === 'Corrected') &&
      book?.endedOrders[report.orderId] !== undefined);
  const before = session.state.books;
  session.offer({ type: 'Execution', bookId, report, atMs: session.nowMs });
  if (!isKnown)
    assertEqual(
      session.state.books === before,
      true,
      'a report about no working order changes nothing',
    );
  if (report.type === 'Filled')
    totals.partFills += session.state.books[bookId]?.orders[report.orderId] ? 1 : 0;
}

property(
  'remote broker: orders leave after they are stored, and reports are booked once',
  fc.record({
    rounds: fc.array(fc.tuple(fc.oneof(plainSteps, anySteps), fc.array(said, { maxLength: 12 })), {
      minLength: 1,
      maxLength: 8,
    }),
    attachesStops: fc.boolean(),
  }),
  async ({ rounds, attachesStops }) => {
    approvals.length = 0;
    const { session, venue } = remoteSession(attachesStops);
    const observer = new Observer('elsewhere', chargeByLot(FEE_PER_LOT));
    session.watch = ({ records, ...watched }) => {
      observer.observeStep({ ...watched, records });
      expectBalancedEntries(records);
    };
    await session.open();
    connectAccounts(session);
    for (const [steps, words] of rounds) {
      for (const step of steps.slice(0, 12)) {
        await session.playStep(step);
        connectAccounts(session);
      }
      for (const { kind, nth, away } of words) {
        const open = INSTRUMENTS[nth % INSTRUMENTS.length]!;
        const report = venue.report(
          kind,
          nth,
          Math.max(1, (session.marks.get(open.id) ?? 0) + away),
        );
        if (report) deliverReports(session, report);
      }
    }
    for (const [id, reference] of observer.books) {
      const book = session.state.books[id];
      if (!book) throw new Error(`${id} is open`);
      expectSameBook(book, reference, (position) => position.id);
      expectReserves(book);
      expectViewAddsUp(session.state, book, reference);
      expectSameLots(book, venue.countHeldLots(id));
    }
    expectPostedBalances(session.state, session.journal.records);
    expectOneForOne(session, venue.submitted);
    assertEqual(auditRecords(session.journal.records), null, 'the difference that the audit finds');
    totals.corrections += observer.counts['FillCorrected'] ?? 0;
    totals.lateFills += observer.counts['late fills'] ?? 0;
    totals.opposite += observer.counts['opposite fills'] ?? 0;
    totals.remoteOrders += venue.submitted.length;
    totals.attachedStops += venue.submitted.filter(({ remote }) => remote?.sentWith).length;
  },
  {
    after: () => {
      expectMet('remoteOrders', totals.remoteOrders, 1000);
      expectMet('attachedStops', totals.attachedStops, 50);
      expectMet('partFills', totals.partFills, 100);
      expectMet('lateFills', totals.lateFills, 1000);
      expectMet('corrections', totals.corrections, 300);
      expectMet('opposite', totals.opposite, 20);
    },
  },
);
