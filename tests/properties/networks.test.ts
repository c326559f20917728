// No look-ahead: features stamped before something is known are the same whether or not it comes.
import { describe, expect, it } from 'vitest';
import { WorldPast } from '../../app/server/signals/public-data-view.server';
import { SAMPLERS } from '../../app/programs/train/samplers';
import { PointInTimeView } from '../../app/trading/networks/features/point-in-time-view';
import { rawFeatures } from '../../app/trading/networks/network-spec';
import { NETWORKS } from '../../app/trading/networks/registry';
import { dayStartMs } from '../../app/trading/simulation/calendar';
import type { PlantedWeather } from '../../app/trading/simulation/parts';
import { createWorld } from '../../app/trading/simulation/world';

/**
 * The last day on which nothing of what is planted is known; a cold of forty degrees comes in sight
 * the day after.
 */
const LAST = 300;
const PLANTED: readonly PlantedWeather[] = [
  { kind: 'temperature', center: 'CHI', departureF: -40, firstDay: LAST + 5, days: 6, lead: 4 },
  { kind: 'hurricane', basin: 'gulf', category: 4, landfallDay: LAST + 6, lead: 5 },
];
const BEFORE = [LAST - 40, LAST - 3, LAST, LAST + 1];
const AFTER = [LAST + 4, LAST + 7];

/**
 * The features of all networks and subjects, stamped on some days, from a world that was walked
 * until long after them; and the labels of prices.
 */
function listFeatures(planted: readonly PlantedWeather[]): {
  readonly rows: ReadonlyMap<string, readonly number[]>;
  readonly moves: readonly number[];
} {
  const past = new WorldPast(createWorld({ seed: 'look-ahead', planted }), LAST + 12);
  for (let day = 1; day < LAST + 12; day += 1) past.advance(day);
  const rows = new Map<string, readonly number[]>();
  for (const day of [...BEFORE, ...AFTER]) {
    for (const spec of NETWORKS) {
      const view = new PointInTimeView(past, dayStartMs(day) + SAMPLERS[spec.id].atMs);
      for (const subject of spec.subjects)
        rows.set(`${day}/${spec.id}/${subject}`, [...rawFeatures(spec, view, subject)]);
    }
  }
  return {
    rows,
    moves: Array.from({ length: 8 }, (_, ahead) => past.moveOver('NG', LAST + ahead)),
  };
}

const onDay = (
  rows: ReadonlyMap<string, readonly number[]>,
  day: number,
): readonly (readonly [string, readonly number[]])[] =>
  [...rows].filter(([key]) => key.startsWith(`${day}/`));

describe('features of networks', () => {
  const [calm, struck] = [listFeatures([]), listFeatures(PLANTED)];

  it('are the same before the weather that comes is in sight', () => {
    for (const day of BEFORE) expect(onDay(struck.rows, day)).toEqual(onDay(calm.rows, day));
  });

  it('would have shown it: they differ as soon as it is in sight, and prices with them', () => {
    for (const day of AFTER) expect(onDay(struck.rows, day)).not.toEqual(onDay(calm.rows, day));
    expect(struck.moves).not.toEqual(calm.moves);
  });

  it('are numbers, but for histories that the young world does not have', () => {
    const unknown = [...calm.rows].flatMap(([key, values]) =>
      values.flatMap((value, place) =>
        Number.isFinite(value) ? [] : [`${key.split('/')[1]}/${place}`],
      ),
    );
    const names = [...new Set(unknown)]
      .map((key) => key.split('/'))
      .map(([id, place]) => NETWORKS.find((spec) => spec.id === id)?.features[Number(place)]?.name);
    expect(
      names.filter(
        (name) =>
          !/of 250 days|over that of a year|storage over its norm|a year ago|loss so far|loss at harvest|volatility of|weighted volatility|reported yield|rated good/.test(
            name ?? '',
          ),
      ),
    ).toEqual([]);
  });
});
