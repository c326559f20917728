// Severity thresholds and weather types.
import { describe, expect, it } from 'vitest';
import {
  formatCondition,
  computeIntensity,
  getSeverity,
  getWeatherType,
} from '../../../app/trading/weather/severity';

const calm = { rainSixHoursInches: 0, windMph: 5, deviations: 0 };
const sky = { ...calm, temperatureF: 70, humidityPercent: 50, rainInches: 0 };

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
    ['Heat', { deviations: 2.5 }],
    ['Cold', { deviations: -2.5 }],
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
    expect(formatCondition({ value, cause: 'rain' })).toBe(word),
  );

  it('is never rain when the cause is heat, cold or wind', () => {
    expect(
      (['heat', 'cold', 'wind', null] as const).map((cause) =>
        formatCondition({ value: 71, cause }),
      ),
    ).toEqual(['extreme heat', 'extreme cold', 'storm winds', 'clear']);
  });
});
