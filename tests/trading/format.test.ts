import { describe, expect, it } from 'vitest';
import { getFrontInstrument } from '../../app/trading/domain/contract';
import * as format from '../../app/trading/domain/format';
import { toLots, toMills, toTicks } from '../../app/trading/domain/units';

const mills = toMills;
const crude = getFrontInstrument('crude-oil');
const corn = getFrontInstrument('corn');

describe('money', () => {
  it.each([
    [0, '$0.00'],
    [1_234_560, '$1,234.56'],
    [-36_980, '\u2212$36.98'],
    [5, '$0.00'],
    [15, '$0.02'],
    [25, '$0.02'],
    [-4, '$0.00'],
    [25_000_000, '$25,000.00'],
    [1_000_000_000_000, '$1,000,000,000.00'],
  ])('%d mills is %s', (amount, text) => expect(format.formatMoney(mills(amount))).toBe(text));

  it.each([
    [12_300, '+$12.30'],
    [-12_300, '\u2212$12.30'],
    [0, '$0.00'],
    [4, '$0.00'],
  ])('%d mills signed is %s', (amount, text) =>
    expect(format.formatSignedMoney(mills(amount))).toBe(text),
  );

  it.each([
    [25_000_000, '$25.0K'],
    [-1_249_000, '\u2212$1.2K'],
    [49_999, '$0.0K'],
    [50_001, '$0.1K'],
    [1_234_567_000, '$1,234.6K'],
  ])('%d mills in thousands is %s', (amount, text) =>
    expect(format.formatMoneyThousands(mills(amount))).toBe(text),
  );

  it('shows the sign of thousands', () =>
    expect(format.formatSignedMoneyThousands(mills(1_200_000))).toBe('+$1.2K'));
});

describe('prices and sizes', () => {
  it('shows the decimals of the instrument', () => {
    expect(format.formatPrice(crude, toTicks(-3698))).toBe('\u221236.98');
    expect(format.formatPrice(corn, toTicks(5219))).toBe('1,304.75');
    expect(format.formatPrice(getFrontInstrument('oil'), toTicks(23_900))).toBe('2.3900');
  });

  it('names the unit of a size', () => {
    expect(format.formatSize(getFrontInstrument('electricity', 'PJM'), toLots(1250))).toBe(
      '1,250 MWh',
    );
    expect(format.formatSize(corn, toLots(25))).toBe('2.5 \u00d7 100 bu');
    expect(format.formatSize(getFrontInstrument('natural-gas'), toLots(3))).toBe('30 MMBtu');
  });
});

describe('numbers', () => {
  it('shows percent and change', () => {
    expect(format.formatPercent(12.345)).toBe('12.35%');
    expect(format.formatPercent(61.25, 1)).toBe('61.3%');
    expect(format.formatSignedPercent(1.5)).toBe('+1.50%');
    expect(format.formatSignedPercent(-1.5)).toBe('\u22121.50%');
    expect(format.formatSignedPercent(-0.001)).toBe('0.00%');
    expect(format.formatSignedNumber(0.4123, 3)).toBe('+0.412');
    expect(format.formatNumber(-1234.5, 1)).toBe('\u22121,234.5');
    expect(format.formatCount(12_345)).toBe('12,345');
  });

  it.each([
    [0, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [7_199_999, '1 h'],
    [4 * 86_400_000, '4 d'],
    [-5, '0 s'],
  ])('an age of %d ms is %s', (ms, text) => expect(format.formatAge(ms)).toBe(text));

  it('shows N/A for missing values', () => {
    const missing = [
      format.formatMoney(null),
      format.formatSignedMoney(null),
      format.formatMoneyThousands(null),
      format.formatSignedMoneyThousands(null),
      format.formatPrice(corn, null),
      format.formatPercent(null),
      format.formatSignedPercent(Number.NaN),
      format.formatCount(null),
      format.formatAge(null),
      format.formatSize(corn, null),
      format.formatDate(null, 'UTC'),
      format.formatTimeOfDay(null, 'UTC'),
      format.formatDateTime(null, 'UTC'),
      format.formatNumber(Infinity, 2),
    ];
    expect(new Set(missing)).toEqual(new Set(['N/A']));
  });
});

describe('times', () => {
  const spring = Date.UTC(2026, 2, 8, 6, 59, 59);

  it('follows clock changes of the zone', () => {
    expect(format.formatDateTime(spring, 'America/New_York')).toBe('2026-03-08 01:59 EST');
    expect(format.formatDateTime(spring + 1000, 'America/New_York')).toBe('2026-03-08 03:00 EDT');
    expect(format.formatTimeOfDay(spring, 'America/Chicago')).toBe('00:59:59');
    expect(format.formatDate(spring, 'Asia/Tokyo')).toBe('2026-03-08');
    expect(format.formatDate(Date.UTC(2026, 2, 8, 20), 'Asia/Tokyo')).toBe('2026-03-09');
    expect(format.formatIsoTime(spring)).toBe('2026-03-08T06:59:59.000Z');
  });

  it.each([
    [0, '12:00:00 AM'],
    [9 * 3600 + 65, '09:01:05 AM'],
    [12 * 3600, '12:00:00 PM'],
    [23 * 3600 + 59, '11:00:59 PM'],
  ])('second %d of the day is %s on a twelve-hour clock', (second, text) =>
    expect(format.formatTwelveHourTime(second * 1000, 'UTC')).toBe(text),
  );

  it.each([
    'UTC',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'Asia/Kathmandu',
  ])('matches the zone data of %s around clock changes', (timeZone) => {
    const parts = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    const moments = Array.from(
      { length: 24_000 },
      (_, at) => Date.UTC(2024, 0, 1, 0, 7, 3) + at * 1_740_000,
    );
    const wrong = moments.filter(
      (atMs) =>
        `${format.formatDate(atMs, timeZone)}, ${format.formatTimeOfDay(atMs, timeZone)}` !==
        parts.format(atMs),
    );
    expect(wrong).toEqual([]);
  });

  it('formats weekdays and days in local time', () => {
    const lateSaturday = Date.UTC(2026, 2, 8, 3);
    expect(format.formatCalendarLabel('weekday', lateSaturday, 'America/New_York')).toBe('Sat');
    expect(format.formatCalendarLabel('day', lateSaturday, 'America/New_York')).toBe('Mar 7');
    expect(format.formatCalendarLabel('day', lateSaturday, 'Asia/Tokyo')).toBe('Mar 8');
  });
});

describe('a size in units', () => {
  it('has the unit of its commodity', () => {
    expect(format.formatUnits('electricity', 25)).toBe('25 MWh');
    expect(format.formatUnits('corn', 2.5)).toBe('2.5 \u00d7 100 bu');
  });
});
