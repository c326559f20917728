// Arming: who may allow the entries of a live account, for how long, and what ends it.
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../app/trading/domain/command';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../app/trading/domain/time';
import { toMills } from '../../../app/trading/domain/units';
import { GAS, MARKET } from '../../support/desk-harness';
import { ARM_ACCOUNT, createManualOrder, executeCommand } from '../../support/reference-orders';
import { type VenueDesk, createFill, createVenue, openLiveDesk } from '../../support/venue-desk';

const BUY = createManualOrder({ lots: 10 });
const CONFIRM: Command = { type: 'ConfirmArming', bookId: 'ann:live' };
const CLOSE: Command = { type: 'CloseTrading', commodity: null };
/** The harness quotes 5 s after midnight UTC of 2 January 2024: 19:00 in New York. */
const NEXT_END_MS = Date.UTC(2024, 0, 2, 12, 0, 5);

const createDemo = () => ({ ...createVenue(), isDemo: true as const });
const countSent = (venue: { readonly sent: readonly string[] }, what: string): number =>
  venue.sent.filter((call) => call.startsWith(what)).length;
const listReasons = ({ records }: VenueDesk): readonly string[] =>
  records.flatMap(({ type, payload }) =>
    type === 'AccountDisarmed' || type === 'AccountHalted' ? [payload.reason] : [],
  );

/** Time passes at a fresh price. */
function passTime(account: VenueDesk, ms: number): void {
  account.passTime(ms);
  account.desk.quote(GAS, 2800);
}

/** Names the origin of the price of gas. */
function listQuotes({ desk }: VenueDesk, hasLiveQuotes: boolean): void {
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [GAS],
    staleAfterMs: DAY_MS,
    priceSource: hasLiveQuotes ? 'a broker, live' : 'a broker, 10 min late',
    ...(hasLiveQuotes ? { hasLiveQuotes: true as const } : {}),
    atMs: desk.nowMs(),
  });
}

async function openArmed(venue = createDemo()): Promise<VenueDesk> {
  const account = await openLiveDesk(venue);
  expect(await executeCommand(account.desk, ARM_ACCOUNT)).toBe('granted');
  return account;
}

/** Holds ten lots of gas. */
async function openHolding(venue = createDemo()): Promise<VenueDesk> {
  const account = await openArmed(venue);
  account.offerReports(createFill(await account.placeOrder(BUY), 10));
  return account;
}

describe('a demo account', () => {
  it('sends entries only while it is armed', async () => {
    const venue = createDemo();
    const account = await openLiveDesk(venue);
    expect(await executeCommand(account.desk, BUY)).toBe('NOT_ARMED');
    expect(await executeCommand(account.desk, { type: 'StartTrading', commodity: 'corn' })).toBe(
      'NOT_ARMED',
    );
    expect(await executeCommand(account.desk, ARM_ACCOUNT)).toBe('granted');
    expect(account.book.arming).toMatchObject({ state: 'armed', untilMs: NEXT_END_MS });
    expect(await executeCommand(account.desk, BUY)).toBe('granted');
    await account.sendCommands({ type: 'DisarmAccount' });
    expect(await executeCommand(account.desk, createManualOrder({ lots: 11 }))).toBe('NOT_ARMED');
    expect(countSent(venue, 'submit')).toBe(1);
    account.expectAudited();
  });

  it('opens positions at a delayed quote', async () => {
    const account = await openArmed();
    listQuotes(account, false);
    expect(await executeCommand(account.desk, BUY)).toBe('granted');
  });

  it('needs no arming to exit', async () => {
    const venue = createDemo();
    const account = await openHolding(venue);
    await account.sendCommands({ type: 'DisarmAccount' }, CLOSE);
    expect(account.listOrders().map(({ purpose }) => purpose)).toEqual(['EXIT']);
    expect(countSent(venue, 'submit')).toBe(2);
    account.expectAudited();
  });

  it.each([
    ['nothing', 0],
    ['more than it has', 25_000_001],
  ])('is not armed with a loss limit of %s', async (_what, limit) => {
    const account = await openLiveDesk(createDemo());
    const command = { ...ARM_ACCOUNT, lossLimitMills: toMills(limit) };
    expect(await executeCommand(account.desk, command)).toBe('INVALID');
    expect(account.book.arming).toBeNull();
  });

  it('is not armed before it was compared, nor while it is halted', async () => {
    const account = await openLiveDesk(createDemo());
    account.loseBroker('the connection was closed');
    expect(await executeCommand(account.desk, ARM_ACCOUNT)).toBe('NO_BROKER');
    account.compareBroker();
    const halt = { userId: 'ann', level: 1, instrumentId: null, reason: 'a test' } as const;
    await account.sendCommands({ type: 'HaltAccounts', ...halt });
    expect(await executeCommand(account.desk, ARM_ACCOUNT)).toBe('HALTED');
    account.expectAudited();
  });

  it('lets no entry out that was disarmed in the same batch', async () => {
    const venue = createDemo();
    const account = await openArmed(venue);
    await account.sendCommands(BUY, { type: 'DisarmAccount' });
    expect(venue.sent).toEqual([]);
    expect(account.listOrders()).toEqual([]);
    account.expectAudited();
  });
});

