// A weather of one cause: temperatures that forget by a fixed share a day, so that everything
// expected has a closed form; no rain, no storms.
import { DAYS_PER_YEAR, dayOfYear } from '../../app/trading/simulation/calendar';
import {
  type Chance,
  expectedAbove,
  expectedBelow,
} from '../../app/trading/simulation/random-streams';
import { createCheckpointedFold } from '../../app/trading/simulation/checkpointed-fold';
import type {
  Knowledge,
  Outlook,
  PastDay,
  StormThreat,
  WeatherPart,
} from '../../app/trading/simulation/parts';
import { MARKET_CELLS } from '../../app/trading/weather/cell';

const MEMORY = 0.72;
const SD_F = 9;
const CELLS = MARKET_CELLS.length;
const notMade = (what: string) => (): never => {
  throw new Error(`the fake weather makes no ${what}`);
};

export interface FakeWeather {
  readonly storms?: readonly StormThreat[];
  /** Added to a cell's departure on the day that ends at this midnight. */
  readonly shock?: { readonly day: number; readonly cell: number; readonly departureF: number };
}

const usualF = (cell: number, day: number): number =>
  55 + cell - 22 * Math.cos((2 * Math.PI * (dayOfYear(day) - 20)) / DAYS_PER_YEAR);

/**
 * Departures at midnight are those of the day that ended; a cycle reveals a quarter of the variance
 * of today's shock.
 */
export function fakeWeather(chance: Chance, { storms = [], shock }: FakeWeather = {}): WeatherPart {
  const stream = chance.stream('fake weather');
  const shockSd = SD_F * Math.sqrt(1 - MEMORY * MEMORY);
  const piece = (cell: number, day: number, cycle: number): number =>
    (shockSd / 2) * chance.normal(stream, day * 4 + cycle, cell);
  const pieces = (cell: number, day: number, cycles: number): number => {
    let sum =
      shock && shock.day === day && shock.cell === cell && cycles > 0 ? shock.departureF : 0;
    for (let cycle = 0; cycle < cycles; cycle += 1) sum += piece(cell, day, cycle);
    return sum;
  };
  const lane = createCheckpointedFold(
    () => new Float64Array(CELLS),
    (before, day) => before.map((value, cell) => MEMORY * value + pieces(cell, day - 1, 4)),
  );
  const outlookAt = ({ day, cycles }: Knowledge): Outlook => {
    const past = lane.at(day);
    const departures = past.map((value, cell) => MEMORY * value + pieces(cell, day, cycles));
    const mean = (cell: number, lead: number): number =>
      usualF(cell, day + lead) + MEMORY ** lead * (departures[cell] ?? 0);
    const sd = (lead: number): number =>
      Math.sqrt(
        SD_F ** 2 * (1 - MEMORY ** (2 * lead)) +
          MEMORY ** (2 * lead) * shockSd ** 2 * (1 - cycles / 4),
      );
    return {
      day,
      cycles,
      meanF: mean,
      nino: 0,
      storms,
      rainInches: () => 0,
      windMph: () => 10,
      ridge: () => 0,
      soil: () => 0,
      expectedAboveF: (cell, lead, base) => expectedAbove(mean(cell, lead), sd(lead), base),
      expectedBelowF: (cell, lead, base) => expectedBelow(mean(cell, lead), sd(lead), base),
    };
  };
  const pastDay = (day: number): PastDay => {
    const meanF = lane.at(day + 1).map((value, cell) => usualF(cell, day) + value);
    return {
      day,
      meanF,
      highF: meanF,
      lowF: meanF,
      rainInches: new Float64Array(CELLS),
      windMph: new Float64Array(CELLS),
      landfall: { gulf: 0, florida: 0 },
    };
  };
  return {
    outlookAt,
    pastDay,
    forget: lane.forget,
    climate: (cell, day) => ({ meanF: usualF(cell, day), sdF: SD_F, rainInches: 0, windMph: 10 }),
    shownDay: notMade('places that are only shown'),
    hourly: notMade('hours'),
    observations: notMade('observations'),
    forecastRun: notMade('forecast runs'),
    warnings: notMade('warnings'),
  };
}
