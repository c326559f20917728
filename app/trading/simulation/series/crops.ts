/**
 * Crops that supply and demand reports are about: the yield that weather has cost so far, and the
 * stocks that are left.
 *
 * Sources: corn loses 0.6 % of its yield per day and degree C above 29 C, soybeans above 30 C,
 * cotton above 32 C (Schlenker and Roberts 2009);
 * freezes below a daily mean of 47 F and hurricanes cost Florida its oranges.
 */
import { CROP_CHAINS, type CropChain } from '../../market/series-catalogue';
import { MARKET_CELLS, type MarketCell } from '../../weather/cell';
import { computeBell, dayOfYear } from '../calendar';
import type { Chance } from '../random-streams';
import type { Outlook, PastDay } from '../parts';
import { reportShock } from '../shocks';

interface CropRow {
  readonly place: number;
  readonly cells: readonly MarketCell[];
  /** Share of the yield lost per degree F day above a base, in full bloom. */
  readonly heat: { readonly baseF: number; readonly share: number };
  /** The same below a base, at any time of the year when `baseF` is reached. */
  readonly cold: { readonly baseF: number; readonly share: number };
  /** Lost per day in full bloom when the soil is one standard deviation too dry. */
  readonly dry: number;
  /** Lost per category of a landfall. */
  readonly storm: { readonly basin: 'gulf' | 'florida'; readonly share: number };
  /** Day of the year on which it matters most, and days to each side. */
  readonly bloom: readonly [day: number, width: number];
  /** Day of the year on which the next crop begins. */
  readonly renewsOn: number;
  readonly yield: number;
  readonly stocks: number;
  readonly decimals: number;
}

const NO_STORM = { basin: 'gulf', share: 0 } as const;
const NO_COLD = { baseF: 0, share: 0 } as const;

export const CROP_ROWS: Readonly<Record<CropChain, CropRow>> = {
  CORN: {
    place: 2,
    cells: ['DSM', 'CHI'],
    heat: { baseF: 84.2, share: 0.0023 },
    cold: NO_COLD,
    dry: 0.0011,
    storm: NO_STORM,
    bloom: [197, 22],
    renewsOn: 310,
    yield: 177,
    stocks: 1900,
    decimals: 0,
  },
  SOYB: {
    place: 3,
    cells: ['DSM', 'CHI'],
    heat: { baseF: 86, share: 0.002 },
    cold: NO_COLD,
    dry: 0.001,
    storm: NO_STORM,
    bloom: [221, 24],
    renewsOn: 315,
    yield: 51,
    stocks: 340,
    decimals: 0,
  },
  WHEAT: {
    place: 4,
    cells: ['ICT'],
    heat: { baseF: 82, share: 0.0033 },
    cold: { baseF: 12, share: 0.0035 },
    dry: 0.0019,
    storm: NO_STORM,
    bloom: [125, 26],
    renewsOn: 220,
    yield: 48,
    stocks: 700,
    decimals: 0,
  },
  OJ: {
    place: 5,
    cells: ['LAK'],
    heat: { baseF: 95, share: 0.001 },
    cold: { baseF: 47, share: 0.016 },
    dry: 0.0006,
    storm: { basin: 'florida', share: 0.035 },
    bloom: [80, 30],
    renewsOn: 290,
    yield: 3.2,
    stocks: 320,
    decimals: 0,
  },
  CT: {
    place: 9,
    cells: ['LBB'],
    heat: { baseF: 89.6, share: 0.0022 },
    cold: NO_COLD,
    dry: 0.0013,
    storm: { basin: 'gulf', share: 0.012 },
    bloom: [204, 35],
    renewsOn: 330,
    yield: 850,
    stocks: 4,
    decimals: 2,
  },
};

/** By crop in the order of CROP_CHAINS, at a midnight. */
export interface CropState {
  /** Share of the present crop's yield that weather has cost; below zero it has added. */
  readonly loss: Float64Array;
  /** Log of ending stocks over their mean, as last published. */
  readonly stocks: Float64Array;
  /** The loss when the last report was made. */
  readonly lossThen: Float64Array;
}

