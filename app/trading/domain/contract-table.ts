/** The contract table: one row of venue facts for each of the ten commodities. */
import type { CommodityKey } from './commodity';
import type {
  ContractRow,
  DailyLimit,
  DayHours,
  MarginTable,
  SessionPlan,
  SmallContract,
} from './contract-row';

const minutesAfterMidnight = (hour: number, minute = 0): number => hour * 60 + minute;
const SUNDAY_TO_THURSDAY = [7, 1, 2, 3, 4];
const MONDAY_TO_FRIDAY = [1, 2, 3, 4, 5];
const EVERY_MONTH = 'FGHJKMNQUVXZ';

/** Sunday 18:00 to Friday 17:00 New York, with an hour's break each day. */
const NYMEX: SessionPlan = {
  zone: 'America/New_York',
  hours: [
    {
      opensOn: SUNDAY_TO_THURSDAY,
      opensMinute: minutesAfterMidnight(18),
      closesMinute: minutesAfterMidnight(17),
    },
  ],
};
/** An overnight session and a day session, Chicago time. */
const CBOT: SessionPlan = {
  zone: 'America/Chicago',
  hours: [
    {
      opensOn: SUNDAY_TO_THURSDAY,
      opensMinute: minutesAfterMidnight(19),
      closesMinute: minutesAfterMidnight(7, 45),
    },
    {
      opensOn: MONDAY_TO_FRIDAY,
      opensMinute: minutesAfterMidnight(8, 30),
      closesMinute: minutesAfterMidnight(13, 20),
    },
  ],
};
const buildIceSession = (opensMinute: number, closesMinute: number): SessionPlan => ({
  zone: 'America/New_York',
  hours: [{ opensOn: MONDAY_TO_FRIDAY, opensMinute, closesMinute }],
});

/** Floor hours, in which most volume trades and the settlement price forms. */
const buildDayHours = (opensMinute: number, closesMinute: number): DayHours => ({
  opensMinute,
  closesMinute,
});
const ENERGY_DAY = buildDayHours(minutesAfterMidnight(9), minutesAfterMidnight(14, 30));

/** Order-of-magnitude figures from published volumes and daily moves since 2007. */
const VOLUME = 'volume, displayed depth and move of a usual day';
const buildSmallContract = (
  code: string,
  units: number,
  tick: string,
  isCashSettled: boolean,
): SmallContract => ({ code, units, tick, isCashSettled });
const UNVERIFIED_CME_MARGIN = 'margin: the venue changes it several times a year';
const UNVERIFIED_ESTIMATED_MARGIN = 'margin: estimated, no figure of the venue was found';

/**
 * CME outright margin as stored by the trading engine Lean; reference prices are front-month levels
 * of that date.
 */
const buildCmeMargin = (
  initialDollars: number,
  maintenanceDollars: number,
  referencePrice: string,
): MarginTable => ({
  initialDollars,
  maintenanceDollars,
  referencePrice,
  source: 'CME outright margin as stored by the open trading engine Lean',
  asOf: '2022-01',
});
/**
 * Estimate where no figure was found: 3.3 daily sigmas of notional, within 12% of CME for six
 * contracts.
 */
const buildEstimatedMargin = (
  initialDollars: number,
  maintenanceDollars: number,
  referencePrice: string,
  asOf: string,
): MarginTable => ({
  initialDollars,
  maintenanceDollars,
  referencePrice,
  source: 'estimated as 3.3 daily sigmas of the notional',
  asOf,
});

const GRAIN_LAST_TRADE = {
  kind: 'before-day',
  day: 15,
  monthsBefore: 0,
  businessDays: 1,
  fromBusinessDay: false,
} as const;
const GRAIN = {
  venue: 'CBOT',
  quantity: 5000,
  quantityUnit: 'bu',
  unitsPerContract: 50,
  quotedUnit: 'cents/bushel',
  tick: '0.25',
  tickDollars: '12.50',
  lot: '0.1',
  lastTrade: GRAIN_LAST_TRADE,
  session: CBOT,
  dayHours: buildDayHours(minutesAfterMidnight(8, 30), minutesAfterMidnight(13, 20)),
  priceMayBeNegative: false,
} as const;
/**
 * NYMEX has no daily limit. Dynamic circuit breakers since 2020: a move of 10 % of the previous
 * settlement pauses trading for two minutes (CME Group, Dynamic Circuit Breakers FAQ).
 */
