// Weekly ratings and progress of crops: newest week, change, and nothing out of season.
import { expect, it } from 'vitest';
import { DAY_MS } from '../../../app/trading/domain/time';
import { findCropReport } from '../../../app/trading/market/crop-reports';
import { createVintageStore } from '../../../app/trading/market/vintage-store';

const SUNDAY = Date.UTC(2026, 8, 13);
const WEEK_MS = 7 * DAY_MS;
const MONDAY = SUNDAY + DAY_MS;

function findReport(
  rows: readonly (readonly [series: string, weeksBack: number, value: number])[],
  knownMs = MONDAY + 1,
) {
  const store = createVintageStore();
  for (const [series, weeksBack, value] of rows) {
    const validMs = SUNDAY - weeksBack * WEEK_MS;
    store.add({ series: `crop/CORN/${series}`, validMs, publishedMs: validMs + DAY_MS, value });
  }
  return findCropReport(store, 'CORN', knownMs);
}

const RATINGS = [
  ['condition', 0, 58],
  ['condition', 1, 60],
] as const;

it('has the newest rating and its change in a week', () => {
  expect(findReport(RATINGS).rating).toEqual({ weekMs: SUNDAY, value: 58, change: -2 });
  expect(findReport(RATINGS.slice(0, 1)).rating).toMatchObject({ change: null });
});

it('is of the week before until the report is published', () => {
  expect(findReport(RATINGS, MONDAY - 1).rating).toMatchObject({ value: 60, change: null });
});

it('has the later stage where two are of the newest week', () => {
  const progress = [
    ['progress/silking', 0, 100],
    ['progress/harvested', 0, 9],
    ['progress/harvested', 1, 4],
    ['progress/planted', 10, 100],
  ] as const;
  const harvest = { stage: 'harvested', weekMs: SUNDAY, value: 9, change: 5 };
  expect(findReport(progress).progress).toEqual(harvest);
  expect(findReport(progress.slice(0, 1)).progress).toMatchObject({ stage: 'silking', value: 100 });
});

it('is empty without figures of the last three weeks', () => {
  expect(findReport([])).toEqual({ rating: null, progress: null });
  expect(findReport(RATINGS, SUNDAY + 3 * WEEK_MS).rating).not.toBeNull();
  expect(findReport(RATINGS, SUNDAY + 3 * WEEK_MS + 1).rating).toBeNull();
});