export const firstCrops = (): CropState => ({
  loss: new Float64Array(CROP_CHAINS.length),
  stocks: new Float64Array(CROP_CHAINS.length),
  lossThen: new Float64Array(CROP_CHAINS.length),
});

interface CropModel extends CropRow {
  readonly cellNumbers: readonly number[];
}

const MODELS: readonly CropModel[] = CROP_CHAINS.map((chain) => ({
  ...CROP_ROWS[chain],
  cellNumbers: CROP_ROWS[chain].cells.map((cell) => MARKET_CELLS.indexOf(cell)),
}));

function computeLoss(model: CropModel, past: PastDay, soil: Outlook, day: number): number {
  const stage = computeBell(day, ...model.bloom);
  const share = 1 / model.cellNumbers.length;
  let loss = model.storm.share * past.landfall[model.storm.basin];
  for (const cell of model.cellNumbers) {
    const meanF = past.meanF[cell] ?? 0;
    if (meanF < model.cold.baseF) loss += share * model.cold.share * (model.cold.baseF - meanF);
    if (stage < 0.01) continue;
    loss +=
      share *
      stage *
      (model.heat.share * Math.max(0, meanF - model.heat.baseF) - model.dry * soil.soil(cell));
  }
  return loss;
}

/** A crop loses no more than this, whatever comes. */
const LOSS_MAX = 0.8;

/**
 * The losses at the midnight that ends a day; `soil` is what is known at the midnight that begins
 * it.
 */
export function nextLosses(
  { loss, stocks, lossThen }: CropState,
  past: PastDay,
  soil: Outlook,
  day: number,
): CropState {
  const next = new Float64Array(loss.length);
  const then = new Float64Array(lossThen);
  MODELS.forEach((model, index) => {
    const isNew = Math.floor(dayOfYear(day)) === model.renewsOn;
    next[index] = isNew
      ? 0
      : Math.min(LOSS_MAX, (loss[index] ?? 0) + computeLoss(model, past, soil, day));
    if (isNew) then[index] = 0;
  });
  return { loss: next, stocks, lossThen: then };
}

/**
 * Kept of a departure of stocks from one report to the next, and what a lost share of the crop
 * takes of them.
 */
const STOCKS_KEPT = 0.94;
const STOCKS_PER_LOSS = 3;
/** Standard deviation of the log of stocks that a report surprises by. */
export const STOCKS_SURPRISE = 0.04;

/** Log of ending stocks that analysts expect of the next report of a crop. */
export const expectedStocks = (state: CropState, index: number): number =>
  STOCKS_KEPT * (state.stocks[index] ?? 0) -
  STOCKS_PER_LOSS * ((state.loss[index] ?? 0) - (state.lossThen[index] ?? 0));

/** Log of ending stocks as the report of a day tells them: less than expected raises the price. */
export const reportedStocks = (
  chance: Chance,
  state: CropState,
  index: number,
  reportDay: number,
): number =>
  expectedStocks(state, index) -
  STOCKS_SURPRISE * reportShock(chance, 'crop report', reportDay, MODELS[index]?.place ?? 0);

/** The state after the report of a day. */
export const afterReport = (chance: Chance, state: CropState, reportDay: number): CropState => ({
  loss: state.loss,
  stocks: state.stocks.map((_, index) => reportedStocks(chance, state, index, reportDay)),
  lossThen: state.loss,
});

/** Stocks in the unit of the report. */
export function stocksValue(chain: CropChain, log: number): number {
  const { stocks, decimals } = CROP_ROWS[chain];
  return Number((stocks * Math.exp(log)).toFixed(decimals));
}

/** The yield that is expected of the present crop, in the unit of the report. */
export const yieldValue = (chain: CropChain, loss: number): number =>
  Math.round(CROP_ROWS[chain].yield * (1 - loss) * 100) / 100;
