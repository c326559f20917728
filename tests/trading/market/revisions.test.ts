// Scaled revisions do not depend on the query history or on a lagging cell.
import { describe, expect, it } from 'vitest';
import { CYCLES_PER_DAY, type PublicData } from '../../../app/trading/market/inputs/public-data';
import { computeScaledRevision } from '../../../app/trading/market/inputs/revisions';
import { createSeededRandom } from '../../../app/trading/random';
import type { ForecastDay, ForecastRun } from '../../../app/trading/weather/bulletin';
import type { MarketCell } from '../../../app/trading/weather/cell';
import type { Flow } from '../../../app/trading/weather/impact';
import { DAY_MS } from '../../../app/trading/domain/time';

const CYCLE_MS = DAY_MS / CYCLES_PER_DAY;
const START_MS = Date.UTC(2024, 0, 1);
const LEADS = 5;
const flow: Flow = {
  id: 'warmth',
  unit: 'deg F',
  description: 'warmth',
  cells: ['NYC', 'CHI'],
  computeDay: ({ meanF }) => meanF,
};
const random = createSeededRandom('revisions');

function buildRun(cell: MarketCell, place: number): ForecastRun {
  const issuedMs = START_MS + place * CYCLE_MS;
  const from = Math.floor(issuedMs / DAY_MS) * DAY_MS;
  const days = Array.from(
    { length: LEADS + 1 },
    (_, lead) =>
      ({
        dayMs: from + lead * DAY_MS,
        lead,
        meanF: 100 * random.uniform(`${cell} ${place}`, lead),
      }) as ForecastDay,
  );
  return { cell, issuedMs, publishedMs: issuedMs + 1, days };
}

/** Public data with the runs up to an index, fewer for Chicago, as separate objects. */
function createPublicData(): (place: number, lag?: number) => PublicData {
  const runs = new Map<string, ForecastRun>();
  const run = (cell: MarketCell, place: number): ForecastRun | null => {
    if (place < 0) return null;
    const found = runs.get(`${cell} ${place}`) ?? buildRun(cell, place);
    runs.set(`${cell} ${place}`, found);
    return found;
  };
  return (place, lag = 0) =>
    ({
      knownMs: START_MS + place * CYCLE_MS + 1,
      findRun: (cell: MarketCell, back: number) =>
        run(cell, place - back - (cell === 'CHI' ? lag : 0)),
    }) as unknown as PublicData;
}

const getScaledRevision = (data: PublicData): number | undefined =>
  computeScaledRevision(flow, [0, LEADS], data)?.value;
const LAST = 90 * CYCLES_PER_DAY;

describe('a scaled revision', () => {
  it('is bit-identical with and without cached history', () => {
    const daily = createPublicData();
    for (let place = 61 * CYCLES_PER_DAY; place < LAST; place += CYCLES_PER_DAY)
      expect(getScaledRevision(daily(place))).toBeTypeOf('number');
    expect(getScaledRevision(daily(LAST))).toBe(getScaledRevision(createPublicData()(LAST)));
  });

  it('is correct on a day with a lagging cell', () => {
    const lagged = createPublicData();
    expect(getScaledRevision(lagged(LAST - CYCLES_PER_DAY, 1))).not.toBe(
      getScaledRevision(createPublicData()(LAST - CYCLES_PER_DAY)),
    );
    expect(getScaledRevision(lagged(LAST))).toBe(getScaledRevision(createPublicData()(LAST)));
  });
});
