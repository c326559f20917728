// A world of a few lines for tests of what judges worlds: every figure of it is known beforehand.
import { contractInstrument } from '../../app/trading/domain/contract';
import { COMMODITIES, COMMODITY_KEYS } from '../../app/trading/domain/commodity';
import type { Instrument } from '../../app/trading/domain/instrument';
import { dayStartMs, seasonAngle } from '../../app/trading/simulation/calendar';
import { type Chance, createChance } from '../../app/trading/simulation/random-streams';
import { createCheckpointedFold } from '../../app/trading/simulation/checkpointed-fold';
import type {
  DayPath,
  FuturesPart,
  Outlook,
  PastDay,
  PlantedWeather,
  PowerPart,
  WeatherPart,
  WorldOptions,
} from '../../app/trading/simulation/parts';
import { MARKET_CELLS, type WeatherCell } from '../../app/trading/weather/cell';
import type { ForecastRun } from '../../app/trading/weather/bulletin';
import { DAY_MS } from '../../app/trading/domain/time';

/**
 * Annual volatility of every chain, and by how much each month of a curve lies above the one
 * before: a roll taken for a return would show.
 */
const notShown = (): never => {
  throw new Error('no market reads the places that are only shown');
};

export const FAKE_VOLATILITY = 0.3;
export const FAKE_CONTANGO = 0.08;
/** Share of a day's variance that comes as news of the weather. */
export const FAKE_WEATHER_SHARE = 0.25;
/**
 * Deviation of daily temperatures, deg F, and the part of it that is known beforehand at any lead.
 */
const FAKE_SD_F = 8;
export const FAKE_SKILL = 0.6;
/** What a planted shock adds to the log of every price of gas, once. */
export const FAKE_SHOCK = 0.2;

const climate = (_cell: number, day: number) => ({
  meanF: 55 - 20 * Math.cos(seasonAngle(day - 20)),
  sdF: FAKE_SD_F,
  rainInches: 0.1,
  windMph: 8,
});

function fakeWeather(chance: Chance): WeatherPart {
  const [known, hidden] = [chance.stream('known'), chance.stream('hidden')];
  const foreseen = (cell: number, day: number): number =>
    FAKE_SD_F * FAKE_SKILL * chance.normal(known, day, cell);
  const unforeseen = (cell: number, day: number): number =>
    FAKE_SD_F * Math.sqrt(1 - FAKE_SKILL ** 2) * chance.normal(hidden, day, cell);
  const meanF = (cell: number, day: number): number =>
    climate(cell, day).meanF + foreseen(cell, day);
  const pastDay = (day: number): PastDay => {
    const values = Float64Array.from(
      MARKET_CELLS,
      (_, cell) => meanF(cell, day) + unforeseen(cell, day),
    );
    const dry = new Float64Array(MARKET_CELLS.length);
    return {
      day,
      meanF: values,
      highF: values,
      lowF: values,
      rainInches: dry,
      windMph: dry,
      landfall: { gulf: day === 250 ? 4 : 0, florida: 0 },
    };
  };
  const outlookAt = ({ day, cycles }: { day: number; cycles: number }): Outlook => ({
    day,
    cycles,
    meanF: (cell, lead) => meanF(cell, day + lead),
    expectedAboveF: () => 0,
    expectedBelowF: () => 0,
    rainInches: () => 0,
    windMph: () => 8,
    ridge: () => 0,
    soil: () => 0,
    nino: 0,
    storms: [],
  });
  const forecastRun = (cell: WeatherCell, issuedMs: number): ForecastRun => {
    const first = Math.floor((issuedMs - dayStartMs(0)) / DAY_MS);
    const day = (lead: number) => ({
      dayMs: dayStartMs(first + lead),
      lead,
      meanF: meanF(
        MARKET_CELLS.findIndex((id) => id === cell),
        first + lead,
      ),
      highF: 0,
      lowF: 0,
      spreadF: 5,
      windMph: 8,
      sunShare: 1,
      rainInches: 0,
      rainChance: 0,
    });
    return {
      cell,
      issuedMs,
      publishedMs: issuedMs,
      days: Array.from({ length: 15 }, (_, lead) => day(lead)),
    };
  };
  return {
    pastDay,
    shownDay: notShown,
    outlookAt,
    climate,
    forecastRun,
    forget: () => undefined,
    observations: () => [],
    warnings: () => [],
    hourly: () => ({
      temperatureF: new Array<number>(24).fill(0),
      windMph: new Array<number>(24).fill(0),
    }),
  };
}