const NYMEX_BREAKER: DailyLimit = { kind: 'breaker', percent: 10, pauseMinutes: 2 };
const ENERGY_DAYS =
  'halts at 14:30 New York on holidays, closes at 13:45 on the day after Thanksgiving and on Christmas Eve';
const GRAIN_DOUBTS = [
  'the daily limit is reset by the venue twice a year',
  'the tick of the small contracts',
  UNVERIFIED_CME_MARGIN,
  VOLUME,
  'closes at 12:05 Chicago on shortened days, evening session after a holiday',
];
const SOFT_DAYS = 'shortened days, taken to end at 12:30 New York';

export const CONTRACT_TABLE: Readonly<Record<CommodityKey, ContractRow>> = {
  electricity: {
    commodity: 'electricity',
    venue: 'NYMEX',
    venueCode: 'L1',
    yahooCode: null,
    // 5 MW for 16 hours on each of 19 to 23 peak days; 21 days stand for the month
    quantity: 1680,
    quantityUnit: 'MWh',
    unitsPerContract: 1680,
    quotedUnit: '$/MWh',
    // the desk's hub strips step by a cent as on ICE; NYMEX L1 itself steps by 0.05
    tick: '0.01',
    tickDollars: '16.80',
    lot: '1',
    listedMonths: EVERY_MONTH,
    lastTrade: {
      kind: 'before-day',
      day: 1,
      monthsBefore: 0,
      businessDays: 1,
      fromBusinessDay: false,
    },
    session: NYMEX,
    dayHours: ENERGY_DAY,
    smallContracts: [buildSmallContract('PMJ-1MW', 336, '0.01', true)],
    // hourly power settles below zero whenever must-run and subsidised plant exceeds demand
    priceMayBeNegative: true,
    scaleFloor: '8',
    margin: buildEstimatedMargin(13_200, 12_000, '80', '2026-08'),
    dailyLimit: { kind: 'none' },
    unverified: [
      UNVERIFIED_ESTIMATED_MARGIN,
      ENERGY_DAYS,
      'last day of trading',
      'peak days differ by month: 1,520 to 1,840 MWh',
      'spread and slippage',
      VOLUME,
    ],
  },
  'natural-gas': {
    commodity: 'natural-gas',
    venue: 'NYMEX',
    venueCode: 'NG',
    yahooCode: 'NG=F',
    quantity: 10_000,
    quantityUnit: 'MMBtu',
    unitsPerContract: 10_000,
    quotedUnit: '$/MMBtu',
    tick: '0.001',
    tickDollars: '10',
    lot: '10',
    listedMonths: EVERY_MONTH,
    lastTrade: {
      kind: 'before-day',
      day: 1,
      monthsBefore: 0,
      businessDays: 3,
      fromBusinessDay: false,
    },
    session: NYMEX,
    dayHours: ENERGY_DAY,
    smallContracts: [
      buildSmallContract('QG', 2500, '0.005', true),
      buildSmallContract('MNG', 1000, '0.001', true),
    ],
    // the Henry Hub benchmark has never settled at or below zero: unwanted gas is shut in
    // or stored
    priceMayBeNegative: false,
    margin: buildCmeMargin(8250, 7500, '4'),
    dailyLimit: NYMEX_BREAKER,
    unverified: [UNVERIFIED_CME_MARGIN, ENERGY_DAYS, 'width of the breaker', VOLUME],
  },
  corn: {
    ...GRAIN,
    commodity: 'corn',
    venueCode: 'ZC',
    yahooCode: 'ZC=F',
    listedMonths: 'HKNUZ',
    smallContracts: [
      buildSmallContract('XC', 10, '0.125', false),
      buildSmallContract('MZC', 5, '0.5', true),
    ],
    margin: buildCmeMargin(1678, 1525, '600'),
    dailyLimit: { kind: 'fixed', distance: '30', nextDayFactor: 1.5 },
    unverified: GRAIN_DOUBTS,
  },
  soybeans: {
    ...GRAIN,
    commodity: 'soybeans',
    venueCode: 'ZS',
    yahooCode: 'ZS=F',
    listedMonths: 'FHKNQUX',
    smallContracts: [
      buildSmallContract('XK', 10, '0.125', false),
      buildSmallContract('MZS', 5, '0.5', true),
    ],
    margin: buildCmeMargin(3355, 3050, '1380'),
    dailyLimit: { kind: 'fixed', distance: '70', nextDayFactor: 1.5 },
    unverified: GRAIN_DOUBTS,
  },
  wheat: {
    ...GRAIN,
    commodity: 'wheat',
    venueCode: 'ZW',
    yahooCode: 'ZW=F',
    listedMonths: 'HKNUZ',
    smallContracts: [
      buildSmallContract('XW', 10, '0.125', false),
      buildSmallContract('MZW', 5, '0.5', true),
    ],
    margin: buildCmeMargin(2365, 2150, '770'),
    dailyLimit: { kind: 'fixed', distance: '40', nextDayFactor: 1.5 },
    unverified: GRAIN_DOUBTS,
  },
  'orange-juice': {
    commodity: 'orange-juice',
    venue: 'ICE US',
    venueCode: 'OJ',
    yahooCode: 'OJ=F',
    quantity: 15_000,
    quantityUnit: 'lb',
    unitsPerContract: 150,
    quotedUnit: 'cents/lb',
    tick: '0.05',
    tickDollars: '7.50',
    lot: '0.1',
    listedMonths: 'FHKNUX',
    lastTrade: { kind: 'before-month-end', businessDays: 14 },
    session: buildIceSession(minutesAfterMidnight(8), minutesAfterMidnight(14)),
    dayHours: buildDayHours(minutesAfterMidnight(8), minutesAfterMidnight(14)),
    smallContracts: [],
    priceMayBeNegative: false,
    margin: buildEstimatedMargin(5610, 5100, '360', '2023-10'),
    // ten cents were set for prices below two dollars; the steps above are of the desk's own making
    dailyLimit: {
      kind: 'fixed',
      distance: '10',
      nextDayFactor: 2,
      steps: [
        { from: '200', distance: '27' },
        { from: '300', distance: '40' },
      ],
    },
    unverified: [
      UNVERIFIED_ESTIMATED_MARGIN,
      SOFT_DAYS,
      'the daily limit above 200 cents',
      'slippage',
      VOLUME,
    ],
  },
  oil: {
    commodity: 'oil',
    venue: 'NYMEX',
    venueCode: 'HO',
    yahooCode: 'HO=F',
    quantity: 42_000,
    quantityUnit: 'gal',
    unitsPerContract: 42_000,
    quotedUnit: '$/gallon',
    tick: '0.0001',
    tickDollars: '4.20',
    lot: '10',
    listedMonths: EVERY_MONTH,
    lastTrade: {
      kind: 'before-day',
      day: 1,
      monthsBefore: 0,
      businessDays: 1,
      fromBusinessDay: false,
    },
    session: NYMEX,
    dayHours: ENERGY_DAY,
    smallContracts: [
      buildSmallContract('QH', 21_000, '0.001', true),
      buildSmallContract('MHO', 4200, '0.0001', true),
    ],
    priceMayBeNegative: false,
    margin: buildCmeMargin(7700, 7000, '2.6'),
    dailyLimit: NYMEX_BREAKER,
    unverified: [
      UNVERIFIED_CME_MARGIN,
      ENERGY_DAYS,
      'tick',
      'small contracts',
      'width of the breaker',
      VOLUME,
    ],
  },
  coffee: {
    commodity: 'coffee',
    venue: 'ICE US',
    venueCode: 'KC',
    yahooCode: 'KC=F',
    quantity: 37_500,
    quantityUnit: 'lb',
    unitsPerContract: 375,
    quotedUnit: 'cents/lb',
    tick: '0.05',
    tickDollars: '18.75',
    lot: '0.1',
    listedMonths: 'HKNUZ',
    // one business day before the last notice day, which is seven before the last business day of
    // the month
    lastTrade: { kind: 'before-month-end', businessDays: 8 },
    session: buildIceSession(minutesAfterMidnight(4, 15), minutesAfterMidnight(13, 30)),
    dayHours: buildDayHours(minutesAfterMidnight(4, 15), minutesAfterMidnight(13, 30)),
    smallContracts: [],
    margin: buildEstimatedMargin(11_000, 10_000, '370', '2025-11'),
    priceMayBeNegative: false,
    dailyLimit: { kind: 'none' },
    unverified: [
      UNVERIFIED_ESTIMATED_MARGIN,
      SOFT_DAYS,
      'the seven days of the notice period',
      'slippage',
      VOLUME,
    ],
  },
  'crude-oil': {
    commodity: 'crude-oil',
    venue: 'NYMEX',
    venueCode: 'CL',
    yahooCode: 'CL=F',
    quantity: 1000,
    quantityUnit: 'bbl',
    unitsPerContract: 1000,
    quotedUnit: '$/barrel',
    tick: '0.01',
    tickDollars: '10',
    lot: '1',
    listedMonths: EVERY_MONTH,
    lastTrade: {
      kind: 'before-day',
      day: 25,
      monthsBefore: 1,
      businessDays: 3,
      fromBusinessDay: true,
    },
    session: NYMEX,
    dayHours: ENERGY_DAY,
    smallContracts: [
      buildSmallContract('QM', 500, '0.025', true),
      buildSmallContract('MCL', 100, '0.01', true),
    ],
    // delivered into tanks that can be full: the May 2020 contract settled below zero on its last
    // day but one
    priceMayBeNegative: true,
    scaleFloor: '6',
    margin: buildCmeMargin(7480, 6800, '80'),
    dailyLimit: NYMEX_BREAKER,
    unverified: [UNVERIFIED_CME_MARGIN, ENERGY_DAYS, 'width of the breaker', VOLUME],
  },
  cotton: {
    commodity: 'cotton',
    venue: 'ICE US',
    venueCode: 'CT',
    yahooCode: 'CT=F',
    quantity: 50_000,
    quantityUnit: 'lb',
    unitsPerContract: 500,
    quotedUnit: 'cents/lb',
    tick: '0.01',
    tickDollars: '5',
    lot: '0.1',
    listedMonths: 'HKNVZ',
    lastTrade: { kind: 'before-month-end', businessDays: 16 },
    // opens the evening before, so that Monday's session begins on Sunday
    session: {
      zone: 'America/New_York',
      hours: [
        {
          opensOn: SUNDAY_TO_THURSDAY,
          opensMinute: minutesAfterMidnight(21),
          closesMinute: minutesAfterMidnight(14, 20),
        },
      ],
    },
    dayHours: buildDayHours(minutesAfterMidnight(8), minutesAfterMidnight(14, 20)),
    margin: buildEstimatedMargin(1870, 1700, '65', '2025-11'),
    smallContracts: [],
    priceMayBeNegative: false,
    // Three cents became five after 2013-06-03 and four after 2020-04-01 (Reuters); the step is
    // unverified, because the first may contain a rise of the price-level limit.
    dailyLimit: { kind: 'by-price', min: '3', max: '7', nextDayStep: '2' },
    unverified: [
      UNVERIFIED_ESTIMATED_MARGIN,
      SOFT_DAYS,
      'the price steps of the daily limit',
      'whether the last business day is one of the seventeen',
      'slippage',
      VOLUME,
    ],
  },
};
