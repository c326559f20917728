// What each twin does where its book does something else, and that no fault of a twin reaches the
// desk.
import { describe, expect, test } from 'vitest';
import { selectedBook } from '../../../app/trading/domain/book';
import { accountBalanceMills } from '../../../app/trading/domain/ledger';
import { NO_SIGNALS } from '../../../app/trading/domain/signal-facts';
import { toMills } from '../../../app/trading/domain/units';
import { EMPTY_DESK } from '../../../app/trading/engine/state';
import { withBeginners } from '../../../app/trading/engine/twins/follow';
import type { EngineConfig } from '../../../app/trading/engine/config';
import { listShadowSpecs } from '../../../app/trading/engine/twins/kinds';
import {
  EXPIRES_MS,
  MONTHS,
  NEAR,
  NEXT,
  ROLL_MS,
  chainConfig,
  chainDesk,
  until,
} from '../../support/chain-desk';
import {
  type DeskHarness,
  GAS,
  MARKET,
  deskHarness,
  levelPlaybook,
  memoryJournal,
  openDesk,
  testConfig,
} from '../../support/desk-harness';
import { spokenAt } from '../../support/opinions';
import { handOrder } from '../../support/reference-orders';
import { DAY_MS } from '../../../app/trading/domain/time';

const listTwins = (config: EngineConfig) => ({ specs: listShadowSpecs(config), desk: {} });
const own = (desk: DeskHarness) => {
  const book = selectedBook(desk.runner.state(), 'ann');
  if (!book) throw new Error('ann has a book');
  return book;
};
const twin = (desk: DeskHarness, kind: string) => {
  const book = desk.runner.twins()[kind]?.books['ann:simulation'];
  if (!book) throw new Error(`no twin ${kind}`);
  return book;
};
const lots = (desk: DeskHarness, kind?: string) =>
  Object.values((kind === undefined ? own(desk) : twin(desk, kind)).positions).map(
    ({ instrumentId, direction, lots: held }) => `${direction} ${held} ${instrumentId}`,
  );
const flat = (desk: DeskHarness, ticks: number) => desk.bar(GAS, [ticks, ticks, ticks, ticks]);

const level = (change: Partial<EngineConfig> = {}) =>
  testConfig({
    playbooksOf: (key) => (key === 'natural-gas' ? [levelPlaybook('natural-gas', 3)] : []),
    ...change,
  });

async function gasDesk(config = level()): Promise<DeskHarness> {
  const desk = await openDesk(config, 'ann', listTwins(config));
  flat(desk, 2500);
  desk.quote(GAS, 2500);
  return desk;
}

/** A desk in which a network that has shown skill speaks of gas, whose playbook wants it long. */
async function spokenDesk(chanceUp: number): Promise<DeskHarness> {
  const told = await gasDesk();
  told.offer({
    type: 'OpinionsTold',
    market: MARKET,
    opinions: [spokenAt(told.nowMs(), { chanceUp })],
    atMs: told.nowMs(),
  });
  const inForce = Object.fromEntries(
    Object.entries(told.runner.state().signals.inForce).map(([key, frozen]) => [
      key,
      { ...frozen, hasSkill: true, expiresMs: frozen.expiresMs + 10 * DAY_MS },
    ]),
  );
  const desk = deskHarness(
    level(),
    memoryJournal(),
    { ...EMPTY_DESK, signals: { ...NO_SIGNALS, inForce } },
    listTwins(level()),
  );
  await desk.send('ann', {
    type: 'OpenBook',
    mode: 'simulation',
    market: MARKET,
    capitalMills: toMills(25_000_000),
  });
  flat(desk, 2500);
  desk.quote(GAS, 2500);
  await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
  return desk;
}

