/** The 14 simulated chains: nine futures and five power hubs with weekly strips. */
import { POWER_HUBS } from '../domain/contract';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../domain/commodity';
import { assert } from '../domain/outcome';

interface Chain {
  readonly id: string;
  readonly commodity: CommodityKey;
  readonly isPower: boolean;
}

const listChains = (commodity: CommodityKey): readonly Chain[] =>
  commodity === 'electricity'
    ? POWER_HUBS.map((hub) => ({ id: `ET-${hub}`, commodity, isPower: true }))
    : [{ id: COMMODITIES[commodity].symbolPrefix, commodity, isPower: false }];

/** In the order of COMMODITY_KEYS. */
export const CHAINS: readonly Chain[] = COMMODITY_KEYS.flatMap(listChains);

const BY_ID: ReadonlyMap<string, Chain> = new Map(CHAINS.map((chain) => [chain.id, chain]));

/** Chain of a contract id (the part before the dot). Throws for an unknown chain. */
export function findChain(instrumentId: string): Chain {
  const dot = instrumentId.indexOf('.');
  const chain = BY_ID.get(dot < 0 ? instrumentId : instrumentId.slice(0, dot));
  assert(chain, () => `the simulated market has no price for ${instrumentId}`);
  return chain;
}
