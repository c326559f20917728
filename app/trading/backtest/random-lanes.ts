/**
 * The holdings of a run on the lines of its chains, so that random entries can be set beside them.
 */
import { bisectRight } from 'd3-array';
import type { Instrument } from '../domain/instrument';
import { chainLine } from './chain-line';
import { type Holding, listHoldings } from './holdings';
import type { Lane, PlacedHolding } from './random-entry';
import type { BacktestRun, BacktestTrade, ChainTape } from './tape';

interface Place {
  readonly chain: string;
  readonly instrument: Instrument;
}

/**
 * One lane for each chain, or pair of chains, that the run held; weights in mills per tick, sizes
 * those of the first leg on each chain.
 * Null when a holding had two months of one chain against each other. Throws RangeError for a trade
 * of an instrument that is in none of the tapes.
 */
export function randomLanes(
  run: BacktestRun,
  chains: readonly ChainTape[],
): readonly Lane[] | null {
  const places = new Map(
    chains.flatMap(({ chain, months }) =>
      months.map(({ instrument }) => [instrument.id, { chain, instrument }] as const),
    ),
  );
  const lines = new Map(chains.map((tape) => [tape.chain, chainLine(tape, run.stampsMs)]));
  const lanes = new Map<
    string,
    { readonly lines: Float64Array[]; readonly holdings: PlacedHolding[] }
  >();
  for (const holding of listHoldings(run.trades)) {
    const weights = findWeights(holding, places);
    if (!weights) return null;
    const names = [...weights.keys()].sort();
    const lane = lanes.get(names.join(' ')) ?? {
      lines: names.map((name) => lines.get(name) ?? new Float64Array()),
      holdings: [],
    };
    lane.holdings.push({
      ...buildSpan(holding, run.stampsMs),
      weights: names.map((name) => weights.get(name) ?? 0),
    });
    lanes.set(names.join(' '), lane);
  }
  return [...lanes.values()];
}

function buildSpan(
  { openedMs, closedMs }: Holding,
  stampsMs: Float64Array,
): { readonly from: number; readonly until: number } {
  const last = stampsMs.length - 1;
  const from = Math.min(Math.max(0, bisectRight(stampsMs, openedMs) - 1), last - 1);
  return { from, until: Math.min(last, Math.max(from + 1, bisectRight(stampsMs, closedMs) - 1)) };
}

/**
 * Signed mills per tick by chain; null when a chain was held on both sides at once. A roll whose
 * two fills overlap is on one side.
 */
function findWeights(
  { legs }: Holding,
  places: ReadonlyMap<string, Place>,
): ReadonlyMap<string, number> | null {
  const weights = new Map<string, number>();
  const before = new Map<string, BacktestTrade>();
  for (const leg of legs) {
    const place = places.get(leg.instrumentId);
    if (!place)
      throw new RangeError(
        `the run traded ${leg.instrumentId}, which is in none of the tapes: hand over the tapes that it ran on`,
      );
    const other = before.get(place.chain);
    if (other && leg.entryMs < other.exitMs && leg.direction !== other.direction) return null;
    before.set(place.chain, leg);
    if (!weights.has(place.chain)) weights.set(place.chain, computeWeight(leg, place.instrument));
  }
  return weights;
}

const computeWeight = (
  { direction, lots }: BacktestTrade,
  { tickMills, tickMillsDivisor }: Instrument,
): number => ((direction === 'LONG' ? 1 : -1) * lots * tickMills) / tickMillsDivisor;
