/**
 * How large an entry is, and how far away its stop and its target lie.
 * It knows a contract as it is seen and the row that wants it; it refuses a stop that the spread itself would hit.
 */
import type { Book } from '../domain/book';
import { type Lots, NO_LOTS, type Ticks, toTicks } from '../domain/units';
import { bookEquityMills } from '../risk/exposure';
import { positionLots } from '../risk/sizing';
import type { PlaybookRow, PlaybookTarget } from '../strategies/playbook';
import type { Draft } from './draft';
import { annualVolatility } from './market-step';
import { listedInstrument } from './settle';
import { type InstrumentMarket, instrumentMarket } from './state';

/** The share of its band that a playbook may fill by itself, without a network that agrees. */
const ALONE_QUALITY = 0.5;
/** A stop nearer than this many spreads would be hit by the spread itself. */
const STOP_SPREADS_MIN = 3;

/** Lots of an entry at the last price; none without a price. */
export function entryLots({ state }: Pick<Draft, 'state'>, book: Book, seen: InstrumentMarket, row: Pick<PlaybookRow, 'stopRanges'>, target: PlaybookTarget, range: number | null): Lots {
  const settings = state.users[book.userId]?.settings;
  if (!seen.quote || !settings) return NO_LOTS;
  return positionLots({
    instrument: seen.instrument, positionSize: settings.positionSize, riskLevel: settings.riskLevel, priceTicks: seen.quote.lastTicks, scaleTicks: seen.scaleTicks,
    equityMills: bookEquityMills(book, (id) => listedInstrument(state, book, id), (id) => instrumentMarket(state, book.market, id)?.quote?.lastTicks ?? null),
    quality: ALONE_QUALITY * target.strength, volatility: annualVolatility(seen), stopDistanceTicks: stopTicks(seen, range, row.stopRanges),
  });
}

/** Distances of stop and target from the fill; null where the row sets none or the range is not known yet. */
export function protectionTicks(seen: InstrumentMarket, range: number | null, { stopRanges, targetRatio }: Pick<PlaybookRow, 'stopRanges' | 'targetRatio'>): { readonly stopDistanceTicks: Ticks | null; readonly targetDistanceTicks: Ticks | null } {
  const stopDistanceTicks = stopTicks(seen, range, stopRanges);
  return { stopDistanceTicks, targetDistanceTicks: stopDistanceTicks === null || targetRatio === null ? null : toTicks(Math.max(1, Math.round(stopDistanceTicks * targetRatio))) };
}

/** So many average ranges as ticks, at least a few spreads; null when either is missing. */
function stopTicks({ instrument, quote }: InstrumentMarket, range: number | null, ranges: number | null): Ticks | null {
  if (range === null || ranges === null) return null;
  const spread = quote ? quote.askTicks - quote.bidTicks : 1;
  const wished = Math.round((range * ranges * 10 ** instrument.tick.decimals) / instrument.tick.digits);
  return toTicks(Math.max(1, STOP_SPREADS_MIN * spread, wished));
}
