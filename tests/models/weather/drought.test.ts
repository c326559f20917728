// Drought by state: the newest map alone, the driest state first, as known now.
import { expect, it } from 'vitest';
import { buildDroughtPart } from '../../../app/models/weather/drought.server';
import { DAY_MS } from '../../../app/trading/domain/time';
import { createVintageStore } from '../../../app/trading/market/vintage-store';
import { getDroughtSeries } from '../../../app/trading/weather/drought-states';

const TUESDAY = Date.UTC(2026, 10, 17);
const BEFORE = TUESDAY - 7 * DAY_MS;

function build(
  rows: readonly (readonly [state: string, what: 'dsci' | 'd2', validMs: number, value: number])[],
  nowMs = TUESDAY + 3 * DAY_MS,
) {
  const series = createVintageStore();
  for (const [state, what, validMs, value] of rows)
    series.add({
      series: getDroughtSeries(state, what),
      validMs,
      publishedMs: validMs + 2 * DAY_MS,
      value,
    });
  return buildDroughtPart({ series, nowMs: () => nowMs });
}

const MAPS = [
  ['IA', 'dsci', BEFORE, 80],
  ['IA', 'dsci', TUESDAY, 95],
  ['IA', 'd2', TUESDAY, 12],
  ['TX', 'dsci', TUESDAY, 210],
  ['CA', 'dsci', BEFORE, 400],
] as const;

it('lists the states of the newest map with the change in a week', () => {
  expect(build(MAPS)).toEqual({
    source: 'US Drought Monitor',
    day: '2026-11-17',
    asOf: '2026-11-19T00:00:00.000Z',
    rows: [
      { state: 'Texas', index: 210, change: null, severePercent: null },
      { state: 'Iowa', index: 95, change: 15, severePercent: 12 },
    ],
  });
});

it('is of the week before until the map is published', () => {
  const { day, rows } = build(MAPS, TUESDAY + DAY_MS);
  expect([day, rows.map(({ state }) => state)]).toEqual(['2026-11-10', ['California', 'Iowa']]);
});

it('is empty before the first map', () => {
  expect(build([])).toMatchObject({ day: null, asOf: null, rows: [] });
});
