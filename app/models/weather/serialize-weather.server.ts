// DTOs of weather observations, feed, correlations and patterns; empty with a reason without
// weather data.
import type { ReadingDto } from '../../contracts/api/weather';
import { openView } from '../desk/open-view.server';
import type { Terminal } from '../desk/terminal';
import type { EpochMs } from '../../trading/domain/units';
import type { WeatherCell } from '../../trading/weather/cell';
import { listComparedPrices } from '../../trading/weather/correlation-prices';
import { type Correlation, computeCorrelations } from '../../trading/weather/correlations';
import { computeFactors, computeForecastRevisions } from '../../trading/weather/factors';
import { type Pattern, listWeatherPatterns } from '../../trading/weather/patterns';
import { type IntelligenceItem, listIntelligence } from '../../trading/weather/intelligence';
import { type PlaceName, getPlace } from '../../trading/weather/places';
import { STATES } from '../../trading/weather/states';
import type { CurrentPlaceWeather } from '../../trading/weather/current-weather';
import type { WeatherSource } from '../../trading/weather/weather-source';
import { type WeatherCache, getWeatherCache } from './weather-cache.server';
import type { CorrelationDto } from '../../contracts/api/correlations';
import type { MapStateDto, WeatherDto } from '../../contracts/api/weather';
import type {
  EffectDto,
  IntelligenceDto,
  PatternDto,
  PatternsDto,
} from '../../contracts/api/weather-intelligence';
import { DAY_MS, HOUR_MS } from '../../trading/domain/time';
import { formatIsoTime } from '../../trading/domain/format';

/** Observations are published within two hours; later means one is missing. */
const READING_STALE_MS = 3 * HOUR_MS;
export const isReadingStale = ({ validMs }: { readonly validMs: EpochMs }, nowMs: EpochMs) =>
  nowMs - validMs > READING_STALE_MS;
/** Window of correlations, days. */
const CORRELATION_DAYS = 365;

/** Rows, and the reason if empty. */
interface WeatherResult<T> {
  readonly rows: readonly T[];
  readonly reason: string | null;
}

/** Rounds for display; null stays null. */
export function roundTo(value: number, decimals: number): number;
export function roundTo(value: number | null, decimals: number): number | null;
export function roundTo(value: number | null, decimals: number): number | null {
  return value === null ? null : Number(value.toFixed(decimals)) + 0;
}

/** Weather data of the market of the user's selected account; null if it has none. */
export async function findWeatherDesk(
  terminal: Terminal,
  userId: string,
): Promise<{ readonly desk: WeatherSource | null; readonly reason: string | null }> {
  const { market } = await openView(terminal, userId);
  const desk = terminal.findWeather(market);
  return { desk, reason: desk ? null : `Market '${market}' has no weather feed.` };
}

/** Same, after the weather history is loaded. */
export async function loadWeatherDesk(
  terminal: Terminal,
  userId: string,
): ReturnType<typeof findWeatherDesk> {
  await terminal.whenWeatherLoaded();
  return findWeatherDesk(terminal, userId);
}

const NO_READING: Omit<ReadingDto, 'source'> = {
  timestamp: null,
  temperature: null,
  humidity: null,
  windSpeed: null,
  pressure: null,
  type: null,
  severity: null,
  condition: null,
  intensity: null,
  rain: null,
  rainSixHours: null,
  departure: null,
  deviations: null,
  soil: null,
  isStale: true,
  asOf: null,
};

function serializeReading(
  { desk, nowMs }: WeatherCache,
  now: CurrentPlaceWeather | null,
): ReadingDto {
  if (!now) return { ...NO_READING, source: desk.source };
  return {
    timestamp: formatIsoTime(now.validMs),
    temperature: roundTo(now.temperatureF, 1),
    humidity: roundTo(now.humidityPercent, 0),
    windSpeed: roundTo(now.windMph, 1),
    pressure: roundTo(now.pressureMb, 1),
    type: now.type,
    severity: now.severity,
    condition: now.condition,
    intensity: now.intensity,
    rain: roundTo(now.rainInches, 2),
    rainSixHours: roundTo(now.rainSixHoursInches, 2),
    departure: roundTo(now.departureF, 1),
    deviations: roundTo(now.deviations, 2),
    soil: roundTo(now.soil, 2),
    isStale: isReadingStale(now, nowMs),
    asOf: formatIsoTime(now.publishedMs),
    source: desk.source,
  };
}

/** Observations of five weather regions, seven market regions and two supply regions. */
export function listWeatherRows(desk: WeatherSource): readonly WeatherDto[] {
  const cache = getWeatherCache(desk);
  return cache.places.map(({ name, kind, cells }) => ({
    region: name,
    kind,
    ...serializeReading(cache, cache.placeNow(cells)),
  }));
}

/** Fifty states and the District of Columbia, by FIPS code. */
export function listMapRows(desk: WeatherSource): readonly MapStateDto[] {
  const cache = getWeatherCache(desk);
  return STATES.map(({ region, name, fips, cells }) => ({
    region,
    state: name,
    fips,
    ...serializeReading(cache, cache.placeNow(cells)),
  }));
}

const serializeEffects = (effects: readonly EffectDto[]): readonly EffectDto[] =>
  effects.map(({ commodity, direction, because }) => ({ commodity, direction, because }));

