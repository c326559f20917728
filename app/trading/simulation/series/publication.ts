/**
 * Publication of series: daily figures after the day ends, weekly ones on their agency's schedule,
 * reports at their minute.
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
  getCashSeries,
  getCropSeries,
  getSoilSeries,
  getSpotSeries,
  getStockSeries,
} from '../../market/series-catalog';
import type { SeriesValue } from '../../market/vintage';
import { MARKET_CELLS } from '../../weather/cell';
import { getDayOfYear, getDayStartMs, isWeekend, getWeekday } from '../calendar';
import type { RandomStreams, RandomStream } from '../random-streams';
import type { FuturesModel, PowerModel, WeatherModel } from '../market-models';
import { CROP_ROWS, computeExpectedStocks, drawReportedStocks, toStocksUnit } from './crops';
import { computeDegreeDays } from './degree-days';
import { type SeriesFold, drawDecidedQuota, listReportsOn } from './series-fold';
import { computeCashPrice } from './gas-cash';
import { toMacroUnit } from './macro';
import { drawReportedYield } from './reports';
import { getFinalLevel, getFirstLevel } from './stocks';
import { MINUTE_MS } from '../../domain/time';

interface Sources {
  readonly random: RandomStreams;
  readonly weather: WeatherModel;
  readonly futures: FuturesModel;
  readonly power: PowerModel;
  readonly fold: SeriesFold;
}

const MONDAY = 1;
const THURSDAY = 4;
const NEW_YORK = 'America/New_York';
/** Publication times in minutes after midnight UTC. */
const INDICES_AT = 15;
const CASH_AT = 30;
const EXPECTED_AT = 45;
const DEGREES_AT = 12 * 60;
const PACIFIC_AT = 13 * 60 + 30;
/** Publication times in minutes after midnight in New York. */
const DROUGHT_AT = 8 * 60 + 30;
const CROPS_AT = 16 * 60;

/** Standard deviations of measurement errors. */
const NINO_ERROR = 0.08;
const SOIL_ERROR = 0.1;
const RATING_ERROR = 1.5;

/** First and last day of the year of crop ratings. */
const SEASONS: Readonly<Record<RatedChain, readonly [from: number, until: number]>> = {
  CORN: [110, 310],
  SOYB: [125, 315],
  WHEAT: [92, 190],
  CT: [130, 320],
};

const roundValue = (value: number, decimals: number): number => Number(value.toFixed(decimals));
const toMinuteMs = (day: number, minute: number): EpochMs =>
  getDayStartMs(day) + minute * MINUTE_MS;

/** Values of the previous day. */
function listDailyValues({ weather, futures, power, fold }: Sources, day: number): SeriesValue[] {
  const yesterday = day - 1;
  const validMs = getDayStartMs(yesterday);
  const buildCashValue = (series: string, minute: number, figure: number): SeriesValue => ({
    series,
    validMs,
    publishedMs: toMinuteMs(day, minute),
    value: figure,
  });
  const degrees = computeDegreeDays(weather.getPastDay(yesterday));
  const values = [
    buildCashValue(GAS_HEATING, DEGREES_AT, roundValue(degrees.gasHeating, 1)),
    buildCashValue(GAS_COOLING, DEGREES_AT, roundValue(degrees.gasCooling, 1)),
  ];
  for (const hub of POWER_HUBS) {
    const hours = power.getSpotPrices(hub, yesterday);
    const mean = hours.reduce((sum, price) => sum + price, 0) / hours.length;
    values.push(
      buildCashValue(getSpotSeries(hub, 'mean'), INDICES_AT, roundValue(mean, 2)),
      buildCashValue(getSpotSeries(hub, 'peak'), INDICES_AT, roundValue(Math.max(...hours), 2)),
      buildCashValue(getSpotSeries(hub, 'low'), INDICES_AT, roundValue(Math.min(...hours), 2)),
    );
  }
  if (isWeekend(yesterday)) return values;
  const { macro, cash } = fold.lane.getState(day);
  values.push(
    buildCashValue(USD_INDEX, INDICES_AT, roundValue(toMacroUnit(macro, 'usd'), 3)),
    buildCashValue(BRL_RATE, INDICES_AT, roundValue(toMacroUnit(macro, 'brl'), 4)),
    buildCashValue(MACRO_INDEX, INDICES_AT, roundValue(toMacroUnit(macro, 'macro'), 3)),
  );
  const frontPrice = getFrontPrice(futures, day);
  if (frontPrice !== null)
    values.push(
      ...GAS_PLACES.map((place) =>
        buildCashValue(getCashSeries(place), CASH_AT, computeCashPrice(place, cash, frontPrice)),
      ),
    );
  return values;
}

