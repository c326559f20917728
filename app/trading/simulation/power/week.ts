/**
 * The figures of a week of power at some knowledge: its expected mean price, and how far a day of news may move it.
 * It knows sums over 168 hours; it refuses the order of days, which the prices of strips follow.
 */
import { CYCLES_PER_DAY, type Knowledge } from '../parts';
import { DAYS_PER_WEEK, HOURS_PER_WEEK, type Strip } from './contracts';
import { type Expectation, type PricedDay, priceOf } from './expectation';
import { isForecast } from './forecast';
import { hubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import { GAS_POWER, LEVEL_MEMORY, LEVEL_SHOCK, OUTAGE_MEMORY, OUTAGE_SHOCK, fuelPerUse } from './stack';

/** Standard deviations of a strip's move over a day by cause, $/MWh; gas per unit of its own log. */
export interface Moves {
  readonly perGas: number;
  readonly level: number;
  readonly outage: number;
}

type DayAt = (day: number) => PricedDay;
type Figure = (day: PricedDay, first: number, end: number, ahead: number) => number;

/** Mean of a figure over the hours of delivery, which begin at the hub's own midnight. */
function overWeek({ hub, firstDay }: Strip, dayAt: DayAt, figure: Figure): number {
  const lag = hubRow(hub).lagHours;
  let sum = 0;
  for (let ahead = 0; ahead <= DAYS_PER_WEEK; ahead += 1) {
    sum += figure(dayAt(firstDay + ahead), ahead === 0 ? lag : 0, ahead === DAYS_PER_WEEK ? lag : HOURS_PER_DAY, ahead);
  }
  return sum / HOURS_PER_WEEK;
}

/** Expected mean price of the delivery, $/MWh. */
export const expectedWeek = (expectation: Expectation, strip: Strip, known: Knowledge): number =>
  overWeek(strip, (day) => expectation.dayAt(strip.hub, known, day - known.day), priceOf);

/** What the forecasts of a whole day changed of it. */
export function newsOf(expectation: Expectation, strip: Strip, day: number): number {
  if (day < 0 || !isForecast(strip.firstDay - day)) return 0;
  return expectedWeek(expectation, strip, { day, cycles: CYCLES_PER_DAY }) - expectedWeek(expectation, strip, { day, cycles: 0 });
}

const sumOf = (values: Float64Array, first: number, end: number): number => {
  let sum = 0;
  for (let hour = first; hour < end; hour += 1) sum += values[hour] ?? 0;
  return sum;
};

/** How a day's news of fuel and plants may move a strip whose delivery begins `lead` days ahead. */
export function movesOf(strip: Strip, dayAt: DayAt, lead: number): Moves {
  const row = hubRow(strip.hub);
  const fuelPart: Figure = ({ expected, factor }, first, end) => factor * sumOf(expected.fuel, first, end);
  const usePart: Figure = ({ expected, factor }, first, end) => sumOf(expected.slope, first, end) + (end - first) * factor * fuelPerUse(row);
  const kept = (memory: number, ahead: number): number => memory ** Math.max(0, lead + ahead - 1);
  return {
    perGas: GAS_POWER * overWeek(strip, dayAt, fuelPart),
    level: LEVEL_SHOCK * overWeek(strip, dayAt, (day, first, end, ahead) => kept(LEVEL_MEMORY, ahead) * fuelPart(day, first, end, ahead)),
    outage: OUTAGE_SHOCK * row.outage * overWeek(strip, dayAt, (day, first, end, ahead) => kept(OUTAGE_MEMORY, ahead) * usePart(day, first, end, ahead)),
  };
}
