/** Weather severity: rain, wind, heat and cold on one scale from 0 to 100. */
import type { MapSeverity } from '../domain/map-severity';
import { formatDeparture } from '../domain/format';

export const SEVERITIES = ['Clear', 'Light', 'Moderate', 'Severe'] as const;
export type Severity = (typeof SEVERITIES)[number];
export const WEATHER_TYPES = [
  'Clear',
  'Cloudy',
  'Rain',
  'Thunderstorm',
  'Snow',
  'Heat',
  'Cold',
  'Wind',
  'Fog',
] as const;
export type WeatherType = (typeof WEATHER_TYPES)[number];

/** Severity of an intensity: Clear up to 25, Light above 25, Moderate above 50, Severe above 75. */
export function getSeverity(intensity: number): Severity {
  if (intensity > 75) return 'Severe';
  if (intensity > 50) return 'Moderate';
  return intensity > 25 ? 'Light' : 'Clear';
}

/** Map severity: as above, with Heavy above 62.5. */
export function getMapSeverity(intensity: number): MapSeverity {
  const severity = getSeverity(intensity);
  return severity === 'Moderate' && intensity > 62.5 ? 'Heavy' : severity;
}

/**
 * Inputs: rain of six hours in inches, wind in mph, daily mean anomaly in sigma (null without a
 * normal). Null where not measured.
 */
interface Elements {
  readonly rainSixHoursInches: number | null;
  readonly windMph: number | null;
  readonly deviations: number | null;
}

export interface Intensity {
  /** 0 to 100, a whole number. */
  readonly value: number;
  /** Strongest element; null for none. */
  readonly cause: 'rain' | 'wind' | 'heat' | 'cold' | null;
}

type Scale = readonly (readonly [number, number])[];

/** Rain scale, inches in six hours: measurable rain to flood. */
const RAIN_SCALE: Scale = [
  [0.005, 0],
  [0.1, 25],
  [0.4, 50],
  [1, 75],
  [2, 100],
];
/**
 * Wind scale, mean mph: 20 fresh breeze, 31 advisory, 40 warning of the US weather service, 60
 * violent storm.
 */
const WIND_SCALE: Scale = [
  [10, 0],
  [20, 25],
  [31, 50],
  [40, 75],
  [60, 100],
];
/**
 * Anomaly scale in sigma of a daily mean: 1.5 occurs about every 8th day, 2 every 20th, 3 once a
 * year.
 */
const ANOMALY_SCALE: Scale = [
  [0.5, 0],
  [1.5, 25],
  [2, 50],
  [3, 75],
  [4, 100],
];

/** Linear interpolation, constant outside the scale. */
function interpolateScale(scale: Scale, value: number): number {
  let [lowAt, lowTo] = scale[0] ?? [0, 0];
  if (value <= lowAt) return lowTo;
  for (const [at, to] of scale) {
    if (value < at) return lowTo + ((value - lowAt) / (at - lowAt)) * (to - lowTo);
    [lowAt, lowTo] = [at, to];
  }
  return lowTo;
}

/** Maximum intensity of rain, wind and temperature anomaly. */
export function computeIntensity({ rainSixHoursInches, windMph, deviations }: Elements): Intensity {
  const anomaly = deviations ?? 0;
  const causes = [
    { cause: 'rain', value: interpolateScale(RAIN_SCALE, rainSixHoursInches ?? 0) },
    { cause: 'wind', value: interpolateScale(WIND_SCALE, windMph ?? 0) },
    {
      cause: anomaly > 0 ? 'heat' : 'cold',
      value: interpolateScale(ANOMALY_SCALE, Math.abs(anomaly)),
    },
  ] as const;
  const worst = causes.reduce((most, each) => (each.value > most.value ? each : most));
  const value = Math.round(worst.value);
  return { value, cause: value > 0 ? worst.cause : null };
}

/** Further inputs of the words. */
interface Signs extends Elements {
  readonly temperatureF: number;
  /** Mean of the last 24 hours minus the normal; null without a normal. */
  readonly departureF: number | null;
  readonly humidityPercent: number | null;
  readonly rainInches: number | null;
}

const SNOW_F = 34;
const STORM_INCHES = 0.4;
const STORM_F = 60;
const FOG_PERCENT = 97;
const FOG_WIND_MPH = 5;
const CLOUD_PERCENT = 80;
const NOTABLE_INTENSITY = 25;

/**
 * Words of the temperature itself, whatever the season: hot from 90 F, cold up to 32 F, with the
 * values of the heat and cold advisories of the US weather service beyond.
 */