/** Settlement of the tradable front gas month at the start of a day. */
function getFrontPrice(futures: FuturesModel, day: number): number | null {
  const frontMonth = futures
    .listInstruments('NG', day)
    .find(({ contract }) => contract === undefined || contract.rollMs > getDayStartMs(day));
  return frontMonth ? futures.getSettlement(frontMonth, day) : null;
}

interface Errors {
  readonly nino: RandomStream;
  readonly soil: RandomStream;
  readonly rating: RandomStream;
  readonly season: RandomStream;
}

const buildErrors = (random: RandomStreams): Errors => ({
  nino: random.getStream('series/nino'),
  soil: random.getStream('series/soil'),
  rating: random.getStream('series/crop rating'),
  season: random.getStream('series/crop season'),
});

/** Tuesday's soil moisture, published on Thursday. */
function listSoilValues({ random, weather }: Sources, errors: Errors, day: number): SeriesValue[] {
  const outlook = weather.getOutlook({ day: day - 1, cycles: 0 });
  const [validMs, publishedMs] = [
    getDayStartMs(day - 2),
    getMoment(getDayStartMs(day), DROUGHT_AT, NEW_YORK),
  ];
  return SOIL_CELLS.map((cell) => {
    const cellIndex = MARKET_CELLS.indexOf(cell);
    return {
      series: getSoilSeries(cell),
      validMs,
      publishedMs,
      value: roundValue(
        outlook.getSoil(cellIndex) + SOIL_ERROR * random.drawNormal(errors.soil, day, cellIndex),
        2,
      ),
    };
  });
}

/** Nino 3.4 of the week that ended on Saturday, published on Monday. */
function buildPacificValue({ random, weather }: Sources, errors: Errors, day: number): SeriesValue {
  const { nino } = weather.getOutlook({ day: day - 1, cycles: 0 });
  return {
    series: NINO34,
    validMs: getDayStartMs(day - 8),
    publishedMs: toMinuteMs(day, PACIFIC_AT),
    value: roundValue(nino + NINO_ERROR * random.drawNormal(errors.nino, day), 2),
  };
}

/** Sunday's crop ratings, published on Monday during the season. */
function listCropRatings(
  { random, weather, fold }: Sources,
  errors: Errors,
  day: number,
): SeriesValue[] {
  const [validMs, publishedMs] = [
    getDayStartMs(day - 1),
    getMoment(getDayStartMs(day), CROPS_AT, NEW_YORK),
  ];
  const outlook = weather.getOutlook({ day, cycles: 0 });
  const { loss } = fold.lane.getState(day).crops;
  const year = new Date(getDayStartMs(day)).getUTCFullYear();
  return RATED_CHAINS.flatMap((chain, chainIndex) => {
    const [from, until] = SEASONS[chain];
    // An early or late spring shifts the whole season.
    const progress =
      (getDayOfYear(day) - from - 5 * random.drawNormal(errors.season, year, chainIndex)) /
      (until - from);
    if (progress < 0 || progress > 1) return [];
    const { cells } = CROP_ROWS[chain];
    const soil =
      cells.reduce((sum, cell) => sum + outlook.getSoil(MARKET_CELLS.indexOf(cell)), 0) /
      cells.length;
    const condition =
      100 / (1 + Math.exp(-(0.55 + 0.55 * soil - 6 * (loss[CROP_CHAINS.indexOf(chain)] ?? 0)))) +
      RATING_ERROR * random.drawNormal(errors.rating, day, chainIndex);
    return [
      {
        series: getCropSeries(chain, 'condition'),
        validMs,
        publishedMs,
        value: Math.round(Math.min(95, Math.max(3, condition))),
      },
      {
        series: getCropSeries(chain, 'progress'),
        validMs,
        publishedMs,
        value: Math.round(100 * progress),
      },
    ];
  });
}

