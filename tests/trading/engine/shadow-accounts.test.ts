// Shadow accounts: how each differs from its account, and that their faults never affect the
// engine.
import { describe, expect, test } from 'vitest';
import { getSelectedBook } from '../../../app/trading/domain/book';
import { computeAccountBalance } from '../../../app/trading/domain/ledger';
import { NO_SIGNALS } from '../../../app/trading/domain/signal-facts';
import { toMills } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { addMissingShadows } from '../../../app/trading/engine/shadow-accounts/update-shadows';
import type { EngineConfig } from '../../../app/trading/engine/config';
import { listShadowSpecs } from '../../../app/trading/engine/shadow-accounts/shadow-specs';
import {
  EXPIRES_MS,
  MONTHS,
  NEAR,
  NEXT,
  ROLL_MS,
  createChainConfig,
  openChainDesk,
  advanceTo,
} from '../../support/chain-desk';
import {
  type DeskHarness,
  GAS,
  MARKET,
  createDeskHarness,
  createLevelPlaybook,
  createMemoryJournal,
  openDesk,
  createTestConfig,
} from '../../support/desk-harness';
import { createForecast } from '../../support/issued-forecasts';
import { createManualOrder } from '../../support/reference-orders';
import { DAY_MS } from '../../../app/trading/domain/time';

const createShadowOptions = (config: EngineConfig) => ({
  specs: listShadowSpecs(config),
  desk: {},
});
const getAccount = (desk: DeskHarness) => {
  const book = getSelectedBook(desk.runner.state(), 'ann');
  if (!book) throw new Error('ann has a book');
  return book;
};
const getShadow = (desk: DeskHarness, kind: string) => {
  const book = desk.runner.shadows()[kind]?.books['ann:simulation'];
  if (!book) throw new Error(`no twin ${kind}`);
  return book;
};
const listLots = (desk: DeskHarness, kind?: string) =>
  Object.values((kind === undefined ? getAccount(desk) : getShadow(desk, kind)).positions).map(
    ({ instrumentId, direction, lots: held }) => `${direction} ${held} ${instrumentId}`,
  );
const closeFlatBar = (desk: DeskHarness, ticks: number) =>
  desk.bar(GAS, [ticks, ticks, ticks, ticks]);

const createLevelConfig = (change: Partial<EngineConfig> = {}) =>
  createTestConfig({
    listPlaybooks: (key) => (key === 'natural-gas' ? [createLevelPlaybook('natural-gas', 3)] : []),
    ...change,
  });

async function gasDesk(config = createLevelConfig()): Promise<DeskHarness> {
  const desk = await openDesk(config, 'ann', createShadowOptions(config));
  closeFlatBar(desk, 2500);
  desk.quote(GAS, 2500);
  return desk;
}

/** A network with skill gives a signal for gas; the playbook's target is LONG. */
async function openDeskWithSignal(chanceUp: number): Promise<DeskHarness> {
  const forecastDesk = await gasDesk();
  forecastDesk.offer({
    type: 'ForecastsReceived',
    market: MARKET,
    forecasts: [createForecast(forecastDesk.nowMs(), { chanceUp })],
    atMs: forecastDesk.nowMs(),
  });
  const inForce = Object.fromEntries(
    Object.entries(forecastDesk.runner.state().signals.inForce).map(([key, frozen]) => [
      key,
      { ...frozen, hasSkill: true, expiresMs: frozen.expiresMs + 10 * DAY_MS },
    ]),
  );
  const desk = createDeskHarness(
    createLevelConfig(),
    createMemoryJournal(),
    { ...EMPTY_DESK, signals: { ...NO_SIGNALS, inForce } },
    { shadows: createShadowOptions(createLevelConfig()) },
  );
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  closeFlatBar(desk, 2500);
  desk.quote(GAS, 2500);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  return desk;
}

describe('shadow account without signals', () => {
  test('enters where a signal blocks its account', async () => {
    const desk = await openDeskWithSignal(0.3);
    expect([listLots(desk), listLots(desk, 'NO_SIGNALS').length]).toEqual([[], 1]);
  });

  test('holds less than an account with an agreeing signal', async () => {
    const desk = await openDeskWithSignal(0.65);
    const [mine, its] = [
      Object.values(getAccount(desk).positions)[0],
      Object.values(getShadow(desk, 'NO_SIGNALS').positions)[0],
    ];
    expect(mine?.lots).toBeGreaterThan(its?.lots ?? Infinity);
    closeFlatBar(desk, 2600);
    // Bought at 2502, marked at 2600; fee 1 bp of the value.
    const computeGain = (bought: number) =>
      bought * 98 * 10 - Math.round((bought * 2502 * 10) / 10_000);
    expect(getAccount(desk).equityMills - getShadow(desk, 'NO_SIGNALS').equityMills).toBe(
      computeGain(mine?.lots ?? 0) - computeGain(its?.lots ?? 0),
    );
  });
});

