/**
 * Which values come out on a day, and when: daily figures after the day is over, weekly ones by
 * their agency's clock, reports at their minute.
 */
import { POWER_HUBS } from '../../domain/contract';
import type { EpochMs } from '../../domain/units';
import { getMoment } from '../../market/local-time';
import type { ReportDate } from '../../market/report';
import {
  BRL_RATE,
  CROP_CHAINS,
  GAS_COOLING,
  GAS_HEATING,
  GAS_PLACES,
  MACRO_INDEX,
  NINO34,
  OPEC_QUOTA,
  RATED_CHAINS,
  type RatedChain,
  SOIL_CELLS,
  USD_INDEX,
  cashSeries,
  cropSeries,
  soilSeries,
  spotSeries,
  stockSeries,
} from '../../market/series-catalogue';
import type { SeriesValue } from '../../market/vintage';
import { MARKET_CELLS } from '../../weather/cell';
import { dayOfYear, dayStartMs, isWeekend, getWeekday } from '../calendar';
import type { Chance, Stream } from '../random-streams';
import type { FuturesPart, PowerPart, WeatherPart } from '../parts';
import { CROP_ROWS, expectedStocks, reportedStocks, stocksValue } from './crops';
import { computeDegreeDays } from './degrees';
import { type SeriesFold, decidedQuota, reportsOn } from './fold';
import { cashPrice } from './gas-cash';
import { macroValue } from './macro';
import { reportedYield } from './reports';
import { finalLevel, firstLevel } from './stocks';
import { MINUTE_MS } from '../../domain/time';

interface Sources {
  readonly chance: Chance;
  readonly weather: WeatherPart;
  readonly futures: FuturesPart;
  readonly power: PowerPart;
  readonly fold: SeriesFold;
}

const MONDAY = 1;
const THURSDAY = 4;
const NEW_YORK = 'America/New_York';
/**
 * Minutes after midnight UTC: indices and spot power, cash gas, what analysts expect of the day's
 * reports, degree days, the Pacific.
 */
const INDICES_AT = 15;
const CASH_AT = 30;
const EXPECTED_AT = 45;
const DEGREES_AT = 12 * 60;
const PACIFIC_AT = 13 * 60 + 30;
/** Minutes after midnight in New York. */
const DROUGHT_AT = 8 * 60 + 30;
const CROPS_AT = 16 * 60;

/** Errors of measurement. */
const NINO_ERROR = 0.08;
const SOIL_ERROR = 0.1;
const RATING_ERROR = 1.5;

/** First and last day of the year on which a crop's fields are rated. */
const SEASONS: Readonly<Record<RatedChain, readonly [from: number, until: number]>> = {
  CORN: [110, 310],
  SOYB: [125, 315],
  WHEAT: [92, 190],
  CT: [130, 320],
};

const roundValue = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const atMinute = (day: number, minute: number): EpochMs => dayStartMs(day) + minute * MINUTE_MS;

/** Values of the day before, which is over. */
function dailyValues({ weather, futures, power, fold }: Sources, day: number): SeriesValue[] {
  const past = day - 1;
  const validMs = dayStartMs(past);
  const value = (series: string, minute: number, told: number): SeriesValue => ({
    series,
    validMs,
    publishedMs: atMinute(day, minute),
    value: told,
  });
  const degrees = computeDegreeDays(weather.pastDay(past));
  const values = [
    value(GAS_HEATING, DEGREES_AT, roundValue(degrees.gasHeating, 1)),
    value(GAS_COOLING, DEGREES_AT, roundValue(degrees.gasCooling, 1)),
  ];
  for (const hub of POWER_HUBS) {
    const hours = power.spot(hub, past);
    const mean = hours.reduce((sum, price) => sum + price, 0) / hours.length;
    values.push(
      value(spotSeries(hub, 'mean'), INDICES_AT, roundValue(mean, 2)),
      value(spotSeries(hub, 'peak'), INDICES_AT, roundValue(Math.max(...hours), 2)),
      value(spotSeries(hub, 'low'), INDICES_AT, roundValue(Math.min(...hours), 2)),
    );
  }
  if (isWeekend(past)) return values;
  const { macro, cash } = fold.lane.at(day);
  values.push(
    value(USD_INDEX, INDICES_AT, roundValue(macroValue(macro, 'usd'), 3)),
    value(BRL_RATE, INDICES_AT, roundValue(macroValue(macro, 'brl'), 4)),
    value(MACRO_INDEX, INDICES_AT, roundValue(macroValue(macro, 'macro'), 3)),
  );
  const front = frontPrice(futures, day);
  if (front !== null)
    values.push(
      ...GAS_PLACES.map((place) =>
        value(cashSeries(place), CASH_AT, cashPrice(place, cash, front)),
      ),
    );
  return values;
}

