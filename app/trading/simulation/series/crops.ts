/**
 * Crops of the supply and demand reports: yield lost to weather so far, and ending stocks.
 *
 * Sources: corn loses 0.6% of its yield per day and degree C above 29 C, soybeans above 30 C,
 * cotton above 32 C (Schlenker and Roberts 2009); freezes below a daily mean of 47 F and hurricanes
 * reduce Florida's orange crop.
 */
import { CROP_CHAINS, type CropChain } from '../../market/series-catalog';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { computeBell, getDayOfYear } from '../calendar';
import type { RandomStreams } from '../random-streams';
import type { Outlook, PastDay } from '../market-models';
import { drawReportShock } from '../shocks';

interface CropRow {
  readonly place: number;
  readonly cells: readonly MarketCell[];
  /** Fraction of yield lost per degree F day above a base, at peak sensitivity. */
  readonly heat: { readonly baseF: number; readonly weight: number };
  /** The same below a base, at any time of the year. */
  readonly cold: { readonly baseF: number; readonly weight: number };
  /** Fraction lost per day at peak sensitivity when soil is one standard deviation too dry. */
  readonly dry: number;
  /** Fraction lost per hurricane category at landfall. */
  readonly storm: { readonly basin: 'gulf' | 'florida'; readonly weight: number };
  /** Day of the year of peak sensitivity, and standard deviation in days. */
  readonly sensitiveSeason: readonly [day: number, width: number];
  /** Day of the year on which the next crop starts. */
  readonly renewsOn: number;
  readonly yield: number;
  readonly stocks: number;
  readonly decimals: number;
}

const NO_STORM = { basin: 'gulf', weight: 0 } as const;
const NO_COLD = { baseF: 0, weight: 0 } as const;

export const CROP_ROWS: Readonly<Record<CropChain, CropRow>> = {
  CORN: {
    place: 2,
    cells: ['DSM', 'CHI'],
    heat: { baseF: 84.2, weight: 0.0023 },
    cold: NO_COLD,
    dry: 0.0011,
    storm: NO_STORM,
    sensitiveSeason: [197, 22],
    renewsOn: 310,
    yield: 177,
    stocks: 1900,
    decimals: 0,
  },
  SOYB: {
    place: 3,
    cells: ['DSM', 'CHI'],
    heat: { baseF: 86, weight: 0.002 },
    cold: NO_COLD,
    dry: 0.001,
    storm: NO_STORM,
    sensitiveSeason: [221, 24],
    renewsOn: 315,
    yield: 51,
    stocks: 340,
    decimals: 0,
  },
  WHEAT: {
    place: 4,
    cells: ['ICT'],
    heat: { baseF: 82, weight: 0.0033 },
    cold: { baseF: 12, weight: 0.0035 },
    dry: 0.0019,
    storm: NO_STORM,
    sensitiveSeason: [125, 26],
    renewsOn: 220,
    yield: 48,
    stocks: 700,
    decimals: 0,
  },
  OJ: {
    place: 5,
    cells: ['LAK'],
    heat: { baseF: 95, weight: 0.001 },
    cold: { baseF: 47, weight: 0.016 },
    dry: 0.0006,
    storm: { basin: 'florida', weight: 0.035 },
    sensitiveSeason: [80, 30],
    renewsOn: 290,
    yield: 3.2,
    stocks: 320,
    decimals: 0,
  },
  CT: {
    place: 9,
    cells: ['LBB'],
    heat: { baseF: 89.6, weight: 0.0022 },
    cold: NO_COLD,
    dry: 0.0013,
    storm: { basin: 'gulf', weight: 0.012 },
    sensitiveSeason: [204, 35],
    renewsOn: 330,
    yield: 850,
    stocks: 4,
    decimals: 2,
  },
};

/** State at the start of a day, by crop in the order of CROP_CHAINS. */
export interface CropState {
  /** Fraction of the current crop's yield lost to weather; negative is a gain. */
  readonly loss: Float64Array;
  /** Log of the last published ending stocks over their mean. */
  readonly stocks: Float64Array;
  /** Loss at the last report. */
  readonly lossAtReport: Float64Array;
}

