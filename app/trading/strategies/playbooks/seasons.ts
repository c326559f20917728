/** Seasons and weather responses by commodity, for the reference playbooks. */
import type { CommodityKey } from '../../domain/commodity';
import type { CalendarWindow } from '../calendar-window';

interface Season {
  readonly window: CalendarWindow;
  readonly dir: 'LONG' | 'SHORT';
  /** Bounds on the z-score of the close over 60 bars. */
  readonly filter: { readonly zMin: number | null; readonly zMax: number | null } | null;
  readonly why: string;
}

interface WeatherResponse {
  /** `hdd` and `cdd` are degree days below and above 65 F, `prcp` is precipitation. */
  readonly series: readonly ('hdd' | 'cdd' | 'prcp')[];
  readonly averageDays: number;
  readonly responseSign: 1 | -1;
  readonly window: CalendarWindow | null;
  /** Region of the readings. */
  readonly region: string;
  readonly why: string;
}

/** Demand seasons of energy; planting, growth and harvest of crops. */
export const SEASONS: Readonly<Record<CommodityKey, Season>> = {
  electricity: {
    window: { from: '05-15', to: '08-15' },
    dir: 'LONG',
    filter: { zMin: -0.5, zMax: null },
    why: 'cooling load climbs into the summer peak',
  },
  'natural-gas': {
    window: { from: '10-15', to: '01-31' },
    dir: 'LONG',
    filter: { zMin: -0.5, zMax: null },
    why: 'heating demand draws on storage',
  },
  corn: {
    window: { from: '06-25', to: '09-20' },
    dir: 'SHORT',
    filter: { zMin: null, zMax: 0.5 },
    why: 'the weather premium leaves before harvest',
  },
  soybeans: {
    window: { from: '07-15', to: '10-05' },
    dir: 'SHORT',
    filter: { zMin: null, zMax: 0.5 },
    why: 'the weather premium leaves before harvest',
  },
  wheat: {
    window: { from: '07-10', to: '09-30' },
    dir: 'LONG',
    filter: { zMin: null, zMax: 0 },
    why: 'prices recover from the harvest low',
  },
  'orange-juice': {
    window: { from: '10-15', to: '01-10' },
    dir: 'LONG',
    filter: { zMin: -0.5, zMax: null },
    why: 'the market pays for freezes that may come',
  },
  oil: {
    window: { from: '08-15', to: '11-30' },
    dir: 'LONG',
    filter: { zMin: -0.5, zMax: null },
    why: 'stocks are built before winter',
  },
  coffee: {
    window: { from: '05-01', to: '07-31' },
    dir: 'LONG',
    filter: { zMin: -0.5, zMax: null },
    why: 'the market pays for frosts that may come',
  },
  'crude-oil': {
    window: { from: '02-15', to: '06-15' },
    dir: 'LONG',
    filter: { zMin: -0.5, zMax: null },
    why: 'refineries run up to the driving season',
  },
  cotton: {
    window: { from: '08-15', to: '11-10' },
    dir: 'SHORT',
    filter: { zMin: null, zMax: 0.5 },
    why: 'harvest weighs on the price',
  },
};

/** Weather series that move a price; `responseSign` is the price response to a higher value. */
export const WEATHER_RESPONSES: Readonly<Record<CommodityKey, WeatherResponse>> = {
  electricity: {
    series: ['hdd', 'cdd'],
    averageDays: 1,
    responseSign: 1,
    window: null,
    region: 'the load of the hub',
    why: 'heat and cold lift load onto dearer plants',
  },
  'natural-gas': {
    series: ['hdd', 'cdd'],
    averageDays: 3,
    responseSign: 1,
    window: null,
    region: 'the Midwest and Northeast',
    why: 'heating and cooling burn gas',
  },
  corn: {
    series: ['cdd'],
    averageDays: 5,
    responseSign: 1,
    window: { from: '06-10', to: '08-15' },
    region: 'the corn belt',
    why: 'heat at pollination cuts the yield',
  },
  soybeans: {
    series: ['prcp'],
    averageDays: 14,
    responseSign: -1,
    window: { from: '07-10', to: '09-05' },
    region: 'the Midwest',
    why: 'rain in August fills the pods',
  },
  wheat: {
    series: ['prcp'],
    averageDays: 21,
    responseSign: -1,
    window: { from: '03-01', to: '06-10' },
    region: 'Kansas and Oklahoma',
    why: 'a dry spring cuts the winter wheat crop',
  },
  'orange-juice': {
    series: ['hdd'],
    averageDays: 1,
    responseSign: 1,
    window: { from: '12-01', to: '02-28' },
    region: 'central Florida',
    why: 'a freeze destroys fruit',
  },
  oil: {
    series: ['hdd'],
    averageDays: 3,
    responseSign: 1,
    window: { from: '11-01', to: '03-31' },
    region: 'the Northeast',
    why: 'cold burns heating oil',
  },
  coffee: {
    series: ['hdd'],
    averageDays: 1,
    responseSign: 1,
    window: { from: '06-01', to: '08-31' },
    region: 'Minas Gerais',
    why: 'a frost kills buds for the year after',
  },
  'crude-oil': {
    series: ['hdd'],
    averageDays: 5,
    responseSign: 1,
    window: { from: '11-01', to: '03-31' },
    region: 'the Northeast',
    why: 'cold burns distillate, though the link to crude is weak',
  },
  cotton: {
    series: ['cdd'],
    averageDays: 5,
    responseSign: 1,
    window: { from: '05-15', to: '08-31' },
    region: 'West Texas',
    why: 'heat and drought make farmers abandon fields',
  },
};
