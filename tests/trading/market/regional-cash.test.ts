import { describe, expect, it } from 'vitest';
import { REGION_BASES, getRegionBasis } from '../../../app/trading/market/region-bases';
import { type FrontRow, buildCashRows } from '../../../app/trading/market/regional-cash';

const buildFront = (
  symbol: string,
  commodity: FrontRow['commodity'],
  price: number,
  change: number | null = null,
  hub: FrontRow['hub'] = null,
  asOfMs = 1000,
): FrontRow => ({ symbol, commodity, hub, price, change, asOfMs });
const FRONTS: readonly FrontRow[] = [
  buildFront('ET-PJM', 'electricity', 88, 2, 'PJM', 900),
  buildFront('ET-MISO', 'electricity', 82, -1, 'MISO'),
  buildFront('ET-CAISO', 'electricity', 95, null, 'CAISO'),
  buildFront('NG', 'natural-gas', 0.3, -0.01),
  buildFront('CORN', 'corn', 450.25, 1.5),
  buildFront('CT', 'cotton', 78.11),
];
const inRegion = (region: string) => buildCashRows(FRONTS).find((row) => row.region === region);

describe('regional cash rows', () => {
  it('are the front price plus a stated basis, marked as cash', () => {
    expect(inRegion('Corn Belt')).toEqual({
      kind: 'cash',
      commodity: 'corn',
      region: 'Corn Belt',
      price: '432.25',
      change: 1.5,
      basis: -18,
      from: ['CORN'],
      asOfMs: 1000,
      text: 'cash: CORN with an assumed basis of -18.00 cents/bushel',
    });
    expect(inRegion('Gulf Coast')?.text).toBe('cash: NG with an assumed basis of +0.05 $/MMBtu');
  });

  it('use the mean of hubs, with the time of the oldest', () => {
    expect(inRegion('SERC')).toMatchObject({
      price: '81.00',
      change: 0.5,
      from: ['ET-PJM', 'ET-MISO'],
      asOfMs: 900,
    });
    expect(inRegion('SERC')?.text).toContain('mean of ET-PJM and ET-MISO');
    expect(inRegion('WECC')?.change).toBeNull();
  });

  it('may be below zero, like Permian gas', () =>
    expect(inRegion('Permian')?.price).toBe('-0.300'));

  it('omit a region without a front quote', () => {
    expect(
      buildCashRows(FRONTS.filter(({ hub }) => hub !== 'MISO')).map(({ region }) => region),
    ).not.toContain('SERC');
    expect(buildCashRows([])).toEqual([]);
  });

  it('list each region of a commodity once', () => {
    expect(
      new Set(REGION_BASES.map(({ commodity, region }) => `${commodity}/${region}`)).size,
    ).toBe(REGION_BASES.length);
    expect(getRegionBasis('natural-gas', 'Marcellus')).toBe(-0.55);
    expect(() => getRegionBasis('coffee', 'Permian')).toThrow(RangeError);
  });
});
