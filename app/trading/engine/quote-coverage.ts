/**
 * Which part of the present bar quotes have shown to resting orders, so that a stop that the rest
 * of the bar reaches is not passed over.
 */
import type { Order } from '../domain/order';
import type { Bar, Quote } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { MarketEvent } from '../ports';
import { BAR_MS, getBarLength } from '../strategies/playbook';
import type { InstrumentMarket, QuoteCoverage } from './state';

type Seen = Pick<InstrumentMarket, 'measuredBy' | 'lastBar' | 'staleAfterMs' | 'coverage'>;

/** The coverage after a quote that resting orders have met. */
export function coveredBy(
  { lastBar, staleAfterMs, coverage }: Seen,
  type: MarketEvent['type'],
  { atMs, lastTicks }: Quote,
): QuoteCoverage {
  const startsMs =
    type === 'BarOpened'
      ? atMs
      : lastBar
        ? startOfNext(lastBar, atMs)
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

/**
 * The start of the bar that holds a moment, where bars as long as the last one follow it without a
 * break.
 */
function startOfNext({ startsMs, endsMs }: Bar, atMs: EpochMs): EpochMs {
  const lengthMs = endsMs - startsMs + 1;
  return startsMs + Math.floor((atMs - startsMs) / lengthMs) * lengthMs;
}

/**
 * Whether a quote came inside a bar: then its range as a whole says nothing about orders that were
 * placed since.
 */
export const isQuotedInside = ({ quote }: Pick<InstrumentMarket, 'quote'>, bar: Bar): boolean =>
  quote !== null && quote.atMs > bar.startsMs;

/**
 * Whether a bar is of the shortest length seen: a longer one ends with it, and holds nothing that
 * it did not.
 */
const isShortest = ({ measuredBy }: Pick<InstrumentMarket, 'measuredBy'>, bar: Bar): boolean =>
  measuredBy === null || BAR_MS[getBarLength(bar.endsMs - bar.startsMs + 1)] <= BAR_MS[measuredBy];

/**
 * The orders that the hidden part of a bar may fill where quotes came inside the bar: stops alone,
 * for of a target nobody knows whether it came first.
 * A stop is among them when it was working in a gap and the bar went further to its side than the
 * quotes have shown.
 */
export function listOrdersInGaps(
  seen: Seen,
  bar: Bar,
  working: readonly Order[],
): readonly Order[] {
  if (!isShortest(seen, bar)) return [];
  const { coverage, staleAfterMs } = seen;
  const gapEndMs = lastGapEnd(coverage, bar, staleAfterMs);
  if (gapEndMs <= bar.startsMs) return [];
  // Prices of earlier bars say nothing about this one.
  const shown = coverage && (coverage.startsMs ?? -Infinity) >= bar.startsMs ? coverage : null;
  const isHidden = ({ side }: Order): boolean =>
    shown === null ||
    (side === 'SELL' ? bar.lowTicks < shown.lowTicks : bar.highTicks > shown.highTicks);
  return working.filter(
    (order) => order.type === 'STOP' && order.placedMs < gapEndMs && isHidden(order),
  );
}

/** End of the latest gap of a bar; -Infinity where quotes have shown all of it. */
function lastGapEnd(
  coverage: QuoteCoverage | undefined,
  { startsMs, endsMs }: Bar,
  staleAfterMs: number,
): EpochMs {
  if (!coverage || endsMs - Math.max(startsMs, coverage.lastMs) > staleAfterMs) return endsMs;
  if (coverage.gapEndMs !== null && coverage.gapEndMs > startsMs) return coverage.gapEndMs;
  return coverage.firstMs - startsMs > staleAfterMs ? coverage.firstMs : -Infinity;
}
