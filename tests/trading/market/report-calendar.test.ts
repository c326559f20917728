import { describe, expect, it } from 'vitest';
import { isBusinessDay } from '../../../app/trading/market/calendar';
import { REPORT_KINDS, type ReportKind } from '../../../app/trading/market/report';
import { REPORT_COMMODITIES, listReportDates } from '../../../app/trading/market/report-calendar';
import { FUTURES_CHAINS } from '../../../app/trading/simulation/prices/futures-chains';
import { DAY_MS } from '../../../app/trading/domain/time';

const listMoments = (kind: ReportKind, from: string, until: string): string[] =>
  listReportDates(Date.parse(from), Date.parse(until))
    .filter((report) => report.kind === kind)
    .map(({ atMs }) => new Date(atMs).toISOString().slice(0, 16));

describe('the calendar of reports', () => {
  it('names each commodity that a report moves in the simulated market', () => {
    for (const { commodity, reports } of FUTURES_CHAINS)
      for (const { kind } of reports) expect(REPORT_COMMODITIES[kind], kind).toContain(commodity);
  });

  it('has gas storage on Thursdays at 10:30 New York time, through both clock changes', () => {
    expect(listMoments('EIA gas storage', '2026-03-01', '2026-03-16')).toEqual([
      '2026-03-05T15:30',
      '2026-03-12T14:30',
    ]);
    expect(listMoments('EIA gas storage', '2026-10-25', '2026-11-10')).toEqual([
      '2026-10-29T14:30',
      '2026-11-05T15:30',
    ]);
  });

  it('moves gas storage to Friday when Thursday is a holiday', () => {
    expect(listMoments('EIA gas storage', '2026-11-22', '2026-11-30')).toEqual([
      '2026-11-27T15:30',
    ]);
    expect(listMoments('EIA gas storage', '2025-12-21', '2026-01-04')).toEqual([
      '2025-12-26T15:30',
      '2026-01-02T15:30',
    ]);
  });

  it('has petroleum on Wednesdays at 10:30 and in holiday weeks on Thursdays at 11:00', () => {
    expect(listMoments('EIA petroleum', '2026-01-12', '2026-02-01')).toEqual([
      '2026-01-14T15:30',
      '2026-01-22T16:00',
      '2026-01-28T15:30',
    ]);
    expect(listMoments('EIA petroleum', '2024-12-29', '2025-01-05')).toEqual(['2025-01-02T16:00']);
  });

  it('has the crop report at noon on the business day nearest the 12th', () => {
    expect(listMoments('crop report', '2026-01-01', '2026-08-01')).toEqual([
      '2026-01-12T17:00',
      '2026-02-12T17:00',
      '2026-03-12T16:00',
      '2026-04-13T16:00',
      '2026-05-12T16:00',
      '2026-06-12T16:00',
      '2026-07-13T16:00',
    ]);
    expect(listMoments('crop report', '2026-09-01', '2026-10-01')).toEqual(['2026-09-11T16:00']);
  });

  it('has OPEC on the first business day of every second month at 13:00 in Vienna', () => {
    expect(listMoments('OPEC meeting', '2026-01-01', '2027-01-01')).toEqual([
      '2026-02-02T12:00',
      '2026-04-01T11:00',
      '2026-06-01T11:00',
      '2026-08-03T11:00',
      '2026-10-01T11:00',
      '2026-12-01T12:00',
    ]);
  });

  it('has 52 weekly, 12 monthly and 6 OPEC dates a year, each with a unique id on its UTC date', () => {
    const dates = listReportDates(Date.UTC(2010, 0, 1), Date.UTC(2050, 0, 1));
    const countPerYear = (kind: ReportKind): number =>
      dates.filter((report) => report.kind === kind).length / 40;
    expect(countPerYear('EIA gas storage')).toBeCloseTo(52.2, 0);
    expect(countPerYear('EIA petroleum')).toBeCloseTo(52.2, 0);
    expect(countPerYear('crop report')).toBe(12);
    expect(countPerYear('OPEC meeting')).toBe(6);
    expect(new Set(dates.map(({ id }) => id)).size).toBe(dates.length);
    for (const { id, atMs } of dates)
      expect(id.endsWith(new Date(atMs).toISOString().slice(0, 10))).toBe(true);
    for (const { atMs } of dates)
      expect(isBusinessDay(Math.floor(atMs / DAY_MS) * DAY_MS)).toBe(true);
    expect(new Set(dates.map(({ kind }) => kind))).toEqual(new Set(REPORT_KINDS));
  });

  it('returns the same ordered dates by day as for the whole range', () => {
    const [from, until] = [Date.UTC(2023, 11, 1), Date.UTC(2026, 1, 1)];
    const whole = listReportDates(from, until);
    const pieces = [];
    for (let day = from; day < until; day += DAY_MS)
      pieces.push(...listReportDates(day, day + DAY_MS));
    expect(pieces).toEqual(whole);
    expect(whole.map(({ atMs }) => atMs)).toEqual(
      [...whole.map(({ atMs }) => atMs)].sort((a, b) => a - b),
    );
    expect(listReportDates(until, from)).toEqual([]);
  });
});
