/**
 * Cash prices of regions in which no future delivers: a front price, or the mean of hubs, plus a
 * stated usual basis.
 *
 * The bases are round figures of ordinary years (spot surveys of gas and oil products, elevator
 * bids under the board, bilateral power hubs);
 * on any one day a region may lie far from them.
 */
import { computeMean } from '../statistics/sample';
import { COMMODITIES, type CommodityKey } from '../domain/commodity';
import { type PowerHub, getContract } from '../domain/contract';
import { decimal } from '../domain/instrument';
import type { EpochMs } from '../domain/units';

/** A price that is quoted: the active month of a chain. */
export interface FrontRow {
  readonly symbol: string;
  readonly commodity: CommodityKey;
  readonly hub: PowerHub | null;
  readonly price: number;
  /** Since the day began; null where that is unknown. */
  readonly change: number | null;
  readonly asOfMs: EpochMs;
}

export interface CashRow {
  readonly kind: 'cash';
  readonly commodity: CommodityKey;
  readonly region: string;
  /** In quoted units, to the decimals of the contract's tick. */
  readonly price: string;
  readonly change: number | null;
  /** Added to the front or to the mean of hubs, in quoted units. */
  readonly basis: number;
  /** Symbols that it is made of. */
  readonly from: readonly string[];
  /** When the oldest of them was quoted. */
  readonly asOfMs: EpochMs;
  /** The basis in words. */
  readonly text: string;
}

interface RegionBasis {
  readonly commodity: CommodityKey;
  readonly region: string;
  readonly basis: number;
  /** Hubs whose mean it is over; none for a commodity with one front. */
  readonly hubs: readonly PowerHub[];
}

const buildBasis = (
  commodity: CommodityKey,
  region: string,
  basis: number,
  ...hubs: readonly PowerHub[]
): RegionBasis => ({ commodity, region, basis, hubs });

/** Every region with a cash row, commodities in list order. */
export const REGION_BASES: readonly RegionBasis[] = [
  buildBasis('electricity', 'SERC', -4, 'PJM', 'MISO'),
  buildBasis('electricity', 'WECC', -6, 'CAISO'),
  buildBasis('natural-gas', 'Permian', -0.6),
  buildBasis('natural-gas', 'Marcellus', -0.55),
  buildBasis('natural-gas', 'Gulf Coast', 0.05),
  buildBasis('corn', 'Corn Belt', -18),
  buildBasis('soybeans', 'Soybean Belt', -30),
  buildBasis('wheat', 'Wheat Belt', -35),
  buildBasis('oil', 'Gulf Coast', -0.08),
  buildBasis('oil', 'Midwest', 0.02),
  buildBasis('oil', 'West Coast', 0.12),
  buildBasis('crude-oil', 'Gulf Coast', 1.5),
  buildBasis('crude-oil', 'East Coast', 3),
  buildBasis('crude-oil', 'West Coast', 2),
  buildBasis('cotton', 'Cotton Belt', -2.5),
];

/** The usual basis of a region, in quoted units. Throws RangeError for a region without one. */
export function regionBasis(commodity: CommodityKey, region: string): number {
  const found = REGION_BASES.find((row) => row.commodity === commodity && row.region === region);
  if (!found) throw new RangeError(`no cash basis is stated for ${commodity} in ${region}`);
  return found.basis;
}

function findLegs(
  { commodity, hubs }: RegionBasis,
  fronts: readonly FrontRow[],
): readonly FrontRow[] | null {
  const own = fronts.filter((front) => front.commodity === commodity);
  if (hubs.length === 0) return own[0] ? [own[0]] : null;
  const legs = hubs.flatMap((hub) => own.find((front) => front.hub === hub) ?? []);
  return legs.length === hubs.length ? legs : null;
}

function cashRow(row: RegionBasis, legs: readonly FrontRow[]): CashRow {
  const { decimals } = decimal(getContract(row.commodity).tick);
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
    text: `cash: ${from.length > 1 ? `mean of ${from.join(' and ')}` : (from[0] ?? '')} with a usual basis of ${signed}`,
  };
}

/**
 * The cash rows of all regions whose fronts are quoted, in the order of the table; a region that
 * lacks one has no row.
 */
export const cashRows = (fronts: readonly FrontRow[]): readonly CashRow[] =>
  REGION_BASES.flatMap((row) => {
    const legs = findLegs(row, fronts);
    return legs ? [cashRow(row, legs)] : [];
  });
