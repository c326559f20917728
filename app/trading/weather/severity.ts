/**
 * How severe weather is: rain, wind, heat and cold on one scale from 0 to 100, with a word and a
 * kind.
 */
import type { MapSeverity } from '../domain/map-severity';

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

/** The word of an intensity: Clear up to 25, Light above it, Moderate above 50, Severe above 75. */
export function getSeverity(intensity: number): Severity {
  if (intensity > 75) return 'Severe';
  if (intensity > 50) return 'Moderate';
  return intensity > 25 ? 'Light' : 'Clear';
}

/** The same for a map, which calls the upper half of Moderate, above 62.5, Heavy. */
export function getMapSeverity(intensity: number): MapSeverity {
  const severity = getSeverity(intensity);
  return severity === 'Moderate' && intensity > 62.5 ? 'Heavy' : severity;
}

/**
 * What the scales read: inches of the last six hours, mph, and the last day's mean in standard
 * deviations from its season (null: no normal is known).
 */
interface Elements {
  readonly rainSixHoursInches: number;
  readonly windMph: number;
  readonly deviations: number | null;
}

export interface Intensity {
  /** 0 to 100, a whole number. */
  readonly value: number;
  /** The worst element; null where none shows at all. */
  readonly cause: 'rain' | 'wind' | 'heat' | 'cold' | null;
}

type Scale = readonly (readonly [number, number])[];

/** From the first measurable rain to a flood: inches in six hours. */
const RAIN_SCALE: Scale = [
  [0.005, 0],
  [0.1, 25],
  [0.4, 50],
  [1, 75],
  [2, 100],
];
/**
 * Mean wind, mph: 20 a fresh breeze, 31 the advisory and 40 the warning of the US weather service,
 * 60 a violent storm.
 */
const WIND_SCALE: Scale = [
  [10, 0],
  [20, 25],
  [31, 50],
  [40, 75],
  [60, 100],
];
/**
 * Standard deviations of a day's mean from its season: 1.5 comes about every eighth day, 2 every
 * twentieth, 3 once a year.
 */
const DEPARTURE_SCALE: Scale = [
  [0.5, 0],
  [1.5, 25],
  [2, 50],
  [3, 75],
  [4, 100],
];

/** Linear between the points of a scale, flat outside it. */
function onScale(scale: Scale, value: number): number {
  let [lowAt, lowTo] = scale[0] ?? [0, 0];
  if (value <= lowAt) return lowTo;
  for (const [at, to] of scale) {
    if (value < at) return lowTo + ((value - lowAt) / (at - lowAt)) * (to - lowTo);
    [lowAt, lowTo] = [at, to];
  }
  return lowTo;
}

/** The intensity of some weather: the worst of rain, wind and the departure from the season. */
export function computeIntensity({ rainSixHoursInches, windMph, deviations }: Elements): Intensity {
  const departure = deviations ?? 0;
  const causes = [
    { cause: 'rain', value: onScale(RAIN_SCALE, rainSixHoursInches) },
    { cause: 'wind', value: onScale(WIND_SCALE, windMph) },
    {
      cause: departure > 0 ? 'heat' : 'cold',
      value: onScale(DEPARTURE_SCALE, Math.abs(departure)),
    },
  ] as const;
  const worst = causes.reduce((most, each) => (each.value > most.value ? each : most));
  const value = Math.round(worst.value);
  return { value, cause: value > 0 ? worst.cause : null };
}

/** What tells kinds of weather apart beside the intensity. */
interface Signs extends Elements {
  readonly temperatureF: number;
  readonly humidityPercent: number;
  readonly rainInches: number;
}

const SNOW_F = 34;
const STORM_INCHES = 0.4;
const STORM_F = 60;
const FOG_PERCENT = 97;
const FOG_WIND_MPH = 5;
const CLOUD_PERCENT = 80;
const NOTABLE = 25;

function typeOfRain({ temperatureF, rainSixHoursInches }: Signs): WeatherType {
  if (temperatureF <= SNOW_F) return 'Snow';
  return rainSixHoursInches >= STORM_INCHES && temperatureF >= STORM_F ? 'Thunderstorm' : 'Rain';
}

/**
 * The kind of weather: its worst element when that is more than Clear, else rain of this hour, fog,
 * cloud or clear sky.
 * Snow falls at 34 F and below; heavy rain at 60 F and above comes with thunder; fog is still air
 * at 97 % and more.
 */
export function getWeatherType(signs: Signs, { value, cause }: Intensity): WeatherType {
  if (value > NOTABLE && cause === 'wind') return 'Wind';
  if (value > NOTABLE && cause === 'heat') return 'Heat';
  if (value > NOTABLE && cause === 'cold') return 'Cold';
  if ((value > NOTABLE && cause === 'rain') || signs.rainInches >= 0.01) return typeOfRain(signs);
  if (signs.humidityPercent >= FOG_PERCENT && signs.windMph < FOG_WIND_MPH) return 'Fog';
  return signs.humidityPercent >= CLOUD_PERCENT ? 'Cloudy' : 'Clear';
}

/**
 * Words of a ticker from its first threshold down; those of rain hold for what comes from clouds,
 * the others for their own cause.
 */
const CONDITIONS: Readonly<Record<NonNullable<Intensity['cause']>, readonly string[]>> = {
  rain: ['severe storms', 'heavy rain', 'showers', 'cloudy', 'partly cloudy'],
  wind: ['storm winds', 'high wind', 'strong wind', 'windy', 'breezy'],
  heat: ['extreme heat', 'very hot', 'hot', 'unusually warm', 'warm'],
  cold: ['extreme cold', 'very cold', 'cold', 'unusually cold', 'cool'],
};
const CONDITION_THRESHOLDS = [70, 50, 35, 20, 10];

/**
 * The word of a ticker: of rain, above 70 severe storms, above 50 heavy rain, above 35 showers,
 * above 20 cloudy, above 10 partly cloudy, else clear.
 */
export function formatCondition({ value, cause }: Intensity): string {
  const step = CONDITION_THRESHOLDS.findIndex((threshold) => value > threshold);
  return (cause && CONDITIONS[cause][step]) ?? 'clear';
}