describe('the arming ends', () => {
  it('at 17:00 in New York, or after 12 hours', async () => {
    const account = await openArmed();
    account.passTime(12 * HOUR_MS - MINUTE_MS);
    expect(account.book.arming).not.toBeNull();
    // Also before the engine sees that its time is over.
    account.desk.wait(2 * MINUTE_MS);
    account.desk.quote(GAS, 2800);
    expect(await executeCommand(account.desk, BUY)).toBe('NOT_ARMED');
    account.passTime(1);
    expect(account.book.arming).toBeNull();
    account.compareBroker();
    passTime(account, 8 * HOUR_MS);
    expect(await executeCommand(account.desk, ARM_ACCOUNT)).toBe('granted');
    expect(account.book.arming?.untilMs).toBe(Date.UTC(2024, 0, 2, 22));
    account.expectAudited();
  });

  it('with a restart, which opens the connection', async () => {
    const account = await openArmed();
    const bookId = account.book.id;
    account.desk.offer({ type: 'BrokerOpened', bookId, atMs: account.desk.nowMs() });
    expect(account.book.arming).toBeNull();
    expect(await executeCommand(account.desk, BUY)).toBe('MODE');
    account.expectAudited();
  });

  it('when all trading is halted', async () => {
    const account = await openArmed();
    await account.desk.send('system', { type: 'HaltTrading', reason: 'a test' });
    expect(account.book.arming).toBeNull();
    account.expectAudited();
  });

  it('at a loss beyond the limit, and the account is halted', async () => {
    const account = await openHolding();
    const lossLimitMills = toMills(1_000);
    expect(await executeCommand(account.desk, { ...ARM_ACCOUNT, lossLimitMills })).toBe('granted');
    account.desk.quote(GAS, 2700);
    account.passTime(SECOND_MS);
    expect(account.book).toMatchObject({ arming: null, halt: { level: 1, needsOperator: false } });
    expect(listReasons(account)[0]).toMatch(
      /it has lost \$10\.\d\d since it was armed; the limit is/,
    );
    account.expectAudited();
  });

  it('after more than a minute without a connection', async () => {
    const account = await openArmed();
    account.loseBroker('the connection was closed');
    account.passTime(59 * SECOND_MS);
    account.loseBroker('no gateway answers on port 4002');
    account.passTime(SECOND_MS);
    expect(account.book.halt).toBeNull();
    account.passTime(SECOND_MS);
    expect(account.book.halt).toMatchObject({ level: 1 });
    account.expectAudited();
  });

  it('after five rejections within a minute', async () => {
    const account = await openArmed();
    for (let nth = 0; nth < 5; nth += 1) {
      const orderId = await account.placeOrder(createManualOrder({ lots: nth + 1 }));
      account.offerReports({ type: 'Rejected', orderId, reason: 'no margin' });
      account.passTime(2 * SECOND_MS);
      expect(account.book.halt === null).toBe(nth < 4);
    }
    expect(account.book.halt).toMatchObject({ level: 1 });
    account.expectAudited();
  });

  it('at two orders without an answer, and entries are cancelled', async () => {
    const account = await openArmed();
    const orderIds = [
      await account.placeOrder(createManualOrder({ lots: 1 })),
      await account.placeOrder(createManualOrder({ instrumentId: 'NG', lots: 1, side: 'SELL' })),
    ];
    account.offerReports(
      ...orderIds.map(
        (orderId) => ({ type: 'Lost', orderId, reason: 'the socket is closed' }) as const,
      ),
    );
    account.passTime(SECOND_MS);
    expect(account.book.halt).toMatchObject({ level: 2 });
    expect(account.listOrders().map(({ cancelRequest }) => cancelRequest?.reason)).toEqual([
      'trading halted',
      'trading halted',
    ]);
    account.expectAudited();
  });
});