describe('shadow account without guards', () => {
  test('enters after the daily loss limit, within its cash', async () => {
    const desk = await gasDesk();
    const sendBuy = (size: number) =>
      desk.send('ann', createManualOrder({ instrumentId: 'NG', lots: size }));
    await sendBuy(110);
    closeFlatBar(desk, 1000);
    desk.quote(GAS, 1000);
    const [before, itsBefore] = [
      getAccount(desk).positions,
      getShadow(desk, 'NO_GUARDS').positions,
    ];
    expect((await sendBuy(10)).outcome).toMatchObject({
      ok: false,
      refusal: { code: 'DAILY_LOSS' },
    });
    expect(Object.values(getAccount(desk).positions)).toEqual(Object.values(before));
    expect(Object.values(getShadow(desk, 'NO_GUARDS').positions)[0]?.lots).toBe(
      (Object.values(itsBefore)[0]?.lots ?? 0) + 10,
    );
    await sendBuy(100_000);
    expect(Object.values(getShadow(desk, 'NO_GUARDS').positions)[0]?.lots).toBe(
      (Object.values(itsBefore)[0]?.lots ?? 0) + 10,
    );
  });

  test('is not stopped by a drawdown', async () => {
    const desk = await gasDesk(createLevelConfig({ hasBreakers: true }));
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    await desk.send('ann', createManualOrder({ instrumentId: 'NG', lots: 80 }));
    closeFlatBar(desk, 100);
    expect([
      getAccount(desk).drawdown !== null,
      getAccount(desk).commodities['natural-gas']?.active,
      listLots(desk),
    ]).toEqual([true, false, []]);
    expect([
      getShadow(desk, 'NO_GUARDS').drawdown,
      getShadow(desk, 'NO_GUARDS').commodities['natural-gas']?.active,
      listLots(desk, 'NO_GUARDS').length,
    ]).toEqual([null, true, 1]);
  });
});

describe('buy-and-hold shadow account', () => {
  test('buys at RUN and holds until STOP', async () => {
    const desk = await gasDesk();
    closeFlatBar(desk, 3500);
    desk.quote(GAS, 3500);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    const [bought] = listLots(desk, 'BUY_AND_HOLD');
    expect([listLots(desk)[0]?.split(' ')[0], bought?.split(' ')[0]]).toEqual(['SHORT', 'LONG']);
    for (const ticks of [2400, 3600, 2400]) closeFlatBar(desk, ticks);
    expect(listLots(desk, 'BUY_AND_HOLD')).toEqual([bought]);
    desk.quote(GAS, 3600);
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    expect([listLots(desk, 'BUY_AND_HOLD'), getShadow(desk, 'BUY_AND_HOLD').orders]).toEqual([
      [],
      {},
    ]);
    expect(getShadow(desk, 'BUY_AND_HOLD').closed).toBe(1);
    expect(computeAccountBalance(getShadow(desk, 'BUY_AND_HOLD').balances)).toBeGreaterThan(
      25_000_000,
    );
  });

  test.each([
    ['an emergency stop', { type: 'EmergencyStop' }],
    ['CLOSE', { type: 'CloseTrading', commodity: 'natural-gas' }],
    ['a reset', { type: 'ResetBook' }],
  ] as const)('sells on %s', async (_what, command) => {
    const desk = await gasDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: null });
    expect(listLots(desk, 'BUY_AND_HOLD')).toHaveLength(1);
    await desk.send('ann', command);
    expect(listLots(desk, 'BUY_AND_HOLD')).toEqual([]);
  });

  test('sells on a manual close and ignores manual orders', async () => {
    const desk = await gasDesk();
    await desk.send('ann', createManualOrder({ instrumentId: 'CL', lots: 1 }));
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(listLots(desk, 'BUY_AND_HOLD')).toHaveLength(1);
    await desk.send('ann', {
      type: 'ClosePosition',
      positionId: Object.keys(getAccount(desk).positions)[0] ?? '',
    });
    expect(listLots(desk, 'BUY_AND_HOLD')).toEqual([]);
  });

  test('rolls into the next month', async () => {
    const config = createChainConfig();
    const desk = await openChainDesk(config, MONTHS, createShadowOptions(config));
    desk.quote(NEAR, 3200);
    desk.quote(NEXT, 3220);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    const [bought] = listLots(desk, 'BUY_AND_HOLD');
    expect(bought).toMatch(/NG\.G24$/);
    advanceTo(desk, ROLL_MS);
    desk.quote(NEAR, 3200);
    desk.quote(NEXT, 3220);
    expect(listLots(desk, 'BUY_AND_HOLD')).toEqual([bought?.replace('G24', 'H24')]);
  });
});

