// Calendar page: days of the user's zone, and events that last all day.
import { describe, expect, it } from 'vitest';
import { buildCalendarPage, buildCalendarStrip } from '../../../app/models/market/calendar.server';
import { EMPTY_DESK } from '../../../app/trading/engine/state';

type CalendarDesk = Parameters<typeof buildCalendarPage>[0];

const createDesk = (now: string): CalendarDesk =>
  ({
    state: () => ({ ...EMPTY_DESK, nowMs: Date.parse(now) }),
    findCurves: () => null,
    findWeather: () => ({}),
    status: () => ({ feed: { phase: 'running' } }),
  }) as unknown as CalendarDesk;

const buildPage = (now: string, timeZone: string, showsForecasts = false) =>
  buildCalendarPage(createDesk(now), {
    market: 'simulated',
    commodity: null,
    showsForecasts,
    timeZone,
  });

describe('the calendar page', () => {
  it.each(['America/New_York', 'Asia/Tokyo', 'Pacific/Honolulu'])(
    'shows a holiday on its date in %s, before the times of that day',
    (timeZone) => {
      const { days } = buildPage('2026-11-25T15:00Z', timeZone);
      const day = days.find(({ date }) => date === '2026-11-26');
      expect(day?.weekday).toBe('Thu');
      expect(day?.events[0]).toMatchObject({
        title: 'CBOT, ICE US closed',
        isAllDay: true,
        date: '2026-11-26',
      });
      const dates = days.map(({ date }) => date);
      expect(dates).toEqual([...new Set(dates)].sort());
    },
  );

  it('shows a moment on its date in the zone of the user', () => {
    const findDate = (timeZone: string): string | undefined =>
      buildPage('2026-11-25T15:00Z', timeZone).days.find(({ events }) =>
        events.some(({ id }) => id === 'CBOT/2026-11-27'),
      )?.date;
    expect(findDate('America/New_York')).toBe('2026-11-27');
    expect(findDate('Asia/Tokyo')).toBe('2026-11-28');
  });

  it('keeps a day under way on its date', () => {
    const { days } = buildPage('2026-11-27T04:00Z', 'Asia/Tokyo');
    expect(days[0]?.date).toBe('2026-11-26');
    expect(days[0]?.events.map(({ title }) => title)).toEqual(['CBOT, ICE US closed']);
  });

  it('lists forecast runs on request; the strip has the next one', () => {
    const countRuns = (showsForecasts: boolean): number =>
      buildPage('2026-11-25T15:00Z', 'UTC', showsForecasts)
        .days.flatMap(({ events }) => events)
        .filter(({ kind }) => kind === 'forecast').length;
    expect([countRuns(false), countRuns(true)]).toEqual([0, 4 * 31]);
    const { events } = buildCalendarStrip(createDesk('2026-11-25T15:00Z'), {
      market: 'simulated',
      commodity: null,
      timeZone: 'UTC',
    });
    expect(events.filter(({ kind }) => kind === 'forecast').length).toBe(1);
  });
});

describe('the events of a minute', () => {
  /** A desk with a clock that counts how often its months are listed. */
  function createSteeredDesk(now: string) {
    let nowMs = Date.parse(now);
    let lists = 0;
    const desk = {
      state: () => ({ ...EMPTY_DESK, nowMs }),
      findCurves: () => ({
        listMonths: () => {
          lists += 1;
          return [];
        },
      }),
      findWeather: () => ({}),
      status: () => ({ feed: { phase: 'running' } }),
    } as unknown as CalendarDesk;
    const listTimes = () =>
      buildCalendarStrip(desk, {
        market: 'simulated',
        commodity: null,
        timeZone: 'UTC',
      }).events.map(({ at }) => at);
    return {
      listTimes,
      countLists: () => lists,
      setClock: (at: string) => (nowMs = Date.parse(at)),
    };
  }

  it('are listed once for all users, and again in the next minute', () => {
    const { listTimes, countLists, setClock } = createSteeredDesk('2026-11-25T15:00:10Z');
    const first = listTimes();
    const once = countLists();
    setClock('2026-11-25T15:00:50Z');
    expect([listTimes(), countLists()]).toEqual([first, once]);
    setClock('2026-11-25T15:01:00Z');
    listTimes();
    expect(countLists()).toBe(2 * once);
  });

  it('do not contain one that has passed since the beginning of the minute', () => {
    const [next = ''] = createSteeredDesk('2026-11-25T15:00:00Z')
      .listTimes()
      .filter((at) => Date.parse(at) > Date.parse('2026-11-25T15:00:00Z'));
    const atMs = Date.parse(next);
    const { listTimes, setClock } = createSteeredDesk(new Date(atMs).toISOString());
    expect(listTimes()).toContain(next);
    setClock(new Date(atMs + 1000).toISOString());
    expect(listTimes()).not.toContain(next);
  });
});
