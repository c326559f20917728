// Reactions to inconsistent brokers and feeds; causes of records.
import { expect, test } from 'vitest';
import { getSelectedBook } from '../../../app/trading/domain/book';
import { defineInstrument } from '../../../app/trading/domain/instrument';
import { buildQuote } from '../../../app/trading/domain/quote';
import { toLots, toMills, toTicks } from '../../../app/trading/domain/units';
import { type ExecutionReport, StorageError } from '../../../app/trading/ports';
import {
  CRUDE,
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createLevelPlaybook,
  createMemoryJournal,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';

const buildPlaceOrder = (lots: number, extra: object = {}) =>
  ({
    type: 'PlaceOrder',
    instrumentId: 'NG',
    side: 'BUY',
    orderType: 'MARKET',
    lots: toLots(lots),
    priceTicks: null,
    stopDistanceTicks: toTicks(50),
    targetDistanceTicks: null,
    ...extra,
  }) as const;

const findBook = (desk: DeskHarness) => getSelectedBook(desk.runner.state(), 'ann');

function reportFill(desk: DeskHarness, orderId: string, lots: number): void {
  const filled: ExecutionReport = {
    type: 'Filled',
    orderId,
    executionId: `late-${orderId}-${lots}`,
    lots: toLots(lots),
    priceTicks: toTicks(2700),
    feeMills: toMills(0),
    midTicks: toTicks(2700),
    atMs: desk.nowMs(),
  };
  desk.offer({ type: 'Execution', bookId: 'ann:simulation', report: filled, atMs: desk.nowMs() });
}

test('an overfill halts trading and books nothing, also when repeated', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', buildPlaceOrder(30));
  const stop = Object.values(findBook(desk)?.orders ?? {})[0];
  const before = findBook(desk)?.balances;
  reportFill(desk, stop?.id ?? '', 31);
  reportFill(desk, stop?.id ?? '', 31);
  expect(desk.runner.state().trading).toMatchObject({
    state: 'HALTED',
    reason: expect.stringContaining('31 lots') as string,
  });
  expect(findBook(desk)?.balances).toEqual(before);
  expect(findBook(desk)?.orders[stop?.id ?? '']?.state).toBe('UNKNOWN');
  expect(desk.journal.records.filter(({ type }) => type === 'TradingHalted')).toHaveLength(1);
});

test('a contract with a changed lot keeps its old value while held', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  await desk.send('ann', buildPlaceOrder(30));
  const other = defineInstrument({
    id: 'NG',
    commodity: 'natural-gas',
    tick: '0.001',
    lot: '100',
    priceMayBeNegative: false,
  });
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [other],
    staleAfterMs: 1,
    atMs: desk.nowMs(),
  });
  expect(desk.runner.state().listings[MARKET]?.['NG']?.tickMills).toBe(10);
  expect(desk.runner.state().trading.state).toBe('ACTIVE');
});

test('a contract that is not held takes its new terms everywhere', async () => {
  const desk = await openDesk();
  const other = defineInstrument({
    id: 'NG',
    commodity: 'natural-gas',
    tick: '0.001',
    lot: '100',
    priceMayBeNegative: false,
  });
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [other],
    staleAfterMs: 1,
    atMs: desk.nowMs(),
  });
  expect(desk.runner.state().listings[MARKET]?.['NG']?.tickMills).toBe(100);
  expect(desk.runner.state().markets[MARKET]?.instruments['NG']?.instrument.tickMills).toBe(100);
  expect(desk.runner.state().trading.state).toBe('ACTIVE');
});

test('a bar covered by quotes fills no stop placed inside it', async () => {
  const desk = await openDesk();
  const startsMs = desk.nowMs();
  desk.quote(GAS, 2700);
  desk.quote(GAS, 2800);
  await desk.send('ann', buildPlaceOrder(30));
  const bar = {
    openTicks: toTicks(2700),
    highTicks: toTicks(2800),
    lowTicks: toTicks(2690),
    closeTicks: toTicks(2800),
    startsMs,
    endsMs: desk.nowMs() + 1000,
  };
  const event = {
    type: 'BarClosed',
    market: MARKET,
    instrumentId: 'NG',
    bar,
    quote: buildQuote(toTicks(2800), 1, bar.endsMs),
  } as const;
  desk.offer({ type: 'Market', isBackfill: false, atMs: bar.endsMs, event });
  expect(Object.keys(findBook(desk)?.positions ?? {})).toHaveLength(1);
});

