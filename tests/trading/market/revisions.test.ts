// How large a revision is beside the usual: the same figure however one came to ask, and with a
// cell that lags.
import { describe, expect, it } from 'vitest';
import { CYCLES_PER_DAY, type PublicKnowledge } from '../../../app/trading/market/inputs/knowledge';
import { scaledRevision } from '../../../app/trading/market/inputs/revisions';
import { seededRandom } from '../../../app/trading/random';
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
  ofDay: ({ meanF }) => meanF,
};
const random = seededRandom('revisions');

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

/**
 * A desk that has heard of the runs up to a place, of Chicago's so many fewer; its objects are its
 * own.
 */
function findDesk(): (place: number, lag?: number) => PublicKnowledge {
  const runs = new Map<string, ForecastRun>();
  const run = (cell: MarketCell, place: number): ForecastRun | null => {
    if (place < 0) return null;
    const made = runs.get(`${cell} ${place}`) ?? buildRun(cell, place);
    runs.set(`${cell} ${place}`, made);
    return made;
  };
  return (place, lag = 0) =>
    ({
      knownMs: START_MS + place * CYCLE_MS + 1,
      run: (cell: MarketCell, back: number) => run(cell, place - back - (cell === 'CHI' ? lag : 0)),
    }) as unknown as PublicKnowledge;
}

const asked = (known: PublicKnowledge): number | undefined =>
  scaledRevision(flow, [0, LEADS], known)?.value;
const LAST = 90 * CYCLES_PER_DAY;

describe('a revision beside the usual one', () => {
  it('is the same to the bit for who asked every day and for who asks for the first time', () => {
    const daily = findDesk();
    for (let place = 61 * CYCLES_PER_DAY; place < LAST; place += CYCLES_PER_DAY)
      expect(asked(daily(place))).toBeTypeOf('number');
    expect(asked(daily(LAST))).toBe(asked(findDesk()(LAST)));
  });

  it('is not led astray by a day on which one cell lagged', () => {
    const lagged = findDesk();
    expect(asked(lagged(LAST - CYCLES_PER_DAY, 1))).not.toBe(
      asked(findDesk()(LAST - CYCLES_PER_DAY)),
    );
    expect(asked(lagged(LAST))).toBe(asked(findDesk()(LAST)));
  });
});
