// Planners of the five power sources: what is due, nothing twice, the pace of each source.
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../app/trading/domain/time';
import { caisoSource } from '../../../../app/trading/market/sources/caiso/source';
import { ercotSource } from '../../../../app/trading/market/sources/ercot/source';
import { misoSource } from '../../../../app/trading/market/sources/miso/source';
import { nyisoSource } from '../../../../app/trading/market/sources/nyiso/source';
import { pjmSource } from '../../../../app/trading/market/sources/pjm/source';
import { findShortestGapMs, replayPlanner } from '../../../support/power-histories';

const SOURCES = [nyisoSource, misoSource, caisoSource, ercotSource, pjmSource];
/** Noon UTC, before all publications of the day. */
const FROM_MS = Date.parse('2026-11-27T12:00:00Z');

/** Links of ERCOT: a real-time document each quarter hour, a day-ahead document at 13:15 CST. */
function listErcotLinks(id: string, atMs: number): Readonly<Record<string, string>> {
  if (id === 'real-time list')
    return { 'real-time document': String(Math.floor(atMs / (15 * MINUTE_MS))) };
  const publishedMs = Math.floor((atMs - 19.25 * HOUR_MS) / DAY_MS) * DAY_MS;
  return id === 'day-ahead list'
    ? {
        'day-ahead document': String(publishedMs / DAY_MS),
        'day-ahead document day': new Date(publishedMs).toISOString().slice(0, 10),
      }
    : {};
}