const HOT_WORDS = [
  [105, 'extreme heat'],
  [98, 'very hot'],
  [90, 'hot'],
] as const;
const COLD_WORDS = [
  [0, 'extreme cold'],
  [15, 'very cold'],
  [32, 'cold'],
] as const;

const findHotWord = (temperatureF: number): string | null =>
  HOT_WORDS.find(([fromF]) => temperatureF >= fromF)?.[1] ?? null;
const findColdWord = (temperatureF: number): string | null =>
  COLD_WORDS.find(([untilF]) => temperatureF <= untilF)?.[1] ?? null;

function getRainType({ temperatureF, rainSixHoursInches }: Signs): WeatherType {
  if (temperatureF <= SNOW_F) return 'Snow';
  return (rainSixHoursInches ?? 0) >= STORM_INCHES && temperatureF >= STORM_F
    ? 'Thunderstorm'
    : 'Rain';
}

/** Heat and cold by the temperature itself; wind by its intensity; null for none. */
function findNotableType({ temperatureF }: Signs, { value, cause }: Intensity): WeatherType | null {
  if (value <= NOTABLE_INTENSITY) return null;
  if (cause === 'wind') return 'Wind';
  if (cause === 'heat' && findHotWord(temperatureF) !== null) return 'Heat';
  return cause === 'cold' && findColdWord(temperatureF) !== null ? 'Cold' : null;
}

/**
 * Weather type: the strongest element above Clear, else rain, fog, clouds or clear sky.
 * Snow at or below 34 F; thunderstorm for heavy rain at or above 60 F; heat and cold only where the
 * temperature is hot or cold; fog for calm air at 97% humidity; clouds for humid air or rain that
 * has just ended; null where none of it is measured.
 */
export function getWeatherType(signs: Signs, intensity: Intensity): WeatherType | null {
  const notable = findNotableType(signs, intensity);
  if (notable) return notable;
  const isRain = intensity.cause === 'rain';
  if ((intensity.value > NOTABLE_INTENSITY && isRain) || (signs.rainInches ?? 0) >= 0.01)
    return getRainType(signs);
  const { humidityPercent, windMph } = signs;
  const isCalm = windMph !== null && windMph < FOG_WIND_MPH;
  if (humidityPercent !== null && humidityPercent >= FOG_PERCENT && isCalm) return 'Fog';
  const hasRained = isRain && findStep(intensity) >= 0;
  if (hasRained || (humidityPercent ?? 0) >= CLOUD_PERCENT) return 'Cloudy';
  // The sky is unknown without humidity.
  return humidityPercent === null ? null : 'Clear';
}

/** Ticker conditions of rain, snow and wind, from the highest threshold down. */
const CONDITIONS = {
  rain: ['severe storms', 'heavy rain', 'showers', 'cloudy', 'partly cloudy'],
  snow: ['severe snowstorm', 'heavy snow', 'snow showers', 'cloudy', 'partly cloudy'],
  wind: ['storm winds', 'high wind', 'strong wind', 'windy', 'breezy'],
} as const;
const CONDITION_THRESHOLDS = [70, 50, 35, 20, 10];

/** Index of the first threshold below the intensity; -1 for none. */
const findStep = ({ value }: Intensity): number =>
  CONDITION_THRESHOLDS.findIndex((threshold) => value > threshold);

/** Word of an unusual temperature: the absolute one of its side, else the departure. */
function formatAnomalyCondition(
  { temperatureF, departureF }: Signs,
  cause: 'heat' | 'cold',
): string | null {
  const absolute = cause === 'heat' ? findHotWord(temperatureF) : findColdWord(temperatureF);
  return absolute ?? (departureF === null ? null : formatDeparture(departureF, 0));
}

/**
 * Ticker condition, e.g. for rain: above 70 severe storms, 50 heavy rain, 35 showers, 20 cloudy, 10
 * partly cloudy. Hot and cold are words of the temperature itself; an unusual temperature that is
 * neither is stated against its normal. Otherwise the weather type, null where it is unknown.
 */
export function formatCondition(signs: Signs, intensity: Intensity): string | null {
  const step = findStep(intensity);
  const { cause } = intensity;
  const { temperatureF } = signs;
  const sky = getWeatherType(signs, intensity)?.toLowerCase() ?? null;
  if (step < 0 || cause === null)
    return findHotWord(temperatureF) ?? findColdWord(temperatureF) ?? sky;
  if (cause === 'heat' || cause === 'cold') return formatAnomalyCondition(signs, cause) ?? sky;
  const words = cause === 'rain' && temperatureF <= SNOW_F ? 'snow' : cause;
  return CONDITIONS[words][step] ?? sky;
}