/** Stocks of a report: the latest week's first print and the revision of the week before. */
function listStockValues(
  { fold }: Sources,
  { kind, atMs }: ReportDate,
  day: number,
): SeriesValue[] {
  return fold.models.flatMap(({ stock, row }, index) => {
    const week = row.kind === kind ? fold.lane.getState(day).stocks[index] : null;
    if (!week) return [];
    const validMs = getDayStartMs(week.endDay);
    const buildFigureValue = (
      what: 'level' | 'change',
      figure: number,
      ofMs: EpochMs,
    ): SeriesValue => ({
      series: getStockSeries(stock, what),
      validMs: ofMs,
      publishedMs: atMs,
      value: roundValue(figure, 3),
    });
    const values = [
      {
        series: getStockSeries(stock, 'expected-change'),
        validMs,
        publishedMs: toMinuteMs(day, EXPECTED_AT),
        value: week.expected,
      },
      buildFigureValue('level', getFirstLevel(week), validMs),
      buildFigureValue('change', week.change, validMs),
    ];
    const before = fold.lane.getState(week.endDay).stocks[index];
    if (before)
      values.push(
        buildFigureValue('level', getFinalLevel(before), getDayStartMs(before.endDay)),
        buildFigureValue('change', before.change + before.revision, getDayStartMs(before.endDay)),
      );
    return values;
  });
}

function listCropValues(
  { random, fold }: Sources,
  { atMs }: ReportDate,
  day: number,
): SeriesValue[] {
  const { crops } = fold.lane.getState(day);
  const validMs = getDayStartMs(day);
  // An estimate is valid at its report; the consensus is published earlier that day.
  return CROP_CHAINS.flatMap((chain, index) => [
    {
      series: getCropSeries(chain, 'expected-ending-stocks'),
      validMs,
      publishedMs: toMinuteMs(day, EXPECTED_AT),
      value: toStocksUnit(chain, computeExpectedStocks(crops, index)),
    },
    {
      series: getCropSeries(chain, 'ending-stocks'),
      validMs,
      publishedMs: atMs,
      value: toStocksUnit(chain, drawReportedStocks(random, crops, index, day)),
    },
    {
      series: getCropSeries(chain, 'yield'),
      validMs,
      publishedMs: atMs,
      value: drawReportedYield(random, chain, crops.loss[index] ?? 0, day).value,
    },
  ]);
}

function listReportValues(sources: Sources, report: ReportDate, day: number): SeriesValue[] {
  switch (report.kind) {
    case 'EIA gas storage':
    case 'EIA petroleum':
      return listStockValues(sources, report, day);
    case 'crop report':
      return listCropValues(sources, report, day);
    case 'OPEC meeting':
      return [
        {
          series: OPEC_QUOTA,
          validMs: getDayStartMs(day),
          publishedMs: report.atMs,
          value: drawDecidedQuota(sources.random, sources.fold.lane.getState(day).quota, day),
        },
      ];
  }
}

const comparePublication = (a: SeriesValue, b: SeriesValue): number =>
  a.publishedMs - b.publishedMs || a.validMs - b.validMs || (a.series < b.series ? -1 : 1);

/** All values published on a day, in order of publication; none on day 0. */
export function createPublisher(sources: Sources): (day: number) => readonly SeriesValue[] {
  const errors = buildErrors(sources.random);
  return (day) => {
    if (day < 1) return [];
    const values = listDailyValues(sources, day);
    const weekday = getWeekday(day);
    if (weekday === THURSDAY && day >= 2) values.push(...listSoilValues(sources, errors, day));
    if (weekday === MONDAY && day >= 8) values.push(buildPacificValue(sources, errors, day));
    if (weekday === MONDAY) values.push(...listCropRatings(sources, errors, day));
    for (const report of listReportsOn(day)) values.push(...listReportValues(sources, report, day));
    return values.sort(comparePublication);
  };
}
