import { describe, expect, it } from 'vitest';
import {
  type FrontRow,
  REGION_BASES,
  cashRows,
  regionBasis,
} from '../../../app/trading/market/regional-cash';

const front = (
  symbol: string,
  commodity: FrontRow['commodity'],
  price: number,
  change: number | null = null,
  hub: FrontRow['hub'] = null,
  asOfMs = 1000,
): FrontRow => ({ symbol, commodity, hub, price, change, asOfMs });
const FRONTS: readonly FrontRow[] = [
  front('ET-PJM', 'electricity', 88, 2, 'PJM', 900),
  front('ET-MISO', 'electricity', 82, -1, 'MISO'),
  front('ET-CAISO', 'electricity', 95, null, 'CAISO'),
  front('NG', 'natural-gas', 0.3, -0.01),
  front('CORN', 'corn', 450.25, 1.5),
  front('CT', 'cotton', 78.11),
];
const inRegion = (region: string) => cashRows(FRONTS).find((row) => row.region === region);

describe('regional cash rows', () => {
  it('are the front plus a stated basis, marked as cash', () => {
    expect(inRegion('Corn Belt')).toEqual({
      kind: 'cash',
      commodity: 'corn',
      region: 'Corn Belt',
      price: '432.25',
      change: 1.5,
      basis: -18,
      from: ['CORN'],
      asOfMs: 1000,
      text: 'cash: CORN with a usual basis of -18.00 cents/bushel',
    });
    expect(inRegion('Gulf Coast')?.text).toBe('cash: NG with a usual basis of +0.05 $/MMBtu');
  });

  it('take the mean of hubs, as old as the oldest of them', () => {
    expect(inRegion('SERC')).toMatchObject({
      price: '81.00',
      change: 0.5,
      from: ['ET-PJM', 'ET-MISO'],
      asOfMs: 900,
    });
    expect(inRegion('SERC')?.text).toContain('mean of ET-PJM and ET-MISO');
    expect(inRegion('WECC')?.change).toBeNull();
  });

  it('may be below zero, as gas in the Permian is', () =>
    expect(inRegion('Permian')?.price).toBe('-0.300'));

  it('leave out a region whose front nobody quotes', () => {
    expect(
      cashRows(FRONTS.filter(({ hub }) => hub !== 'MISO')).map(({ region }) => region),
    ).not.toContain('SERC');
    expect(cashRows([])).toEqual([]);
  });

  it('have each region of a commodity once', () => {
    expect(
      new Set(REGION_BASES.map(({ commodity, region }) => `${commodity}/${region}`)).size,
    ).toBe(REGION_BASES.length);
    expect(regionBasis('natural-gas', 'Marcellus')).toBe(-0.55);
    expect(() => regionBasis('coffee', 'Permian')).toThrow(RangeError);
  });
});
