/** Prepares a run for the random entry test: its trades on the price lines of its chains. */
import { bisectRight } from 'd3-array';
import type { Instrument } from '../domain/instrument';
import { computeChainLine } from './chain-line';
import { type GroupedTrade, groupTrades } from './grouped-trades';
import type { Lane, PlacedHolding } from './random-entry';
import type { BacktestRun, BacktestTrade } from './backtest-run';
import type { ChainTape } from './tape';

interface ChainInstrument {
  readonly chain: string;
  readonly instrument: Instrument;
}

/**
 * One lane per chain or pair of chains in the run; weights in mills per tick, with the size of the
 * first leg on each chain. Null if a trade held two months of one chain against each other. Throws
 * RangeError for a trade in an instrument that no tape contains.
 */
export function buildRandomLanes(
  run: BacktestRun,
  chains: readonly ChainTape[],
): readonly Lane[] | null {
  const instrumentsById = new Map(
    chains.flatMap(({ chain, months }) =>
      months.map(({ instrument }) => [instrument.id, { chain, instrument }] as const),
    ),
  );
  const lines = new Map(chains.map((tape) => [tape.chain, computeChainLine(tape, run.stampsMs)]));
  const lanes = new Map<
    string,
    { readonly lines: Float64Array[]; readonly holdings: PlacedHolding[] }
  >();
  for (const holding of groupTrades(run.trades)) {
    const weights = computeWeights(holding, instrumentsById);
    if (!weights) return null;
    const names = [...weights.keys()].sort();
    const lane = lanes.get(names.join(' ')) ?? {
      lines: names.map((name) => lines.get(name) ?? new Float64Array()),
      holdings: [],
    };
    lane.holdings.push({
      ...findSpan(holding, run.stampsMs),
      weights: names.map((name) => weights.get(name) ?? 0),
    });
    lanes.set(names.join(' '), lane);
  }
  return [...lanes.values()];
}

function findSpan(
  { openedMs, closedMs }: GroupedTrade,
  stampsMs: Float64Array,
): { readonly from: number; readonly until: number } {
  const last = stampsMs.length - 1;
  const from = Math.min(Math.max(0, bisectRight(stampsMs, openedMs) - 1), last - 1);
  return { from, until: Math.min(last, Math.max(from + 1, bisectRight(stampsMs, closedMs) - 1)) };
}

/**
 * Signed mills per tick by chain; null if a chain was held on both sides at once. Overlapping fills
 * of a roll are on one side.
 */
function computeWeights(
  { legs }: GroupedTrade,
  instrumentsById: ReadonlyMap<string, ChainInstrument>,
): ReadonlyMap<string, number> | null {
  const weights = new Map<string, number>();
  const previousLegs = new Map<string, BacktestTrade>();
  for (const leg of legs) {
    const listing = instrumentsById.get(leg.instrumentId);
    if (!listing)
      throw new RangeError(
        `the run traded ${leg.instrumentId}, which is in none of the tapes: hand over the tapes that it ran on`,
      );
    const previousLeg = previousLegs.get(listing.chain);
    if (previousLeg && leg.entryMs < previousLeg.exitMs && leg.direction !== previousLeg.direction)
      return null;
    previousLegs.set(listing.chain, leg);
    if (!weights.has(listing.chain))
      weights.set(listing.chain, computeWeight(leg, listing.instrument));
  }
  return weights;
}

const computeWeight = (
  { direction, lots }: BacktestTrade,
  { tickMills, tickMillsDivisor }: Instrument,
): number => ((direction === 'LONG' ? 1 : -1) * lots * tickMills) / tickMillsDivisor;