describe('the twin that hears no signal', () => {
  test('enters with the playbook alone where its book listens to a network that forbids', async () => {
    const desk = await spokenDesk(0.3);
    expect([lots(desk), lots(desk, 'NO_SIGNALS').length]).toEqual([[], 1]);
  });

  test('holds less than a book whose network agrees, and the difference of equity is what the signal gave', async () => {
    const desk = await spokenDesk(0.65);
    const [mine, its] = [
      Object.values(own(desk).positions)[0],
      Object.values(twin(desk, 'NO_SIGNALS').positions)[0],
    ];
    expect(mine?.lots).toBeGreaterThan(its?.lots ?? Infinity);
    flat(desk, 2600);
    // Bought at 2502 ticks of a cent each, worth 2600 now; the fee is a basis point of what was
    // paid.
    const gained = (bought: number) => bought * 98 * 10 - Math.round((bought * 2502 * 10) / 10_000);
    expect(own(desk).equityMills - twin(desk, 'NO_SIGNALS').equityMills).toBe(
      gained(mine?.lots ?? 0) - gained(its?.lots ?? 0),
    );
  });
});

describe('the twin without guards', () => {
  test('goes on entering on a day that its book has lost, as far as its cash allows', async () => {
    const desk = await gasDesk();
    const buy = (size: number) => desk.send('ann', handOrder({ instrumentId: 'NG', lots: size }));
    await buy(110);
    flat(desk, 1000);
    desk.quote(GAS, 1000);
    const [before, itsBefore] = [own(desk).positions, twin(desk, 'NO_GUARDS').positions];
    expect((await buy(10)).outcome).toMatchObject({ ok: false, refusal: { code: 'DAILY_LOSS' } });
    expect(Object.values(own(desk).positions)).toEqual(Object.values(before));
    expect(Object.values(twin(desk, 'NO_GUARDS').positions)[0]?.lots).toBe(
      (Object.values(itsBefore)[0]?.lots ?? 0) + 10,
    );
    await buy(100_000);
    expect(Object.values(twin(desk, 'NO_GUARDS').positions)[0]?.lots).toBe(
      (Object.values(itsBefore)[0]?.lots ?? 0) + 10,
    );
  });

  test('is not stopped by a fall from the peak', async () => {
    const desk = await gasDesk(level({ hasBreakers: true }));
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    await desk.send('ann', handOrder({ instrumentId: 'NG', lots: 80 }));
    flat(desk, 100);
    expect([
      own(desk).drawdown !== null,
      own(desk).commodities['natural-gas']?.active,
      lots(desk),
    ]).toEqual([true, false, []]);
    expect([
      twin(desk, 'NO_GUARDS').drawdown,
      twin(desk, 'NO_GUARDS').commodities['natural-gas']?.active,
      lots(desk, 'NO_GUARDS').length,
    ]).toEqual([null, true, 1]);
  });
});

describe('the twin that buys and holds', () => {
  test('buys at RUN, whatever the playbook wants, and keeps it through every turn until STOP', async () => {
    const desk = await gasDesk();
    flat(desk, 3500);
    desk.quote(GAS, 3500);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    const [bought] = lots(desk, 'BUY_AND_HOLD');
    expect([lots(desk)[0]?.split(' ')[0], bought?.split(' ')[0]]).toEqual(['SHORT', 'LONG']);
    for (const ticks of [2400, 3600, 2400]) flat(desk, ticks);
    expect(lots(desk, 'BUY_AND_HOLD')).toEqual([bought]);
    desk.quote(GAS, 3600);
    await desk.send('ann', { type: 'StopTrading', commodity: 'natural-gas' });
    expect([lots(desk, 'BUY_AND_HOLD'), twin(desk, 'BUY_AND_HOLD').orders]).toEqual([[], {}]);
    expect(twin(desk, 'BUY_AND_HOLD').closed).toBe(1);
    expect(accountBalanceMills(twin(desk, 'BUY_AND_HOLD').balances)).toBeGreaterThan(25_000_000);
  });

  test.each([
    ['an emergency stop', { type: 'EmergencyStop' }],
    ['CLOSE', { type: 'CloseTrading', commodity: 'natural-gas' }],
    ['a reset', { type: 'ResetBook' }],
  ] as const)('sells on %s', async (_what, command) => {
    const desk = await gasDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: null });
    expect(lots(desk, 'BUY_AND_HOLD')).toHaveLength(1);
    await desk.send('ann', command);
    expect(lots(desk, 'BUY_AND_HOLD')).toEqual([]);
  });

  test('sells when its book closes that position by hand, and follows no order by hand', async () => {
    const desk = await gasDesk();
    await desk.send('ann', handOrder({ instrumentId: 'CL', lots: 1 }));
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(lots(desk, 'BUY_AND_HOLD')).toHaveLength(1);
    await desk.send('ann', {
      type: 'ClosePosition',
      positionId: Object.keys(own(desk).positions)[0] ?? '',
    });
    expect(lots(desk, 'BUY_AND_HOLD')).toEqual([]);
  });

  test('is rolled into the next month at its prices', async () => {
    const config = chainConfig();
    const desk = await chainDesk(config, MONTHS, listTwins(config));
    desk.quote(NEAR, 3200);
    desk.quote(NEXT, 3220);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    const [bought] = lots(desk, 'BUY_AND_HOLD');
    expect(bought).toMatch(/NG\.G24$/);
    until(desk, ROLL_MS);
    desk.quote(NEAR, 3200);
    desk.quote(NEXT, 3220);
    expect(lots(desk, 'BUY_AND_HOLD')).toEqual([bought?.replace('G24', 'H24')]);
  });
});

