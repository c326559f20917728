// Entries in the active month, and rolls that keep side, lots, stop and target.
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../app/trading/domain/settings';
import {
  FAR,
  NEAR,
  NEXT,
  ROLL_MS,
  sendBars,
  createChainConfig,
  openChainDesk,
  listFills,
  listDecisions,
  openManualPosition,
  sendLimitQuote,
  advanceToRoll,
  startGas,
  advanceTo,
} from '../../support/chain-desk';
import { type DeskHarness, MARKET } from '../../support/desk-harness';
import {
  executeCommand,
  getBook,
  createManualOrder,
  listHoldings,
  listWorkingOrders,
} from '../../support/reference-orders';

describe('active month', () => {
  test('is the only month that is entered', async () => {
    const desk = await openChainDesk();
    sendBars(desk, 2800);
    await startGas(desk);
    sendBars(desk, 2800);
    expect(listHoldings(desk)).toEqual([[NEAR.id, expect.any(Number)]]);
    expect(listDecisions(desk, 'ENTER').map(({ instrumentId }) => instrumentId)).toEqual([NEAR.id]);
  });

  test('decides alone: a flat target blocks entries in later months', async () => {
    const desk = await openChainDesk();
    sendBars(desk, 3000, 2800, 2800);
    await startGas(desk);
    sendBars(desk, 3000, 2800, 2800);
    expect(listHoldings(desk)).toEqual([]);
  });

  test('moves to the next month when the roll starts', async () => {
    const desk = await openChainDesk();
    advanceTo(desk, ROLL_MS);
    sendBars(desk, 2800);
    await startGas(desk);
    expect(listHoldings(desk)).toEqual([[NEXT.id, expect.any(Number)]]);
    desk.quote(NEAR, 2800);
    expect(await executeCommand(desk, createManualOrder({ instrumentId: NEAR.id }))).toBe('EXPIRY');
  });

  test('is not entered while the previous month is held', async () => {
    const desk = await openChainDesk();
    for (let day = 0; day < 2; day += 1) sendBars(desk, 2800);
    await startGas(desk);
    const held = listHoldings(desk);
    advanceTo(desk, ROLL_MS);
    for (const ticks of [3100, 2900]) desk.bar(NEXT, [ticks, ticks, ticks, ticks]);
    expect([held.length, listHoldings(desk), listDecisions(desk, 'ENTER').length]).toEqual([
      1,
      held,
      1,
    ]);
  });

  test('may be listed later', async () => {
    const desk = await openChainDesk(createChainConfig(), [NEAR]);
    advanceTo(desk, ROLL_MS);
    desk.quote(NEAR, 2800);
    await startGas(desk);
    expect(listHoldings(desk)).toEqual([]);
    desk.offer({
      type: 'MarketListed',
      market: MARKET,
      instruments: [NEXT, FAR],
      staleAfterMs: 15_000,
      atMs: desk.nowMs(),
    });
    desk.bar(NEXT, [2800, 2800, 2800, 2800]);
    expect(listHoldings(desk)).toEqual([[NEXT.id, expect.any(Number)]]);
  });
});

