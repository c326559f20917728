/** The fourteen chains of the world and who makes each: nine futures and five hub strips. */
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

/** In list order. */
export const CHAINS: readonly Chain[] = COMMODITY_KEYS.flatMap(listChains);

const BY_ID: ReadonlyMap<string, Chain> = new Map(CHAINS.map((chain) => [chain.id, chain]));

/** The chain in front of the dot of a contract's id. Throws for an id of no chain. */
export function findChain(instrumentId: string): Chain {
  const dot = instrumentId.indexOf('.');
  const chain = BY_ID.get(dot < 0 ? instrumentId : instrumentId.slice(0, dot));
  assert(chain, () => `the simulated world has no price for ${instrumentId}`);
  return chain;
}
