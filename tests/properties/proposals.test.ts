// Proposed entries of a live account in any order of approvals, refusals, prices, halts and restarts: no order
// of a strategy leaves without an approval of its own, and no exit waits.
import fc from 'fast-check';
import { expect } from 'vitest';
import type { Command } from '../../app/trading/domain/command';
import { HOUR_MS, MINUTE_MS } from '../../app/trading/domain/time';
import type { Order } from '../../app/trading/domain/order';
import { auditRecords } from '../support/audited-records';
import { GAS, buildFlatBarEvent, createLevelPlaybook } from '../support/desk-harness';
import { ARM_ACCOUNT } from '../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openLiveDesk } from '../support/venue-desk';
import { expectMet, property } from './property';

const COMMODITY = 'natural-gas';
const USER = { userId: 'ann', instrumentId: null, reason: 'a test' } as const;
const BOOK_ID = 'ann:live';

/** Counts over all cases. */
const totals = { proposed: 0, approved: 0, declined: 0, entries: 0, exits: 0 };

interface Play {
  readonly account: VenueDesk;
  readonly venue: ReturnType<typeof createRecordingVenue>;
  /** Ids of all proposals so far, oldest first. */
  readonly proposalIds: string[];
}

function createRecordingVenue() {
  const orders: Order[] = [];
  return {
    ...createVenue(),
    isDemo: true as const,
    orders,
    submitOrder: (order: Order) => {
      orders.push(order);
      return [];
    },
  };
}

type Act = readonly [name: string, act: (play: Play) => Promise<unknown> | void];

const sendCommand =
  (command: Command) =>
  ({ account }: Play): Promise<unknown> =>
    account.sendCommands(command);

const decideEntry =
  (type: 'ApproveEntry' | 'DeclineEntry', age: number) =>
  ({ account, proposalIds }: Play): Promise<unknown> => {
    const proposalId = proposalIds.at(-1 - age) ?? 'none';
    return account.sendCommands({ type, proposalId });
  };

/** An hour that closes at a price. */
const addBar =
  (closeTicks: number) =>
  ({ account: { desk } }: Play): void =>
    desk.offer(buildFlatBarEvent(GAS, closeTicks, desk.nowMs() + 1, desk.nowMs() + HOUR_MS));

function reportFill({ account }: Play): void {
  const [order] = account.listOrders();
  if (order) account.offerReports(createFill(order.id, order.lots - order.filledLots));
}

function reportEnd({ account }: Play): void {
  const order = account.listOrders().find(({ cancelRequest }) => cancelRequest);
  if (order) account.offerReports({ type: 'Cancelled', orderId: order.id, reason: 'cancelled' });
}

function reopenConnection({ account }: Play): void {
  const atMs = account.desk.nowMs();
  account.desk.offer({ type: 'BrokerOpened', bookId: BOOK_ID, atMs });
  account.compareBroker();
}

const ARM = sendCommand({ ...ARM_ACCOUNT, needsApproval: true });
const ACTS: readonly Act[] = [
  ['arm', ARM],
  ['arm', ARM],
  ['approve', decideEntry('ApproveEntry', 0)],
  ['approve', decideEntry('ApproveEntry', 0)],
  ['approve', decideEntry('ApproveEntry', 0)],
  ['approve an earlier one', decideEntry('ApproveEntry', 1)],
  ['decline', decideEntry('DeclineEntry', 0)],
  ['long', addBar(2800)],
  ['long', addBar(2810)],
  ['short', addBar(3200)],
  ['price', ({ account }) => account.desk.quote(GAS, 2820)],
  ['wait', ({ account }) => account.passTime(MINUTE_MS)],
  ['wait long', ({ account }) => account.passTime(5 * MINUTE_MS)],
  ['wait for the evening', ({ account }) => account.passTime(12 * HOUR_MS)],
  ['run', sendCommand({ type: 'StartTrading', commodity: COMMODITY })],
  ['run', sendCommand({ type: 'StartTrading', commodity: COMMODITY })],
  ['stop', sendCommand({ type: 'StopTrading', commodity: COMMODITY })],
  ['close', sendCommand({ type: 'CloseTrading', commodity: null })],
  ['disarm', sendCommand({ type: 'DisarmAccount' })],
  ['halt', sendCommand({ type: 'HaltAccounts', ...USER, level: 1 })],
  ['close all by halt', sendCommand({ type: 'HaltAccounts', ...USER, level: 4 })],
  ['resume', sendCommand({ type: 'ResumeAccount', bookId: BOOK_ID, reason: 'reviewed' })],
  ['fill', reportFill],
  ['fill', reportFill],
  ['end', reportEnd],
  ['reconnect', reopenConnection],
];