const chainCommodity = (chain: string) =>
  COMMODITY_KEYS.find((key) => COMMODITIES[key].symbolPrefix === chain) ?? 'natural-gas';

const made = new Map<string, Instrument>();

/**
 * The contract that delivers in the so-maniest month from January 2010; it is rolled on the 20th of
 * the month before.
 */
function contractOfMonth(chain: string, month: number): Instrument {
  const known = made.get(`${chain}.${month}`) ?? makeContract(chain, month);
  made.set(known.id, known);
  return known;
}

function makeContract(chain: string, month: number): Instrument {
  const [year, inYear] = [2010 + Math.floor(month / 12), month % 12];
  const rollMs = Date.UTC(year, inYear - 1, 20, 14);
  const delivery = new Date(Date.UTC(year, inYear, 1)).toISOString().slice(0, 10);
  return {
    ...contractInstrument(chainCommodity(chain), `${chain}.${month}`),
    contract: { chain, code: `${chain}${month}`, delivery, rollMs, expiresMs: rollMs + 5 * DAY_MS },
  };
}

const monthNumber = ({ id }: Instrument): number => Number(id.split('.')[1]);

function fakeFutures(chance: Chance, planted: readonly PlantedWeather[]): FuturesPart {
  const daily = FAKE_VOLATILITY / Math.sqrt(365.25);
  const part = (chain: string, kind: string, day: number): number =>
    chance.normal(chance.stream(`${kind}/${chain}`), day);
  const news = (chain: string, day: number): number =>
    daily * Math.sqrt(FAKE_WEATHER_SHARE) * part(chain, 'news', day);
  const rest = (chain: string, day: number): number =>
    daily * Math.sqrt(1 - FAKE_WEATHER_SHARE) * part(chain, 'rest', day);
  const lanes = new Map<string, ReturnType<typeof createCheckpointedFold<number>>>();
  const levelAt = (chain: string, day: number): number => {
    const lane =
      lanes.get(chain) ??
      createCheckpointedFold<number>(
        () => 0,
        (before, at) => before + news(chain, at - 1) + rest(chain, at - 1),
      );
    lanes.set(chain, lane);
    return lane.at(day);
  };
  const shock = (chain: string, day: number): number =>
    chain === 'NG' && planted.some((one) => 'firstDay' in one && day > one.firstDay - 4)
      ? FAKE_SHOCK
      : 0;
  const log = (contract: Instrument, day: number): number => {
    const chain = contract.contract?.chain ?? '';
    return (
      Math.log(400) +
      levelAt(chain, day) +
      FAKE_CONTANGO * monthNumber(contract) +
      shock(chain, day)
    );
  };
  return {
    listed: (chain, day) =>
      Array.from({ length: 16 }, (_, nth) =>
        contractOfMonth(chain, nth + Math.floor(day / 30.4375)),
      ).filter(({ contract }) => (contract?.expiresMs ?? 0) > dayStartMs(day)),
    settlement: (contract, day) => Math.exp(log(contract, day)),
    path: (contract, day): DayPath => {
      const chain = contract.contract?.chain ?? '';
      return {
        scale: 'log',
        from: log(contract, day),
        diffusion: rest(chain, day),
        sigma: daily,
        steps: [{ minute: 240, size: news(chain, day) }],
        band: null,
        unrest: 1,
      };
    },
    tightness: (chain, { day }) => part(chain, 'tightness', day),
    forget: () => lanes.clear(),
  };
}

function fakePower(chance: Chance, futures: FuturesPart): PowerPart {
  const stream = chance.stream('spot');
  const spot = (hub: string, day: number): Float64Array =>
    Float64Array.from(
      { length: 24 },
      (_, hour) =>
        80 + 10 * Math.sin(hour / 4) + 30 * chance.normal(stream, day, hour + 24 * hub.length),
    );
  return {
    listed: (chain, day) => futures.listed(chain, day),
    path: (strip, day) => futures.path(strip, day),
    settlement: (strip, day) => futures.settlement(strip, day),
    spot,
    expectedSpot: () => 80,
    forget: () => undefined,
  };
}

/** Opens a world that is known beforehand. */
export function openFakeWorld({ seed, planted = [] }: WorldOptions) {
  const chance = createChance(seed);
  const futures = fakeFutures(chance, planted);
  return { weather: fakeWeather(chance), futures, power: fakePower(chance, futures) };
}