/** The settlement of the gas future that is held, at the midnight that begins a day. */
function frontPrice(futures: FuturesPart, day: number): number | null {
  const front = futures
    .listed('NG', day)
    .find(({ contract }) => contract === undefined || contract.rollMs > dayStartMs(day));
  return front ? futures.settlement(front, day) : null;
}

interface Errors {
  readonly nino: Stream;
  readonly soil: Stream;
  readonly rating: Stream;
  readonly season: Stream;
}

const buildErrors = (chance: Chance): Errors => ({
  nino: chance.stream('series/nino'),
  soil: chance.stream('series/soil'),
  rating: chance.stream('series/crop rating'),
  season: chance.stream('series/crop season'),
});

/** Soil of Tuesday, on Thursday. */
function droughtValues({ chance, weather }: Sources, errors: Errors, day: number): SeriesValue[] {
  const outlook = weather.outlookAt({ day: day - 1, cycles: 0 });
  const [validMs, publishedMs] = [
    dayStartMs(day - 2),
    getMoment(dayStartMs(day), DROUGHT_AT, NEW_YORK),
  ];
  return SOIL_CELLS.map((cell) => {
    const place = MARKET_CELLS.indexOf(cell);
    return {
      series: soilSeries(cell),
      validMs,
      publishedMs,
      value: roundValue(
        outlook.soil(place) + SOIL_ERROR * chance.normal(errors.soil, day, place),
        2,
      ),
    };
  });
}

/** The Pacific of the week that ended on Saturday, on Monday. */
function pacificValue({ chance, weather }: Sources, errors: Errors, day: number): SeriesValue {
  const { nino } = weather.outlookAt({ day: day - 1, cycles: 0 });
  return {
    series: NINO34,
    validMs: dayStartMs(day - 8),
    publishedMs: atMinute(day, PACIFIC_AT),
    value: roundValue(nino + NINO_ERROR * chance.normal(errors.nino, day), 2),
  };
}

/** Ratings of Sunday, on Monday, while the crop stands. */
function ratedValues(
  { chance, weather, fold }: Sources,
  errors: Errors,
  day: number,
): SeriesValue[] {
  const [validMs, publishedMs] = [
    dayStartMs(day - 1),
    getMoment(dayStartMs(day), CROPS_AT, NEW_YORK),
  ];
  const outlook = weather.outlookAt({ day, cycles: 0 });
  const { loss } = fold.lane.at(day).crops;
  const year = new Date(dayStartMs(day)).getUTCFullYear();
  return RATED_CHAINS.flatMap((chain, place) => {
    const [from, until] = SEASONS[chain];
    // an early or a late spring moves the whole season
    const done =
      (dayOfYear(day) - from - 5 * chance.normal(errors.season, year, place)) / (until - from);
    if (done < 0 || done > 1) return [];
    const { cells } = CROP_ROWS[chain];
    const soil =
      cells.reduce((sum, cell) => sum + outlook.soil(MARKET_CELLS.indexOf(cell)), 0) / cells.length;
    const good =
      100 / (1 + Math.exp(-(0.55 + 0.55 * soil - 6 * (loss[CROP_CHAINS.indexOf(chain)] ?? 0)))) +
      RATING_ERROR * chance.normal(errors.rating, day, place);
    return [
      {
        series: cropSeries(chain, 'condition'),
        validMs,
        publishedMs,
        value: Math.round(Math.min(95, Math.max(3, good))),
      },
      {
        series: cropSeries(chain, 'progress'),
        validMs,
        publishedMs,
        value: Math.round(100 * done),
      },
    ];
  });
}

