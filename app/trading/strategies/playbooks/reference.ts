/** Five reference playbooks per commodity, with commodity-specific parameters where needed. */
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../domain/commodity';
import { formatWindow } from '../families/day-window';
import type { PlaybookRow } from '../playbook';
import { SEASONS, WEATHER_RESPONSES } from './seasons';

export const REFERENCE_IDS = [
  'MOMENTUM',
  'MEAN_REVERSION',
  'BREAKOUT',
  'SEASONAL',
  'WEATHER_ANOMALY',
] as const;
export type ReferenceId = (typeof REFERENCE_IDS)[number];

/** Momentum lookback in bars; longer for slower trends. */
const MOMENTUM_BARS: Readonly<Record<CommodityKey, number>> = {
  electricity: 10,
  'natural-gas': 40,
  corn: 30,
  soybeans: 40,
  wheat: 30,
  'orange-juice': 30,
  oil: 60,
  coffee: 40,
  'crude-oil': 60,
  cotton: 40,
};

const BREAKOUT_BARS: Readonly<Record<CommodityKey, number>> = {
  electricity: 20,
  'natural-gas': 20,
  corn: 20,
  soybeans: 20,
  wheat: 40,
  'orange-juice': 20,
  oil: 40,
  coffee: 55,
  'crude-oil': 40,
  cotton: 20,
};

const SHARED = {
  bar: '1d',
  inputs: [],
  gates: [],
  window: null,
  sides: 'BOTH',
  chains: null,
  legs: null,
  stopRanges: 2,
  targetRatio: null,
  barsHeldMax: null,
  isRare: false,
} as const;

const getDisplayName = (commodity: CommodityKey): string => COMMODITIES[commodity].displayName;

function buildMomentumRow(commodity: CommodityKey): PlaybookRow {
  const n = MOMENTUM_BARS[commodity];
  return {
    ...SHARED,
    id: 'MOMENTUM',
    commodity,
    name: 'Momentum',
    icon: 'chart',
    riskLevel: 'MEDIUM',
    expectedReturn: { low: 10, high: 18 },
    timeframe: '1-8 weeks',
    family: 'MOM',
    params: { n, e: 1 },
    description: `Goes with a ${n}-bar move of at least one sigma until the move is gone.`,
    text: {
      what: `${getDisplayName(commodity)}, long or short, in the direction of its last ${n} days.`,
      when: `Once the move over ${n} days is one sigma of such moves or more, either way.`,
      how: 'Enters at the next open with a stop 2 ATR away, and leaves when the move over the same days is back at zero.',
      why: 'News is digested over days and those who must hedge follow it. It loses in markets that go sideways, a little each time.',
    },
  };
}

function buildMeanReversionRow(commodity: CommodityKey): PlaybookRow {
  return {
    ...SHARED,
    id: 'MEAN_REVERSION',
    commodity,
    name: 'Mean reversion',
    icon: 'scales',
    riskLevel: 'LOW',
    expectedReturn: { low: 8, high: 15 },
    timeframe: '3-20 days',
    family: 'REV',
    params: { n: 20, e: 1.8, x: 0.4 },
    targetRatio: 2,
    barsHeldMax: 20,
    description: 'Fades a close 1.8 sigma from its 20-bar average until it is within 0.4 of it.',
    text: {
      what: `${getDisplayName(commodity)} against a close that has run away from its average.`,
      when: 'At 1.8 sigma or more from the average of twenty days, above it short and below it long.',
      how: 'Leaves within 0.4 of the average, after twenty days, or at a stop 2 ATR away; the target is twice as far as the stop.',
      why: 'A price pushed by hurried orders comes back once they are filled. It loses when the push was news, and then quickly.',
    },
  };
}

function buildBreakoutRow(commodity: CommodityKey): PlaybookRow {
  const n = BREAKOUT_BARS[commodity];
  return {
    ...SHARED,
    id: 'BREAKOUT',
    commodity,
    name: 'Breakout',
    icon: 'bolt',
    riskLevel: 'HIGH',
    expectedReturn: { low: 15, high: 30 },
    timeframe: '1-6 weeks',
    family: 'BRK',
    params: { n, k: 0.2 },
    description: `Follows a close 0.2 ATR beyond the channel of the last ${n} bars.`,
    text: {
      what: `${getDisplayName(commodity)} out of the highs or lows of its last ${n} days.`,
      when: `After a close 0.2 ATR beyond the channel of ${n} days, not counting that day.`,
      how: `Holds until a close on the other side of the channel of ${Math.floor(n / 2)} days; the stop stands 2 ATR away.`,
      why: 'Large moves begin by leaving a range. Most breakouts fail, so that a few long runs have to pay for many small losses.',
    },
  };
}

