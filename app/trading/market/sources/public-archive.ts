/** What public sources have published, for the readers of weather and series. */
import { assertNever } from '../../domain/outcome';
import { type WeatherArchive, createWeatherArchive } from '../../weather/archive';
import type { WeatherReader } from '../../weather/archive-reader';
import type { VintageReader } from '../vintage';
import { type VintageStore, createVintageStore } from '../vintage-store';
import { buildForecastRun } from './forecast-runs';
import type { PublishedReading } from './publication-store';
import type { AlertReading } from './reading';
import { SpotDays } from './spot-days';

/**
 * Chance of the event by phase: the least that the National Weather Service requires for a watch
 * and for a warning (https://www.weather.gov/lwx/WarningsDefined).
 */
const ALERT_CHANCES: Readonly<Record<AlertReading['phase'], number>> = {
  watch: 0.5,
  confirmed: 0.8,
  cancelled: 0,
};

interface PublicArchive {
  readonly weather: WeatherReader;
  readonly series: VintageReader;
  /** Adds readings; those known already change nothing. */
  addReadings(readings: readonly PublishedReading[]): void;
}

/** Creates an empty archive. */
export function createPublicArchive(): PublicArchive {
  const weather = createWeatherArchive();
  const series = createVintageStore();
  const stores: ArchiveStores = { weather, vintages: series, spotDays: new SpotDays() };
  return {
    weather,
    series,
    addReadings(readings) {
      for (const each of readings) addReading(each, stores);
    },
  };
}

interface ArchiveStores {
  readonly weather: WeatherArchive;
  readonly vintages: VintageStore;
  readonly spotDays: SpotDays;
}

function addReading(
  { reading, publishedMs }: PublishedReading,
  { weather, vintages, spotDays }: ArchiveStores,
): void {
  switch (reading.kind) {
    case 'observation': {
      const { cell, validMs, temperatureF, humidityPercent, windMph, pressureMb } = reading;
      const { rainInches } = reading;
      const figures = { temperatureF, humidityPercent, windMph, pressureMb, rainInches };
      weather.addObservation({ cell, validMs, publishedMs, ...figures, soil: null });
      break;
    }
    case 'series': {
      const { series, validMs, value } = reading;
      vintages.add({ series, validMs, publishedMs, value });
      break;
    }
    case 'alert':
      addAlert(reading, publishedMs, weather);
      break;
    case 'power price':
      for (const value of spotDays.addPrice(reading, publishedMs)) vintages.add(value);
      break;
    case 'forecast': {
      const run = buildForecastRun(reading, publishedMs, weather);
      if (run) weather.addRun(run);
      break;
    }
    case 'storm':
    case 'quote':
    case 'daily bar':
      // Stored, but no reader shows them yet.
      break;
    default:
      assertNever(reading);
  }
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
