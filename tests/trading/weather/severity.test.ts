// Severity thresholds and weather types.
import { describe, expect, it } from 'vitest';
import { formatDeparture } from '../../../app/trading/domain/format';
import {
  formatCondition,
  computeIntensity,
  getSeverity,
  getWeatherType,
} from '../../../app/trading/weather/severity';

const calm = { rainSixHoursInches: 0, windMph: 5, deviations: 0 };
const sky = { ...calm, temperatureF: 70, departureF: 0, humidityPercent: 50, rainInches: 0 };

describe('severity', () => {
  it.each([
    [0, 'Clear'],
    [25, 'Clear'],
    [25.001, 'Light'],
    [26, 'Light'],
    [50, 'Light'],
    [50.001, 'Moderate'],
    [51, 'Moderate'],
    [75, 'Moderate'],
    [75.001, 'Severe'],
    [76, 'Severe'],
    [100, 'Severe'],
  ])('%d is %s', (intensity, word) => expect(getSeverity(intensity)).toBe(word));
});

describe('intensity', () => {
  it.each([
    ['calm', {}, 0, null],
    ['rain at an edge', { rainSixHoursInches: 0.4 }, 50, 'rain'],
    ['rain between two', { rainSixHoursInches: 0.7 }, 63, 'rain'],
    ['a flood', { rainSixHoursInches: 9 }, 100, 'rain'],
    ['a fresh breeze', { windMph: 20 }, 25, 'wind'],
    ['an advisory', { windMph: 31 }, 50, 'wind'],
    ['a warning', { windMph: 40 }, 75, 'wind'],
    ['unusual cold', { deviations: -2 }, 50, 'cold'],
    ['unusual heat', { deviations: 3 }, 75, 'heat'],
    ['no normal', { deviations: null }, 0, null],
    ['the worst counts', { windMph: 31, deviations: -3, rainSixHoursInches: 0.1 }, 75, 'cold'],
  ] as const)('%s', (_name, more, value, cause) =>
    expect(computeIntensity({ ...calm, ...more })).toEqual({ value, cause }),
  );
});

describe('the weather type', () => {
  it.each([
    ['Clear', {}],
    ['Cloudy', { humidityPercent: 85 }],
    ['Fog', { humidityPercent: 98, windMph: 3 }],
    ['Rain', { rainInches: 0.02 }],
    ['Snow', { rainInches: 0.02, temperatureF: 30 }],
    ['Snow', { rainSixHoursInches: 0.5, temperatureF: 34 }],
    ['Thunderstorm', { rainSixHoursInches: 0.5, temperatureF: 75 }],
    ['Rain', { rainSixHoursInches: 0.5, temperatureF: 45 }],
    ['Wind', { windMph: 35 }],
    ['Heat', { deviations: 2.5, temperatureF: 90 }],
    ['Clear', { deviations: 2.5, temperatureF: 89 }],
    ['Cold', { deviations: -2.5, temperatureF: 32 }],
    ['Clear', { deviations: -2.5, temperatureF: 33 }],
    ['Cloudy', { rainSixHoursInches: 0.05 }],
  ] as const)('%s', (type, more) => {
    const signs = { ...sky, ...more };
    expect(getWeatherType(signs, computeIntensity(signs))).toBe(type);
  });
});

