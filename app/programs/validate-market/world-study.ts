// A simulated market as a study: its days are walked once in order, and every part is asked in
// passing.
import { isBusinessDay } from '../../trading/market/calendar';
import { DAYS_PER_YEAR, dayStartMs, WORLD_EPOCH_MS } from '../../trading/simulation/calendar';
import type {
  FuturesPart,
  PowerPart,
  WeatherPart,
  WorldOptions,
} from '../../trading/simulation/parts';
import { MARKET_CELLS } from '../../trading/weather/cell';
import { type ChainReader, readChain } from './chain-reader';
import { type ForecastReader, readForecasts } from './forecast-reader';
import { readHub, type HubReader, STUDY_HUBS } from './hub-reader';
import { CHAINS, type MarketStudy } from './study';
import type { TwinStudy } from './study';
import { meanTwin, studyTwin } from './twin-study';

/** The parts of a world that are judged. */
export interface WorldParts {
  readonly weather: WeatherPart;
  readonly futures: FuturesPart;
  readonly power: PowerPart;
}

/** Opens a world of its own: two of the same options agree on everything. */
export type OpenWorld = (options: WorldOptions) => WorldParts;

interface StudyPlan {
  readonly seed: string;
  readonly years: number;
  /**
   * Years in which the costly questions are asked, the last ones of the study: paths of a day,
   * forecasts. At most `years`.
   */
  readonly closeYears: number;
  /**
   * Efficient worlds that are walked: the twin of the seed, and worlds named after it for what one
   * of them cannot tell.
   */
  readonly twins: number;
}

export const daysOfYears = (years: number): number => Math.round(years * DAYS_PER_YEAR);

/** Cells whose winters are judged. */
const TEMPERATURE_CELLS = ['NYC', 'CHI', 'LAK'] as const;

/**
 * Walks the world of a seed from its epoch, then its efficient twins. `progress` hears each day of
 * the first walk.
 */
export function studyWorld(
  open: OpenWorld,
  plan: StudyPlan,
  progress: (day: number, days: number) => void = () => undefined,
): MarketStudy {
  const { weather, futures, power } = open({ seed: plan.seed });
  const dayCount = daysOfYears(plan.years);
  const closeFrom = dayCount - daysOfYears(Math.min(plan.closeYears, plan.years));
  const business = businessDays(dayCount);
  const chains = CHAINS.map((chain): ChainReader => readChain(futures, chain, business.length));
  const hubs = STUDY_HUBS.map((hub): HubReader => readHub(power, hub, dayCount));
  const forecasts: ForecastReader = readForecasts(weather, closeFrom, dayCount);
  const winters = readTemperatures(weather, dayCount);
  let place = 0;
  for (let day = 0; day < dayCount; day += 1) {
    const { meanF } = weather.pastDay(day);
    winters.take(day);
    forecasts.take(day, meanF);
    for (const hub of hubs) hub.take(day);
    if (business[place] === dayStartMs(day)) {
      for (const chain of chains) chain.take(place, day);
      place += 1;
    }
    progress(day + 1, dayCount);
  }
  const { twin, weathers } = studyTwins(open, plan, dayCount, closeFrom);
  return {
    name: plan.seed,
    isSimulated: true,
    days: business,
    firstDayMs: WORLD_EPOCH_MS,
    temperatures: byCell([winters, ...weathers]),
    forecast: forecasts.study(),
    chains: new Map(chains.map((reader) => [reader.study.chain, reader.study])),
    hubs: new Map(hubs.map((reader) => [reader.study.hub, reader.study])),
    twin,
  };
}

/** Daily means by cell of one weather. */
interface TemperatureReader {
  readonly lists: ReadonlyMap<string, Float64Array>;
  take(day: number): void;
}

function readTemperatures(weather: WeatherPart, dayCount: number): TemperatureReader {
  const lists = new Map(
    TEMPERATURE_CELLS.map((cell) => [cell as string, new Float64Array(dayCount)]),
  );
  return {
    lists,
    take(day) {
      const { meanF } = weather.pastDay(day);
      for (const cell of TEMPERATURE_CELLS)
        lists.get(cell)?.fill(meanF[MARKET_CELLS.indexOf(cell)] ?? NaN, day, day + 1);
    },
  };
}

const byCell = (
  readers: readonly TemperatureReader[],
): ReadonlyMap<string, readonly Float64Array[]> =>
  new Map(
    TEMPERATURE_CELLS.map((cell) => [
      cell as string,
      readers.flatMap(({ lists }) => lists.get(cell) ?? []),
    ]),
  );

/**
 * The efficient twin of a seed, and worlds named after it: those have a weather of their own, whose
 * temperatures are kept.
 */
function studyTwins(
  open: OpenWorld,
  { seed, twins }: StudyPlan,
  dayCount: number,
  closeFrom: number,
): { readonly twin: TwinStudy; readonly weathers: readonly TemperatureReader[] } {
  const walked = Array.from({ length: twins }, (_, index) => {
    const { weather, futures } = open({
      seed: index === 0 ? seed : `${seed}/twin ${index + 1}`,
      alpha: { efficient: true },
    });
    const reader = readTemperatures(weather, dayCount);
    return { reader, twin: studyTwin(futures, dayCount, closeFrom, reader.take) };
  });
  return {
    twin: meanTwin(walked.map(({ twin }) => twin)),
    weathers: walked.slice(1).map(({ reader }) => reader),
  };
}

const businessDays = (dayCount: number): number[] =>
  Array.from({ length: dayCount }, (_, day) => dayStartMs(day)).filter(isBusinessDay);
