// Random prices, orders, reports, stops and halts of a live account, in batches: after each commit, what left to
// the broker and what was held back is what was stored.
import { expect, it } from 'vitest';
import type { Command } from '../../app/trading/domain/command';
import type { Order } from '../../app/trading/domain/order';
import { toLots } from '../../app/trading/domain/units';
import type { EngineEvent } from '../../app/trading/engine/event';
import type { ExecutionReport } from '../../app/trading/ports';
import { GAS, buildQuoteEvent } from '../support/desk-harness';
import { createSeededRandomFunction } from '../support/killer-traders';
import { ARM_ACCOUNT, createManualOrder } from '../support/reference-orders';
import { chooseSize, formatSeed } from '../support/run-size';
import { type VenueDesk, createFill, createVenue, openLiveDesk } from '../support/venue-desk';

const SEED = Number(process.env['DEPARTURE_SEED'] ?? 20_261_129);
const EVENTS = chooseSize(30_000, 300_000, 1_000_000);
const BATCH_MAX = 48;
const TIMEOUT_MS = 3_600_000;
const USER = { userId: 'ann', instrumentId: null, reason: 'a test' } as const;

type Roll = () => number;

/** Weights of what happens, and what it is. */
const ACTS: readonly (readonly [number, (account: VenueDesk, roll: Roll) => void])[] = [
  [
    60,
    ({ desk }, roll) =>
      desk.runner.offer(
        buildQuoteEvent(GAS, 2700 + Math.floor(roll() * 200), advanceClock(desk, 60_000)),
      ),
  ],
  [12, (account, roll) => offerReport(account, roll)],
  [
    10,
    (account, roll) =>
      sendCommand(
        account,
        createManualOrder({
          side: roll() < 0.5 ? 'BUY' : 'SELL',
          lots: 1 + Math.floor(roll() * 9),
          stop: roll() < 0.5 ? 40 : null,
        }),
      ),
  ],
  [4, (account) => sendCommand(account, { type: 'StopTrading', commodity: null })],
  [3, (account) => sendCommand(account, { type: 'CloseTrading', commodity: null })],
  [
    1,
    (account, roll) =>
      sendCommand(account, { type: 'HaltAccounts', ...USER, level: roll() < 0.5 ? 1 : 4 }),
  ],
  [
    6,
    (account) =>
      sendCommand(
        account,
        { type: 'ResumeAccount', bookId: account.book.id, reason: 'a test' },
        'system',
      ),
  ],
  [6, (account) => sendCommand(account, ARM_ACCOUNT)],
  [
    1,
    ({ desk, book }) =>
      offerEvent(desk, {
        type: 'BrokerLost',
        bookId: book.id,
        reason: 'a test',
        atMs: desk.nowMs(),
      }),
  ],
  [3, compareBroker],
  [4, ({ desk }) => offerEvent(desk, { type: 'Time', atMs: advanceClock(desk, 1_000) })],
];
const WEIGHT = ACTS.reduce((sum, [weight]) => sum + weight, 0);

function advanceClock(desk: VenueDesk['desk'], ms: number): number {
  desk.wait(ms);
  return desk.nowMs();
}

const offerEvent = ({ runner }: VenueDesk['desk'], event: EngineEvent): void =>
  void runner.offer(event);

const sendCommand = ({ desk }: VenueDesk, command: Command, userId = 'ann'): void =>
  void desk.runner.execute({ userId, command, idempotencyKey: null });

/** Both sides agree, as of what was processed. */
function compareBroker(account: VenueDesk): void {
  account.desk.runner.drain();
  account.compareBroker();
}

/** What the broker says of a working order; at times of one that has ended meanwhile. */
function offerReport(account: VenueDesk, roll: Roll): void {
  const orders = account.listOrders();
  const order = orders[Math.floor(roll() * orders.length)];
  if (order) offerEvent(account.desk, buildReport(account, order, roll));
}

function buildReport({ desk, book }: VenueDesk, order: Order, roll: Roll): EngineEvent {
  const { id: orderId } = order;
  const left = order.lots - order.filledLots;
  const lots = roll() < 0.5 ? left : 1 + Math.floor(roll() * left);
  const executionId = `x-${desk.runner.status().events}-${Math.floor(roll() * 1e9)}`;
  const reports: readonly ExecutionReport[] = [
    createFill(orderId, lots, { executionId, lots: toLots(lots) }),
    createFill(orderId, lots, { executionId, lots: toLots(lots) }),
    { type: 'Acknowledged', orderId },
    { type: 'Cancelled', orderId, reason: 'a test' },
    { type: 'Rejected', orderId, reason: 'a test' },
    { type: 'Lost', orderId, reason: 'a test' },
  ];
  const report = reports[Math.floor(roll() * reports.length)] as ExecutionReport;
  return { type: 'Execution', bookId: book.id, report, atMs: desk.nowMs() };
}

function chooseAct(roll: Roll): (account: VenueDesk, roll: Roll) => void {
  let left = roll() * WEIGHT;
  for (const [weight, act] of ACTS) {
    left -= weight;
    if (left < 0) return act;
  }
  throw new Error('the weights add up');
}

it(
  `stored orders and departures are equal after each commit of ${EVENTS} events, ${formatSeed('DEPARTURE_SEED', SEED)}`,
  async () => {
    const roll = createSeededRandomFunction(SEED);
    const venue = { ...createVenue(), isDemo: true as const };
    let received = 0;
    venue.submitOrder = () => {
      received += 1;
      return [];
    };
    venue.cancelOrder = () => [];
    const account = await openLiveDesk(venue);
    const { runner, journal } = account.desk;
    let commits = 0;
    runner.onPublish(() => {
      const { stored, sent, heldBack } = runner.status().departures;
      commits += 1;
      if (stored !== sent + heldBack || sent !== received)
        throw new Error(
          `${stored} stored, ${sent} sent, ${heldBack} held back, ${received} received`,
        );
    });
    while (runner.status().events < EVENTS) {
      const size = 1 + Math.floor(roll() * BATCH_MAX);
      for (let index = 0; index < size; index += 1) chooseAct(roll)(account, roll);
      runner.drain();
      journal.records.length = 0;
    }
    const { stored, sent, heldBack } = runner.status().departures;
    const { events } = runner.status();
    console.log(
      `departures: ${events} events in ${commits} batches; ${stored} orders stored, ${sent} sent, ${heldBack} held back`,
    );
    expect([stored > EVENTS / 200, heldBack > EVENTS / 2000]).toEqual([true, true]);
    expect(account.book.halt?.level).not.toBe(5);
  },
  TIMEOUT_MS,
);