const serializeItem = (item: IntelligenceItem, source: string): IntelligenceDto => ({
  region: item.region,
  time: formatIsoTime(item.atMs),
  temperature: roundTo(item.temperatureF, 1),
  impact: item.impact,
  message: item.message,
  commodities: item.commodities,
  effects: serializeEffects(item.effects),
  warnings: item.warnings,
  asOf: formatIsoTime(item.atMs),
  source,
});

/** Intelligence feed: latest item of each region. */
export function listIntelligenceRows(desk: WeatherSource): readonly IntelligenceDto[] {
  const cache = getWeatherCache(desk);
  return cache.perNews('intelligence', () =>
    listIntelligence(desk.weather, cache.nowMs, ({ cells }) => cache.placeNow(cells)).map((item) =>
      serializeItem(item, desk.source),
    ),
  );
}

/** Computes the value of a key once. */
function memoizeByKey<K, V>(make: (key: K) => V): (key: K) => V {
  const cache = new Map<K, V>();
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = make(key);
    cache.set(key, value);
    return value;
  };
}

/** All pairs and factors over the window of correlations, once a day. */
export const listCorrelations = (cache: WeatherCache): readonly Correlation[] =>
  cache.perPriceDay('correlations', () => measureCorrelations(cache));

function measureCorrelations(cache: WeatherCache): readonly Correlation[] {
  const { desk, nowMs } = cache;
  const fromMs = nowMs - CORRELATION_DAYS * DAY_MS;
  const history = cache.getHistory();
  const getRevisions = memoizeByKey((cell: WeatherCell) =>
    computeForecastRevisions(desk.weather, cell, fromMs, nowMs),
  );
  const getRegionFactors = memoizeByKey((region: PlaceName) => {
    const { cells } = getPlace(region);
    return computeFactors(
      cells,
      history.getPlace(cells).days.filter(({ dayMs }) => dayMs >= fromMs),
      getRevisions,
    );
  });
  return computeCorrelations(
    getRegionFactors,
    (chain) => listComparedPrices(desk, chain, fromMs, nowMs).closes,
  );
}

/** Three decimals; zero has no sign. */
const formatCorrelation = (strength: number): string =>
  strength.toFixed(3).replace(/^-(0\.000)$/, '$1');

/** Correlations of weather and price changes over the last year, strongest first. */
export function listCorrelationRows(desk: WeatherSource): readonly CorrelationDto[] {
  const cache = getWeatherCache(desk);
  return cache.perPriceDay('correlation rows', () => {
    const { nowMs } = cache;
    const atMs = cache.runsMs ?? nowMs;
    const getPriceKind = memoizeByKey(
      (chain: string) =>
        listComparedPrices(desk, chain, nowMs - CORRELATION_DAYS * DAY_MS, nowMs).kind,
    );
    return listCorrelations(cache).map((row) => ({
      weatherFactor: row.factor,
      region: row.region,
      commodity: row.commodity,
      chain: row.chain,
      prices: getPriceKind(row.chain),
      correlationStrength: row.strength === null ? null : formatCorrelation(row.strength),
      lagDays: row.lagDays,
      n: row.n,
      pValue: row.p === null ? null : Number(row.p.toPrecision(3)),
      falseDiscoveryRate:
        row.discoveryRate === null ? null : Number(row.discoveryRate.toPrecision(3)),
      isSignificant: row.isSignificant,
      timestamp: formatIsoTime(atMs),
      asOf: formatIsoTime(cache.runsMs),
      source: desk.source,
    }));
  });
}

const serializePattern = ({ warning, ...row }: Pattern, source: string): PatternDto => ({
  pattern: row.pattern,
  region: row.region,
  impactLevel: row.impactLevel,
  affectedCommodities: row.affectedCommodities,
  effects: serializeEffects(row.effects),
  kind: warning?.kind ?? null,
  phase: warning?.phase ?? null,
  probability: roundTo(warning?.probability ?? null, 3),
  strength: roundTo(warning?.strength ?? null, 1),
  from: formatIsoTime(warning?.fromMs ?? null),
  until: formatIsoTime(warning?.untilMs ?? null),
  text: warning?.text ?? null,
  timestamp: formatIsoTime(row.atMs),
  asOf: formatIsoTime(row.atMs),
  source,
});

/** Weather patterns and affected commodities; empty with a reason without weather data. */
export function serializePatterns(desk: WeatherSource | null, reason: string | null): PatternsDto {
  if (!desk) return { correlations: [], asOf: null, source: 'none', reason };
  const cache = getWeatherCache(desk);
  const rows = cache.perNews('patterns', () =>
    listWeatherPatterns(desk.weather, cache.nowMs).map((pattern) =>
      serializePattern(pattern, desk.source),
    ),
  );
  return {
    correlations: rows,
    asOf: formatIsoTime(cache.runsMs),
    source: desk.source,
    reason: null,
  };
}

/** Rows of a weather desk, or none with the reason. */
export const toWeatherResult = <T>(
  { desk, reason }: { readonly desk: WeatherSource | null; readonly reason: string | null },
  listRows: (desk: WeatherSource) => readonly T[],
): WeatherResult<T> => (desk ? { rows: listRows(desk), reason: null } : { rows: [], reason });
