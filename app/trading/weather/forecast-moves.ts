/** Markets that the change between two model runs moves. */
import { greatest } from 'd3-array';
import { POWER_HUBS, type PowerHub } from '../domain/contract';
import type { CommodityKey } from '../domain/commodity';
import { type PriceDirection, combineDirections } from '../domain/price-direction';
import type { EpochMs } from '../domain/units';
import { rateDegreeDayChange } from './intelligence';
import type { PlaceName } from './places';
import { type Effect, listDegreeDayEffects } from './responses';

/** Change of the degree days of a place between two runs, over the same days. */
interface PlaceChange {
  readonly place: PlaceName;
  readonly heating: number;
  readonly cooling: number;
}

export interface ForecastMove {
  readonly commodity: CommodityKey;
  /** Null for other commodities than power. */
  readonly hub: PowerHub | null;
  readonly direction: PriceDirection;
}

const KINDS = ['heating', 'cooling'] as const;

/** Change of the heating or cooling degree days of a place, with its effects in season. */
interface EffectiveChange {
  readonly hub: PowerHub | null;
  readonly change: number;
  /** At least one. Power is moved by the weather of its own hub alone. */
  readonly effects: readonly Effect[];
}

const listEffectiveChanges = (
  changes: readonly PlaceChange[],
  atMs: EpochMs,
): readonly EffectiveChange[] =>
  changes.flatMap((place) => {
    const hub = POWER_HUBS.find((name) => name === place.place) ?? null;
    return KINDS.flatMap((kind) => {
      const change = place[kind];
      const effects = listDegreeDayEffects(place.place, kind, change, atMs).filter(
        ({ commodity }) => (commodity === 'electricity') === (hub !== null),
      );
      return effects.length === 0 ? [] : [{ hub, change, effects }];
    });
  });

/** Largest change with effects in season, degree days; null without one. */
export const findLargestMarketChange = (
  changes: readonly PlaceChange[],
  atMs: EpochMs,
): number | null =>
  greatest(
    listEffectiveChanges(changes, atMs).map(({ change }) => change),
    Math.abs,
  ) ?? null;

/**
 * A place moves its markets in season if its heating or cooling degree days change at least by the
 * MEDIUM threshold of the weather feed. A market moved in both directions is MIXED.
 */
export function listForecastMoves(
  changes: readonly PlaceChange[],
  atMs: EpochMs,
): readonly ForecastMove[] {
  const byMarket = new Map<string, ForecastMove>();
  for (const { hub, change, effects } of listEffectiveChanges(changes, atMs)) {
    if (rateDegreeDayChange(change) === 'LOW') continue;
    for (const { commodity, direction } of effects) {
      const key = `${commodity} ${hub}`;
      const earlier = byMarket.get(key)?.direction ?? direction;
      byMarket.set(key, { commodity, hub, direction: combineDirections(earlier, direction) });
    }
  }
  return [...byMarket.values()];
}
