// The judge of playbooks: what it lets pass, what it catches, and the orders that every rule deals
// in its rehearsal.
import { describe, expect, it } from 'vitest';
import { foresightAlarm } from '../../../app/programs/backtest/judge/foresight';
import { ORDER_PINS } from '../../../app/programs/backtest/judge/order-pins.generated';
import { buildOrderPin } from '../../../app/programs/backtest/judge/pins';
import { sentence } from '../../../app/programs/backtest/judge/sentence';
import type { Observed } from '../../../app/programs/backtest/judge/study';
import {
  orderHash,
  rehearsalTapes,
  rehearsedTrades,
} from '../../../app/programs/backtest/rehearsal';
import { dailyPositions, positionCorrelation } from '../../../app/trading/backtest/daily-positions';
import { listHoldings } from '../../../app/trading/backtest/holdings';
import { lookaheadAlarm } from '../../../app/trading/backtest/lookahead';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import { ruleFingerprint } from '../../../app/trading/strategies/fingerprint';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import {
  findPlaybookRow,
  listPlaybooks,
} from '../../../app/trading/strategies/playbooks/catalogue';
import { DAY_MS } from '../../../app/trading/domain/time';

const ROWS = COMMODITY_KEYS.flatMap(listPlaybooks);
const NAMED = ROWS.map((row) => [`${row.commodity} ${row.id}`, row] as const);

/** Parameters of the same family that decide otherwise. */
function changedParams({ params, family }: PlaybookRow): PlaybookRow['params'] {
  if (family === 'SEAS') return { ...params, window: { from: '02-20', to: '04-20' } };
  const name = ['above', 'lo', 'n', 'e'].find((one) => typeof params[one] === 'number') ?? '';
  return {
    ...params,
    [name]: name === 'n' ? 2 * Number(params[name]) : 1.4 * Number(params[name]),
  };
}

describe('the rehearsals', () => {
  it('are pinned for every row', () => {
    expect(ORDER_PINS.map(({ mode, id }) => `${mode} ${id}`)).toEqual(
      ROWS.map((row) => `${row.commodity} ${row.id}`),
    );
  });

  it.each(NAMED)(
    'of %s deal what is pinned (after a wanted change `npm run backtest -- --judge --write` pins it again), and show a changed threshold',
    (_name, row) => {
      const tapes = rehearsalTapes(row);
      const trades = rehearsedTrades(row, tapes);
      expect(buildOrderPin(row, trades)).toEqual(
        ORDER_PINS.find(({ mode, id }) => mode === row.commodity && id === row.id),
      );
      expect(listHoldings(trades).length).toBeGreaterThanOrEqual(3);
      const changed: PlaybookRow = { ...row, params: changedParams(row) };
      expect(orderHash(rehearsedTrades(changed, tapes))).not.toBe(orderHash(trades));
      expect(ruleFingerprint(changed)).not.toBe(ruleFingerprint(row));
    },
  );

  it.each(NAMED)('of %s know the past alone, and one with a leak is caught', (_name, row) => {
    const brief = rehearsalTapes(row).map(({ chain, months }) => ({
      chain,
      months: months.slice(0, 2),
    }));
    expect(lookaheadAlarm(() => createEvaluator(row), brief, {}, 2)).toBeNull();
    expect(foresightAlarm(row, brief)).toMatchObject({ what: 'rule' });
  });
});

const row = (id: string, change: Partial<PlaybookRow> = {}): PlaybookRow => ({
  ...(findPlaybookRow('corn', id) as PlaybookRow),
  ...change,
});
const seen = (one: PlaybookRow, orders: string, change: Partial<Observed> = {}): Observed => ({
  row: one,
  tradesPerDecade: 40,
  orders,
  positions: new Map([[`${orders}@1`, 1]]),
  lookahead: null,
  isLeakCaught: true,
  ...change,
});

