// The chain that a symbol or a commodity names, for pages and API calls.
import {
  COMMODITIES,
  COMMODITY_KEYS,
  type CommodityKey,
  findCommodityKey,
} from '../../trading/domain/commodity';
import { POWER_HUBS, type PowerHub } from '../../trading/domain/contract';

export interface CurveChain {
  readonly commodity: CommodityKey;
  readonly hub: PowerHub | null;
  /** Root symbol; for power with the hub. */
  readonly chain: string;
}

/** The chain of a commodity; power without a hub is that of the first. */
export function getCommodityChain(
  commodity: CommodityKey,
  hub: PowerHub | null = null,
): CurveChain {
  const { symbolPrefix } = COMMODITIES[commodity];
  if (commodity !== 'electricity') return { commodity, hub: null, chain: symbolPrefix };
  const shownHub = hub ?? POWER_HUBS[0];
  return { commodity, hub: shownHub, chain: `${symbolPrefix}-${shownHub}` };
}

/** All chains of a commodity: one, for power one per hub. */
export const listCommodityChains = (commodity: CommodityKey): readonly string[] =>
  commodity === 'electricity'
    ? POWER_HUBS.map((hub) => getCommodityChain(commodity, hub).chain)
    : [getCommodityChain(commodity).chain];

/**
 * Accepts a commodity (`natural-gas`), a root symbol (`NG`, `ET-PJM`) or a venue symbol (`ZC`).
 * Null for anything else.
 */
export function findCurveChain(text: string): CurveChain | null {
  const commodity =
    findCommodityKey(text) ??
    COMMODITY_KEYS.find((key) =>
      [COMMODITIES[key].symbolPrefix, COMMODITIES[key].venueSymbol].includes(text.toUpperCase()),
    );
  if (commodity) return getCommodityChain(commodity);
  const hub = POWER_HUBS.find((one) => text.toUpperCase() === `ET-${one}`);
  return hub ? getCommodityChain('electricity', hub) : null;
}
