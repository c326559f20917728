// A chain of months: entered in the active one, and rolled with side, lots, stop and target.
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import {
  FAR,
  NEAR,
  NEXT,
  ROLL_MS,
  bars,
  chainConfig,
  chainDesk,
  dealt,
  decisions,
  heldByHand,
  lockedQuote,
  rolledAt,
  start,
  until,
} from '../../support/chain-desk';
import { type DeskHarness, MARKET } from '../../support/desk-harness';
import {
  answer,
  getBook,
  handOrder,
  holdings,
  workingOrders,
} from '../../support/reference-orders';

describe('the active month', () => {
  test('is the only one that RUN and the next bars enter', async () => {
    const desk = await chainDesk();
    bars(desk, 2800);
    await start(desk);
    bars(desk, 2800);
    expect(holdings(desk)).toEqual([[NEAR.id, expect.any(Number)]]);
    expect(decisions(desk, 'ENTER').map(({ instrumentId }) => instrumentId)).toEqual([NEAR.id]);
  });

  test('of which the target is flat keeps the commodity out, whatever later months want', async () => {
    const desk = await chainDesk();
    bars(desk, 3000, 2800, 2800);
    await start(desk);
    bars(desk, 3000, 2800, 2800);
    expect(holdings(desk)).toEqual([]);
  });

  test('is the next one when the roll of the first has begun', async () => {
    const desk = await chainDesk();
    until(desk, ROLL_MS);
    bars(desk, 2800);
    await start(desk);
    expect(holdings(desk)).toEqual([[NEXT.id, expect.any(Number)]]);
    desk.quote(NEAR, 2800);
    expect(await answer(desk, handOrder({ instrumentId: NEAR.id }))).toBe('EXPIRY');
  });

  test('is not entered while the one before it is still held: that is what the roll is for', async () => {
    const desk = await chainDesk();
    for (let day = 0; day < 2; day += 1) bars(desk, 2800);
    await start(desk);
    const held = holdings(desk);
    until(desk, ROLL_MS);
    for (const ticks of [3100, 2900]) desk.bar(NEXT, [ticks, ticks, ticks, ticks]);
    expect([held.length, holdings(desk), decisions(desk, 'ENTER').length]).toEqual([1, held, 1]);
  });

  test('may be listed later: what runs waits for it', async () => {
    const desk = await chainDesk(chainConfig(), [NEAR]);
    until(desk, ROLL_MS);
    desk.quote(NEAR, 2800);
    await start(desk);
    expect(holdings(desk)).toEqual([]);
    desk.offer({
      type: 'MarketListed',
      market: MARKET,
      instruments: [NEXT, FAR],
      staleAfterMs: 15_000,
      atMs: desk.nowMs(),
    });
    desk.bar(NEXT, [2800, 2800, 2800, 2800]);
    expect(holdings(desk)).toEqual([[NEXT.id, expect.any(Number)]]);
  });
});

