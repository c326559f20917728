/**
 * Tracks which part of the current bar quotes have covered, so that a bar still fills stops in the
 * uncovered part.
 */
import type { Order } from '../domain/order';
import type { Bar, Quote } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { MarketEvent } from '../ports';
import { BAR_MS, getBarLength } from '../strategies/playbook';
import type { InstrumentMarket, QuoteCoverage } from './state';

type CoveredContract = Pick<
  InstrumentMarket,
  'measuredBy' | 'lastBar' | 'staleAfterMs' | 'coverage'
>;

/** Coverage after a quote that resting orders were matched with. */
export function updateCoverage(
  { lastBar, staleAfterMs, coverage }: CoveredContract,
  type: MarketEvent['type'],
  { atMs, lastTicks }: Quote,
): QuoteCoverage {
  const startsMs =
    type === 'BarOpened'
      ? atMs
      : lastBar
        ? computeBarStart(lastBar, atMs)
        : (coverage?.startsMs ?? null);
  if (!coverage || (coverage.startsMs ?? -Infinity) < (startsMs ?? -Infinity))
    return {
      startsMs,
      firstMs: atMs,
      lastMs: atMs,
      gapEndMs: null,
      lowTicks: lastTicks,
      highTicks: lastTicks,
    };
  return {
    startsMs: coverage.startsMs,
    firstMs: coverage.firstMs,
    lastMs: atMs,
    gapEndMs: atMs - coverage.lastMs > staleAfterMs ? atMs : coverage.gapEndMs,
    lowTicks: lastTicks < coverage.lowTicks ? lastTicks : coverage.lowTicks,
    highTicks: lastTicks > coverage.highTicks ? lastTicks : coverage.highTicks,
  };
}

/** Start of the bar at a time, assuming gapless bars of the same length as `lastBar`. */
function computeBarStart({ startsMs, endsMs }: Bar, atMs: EpochMs): EpochMs {
  const lengthMs = endsMs - startsMs + 1;
  return startsMs + Math.floor((atMs - startsMs) / lengthMs) * lengthMs;
}

/**
 * True if a quote arrived during the bar. Its full range then does not apply to orders placed
 * since.
 */
export const isQuotedInside = ({ quote }: Pick<InstrumentMarket, 'quote'>, bar: Bar): boolean =>
  quote !== null && quote.atMs > bar.startsMs;

/** A longer bar that ends at the same time adds no information. */
const isShortest = ({ measuredBy }: Pick<InstrumentMarket, 'measuredBy'>, bar: Bar): boolean =>
  measuredBy === null || BAR_MS[getBarLength(bar.endsMs - bar.startsMs + 1)] <= BAR_MS[measuredBy];

/**
 * Stops that the uncovered part of a bar may fill: working during a gap, and the bar went beyond
 * the quoted range. Targets never fill this way, because the order of prices is unknown.
 */
export function listOrdersInGaps(
  contract: CoveredContract,
  bar: Bar,
  working: readonly Order[],
): readonly Order[] {
  if (!isShortest(contract, bar)) return [];
  const { coverage, staleAfterMs } = contract;
  const gapEndMs = findLastGapEnd(coverage, bar, staleAfterMs);
  if (gapEndMs <= bar.startsMs) return [];
  const barCoverage =
    coverage && (coverage.startsMs ?? -Infinity) >= bar.startsMs ? coverage : null;
  const isHidden = ({ side }: Order): boolean =>
    barCoverage === null ||
    (side === 'SELL' ? bar.lowTicks < barCoverage.lowTicks : bar.highTicks > barCoverage.highTicks);
  return working.filter(
    (order) => order.type === 'STOP' && order.placedMs < gapEndMs && isHidden(order),
  );
}

/** End of the latest gap; -Infinity if quotes cover the whole bar. */
function findLastGapEnd(
  coverage: QuoteCoverage | undefined,
  { startsMs, endsMs }: Bar,
  staleAfterMs: number,
): EpochMs {
  if (!coverage || endsMs - Math.max(startsMs, coverage.lastMs) > staleAfterMs) return endsMs;
  if (coverage.gapEndMs !== null && coverage.gapEndMs > startsMs) return coverage.gapEndMs;
  return coverage.firstMs - startsMs > staleAfterMs ? coverage.firstMs : -Infinity;
}
