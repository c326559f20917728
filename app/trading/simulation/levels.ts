/**
 * The slow level of every price from midnight to midnight: shared and own shocks, weather news, changing volatility, a weak pull home.
 * It knows logarithms of prices about their mean; it refuses trends: nothing known at midnight tells the next day's direction but that pull.
 */
import { DAYS_PER_YEAR, isWeekend, seasonAngle } from './calendar';
import type { Normals } from './normals';
import { FACTORS, PRICE_ROWS, type PriceRow } from './parameters/prices';
import { type Response, responseOf } from './response';
import type { WeatherState } from './weather';

/** By price, in the order of `PRICE_ROWS`. */
export interface LevelState {
  /** Log of the price over its mean at midnight UTC, where the day begins. */
  readonly level: Float64Array;
  /** Log of volatility over its mean. */
  readonly unrest: Float64Array;
  /** Standard deviation of the log price over the day that begins. */
  readonly sigma: Float64Array;
}

/** Stochastic volatility: an AR(1) of its log by the day. */
const UNREST_MEMORY = 0.975;
const UNREST_SHOCK = 0.088;
/** Variance of that log in the long run; taken off twice, so that squared volatility keeps its mean. */
const UNREST_VARIANCE = UNREST_SHOCK ** 2 / (1 - UNREST_MEMORY ** 2);
/** A weekend day moves so much as a weekday. */
const WEEKEND_RATIO = 0.35;
/** Weekday volatility times the square root of a year's days, so that a year of both kinds has the annual one. */
const DAY_SCALE = 1 / Math.sqrt((DAYS_PER_YEAR * (5 + 2 * WEEKEND_RATIO ** 2)) / 7);

interface PriceModel {
  readonly row: PriceRow;
  readonly response: Response;
  readonly streams: { readonly own: string; readonly unrest: string };
  readonly factors: readonly number[];
  readonly ownWeight: number;
  readonly pull: number;
}

const pullPerYear = (row: PriceRow): number => Math.LN2 / row.halfLifeYears;

function modelOf(row: PriceRow): PriceModel {
  const factors = FACTORS.map((factor) => row.factors[factor] ?? 0);
  const shared = factors.reduce((sum, weight) => sum + weight * weight, 0);
  return {
    row, factors, response: responseOf(row), ownWeight: Math.sqrt(1 - shared), pull: Math.exp(-pullPerYear(row) / DAYS_PER_YEAR),
    streams: { own: `price/${row.instrumentId}`, unrest: `unrest/${row.instrumentId}` },
  };
}

const MODELS: readonly PriceModel[] = PRICE_ROWS.map(modelOf);
const FACTOR_STREAMS = FACTORS.map((factor) => `factor/${factor}`);

/** Log of the price at level zero, in quoted units: below the log of the mean by half the variance, so that the mean price is the row's. */
export const baseLog = (row: PriceRow): number => Math.log(row.level) - row.volatility ** 2 / (4 * pullPerYear(row));

const dayScale = (day: number): number => DAY_SCALE * (isWeekend(day) ? WEEKEND_RATIO : 1);

/** Volatility of what is not weather: season times unrest, mean square 1. */
function ordinary({ row }: PriceModel, unrest: number, day: number): number {
  const { ratio, peakDay } = row.swing;
  const season = (1 + ratio * Math.cos(seasonAngle(day - peakDay))) / Math.sqrt(1 + (ratio * ratio) / 2);
  return Math.exp(unrest - UNREST_VARIANCE) * season;
}

function sigmaOf(model: PriceModel, unrest: number, day: number): number {
  const { row, response } = model;
  const variance = (1 - row.weatherShare) * ordinary(model, unrest, day) ** 2 + row.weatherShare * response.variance(day);
  return row.volatility * dayScale(day) * Math.sqrt(variance);
}

export const firstLevels = (): LevelState => ({
  level: new Float64Array(MODELS.length), unrest: new Float64Array(MODELS.length), sigma: Float64Array.from(MODELS, (model) => sigmaOf(model, 0, 0)),
});

/** The levels at the midnight that ends `day`, from those that began it and the news of that day. */
export function nextLevels(before: LevelState, weather: WeatherState, day: number, normal: Normals): LevelState {
  const factors = FACTOR_STREAMS.map((stream) => normal(stream, day));
  const level = new Float64Array(MODELS.length);
  const unrest = new Float64Array(MODELS.length);
  MODELS.forEach((model, index) => {
    const { row, streams } = model;
    const known = before.unrest[index] ?? 0;
    const shared = model.factors.reduce((sum, weight, factor) => sum + weight * (factors[factor] ?? 0), 0);
    const plain = ordinary(model, known, day) * (shared + model.ownWeight * normal(streams.own, day));
    const shock = Math.sqrt(1 - row.weatherShare) * plain + Math.sqrt(row.weatherShare) * model.response.shock(weather, day);
    level[index] = model.pull * (before.level[index] ?? 0) + row.volatility * dayScale(day) * shock;
    unrest[index] = UNREST_MEMORY * known + UNREST_SHOCK * normal(streams.unrest, day);
  });
  return { level, unrest, sigma: Float64Array.from(MODELS, (model, index) => sigmaOf(model, unrest[index] ?? 0, day + 1)) };
}
