// No look-ahead: features before an event is published do not depend on it.
import { describe, expect, it } from 'vitest';
import { PublicDataView } from '../../app/server/signals/public-data-view.server';
import { SAMPLERS } from '../../app/programs/train/samplers';
import { PointInTimeView } from '../../app/trading/networks/features/point-in-time-view';
import { computeRawFeatures } from '../../app/trading/networks/network-spec';
import { NETWORKS } from '../../app/trading/networks/registry';
import { getDayStartMs } from '../../app/trading/simulation/calendar';
import type { PlantedWeather } from '../../app/trading/simulation/market-models';
import { createWorld } from '../../app/trading/simulation/world';

/** The last day before the planted event, a cold spell of forty degrees, is forecast. */
const LAST = 300;
const PLANTED: readonly PlantedWeather[] = [
  { kind: 'temperature', center: 'CHI', departureF: -40, firstDay: LAST + 5, days: 6, lead: 4 },
  { kind: 'hurricane', basin: 'gulf', category: 4, landfallDay: LAST + 6, lead: 5 },
];
const BEFORE = [LAST - 40, LAST - 3, LAST, LAST + 1];
const AFTER = [LAST + 4, LAST + 7];

/**
 * Features of all networks and subjects on some days, from a simulated path that runs well beyond
 * them, and the price labels.
 */
function listFeatures(planted: readonly PlantedWeather[]): {
  readonly rows: ReadonlyMap<string, readonly number[]>;
  readonly moves: readonly number[];
} {
  const past = new PublicDataView(createWorld({ seed: 'look-ahead', planted }), LAST + 12);
  for (let day = 1; day < LAST + 12; day += 1) past.addDay(day);
  const rows = new Map<string, readonly number[]>();
  for (const day of [...BEFORE, ...AFTER]) {
    for (const spec of NETWORKS) {
      const view = new PointInTimeView(past, getDayStartMs(day) + SAMPLERS[spec.id].atMs);
      for (const subject of spec.subjects)
        rows.set(`${day}/${spec.id}/${subject}`, [...computeRawFeatures(spec, view, subject)]);
    }
  }
  return { rows, moves: Array.from({ length: 8 }, (_, ahead) => past.getMove('NG', LAST + ahead)) };
}

const onDay = (
  rows: ReadonlyMap<string, readonly number[]>,
  day: number,
): readonly (readonly [string, readonly number[]])[] =>
  [...rows].filter(([key]) => key.startsWith(`${day}/`));

describe('network features', () => {
  const [calm, struck] = [listFeatures([]), listFeatures(PLANTED)];

  it('do not change before planted weather is forecast', () => {
    for (const day of BEFORE) expect(onDay(struck.rows, day)).toEqual(onDay(calm.rows, day));
  });

  it('change, with prices, as soon as planted weather is forecast', () => {
    for (const day of AFTER) expect(onDay(struck.rows, day)).not.toEqual(onDay(calm.rows, day));
    expect(struck.moves).not.toEqual(calm.moves);
  });

  it('are finite, except where history is too short', () => {
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
