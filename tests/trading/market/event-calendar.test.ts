import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defineInstrument } from '../../../app/trading/domain/instrument';
import { DAY_MS } from '../../../app/trading/domain/time';
import {
  CALENDAR_EVENT_KINDS,
  type CalendarEvent,
  listCalendarEvents,
} from '../../../app/trading/market/event-calendar';

const ROLL_MS = Date.parse('2026-12-16T14:00:00Z');
const EXPIRES_MS = Date.parse('2026-12-18T22:00:00Z');
const createMonth = (commodity: 'coffee' | 'electricity', chain: string, code: string) =>
  defineInstrument({
    id: `${chain}.${code}`,
    commodity,
    tick: '0.05',
    lot: '0.1',
    priceMayBeNegative: false,
    contract: { chain, code, delivery: '2026-12-01', rollMs: ROLL_MS, expiresMs: EXPIRES_MS },
  });
const COFFEE = createMonth('coffee', 'KC', 'KCZ26');

const listEvents = (
  from: string,
  until: string,
  change: Partial<Parameters<typeof listCalendarEvents>[0]> = {},
): readonly CalendarEvent[] =>
  listCalendarEvents({
    fromMs: Date.parse(from),
    untilMs: Date.parse(until),
    months: [],
    kinds: CALENDAR_EVENT_KINDS,
    ...change,
  });
const format = ({ atMs, title }: CalendarEvent): string =>
  `${new Date(atMs).toISOString().slice(0, 16)} ${title}`;

describe('the calendar of events', () => {
  it('lists Thanksgiving week 2026', () => {
    const events = listEvents('2026-11-23', '2026-11-29', {
      kinds: CALENDAR_EVENT_KINDS.filter((kind) => kind !== 'forecast'),
    });
    expect(events.map(format)).toEqual([
      '2026-11-25T15:30 Petroleum status report',
      '2026-11-26T05:00 CBOT, ICE US closed',
      '2026-11-26T19:30 NYMEX closes early',
      '2026-11-27T15:30 Gas storage report',
      '2026-11-27T17:30 ICE US closes early',
      '2026-11-27T18:05 CBOT closes early',
      '2026-11-27T18:45 NYMEX closes early',
    ]);
  });

  it('lists the selected kinds only, reports with their own kind', () => {
    const events = listEvents('2026-11-23', '2026-12-31', {
      months: [COFFEE],
      kinds: ['report', 'roll', 'expiry'],
    });
    expect(new Set(events.map(({ kind, report }) => report ?? kind))).toEqual(
      new Set([
        'EIA petroleum',
        'EIA gas storage',
        'OPEC meeting',
        'crop report',
        'roll',
        'expiry',
      ]),
    );
  });

  it('explains a report that is not on its usual day', () => {
    const [storage] = listEvents('2026-11-27', '2026-11-28').filter(
      ({ kind }) => kind === 'report',
    );
    expect(storage?.note).toBe(
      'Thursday is a holiday (Thanksgiving). EIA itself usually publishes on Wednesday at noon then.',
    );
    const reports = listEvents('2026-11-02', '2026-11-07').filter(({ kind }) => kind === 'report');
    expect(reports.map(({ note }) => note)).toEqual([null, null]);
  });

  it('names exchange holidays', () => {
    const notes = listEvents('2026-12-20', '2027-07-10')
      .filter(({ kind }) => kind === 'holiday')
      .map(({ title, note }) => `${title}: ${note ?? ''}`);
    expect(notes).toContain("NYMEX, CBOT, ICE US closed: New Year's Day.");
    expect(notes).toContain('NYMEX, CBOT, ICE US closed: Good Friday.');
    expect(notes).toContain('CBOT, ICE US closed: Juneteenth.');
    expect(notes).toContain('CBOT, ICE US closed: Independence Day.');
  });

  it('lists the dates of a contract month, first notice all day', () => {
    const events = listEvents('2026-11-19T12:00Z', '2026-12-31', { months: [COFFEE] }).filter(
      ({ commodities }) => commodities.join() === 'coffee',
    );
    expect(events.map((event) => [event.kind, event.isAllDay, format(event)])).toEqual([
      ['first notice', true, '2026-11-19T05:00 KCZ26 first notice day'],
      ['roll', false, '2026-12-16T14:00 KCZ26 rolls'],
      ['expiry', false, '2026-12-18T22:00 KCZ26 expires'],
    ]);
    expect(events[0]?.note).toContain('positions roll on 2026-12-16');
  });

  it('joins the strips of several hubs on one day', () => {
    const months = ['NYISO', 'ERCOT', 'CAISO'].map((hub) =>
      createMonth('electricity', `ET-${hub}`, `ET${hub}-20261218`),
    );
    const titles = listEvents('2026-12-15', '2026-12-20', { months })
      .filter(({ kind }) => kind === 'roll' || kind === 'expiry')
      .map(({ title }) => title);
    expect(titles).toEqual(['3 power strips roll', '3 power strips expire']);
  });

  it('lists four forecast runs a day, four hours after their start', () => {
    const runs = listEvents('2026-11-25', '2026-11-26', { kinds: ['forecast'] });
    expect(runs.map(format)).toEqual([
      '2026-11-25T04:00 Forecast run 00 UTC',
      '2026-11-25T10:00 Forecast run 06 UTC',
      '2026-11-25T16:00 Forecast run 12 UTC',
      '2026-11-25T22:00 Forecast run 18 UTC',
    ]);
  });

  it('is ordered, has unique ids and stays inside its range', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 60 }),
        (start, days) => {
          const fromMs = Date.UTC(2010, 0, 1) + start * DAY_MS + 12_345;
          const untilMs = fromMs + days * DAY_MS;
          const events = listCalendarEvents({
            fromMs,
            untilMs,
            months: [COFFEE],
            kinds: CALENDAR_EVENT_KINDS,
          });
          const times = events.map(({ atMs }) => atMs);
          expect(times).toEqual([...times].sort((a, b) => a - b));
          expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
          for (const { atMs, isAllDay, kind, commodities } of events) {
            expect(atMs < untilMs && atMs >= fromMs - (isAllDay ? DAY_MS : 0)).toBe(true);
            expect(CALENDAR_EVENT_KINDS).toContain(kind);
            expect(commodities.length).toBeGreaterThan(0);
          }
        },
      ),
    );
  });
});