test('cancels working entries at the daily loss limit', async () => {
  const desk = await openDesk();
  desk.quote(GAS, 2800);
  desk.quote(CRUDE, 6000);
  await desk.send('ann', buildPlaceOrder(130, { stopDistanceTicks: null }));
  await desk.send(
    'ann',
    buildPlaceOrder(10, {
      instrumentId: 'CL',
      orderType: 'LIMIT',
      priceTicks: toTicks(5900),
      stopDistanceTicks: null,
    }),
  );
  expect(Object.values(findBook(desk)?.orders ?? {}).map(({ purpose }) => purpose)).toEqual([
    'ENTRY',
  ]);
  desk.wait(60_000);
  desk.quote(GAS, 1900);
  expect(findBook(desk)?.orders).toEqual({});
  expect(desk.journal.records.at(-1)).toMatchObject({
    type: 'OrderCancelled',
    payload: { reason: 'daily loss' },
  });
});

test('every record names its cause: decision, order, sent, filled', async () => {
  const playbook = createLevelPlaybook('natural-gas', 3);
  const desk = await openDesk(
    createTestConfig({
      listPlaybooks: (commodity) => (commodity === 'natural-gas' ? [playbook] : []),
    }),
  );
  desk.bar(GAS, [2800, 2810, 2790, 2800]);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  const chain = desk.journal.records
    .slice(-5)
    .map(({ type, seq, causeSeq }) => [type, causeSeq === null ? null : seq - causeSeq]);
  expect(chain).toEqual([
    ['CommodityStarted', 1],
    ['DecisionTaken', 2],
    ['OrderPlaced', 1],
    ['OrderSent', 2],
    ['OrderFilled', 1],
  ]);
});

test('crude near zero is sized by the floor of its contract', async () => {
  const desk = await openDesk();
  const crude = defineInstrument({
    id: 'CL',
    commodity: 'crude-oil',
    tick: '0.01',
    lot: '1',
    priceMayBeNegative: true,
    scaleFloor: '6',
  });
  desk.offer({
    type: 'MarketListed',
    market: MARKET,
    instruments: [crude],
    staleAfterMs: 60_000,
    atMs: desk.nowMs(),
  });
  desk.quote(crude, 3);
  const answer = await desk.send(
    'ann',
    buildPlaceOrder(1000, { instrumentId: 'CL', stopDistanceTicks: null }),
  );
  expect(answer.outcome).toMatchObject({ ok: false, refusal: { code: 'NOTIONAL' } });
});

test('a stop distance exceeds the spread', async () => {
  const calm = createLevelPlaybook('natural-gas', 3, 2, 0.0005);
  const desk = await openDesk(
    createTestConfig({ listPlaybooks: (commodity) => (commodity === 'natural-gas' ? [calm] : []) }),
  );
  desk.bar(GAS, [2800, 2801, 2799, 2800]);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  // 2 ATR would be 1 tick; the spread is 2: filled at 2.802, stop 3 spreads below
  expect(
    Object.values(findBook(desk)?.orders ?? {}).find(({ purpose }) => purpose === 'STOP')
      ?.priceTicks,
  ).toBe(2796);
  desk.quote(GAS, 2800);
  expect(Object.keys(findBook(desk)?.positions ?? {})).toHaveLength(1);
});

test('STOP on a full disk is rejected, remembered and carried out first', async () => {
  const journal = createMemoryJournal();
  let isFull = false;
  const commitOrFail = (commit: Parameters<typeof journal.commit>[0]): void => {
    if (isFull) throw new StorageError('full');
    journal.commit(commit);
  };
  const desk = createDeskHarness(createTestConfig(), { ...journal, commit: commitOrFail });
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  await desk.send('ann', { type: 'StartTrading', commodity: null });
  isFull = true;
  const stop = { type: 'StopTrading', commodity: null } as const;
  for (const _press of [1, 2])
    expect((await desk.send('ann', stop)).outcome).toMatchObject({
      ok: false,
      refusal: { code: 'STORAGE' },
    });
  expect(findBook(desk)?.globalActive).toBe(true);
  isFull = false;
  desk.offer({ type: 'Time', atMs: desk.nowMs() + 1000 });
  expect(findBook(desk)?.globalActive).toBe(false);
  const stops = journal.records.filter(
    (record) => record.type === 'CommandReceived' && record.payload.command.type === 'StopTrading',
  );
  expect(stops).toHaveLength(1);
});
