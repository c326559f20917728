// A small weather and a small gas market whose chances are known in closed form, so that power can be judged alone.
import { contractInstrument } from '../../../../app/trading/domain/contract';
import type { Instrument } from '../../../../app/trading/domain/instrument';
import { DAYS_PER_YEAR, DAY_MS, dayStartMs, isWeekend, seasonAngle } from '../../../../app/trading/simulation/calendar';
import { type Chance, expectedAbove, expectedBelow } from '../../../../app/trading/simulation/chance';
import { foldLane } from '../../../../app/trading/simulation/lane';
import { CYCLES_PER_DAY, type DayPath, type FuturesPart, type Outlook, type WeatherPart } from '../../../../app/trading/simulation/parts';
import { CELL_PLACES, MARKET_CELLS, type MarketCell } from '../../../../app/trading/weather/cell';

interface Climate {
  readonly meanF: number;
  readonly swingF: number;
  readonly winterSdF: number;
  readonly summerSdF: number;
  readonly windMph: number;
}

const climate = (meanF: number, swingF: number, winterSdF: number, summerSdF: number, windMph: number): Climate => ({ meanF, swingF, winterSdF, summerSdF, windMph });
const CLIMATES: Partial<Record<MarketCell, Climate>> = {
  NYC: climate(54.5, 22.5, 9, 5, 10), PJM: climate(53.5, 23, 9.5, 5, 8), CHI: climate(50.5, 25.5, 11, 5.5, 10), DFW: climate(66.5, 20, 10, 4.5, 11), CAL: climate(64.5, 13, 5, 5.5, 7),
};
const OTHER = climate(60, 15, 8, 4, 10);
const MEMORY = 0.72;
const WIND_MEMORY = 0.8;
const WIND_LOG_SD = 0.4;

const climateOf = (cell: number): Climate => CLIMATES[MARKET_CELLS[cell] ?? 'MGB'] ?? OTHER;
const seasonOf = (day: number): number => Math.cos(seasonAngle(day - 20));
const normalF = (cell: number, day: number): number => climateOf(cell).meanF - climateOf(cell).swingF * seasonOf(day);
const sdF = (cell: number, day: number): number => {
  const { winterSdF, summerSdF } = climateOf(cell);
  return (winterSdF + summerSdF) / 2 + ((winterSdF - summerSdF) / 2) * seasonOf(day);
};

interface FakeState {
  readonly warmth: Float64Array;
  readonly wind: Float64Array;
}

/** A bump of so many deg F at one cell on some days, known from the beginning. */
export interface Bump {
  readonly cell: MarketCell;
  readonly departureF: number;
  readonly firstDay: number;
  readonly days: number;
  /** The day whose midnight reveals it. */
  readonly seenDay: number;
}