/** Stocks of a report: the newest week as first counted, and the week before it as revised. */
function stockValues({ fold }: Sources, { kind, atMs }: ReportDate, day: number): SeriesValue[] {
  return fold.models.flatMap(({ stock, row }, index) => {
    const week = row.kind === kind ? fold.lane.at(day).stocks[index] : null;
    if (!week) return [];
    const validMs = dayStartMs(week.endDay);
    const value = (what: 'level' | 'change', told: number, ofMs: EpochMs): SeriesValue => ({
      series: stockSeries(stock, what),
      validMs: ofMs,
      publishedMs: atMs,
      value: roundValue(told, 3),
    });
    const values = [
      {
        series: stockSeries(stock, 'expected-change'),
        validMs,
        publishedMs: atMinute(day, EXPECTED_AT),
        value: week.expected,
      },
      value('level', firstLevel(week), validMs),
      value('change', week.change, validMs),
    ];
    const before = fold.lane.at(week.endDay).stocks[index];
    if (before)
      values.push(
        value('level', finalLevel(before), dayStartMs(before.endDay)),
        value('change', before.change + before.revision, dayStartMs(before.endDay)),
      );
    return values;
  });
}

function cropValues({ chance, fold }: Sources, { atMs }: ReportDate, day: number): SeriesValue[] {
  const { crops } = fold.lane.at(day);
  const validMs = dayStartMs(day);
  // a month's estimate is of the moment of its report; what analysts expect of it is told at the
  // same day's first hour
  return CROP_CHAINS.flatMap((chain, index) => [
    {
      series: cropSeries(chain, 'expected-ending-stocks'),
      validMs,
      publishedMs: atMinute(day, EXPECTED_AT),
      value: stocksValue(chain, expectedStocks(crops, index)),
    },
    {
      series: cropSeries(chain, 'ending-stocks'),
      validMs,
      publishedMs: atMs,
      value: stocksValue(chain, reportedStocks(chance, crops, index, day)),
    },
    {
      series: cropSeries(chain, 'yield'),
      validMs,
      publishedMs: atMs,
      value: reportedYield(chance, chain, crops.loss[index] ?? 0, day).value,
    },
  ]);
}

function reportValues(sources: Sources, report: ReportDate, day: number): SeriesValue[] {
  switch (report.kind) {
    case 'EIA gas storage':
    case 'EIA petroleum':
      return stockValues(sources, report, day);
    case 'crop report':
      return cropValues(sources, report, day);
    case 'OPEC meeting':
      return [
        {
          series: OPEC_QUOTA,
          validMs: dayStartMs(day),
          publishedMs: report.atMs,
          value: decidedQuota(sources.chance, sources.fold.lane.at(day).quota, day),
        },
      ];
  }
}

const byPublication = (a: SeriesValue, b: SeriesValue): number =>
  a.publishedMs - b.publishedMs || a.validMs - b.validMs || (a.series < b.series ? -1 : 1);

/**
 * All values that are published on a world day, in order of publication. The day before the first
 * week of the world has none.
 */
export function createPublisher(sources: Sources): (day: number) => readonly SeriesValue[] {
  const errors = buildErrors(sources.chance);
  return (day) => {
    if (day < 1) return [];
    const values = dailyValues(sources, day);
    const weekday = getWeekday(day);
    if (weekday === THURSDAY && day >= 2) values.push(...droughtValues(sources, errors, day));
    if (weekday === MONDAY && day >= 8) values.push(pacificValue(sources, errors, day));
    if (weekday === MONDAY) values.push(...ratedValues(sources, errors, day));
    for (const report of reportsOn(day)) values.push(...reportValues(sources, report, day));
    return values.sort(byPublication);
  };
}
