/** Series requested from EIA: address, stated unit, bounds and the series of this project. */
import type { PowerHub } from '../../../domain/contract';
import {
  DEMAND_REGIONS,
  type Stock,
  getCashSeries,
  getDemandSeries,
  getStockSeries,
} from '../../series-catalog';
import type { ReportKind } from '../../report';

type Frequency = 'weekly' | 'daily' | 'hourly';

export interface EiaSeries {
  /** Request id. */
  readonly id: string;
  /** Path below the base address. */
  readonly path: string;
  /** Facets of the route, by name; rows of another value do not belong to the answer. */
  readonly facets: Readonly<Record<string, string>>;
  readonly frequency: Frequency;
  /** Rows requested, newest first. */
  readonly rows: number;
  /** Unit that each row must state, in capitals. */
  readonly unit: string;
  /** Divisor from the stated unit to the unit of this project. */
  readonly divisor: number;
  /** Bounds in the unit of this project. */
  readonly min: number;
  readonly max: number;
  readonly series: string;
  /** Report that publishes the series, with the series of weekly changes; null for none. */
  readonly report: {
    readonly kind: ReportKind;
    readonly changeSeries: string;
    /** Largest plausible change over a week, either way. */
    readonly changeMax: number;
  } | null;
}

/** Six years: the norm of a week is of five earlier years. */
const WEEKS = 320;

const buildStock = (
  stock: Stock,
  row: Pick<EiaSeries, 'id' | 'path' | 'unit' | 'divisor' | 'min' | 'max'> & {
    readonly code: string;
    readonly changeMax: number;
  },
): EiaSeries => {
  const { code, changeMax, ...rest } = row;
  return {
    ...rest,
    facets: { series: code },
    frequency: 'weekly',
    rows: WEEKS,
    series: getStockSeries(stock, 'level'),
    report: {
      kind: stock === 'gas' ? 'EIA gas storage' : 'EIA petroleum',
      changeSeries: getStockSeries(stock, 'change'),
      changeMax,
    },
  };
};

/** Weekly figures of the two scheduled reports. Records since 2010 lie well within the bounds. */
export const EIA_REPORT_SERIES: readonly EiaSeries[] = [
  buildStock('gas', {
    id: 'gas storage',
    path: 'natural-gas/stor/wkly/data/',
    code: 'NW2_EPG0_SWO_R48_BCF',
    unit: 'BCF',
    divisor: 1,
    min: 300,
    max: 6000,
    changeMax: 600,
  }),
  buildStock('crude', {
    id: 'crude stocks',
    path: 'petroleum/stoc/wstk/data/',
    code: 'WCESTUS1',
    unit: 'MBBL',
    divisor: 1000,
    min: 150,
    max: 900,
    changeMax: 60,
  }),
  buildStock('distillate', {
    id: 'distillate stocks',
    path: 'petroleum/stoc/wstk/data/',
    code: 'WDISTUS1',
    unit: 'MBBL',
    divisor: 1000,
    min: 40,
    max: 300,
    changeMax: 30,
  }),
];

const buildDemand = (hub: PowerHub, min: number, max: number): EiaSeries => ({
  id: `demand ${DEMAND_REGIONS[hub]}`,
  path: 'electricity/rto/region-data/data/',
  facets: { respondent: DEMAND_REGIONS[hub], type: 'D' },
  frequency: 'hourly',
  rows: 48,
  unit: 'MEGAWATTHOURS',
  divisor: 1,
  min,
  max,
  series: getDemandSeries(hub),
  report: null,
});

/** Hourly demand. Bounds are about half of the lowest and 1.5 times the highest hour. */
export const EIA_DEMAND_SERIES: readonly EiaSeries[] = [
  buildDemand('NYISO', 5000, 50_000),
  buildDemand('ERCOT', 12_000, 150_000),
  buildDemand('CAISO', 5000, 80_000),
  buildDemand('PJM', 25_000, 250_000),
  buildDemand('MISO', 20_000, 200_000),
];

const buildSpot = (
  row: Pick<EiaSeries, 'id' | 'path' | 'facets' | 'unit' | 'min' | 'max' | 'series'>,
): EiaSeries => ({ ...row, frequency: 'daily', rows: 30, divisor: 1, report: null });

/** Daily spot price of WTI crude oil at Cushing, $/bbl. */
export const WTI_SPOT_SERIES = 'spot/wti';

/** Daily spot prices. The `seriesid` route lists only ids with their category and frequency. */
export const EIA_SPOT_SERIES: readonly EiaSeries[] = [
  buildSpot({
    id: 'spot Henry Hub',
    path: 'seriesid/NG.RNGWHHD.D',
    facets: { series: 'RNGWHHD' },
    unit: '$/MMBTU',
    min: 0.1,
    max: 200,
    series: getCashSeries('henry-hub'),
  }),
  buildSpot({
    id: 'spot WTI',
    path: 'seriesid/PET.RWTC.D',
    facets: { series: 'RWTC' },
    unit: '$/BBL',
    min: -100,
    max: 500,
    series: WTI_SPOT_SERIES,
  }),
  buildSpot({
    id: 'spot Brent',
    path: 'seriesid/PET.RBRTE.D',
    facets: { series: 'RBRTE' },
    unit: '$/BBL',
    min: 1,
    max: 500,
    series: 'spot/brent',
  }),
];

const BY_ID: ReadonlyMap<string, EiaSeries> = new Map(
  [...EIA_REPORT_SERIES, ...EIA_DEMAND_SERIES, ...EIA_SPOT_SERIES].map((row) => [row.id, row]),
);

/** Series of a request id; null for an unknown id. */
export const findEiaSeries = (requestId: string): EiaSeries | null => BY_ID.get(requestId) ?? null;