describe('roll', () => {
  test('exits and enters in one step and keeps stop and target distances', async () => {
    const desk = await openManualPosition();
    expect(listWorkingOrders(desk)).toEqual([
      ['STOP', 30, 2750],
      ['TARGET', 30, 2900],
    ]);
    const before = desk.journal.records.length;
    advanceToRoll(desk, 2820, 2920);
    expect(listHoldings(desk)).toEqual([[NEXT.id, 30]]);
    expect(listFills(desk).slice(1)).toEqual([
      [NEAR.id, 'EXIT', 30, 2818],
      [NEXT.id, 'ENTRY', 30, 2922],
    ]);
    // 100 ticks above the old month, less one tick of slippage on the entry
    expect(listWorkingOrders(desk)).toEqual([
      ['STOP', 30, 2851],
      ['TARGET', 30, 3001],
    ]);
    const [decision] = listDecisions(desk, 'ROLL');
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

  test('waits for live quotes of both months', async () => {
    const desk = await openManualPosition();
    advanceTo(desk, ROLL_MS);
    desk.quote(NEAR, 2820);
    expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
    desk.wait(30_000);
    desk.quote(NEXT, 2920);
    expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
    desk.quote(NEAR, 2821);
    expect(listHoldings(desk)).toEqual([[NEXT.id, 30]]);
  });

  test('waits while a month is locked or closed', async () => {
    let isShut = true;
    const desk = await openManualPosition(
      {},
      createChainConfig({
        explainClosedSession: (_mode, { id }, atMs) =>
          isShut && atMs >= ROLL_MS && id === NEXT.id ? 'closed.' : null,
      }),
    );
    advanceToRoll(desk, 2820, 2920);
    isShut = false;
    sendLimitQuote(desk, NEXT.id, 2920, 'UP');
    sendLimitQuote(desk, NEAR.id, 2820, 'UP');
    expect(listHoldings(desk)).toEqual([[NEAR.id, 30]]);
    sendLimitQuote(desk, NEXT.id, 2920, 'DOWN');
    expect(listHoldings(desk)).toEqual([[NEXT.id, 30]]);
    expect(desk.journal.records.filter(({ type }) => type === 'OrderRefused')).toEqual([]);
  });

  test.each([
    ['STOP ALL', (desk: DeskHarness) => desk.send('ann', { type: 'StopTrading', commodity: null })],
    ['an emergency stop', (desk: DeskHarness) => desk.send('ann', { type: 'EmergencyStop' })],
    [
      'another mode',
      (desk: DeskHarness) => desk.send('ann', { type: 'SelectMode', mode: 'paper' }),
    ],
  ])('is not blocked by %s', async (_name, prevent) => {
    const desk = await openManualPosition();
    await prevent(desk);
    advanceToRoll(desk, 2820, 2920);
    expect(
      Object.values(desk.runner.state().books['ann:simulation']?.positions ?? {}).map(
        ({ instrumentId, lots }) => [instrumentId, lots],
      ),
    ).toEqual([[NEXT.id, 30]]);
  });

  test('is not blocked by the daily loss limit', async () => {
    const desk = await openManualPosition({ lots: 100 });
    advanceTo(desk, ROLL_MS);
    desk.quote(NEAR, 1000);
    expect(await executeCommand(desk, createManualOrder({ instrumentId: 'CL', lots: 1 }))).toBe(
      'STALE_QUOTE',
    );
    expect(getBook(desk).dayStartMills - getBook(desk).equityMills).toBeGreaterThan(1_000_000);
    desk.quote(NEXT, 1010);
    expect(listHoldings(desk)).toEqual([[NEXT.id, 100]]);
  });

  test('is an exit with a reason if pre-trade checks reject the entry', async () => {
    const desk = await openManualPosition({ lots: 120 });
    await desk.send('ann', {
      type: 'SaveSettings',
      settings: { ...DEFAULT_SETTINGS, riskLevel: 'conservative' },
    });
    advanceToRoll(desk, 2820, 2920);
    expect(listHoldings(desk)).toEqual([]);
    expect(listDecisions(desk, 'ROLL')).toEqual([]);
    expect(listDecisions(desk, 'EXIT').map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^cannot be rolled into NGH24: The notional of .* is allowed\.$/),
    ]);
  });

  test('is only an exit while trading is halted', async () => {
    const desk = await openManualPosition();
    await desk.send('system', { type: 'HaltTrading', reason: 'a test' });
    advanceToRoll(desk, 2820, 2920);
    expect([listHoldings(desk), listDecisions(desk, 'EXIT')[0]?.reason]).toEqual([
      [],
      expect.stringContaining('Trading is halted'),
    ]);
  });

  test('continues only if the next month has the same target', async () => {
    for (const [next, expected] of [
      [2900, [[NEXT.id, expect.any(Number)]]],
      [3000, []],
    ] as const) {
      const desk = await openChainDesk();
      for (let day = 0; day < 2; day += 1) sendBars(desk, 2800, next, 2800);
      await startGas(desk);
      expect(listHoldings(desk)).toEqual([[NEAR.id, expect.any(Number)]]);
      advanceToRoll(desk, 2800, next);
      expect(listHoldings(desk)).toEqual(expected);
      expect(listDecisions(desk, 'EXIT').map(({ reason }) => reason)).toEqual(
        next === 2900 ? [] : ['NGH24: waits for a first bar'],
      );
    }
  });

  test('does not count as a new signal after a stop', async () => {
    const desk = await openChainDesk();
    for (let day = 0; day < 2; day += 1) sendBars(desk, 2800);
    await startGas(desk);
    advanceToRoll(desk, 2800, 2800);
    expect(listHoldings(desk)).toEqual([[NEXT.id, expect.any(Number)]]);
    desk.quote(NEXT, 2600);
    expect(listHoldings(desk)).toEqual([]);
    desk.bar(NEXT, [2600, 2600, 2600, 2600]);
    expect(listHoldings(desk)).toEqual([]);
    desk.bar(NEXT, [3100, 3100, 3100, 3100]);
    expect(listHoldings(desk)[0]?.[1]).toBeLessThan(0);
  });

  test('keeps one group over several months and accepts manual orders', async () => {
    const desk = await openManualPosition();
    advanceToRoll(desk, 2820, 2920);
    advanceTo(desk, NEXT.contract?.rollMs ?? 0);
    desk.quote(FAR, 2920);
    desk.quote(NEXT, 2920);
    expect(listHoldings(desk)).toEqual([[FAR.id, 30]]);
    const first = [...desk.journal.positions.values()][0];
    expect(Object.values(getBook(desk).positions).map(({ groupId }) => groupId)).toEqual([
      first?.id,
    ]);
    await desk.send('ann', createManualOrder({ instrumentId: FAR.id, side: 'SELL', lots: 10 }));
    expect(listHoldings(desk)).toEqual([[FAR.id, 20]]);
  });

  test('cancels a working entry in the ending month', async () => {
    const desk = await openManualPosition();
    await desk.send(
      'ann',
      createManualOrder({ instrumentId: NEAR.id, orderType: 'LIMIT', price: 2700 }),
    );
    advanceToRoll(desk, 2690, 2920);
    expect(listWorkingOrders(desk).filter(([purpose]) => purpose === 'ENTRY')).toEqual([]);
  });
});
