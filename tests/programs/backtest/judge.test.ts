// Quality checks of strategies, and the pinned orders of their rehearsals.
import { describe, expect, it } from 'vitest';
import { detectPlantedLeak } from '../../../app/programs/backtest/judge/planted-leak';
import { ORDER_PINS } from '../../../app/programs/backtest/judge/order-pins.generated';
import { buildOrderPin } from '../../../app/programs/backtest/judge/pins';
import { judgePlaybooks } from '../../../app/programs/backtest/judge/judge-playbooks';
import type { PlaybookObservation } from '../../../app/programs/backtest/judge/observe-playbooks';
import {
  computeOrderHash,
  buildRehearsalTapes,
  runRehearsal,
} from '../../../app/programs/backtest/rehearsal';
import {
  computeDailyPositions,
  computePositionCorrelation,
} from '../../../app/trading/backtest/daily-positions';
import { groupTrades } from '../../../app/trading/backtest/grouped-trades';
import { findLookAhead } from '../../../app/trading/backtest/look-ahead-check';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import { computeRuleFingerprint } from '../../../app/trading/strategies/rule-fingerprint';
import type { PlaybookRow } from '../../../app/trading/strategies/playbook';
import { findPlaybookRow, listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import { DAY_MS } from '../../../app/trading/domain/time';

const ROWS = COMMODITY_KEYS.flatMap(listPlaybooks);
const NAMED = ROWS.map(
  (createRow) => [`${createRow.commodity} ${createRow.id}`, createRow] as const,
);

/** Changed parameters of the same family. */
function changeParams({ params, family }: PlaybookRow): PlaybookRow['params'] {
  if (family === 'SEAS') return { ...params, window: { from: '02-20', to: '04-20' } };
  const name = ['above', 'lo', 'n', 'e'].find((one) => typeof params[one] === 'number') ?? '';
  return {
    ...params,
    [name]: name === 'n' ? 2 * Number(params[name]) : 1.4 * Number(params[name]),
  };
}

describe('rehearsals', () => {
  it('exist for every strategy', () => {
    expect(ORDER_PINS.map(({ mode, id }) => `${mode} ${id}`)).toEqual(
      ROWS.map((createRow) => `${createRow.commodity} ${createRow.id}`),
    );
  });

  it.each(NAMED)(
    'of %s match the pinned orders (update with `npm run backtest -- --judge --write`) and change with a threshold',
    (_name, createRow) => {
      const tapes = buildRehearsalTapes(createRow);
      const trades = runRehearsal(createRow, tapes);
      expect(buildOrderPin(createRow, trades)).toEqual(
        ORDER_PINS.find(({ mode, id }) => mode === createRow.commodity && id === createRow.id),
      );
      expect(groupTrades(trades).length).toBeGreaterThanOrEqual(3);
      const changed: PlaybookRow = { ...createRow, params: changeParams(createRow) };
      expect(computeOrderHash(runRehearsal(changed, tapes))).not.toBe(computeOrderHash(trades));
      expect(computeRuleFingerprint(changed)).not.toBe(computeRuleFingerprint(createRow));
    },
  );

  it.each(NAMED)('of %s show no look-ahead, and a planted leak is detected', (_name, createRow) => {
    const shortTapes = buildRehearsalTapes(createRow).map(({ chain, months }) => ({
      chain,
      months: months.slice(0, 2),
    }));
    expect(findLookAhead(() => createEvaluator(createRow), shortTapes, {}, 2)).toBeNull();
    expect(detectPlantedLeak(createRow, shortTapes)).toMatchObject({ what: 'rule' });
  });
});

const createRow = (id: string, change: Partial<PlaybookRow> = {}): PlaybookRow => ({
  ...(findPlaybookRow('corn', id) as PlaybookRow),
  ...change,
});
const createObservation = (
  one: PlaybookRow,
  orders: string,
  change: Partial<PlaybookObservation> = {},
): PlaybookObservation => ({
  row: one,
  tradesPerDecade: 40,
  orders,
  positions: new Map([[`${orders}@1`, 1]]),
  lookahead: null,
  isLeakCaught: true,
  ...change,
});

describe('quality checks', () => {
  const listFaults = (...all: readonly PlaybookObservation[]): readonly (readonly string[])[] =>
    judgePlaybooks(all, 100).map(({ faults }) => faults);

  it('pass a strategy that trades, has no look-ahead and is unique', () => {
    expect(
      listFaults(
        createObservation(createRow('WEATHER_CROP'), 'a'),
        createObservation(createRow('EXPORT_DEMAND'), 'b'),
      ),
    ).toEqual([[], []]);
    expect(
      listFaults(
        createObservation(createRow('WEATHER_CROP', { isRare: true }), 'a', { tradesPerDecade: 3 }),
      ),
    ).toEqual([[]]);
    for (const isRare of [true, false])
      expect(
        listFaults(
          createObservation(createRow('WEATHER_CROP', { isRare }), 'a', { tradesPerDecade: 24 }),
        ),
      ).toEqual([[]]);
  });

  it.each([
    ['a strategy that never trades', { tradesPerDecade: 0 }, { isRare: true }, /never trades/],
    ['a rare strategy without its mark', { tradesPerDecade: 12 }, {}, /not marked rare/],
    [
      'a rare mark on a frequent strategy',
      { tradesPerDecade: 30 },
      { isRare: true },
      /marked rare with 30 or more/,
    ],
    ['look-ahead', { lookahead: 'the curve differs' }, {}, /the curve differs/],
    ['an undetected leak', { isLeakCaught: false }, {}, /leak/],
    ['an invalid row', {}, { targetRatio: 2, stopRanges: null }, /target/],
  ] as const)('find %s', (_what, change, of, message) => {
    expect(
      listFaults(createObservation(createRow('WEATHER_CROP', of), 'a', change))[0]?.join(' '),
    ).toMatch(message);
  });

  it('find two strategies with equal orders or positions', () => {
    const positions = new Map(Array.from({ length: 20 }, (_, day) => [`CORN@${day}`, 1] as const));
    const nearly = new Map(
      [...positions].map(([key, side], index) => [key, index === 0 ? 0.5 : side] as const),
    );
    expect(
      listFaults(
        createObservation(createRow('WEATHER_CROP'), 'a', { positions }),
        createObservation(createRow('EXPORT_DEMAND'), 'a', { positions: nearly }),
      ),
    ).toEqual([
      ['same orders as EXPORT_DEMAND', 'correlation with EXPORT_DEMAND at least 0.95'],
      ['same orders as WEATHER_CROP', 'correlation with WEATHER_CROP at least 0.95'],
    ]);
  });
});

describe('daily positions', () => {
  const createTrade = (
    instrumentId: string,
    direction: 'LONG' | 'SHORT',
    entryMs: number,
    exitMs: number,
  ) => ({
    ...(runRehearsal(createRow('EXPORT_DEMAND'))[0] as ReturnType<typeof runRehearsal>[number]),
    instrumentId,
    direction,
    entryMs,
    exitMs,
  });

  it('are signed fractions of days', () => {
    expect([
      ...computeDailyPositions([
        createTrade('C', 'SHORT', 0.25 * DAY_MS, 2 * DAY_MS),
        createTrade('C', 'LONG', 2 * DAY_MS, 2.5 * DAY_MS),
      ]),
    ]).toEqual([
      ['C@0', -0.75],
      ['C@1', -1],
      ['C@2', 0.5],
    ]);
  });

  it('correlate from -1 to 1 over all days', () => {
    const long = computeDailyPositions([createTrade('C', 'LONG', 0, 10 * DAY_MS)]);
    expect(computePositionCorrelation(long, long, 40)).toBeCloseTo(1, 12);
    expect(
      computePositionCorrelation(
        long,
        computeDailyPositions([createTrade('C', 'SHORT', 0, 10 * DAY_MS)]),
        40,
      ),
    ).toBeCloseTo(-1, 12);
    // 10 of 40 long against 10 others: -(1/4)^2 / (3/16)
    expect(
      computePositionCorrelation(
        long,
        computeDailyPositions([createTrade('D', 'LONG', 0, 10 * DAY_MS)]),
        40,
      ),
    ).toBeCloseTo(-1 / 3, 12);
    expect(computePositionCorrelation(long, new Map(), 40)).toBeNull();
  });
});
