// Studies a simulated market in one pass over its days.
import type { OpenWorld } from './open-world';
import { isBusinessDay } from '../../trading/market/calendar';
import { DAYS_PER_YEAR, getDayStartMs, WORLD_EPOCH_MS } from '../../trading/simulation/calendar';
import type { WeatherModel } from '../../trading/simulation/market-models';
import { MARKET_CELLS } from '../../trading/weather/cell';
import { type ChainReader, createChainReader } from './chain-reader';
import { type ForecastReader, createForecastReader } from './forecast-reader';
import { createGasReader } from './gas-study';
import { createHubReader, type HubReader, STUDY_HUBS } from './hub-reader';
import { CHAINS } from './chains';
import type { MarketStudy } from './study';
import type { EfficientStudy } from './study';
import { combineStudies, studyEfficientPath } from './efficient-study';

export interface StudyPlan {
  readonly seed: string;
  readonly years: number;
  /** Last years with expensive checks (intraday paths, forecasts). At most `years`. */
  readonly closeYears: number;
  /** Number of efficient paths: the one of the seed, and others with their own weather. */
  readonly efficientPathCount: number;
}

export const toDays = (years: number): number => Math.round(years * DAYS_PER_YEAR);

/** Cells of the winter checks. */
const TEMPERATURE_CELLS = ['NYC', 'CHI', 'LAK'] as const;

/**
 * Simulates the seed's path, then its efficient paths. `progress` is called per day of the first.
 */
export function studySimulation(
  open: OpenWorld,
  plan: StudyPlan,
  progress: (day: number, days: number) => void = () => undefined,
): MarketStudy {
  const parts = open({ seed: plan.seed });
  const { weather, futures, series } = parts;
  const dayCount = toDays(plan.years);
  const closeFrom = dayCount - toDays(Math.min(plan.closeYears, plan.years));
  const businessDayList = listBusinessDays(dayCount);
  const chains = CHAINS.map(
    (chain): ChainReader => createChainReader(futures, chain, businessDayList.length),
  );
  const hubs = STUDY_HUBS.map(
    (hub): HubReader => createHubReader(parts, hub, dayCount, businessDayList.length),
  );
  const forecasts: ForecastReader = createForecastReader(weather, closeFrom, dayCount);
  const gas = createGasReader(series);
  const temperatureReader = createTemperatureReader(weather, dayCount);
  let businessIndex = 0;
  for (let day = 0; day < dayCount; day += 1) {
    const { meanF } = weather.getPastDay(day);
    temperatureReader.take(day);
    forecasts.take(day, meanF);
    gas.readDay(day);
    for (const hub of hubs) hub.take(day);
    if (businessDayList[businessIndex] === getDayStartMs(day)) {
      for (const chain of chains) chain.take(businessIndex, day);
      for (const hub of day >= closeFrom ? hubs : []) hub.takeStrip(businessIndex, day);
      businessIndex += 1;
    }
    progress(day + 1, dayCount);
  }
  const { efficientStudy: efficient, weathers } = studyEfficientPaths(
    open,
    plan,
    dayCount,
    closeFrom,
  );
  return {
    name: plan.seed,
    isSimulated: true,
    days: businessDayList,
    firstDayMs: WORLD_EPOCH_MS,
    temperatures: groupByCell([temperatureReader, ...weathers]),
    forecast: forecasts.buildStudy(),
    gas: gas.study,
    chains: new Map(chains.map((reader) => [reader.study.chain, reader.study])),
    hubs: new Map(hubs.map((reader) => [reader.study.hub, reader.study])),
    efficient,
  };
}

/** Daily mean temperatures of one weather path. */
interface TemperatureReader {
  readonly lists: ReadonlyMap<string, Float64Array>;
  take(day: number): void;
}

function createTemperatureReader(weather: WeatherModel, dayCount: number): TemperatureReader {
  const lists = new Map(
    TEMPERATURE_CELLS.map((cell) => [cell as string, new Float64Array(dayCount)]),
  );
  return {
    lists,
    take(day) {
      const { meanF } = weather.getPastDay(day);
      for (const cell of TEMPERATURE_CELLS)
        lists.get(cell)?.fill(meanF[MARKET_CELLS.indexOf(cell)] ?? NaN, day, day + 1);
    },
  };
}

const groupByCell = (
  readers: readonly TemperatureReader[],
): ReadonlyMap<string, readonly Float64Array[]> =>
  new Map(
    TEMPERATURE_CELLS.map((cell) => [
      cell as string,
      readers.flatMap(({ lists }) => lists.get(cell) ?? []),
    ]),
  );

/** Efficient path of the seed, and efficient paths with their own weather. */
function studyEfficientPaths(
  open: OpenWorld,
  { seed, efficientPathCount }: StudyPlan,
  dayCount: number,
  closeFrom: number,
): { readonly efficientStudy: EfficientStudy; readonly weathers: readonly TemperatureReader[] } {
  const pathStudies = Array.from({ length: efficientPathCount }, (_, index) => {
    const { weather, futures } = open({
      seed: index === 0 ? seed : `${seed}/twin ${index + 1}`,
      alpha: { efficient: true },
    });
    const reader = createTemperatureReader(weather, dayCount);
    return { reader, study: studyEfficientPath(futures, dayCount, closeFrom, reader.take) };
  });
  return {
    efficientStudy: combineStudies(pathStudies.map(({ study: efficient }) => efficient)),
    weathers: pathStudies.slice(1).map(({ reader }) => reader),
  };
}

const listBusinessDays = (dayCount: number): number[] =>
  Array.from({ length: dayCount }, (_, day) => getDayStartMs(day)).filter(isBusinessDay);
