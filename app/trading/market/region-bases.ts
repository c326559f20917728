/**
 * Assumed basis of regional cash prices: round typical values (gas and oil product spot surveys,
 * elevator bids, bilateral power hubs). The actual daily basis can differ widely.
 */
import type { CommodityKey } from '../domain/commodity';
import type { PowerHub } from '../domain/contract';

export interface RegionBasis {
  readonly commodity: CommodityKey;
  readonly region: string;
  readonly basis: number;
  /** Hubs of the mean; empty for a commodity with one front. */
  readonly hubs: readonly PowerHub[];
}

const buildBasis = (
  commodity: CommodityKey,
  region: string,
  basis: number,
  ...hubs: readonly PowerHub[]
): RegionBasis => ({ commodity, region, basis, hubs });

/** All regions with a cash price, in list order. */
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

/** Assumed basis of a region, in quoted units. Throws RangeError for a region without one. */
export function getRegionBasis(commodity: CommodityKey, region: string): number {
  const found = REGION_BASES.find((row) => row.commodity === commodity && row.region === region);
  if (!found) throw new RangeError(`no cash basis is stated for ${commodity} in ${region}`);
  return found.basis;
}
