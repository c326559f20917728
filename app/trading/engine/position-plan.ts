/** How large an entry is, and how far away its stop and its target lie. */
import type { Book } from '../domain/book';
import { type Lots, NO_LOTS, type Ticks } from '../domain/units';
import { stopDistance, targetDistance } from '../risk/protection';
import { ALONE_QUALITY, positionLots } from '../risk/sizing';
import type { PlaybookRow, PlaybookTarget } from '../strategies/playbook';
import { annualVolatility } from './market-step';
import { computeEquityMills } from './marks';
import type { DeskState, InstrumentMarket } from './state';

/** Lots of an entry at the last price; none without a price. */
export function computeEntryLots(
  state: DeskState,
  book: Book,
  seen: InstrumentMarket,
  row: Pick<PlaybookRow, 'stopRanges'>,
  target: Pick<PlaybookTarget, 'strength' | 'range'>,
): Lots {
  const settings = state.users[book.userId]?.settings;
  if (!seen.quote || !settings) return NO_LOTS;
  return positionLots({
    instrument: seen.instrument,
    positionSize: settings.positionSize,
    riskLevel: settings.riskLevel,
    priceTicks: seen.quote.lastTicks,
    scaleTicks: seen.scaleTicks,
    equityMills: computeEquityMills(state, book),
    quality: ALONE_QUALITY * target.strength,
    volatility: annualVolatility(seen),
    stopDistanceTicks: stopTicks(seen, target.range, row.stopRanges),
  });
}

/**
 * Distances of stop and target from the fill; null where the row sets none or the range is not
 * known yet.
 */
export function computeProtectionTicks(
  seen: InstrumentMarket,
  range: number | null,
  { stopRanges, targetRatio }: Pick<PlaybookRow, 'stopRanges' | 'targetRatio'>,
): { readonly stopDistanceTicks: Ticks | null; readonly targetDistanceTicks: Ticks | null } {
  const stopDistanceTicks = stopTicks(seen, range, stopRanges);
  return { stopDistanceTicks, targetDistanceTicks: targetDistance(stopDistanceTicks, targetRatio) };
}

const stopTicks = (
  { instrument, quote }: InstrumentMarket,
  range: number | null,
  ranges: number | null,
): Ticks | null =>
  stopDistance(instrument, quote ? quote.askTicks - quote.bidTicks : 1, range, ranges);