async function openPlay(): Promise<Play> {
  const venue = createRecordingVenue();
  const account = await openLiveDesk(venue, {
    listPlaybooks: (commodity) =>
      commodity === COMMODITY ? [createLevelPlaybook(commodity, 3, 2, 0.1, '1h')] : [],
  });
  const play: Play = { account, venue, proposalIds: [] };
  addBar(2800)(play);
  await ARM(play);
  await sendCommand({ type: 'StartTrading', commodity: COMMODITY })(play);
  collectProposals(play);
  return play;
}

function collectProposals({ account, proposalIds }: Play): void {
  for (const id of Object.keys(account.book.proposals))
    if (!proposalIds.includes(id)) proposalIds.push(id);
}

/** A close that is requested has an exit, or a cancellation that its exit follows. */
function expectExits({ account, venue }: Play, before: number): void {
  const { closing, orders } = account.book;
  const { links } = account.desk.runner.state();
  if (links[BOOK_ID]?.state !== 'ready') return;
  for (const positionId of Object.keys(closing)) {
    const own = Object.values(orders).filter((order) => order.positionId === positionId);
    const isGoing = own.some(({ purpose, cancelRequest }) => purpose === 'EXIT' || cancelRequest);
    expect(isGoing, positionId).toBe(true);
  }
  totals.exits += venue.orders.slice(before).filter(({ purpose }) => purpose === 'EXIT').length;
}

function expectApproved({ account, venue }: Play): void {
  const { records } = account;
  const listIds = (type: 'EntryApproved' | 'EntryProposed' | 'EntryDeclined'): readonly string[] =>
    records.flatMap((record) => {
      if (record.type !== type) return [];
      return record.type === 'EntryProposed'
        ? [record.payload.proposal.id]
        : [record.payload.proposalId];
    });
  const approvedIds = listIds('EntryApproved');
  const sentIds = venue.orders.flatMap(({ purpose, proposalId = 'none' }) =>
    purpose === 'ENTRY' ? [proposalId] : [],
  );
  // Each entry that left has an approval, and each approval sent at most one entry.
  expect(sentIds.filter((id) => !approvedIds.includes(id))).toEqual([]);
  expect(new Set(sentIds).size).toBe(sentIds.length);
  expect(new Set(approvedIds).size).toBe(approvedIds.length);
  totals.proposed += listIds('EntryProposed').length;
  totals.approved += approvedIds.length;
  totals.declined += listIds('EntryDeclined').length;
  totals.entries += sentIds.length;
}

property(
  'no entry of a strategy leaves a live account without an approval of its own',
  fc.array(fc.constantFrom(...ACTS), { minLength: 10, maxLength: 40 }),
  async (acts) => {
    const play = await openPlay();
    for (const [, act] of acts) {
      const before = play.venue.orders.length;
      await act(play);
      collectProposals(play);
      expectExits(play, before);
    }
    expectApproved(play);
    expect(auditRecords(play.account.records)).toBeNull();
  },
  {
    after: () => {
      process.stdout.write(`proposals: ${JSON.stringify(totals)}\n`);
      expectMet('proposed entries', totals.proposed, 300);
      expectMet('approved entries', totals.approved, 60);
      expectMet('exits', totals.exits, 25);
    },
  },
);
