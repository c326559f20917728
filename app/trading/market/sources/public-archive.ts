/** What public sources have published, for the readers of weather and series. */
import { assertNever } from '../../domain/outcome';
import { DAY_MS, getMidnight } from '../../domain/time';
import type { EpochMs } from '../../domain/units';
import { RETENTION, type WeatherArchive, createWeatherArchive } from '../../weather/archive';
import type { WeatherReader } from '../../weather/archive-reader';
import type { WeatherCell } from '../../weather/cell';
import {
  STORM_RETENTION_MS,
  type StormArchive,
  type StormReader,
  createStormArchive,
} from '../../weather/storms';
import type { SkillRuns } from '../../weather/weather-source';
import type { VintageReader } from '../vintage';
import { SERIES_RETENTION_MS, type VintageStore, createVintageStore } from '../vintage-store';
import { ARCHIVED_RUN_DAYS, ArchivedRuns } from './archived-runs';
import { buildArchivedRun, buildForecastRun } from './forecast-runs';
import { computeCondition } from './nass/condition';
import { POWER_PRICE_RETENTION_MS, PowerPrices } from './power-prices-reader';
import type { PublicationStore, PublishedReading } from './publication-store';
import type { AlertReading, ClimateDayReading, ForecastReading, Reading } from './reading';
import { SpotDays } from './spot-days';
import { createSpotReader } from './spot-prices';
import type { SpotReader } from '../spot-price';

/**
 * Chance of the event by phase: the least that the National Weather Service requires for a watch
 * and for a warning (https://www.weather.gov/lwx/WarningsDefined).
 */
const ALERT_CHANCES: Readonly<Record<AlertReading['phase'], number>> = {
  watch: 0.5,
  confirmed: 0.8,
  cancelled: 0,
};

/** Publisher of the readings, for display. */
export const PUBLIC_SOURCE_NAME = 'public sources';

interface PublicArchive {
  readonly weather: WeatherReader;
  readonly series: VintageReader;
  readonly spot: SpotReader;
  /** Runs for measures of skill: those of `weather`, and archived ones of days without. */
  readonly skillRuns: SkillRuns;
  readonly storms: StormReader;
  /** Adds readings; those known already change nothing. Once a day, old ones are removed. */
  addReadings(readings: readonly PublishedReading[]): void;
}

/** Groups of stored series that the archive reads, and how far back, as long as it keeps them. */
const READ_GROUPS: readonly (readonly [group: string, backMs: number])[] = [
  ['observation', RETENTION.hourDays * DAY_MS],
  ['climate day', RETENTION.dayDays * DAY_MS],
  ['forecast', RETENTION.cycleDays * DAY_MS],
  // Skill is measured on the first run of a day.
  ['archived forecast/00', ARCHIVED_RUN_DAYS * DAY_MS],
  ['alert', RETENTION.warningDays * DAY_MS],
  ['storm', STORM_RETENTION_MS],
  ['series', SERIES_RETENTION_MS],
  // Daily spot series follow from these.
  ['power price/day-ahead', RETENTION.hourDays * DAY_MS],
  ['power price/real-time', POWER_PRICE_RETENTION_MS],
];

/** Creates an archive of what is stored. */
export function loadPublicArchive(
  store: Pick<PublicationStore, 'listReadings'>,
  nowMs: EpochMs,
): PublicArchive {
  const archive = createPublicArchive();
  for (const [group, backMs] of READ_GROUPS)
    archive.addReadings(sortByPublication(store.listReadings(group, nowMs - backMs)));
  return archive;
}

/** Figures that follow from two series need them in the order of their publication. */
const sortByPublication = (readings: readonly PublishedReading[]): readonly PublishedReading[] =>
  [...readings].sort((a, b) => a.publishedMs - b.publishedMs);

/** Creates an empty archive. */
export function createPublicArchive(): PublicArchive {
  const weather = createWeatherArchive();
  const series = createVintageStore();
  let prunedMs: EpochMs = -Infinity;
  const powerPrices = new PowerPrices();
  const archivedRuns = new ArchivedRuns();
  const storms = createStormArchive();
  const stores: ArchiveStores = {
    weather,
    archivedRuns,
    storms,
    vintages: series,
    spotDays: new SpotDays(),
    powerPrices,
    waiting: new Map<WeatherCell, WaitingForecast>(),
  };
  return {
    weather,
    series,
    spot: createSpotReader(powerPrices, series),
    skillRuns: createSkillRuns(weather, archivedRuns),
    storms,
    addReadings(readings) {
      let newestMs = -Infinity;
      for (const each of readings) {
        addReading(each, stores);
        newestMs = Math.max(newestMs, each.publishedMs);
      }
      for (const { forecast, publishedMs } of [...stores.waiting.values()])
        if (readings.some(({ reading }) => isObservation(reading, forecast.cell)))
          addForecast(forecast, publishedMs, stores);
      if (getMidnight(newestMs) <= prunedMs) return;
      prunedMs = getMidnight(newestMs);
      weather.prune(prunedMs);
      archivedRuns.removeOldRuns(prunedMs);
      storms.removeOldAdvisories(prunedMs);
      series.prune(prunedMs);
      stores.spotDays.prune(prunedMs - RETENTION.hourDays * DAY_MS);
      powerPrices.removeBefore(prunedMs - POWER_PRICE_RETENTION_MS);
    },
  };
}

