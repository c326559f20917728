// Degree days of the last model runs: same days, only complete and published runs.
import { describe, expect, it } from 'vitest';
import { HOUR_MS, DAY_MS } from '../../../app/trading/domain/time';
import { COOLING_CELLS, HEATING_CELLS } from '../../../app/trading/weather/degree-day-outlook';
import { listRecentRuns } from '../../../app/trading/weather/recent-runs';
import { buildArchive, buildRun } from '../../support/weather-archive';

const CELLS = [...new Set([...HEATING_CELLS, ...COOLING_CELLS].map(({ cell }) => cell))];
const FIRST = Date.UTC(2026, 10, 20);
/** Runs every six hours; the run of index `step` forecasts 40 F minus `step` everywhere. */
const buildRuns = (count: number, cells = CELLS) =>
  Array.from({ length: count }, (_, step) =>
    cells.map((cell) => buildRun(cell, FIRST + 6 * step * HOUR_MS, () => 40 - step)),
  ).flat();

describe('the last model runs', () => {
  it('are totals over the days that all of them cover', () => {
    const found = listRecentRuns(buildArchive({ runs: buildRuns(10) }), FIRST + 5 * DAY_MS, 8);
    // Runs 2 (Nov 20 12Z) to 9 (Nov 22 06Z): lead 1 of the newest to lead 14 of the oldest.
    expect(found).toMatchObject({
      fromMs: Date.UTC(2026, 10, 23),
      untilMs: Date.UTC(2026, 11, 4),
      days: 12,
    });
    expect(found?.runs.map(({ issuedMs }) => (issuedMs - FIRST) / (6 * HOUR_MS))).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    for (const [index, { heating, cooling }] of (found?.runs ?? []).entries()) {
      expect(heating).toBeCloseTo(12 * (25 + index + 2), 6);
      expect(cooling).toBe(0);
    }
    expect(found?.regions.map(({ changeF }) => Math.round(1e6 * changeF) / 1e6)).toEqual([
      -1, -1, -1, -1, -1,
    ]);
  });

  it('do not contain a run before its publication', () => {
    const reader = buildArchive({ runs: buildRuns(3) });
    const publishedMs = FIRST + 16 * HOUR_MS;
    const countRuns = (knownMs: number) => listRecentRuns(reader, knownMs, 8)?.runs.length;
    expect([publishedMs - 1, publishedMs].map(countRuns)).toEqual([2, 3]);
    expect(listRecentRuns(reader, FIRST, 8)).toBeNull();
  });

  it('do not contain a run that a weighted cell lacks', () => {
    const runs = [
      ...buildRuns(3),
      ...CELLS.slice(1).map((cell) => buildRun(cell, FIRST + DAY_MS, () => 10)),
    ];
    const found = listRecentRuns(buildArchive({ runs }), FIRST + 3 * DAY_MS, 8);
    expect(found?.runs.at(-1)?.issuedMs).toBe(FIRST + 12 * HOUR_MS);
    expect(found?.regions.every(({ changeF }) => changeF > -1.01)).toBe(true);
  });
});
