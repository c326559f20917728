// Extreme events without ordinary weather: frequency, and probabilities in earlier forecasts.
import { describe, expect, it } from 'vitest';
import { DAYS_PER_YEAR, getDayOfYear } from '../../../../app/trading/simulation/calendar';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import { getSeasonRow } from '../../../../app/trading/simulation/weather/climate';
import {
  EVENT_KINDS,
  EXPECTED_STRENGTH,
  type WeatherEvent,
  drawEvent,
  createEventStreams,
  isRevealed,
} from '../../../../app/trading/simulation/weather/extreme-event';
import {
  DEPARTURES,
  LEADS,
  computeEventClimate,
  computeUnseenProbabilities,
} from '../../../../app/trading/simulation/weather/unseen-events';
import { getLastDay } from '../../../../app/trading/simulation/weather/weather-state';
import { getCell, computeT } from './panel';

const YEARS = 600;
const DAYS = Math.floor(YEARS * DAYS_PER_YEAR);
const chance = createRandomStreams('events');
const streams = createEventStreams(chance);
const eventsByKind = EVENT_KINDS.map((_, kind) =>
  Array.from({ length: DAYS }, (__, day) => drawEvent(chance, streams, kind, day)).filter(
    (event): event is WeatherEvent => event !== null,
  ),
);

describe('events', () => {
  it.each([
    ['cold outbreak', 0.88],
    ['heat dome', 0.56],
    ['polar air', 0.56],
  ] as const)('of type %s occur %f times a year, 70% in full', (name, perYear) => {
    const events = eventsByKind[EVENT_KINDS.findIndex((kind) => kind.name === name)] ?? [];
    expect(Math.abs(events.length / YEARS - perYear)).toBeLessThan(4 * Math.sqrt(perYear / YEARS));
    expect(events.filter(({ strength }) => strength === 1).length / events.length).toBeCloseTo(
      0.7,
      1,
    );
    for (const {
      kind,
      firstDay,
      days,
      firstSeen: sighted,
      resolved: settled,
      departureF,
    } of events) {
      expect(
        firstDay - sighted.day >= kind.leadMin &&
          firstDay - sighted.day <= kind.leadMax &&
          days >= kind.shortestDays &&
          days <= kind.longestDays,
      ).toBe(true);
      expect(settled.day - sighted.day).toBe(2);
      expect(Math.abs(departureF)).toBeGreaterThanOrEqual(Math.abs(kind.minF));
      expect(isRevealed(sighted, sighted.day, sighted.cycle - 1)).toBe(false);
      expect(isRevealed(sighted, sighted.day, sighted.cycle)).toBe(true);
    }
  });

  it.each([
    ['cold outbreak', 'DSM', 20],
    ['heat dome', 'ICT', 200],
    ['polar air', 'MGB', 200],
  ] as const)(
    'of type %s are in the forecast of %s with their probability, at every lead',
    (name, id, height) => {
      const kindIndex = EVENT_KINDS.findIndex((kind) => kind.name === name);
      const cell = getCell(id);
      const climateMeanF = computeEventClimate().meanF;
      const unseenF = DEPARTURES[kindIndex]?.[cell]?.meanF ?? NaN;
      const events = eventsByKind[kindIndex] ?? [];
      /** Expected minus realized anomaly, by lead and year. */
      const gaps = Array.from({ length: LEADS }, () => new Array<number>(YEARS).fill(0));
      let from = 0;
      for (let day = LEADS; day < DAYS - LEADS; day += 1) {
        if (Math.abs(getDayOfYear(day) - height) > 12) continue;
        while (getLastDay(events[from] ?? ({ firstDay: DAYS, days: 99 } as WeatherEvent)) < day)
          from += 1;
        const near = events.slice(from, from + 8).filter(({ firstDay }) => firstDay <= day + LEADS);
        const chances = computeUnseenProbabilities(day, day % 4, near);
        for (let lead = 0; lead < LEADS; lead += 1) {
          const on = near.filter(
            (event) => day + lead >= event.firstDay && day + lead <= getLastDay(event),
          );
          const effectF = (event: WeatherEvent, share: number): number =>
            share * (event.effectF[cell] ?? NaN);
          const inSight = on.filter(({ firstSeen: sighted }) => isRevealed(sighted, day, day % 4));
          const expected = inSight.reduce(
            (sum, event) =>
              sum +
              effectF(
                event,
                isRevealed(event.resolved, day, day % 4) ? event.strength : EXPECTED_STRENGTH,
              ),
            unseenF * (chances[kindIndex * LEADS + lead] ?? NaN),
          );
          const real = on.reduce((sum, event) => sum + effectF(event, event.strength), 0);
          const years = gaps[lead];
          const year = Math.floor(day / DAYS_PER_YEAR);
          if (years) years[year] = (years[year] ?? 0) + expected - real;
          if (lead === LEADS - 1)
            expect(
              Math.abs(expected),
              'in sight or not, the mean forecast never is nothing in season',
            ).toBeGreaterThan(0.3 * Math.abs(climateMeanF[getSeasonRow(day + lead) + cell] ?? NaN));
        }
      }
      for (let lead = 4; lead < LEADS; lead += 1)
        expect(Math.abs(computeT(gaps[lead] ?? [])), `lead ${lead}`).toBeLessThan(3.5);
      for (let lead = 0; lead < 2; lead += 1)
        expect(Math.max(...(gaps[lead] ?? []).map(Math.abs)), `lead ${lead}`).toBeLessThan(
          name === 'polar air' ? 40 : 1e-9,
        );
    },
  );
});
