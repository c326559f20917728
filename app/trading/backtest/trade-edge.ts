/** Edge and cost of a trade, in basis points of its notional. */
import { type Instrument, computeValueMills } from '../domain/instrument';
import { absMills } from '../domain/units';
import { groupTrades } from './grouped-trades';
import type { BacktestTrade } from './backtest-run';

/** Sums over trades, mills; the legs and rolls of a position are one trade. */
export interface TradeTotals {
  /** Notional of all legs at entry. A roll adds none. */
  readonly notionalMills: number;
  /** Profit before fees, spread and slippage. */
  readonly grossMills: number;
  /** Fees, spread and slippage of entries, exits and rolls. */
  readonly costsMills: number;
}

/** Basis points of notional per trade. */
export interface TradeEdge {
  /** Mean profit before costs. */
  readonly edgeBp: number;
  readonly costBp: number;
}

const BP_PER_UNIT = 10_000;

/** Sums the trades of a run. `getInstrument` must cover every traded instrument. */
export function computeTradeTotals(
  trades: readonly BacktestTrade[],
  getInstrument: (id: string) => Instrument,
): TradeTotals {
  const costsMills = trades.reduce(
    (sum, { feesMills, slippageMills }) => sum + feesMills + slippageMills,
    0,
  );
  const netMills = trades.reduce((sum, { profitMills }) => sum + profitMills, 0);
  const notionalMills = groupTrades(trades)
    .flatMap(({ legs }) => listOpeningLegs(legs))
    .reduce(
      (sum, { instrumentId, entryTicks, lots }) =>
        sum + absMills(computeValueMills(getInstrument(instrumentId), entryTicks, lots)),
      0,
    );
  return { notionalMills, grossMills: netMills + costsMills, costsMills };
}

/** The first leg of each direction; later ones continue it in another month. */
const listOpeningLegs = (legs: readonly BacktestTrade[]): readonly BacktestTrade[] =>
  (['LONG', 'SHORT'] as const).flatMap(
    (direction) => legs.find((leg) => leg.direction === direction) ?? [],
  );

/** Notional-weighted mean over the trades of all runs; null without a trade. */
export function computeTradeEdge(runs: readonly TradeTotals[]): TradeEdge | null {
  const addTotals = (select: (totals: TradeTotals) => number): number =>
    runs.reduce((total, run) => total + select(run), 0);
  const notionalMills = addTotals((totals) => totals.notionalMills);
  if (!(notionalMills > 0)) return null;
  const toBasisPoints = (mills: number): number => (BP_PER_UNIT * mills) / notionalMills;
  return {
    edgeBp: toBasisPoints(addTotals(({ grossMills }) => grossMills)),
    costBp: toBasisPoints(addTotals(({ costsMills }) => costsMills)),
  };
}
