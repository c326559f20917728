/** Figures of a weekly strip: its expected mean price, and the deviation of a day's move. */
import type { DayPath, AsOfCycle } from '../market-models';
import { DAYS_PER_WEEK, HOURS_PER_WEEK, type Strip } from './strip-contracts';
import { type Expectation, type PricedDay, sumPrices } from './expectation';
import type { Fuel } from './fuel';
import { getHubRow } from './hubs';
import { HOURS_PER_DAY } from './load';
import {
  LEVEL_MEMORY,
  LEVEL_SHOCK,
  LOCAL_MEMORY,
  OUTAGE_MEMORY,
  OUTAGE_SHOCK,
  getFuelPerUse,
} from './stack';

/** Standard deviations of a strip's daily move by cause, $/MWh. */
interface Moves {
  readonly level: number;
  readonly outage: number;
  readonly local: number;
}

type GetDay = (day: number) => PricedDay;
type Figure = (day: PricedDay, first: number, end: number, ahead: number) => number;

/** Mean of a figure over the delivery hours, which start at the hub's local midnight. */
function averageOverWeek({ hub, firstDay }: Strip, getDay: GetDay, figure: Figure): number {
  const lag = getHubRow(hub).lagHours;
  let sum = 0;
  for (let ahead = 0; ahead <= DAYS_PER_WEEK; ahead += 1) {
    sum += figure(
      getDay(firstDay + ahead),
      ahead === 0 ? lag : 0,
      ahead === DAYS_PER_WEEK ? lag : HOURS_PER_DAY,
      ahead,
    );
  }
  return sum / HOURS_PER_WEEK;
}

/** Expected mean price over the delivery, $/MWh. */
export const computeExpectedWeek = (
  expectation: Expectation,
  strip: Strip,
  asOf: AsOfCycle,
): number =>
  averageOverWeek(strip, (day) => expectation.getDay(strip.hub, asOf, day - asOf.day), sumPrices);

const sumHours = (values: Float64Array, first: number, end: number): number => {
  let sum = 0;
  for (let hour = first; hour < end; hour += 1) sum += values[hour] ?? 0;
  return sum;
};

const sumFuel: Figure = ({ expected, factor }, first, end) =>
  factor * sumHours(expected.fuel, first, end);

/** Fuel cost of each delivery day in the strip's price, $/MWh. */
export function computeFuelByDay(strip: Strip, getDay: GetDay): readonly number[] {
  const fuelByDay: number[] = [];
  averageOverWeek(strip, getDay, (day, first, end) => {
    fuelByDay.push(sumFuel(day, first, end, 0) / HOURS_PER_WEEK);
    return 0;
  });
  return fuelByDay;
}

/** Effect of a day's gas moves on a strip whose delivery starts `lead` days ahead, $/MWh. */
export function computeGasMoves(
  fuelByDay: readonly number[],
  fuel: Fuel,
  day: number,
  totalLead: number,
): { readonly sigma: number; readonly steps: DayPath['steps'] } {
  const fuelPaths = fuelByDay.map((size, ahead) => ({
    size,
    course: fuel.getDayPath(day, totalLead + ahead),
  }));
  return {
    sigma: fuelPaths.reduce((sum, { size, course: path }) => sum + size * path.sigma, 0),
    steps: fuelPaths.flatMap(({ size, course: path }) =>
      path.steps.map((step) => ({ minute: step.minute, size: size * step.size })),
    ),
  };
}

/** Remaining fraction of local use after each hour, and standard deviation of a day's shock. */
const LOCAL_DECAY = Float64Array.from(
  { length: HOURS_PER_DAY },
  (_, hour) => LOCAL_MEMORY ** (hour + 1),
);
const LOCAL_NEWS = Math.sqrt(1 - LOCAL_MEMORY ** (2 * HOURS_PER_DAY));
/** Days after which local use has decayed. */
const LOCAL_DAYS = 4;

/** Effect of a day's plant shocks on a strip whose delivery starts `lead` days ahead. */
export function computeMoves(strip: Strip, getDay: GetDay, lead: number): Moves {
  const row = getHubRow(strip.hub);
  const sumUse: Figure = ({ expected, factor }, first, end) =>
    sumHours(expected.slope, first, end) + (end - first) * factor * getFuelPerUse(row);
  const computeDecay = (memory: number, ahead: number): number =>
    memory ** Math.max(0, lead + ahead - 1);
  const sumLocal: Figure = ({ expected, factor }, first, end, ahead) => {
    if (lead + ahead > LOCAL_DAYS) return 0;
    let sum = 0;
    for (let hour = first; hour < end; hour += 1)
      sum += (LOCAL_DECAY[hour] ?? 0) * ((expected.slope[hour] ?? 0) + factor * getFuelPerUse(row));
    return LOCAL_MEMORY ** (HOURS_PER_DAY * Math.max(0, lead + ahead - 1)) * sum;
  };
  return {
    level:
      LEVEL_SHOCK *
      averageOverWeek(
        strip,
        getDay,
        (day, first, end, ahead) =>
          computeDecay(LEVEL_MEMORY, ahead) * sumFuel(day, first, end, ahead),
      ),
    outage:
      OUTAGE_SHOCK *
      row.outage *
      averageOverWeek(
        strip,
        getDay,
        (day, first, end, ahead) =>
          computeDecay(OUTAGE_MEMORY, ahead) * sumUse(day, first, end, ahead),
      ),
    local: LOCAL_NEWS * row.local * averageOverWeek(strip, getDay, sumLocal),
  };
}