describe.each(SOURCES)('the planner of $name', (source) => {
  const sent = replayPlanner(source, { fromMs: FROM_MS, hours: 48, listLinks: listErcotLinks });
  const countRequests = (pattern: RegExp): number =>
    sent.filter(({ id }) => pattern.test(id)).length;

  it('asks for each day and document once', () => {
    const once = sent
      .map(({ id }) => id)
      .filter((id) => /^day-ahead [\d]|hours|document \d/.test(id));
    expect(once.length).toBeGreaterThan(1);
    expect(new Set(once).size).toBe(once.length);
  });

  it('asks for real-time prices each five minutes', () => {
    const repeated = [...new Set(sent.map(({ id }) => id))].filter((id) =>
      /^real-time( list| \d{4}|$)/.test(id),
    );
    for (const id of repeated)
      expect(findShortestGapMs(sent, (each) => each === id)).toBeGreaterThanOrEqual(5 * MINUTE_MS);
    expect(countRequests(/^real-time( list| \d{4}|$)/)).toBeGreaterThan(500);
  });

  it('stays within the requests of a day, and on its hosts by HTTPS', () => {
    expect(sent.length / 2).toBeLessThanOrEqual(source.requestsPerDayMax);
    for (const { url } of sent) {
      const { protocol, host } = new URL(url);
      expect([protocol, source.hosts.includes(host)]).toEqual(['https:', true]);
    }
    expect(findShortestGapMs(sent, () => true)).toBeGreaterThanOrEqual(source.gapMs);
  });

  it('asks for late day-ahead prices each ten minutes at most, until they come', () => {
    const comesMs = FROM_MS + 14 * HOUR_MS;
    const tries = replayPlanner(source, {
      fromMs: FROM_MS,
      hours: 24,
      isAnswered: ({ id }, atMs) => !id.startsWith('day-ahead') || atMs >= comesMs,
      listLinks: listErcotLinks,
    }).filter(({ id }) => id.startsWith('day-ahead'));
    for (const id of new Set(tries.map((each) => each.id))) {
      const gapMs = findShortestGapMs(tries, (each) => each === id);
      if (id !== 'day-ahead list') expect(gapMs).toBeGreaterThanOrEqual(10 * MINUTE_MS);
      expect(tries.filter((each) => each.id === id && each.atMs >= comesMs).length).toBeLessThan(3);
    }
  });

  it('makes up for no missed slot after a pause', () => {
    const longAgoMs = (): number => FROM_MS - 30 * DAY_MS;
    const history = { getAnsweredMs: longAgoMs, getTriedMs: longAgoMs, findLink: () => null };
    const due = source.planRequests(FROM_MS, history);
    expect(due.length).toBeLessThanOrEqual(2);
    expect(due.every(({ id }) => id.startsWith('real-time'))).toBe(true);
  });

  it('gives every request an id of its own', () => {
    for (let hour = 0; hour < 48; hour += 1) {
      const ids = source
        .planRequests(FROM_MS + hour * HOUR_MS, {
          getAnsweredMs: () => null,
          getTriedMs: () => null,
          findLink: () => '9',
        })
        .map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

describe('day-ahead requests', () => {
  it.each([
    [nyisoSource, '2026-11-27T15:59:59Z', '2026-11-27T16:00:00Z'],
    [misoSource, '2026-11-27T18:29:59Z', '2026-11-27T18:30:00Z'],
    [caisoSource, '2026-11-27T20:59:59Z', '2026-11-27T21:00:00Z'],
    [pjmSource, '2026-11-27T18:29:59Z', '2026-11-27T18:30:00Z'],
    // In summer, an hour earlier in UTC; MISO stays with EST.
    [nyisoSource, '2026-07-14T14:59:59Z', '2026-07-14T15:00:00Z'],
    [misoSource, '2026-07-14T18:29:59Z', '2026-07-14T18:30:00Z'],
    [caisoSource, '2026-07-14T19:59:59Z', '2026-07-14T20:00:00Z'],
    [pjmSource, '2026-07-14T17:29:59Z', '2026-07-14T17:30:00Z'],
  ])('of %o are due after %s, at %s', (source, before, at) => {
    const nextDay = new Date(Date.parse(at) + DAY_MS).toISOString().slice(0, 10);
    const list = (time: string): string[] =>
      source
        .planRequests(Date.parse(time), {
          getAnsweredMs: () => null,
          getTriedMs: () => null,
          findLink: () => null,
        })
        .map(({ id }) => id)
        .filter((id) => id.startsWith('day-ahead'));
    expect(list(before)).not.toContain(`day-ahead ${nextDay}`);
    expect(list(at)).toContain(`day-ahead ${nextDay}`);
  });

  it('of CAISO cover a local day of 25 hours', () => {
    const request = caisoSource
      .planRequests(Date.parse('2026-10-31T20:00:00Z'), {
        getAnsweredMs: () => null,
        getTriedMs: () => null,
        findLink: () => null,
      })
      .find(({ id }) => id === 'day-ahead 2026-11-01');
    expect(request?.url).toContain(
      '&startdatetime=20261101T07:00-0000&enddatetime=20261102T08:00-0000&node=TH_SP15_GEN-APND',
    );
  });
});

describe('NYISO files', () => {
  it('of the day before are requested once after midnight', () => {
    const sent = replayPlanner(nyisoSource, {
      fromMs: Date.parse('2026-11-28T04:30:00Z'),
      hours: 3,
    });
    const midnightMs = Date.parse('2026-11-28T05:00:00Z');
    const late = sent.filter(({ id, atMs }) => id === 'real-time 2026-11-27' && atMs >= midnightMs);
    expect(late).toHaveLength(1);
    expect(late[0]?.atMs).toBeLessThan(midnightMs + 10 * MINUTE_MS);
    expect(sent.some(({ id }) => id === 'real-time 2026-11-28')).toBe(true);
  });
});

describe('ERCOT lists', () => {
  it('are a minute apart, with and without answers', () => {
    for (const isAnswered of [() => true, () => false]) {
      const sent = replayPlanner(ercotSource, {
        fromMs: FROM_MS,
        hours: 24,
        isAnswered,
        listLinks: listErcotLinks,
      });
      expect(findShortestGapMs(sent, (id) => id.endsWith('list'))).toBeGreaterThanOrEqual(
        MINUTE_MS,
      );
      for (const id of ['real-time list', 'day-ahead list'])
        expect(sent.some((each) => each.id === id)).toBe(true);
    }
  });

  it('of the day-ahead market end with the document of the day', () => {
    const lists = replayPlanner(ercotSource, {
      fromMs: FROM_MS,
      hours: 24,
      listLinks: listErcotLinks,
    }).filter(({ id }) => id === 'day-ahead list');
    // One at the start, one after 13:30 CST.
    expect(lists).toHaveLength(2);
    expect(lists[1]?.atMs).toBeLessThan(Date.parse('2026-11-27T19:35:00Z'));
  });
});
