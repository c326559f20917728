// No order reaches a broker without passing the gate: what left the desk is counted beside what was
// approved and what was written down.
import fc from 'fast-check';
import { vi } from 'vitest';
import { COMMODITIES } from '../../app/trading/domain/commodity';
import type { Order } from '../../app/trading/domain/order';
import type { EngineConfig } from '../../app/trading/engine/config';
import type { Broker, ExecutionReport } from '../../app/trading/ports';
import type { GateView } from '../../app/trading/risk/gate-view';
import { ENTRIES_PER_MINUTE_MAX, LOTS_MAX, RISK_LIMITS } from '../../app/trading/risk/limits';
import type { approveOrders } from '../../app/trading/risk/pre-trade';
import { INSTRUMENTS, MARKET, memoryJournal, testConfig } from '../support/desk-harness';
import { referenceFee, referenceValue, roundHalfEven } from '../support/reference-money';
import {
  expectBalancedEntries,
  expectPostedBalances,
  expectReserves,
  expectSameBook,
  expectViewAddsUp,
} from './books';
import { Observer } from './observe';
import { agree, expectMet, property } from './property';
import { REPORT_KINDS, RemoteVenue } from './remote-venue';
import { Session, sessionConfig } from './session';
import { type Step, anySteps, plainSteps } from './steps';

const approvals: { views: readonly GateView[]; orders: readonly Order[] }[] = [];
vi.mock('../../app/trading/risk/pre-trade', async (load) => {
  const original = await load<{ approveOrders: typeof approveOrders }>();
  return {
    ...original,
    approveOrders: (views: readonly GateView[]) => {
      const outcome = original.approveOrders(views);
      if (outcome.ok) approvals.push({ views, orders: outcome.value });
      return outcome;
    },
  };
});

const STALE_MS = 20 * 60_000;
const totals = { entries: 0, exits: 0, partFills: 0, remoteOrders: 0 };

/** A local broker that remembers what it was given. */
function spied(broker: Broker, submitted: Order[]): Broker {
  return {
    ...broker,
    submit: (order, quote, instrument) => {
      submitted.push(order);
      return broker.submit(order, quote, instrument);
    },
  };
}

/** Orders out == approvals == intents, one by one and in the same order. */
function expectOneForOne(session: Session, submitted: readonly Order[]): void {
  const intents = session.journal.records.flatMap((record) =>
    record.type === 'OrderPlaced' ? [record.payload.order] : [],
  );
  const approved = approvals.flatMap(({ orders }) => orders);
  agree(
    submitted.map(({ id }) => id),
    intents.map(({ id }) => id),
    'orders out and intents',
  );
  agree(submitted, intents, 'what left and what was written down');
  agree(
    approved.map(({ id }) => id),
    intents.map(({ id }) => id),
    'approvals and intents',
  );
  agree(new Set(submitted.map(({ id }) => id)).size, submitted.length, 'an order leaves once');
}

const share = (amount: number, ratio: number): number =>
  Math.max(0, Number(roundHalfEven(BigInt(amount) * BigInt(Math.round(ratio * 1e6)), 1_000_000n)));
const sum = (rows: readonly { readonly reservedMills: number }[]): number =>
  rows.reduce((total, row) => total + row.reservedMills, 0);

/** The limits once more, from the limits' table and the view alone. */
function expectWithinLimits(view: GateView): void {
  const { order, book, settings, quote, nowMs } = view;
  if (order.purpose !== 'ENTRY') return expectExit(view);
  totals.entries += 1;
  const limits = RISK_LIMITS[settings.riskLevel];
  const rows = [...Object.values(book.positions), ...Object.values(book.orders)];
  const held = (belongs: (row: (typeof rows)[number]) => boolean): number =>
    sum(rows.filter(belongs)) + order.reservedMills;
  const inCommodity = held((row) => row.commodity === order.commodity);
  const inGroup = held(
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
    inCommodity > share(view.equityMills, limits.commodityRatioMax),
    inGroup > share(view.equityMills, limits.groupRatioMax),
    held(() => true) > share(view.equityMills, limits.grossRatioMax),
    order.reservedMills + view.feeMills >
      book.balances.available -
        share(book.balances.available + book.balances.reserved, limits.cashRatioMin),
    book.dayStartMills - view.equityMills > share(book.dayStartMills, limits.dayLossRatioMax),
    entriesThisMinute > ENTRIES_PER_MINUTE_MAX,
    new Set([...positions, order.positionId]).size > limits.positionsPerCommodityMax,
  ];
  agree(
    breaches.flatMap((breach, index) => (breach ? [index] : [])),
    [],
    'limits that an approved entry breaks',
  );
}

function expectExit({ order, book }: GateView): void {
  totals.exits += 1;
  agree(
    order.lots >= 1 && order.lots <= (book.positions[order.positionId]?.lots ?? 0),
    true,
    'an exit takes no more than is held',
  );
}

