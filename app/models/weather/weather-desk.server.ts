// The weather as it is told to pages and programs: one maker of each list, empty with a reason
// where a market has no weather.
import type { ReadingDto } from '../../contracts/api/weather';
import type { Terminal } from '../desk/terminal';
import type { WeatherCell } from '../../trading/weather/cell';
import { computeCorrelations } from '../../trading/weather/correlations';
import { computeFactors, forecastRevisions } from '../../trading/weather/factors';
import { type Pattern, weatherPatterns } from '../../trading/weather/patterns';
import { type IntelligenceItem, listIntelligence } from '../../trading/weather/intelligence';
import { type PlaceName, getPlace } from '../../trading/weather/places';
import { STATES } from '../../trading/weather/states';
import type { PlaceNow } from '../../trading/weather/views';
import type { WeatherDesk } from '../../trading/weather/weather-desk';
import { type WeatherBoard, getBoard } from './weather-cache.server';
import type {
  CorrelationDto,
  EffectDto,
  IntelligenceDto,
  MapStateDto,
  PatternDto,
  PatternsDto,
  WeatherDto,
} from '../../contracts/api/weather';
import { DAY_MS, HOUR_MS } from '../../trading/domain/time';
import { isoMoment } from '../../trading/domain/format';

/** A reading is published within two hours of its beginning; after this one has been missed. */
const READING_STALE_MS = 3 * HOUR_MS;
/** Days of weather and prices that correlations look back. */
const CORRELATION_DAYS = 365;

/** A list that may be empty, and why it is. */
interface WeatherResult<T> {
  readonly rows: readonly T[];
  readonly reason: string | null;
}

/** Rounds for the wire; null stays null. */
export function roundTo(value: number, decimals: number): number;
export function roundTo(value: number | null, decimals: number): number | null;
export function roundTo(value: number | null, decimals: number): number | null {
  return value === null ? null : Number(value.toFixed(decimals)) + 0;
}

/** The weather of the market that a user's selected book trades; null where it has none. */
export async function findWeatherDesk(
  terminal: Terminal,
  userId: string,
): Promise<{ readonly desk: WeatherDesk | null; readonly reason: string | null }> {
  await terminal.ensureBook(userId);
  const market = terminal.view(userId)?.market ?? '';
  const desk = terminal.weather(market);
  return {
    desk,
    reason: desk
      ? null
      : `The market '${market}' has no weather feed, so there is nothing to tell of its weather.`,
  };
}

/**
 * The same once its past has been read: what asks for years of weather waits for it beside the rest
 * of the process.
 */
export async function readWeatherDesk(
  terminal: Terminal,
  userId: string,
): ReturnType<typeof findWeatherDesk> {
  await terminal.weatherRead();
  return findWeatherDesk(terminal, userId);
}

const UNREAD: Omit<ReadingDto, 'source'> = {
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

function readingWire({ desk, nowMs }: WeatherBoard, now: PlaceNow | null): ReadingDto {
  if (!now) return { ...UNREAD, source: desk.source };
  return {
    timestamp: isoMoment(now.validMs),
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
    isStale: nowMs - now.validMs > READING_STALE_MS,
    asOf: isoMoment(now.publishedMs),
    source: desk.source,
  };
}

/**
 * The readings of every place: five weather regions, seven market regions, two sources of supply.
 */
export function weatherRows(desk: WeatherDesk): readonly WeatherDto[] {
  const board = getBoard(desk);
  return board.places.map(({ name, kind, cells }) => ({
    region: name,
    kind,
    ...readingWire(board, board.placeNow(cells)),
  }));
}

/** The fifty states and the District of Columbia, in the order of their codes. */
export function mapRows(desk: WeatherDesk): readonly MapStateDto[] {
  const board = getBoard(desk);
  return STATES.map(({ region, name, fips, cells }) => ({
    region,
    state: name,
    fips,
    ...readingWire(board, board.placeNow(cells)),
  }));
}

const effectWires = (effects: readonly EffectDto[]): readonly EffectDto[] =>
  effects.map(({ commodity, direction, because }) => ({ commodity, direction, because }));

const itemWire = (item: IntelligenceItem, source: string): IntelligenceDto => ({
  region: item.region,
  time: isoMoment(item.atMs),
  temperature: roundTo(item.temperatureF, 1),
  impact: item.impact,
  message: item.message,
  commodities: item.commodities,
  effects: effectWires(item.effects),
  warnings: item.warnings,
  asOf: isoMoment(item.atMs),
  source,
});

/** The feed: the latest state of each region. */
export function intelligenceRows(desk: WeatherDesk): readonly IntelligenceDto[] {
  const board = getBoard(desk);
  return board.perNews('intelligence', () =>
    listIntelligence(desk.weather, board.nowMs, ({ cells }) => board.placeNow(cells)).map((item) =>
      itemWire(item, desk.source),
    ),
  );
}

/** The value of a key, made when it is first asked for. */
function kept<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const value = make(key);
    made.set(key, value);
    return value;
  };
}

