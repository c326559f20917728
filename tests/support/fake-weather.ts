// Simple test weather: AR(1) temperatures with closed-form expectations, no rain or storms.
import { DAYS_PER_YEAR, getDayOfYear } from '../../app/trading/simulation/calendar';
import {
  type RandomStreams,
  expectedAbove,
  expectedBelow,
} from '../../app/trading/simulation/random-streams';
import { createCheckpointedFold } from '../../app/trading/simulation/checkpointed-fold';
import type {
  AsOfCycle,
  Outlook,
  PastDay,
  StormThreat,
  WeatherModel,
} from '../../app/trading/simulation/market-models';
import { MARKET_CELLS } from '../../app/trading/weather/cell';

const AR_COEFFICIENT = 0.72;
const SD_F = 9;
const CELLS = MARKET_CELLS.length;
const throwUnsupported = (what: string) => (): never => {
  throw new Error(`the fake weather makes no ${what}`);
};

export interface FakeWeather {
  readonly storms?: readonly StormThreat[];
  /** Added to a cell's anomaly on the day that ends at this midnight. */
  readonly shock?: { readonly day: number; readonly cell: number; readonly departureF: number };
}

const computeNormalF = (cell: number, day: number): number =>
  55 + cell - 22 * Math.cos((2 * Math.PI * (getDayOfYear(day) - 20)) / DAYS_PER_YEAR);

/**
 * Anomalies at midnight are of the ended day; each cycle reveals a quarter of today's shock
 * variance.
 */
export function createFakeWeather(
  streams: RandomStreams,
  { storms = [], shock }: FakeWeather = {},
): WeatherModel {
  const stream = streams.getStream('fake weather');
  const shockSd = SD_F * Math.sqrt(1 - AR_COEFFICIENT * AR_COEFFICIENT);
  const drawPiece = (cell: number, day: number, cycle: number): number =>
    (shockSd / 2) * streams.drawNormal(stream, day * 4 + cycle, cell);
  const sumPieces = (cell: number, day: number, cycles: number): number => {
    let sum =
      shock && shock.day === day && shock.cell === cell && cycles > 0 ? shock.departureF : 0;
    for (let cycle = 0; cycle < cycles; cycle += 1) sum += drawPiece(cell, day, cycle);
    return sum;
  };
  const anomalyFold = createCheckpointedFold(
    () => new Float64Array(CELLS),
    (before, day) =>
      before.map((value, cell) => AR_COEFFICIENT * value + sumPieces(cell, day - 1, 4)),
  );
  const outlookAt = ({ day, cycles }: AsOfCycle): Outlook => {
    const past = anomalyFold.getState(day);
    const departures = past.map(
      (value, cell) => AR_COEFFICIENT * value + sumPieces(cell, day, cycles),
    );
    const computeMeanF = (cell: number, lead: number): number =>
      computeNormalF(cell, day + lead) + AR_COEFFICIENT ** lead * (departures[cell] ?? 0);
    const computeSd = (lead: number): number =>
      Math.sqrt(
        SD_F ** 2 * (1 - AR_COEFFICIENT ** (2 * lead)) +
          AR_COEFFICIENT ** (2 * lead) * shockSd ** 2 * (1 - cycles / 4),
      );
    return {
      day,
      cycles,
      meanF: computeMeanF,
      nino: 0,
      storms,
      rainInches: () => 0,
      windMph: () => 10,
      getRidge: () => 0,
      getSoil: () => 0,
      expectedAboveF: (cell, lead, base) =>
        expectedAbove(computeMeanF(cell, lead), computeSd(lead), base),
      expectedBelowF: (cell, lead, base) =>
        expectedBelow(computeMeanF(cell, lead), computeSd(lead), base),
    };
  };
  const pastDay = (day: number): PastDay => {
    const meanF = anomalyFold
      .getState(day + 1)
      .map((value, cell) => computeNormalF(cell, day) + value);
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
    getOutlook: outlookAt,
    getPastDay: pastDay,
    forget: anomalyFold.forget,
    getClimate: (cell, day) => ({
      meanF: computeNormalF(cell, day),
      sdF: SD_F,
      rainInches: 0,
      windMph: 10,
    }),
    getDisplayDay: throwUnsupported('places that are only shown'),
    getHours: throwUnsupported('hours'),
    listObservations: throwUnsupported('observations'),
    getForecastRun: throwUnsupported('forecast runs'),
    listWarnings: throwUnsupported('warnings'),
  };
}