describe('shadow accounts', () => {
  test('appear in neither state nor log', async () => {
    const desk = await openDeskWithSignal(0.3);
    expect(Object.keys(desk.runner.state().books)).toEqual(['ann:simulation']);
    expect(getAccount(desk).positions).toEqual({});
    expect(JSON.stringify(desk.journal.records)).not.toMatch(/twin|BUY_AND_HOLD/i);
  });

  test('restart with each account period at its capital', async () => {
    const desk = await gasDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    closeFlatBar(desk, 2600);
    await desk.send('ann', { type: 'ResetBook' });
    expect(getAccount(desk).epoch).toBe(2);
    for (const [kind, { books, starts }] of Object.entries(desk.runner.shadows())) {
      expect([
        kind,
        starts['ann:simulation'],
        Object.keys(books['ann:simulation']?.positions ?? {}),
        computeAccountBalance(getShadow(desk, kind).balances),
      ]).toEqual([
        kind,
        { epoch: 2, startedMs: getAccount(desk).openedMs, baseMills: 25_000_000 },
        [],
        25_000_000,
      ]);
    }
  });

  test('start as copies of existing accounts', async () => {
    const bare = await openDesk(createLevelConfig());
    closeFlatBar(bare, 2500);
    bare.quote(GAS, 2500);
    await bare.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    closeFlatBar(bare, 2600);
    const book = getAccount(bare);
    const { desk } = addMissingShadows(
      listShadowSpecs(createLevelConfig()),
      { desk: {}, expiredMonths: {}, valuations: {} },
      bare.runner.state(),
    );
    expect(desk['NO_SIGNALS']?.books['ann:simulation']).toEqual(book);
    expect(desk['BUY_AND_HOLD']?.books['ann:simulation']).toMatchObject({
      positions: {},
      equityMills: book.equityMills,
      capitalMills: book.equityMills,
      commodities: { 'natural-gas': { active: true } },
    });
    expect(desk['NO_GUARDS']?.starts['ann:simulation']).toEqual({
      epoch: 1,
      startedMs: bare.runner.state().nowMs,
      baseMills: book.equityMills,
    });
  });

  test('report a fault without affecting accounts or other kinds', async () => {
    const config = createLevelConfig();
    const specs = listShadowSpecs(config).map((spec) =>
      spec.kind === 'NO_GUARDS'
        ? {
            ...spec,
            translateCommand: () => {
              throw new Error('a fault of the test');
            },
          }
        : spec,
    );
    const desk = await openDesk(config, 'ann', { specs, desk: {} });
    const bare = await openDesk(config);
    for (const one of [desk, bare]) {
      closeFlatBar(one, 2500);
      one.quote(GAS, 2500);
      await one.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    }
    expect(desk.runner.shadows()['NO_GUARDS']).toEqual({
      books: {},
      starts: {},
      logSeq: 0,
      fault: 'a fault of the test',
    });
    expect(listLots(desk, 'NO_SIGNALS')).toEqual(listLots(desk));
    expect(desk.journal.records).toEqual(bare.journal.records);
  });

  test('settle a month that the engine no longer lists', async () => {
    const config = createChainConfig();
    const desk = await openChainDesk(config, MONTHS, createShadowOptions(config));
    desk.quote(NEAR, 3200);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(listLots(desk, 'BUY_AND_HOLD')[0]).toMatch(/G24$/);
    // No prices during the roll: the engine holds nothing there and drops the month.
    advanceTo(desk, EXPIRES_MS);
    const list = () =>
      desk.offer({
        type: 'MarketListed',
        market: MARKET,
        instruments: MONTHS,
        staleAfterMs: 15_000,
        atMs: desk.nowMs(),
      });
    list();
    expect(desk.runner.state().markets[MARKET]?.instruments[NEAR.id]).toBeUndefined();
    expect(listLots(desk, 'BUY_AND_HOLD')[0]).toMatch(/G24$/);
    desk.quote(NEAR, 3300);
    expect(listLots(desk, 'BUY_AND_HOLD')).toEqual([]);
    expect(computeAccountBalance(getShadow(desk, 'BUY_AND_HOLD').balances)).toBeGreaterThan(
      25_000_000,
    );
    list();
    expect(desk.runner.shadows()['BUY_AND_HOLD']?.fault).toBeNull();
  });
});
