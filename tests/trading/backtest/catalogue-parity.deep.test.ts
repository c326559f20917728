// Catalogue playbooks in the backtest and in the live engine over the same bars: trades agree to
// the tick and mill, over two years of a simulated path. PARITY=all runs all of them, else a few of
// each kind run.
import { describe, expect, test } from 'vitest';
import { buildWorldTapes } from '../../../app/server/backtests/world-tapes';
import { runBacktest } from '../../../app/trading/backtest/run-backtest';
import type { ChainTape } from '../../../app/trading/backtest/tape';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { createWorld } from '../../../app/trading/simulation/world';
import { createEvaluator } from '../../../app/trading/strategies/evaluate';
import type { BarLength, PlaybookRow } from '../../../app/trading/strategies/playbook';
import { listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import { addChainSessions } from '../../support/backtest-tapes';
import { createStrategyTapes } from '../../support/strategy-tapes';
import { runEngine } from '../../support/engine-backtest';
import { expectSameTrades } from '../../support/same-trades';

const ROWS = COMMODITY_KEYS.flatMap((mode) => listPlaybooks(mode));
const SPAN_DAYS = 730;
const FILLS_MIN = 20;

/** At least one of every family, commodity and kind of spread: commodity, playbook id and days. */
const CHOSEN: readonly (readonly [mode: string, id: string, days: number])[] = [
  ['electricity', 'LOAD_FORECAST', 150],
  ['electricity', 'VOL_BREAK', 30],
  ['electricity', 'FREQUENCY_REG', 12],
  ['electricity', 'CONGESTION_HEDGE', 60],
  ['natural-gas', 'PIPELINE_CONSTRAINT', SPAN_DAYS],
  ['natural-gas', 'HUB_SPREADS', SPAN_DAYS],
  ['natural-gas', 'CALENDAR_SPREAD', SPAN_DAYS],
  ['natural-gas', 'AI_CORE', SPAN_DAYS],
  ['corn', 'AI_CORE', SPAN_DAYS],
  ['coffee', 'AI_CORE', SPAN_DAYS],
  ['corn', 'SEASONAL_SPREAD', SPAN_DAYS],
  ['soybeans', 'CHINA_BUYING', SPAN_DAYS],
  ['wheat', 'HARVEST_LOW', SPAN_DAYS],
  ['wheat', 'FEED_SUBSTITUTION', SPAN_DAYS],
  ['orange-juice', 'BRAZIL_SUPPLY', SPAN_DAYS],
  ['oil', 'CURRENCY_HEDGE', SPAN_DAYS],
  ['coffee', 'EXPORT_DEMAND', SPAN_DAYS],
  ['crude-oil', 'MEAN_REVERT', SPAN_DAYS],
  ['cotton', 'SUPPLY_CHAIN', SPAN_DAYS],
];

/** Daily bars with the day sessions of the venue, as in the simulated market. */
const createTapes = (row: PlaybookRow, days: number): readonly ChainTape[] => {
  const tapes = createStrategyTapes(row, days);
  return row.bar === '1d' ? addChainSessions(tapes, row.id) : tapes;
};

async function compareRuns(row: PlaybookRow, tapes: readonly ChainTape[]): Promise<number> {
  const engine = await runEngine(createEvaluator(row), tapes);
  expectSameTrades(runBacktest(createEvaluator(row), tapes), engine);
  return engine.fills.length;
}

if (process.env['PARITY'] === 'all') {
  describe.each(['1d', '1h', '15m'] as const)(
    'all playbooks on bars of %s over two years',
    (bar: BarLength) => {
      const rows = ROWS.filter((row) => row.bar === bar);
      const tapes = buildWorldTapes({
        world: createWorld({ seed: '101' }),
        rows,
        fromMs: Date.UTC(2013, 0, 1),
        untilMs: Date.UTC(2015, 0, 1),
      });
      test.each(rows.map((row) => ({ name: `${row.commodity} ${row.id}`, row })))(
        '$name',
        async ({ row }) => void (await compareRuns(row, tapes.getTapes(row))),
        1_800_000,
      );
    },
  );
} else {
  describe('playbooks of every family and commodity', () => {
    test.each(CHOSEN.map(([mode, id, days]) => ({ name: `${mode} ${id}`, mode, id, days })))(
      '$name',
      async ({ mode, id, days }) => {
        const row = ROWS.find((one) => one.commodity === mode && one.id === id);
        if (!row) throw new RangeError(`${mode} has no ${id}`);
        expect(await compareRuns(row, createTapes(row, days))).toBeGreaterThan(FILLS_MIN);
      },
    );
  });

  test('covers all families, commodities and bar lengths', () => {
    const rows = ROWS.filter((row) =>
      CHOSEN.some(([mode, id]) => row.commodity === mode && row.id === id),
    );
    expect(rows).toHaveLength(CHOSEN.length);
    for (const key of ['family', 'commodity', 'bar'] as const)
      expect(new Set(rows.map((row) => row[key])), key).toEqual(
        new Set(ROWS.map((row) => row[key])),
      );
  });
}
