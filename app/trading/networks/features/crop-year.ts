/** Crop years, and the yield loss accrued from observed weather by the public impact formulas. */
import type { FuturesRoot } from '../../domain/commodity';
import type { MarketCell } from '../../weather/cell';
import { getSeasonDay } from '../../weather/climate-table';
import { type Flow, sumNormalFlow } from '../../weather/impact';
import type { PointInTimeView } from './point-in-time-view';
import { PRODUCTS } from './impact-products';
import type { VerifiedDay } from './weather-record';
import { DAY_MS, getMidnight } from '../../domain/time';

/** Crops of CropNet with the day of year when the next crop starts (after harvest or dormancy). */
const CROP_STARTS: Readonly<Record<string, number | undefined>> = {
  CORN: 310,
  SOYB: 315,
  WHEAT: 220,
  CT: 330,
  KC: 121,
  OJ: 290,
  NG: undefined,
  HO: undefined,
  CL: undefined,
} satisfies Record<FuturesRoot, number | undefined>;
export const CROP_SUBJECTS: readonly string[] = Object.keys(CROP_STARTS).filter(
  (chain) => CROP_STARTS[chain] !== undefined,
);

const YEAR_DAYS = 365.25;

/**
 * Bounds of the loss as a fraction of the yield: the formulas are linear, but good weather adds at
 * most 20% and a harvest loses at most 80%.
 */
export const LOSS_MIN = -0.2;
export const LOSS_MAX = 0.8;
/** Clamps a loss; NaN stays NaN. */
export const clampLoss = (loss: number): number => Math.max(LOSS_MIN, Math.min(LOSS_MAX, loss));

/** Days since the start of the crop year, 0 to 365. */
export const computeCropDay = (crop: string, atMs: number): number =>
  (getSeasonDay(atMs) - (CROP_STARTS[crop] ?? 0) + YEAR_DAYS) % YEAR_DAYS;

export function getCropFlow(crop: string): Flow {
  const flow = PRODUCTS[crop]?.flow;
  if (!flow)
    throw new RangeError(
      `${crop} is no crop that is followed; those are ${CROP_SUBJECTS.join(', ')}`,
    );
  return flow;
}

/** Crop losses do not depend on sunshine. */
const NO_SUN = 0;
/** Any year serves to add up normal losses. */
const ANY_YEAR_MS = Date.UTC(2010, 0, 1);

const normalLossesByCrop = new Map<string, Float64Array>();

/** Cumulative normal loss over the first n days of the crop year, n = 0 to 366; cached. */
function getNormalLosses(crop: string): Float64Array {
  const cached = normalLossesByCrop.get(crop);
  if (cached) return cached;
  const flow = getCropFlow(crop);
  const losses = new Float64Array(Math.ceil(YEAR_DAYS) + 1);
  for (let day = 0; day + 1 < losses.length; day += 1) {
    const dayMs = ANY_YEAR_MS + ((CROP_STARTS[crop] ?? 0) + day) * DAY_MS;
    losses[day + 1] = (losses[day] ?? 0) + sumNormalFlow(flow, dayMs, dayMs);
  }
  normalLossesByCrop.set(crop, losses);
  return losses;
}

/** Loss of an observed day at a cell, as a fraction of the yield; NaN where a figure is missing. */
const computeDayLoss = (
  flow: Flow,
  cell: MarketCell,
  { dayMs, meanF, rainInches, windMph }: VerifiedDay,
): number =>
  flow.computeDay({ dayMs, meanF, spreadF: 0, rainInches, windMph, sunShare: NO_SUN }, cell) ?? NaN;

/**
 * Loss of the current crop so far minus normal, as a fraction of the yield; NaN if the record does
 * not reach back to the start of the crop year.
 */
export function computeAccruedLoss(view: PointInTimeView, crop: string): number {
  const flow = getCropFlow(crop);
  const cropDay = Math.floor(computeCropDay(crop, view.stampMs));
  const fromMs = getMidnight(view.stampMs) - cropDay * DAY_MS;
  let [loss, count] = [0, 0];
  for (const cell of flow.cells) {
    const days = view.getRecord(cell).listSince(fromMs);
    if (cropDay > PUBLICATION_DELAY_DAYS && (days[0]?.dayMs ?? Infinity) > fromMs) return NaN;
    for (const day of days) loss += computeDayLoss(flow, cell, day);
    count = days.length;
  }
  return loss - (getNormalLosses(crop)[count] ?? NaN);
}

/** Days by which the first day of a crop year must be published. */
const PUBLICATION_DELAY_DAYS = 2;

/** Normal loss from a time to the end of the crop year. */
export function computeExpectedRemainingLoss(crop: string, atMs: number): number {
  const normalLosses = getNormalLosses(crop);
  return (
    (normalLosses[normalLosses.length - 1] ?? 0) -
    (normalLosses[Math.floor(computeCropDay(crop, atMs))] ?? 0)
  );
}