async function check([fillsAtOnce, steps]: readonly [boolean, readonly Step[]]): Promise<void> {
  approvals.length = 0;
  const submitted: Order[] = [];
  const config = sessionConfig(fillsAtOnce);
  const broker = config.brokers.simulation;
  if (!broker) throw new Error('the desk of the tests has a broker');
  const spy = spied(broker, submitted);
  const session = new Session(
    { ...config, brokers: { simulation: spy, paper: spy, live: null } },
    memoryJournal(),
    STALE_MS,
  );
  await session.open();
  for (const step of steps) await session.play(step);
  expectOneForOne(session, submitted);
  for (const { views } of approvals) for (const view of views) expectWithinLimits(view);
}

property(
  'orders out, approvals and intents are the same, and every approved entry keeps all limits',
  fc.tuple(fc.boolean(), anySteps),
  check,
  {
    after: () => {
      expectMet('entries', totals.entries, 1000);
      expectMet('exits', totals.exits, 500);
    },
  },
);

const said = fc.record({
  kind: fc.constantFrom(...REPORT_KINDS, 'part' as const, 'rest' as const, 'rest' as const),
  nth: fc.nat({ max: 6 }),
  away: fc.integer({ min: -40, max: 40 }),
});

/** A desk whose orders leave for a broker far away. */
function remoteSession(): { session: Session; venue: RemoteVenue } {
  const journal = memoryJournal();
  const isWritten = (type: 'OrderPlaced' | 'OrderSent', id: string): boolean =>
    journal.records.some(
      (record) =>
        record.type === type &&
        (record.type === 'OrderPlaced' ? record.payload.order.id : record.payload.orderId) === id,
    );
  const instrumentOf = (id: string) =>
    INSTRUMENTS.find((instrument) => instrument.id === id) ?? INSTRUMENTS[0]!;
  const venue = new RemoteVenue(
    ({ id }) =>
      agree(
        [isWritten('OrderPlaced', id), isWritten('OrderSent', id)],
        [true, true],
        'an order is on disk before it leaves',
      ),
    ({ instrumentId }, priceTicks, lots) =>
      referenceFee(referenceValue(instrumentOf(instrumentId), priceTicks, lots), 100n),
  );
  const config: EngineConfig = {
    ...testConfig({ marketOf: () => MARKET }),
    brokers: { simulation: venue, paper: venue, live: venue },
    isLiveTradingOn: true,
  };
  return { session: new Session(config, journal, STALE_MS), venue };
}

/**
 * A report that is said again, of a stranger or of an order that is over leaves the books as they
 * are.
 */
function deliver(
  session: Session,
  { bookId, report }: { bookId: string; report: ExecutionReport },
): void {
  const isKnown = session.state.books[bookId]?.orders[report.orderId] !== undefined;
  const before = session.state.books;
  session.offer({ type: 'Execution', bookId, report, atMs: session.nowMs });
  if (!isKnown)
    agree(session.state.books === before, true, 'a report about no working order changes nothing');
  if (report.type === 'Filled')
    totals.partFills += session.state.books[bookId]?.orders[report.orderId] ? 1 : 0;
}

property(
  'with a broker far away: nothing leaves before it is on disk, and parts, repeats and late words are booked once',
  fc.array(fc.tuple(plainSteps, fc.array(said, { maxLength: 12 })), { minLength: 1, maxLength: 4 }),
  async (rounds) => {
    approvals.length = 0;
    const { session, venue } = remoteSession();
    const observer = new Observer('elsewhere');
    session.watch = ({ records, ...watched }) => {
      observer.see({ ...watched, records });
      expectBalancedEntries(records);
    };
    await session.open();
    for (const [steps, words] of rounds) {
      for (const step of steps.slice(0, 12)) await session.play(step);
      for (const { kind, nth, away } of words) {
        const open = INSTRUMENTS[nth % INSTRUMENTS.length]!;
        const report = venue.report(
          kind,
          nth,
          Math.max(1, (session.marks.get(open.id) ?? 0) + away),
        );
        if (report) deliver(session, report);
      }
    }
    for (const [id, reference] of observer.books) {
      const book = session.state.books[id];
      if (!book) throw new Error(`${id} is open`);
      expectSameBook(book, reference, (position) => position.id);
      expectReserves(book);
      expectViewAddsUp(session.state, book, reference);
    }
    expectPostedBalances(session.state, session.journal.records);
    expectOneForOne(session, venue.submitted);
    totals.remoteOrders += venue.submitted.length;
  },
  {
    after: () => {
      expectMet('remoteOrders', totals.remoteOrders, 1000);
      expectMet('partFills', totals.partFills, 100);
    },
  },
);
