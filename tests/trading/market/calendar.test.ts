import { describe, expect, it } from 'vitest';
import {
  getBusinessDayBefore,
  computeEasterSunday,
  listHolidays,
  isBusinessDay,
} from '../../../app/trading/market/calendar';

const listHolidayDates = (year: number): string[] =>
  listHolidays(year).map((day) => new Date(day).toISOString().slice(0, 10));

describe('exchange holidays', () => {
  it('match the exchange holidays of 2023', () => {
    expect(listHolidayDates(2023)).toEqual([
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

  it('are not observed for New Year on a Saturday; other Saturdays move to Friday', () => {
    expect(listHolidayDates(2022)).not.toContain('2021-12-31');
    expect(listHolidayDates(2022)).not.toContain('2022-01-01');
    expect(listHolidayDates(2021)).toContain('2021-12-24');
    expect(listHolidayDates(2020)).toContain('2020-07-03');
    expect(listHolidayDates(2022)).toContain('2022-12-26');
  });

  it('include Juneteenth from 2022 on', () => {
    expect(listHolidayDates(2021).some((day) => day.startsWith('2021-06'))).toBe(false);
    expect(listHolidayDates(2022)).toContain('2022-06-20');
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
    expect(new Date(computeEasterSunday(year)).toISOString().slice(5, 10)).toBe(day),
  );

  it('counts business days back over a weekend and a holiday', () => {
    const tuesday = Date.UTC(2023, 6, 5);
    expect(new Date(getBusinessDayBefore(tuesday, 1)).toISOString().slice(0, 10)).toBe(
      '2023-07-03',
    );
    expect(new Date(getBusinessDayBefore(tuesday, 2)).toISOString().slice(0, 10)).toBe(
      '2023-06-30',
    );
    expect(getBusinessDayBefore(Date.UTC(2023, 6, 4), 0)).toBe(Date.UTC(2023, 6, 3));
    expect(isBusinessDay(Date.UTC(2023, 6, 4))).toBe(false);
  });
});