const isObservation = (reading: Reading, cell: WeatherCell): boolean =>
  reading.kind === 'observation' && reading.cell === cell;

/** A run of the weather readers comes before an archived one of its day. */
const createSkillRuns = (weather: WeatherReader, archived: ArchivedRuns): SkillRuns => ({
  get source() {
    return archived.isEmpty ? PUBLIC_SOURCE_NAME : `${PUBLIC_SOURCE_NAME} and archived MOS runs`;
  },
  listDailyRuns(cell, fromDayMs, untilDayMs, knownMs) {
    const own = weather.listDailyRuns(cell, fromDayMs, untilDayMs, knownMs);
    const ownDays = new Set(own.map(({ issuedMs }) => getMidnight(issuedMs)));
    const others = archived
      .listFirst(cell, fromDayMs, untilDayMs, knownMs)
      .filter(({ issuedMs }) => !ownDays.has(getMidnight(issuedMs)));
    return [...own, ...others].sort((a, b) => a.issuedMs - b.issuedMs);
  },
});

interface ArchiveStores {
  readonly weather: WeatherArchive;
  readonly archivedRuns: ArchivedRuns;
  readonly storms: StormArchive;
  readonly vintages: VintageStore;
  readonly spotDays: SpotDays;
  readonly powerPrices: PowerPrices;
  /** The newest forecast of a cell, while the hours before it are not observed. */
  readonly waiting: Map<WeatherCell, WaitingForecast>;
}

interface WaitingForecast {
  readonly forecast: ForecastReading;
  readonly publishedMs: EpochMs;
}

function addReading({ reading, publishedMs }: PublishedReading, stores: ArchiveStores): void {
  const { weather, archivedRuns, storms, vintages, spotDays, powerPrices } = stores;
  switch (reading.kind) {
    case 'observation': {
      const { cell, validMs, temperatureF, humidityPercent, windMph, pressureMb } = reading;
      const { rainInches } = reading;
      const figures = { temperatureF, humidityPercent, windMph, pressureMb, rainInches };
      // A station may be ahead of the clock of this server.
      const knownMs = Math.max(publishedMs, validMs);
      weather.addObservation({ cell, validMs, publishedMs: knownMs, ...figures, soil: null });
      break;
    }
    case 'series': {
      const { series, validMs, value } = reading;
      const added = { series, validMs, publishedMs, value };
      vintages.add(added);
      const condition = computeCondition(added, vintages);
      if (condition) vintages.add(condition);
      break;
    }
    case 'alert':
      addAlert(reading, publishedMs, weather);
      break;
    case 'power price':
      powerPrices.addPrice(reading, publishedMs);
      for (const value of spotDays.addPrice(reading, publishedMs)) vintages.add(value);
      break;
    case 'forecast':
      addForecast(reading, publishedMs, stores);
      break;
    case 'archived forecast': {
      const run = buildArchivedRun(reading, publishedMs);
      if (run) archivedRuns.addRun(run);
      break;
    }
    case 'climate day':
      addClimateDay(reading, publishedMs, weather);
      break;
    case 'storm': {
      const { kind: _kind, ...advisory } = reading;
      storms.addAdvisory({ ...advisory, publishedMs });
      break;
    }
    case 'quote':
    case 'daily bar':
      // Prices are read by vendor-prices.
      break;
    default:
      assertNever(reading);
  }
}

/** Adds the run of a forecast, or keeps the forecast until the hours before it are observed. */
function addForecast(
  forecast: ForecastReading,
  publishedMs: EpochMs,
  { weather, waiting }: Pick<ArchiveStores, 'weather' | 'waiting'>,
): void {
  const run = buildForecastRun(forecast, publishedMs, weather);
  if (run) weather.addRun(run);
  if (run) waiting.delete(forecast.cell);
  else waiting.set(forecast.cell, { forecast, publishedMs });
}

/**
 * Adds a day of a station; the mean is half of highest plus lowest, as in the normals of the weather
 * service. A day without one of both is not added.
 */
function addClimateDay(
  { cell, dayMs, highF, lowF, rainInches, windMph }: ClimateDayReading,
  publishedMs: EpochMs,
  weather: WeatherArchive,
): void {
  if (highF === null || lowF === null) return;
  const meanF = (highF + lowF) / 2;
  const knownMs = Math.max(publishedMs, dayMs + DAY_MS);
  weather.addDay(cell, { dayMs, meanF, highF, lowF, rainInches, windMph, publishedMs: knownMs });
}

function addAlert(alert: AlertReading, publishedMs: number, weather: WeatherArchive): void {
  const { id, warningKind, phase, cells, fromMs, untilMs, headline } = alert;
  if (warningKind === null) return;
  weather.addWarning({
    id,
    kind: warningKind,
    phase,
    cells,
    probability: ALERT_CHANCES[phase],
    strength: null,
    fromMs,
    untilMs,
    publishedMs,
    text: headline,
  });
}
