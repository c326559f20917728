/** What a scheduled report says: expected and actual figures, and by how much they differ. */
import type { ReportFigure } from '../../domain/report-figure';
import type { PublishedReport, ReportDate } from '../../market/report';
import { CROP_CHAINS, CROP_UNITS, type CropChain, type Stock } from '../../market/series-catalogue';
import { getDay } from '../calendar';
import type { Chance } from '../random-streams';
import { reportShock } from '../shocks';
import {
  CROP_ROWS,
  STOCKS_SURPRISE,
  expectedStocks,
  reportedStocks,
  stocksValue,
  yieldValue,
} from './crops';
import { QUOTA_SURPRISE, type SeriesState, decidedQuota, expectedQuota } from './fold';
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
 * Share of a yield that a report surprises by, and how much of it goes with the surprise of stocks.
 */
const YIELD_SURPRISE = 0.01;
const YIELD_WITH_STOCKS = 0.8;

function stockFigure(
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

/** The yield that a report tells for a crop, in its unit. */
export function reportedYield(
  chance: Chance,
  chain: CropChain,
  loss: number,
  reportDay: number,
): { readonly value: number; readonly surprise: number } {
  const { place } = CROP_ROWS[chain];
  const own = chance.normal(chance.stream('series/yield report'), reportDay, place);
  const surprise = -(
    YIELD_WITH_STOCKS * reportShock(chance, 'crop report', reportDay, place) +
    Math.sqrt(1 - YIELD_WITH_STOCKS ** 2) * own
  );
  return { value: yieldValue(chain, loss - YIELD_SURPRISE * surprise), surprise };
}

function cropFigures(chance: Chance, { crops }: SeriesState, day: number): ReportFigure[] {
  return CROP_CHAINS.flatMap((chain, index): ReportFigure[] => {
    const [expected, actual] = [
      expectedStocks(crops, index),
      reportedStocks(chance, crops, index, day),
    ];
    const loss = crops.loss[index] ?? 0;
    const told = reportedYield(chance, chain, loss, day);
    const commodity = CROP_COMMODITIES[chain];
    return [
      {
        commodity,
        name: 'ending stocks',
        unit: CROP_UNITS[chain].stocks,
        consensus: stocksValue(chain, expected),
        actual: stocksValue(chain, actual),
        surprise: (actual - expected) / STOCKS_SURPRISE,
        priceSign: -1,
      },
      {
        commodity,
        name: 'yield',
        unit: CROP_UNITS[chain].yield,
        consensus: yieldValue(chain, loss),
        actual: told.value,
        surprise: told.surprise,
        priceSign: -1,
      },
    ];
  });
}

function listFigures(
  chance: Chance,
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
        ? [stockFigure(gas, 'gas', 'natural-gas', 'working gas, weekly change', 'Bcf')]
        : [];
    case 'EIA petroleum':
      return crude && distillate
        ? [
            stockFigure(
              distillate,
              'distillate',
              'oil',
              'distillate stocks, weekly change',
              'million bbl',
            ),
            stockFigure(
              crude,
              'crude',
              'crude-oil',
              'crude oil stocks, weekly change',
              'million bbl',
            ),
          ]
        : [];
    case 'crop report':
      return cropFigures(chance, state, day);
    case 'OPEC meeting': {
      const [consensus, actual] = [
        expectedQuota(state.quota),
        decidedQuota(chance, state.quota, day),
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

/** The report of a date; `state` is that of the midnight that begins its day. */
export const buildReport = (
  chance: Chance,
  state: SeriesState,
  date: ReportDate,
): PublishedReport => ({ ...date, figures: listFigures(chance, state, date, getDay(date.atMs)) });
