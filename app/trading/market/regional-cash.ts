/**
 * Cash prices of regions without futures delivery: front price or mean of hubs, plus an assumed
 * basis.
 */
import { computeMean } from '../statistics/sample';
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { type PowerHub, getContract } from '../domain/contract';
import { requireDecimal } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import { type RegionBasis, REGION_BASES } from './region-bases';

/** Quoted price of the active month of a chain. */
export interface FrontRow {
  readonly symbol: string;
  readonly commodity: CommodityKey;
  readonly hub: PowerHub | null;
  readonly price: number;
  /** Change since the start of the day; null when unknown. */
  readonly change: number | null;
  readonly asOfMs: EpochMs;
}

export interface CashRow {
  readonly kind: 'cash';
  readonly commodity: CommodityKey;
  readonly region: string;
  /** Price in quoted units with the decimals of the tick. */
  readonly price: string;
  readonly change: number | null;
  /** Basis added to the front or hub mean, in quoted units. */
  readonly basis: number;
  /** Source symbols. */
  readonly from: readonly string[];
  /** Time of the oldest source quote. */
  readonly asOfMs: EpochMs;
  /** Text of the basis. */
  readonly text: string;
}

function findLegs(
  { commodity, hubs }: RegionBasis,
  fronts: readonly FrontRow[],
): readonly FrontRow[] | null {
  const commodityFronts = fronts.filter((front) => front.commodity === commodity);
  if (hubs.length === 0) return commodityFronts[0] ? [commodityFronts[0]] : null;
  const legs = hubs.flatMap((hub) => commodityFronts.find((front) => front.hub === hub) ?? []);
  return legs.length === hubs.length ? legs : null;
}

function buildCashRow(row: RegionBasis, legs: readonly FrontRow[]): CashRow {
  const { decimals } = requireDecimal(getContract(row.commodity).tick);
  const changes = legs.map(({ change }) => change).filter((change) => change !== null);
  const from = legs.map(({ symbol }) => symbol);
  const signed = `${row.basis < 0 ? '-' : '+'}${Math.abs(row.basis).toFixed(2)} ${COMMODITIES[row.commodity].priceUnit}`;
  return {
    kind: 'cash',
    commodity: row.commodity,
    region: row.region,
    basis: row.basis,
    from,
    price: (computeMean(legs.map(({ price }) => price)) + row.basis).toFixed(decimals),
    change: changes.length === legs.length ? computeMean(changes) : null,
    asOfMs: Math.min(...legs.map(({ asOfMs }) => asOfMs)),
    text: `cash: ${from.length > 1 ? `mean of ${from.join(' and ')}` : (from[0] ?? '')} with an assumed basis of ${signed}`,
  };
}

/** Cash rows in table order; a region with a missing source has none. */
export const buildCashRows = (fronts: readonly FrontRow[]): readonly CashRow[] =>
  REGION_BASES.flatMap((row) => {
    const legs = findLegs(row, fronts);
    return legs ? [buildCashRow(row, legs)] : [];
  });
