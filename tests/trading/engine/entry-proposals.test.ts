// Entries of strategies in a live account wait for approval, are void after a while, and are sent once.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import type { EngineConfig } from '../../../app/trading/engine/config';
import type { EntryProposal } from '../../../app/trading/domain/entry-proposal';
import { HOUR_MS, MINUTE_MS } from '../../../app/trading/domain/time';
import { GAS, buildFlatBarEvent, createLevelPlaybook } from '../../support/desk-harness';
import { ARM_ACCOUNT, createManualOrder, executeCommand } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openLiveDesk } from '../../support/venue-desk';

const START: Command = { type: 'StartTrading', commodity: 'natural-gas' };

interface RunningDesk {
  readonly venue?: ReturnType<typeof createVenue>;
  readonly needsApproval?: boolean;
  readonly lastTicks?: number;
  readonly overrides?: Partial<EngineConfig>;
}

/** A running strategy that is long below a price of 3 dollars, in an armed account. */
async function openRunning({
  venue = createVenue(),
  needsApproval = true,
  lastTicks = 2800,
  overrides = {},
}: RunningDesk = {}): Promise<VenueDesk> {
  const account = await openLiveDesk(
    { ...venue, isDemo: true },
    {
      listPlaybooks: (commodity) =>
        commodity === 'natural-gas' ? [createLevelPlaybook(commodity, 3, 2, 0.1, '1h')] : [],
      ...overrides,
    },
  );
  // 20 bars determine the size of moves.
  for (let hour = 0; hour < 25; hour += 1) addBar(account, lastTicks - 28 * (hour % 2));
  account.compareBroker();
  await account.sendCommands({ ...ARM_ACCOUNT, needsApproval }, START);
  return account;
}

/** An hour that closes at a price. */
function addBar({ desk }: VenueDesk, closeTicks: number): void {
  desk.offer(buildFlatBarEvent(GAS, closeTicks, desk.nowMs() + 1, desk.nowMs() + HOUR_MS));
}

const listProposals = ({ book }: VenueDesk): readonly EntryProposal[] =>
  Object.values(book.proposals);

function getProposal(account: VenueDesk): EntryProposal {
  const [proposal] = listProposals(account);
  if (!proposal) throw new Error('an entry is proposed');
  return proposal;
}

const decideEntry = (
  account: VenueDesk,
  type: 'ApproveEntry' | 'DeclineEntry',
  { id }: Pick<EntryProposal, 'id'> = getProposal(account),
): Promise<string> => executeCommand(account.desk, { type, proposalId: id });

const listDeclined = ({ records }: VenueDesk): readonly string[] =>
  records.flatMap(({ type, payload }) => (type === 'EntryDeclined' ? [payload.reason] : []));

describe('the entry of a strategy', () => {
  it('waits with its quote, size and worst loss, and is sent once it is approved', async () => {
    const venue = createVenue();
    const account = await openRunning({ venue });
    const proposal = getProposal(account);
    const [leg] = proposal.legs;
    expect(proposal).toMatchObject({
      playbookId: 'LEVEL',
      commodity: 'natural-gas',
      direction: 'LONG',
      untilMs: account.desk.nowMs() + 5 * MINUTE_MS,
    });
    const { lots = 0, stopDistanceTicks } = leg?.request ?? {};
    expect([leg?.lastTicks, stopDistanceTicks]).toEqual([2800, 200]);
    // A lot is 10 MMBtu, a tick 0.001 dollars: 10 mills. The rest are the fees of entry and exit.
    const feesMills = (leg?.worstLossMills ?? 0) - 200 * 10 * lots;
    expect(feesMills).toBeGreaterThan(0);
    expect(feesMills).toBeLessThan(0.001 * 2800 * 10 * lots);
    expect(venue.sent).toEqual([]);
    expect(await decideEntry(account, 'ApproveEntry', proposal)).toBe('granted');
    expect(venue.sent).toHaveLength(1);
    expect(account.listOrders()).toMatchObject([{ proposalId: proposal.id, lots }]);
    expect(await decideEntry(account, 'ApproveEntry', proposal)).toBe('INVALID');
    expect(venue.sent).toHaveLength(1);
    account.expectAudited();
  });

  it('is sent at once where the account was armed without approvals', async () => {
    const venue = createVenue();
    const account = await openRunning({ venue, needsApproval: false });
    expect(listProposals(account)).toEqual([]);
    expect(venue.sent).toHaveLength(1);
    account.expectAudited();
  });

  it('is proposed once, whatever prices follow', async () => {
    const account = await openRunning();
    account.desk.quote(GAS, 2801);
    account.desk.quote(GAS, 2802);
    expect(account.records.filter(({ type }) => type === 'EntryProposed')).toHaveLength(1);
  });

  it('is not proposed where it would be rejected', async () => {
    const overrides = { explainClosedSession: () => 'The exchange is closed.' };
    const account = await openRunning({ overrides });
    expect(listProposals(account)).toEqual([]);
    const refusals = account.records.flatMap(({ type, payload }) =>
      type === 'OrderRefused' ? [payload.refusal.code] : [],
    );
    expect(refusals).toEqual(['SESSION']);
    account.expectAudited();
  });
});