describe('twins', () => {
  test('are no books: neither the state nor the log knows of them', async () => {
    const desk = await spokenDesk(0.3);
    expect(Object.keys(desk.runner.state().books)).toEqual(['ann:simulation']);
    expect(own(desk).positions).toEqual({});
    expect(JSON.stringify(desk.journal.records)).not.toMatch(/twin|BUY_AND_HOLD/i);
  });

  test('begin anew with each epoch, at its capital', async () => {
    const desk = await gasDesk();
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    flat(desk, 2600);
    await desk.send('ann', { type: 'ResetBook' });
    expect(own(desk).epoch).toBe(2);
    for (const [kind, { books, starts }] of Object.entries(desk.runner.twins())) {
      expect([
        kind,
        starts['ann:simulation'],
        Object.keys(books['ann:simulation']?.positions ?? {}),
        accountBalanceMills(twin(desk, kind).balances),
      ]).toEqual([
        kind,
        { epoch: 2, startedMs: own(desk).openedMs, baseMills: 25_000_000 },
        [],
        25_000_000,
      ]);
    }
  });

  test('begin as their book stands where it is older than they are', async () => {
    const bare = await openDesk(level());
    flat(bare, 2500);
    bare.quote(GAS, 2500);
    await bare.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    flat(bare, 2600);
    const book = own(bare);
    const { desk } = withBeginners(
      listShadowSpecs(level()),
      { desk: {}, kept: {} },
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

  test('that fail are told with their fault, and neither their book nor another kind notices', async () => {
    const config = level();
    const specs = listShadowSpecs(config).map((spec) =>
      spec.kind === 'NO_GUARDS'
        ? {
            ...spec,
            asked: () => {
              throw new Error('a fault of the test');
            },
          }
        : spec,
    );
    const desk = await openDesk(config, 'ann', { specs, desk: {} });
    const bare = await openDesk(config);
    for (const one of [desk, bare]) {
      flat(one, 2500);
      one.quote(GAS, 2500);
      await one.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    }
    expect(desk.runner.twins()['NO_GUARDS']).toEqual({
      books: {},
      starts: {},
      logSeq: 0,
      fault: 'a fault of the test',
    });
    expect(lots(desk, 'NO_SIGNALS')).toEqual(lots(desk));
    expect(desk.journal.records).toEqual(bare.journal.records);
  });

  test('that alone hold a month which the desk lets go of are settled at its last prices', async () => {
    const config = chainConfig();
    const desk = await chainDesk(config, MONTHS, listTwins(config));
    desk.quote(NEAR, 3200);
    await desk.send('ann', { type: 'StartTrading', commodity: 'natural-gas' });
    expect(lots(desk, 'BUY_AND_HOLD')[0]).toMatch(/G24$/);
    // No price of either month while it is rolled: the desk itself holds nothing there and forgets
    // it.
    until(desk, EXPIRES_MS);
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
    expect(lots(desk, 'BUY_AND_HOLD')[0]).toMatch(/G24$/);
    desk.quote(NEAR, 3300);
    expect(lots(desk, 'BUY_AND_HOLD')).toEqual([]);
    expect(accountBalanceMills(twin(desk, 'BUY_AND_HOLD').balances)).toBeGreaterThan(25_000_000);
    list();
    expect(desk.runner.twins()['BUY_AND_HOLD']?.fault).toBeNull();
  });
});
