/** Size, stop and target distance of an entry. */
import type { Book } from '../domain/book';
import { type Lots, NO_LOTS, type Ticks } from '../domain/units';
import { computeStopDistance, computeTargetDistance } from '../risk/protection';
import { computeOwnQuality, computePositionLots } from '../risk/sizing';
import type { Family, PlaybookRow, PlaybookTarget } from '../strategies/playbook';
import { computeAnnualVolatility } from './market-step';
import { computeEquityMills } from './marks';
import type { DeskState, InstrumentMarket } from './state';

/** Lots at the last price; zero without a quote. */
export function computeEntryLots(
  state: DeskState,
  book: Book,
  contract: InstrumentMarket,
  row: { readonly family: Family | null; readonly stopRanges: number | null },
  target: Pick<PlaybookTarget, 'strength' | 'range'>,
): Lots {
  const settings = state.users[book.userId]?.settings;
  if (!contract.quote || !settings) return NO_LOTS;
  return computePositionLots({
    instrument: contract.instrument,
    positionSize: settings.positionSize,
    riskLevel: settings.riskLevel,
    priceTicks: contract.quote.lastTicks,
    scaleTicks: contract.scaleTicks,
    equityMills: computeEquityMills(state, book),
    quality: computeOwnQuality(target.strength, row.family === 'AI'),
    volatility: computeAnnualVolatility(contract),
    stopDistanceTicks: computeStopTicks(contract, target.range, row.stopRanges),
  });
}

/** Distances from the fill; null where the playbook sets none or ATR is not available. */
export function computeProtectionTicks(
  contract: InstrumentMarket,
  range: number | null,
  { stopRanges, targetRatio }: Pick<PlaybookRow, 'stopRanges' | 'targetRatio'>,
): { readonly stopDistanceTicks: Ticks | null; readonly targetDistanceTicks: Ticks | null } {
  const stopDistanceTicks = computeStopTicks(contract, range, stopRanges);
  return {
    stopDistanceTicks,
    targetDistanceTicks: computeTargetDistance(stopDistanceTicks, targetRatio),
  };
}

const computeStopTicks = (
  { instrument, quote }: InstrumentMarket,
  range: number | null,
  ranges: number | null,
): Ticks | null =>
  computeStopDistance(instrument, quote ? quote.askTicks - quote.bidTicks : 1, range, ranges);