describe('the ticker condition', () => {
  it.each([
    [100, 'severe storms'],
    [71, 'severe storms'],
    [70, 'heavy rain'],
    [51, 'heavy rain'],
    [50, 'showers'],
    [36, 'showers'],
    [35, 'cloudy'],
    [21, 'cloudy'],
    [20, 'partly cloudy'],
    [11, 'partly cloudy'],
    [10, 'clear'],
    [0, 'clear'],
  ])('rain of %d is %s', (value, word) =>
    expect(formatCondition(sky, { value, cause: 'rain' })).toBe(word),
  );

  it.each([
    [71, 'severe snowstorm'],
    [51, 'heavy snow'],
    [36, 'snow showers'],
    [21, 'cloudy'],
  ])('rain of %d at 34 °F is %s', (value, word) =>
    expect(formatCondition({ ...sky, temperatureF: 34 }, { value, cause: 'rain' })).toBe(word),
  );

  it.each([
    [89.9, 'heat', '12 °F above normal'],
    [90, 'heat', 'hot'],
    [97.9, 'heat', 'hot'],
    [98, 'heat', 'very hot'],
    [105, 'heat', 'extreme heat'],
    [45, 'heat', '12 °F above normal'],
    [10, 'heat', '12 °F above normal'],
    [32.1, 'cold', '12 °F below normal'],
    [32, 'cold', 'cold'],
    [15, 'cold', 'very cold'],
    [0, 'cold', 'extreme cold'],
    [75, 'cold', '12 °F below normal'],
    [95, 'cold', '12 °F below normal'],
    [89.9, null, 'clear'],
    [90, null, 'hot'],
    [32, null, 'cold'],
  ] as const)('of an unusual %d °F with %s is %s', (temperatureF, cause, word) => {
    const departureF = cause === 'cold' ? -12 : 12;
    const intensity = { value: cause === null ? 0 : 71, cause };
    expect(formatCondition({ ...sky, temperatureF, departureF }, intensity)).toBe(word);
  });

  it('is the sky where nothing is unusual, and names wind by its strength', () => {
    expect(formatCondition({ ...sky, humidityPercent: 90 }, { value: 0, cause: null })).toBe(
      'cloudy',
    );
    expect(formatCondition(sky, { value: 71, cause: 'wind' })).toBe('storm winds');
    expect(formatCondition({ ...sky, departureF: null }, { value: 30, cause: 'heat' })).toBe(
      'clear',
    );
  });

  it('states a departure below half a degree as near normal', () => {
    expect([0.4, -0.4, 0.6, -1.5].map((departure) => formatDeparture(departure, 0))).toEqual([
      'near normal',
      'near normal',
      '1 °F above normal',
      '2 °F below normal',
    ]);
    expect([0.04, -12.34].map((departure) => formatDeparture(departure, 1))).toEqual([
      'near normal',
      '12.3 °F below normal',
    ]);
  });
});

const CONTRADICTIONS = [
  /^Clear.*cloudy/,
  /^(Cloudy|Rain|Snow|Fog|Thunderstorm).*\bclear/,
  /^Snow.*(rain|\bhot\b|heat)/,
  /^Heat.*(cold|below)/,
  /^Cold.*(hot|heat|above)/,
];

const AXES = {
  temperatureF: [-5, 10, 30, 34, 45, 70, 89, 92, 99, 106],
  deviations: [-3, -1.2, 0, 1.2, 3],
  rainSixHoursInches: [0, 0.03, 0.09, 0.2, 0.5, 1.5],
  rainInches: [0, 0.05],
  humidityPercent: [50, 85, 99],
  windMph: [3, 15, 45],
} as const;

/** All combinations of the axes. */
const listSigns = () =>
  (Object.entries(AXES) as [keyof typeof AXES, readonly number[]][])
    .reduce<
      Partial<Record<keyof typeof AXES, number>>[]
    >((found, [name, values]) => found.flatMap((signs) => values.map((value) => ({ ...signs, [name]: value }))), [{}])
    .map((signs) => ({ ...sky, ...signs, departureF: 7 * (signs.deviations ?? 0) }));

describe('type and condition together', () => {
  it('never contradict each other', () => {
    const pairs = new Set(
      listSigns().map((signs) => {
        const intensity = computeIntensity(signs);
        return `${getWeatherType(signs, intensity)}, ${formatCondition(signs, intensity)}`;
      }),
    );
    expect(pairs.size).toBeGreaterThan(20);
    expect(
      [...pairs].filter((pair) => CONTRADICTIONS.some((pattern) => pattern.test(pair))),
    ).toEqual([]);
  });
});