export const createFirstCrops = (): CropState => ({
  loss: new Float64Array(CROP_CHAINS.length),
  stocks: new Float64Array(CROP_CHAINS.length),
  lossAtReport: new Float64Array(CROP_CHAINS.length),
});

interface CropModel extends CropRow {
  readonly cellNumbers: readonly number[];
}

const MODELS: readonly CropModel[] = CROP_CHAINS.map((chain) => ({
  ...CROP_ROWS[chain],
  cellNumbers: CROP_ROWS[chain].cells.map((cell) => MARKET_CELLS.indexOf(cell)),
}));

function computeLoss(model: CropModel, pastDay: PastDay, soil: Outlook, day: number): number {
  const stage = computeBell(day, ...model.sensitiveSeason);
  const weight = 1 / model.cellNumbers.length;
  let loss = model.storm.weight * pastDay.landfall[model.storm.basin];
  for (const cell of model.cellNumbers) {
    const meanF = pastDay.meanF[cell] ?? 0;
    if (meanF < model.cold.baseF) loss += weight * model.cold.weight * (model.cold.baseF - meanF);
    if (stage < 0.01) continue;
    loss +=
      weight *
      stage *
      (model.heat.weight * Math.max(0, meanF - model.heat.baseF) - model.dry * soil.getSoil(cell));
  }
  return loss;
}

/** Upper bound of a crop's loss. */
const LOSS_MAX = 0.8;

/** Losses at the end of a day; `soil` is the outlook at its start. */
export function computeNextLosses(
  { loss, stocks, lossAtReport }: CropState,
  pastDay: PastDay,
  soil: Outlook,
  day: number,
): CropState {
  const next = new Float64Array(loss.length);
  const nextLossAtReport = new Float64Array(lossAtReport);
  MODELS.forEach((model, index) => {
    const isNew = Math.floor(getDayOfYear(day)) === model.renewsOn;
    next[index] = isNew
      ? 0
      : Math.min(LOSS_MAX, (loss[index] ?? 0) + computeLoss(model, pastDay, soil, day));
    if (isNew) nextLossAtReport[index] = 0;
  });
  return { loss: next, stocks, lossAtReport: nextLossAtReport };
}

/**
 * Persistence of the stocks anomaly between reports, and effect of a lost fraction of the crop on
 * log stocks.
 */
const STOCKS_RETENTION = 0.94;
const STOCKS_PER_LOSS = 3;
/** Standard deviation of a report's surprise in log stocks. */
export const STOCKS_SURPRISE = 0.04;

/** Analysts' consensus for the next report, log ending stocks. */
export const computeExpectedStocks = (state: CropState, index: number): number =>
  STOCKS_RETENTION * (state.stocks[index] ?? 0) -
  STOCKS_PER_LOSS * ((state.loss[index] ?? 0) - (state.lossAtReport[index] ?? 0));

/** Log ending stocks in the report of a day; less than the consensus raises the price. */
export const drawReportedStocks = (
  random: RandomStreams,
  state: CropState,
  index: number,
  reportDay: number,
): number =>
  computeExpectedStocks(state, index) -
  STOCKS_SURPRISE * drawReportShock(random, 'crop report', reportDay, MODELS[index]?.place ?? 0);

export const applyReport = (
  random: RandomStreams,
  state: CropState,
  reportDay: number,
): CropState => ({
  loss: state.loss,
  stocks: state.stocks.map((_, index) => drawReportedStocks(random, state, index, reportDay)),
  lossAtReport: state.loss,
});

/** Log stocks to the unit of the report. */
export function toStocksUnit(chain: CropChain, log: number): number {
  const { stocks, decimals } = CROP_ROWS[chain];
  return Number((stocks * Math.exp(log)).toFixed(decimals));
}

/** Expected yield of the current crop in the unit of the report. */
export const toYieldUnit = (chain: CropChain, loss: number): number =>
  Math.round(CROP_ROWS[chain].yield * (1 - loss) * 100) / 100;
