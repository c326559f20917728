/** Size, stop and target distance of an entry. */
import type { Book } from '../domain/book';
import type { Direction } from '../domain/position';
import { type Lots, NO_LOTS, type Ticks, toTicks } from '../domain/units';
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

interface ProtectionDistances {
  readonly stopDistanceTicks: Ticks | null;
  readonly targetDistanceTicks: Ticks | null;
}

/** Distances from the fill; null where the playbook sets none or ATR is not available. */
export function computeProtectionTicks(
  contract: InstrumentMarket,
  range: number | null,
  { stopRanges, targetRatio }: Pick<PlaybookRow, 'stopRanges' | 'targetRatio'>,
): ProtectionDistances {
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

/** Prices of stop and target of an entry at `entryTicks`; null where there is no distance. */
export function computeProtectionPrices(
  direction: Direction,
  entryTicks: Ticks,
  { stopDistanceTicks, targetDistanceTicks }: ProtectionDistances,
): { readonly stopTicks: Ticks | null; readonly targetTicks: Ticks | null } {
  const sign = direction === 'LONG' ? 1 : -1;
  return {
    stopTicks: stopDistanceTicks === null ? null : toTicks(entryTicks - sign * stopDistanceTicks),
    targetTicks:
      targetDistanceTicks === null ? null : toTicks(entryTicks + sign * targetDistanceTicks),
  };
}
