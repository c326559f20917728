// Adjusted closes continue from those that an earlier process computed.
import { describe, expect, it, vi } from 'vitest';
import { getDayStartMs } from '../../../app/trading/simulation/calendar';
import {
  type StoredCloses,
  createWeatherDesk,
} from '../../../app/trading/simulation/simulated-weather-desk';
import type { World } from '../../../app/trading/simulation/world';
import { createFakeMarket } from '../../support/fake-market';

const TODAY = 460;
/** Closes read the prices only. */
const world = createFakeMarket({ seed: 'closes' }) as unknown as World;

/** Weather data at the start of a day, with closes of an earlier process. */
const openDesk = (day: number, stored: StoredCloses | null = null) =>
  createWeatherDesk(world, 'simulated', () => getDayStartMs(day), stored);

function computeCloses(day: number): StoredCloses {
  const desk = openDesk(day);
  desk.closes('NG');
  return structuredClone(desk.listComputedCloses());
}

/** Days and closes, which a different first day changes by rounding only. */
const roundCloses = (desk: ReturnType<typeof openDesk>, chain: string) =>
  desk.closes(chain).map(({ dayMs, close }) => [dayMs, Number(close.toPrecision(9))]);

describe('adjusted closes', () => {
  it.each([0, 1, 30])('continue from those of %s days before', (days) => {
    const stored = computeCloses(TODAY - days);
    const getSettlement = vi.spyOn(world.futures, 'getSettlement');
    const continued = openDesk(TODAY, stored);
    for (const chain of ['NG', 'CORN', 'ET-PJM'])
      expect(roundCloses(continued, chain)).toEqual(roundCloses(openDesk(TODAY), chain));
    getSettlement.mockClear();
    openDesk(TODAY, stored).closes('NG');
    expect(getSettlement.mock.calls.length).toBeLessThanOrEqual(days * 28);
    getSettlement.mockRestore();
  });

  it('are computed where the stored ones are of a later day or too old', () => {
    const expected = roundCloses(openDesk(TODAY - 5), 'NG');
    expect(roundCloses(openDesk(TODAY - 5, computeCloses(TODAY)), 'NG')).toEqual(expected);
    const old = { ...computeCloses(TODAY), firstDay: 1, nextDay: 3 };
    expect(roundCloses(openDesk(TODAY - 5, old), 'NG')).toEqual(expected);
  });
});