describe('a judgement', () => {
  const faultsOf = (...all: readonly Observed[]): readonly (readonly string[])[] =>
    sentence(all, 100).map(({ faults }) => faults);

  it('lets a row pass that trades, knows the past and has no twin', () => {
    expect(faultsOf(seen(row('WEATHER_CROP'), 'a'), seen(row('EXPORT_DEMAND'), 'b'))).toEqual([
      [],
      [],
    ]);
    expect(
      faultsOf(seen(row('WEATHER_CROP', { isRare: true }), 'a', { tradesPerDecade: 3 })),
    ).toEqual([[]]);
    for (const isRare of [true, false])
      expect(faultsOf(seen(row('WEATHER_CROP', { isRare }), 'a', { tradesPerDecade: 24 }))).toEqual(
        [[]],
      );
  });

  it.each([
    ['a row that never trades', { tradesPerDecade: 0 }, { isRare: true }, /never trades/],
    ['a rare one without its mark', { tradesPerDecade: 12 }, {}, /not marked rare/],
    [
      'a mark on one that trades often',
      { tradesPerDecade: 30 },
      { isRare: true },
      /marked rare and is not/,
    ],
    ['one that looks ahead', { lookahead: 'the curve differs' }, {}, /the curve differs/],
    ['an alarm that does not ring', { isLeakCaught: false }, {}, /leak/],
    ['a row that the schema refuses', {}, { targetRatio: 2, stopRanges: null }, /target/],
  ] as const)('finds %s', (_what, change, of, said) => {
    expect(faultsOf(seen(row('WEATHER_CROP', of), 'a', change))[0]?.join(' ')).toMatch(said);
  });

  it('finds two that deal or hold the same', () => {
    const positions = new Map(Array.from({ length: 20 }, (_, day) => [`CORN@${day}`, 1] as const));
    const nearly = new Map(
      [...positions].map(([key, side], place) => [key, place === 0 ? 0.5 : side] as const),
    );
    expect(
      faultsOf(
        seen(row('WEATHER_CROP'), 'a', { positions }),
        seen(row('EXPORT_DEMAND'), 'a', { positions: nearly }),
      ),
    ).toEqual([
      ['deals just as EXPORT_DEMAND', 'holds as EXPORT_DEMAND does'],
      ['deals just as WEATHER_CROP', 'holds as WEATHER_CROP does'],
    ]);
  });
});

describe('daily positions', () => {
  const trade = (
    instrumentId: string,
    direction: 'LONG' | 'SHORT',
    entryMs: number,
    exitMs: number,
  ) => ({
    ...(rehearsedTrades(row('EXPORT_DEMAND'))[0] as ReturnType<typeof rehearsedTrades>[number]),
    instrumentId,
    direction,
    entryMs,
    exitMs,
  });

  it('are shares of days with a sign', () => {
    expect([
      ...dailyPositions([
        trade('C', 'SHORT', 0.25 * DAY_MS, 2 * DAY_MS),
        trade('C', 'LONG', 2 * DAY_MS, 2.5 * DAY_MS),
      ]),
    ]).toEqual([
      ['C@0', -0.75],
      ['C@1', -1],
      ['C@2', 0.5],
    ]);
  });

  it('correlate from -1 to 1 over all places', () => {
    const long = dailyPositions([trade('C', 'LONG', 0, 10 * DAY_MS)]);
    expect(positionCorrelation(long, long, 40)).toBeCloseTo(1, 12);
    expect(
      positionCorrelation(long, dailyPositions([trade('C', 'SHORT', 0, 10 * DAY_MS)]), 40),
    ).toBeCloseTo(-1, 12);
    // 10 of 40 long against 10 others: -(1/4)^2 / (3/16)
    expect(
      positionCorrelation(long, dailyPositions([trade('D', 'LONG', 0, 10 * DAY_MS)]), 40),
    ).toBeCloseTo(-1 / 3, 12);
    expect(positionCorrelation(long, new Map(), 40)).toBeNull();
  });
});
