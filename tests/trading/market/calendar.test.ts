import { describe, expect, it } from 'vitest';
import {
  businessDaysBefore,
  easterSunday,
  listHolidays,
  isBusinessDay,
} from '../../../app/trading/market/calendar';

const dates = (year: number): string[] =>
  listHolidays(year).map((day) => new Date(day).toISOString().slice(0, 10));

describe('exchange holidays', () => {
  it('are those that the exchanges kept in 2023', () => {
    expect(dates(2023)).toEqual([
      '2023-01-02',
      '2023-01-16',
      '2023-02-20',
      '2023-04-07',
      '2023-05-29',
      '2023-06-19',
      '2023-07-04',
      '2023-09-04',
      '2023-11-23',
      '2023-12-25',
    ]);
  });

  it('leave the last day of the year alone when New Year is a Saturday, and move other Saturdays to Friday', () => {
    expect(dates(2022)).not.toContain('2021-12-31');
    expect(dates(2022)).not.toContain('2022-01-01');
    expect(dates(2021)).toContain('2021-12-24');
    expect(dates(2020)).toContain('2020-07-03');
    expect(dates(2022)).toContain('2022-12-26');
  });

  it('know Juneteenth from 2022 on', () => {
    expect(dates(2021).some((day) => day.startsWith('2021-06'))).toBe(false);
    expect(dates(2022)).toContain('2022-06-20');
  });

  it.each([
    [2000, '04-23'],
    [2008, '03-23'],
    [2011, '04-24'],
    [2019, '04-21'],
    [2024, '03-31'],
    [2025, '04-20'],
    [2026, '04-05'],
    [2038, '04-25'],
  ])('Easter %d is %s', (year, day) =>
    expect(new Date(easterSunday(year)).toISOString().slice(5, 10)).toBe(day),
  );

  it('count business days back over a weekend and a holiday', () => {
    const tuesday = Date.UTC(2023, 6, 5);
    expect(new Date(businessDaysBefore(tuesday, 1)).toISOString().slice(0, 10)).toBe('2023-07-03');
    expect(new Date(businessDaysBefore(tuesday, 2)).toISOString().slice(0, 10)).toBe('2023-06-30');
    expect(businessDaysBefore(Date.UTC(2023, 6, 4), 0)).toBe(Date.UTC(2023, 6, 3));
    expect(isBusinessDay(Date.UTC(2023, 6, 4))).toBe(false);
  });
});
