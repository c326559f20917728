// A simulated market as a study: its days are walked once in order, and every part is asked in passing.
import { isBusinessDay } from '../../trading/market/calendar';
import { DAYS_PER_YEAR, dayStartMs, WORLD_EPOCH_MS } from '../../trading/simulation/calendar';
import type { FuturesPart, PowerPart, WeatherPart, WorldOptions } from '../../trading/simulation/parts';
import { MARKET_CELLS } from '../../trading/weather/cell';
import { type ChainReader, readChain } from './chain-reader';
import { type ForecastReader, readForecasts } from './forecast-reader';
import { readHub, type HubReader, STUDY_HUBS } from './hub-reader';
import { type ShareReader, readWeatherShare } from './share-reader';
import { CHAINS, type MarketStudy } from './study';

/** The parts of a world that are judged. */
export interface WorldParts {
  readonly weather: WeatherPart;
  readonly futures: FuturesPart;
  readonly power: PowerPart;
}

/** Opens a world of its own: two of the same options agree on everything. */
export type OpenWorld = (options: WorldOptions) => WorldParts;

export interface StudyPlan {
  readonly name: string;
  readonly years: number;
  /** Years in which the costly questions are asked, the last ones of the study: paths of a day, forecasts. At most `years`. */
  readonly closeYears: number;
}

export const daysOfYears = (years: number): number => Math.round(years * DAYS_PER_YEAR);

/** Cells whose winters are judged. */
const TEMPERATURE_CELLS = ['NYC', 'CHI', 'LAK'] as const;

/** Walks a world from its epoch. `progress` hears each day that is done. */
export function studyWorld({ weather, futures, power }: WorldParts, plan: StudyPlan, progress: (day: number, days: number) => void = () => undefined): MarketStudy {
  const dayCount = daysOfYears(plan.years);
  const closeFrom = dayCount - daysOfYears(Math.min(plan.closeYears, plan.years));
  const business = businessDays(dayCount);
  const chains = CHAINS.map((chain): ChainReader => readChain(futures, chain, business.length));
  const shares = CHAINS.map((chain): ShareReader => readWeatherShare(futures, chain));
  const hubs = STUDY_HUBS.map((hub): HubReader => readHub(power, hub, dayCount));
  const forecasts: ForecastReader = readForecasts(weather, closeFrom, dayCount);
  const temperatures = new Map(TEMPERATURE_CELLS.map((cell) => [cell as string, new Float64Array(dayCount)]));
  let place = 0;
  for (let day = 0; day < dayCount; day += 1) {
    const { meanF } = weather.pastDay(day);
    for (const cell of TEMPERATURE_CELLS) temperatures.get(cell)?.fill(meanF[MARKET_CELLS.indexOf(cell)] ?? NaN, day, day + 1);
    forecasts.take(day, meanF);
    for (const hub of hubs) hub.take(day);
    const isBusiness = business[place] === dayStartMs(day);
    if (isBusiness) for (const chain of chains) chain.take(place, day);
    if (day >= closeFrom) for (const share of shares) share.take(day);
    if (isBusiness) place += 1;
    progress(day + 1, dayCount);
  }
  return {
    name: plan.name, isSimulated: true, days: business, firstDayMs: WORLD_EPOCH_MS, temperatures, forecast: forecasts.study(),
    chains: new Map(chains.map((reader) => [reader.study.chain, reader.study])),
    hubs: new Map(hubs.map((reader) => [reader.study.hub, reader.study])),
    weatherShare: new Map(shares.map((reader) => [reader.chain, reader.share()])),
  };
}

const businessDays = (dayCount: number): number[] => Array.from({ length: dayCount }, (_, day) => dayStartMs(day)).filter(isBusinessDay);