describe('a real account', () => {
  it('is armed by two people', async () => {
    const venue = createVenue();
    const account = await openLiveDesk(venue);
    expect(await executeCommand(account.desk, ARM_ACCOUNT)).toBe('granted');
    expect(account.book.arming?.state).toBe('requested');
    expect(await executeCommand(account.desk, BUY)).toBe('NOT_ARMED');
    expect(await executeCommand(account.desk, CONFIRM)).toBe('NOT_ARMED');
    passTime(account, 9 * MINUTE_MS);
    expect(await executeCommand(account.desk, CONFIRM, 'bob')).toBe('granted');
    listQuotes(account, true);
    expect(await executeCommand(account.desk, BUY)).toBe('granted');
    expect(countSent(venue, 'submit')).toBe(1);
    account.expectAudited();
  });

  it('opens nothing at a delayed quote, and closes at one', async () => {
    const venue = createVenue();
    const account = await openLiveDesk(venue);
    await account.sendCommands(ARM_ACCOUNT);
    expect(await executeCommand(account.desk, CONFIRM, 'bob')).toBe('granted');
    listQuotes(account, true);
    account.offerReports(createFill(await account.placeOrder(BUY), 10));
    listQuotes(account, false);
    const [rejected] = await account.sendCommands(createManualOrder({ lots: 11 }));
    expect(rejected?.outcome).toMatchObject({
      ok: false,
      refusal: {
        code: 'NOT_ARMED',
        message:
          'The price of NG (a broker, 10 min late) is not a live quote. A real account opens positions at live quotes only; exits go on.',
      },
    });
    await account.sendCommands(CLOSE);
    expect(countSent(venue, 'submit')).toBe(2);
    account.expectAudited();
  });

  it('is confirmed by another user within ten minutes only', async () => {
    const account = await openLiveDesk(createVenue());
    await account.sendCommands(ARM_ACCOUNT);
    account.passTime(10 * MINUTE_MS + 1);
    expect(await executeCommand(account.desk, CONFIRM, 'bob')).toBe('NOT_ARMED');
    expect(account.book.arming?.state).toBe('requested');
  });

  it('is confirmed at the machine after a quarter of an hour, and not after half an hour', async () => {
    const account = await openLiveDesk(createVenue());
    await account.sendCommands(ARM_ACCOUNT);
    account.passTime(15 * MINUTE_MS - 1);
    expect(await executeCommand(account.desk, CONFIRM, 'system')).toBe('NOT_ARMED');
    account.passTime(1);
    expect(await executeCommand(account.desk, CONFIRM, 'system')).toBe('granted');
    await account.sendCommands({ type: 'DisarmAccount' }, ARM_ACCOUNT);
    account.passTime(30 * MINUTE_MS);
    expect(await executeCommand(account.desk, CONFIRM, 'system')).toBe('INVALID');
    expect(account.book.arming).toBeNull();
    account.expectAudited();
  });
});

interface Conditions {
  readonly isOn: boolean;
  readonly isSelected: boolean;
  readonly isCompared: boolean;
  readonly isArmed: boolean;
  readonly isConfirmed: boolean;
  readonly isHalted: boolean;
  readonly isInTime: boolean;
  readonly isQuotedLive: boolean;
}

const MET: Conditions = {
  isOn: true,
  isSelected: true,
  isCompared: true,
  isArmed: true,
  isConfirmed: true,
  isHalted: false,
  isInTime: true,
  isQuotedLive: true,
};

/** All combinations of true and false. */
const listCombinations = (): readonly Conditions[] =>
  Object.keys(MET).reduce<readonly Conditions[]>(
    (rows, name) =>
      rows.flatMap((row) => [
        { ...row, [name]: false },
        { ...row, [name]: true },
      ]),
    [MET],
  );

const HALT: Command = {
  type: 'HaltAccounts',
  userId: 'ann',
  level: 1,
  instrumentId: null,
  reason: 'a test',
};

/** Each condition is met first, and then taken away. Returns the number of orders at the broker. */
async function trySend(conditions: Conditions): Promise<number> {
  const venue = createVenue();
  const account = await openLiveDesk(venue);
  const { desk } = account;
  if (conditions.isArmed) await desk.send('ann', ARM_ACCOUNT);
  if (conditions.isConfirmed) await desk.send('bob', CONFIRM);
  if (conditions.isHalted) await desk.send('ann', HALT);
  if (!conditions.isCompared) account.loseBroker('the connection was closed');
  if (!conditions.isSelected) await desk.send('ann', { type: 'SelectMode', mode: 'paper' });
  if (!conditions.isInTime) account.passTime(12 * HOUR_MS);
  listQuotes(account, true);
  if (!conditions.isQuotedLive) listQuotes(account, false);
  desk.quote(GAS, 2800);
  const next = conditions.isOn
    ? account
    : account.restartDesk(venue, { findLiveBroker: () => venue, isLiveTradingOn: false });
  await next.desk.send('ann', BUY);
  return venue.sent.length;
}

describe('the conditions of a real order', () => {
  it('send it in exactly one of 256 combinations', async () => {
    const combinations = listCombinations();
    expect(combinations).toHaveLength(256);
    const sent = await Promise.all(combinations.map(trySend));
    expect(combinations.filter((_row, index) => (sent[index] ?? 0) > 0)).toEqual([MET]);
  });
});