function measureCorrelations(board: WeatherBoard) {
  const { desk, nowMs } = board;
  const fromMs = nowMs - CORRELATION_DAYS * DAY_MS;
  const history = board.history();
  const getRevisions = kept((cell: WeatherCell) =>
    forecastRevisions(desk.weather, cell, fromMs, nowMs),
  );
  const ofRegion = kept((region: PlaceName) => {
    const { cells } = getPlace(region);
    return computeFactors(
      cells,
      history.place(cells).days.filter(({ dayMs }) => dayMs >= fromMs),
      getRevisions,
    );
  });
  return computeCorrelations(ofRegion, (chain) =>
    desk.closes(chain).filter(({ dayMs }) => dayMs >= fromMs),
  );
}

/** A correlation with three decimals; a zero has no sign. */
const strengthText = (strength: number): string => strength.toFixed(3).replace(/^-(0\.000)$/, '$1');

/** The correlations of weather and price changes over the last year, the strongest first. */
export function correlationRows(desk: WeatherDesk): readonly CorrelationDto[] {
  const board = getBoard(desk);
  return board.perDay('correlations', () => {
    const atMs = board.runsMs ?? board.nowMs;
    return measureCorrelations(board).map((row) => ({
      weatherFactor: row.factor,
      region: row.region,
      commodity: row.commodity,
      chain: row.chain,
      correlationStrength: row.strength === null ? null : strengthText(row.strength),
      lagDays: row.lagDays,
      n: row.n,
      pValue: row.p === null ? null : Number(row.p.toPrecision(3)),
      falseDiscoveryRate:
        row.discoveryRate === null ? null : Number(row.discoveryRate.toPrecision(3)),
      isSignificant: row.isSignificant,
      timestamp: isoMoment(atMs),
      asOf: isoMoment(board.runsMs),
      source: desk.source,
    }));
  });
}

const patternWire = ({ warning, ...row }: Pattern, source: string): PatternDto => ({
  pattern: row.pattern,
  region: row.region,
  impactLevel: row.impactLevel,
  affectedCommodities: row.affectedCommodities,
  effects: effectWires(row.effects),
  kind: warning?.kind ?? null,
  phase: warning?.phase ?? null,
  probability: roundTo(warning?.probability ?? null, 3),
  strength: roundTo(warning?.strength ?? null, 1),
  from: isoMoment(warning?.fromMs ?? null),
  until: isoMoment(warning?.untilMs ?? null),
  text: warning?.text ?? null,
  timestamp: isoMoment(row.atMs),
  asOf: isoMoment(row.atMs),
  source,
});

/** Weather patterns and whom they touch; without weather an empty list with its reason. */
export function patternsWire(desk: WeatherDesk | null, reason: string | null): PatternsDto {
  if (!desk) return { correlations: [], asOf: null, source: 'none', reason };
  const board = getBoard(desk);
  const rows = board.perNews('patterns', () =>
    weatherPatterns(desk.weather, board.nowMs).map((pattern) => patternWire(pattern, desk.source)),
  );
  return { correlations: rows, asOf: isoMoment(board.runsMs), source: desk.source, reason: null };
}

/** A list of a weather desk, or an empty one with its reason. */
export const toWeatherResult = <T>(
  { desk, reason }: { readonly desk: WeatherDesk | null; readonly reason: string | null },
  rowsOf: (desk: WeatherDesk) => readonly T[],
): WeatherResult<T> => (desk ? { rows: rowsOf(desk), reason: null } : { rows: [], reason });
