/** Scheduled reports: consensus, actual figures and surprises. */
import type { ReportFigure } from '../../domain/report-figure';
import type { PublishedReport, ReportDate } from '../../market/report';
import { CROP_CHAINS, CROP_UNITS, type CropChain, type Stock } from '../../market/series-catalog';
import { getDay } from '../calendar';
import type { RandomStreams } from '../random-streams';
import { drawReportShock } from '../shocks';
import {
  CROP_ROWS,
  STOCKS_SURPRISE,
  computeExpectedStocks,
  drawReportedStocks,
  toStocksUnit,
  toYieldUnit,
} from './crops';
import {
  QUOTA_SURPRISE,
  type SeriesState,
  drawDecidedQuota,
  computeExpectedQuota,
} from './series-fold';
import { STOCK_ROWS, type StockWeek } from './stocks';

const CROP_COMMODITIES = {
  CORN: 'corn',
  SOYB: 'soybeans',
  WHEAT: 'wheat',
  OJ: 'orange-juice',
  CT: 'cotton',
} as const;
/** The order of STOCKS. */
const GAS = 0;
const CRUDE = 1;
const DISTILLATE = 2;
/**
 * Standard deviation of the yield surprise (fraction), and its correlation with the stocks
 * surprise.
 */
const YIELD_SURPRISE = 0.01;
const YIELD_WITH_STOCKS = 0.8;

function buildStockFigure(
  week: StockWeek,
  stock: Stock,
  commodity: ReportFigure['commodity'],
  name: string,
  unit: string,
): ReportFigure {
  const surprise = (week.change - week.expected) / STOCK_ROWS[stock].surpriseSd;
  return {
    commodity,
    name,
    unit,
    consensus: week.expected,
    actual: week.change,
    surprise,
    priceSign: -1,
  };
}

/** Yield in a report, in the crop's unit. */
export function drawReportedYield(
  random: RandomStreams,
  chain: CropChain,
  loss: number,
  reportDay: number,
): { readonly value: number; readonly surprise: number } {
  const { place } = CROP_ROWS[chain];
  const own = random.drawNormal(random.getStream('series/yield report'), reportDay, place);
  const surprise = -(
    YIELD_WITH_STOCKS * drawReportShock(random, 'crop report', reportDay, place) +
    Math.sqrt(1 - YIELD_WITH_STOCKS ** 2) * own
  );
  return { value: toYieldUnit(chain, loss - YIELD_SURPRISE * surprise), surprise };
}

function buildCropFigures(
  random: RandomStreams,
  { crops }: SeriesState,
  day: number,
): ReportFigure[] {
  return CROP_CHAINS.flatMap((chain, index): ReportFigure[] => {
    const [expected, actual] = [
      computeExpectedStocks(crops, index),
      drawReportedStocks(random, crops, index, day),
    ];
    const loss = crops.loss[index] ?? 0;
    const reported = drawReportedYield(random, chain, loss, day);
    const commodity = CROP_COMMODITIES[chain];
    return [
      {
        commodity,
        name: 'ending stocks',
        unit: CROP_UNITS[chain].stocks,
        consensus: toStocksUnit(chain, expected),
        actual: toStocksUnit(chain, actual),
        surprise: (actual - expected) / STOCKS_SURPRISE,
        priceSign: -1,
      },
      {
        commodity,
        name: 'yield',
        unit: CROP_UNITS[chain].yield,
        consensus: toYieldUnit(chain, loss),
        actual: reported.value,
        surprise: reported.surprise,
        priceSign: -1,
      },
    ];
  });
}

function listFigures(
  random: RandomStreams,
  state: SeriesState,
  { kind }: ReportDate,
  day: number,
): ReportFigure[] {
  const [gas, crude, distillate] = [
    state.stocks[GAS],
    state.stocks[CRUDE],
    state.stocks[DISTILLATE],
  ];
  switch (kind) {
    case 'EIA gas storage':
      return gas
        ? [buildStockFigure(gas, 'gas', 'natural-gas', 'working gas, weekly change', 'Bcf')]
        : [];
    case 'EIA petroleum':
      return crude && distillate
        ? [
            buildStockFigure(
              distillate,
              'distillate',
              'oil',
              'distillate stocks, weekly change',
              'million bbl',
            ),
            buildStockFigure(
              crude,
              'crude',
              'crude-oil',
              'crude oil stocks, weekly change',
              'million bbl',
            ),
          ]
        : [];
    case 'crop report':
      return buildCropFigures(random, state, day);
    case 'OPEC meeting': {
      const [consensus, actual] = [
        computeExpectedQuota(state.quota),
        drawDecidedQuota(random, state.quota, day),
      ];
      return [
        {
          commodity: 'crude-oil',
          name: 'agreed production',
          unit: 'million bbl/d',
          consensus,
          actual,
          surprise: (actual - consensus) / QUOTA_SURPRISE,
          priceSign: -1,
        },
      ];
    }
  }
}

/** Report of a date; `state` is the state at the start of its day. */
export const buildReport = (
  random: RandomStreams,
  state: SeriesState,
  date: ReportDate,
): PublishedReport => ({ ...date, figures: listFigures(random, state, date, getDay(date.atMs)) });