describe('a proposal ends without an order', () => {
  it('after five minutes', async () => {
    const account = await openRunning();
    const proposal = getProposal(account);
    account.passTime(5 * MINUTE_MS);
    expect(listProposals(account)).toEqual([]);
    expect(listDeclined(account)).toEqual(['it was not approved within five minutes']);
    expect(await decideEntry(account, 'ApproveEntry', proposal)).toBe('INVALID');
    account.expectAudited();
  });

  it('after a move by half of a usual day, and not after a smaller one', async () => {
    const account = await openRunning();
    const moveTicksMax = getProposal(account).legs[0]?.moveTicksMax ?? 0;
    expect(moveTicksMax).toBeGreaterThan(5);
    account.desk.quote(GAS, 2800 + moveTicksMax);
    expect(listProposals(account)).toHaveLength(1);
    account.desk.quote(GAS, 2800 + moveTicksMax + 1);
    expect(listDeclined(account)).toEqual(['the price has moved by more than half of a usual day']);
    account.expectAudited();
  });

  it.each<readonly [string, Command, string]>([
    ['STOP', { type: 'StopTrading', commodity: 'natural-gas' }, 'stopped'],
    ['STOP ALL', { type: 'StopTrading', commodity: null }, 'stopped'],
    ['EMERGENCY STOP', { type: 'EmergencyStop' }, 'emergency stop'],
    [
      'a halt',
      { type: 'HaltAccounts', userId: 'ann', level: 1, instrumentId: null, reason: 'a test' },
      'the account was halted',
    ],
    ['DISARM', { type: 'DisarmAccount' }, 'disarmed by the trader'],
    ['another mode', { type: 'SelectMode', mode: 'paper' }, 'book left'],
  ])('with %s', async (_what, command, reason) => {
    const venue = createVenue();
    const account = await openRunning({ venue });
    await account.sendCommands(command);
    expect(listDeclined(account)).toEqual([reason]);
    expect(venue.sent).toEqual([]);
    account.expectAudited();
  });

  it('when the strategy turns at the end of the bar', async () => {
    const account = await openRunning({ lastTicks: 2990 });
    const startsMs = account.desk.nowMs() + 1;
    // RUN within the next bar proposes again.
    await account.sendCommands({ type: 'StopTrading', commodity: 'natural-gas' });
    account.passTime(58 * MINUTE_MS);
    account.desk.quote(GAS, 2990);
    await account.sendCommands(START);
    expect(getProposal(account).legs[0]?.moveTicksMax).toBeGreaterThan(20);
    account.desk.offer(buildFlatBarEvent(GAS, 3005, startsMs, startsMs + HOUR_MS - 1));
    expect(listDeclined(account)).toEqual(['stopped', 'its strategy does not signal it any more']);
    account.expectAudited();
  });

  it('when it is declined; its signal is used up, until RUN', async () => {
    const account = await openRunning();
    expect(await decideEntry(account, 'DeclineEntry')).toBe('granted');
    addBar(account, 2801);
    expect(account.book.arming?.state).toBe('armed');
    expect(listProposals(account)).toEqual([]);
    await account.sendCommands({ type: 'StopTrading', commodity: 'natural-gas' }, START);
    expect(listProposals(account)).toHaveLength(1);
    account.expectAudited();
  });

  it('when the checks reject it at its approval', async () => {
    const venue = createVenue();
    const account = await openRunning({ venue });
    const proposal = getProposal(account);
    account.loseBroker('the connection was closed');
    expect(await decideEntry(account, 'ApproveEntry', proposal)).toBe('MODE');
    expect(listProposals(account)).toEqual([]);
    expect(venue.sent).toEqual([]);
    account.expectAudited();
  });
});

describe('what never waits', () => {
  it('are exits, stops and manual orders', async () => {
    const venue = createVenue();
    const account = await openRunning({ venue });
    await decideEntry(account, 'ApproveEntry');
    const [entry] = account.listOrders();
    account.offerReports(createFill(entry?.id ?? '', entry?.lots ?? 0));
    expect(account.listOrders().map(({ purpose }) => purpose)).toEqual(['STOP', 'TARGET']);
    const { length } = venue.sent;
    await account.placeOrder(createManualOrder({ instrumentId: 'NG', lots: 1 }));
    expect(venue.sent).toHaveLength(length + 1);
    // The strategy turns: its exit follows the cancellation of stop and target.
    addBar(account, 3100);
    expect(venue.sent.filter((call) => call.startsWith('cancel'))).toHaveLength(2);
    expect(listProposals(account)).toEqual([]);
  });
});