describe('a roll', () => {
  test('leaves the month and enters the next in one step, with stop and target where they lay from the last price', async () => {
    const desk = await heldByHand();
    expect(workingOrders(desk)).toEqual([
      ['STOP', 30, 2750],
      ['TARGET', 30, 2900],
    ]);
    const before = desk.journal.records.length;
    rolledAt(desk, 2820, 2920);
    expect(holdings(desk)).toEqual([[NEXT.id, 30]]);
    expect(dealt(desk).slice(1)).toEqual([
      [NEAR.id, 'EXIT', 30, 2818],
      [NEXT.id, 'ENTRY', 30, 2922],
    ]);
    // 100 ticks further than in the old month, but for the tick that the entry slipped
    expect(workingOrders(desk)).toEqual([
      ['STOP', 30, 2851],
      ['TARGET', 30, 3001],
    ]);
    const [decision] = decisions(desk, 'ROLL');
    expect(decision).toMatchObject({
      instrumentId: NEAR.id,
      target: 'LONG',
      playbookId: null,
      quote: { lastTicks: 2820 },
      into: { instrumentId: NEXT.id, quote: { lastTicks: 2920 } },
    });
    const placed = desk.journal.records
      .slice(before)
      .flatMap((record) =>
        record.type === 'OrderPlaced' && record.payload.order.rollOf ? [record] : [],
      );
    expect(placed.map(({ payload }) => payload.order.purpose)).toEqual(['EXIT', 'ENTRY']);
    expect(
      new Set(
        placed.map(
          ({ payload, causeSeq }) => `${payload.order.groupId} ${payload.order.rollOf} ${causeSeq}`,
        ),
      ).size,
    ).toBe(1);
  });

  test('waits for a fresh price of both months', async () => {
    const desk = await heldByHand();
    until(desk, ROLL_MS);
    desk.quote(NEAR, 2820);
    expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
    desk.wait(30_000);
    desk.quote(NEXT, 2920);
    expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
    desk.quote(NEAR, 2821);
    expect(holdings(desk)).toEqual([[NEXT.id, 30]]);
  });

  test('waits while a side that it needs is locked or out of session', async () => {
    let isShut = true;
    const desk = await heldByHand(
      {},
      chainConfig({
        sessionClosed: (_mode, { id }, atMs) =>
          isShut && atMs >= ROLL_MS && id === NEXT.id ? 'closed.' : null,
      }),
    );
    rolledAt(desk, 2820, 2920);
    isShut = false;
    lockedQuote(desk, NEXT.id, 2920, 'UP');
    lockedQuote(desk, NEAR.id, 2820, 'UP');
    expect(holdings(desk)).toEqual([[NEAR.id, 30]]);
    lockedQuote(desk, NEXT.id, 2920, 'DOWN');
    expect(holdings(desk)).toEqual([[NEXT.id, 30]]);
    expect(desk.journal.records.filter(({ type }) => type === 'OrderRefused')).toEqual([]);
  });

  test.each([
    ['STOP ALL', (desk: DeskHarness) => desk.send('ann', { type: 'StopTrading', commodity: null })],
    ['an emergency stop', (desk: DeskHarness) => desk.send('ann', { type: 'EmergencyStop' })],
    [
      'another mode',
      (desk: DeskHarness) => desk.send('ann', { type: 'SelectMode', mode: 'paper' }),
    ],
  ])('is not prevented by %s', async (_name, prevent) => {
    const desk = await heldByHand();
    await prevent(desk);
    rolledAt(desk, 2820, 2920);
    expect(
      Object.values(desk.runner.state().books['ann:simulation']?.positions ?? {}).map(
        ({ instrumentId, lots }) => [instrumentId, lots],
      ),
    ).toEqual([[NEXT.id, 30]]);
  });

  test('is not prevented by a lost day', async () => {
    const desk = await heldByHand({ lots: 100 });
    until(desk, ROLL_MS);
    desk.quote(NEAR, 1000);
    expect(await answer(desk, handOrder({ instrumentId: 'CL', lots: 1 }))).toBe('STALE_QUOTE');
    expect(getBook(desk).dayStartMills - getBook(desk).equityMills).toBeGreaterThan(1_000_000);
    desk.quote(NEXT, 1010);
    expect(holdings(desk)).toEqual([[NEXT.id, 100]]);
  });

  test('that the gate refuses is an exit alone, and says why', async () => {
    const desk = await heldByHand({ lots: 120 });
    await desk.send('ann', {
      type: 'SaveSettings',
      settings: { ...DEFAULT_SETTINGS, riskLevel: 'conservative' },
    });
    rolledAt(desk, 2820, 2920);
    expect(holdings(desk)).toEqual([]);
    expect(decisions(desk, 'ROLL')).toEqual([]);
    expect(decisions(desk, 'EXIT').map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^cannot be rolled into NGH24: The notional of .* is allowed\.$/),
    ]);
  });

  test('halted trading lets only leave', async () => {
    const desk = await heldByHand();
    await desk.send('system', { type: 'HaltTrading', reason: 'a test' });
    rolledAt(desk, 2820, 2920);
    expect([holdings(desk), decisions(desk, 'EXIT')[0]?.reason]).toEqual([
      [],
      expect.stringContaining('Trading is halted'),
    ]);
  });

  test('goes where the later month still wants the side, and ends where it does not', async () => {
    for (const [next, expected] of [
      [2900, [[NEXT.id, expect.any(Number)]]],
      [3000, []],
    ] as const) {
      const desk = await chainDesk();
      for (let day = 0; day < 2; day += 1) bars(desk, 2800, next, 2800);
      await start(desk);
      expect(holdings(desk)).toEqual([[NEAR.id, expect.any(Number)]]);
      rolledAt(desk, 2800, next);
      expect(holdings(desk)).toEqual(expected);
      expect(decisions(desk, 'EXIT').map(({ reason }) => reason)).toEqual(
        next === 2900 ? [] : ['NGH24: waits for a first bar'],
      );
    }
  });

  test('is no new signal: stopped out afterwards, the same standing signal is not entered again', async () => {
    const desk = await chainDesk();
    for (let day = 0; day < 2; day += 1) bars(desk, 2800);
    await start(desk);
    rolledAt(desk, 2800, 2800);
    expect(holdings(desk)).toEqual([[NEXT.id, expect.any(Number)]]);
    desk.quote(NEXT, 2600);
    expect(holdings(desk)).toEqual([]);
    desk.bar(NEXT, [2600, 2600, 2600, 2600]);
    expect(holdings(desk)).toEqual([]);
    desk.bar(NEXT, [3100, 3100, 3100, 3100]);
    expect(holdings(desk)[0]?.[1]).toBeLessThan(0);
  });

  test('goes on from month to month in one group, and by hand it is traded like any other', async () => {
    const desk = await heldByHand();
    rolledAt(desk, 2820, 2920);
    until(desk, NEXT.contract?.rollMs ?? 0);
    desk.quote(FAR, 2920);
    desk.quote(NEXT, 2920);
    expect(holdings(desk)).toEqual([[FAR.id, 30]]);
    const first = [...desk.journal.positions.values()][0];
    expect(Object.values(getBook(desk).positions).map(({ groupId }) => groupId)).toEqual([
      first?.id,
    ]);
    await desk.send('ann', handOrder({ instrumentId: FAR.id, side: 'SELL', lots: 10 }));
    expect(holdings(desk)).toEqual([[FAR.id, 20]]);
  });

  test('takes back an entry that waits in the month that ends', async () => {
    const desk = await heldByHand();
    await desk.send('ann', handOrder({ instrumentId: NEAR.id, orderType: 'LIMIT', price: 2700 }));
    rolledAt(desk, 2690, 2920);
    expect(workingOrders(desk).filter(([purpose]) => purpose === 'ENTRY')).toEqual([]);
  });
});
