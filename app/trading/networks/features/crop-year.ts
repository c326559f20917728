/**
 * The year of a crop: when it begins, and what the weather of its days has cost so far by the
 * public formulas.
 */
import type { FuturesRoot } from '../../domain/commodity';
import type { MarketCell } from '../../weather/cell';
import { seasonDay } from '../../weather/climate-table';
import { type Flow, normalFlow } from '../../weather/impact';
import type { PointInTimeView } from './point-in-time-view';
import { PRODUCTS } from './impact-revision';
import type { VerifiedDay } from './weather-record';
import { DAY_MS, getMidnight } from '../../domain/time';

/**
 * Crops that CropNet follows, with the day of the year on which the next one begins: when the last
 * has been harvested, or its trees rest.
 */
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
 * Formulas of loss are straight, harvests are not: good weather adds no more than a fifth, and
 * something is always left. Shares of the yield.
 */
export const LOSS_LEAST = -0.2;
export const LOSS_MOST = 0.8;
/** A loss held between what a harvest can gain and lose; NaN stays. */
export const heldLoss = (loss: number): number => Math.max(LOSS_LEAST, Math.min(LOSS_MOST, loss));

/** Days from the beginning of the crop's year to a moment, 0 to 365. */
export const daysIntoCrop = (crop: string, atMs: number): number =>
  (seasonDay(atMs) - (CROP_STARTS[crop] ?? 0) + YEAR_DAYS) % YEAR_DAYS;

export function flowOfCrop(crop: string): Flow {
  const flow = PRODUCTS[crop]?.flow;
  if (!flow)
    throw new RangeError(
      `${crop} is no crop that is followed; those are ${CROP_SUBJECTS.join(', ')}`,
    );
  return flow;
}

/** Sun counts for nothing in crops. */
const NO_SUN = 0;
/** A year in which usual losses are added up; one is as another. */
const ANY_YEAR_MS = Date.UTC(2010, 0, 1);

const usuals = new Map<string, Float64Array>();

/** The usual loss of the first so many days of a crop's year, 0 to 366 days, worked out once. */
function usualLosses(crop: string): Float64Array {
  const known = usuals.get(crop);
  if (known) return known;
  const flow = flowOfCrop(crop);
  const made = new Float64Array(Math.ceil(YEAR_DAYS) + 1);
  for (let day = 0; day + 1 < made.length; day += 1) {
    const dayMs = ANY_YEAR_MS + ((CROP_STARTS[crop] ?? 0) + day) * DAY_MS;
    made[day + 1] = (made[day] ?? 0) + normalFlow(flow, dayMs, dayMs);
  }
  usuals.set(crop, made);
  return made;
}

/** What an observed day took from a crop at a cell, as a share of the yield. */
const lossOfDay = (
  flow: Flow,
  cell: MarketCell,
  { dayMs, meanF, rainInches, windMph }: VerifiedDay,
): number => flow.ofDay({ dayMs, meanF, spreadF: 0, rainInches, windMph, sunShare: NO_SUN }, cell);

/**
 * The loss of the present crop so far over what is usual by now, as a share of the yield; NaN where
 * the record does not reach back to its beginning.
 */
export function accruedLoss(view: PointInTimeView, crop: string): number {
  const flow = flowOfCrop(crop);
  const into = Math.floor(daysIntoCrop(crop, view.stampMs));
  const fromMs = getMidnight(view.stampMs) - into * DAY_MS;
  let [loss, count] = [0, 0];
  for (const cell of flow.cells) {
    const days = view.record(cell).since(fromMs);
    if (into > LATE_DAYS && (days[0]?.dayMs ?? Infinity) > fromMs) return NaN;
    for (const day of days) loss += lossOfDay(flow, cell, day);
    count = days.length;
  }
  return loss - (usualLosses(crop)[count] ?? NaN);
}

/** Days after which the first of a year must be published. */
const LATE_DAYS = 2;

/** The usual loss from a moment to the end of the crop's year: how much of it is still at stake. */
export function expectedRemainingLoss(crop: string, atMs: number): number {
  const usual = usualLosses(crop);
  return (usual[usual.length - 1] ?? 0) - (usual[Math.floor(daysIntoCrop(crop, atMs))] ?? 0);
}
