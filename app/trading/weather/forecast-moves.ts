/** Markets that the change between two model runs moves. */
import { POWER_HUBS, type PowerHub } from '../domain/contract';
import type { CommodityKey } from '../domain/commodity';
import { type PriceDirection, combineDirections } from '../domain/price-direction';
import type { EpochMs } from '../domain/units';
import { rateDegreeDayChange } from './intelligence';
import type { PlaceName } from './places';
import { listDegreeDayEffects } from './responses';

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

/**
 * A place moves its markets in season if its heating or cooling degree days change at least by the
 * MEDIUM threshold of the weather feed. Power is moved by the weather of its own hub alone. A market
 * moved in both directions is MIXED.
 */
export function listForecastMoves(
  changes: readonly PlaceChange[],
  atMs: EpochMs,
): readonly ForecastMove[] {
  const byMarket = new Map<string, ForecastMove>();
  for (const change of changes) {
    const hub = POWER_HUBS.find((name) => name === change.place) ?? null;
    const effects = KINDS.filter((kind) => rateDegreeDayChange(change[kind]) !== 'LOW').flatMap(
      (kind) => listDegreeDayEffects(change.place, kind, change[kind], atMs),
    );
    for (const { commodity, direction } of effects) {
      if ((commodity === 'electricity') !== (hub !== null)) continue;
      const key = `${commodity} ${hub}`;
      const earlier = byMarket.get(key)?.direction ?? direction;
      byMarket.set(key, { commodity, hub, direction: combineDirections(earlier, direction) });
    }
  }
  return [...byMarket.values()];
}
