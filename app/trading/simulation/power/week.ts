/**
 * The figures of a week of power at some knowledge: its expected mean price, and how far a day of
 * news may move it.
 */
import { CYCLES_PER_DAY, type DayPath, type Knowledge } from '../parts';
import { DAYS_PER_WEEK, HOURS_PER_WEEK, type Strip } from './contracts';
import { type Expectation, type PricedDay, computePrice } from './expectation';
import type { Fuel } from './fuel';
import { hubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import {
  LEVEL_MEMORY,
  LEVEL_SHOCK,
  LOCAL_MEMORY,
  OUTAGE_MEMORY,
  OUTAGE_SHOCK,
  fuelPerUse,
} from './stack';

/** Standard deviations of a strip's move over a day by cause, $/MWh. */
interface Moves {
  readonly level: number;
  readonly outage: number;
  readonly local: number;
}

type DayAt = (day: number) => PricedDay;
type Figure = (day: PricedDay, first: number, end: number, ahead: number) => number;

/** Mean of a figure over the hours of delivery, which begin at the hub's own midnight. */
function overWeek({ hub, firstDay }: Strip, dayAt: DayAt, figure: Figure): number {
  const lag = hubRow(hub).lagHours;
  let sum = 0;
  for (let ahead = 0; ahead <= DAYS_PER_WEEK; ahead += 1) {
    sum += figure(
      dayAt(firstDay + ahead),
      ahead === 0 ? lag : 0,
      ahead === DAYS_PER_WEEK ? lag : HOURS_PER_DAY,
      ahead,
    );
  }
  return sum / HOURS_PER_WEEK;
}

/** Expected mean price of the delivery, $/MWh. */
export const expectedWeek = (expectation: Expectation, strip: Strip, known: Knowledge): number =>
  overWeek(strip, (day) => expectation.dayAt(strip.hub, known, day - known.day), computePrice);

/** What the forecasts of a whole day changed of it. */
export function computeNews(expectation: Expectation, strip: Strip, day: number): number {
  if (day < 0) return 0;
  return (
    expectedWeek(expectation, strip, { day, cycles: CYCLES_PER_DAY }) -
    expectedWeek(expectation, strip, { day, cycles: 0 })
  );
}

const computeSum = (values: Float64Array, first: number, end: number): number => {
  let sum = 0;
  for (let hour = first; hour < end; hour += 1) sum += values[hour] ?? 0;
  return sum;
};

const fuelPart: Figure = ({ expected, factor }, first, end) =>
  factor * computeSum(expected.fuel, first, end);

/** What each day of the delivery, from `firstDay` on, adds to the price for its fuel, $/MWh. */
export function computeBurn(strip: Strip, dayAt: DayAt): readonly number[] {
  const burn: number[] = [];
  overWeek(strip, dayAt, (day, first, end) => {
    burn.push(fuelPart(day, first, end, 0) / HOURS_PER_WEEK);
    return 0;
  });
  return burn;
}

/** How the gas of a day moves a strip whose delivery begins `lead` days ahead, $/MWh. */
export function computeGasMoves(
  burn: readonly number[],
  fuel: Fuel,
  day: number,
  lead: number,
): { readonly sigma: number; readonly steps: DayPath['steps'] } {
  const courses = burn.map((size, ahead) => ({ size, course: fuel.course(day, lead + ahead) }));
  return {
    sigma: courses.reduce((sum, { size, course }) => sum + size * course.sigma, 0),
    steps: courses.flatMap(({ size, course }) =>
      course.steps.map((step) => ({ minute: step.minute, size: size * step.size })),
    ),
  };
}

/** What is left of the local part after each hour, and the deviation of what a day adds to it. */
const LOCAL_KEPT = Float64Array.from(
  { length: HOURS_PER_DAY },
  (_, hour) => LOCAL_MEMORY ** (hour + 1),
);
const LOCAL_NEWS = Math.sqrt(1 - LOCAL_MEMORY ** (2 * HOURS_PER_DAY));
/** Days after which nothing of it is left. */
const LOCAL_DAYS = 4;

/** How a day's news of plants may move a strip whose delivery begins `lead` days ahead. */
export function computeMoves(strip: Strip, dayAt: DayAt, lead: number): Moves {
  const row = hubRow(strip.hub);
  const usePart: Figure = ({ expected, factor }, first, end) =>
    computeSum(expected.slope, first, end) + (end - first) * factor * fuelPerUse(row);
  const kept = (memory: number, ahead: number): number => memory ** Math.max(0, lead + ahead - 1);
  const localPart: Figure = ({ expected, factor }, first, end, ahead) => {
    if (lead + ahead > LOCAL_DAYS) return 0;
    let sum = 0;
    for (let hour = first; hour < end; hour += 1)
      sum += (LOCAL_KEPT[hour] ?? 0) * ((expected.slope[hour] ?? 0) + factor * fuelPerUse(row));
    return LOCAL_MEMORY ** (HOURS_PER_DAY * Math.max(0, lead + ahead - 1)) * sum;
  };
  return {
    level:
      LEVEL_SHOCK *
      overWeek(
        strip,
        dayAt,
        (day, first, end, ahead) => kept(LEVEL_MEMORY, ahead) * fuelPart(day, first, end, ahead),
      ),
    outage:
      OUTAGE_SHOCK *
      row.outage *
      overWeek(
        strip,
        dayAt,
        (day, first, end, ahead) => kept(OUTAGE_MEMORY, ahead) * usePart(day, first, end, ahead),
      ),
    local: LOCAL_NEWS * row.local * overWeek(strip, dayAt, localPart),
  };
}
