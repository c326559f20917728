/**
 * The public market as networks and strategies see it: what sources and the owner's files brought up
 * to a moment.
 */
import { type Instrument, toPriceNumber } from '../domain/instrument';
import type { EpochMs } from '../domain/units';
import { computeDailyStaleMs } from '../market/daily-bars';
import type { CurvePoint, PublicData } from '../market/inputs/public-data';
import { createPublicDataReader } from '../market/inputs/public-data-reader';
import type { DailyPriceStore } from '../market/merged-days';
import type { DelayedQuotes } from '../market/sources/vendor-prices';
import type { VintageReader } from '../market/vintage';
import type { DailyMarks } from '../networks/features/daily-marks';
import type { PublicHistory } from '../networks/features/point-in-time-view';
import { PAST_DAYS } from '../networks/features/weather-record';
import type { WeatherReader } from '../weather/archive-reader';
import { FORECAST_MODELS } from './forecast-models';
import { buildWeatherRecord } from './observed-weather';
import {
  PRICE_AGE_MAX_MS,
  type SettledMonth,
  buildDailyMarks,
  findSettlement,
  getRollMs,
  listSettledMonths,
} from './settlements';

interface PublicDataSources {
  readonly weather: WeatherReader;
  readonly series: VintageReader;
  readonly days: DailyPriceStore;
  readonly quotes: DelayedQuotes;
  /** Age at which a delayed quote is stale. */
  readonly quoteStaleAfterMs: number;
}

interface PublicMarketSources extends PublicDataSources {
  /** Forecasts whose errors are measured. */
  readonly skillRuns: Pick<WeatherReader, 'listDailyRuns'>;
}

/** The traded month of a chain with its newest price. */
export interface TradedMonth {
  readonly instrument: Instrument;
  /** In quoted units. */
  readonly price: number;
  /** From then on nothing is traded at the price, and no forecast is recorded with it. */
  readonly staleFromMs: EpochMs;
  /** True for a delayed quote, false for the settlement of a daily bar. */
  readonly isQuoted: boolean;
}

export interface PublicMarket extends PublicHistory {
  /** Null without a price of the last days. */
  findTradedMonth(chain: string): TradedMonth | null;
}

/** Creates the market as of `nowMs`; later data of the sources are not read. */
export function createPublicMarket(sources: PublicMarketSources, nowMs: EpochMs): PublicMarket {
  const { weather, skillRuns, days } = sources;
  const ids = listPricedContracts(sources);
  const monthsByChain = new Map<string, readonly SettledMonth[]>();
  const marksByChain = new Map<string, DailyMarks>();
  for (const { chain } of FORECAST_MODELS) {
    const months = listSettledMonths(days, ids, chain, nowMs);
    monthsByChain.set(chain, months);
    marksByChain.set(chain, buildDailyMarks(months, nowMs));
  }
  const listTradedMonths = createMonthLister(sources, (chain) => monthsByChain.get(chain) ?? []);
  const readData = createDataReader(sources, listTradedMonths);
  const dataByMs = new Map<EpochMs, PublicData>();
  return {
    getPublicData(knownMs) {
      const cached = dataByMs.get(knownMs);
      if (cached) return cached;
      const data = readData(knownMs);
      dataByMs.set(knownMs, data);
      return data;
    },
    getMarks: (chain) => marksByChain.get(chain) ?? null,
    record: buildWeatherRecord(weather, skillRuns, nowMs, PAST_DAYS),
    findTradedMonth: (chain) => listTradedMonths(chain, nowMs)[0] ?? null,
  };
}

/** What strategies read of the public market. */
interface StrategyData {
  /** The data as of a moment. */
  readonly readAt: (knownMs: EpochMs) => PublicData;
  /** Call when daily prices were added or changed. */
  readonly forgetPrices: () => void;
}

/** Creates a reader of the stores while they grow. */
export function createStrategyData(sources: PublicDataSources): StrategyData {
  const monthsByChain = new Map<string, readonly SettledMonth[]>();
  const listMonths = (chain: string): readonly SettledMonth[] => {
    const cached = monthsByChain.get(chain);
    if (cached) return cached;
    const ids = listPricedContracts(sources);
    const created = listSettledMonths(sources.days, ids, chain, Infinity);
    monthsByChain.set(chain, created);
    return created;
  };
  return {
    readAt: createDataReader(sources, createMonthLister(sources, listMonths)),
    forgetPrices: () => monthsByChain.clear(),
  };
}

const listPricedContracts = ({
  days,
  quotes,
}: Pick<PublicDataSources, 'days' | 'quotes'>): readonly string[] => [
  ...new Set([...days.listContracts(), ...quotes.listQuoted()]),
];

type ListTradedMonths = (chain: string, knownMs: EpochMs) => readonly TradedMonth[];

/** Lists the months of a chain that have a price and are not past their roll, by roll date. */
const createMonthLister =
  (sources: PublicDataSources, listMonths: (chain: string) => readonly SettledMonth[]) =>
  (chain: string, knownMs: EpochMs): readonly TradedMonth[] =>
    listMonths(chain)
      .filter(({ instrument }) => getRollMs(instrument) > knownMs)
      .flatMap((month) => findTradedMonth(month, sources, knownMs) ?? []);

function createDataReader(
  { weather, series }: Pick<PublicDataSources, 'weather' | 'series'>,
  listTradedMonths: ListTradedMonths,
): (knownMs: EpochMs) => PublicData {
  const readData = createPublicDataReader({
    weather,
    vintages: series,
    curve: (chain, knownMs) => listTradedMonths(chain, knownMs).map(toCurvePoint),
    reports: () => [],
  });
  return (knownMs) => ({ ...readData(knownMs), lacksExpectations: true, lacksStormWarnings: true });
}

const toCurvePoint = ({ instrument, price }: TradedMonth): CurvePoint => ({
  delivery: instrument.contract?.delivery ?? '',
  price,
});

/** The month with the newer of its last settlement and its delayed quote, of the last days. */
function findTradedMonth(
  month: SettledMonth,
  { quotes, quoteStaleAfterMs }: Pick<PublicDataSources, 'quotes' | 'quoteStaleAfterMs'>,
  knownMs: EpochMs,
): TradedMonth | null {
  const { instrument } = month;
  const settlement = findSettlement(month, knownMs);
  const quote = quotes.findQuote(instrument.id);
  const isQuoted =
    quote !== null &&
    quote.atMs <= knownMs &&
    knownMs - quote.atMs <= PRICE_AGE_MAX_MS &&
    quote.atMs > (settlement?.settledMs ?? -Infinity);
  if (isQuoted)
    return {
      instrument,
      price: toPriceNumber(instrument, quote.lastTicks),
      staleFromMs: quote.atMs + quoteStaleAfterMs,
      isQuoted,
    };
  if (settlement === null) return null;
  const { price, settledMs } = settlement;
  const staleFromMs = settledMs + computeDailyStaleMs(instrument, settledMs);
  return { instrument, price, staleFromMs, isQuoted };
}
