// Hand-built runs, trades and tapes for tests of figures.
import type { BacktestRun, BacktestTrade } from '../../app/trading/backtest/backtest-run';
import type { BarColumns, ChainTape } from '../../app/trading/backtest/tape';
import { defineInstrument } from '../../app/trading/domain/instrument';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';
/** Last millisecond of a day, counted from January 1, 2022. */
export const getDayEndMs = (day: number): number => Date.UTC(2022, 0, day + 2) - 1;
export const getDayStartMs = (day: number): number => Date.UTC(2022, 0, day + 1);

interface TradeParts
  extends Partial<
    Omit<
      BacktestTrade,
      | 'profitMills'
      | 'feesMills'
      | 'lots'
      | 'worstMills'
      | 'bestMills'
      | 'riskMills'
      | 'slippageMills'
    >
  > {
  readonly profit: number;
  readonly fees?: number;
  readonly slippage?: number;
  readonly lots?: number;
  readonly worst?: number;
  readonly best?: number;
  readonly risk?: number | null;
}

/** A trade in dollars; default: one-day long trade on the first day. */
export const createTrade = ({
  profit,
  fees = 0,
  slippage = 0,
  lots = 1,
  worst = 0,
  best = 0,
  risk = null,
  ...more
}: TradeParts): BacktestTrade => ({
  instrumentId: 'CL',
  direction: 'LONG',
  entryMs: getDayStartMs(1),
  exitMs: getDayStartMs(2),
  entryTicks: toTicks(100),
  exitTicks: toTicks(101),
  bars: 1,
  stopTicks: null,
  cause: 'rule',
  group: 1,
  lots: toLots(lots),
  feesMills: toMills(fees * 1000),
  slippageMills: toMills(slippage * 1000),
  profitMills: toMills(profit * 1000),
  worstMills: toMills(worst * 1000),
  bestMills: toMills(best * 1000),
  riskMills: risk === null ? null : toMills(risk * 1000),
  ...more,
});

/** A run with one equity point per day, in dollars. */
export const createRun = (
  equities: readonly number[],
  trades: readonly BacktestTrade[] = [],
  more: Partial<BacktestRun> = {},
): BacktestRun => ({
  stampsMs: Float64Array.from(equities, (_, day) => getDayEndMs(day)),
  equityMills: Float64Array.from(equities, (equity) => equity * 1000),
  held: new Uint8Array(equities.length),
  trades,
  capitalMills: toMills((equities[0] ?? 25_000) * 1000),
  feesMills: toMills(trades.reduce((sum, trade) => sum + trade.feesMills, 0)),
  turnoverMills: toMills(0),
  bars: equities.length,
  refusals: new Map(),
  ...more,
});

/** Daily flat bars at their closes, in ticks. */
const createFlatBars = (closes: readonly number[], firstDay = 0): BarColumns => {
  const prices = Float64Array.from(closes);
  return {
    startsMs: prices.map((_, day) => getDayStartMs(firstDay + day)),
    endsMs: prices.map((_, day) => getDayEndMs(firstDay + day)),
    open: prices,
    high: prices,
    low: prices,
    close: prices,
  };
};

interface MonthParts {
  readonly id: string;
  readonly closes: readonly number[];
  readonly firstDay?: number;
  /** Roll day; absent = never. */
  readonly rollDay?: number;
}

export const createChain = (chain: string, ...months: readonly MonthParts[]): ChainTape => ({
  chain,
  months: months.map(({ id, closes, firstDay = 0, rollDay }) => ({
    instrument: defineInstrument({
      id,
      commodity: 'crude-oil',
      tick: '0.01',
      lot: '1',
      priceMayBeNegative: true,
      ...(rollDay === undefined
        ? {}
        : {
            contract: {
              chain,
              code: id,
              delivery: '2022-06-01',
              rollMs: getDayStartMs(rollDay),
              expiresMs: getDayStartMs(rollDay + 5),
            },
          }),
    }),
    bars: createFlatBars(closes, firstDay),
    inputs: [],
  })),
});