function buildSeasonalRow(commodity: CommodityKey): PlaybookRow {
  const { window, dir, filter, why } = SEASONS[commodity];
  const side = dir === 'LONG' ? 'Long' : 'Short';
  const bound = filter?.zMin ?? filter?.zMax ?? 0;
  const condition = filter
    ? `, while the close is no ${filter.zMin === null ? 'higher' : 'lower'} than ${bound} deviations from its mean of sixty days`
    : '';
  return {
    ...SHARED,
    id: 'SEASONAL',
    commodity,
    name: 'Seasonal',
    icon: 'calendar',
    riskLevel: 'LOW',
    expectedReturn: { low: 5, high: 12 },
    timeframe: '2-4 months',
    family: 'SEAS',
    params: { window, dir, ...(filter ? { filter: { n: 60, ...filter } } : {}) },
    sides: dir,
    isRare: true,
    description: `${side} from ${formatWindow(window)}: ${why}.`,
    text: {
      what: `${side} ${getDisplayName(commodity)} for one part of the year, year after year.`,
      when: `From ${formatWindow(window)}${condition}.`,
      how: 'Enters with the season, leaves at its end or when the price no longer agrees; the stop stands 2 ATR away.',
      why: `It is said that ${why}. Everybody knows the calendar, so the price may have it already.`,
    },
  };
}

function buildWeatherAnomalyRow(commodity: CommodityKey): PlaybookRow {
  const { series, averageDays, responseSign, window, region, why } = WEATHER_RESPONSES[commodity];
  const when = window ? ` from ${formatWindow(window)}` : '';
  const what = series.join(' + ');
  return {
    ...SHARED,
    id: 'WEATHER_ANOMALY',
    commodity,
    name: 'Weather anomaly',
    icon: 'sun',
    riskLevel: 'MEDIUM',
    expectedReturn: { low: 8, high: 15 },
    timeframe: '1-5 days',
    family: 'WXA',
    inputs: series,
    targetRatio: 2,
    params: {
      kind: 'anomaly',
      places: series.map((_, index) => index),
      averageDays,
      n: 15,
      e: 1,
      hold: 5,
      sign: responseSign,
      ...(window ? { window } : {}),
    },
    // The rule counts its own bars, so the row sets no second limit.
    description: `Trades ${what} of ${region} one sigma from normal${when}: ${why}. Prices often reflect observed weather already.`,
    text: {
      what: `${getDisplayName(commodity)} on observed weather of ${region}: ${what}${averageDays > 1 ? `, averaged over ${averageDays} days` : ''}.`,
      when: `When it is one sigma from what earlier years had within fifteen days of the date${when}.`,
      how: `${responseSign === 1 ? 'Long on more of it, short on less' : 'Short on more of it, long on less'}, for five days or until the opposite; one anomaly is one trade.`,
      why: `The weather matters because ${why}. Forecasts showed it days before, so little may be left.`,
    },
  };
}

const ROWS = new Map(
  COMMODITY_KEYS.map(
    (key) =>
      [
        key,
        [
          buildMomentumRow(key),
          buildMeanReversionRow(key),
          buildBreakoutRow(key),
          buildSeasonalRow(key),
          buildWeatherAnomalyRow(key),
        ],
      ] as const,
  ),
);

/** Reference rows in the order of REFERENCE_IDS. */
export const listReferenceRows = (commodity: CommodityKey): readonly PlaybookRow[] =>
  ROWS.get(commodity) ?? [];

/** The reference row with this id, or null; ids are upper case. */
export const findReferenceRow = (commodity: CommodityKey, id: string): PlaybookRow | null =>
  listReferenceRows(commodity).find((row) => row.id === id) ?? null;

/** Default playbook: mean reversion for power, momentum for others. */
export const getDefaultReferenceId = (commodity: CommodityKey): ReferenceId =>
  COMMODITIES[commodity].group === 'power' ? 'MEAN_REVERSION' : 'MOMENTUM';