/** Temperature anomalies are AR(1) by the day; a day's shock is revealed in four equal parts at its cycles. Wind likewise, in its log. */
export function fakeWeather(chance: Chance, bumps: readonly Bump[] = []): WeatherPart {
  const warm = chance.stream('fake/warmth');
  const blow = chance.stream('fake/wind');
  const cells = MARKET_CELLS.length;
  const shock = (stream: number, cell: number, day: number, until: number): number => {
    let sum = 0;
    for (let cycle = 0; cycle < until; cycle += 1) sum += chance.normal(stream, day * CYCLES_PER_DAY + cycle, cell);
    return sum / Math.sqrt(CYCLES_PER_DAY);
  };
  // state at midnight: anomalies of the day before, in standard deviations
  const lane = foldLane<FakeState>(
    () => ({ warmth: new Float64Array(cells), wind: new Float64Array(cells) }),
    (before, day) => ({
      warmth: before.warmth.map((value, cell) => MEMORY * value + Math.sqrt(1 - MEMORY ** 2) * shock(warm, cell, day - 1, CYCLES_PER_DAY)),
      wind: before.wind.map((value, cell) => WIND_MEMORY * value + Math.sqrt(1 - WIND_MEMORY ** 2) * shock(blow, cell, day - 1, CYCLES_PER_DAY)),
    }),
  );
  const bumpF = (cell: number, day: number, knownDay: number): number =>
    bumps.reduce((sum, bump) => (MARKET_CELLS[cell] === bump.cell && day >= bump.firstDay && day < bump.firstDay + bump.days && knownDay >= bump.seenDay ? sum + bump.departureF : sum), 0);
  const windOf = (cell: number, log: number, variance: number): number => climateOf(cell).windMph * Math.exp(WIND_LOG_SD * log - (WIND_LOG_SD ** 2 * (1 - variance)) / 2);

  const outlookAt: WeatherPart['outlookAt'] = ({ day, cycles }) => {
    const state = lane.at(day);
    const share = cycles / CYCLES_PER_DAY;
    const mean = (cell: number, lead: number): number =>
      normalF(cell, day + lead) + bumpF(cell, day + lead, day)
      + sdF(cell, day + lead) * MEMORY ** lead * (MEMORY * (state.warmth[cell] ?? 0) + Math.sqrt(1 - MEMORY ** 2) * shock(warm, cell, day, cycles));
    const sd = (cell: number, lead: number): number => sdF(cell, day + lead) * Math.sqrt(1 - MEMORY ** (2 * lead) * (MEMORY ** 2 + (1 - MEMORY ** 2) * share));
    const outlook: Outlook = {
      day, cycles, nino: 0, storms: [],
      meanF: mean,
      expectedAboveF: (cell, lead, baseF) => expectedAbove(mean(cell, lead), sd(cell, lead), baseF),
      expectedBelowF: (cell, lead, baseF) => expectedBelow(mean(cell, lead), sd(cell, lead), baseF),
      rainInches: () => 0.1, ridge: () => 0, soil: () => 0,
      windMph: (cell, lead) => {
        const known = WIND_MEMORY ** lead * (WIND_MEMORY * (state.wind[cell] ?? 0) + Math.sqrt(1 - WIND_MEMORY ** 2) * shock(blow, cell, day, cycles));
        return windOf(cell, known, 1 - WIND_MEMORY ** (2 * lead) * (WIND_MEMORY ** 2 + (1 - WIND_MEMORY ** 2) * share));
      },
    };
    return outlook;
  };
  const unused = (): never => {
    throw new Error('the small weather publishes nothing');
  };
  return {
    outlookAt,
    pastDay: unused,
    shownDay: unused,
    hourly(cell, day) {
      const state = lane.at(day + 1);
      const meanF = normalF(cell, day) + bumpF(cell, day, day) + sdF(cell, day) * (state.warmth[cell] ?? 0);
      const place = CELL_PLACES[MARKET_CELLS[cell] ?? 'MGB'];
      const temperatureF = Float64Array.from({ length: 24 }, (_, hour) => meanF + 10 * Math.cos((2 * Math.PI * (hour + place.longitude / 15 - 15)) / 24));
      return { temperatureF, windMph: new Float64Array(24).fill(windOf(cell, state.wind[cell] ?? 0, 0)) };
    },
    climate: (cell, day) => ({ meanF: normalF(cell, day), sdF: sdF(cell, day), rainInches: 0.1, windMph: climateOf(cell).windMph }),
    observations: unused, forecastRun: unused, warnings: unused,
    forget: () => lane.forget(),
  };
}

const GAS_SIGMA = 0.03;

const gasMonth = (index: number): Instrument => {
  const date = new Date(Date.UTC(2010, index, 1));
  const expiresMs = Date.UTC(2010, index, -3, 22);
  const id = `NG.${index}`;
  return { ...contractInstrument('natural-gas', id), contract: { chain: 'NG', code: id, delivery: date.toISOString().slice(0, 10), rollMs: expiresMs - 2 * DAY_MS, expiresMs } };
};
const MONTHS: readonly Instrument[] = Array.from({ length: 600 }, (_, index) => gasMonth(index));

/** Gas months that all move as one lognormal martingale about a level, weekends at rest; slowly pulled home so that no world runs away. */
export function fakeGas(chance: Chance, level = 3.6): FuturesPart {
  const stream = chance.stream('fake/gas');
  const lane = foldLane<number>(() => 0, (before, day) => 0.999 * before + (isWeekend(day - 1) ? 0 : GAS_SIGMA * chance.normal(stream, day - 1)));
  const settlement = (_: Instrument, day: number): number => level * Math.exp(lane.at(day) - GAS_SIGMA ** 2 * 125);
  const path = (_: Instrument, day: number): DayPath => {
    const from = Math.log(settlement(_, day));
    return { scale: 'log', from, diffusion: Math.log(settlement(_, day + 1)) - from, sigma: isWeekend(day) ? 0.001 : GAS_SIGMA, steps: [], band: null, unrest: 1 };
  };
  return {
    listed: (_chain, day) => {
      const first = MONTHS.findIndex(({ contract }) => (contract?.expiresMs ?? 0) > dayStartMs(day));
      return MONTHS.slice(first, first + 13);
    },
    settlement, path, tightness: () => 0, forget: () => lane.forget(),
  };
}

export const YEAR = Math.round(DAYS_PER_YEAR);
