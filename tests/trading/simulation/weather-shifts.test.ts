// Small changes of the weather through the market: who answers to which, in which direction, and
// that who does not is not moved at all.
import { describe, expect, it } from 'vitest';
import { CHAINS } from '../../../app/trading/simulation/chains';
import { SHIFTS, type ShiftId } from '../../../app/trading/weather/scenarios';
import {
  SHIFT_READ_DAYS,
  SHIFT_ROWS,
  getExposure,
} from '../../../app/trading/simulation/weather-shifts';
import { ShockPair, shockDay } from '../../../app/trading/simulation/weather-shocks';
import { createWorld } from '../../../app/trading/simulation/world';

const pair = new ShockPair(createWorld, 'a pair of small changes');
const summer = shockDay(7, 10);
const FUTURES = CHAINS.filter(({ isPower }) => !isPower).map(({ id }) => id);
const moved = (
  shift: ShiftId,
  size = 1,
  chains: readonly string[] = [...FUTURES, 'ET-ERCOT'],
): ReadonlyMap<string, number> =>
  new Map(
    [...pair.pathsOf(SHIFT_ROWS[shift], summer, size, chains)].map(([chain, path]) => [
      chain,
      path[SHIFT_READ_DAYS - 1] ?? NaN,
    ]),
  );

describe('who answers to the weather', () => {
  it('is what the market is made of', () => {
    expect(getExposure('CORN')).toEqual({
      degree: ['CHI', 'DSM'],
      inch: ['CHI', 'DSM'],
      wind: [],
      landfall: false,
    });
    expect(getExposure('CL')).toEqual({ degree: [], inch: [], wind: [], landfall: true });
    expect(getExposure('KC').degree).toEqual(['MGB']);
    expect(getExposure('ET-CAISO')).toMatchObject({ inch: [], wind: ['CAL'] });
    expect(getExposure('ET-CAISO').degree).toEqual(expect.arrayContaining(['CAL', 'CHI', 'NYC']));
    expect(() => getExposure('GOLD')).toThrow('no price for GOLD');
  });

  it.each(SHIFTS)('is moved by %s, and nobody else is in the last bit', (shift) => {
    for (const [chain, move] of moved(shift))
      if (getExposure(chain)[shift].length === 0) expect([chain, move]).toEqual([chain, 0]);
  });
});

describe('a small change in summer', () => {
  const degree = moved('degree');

  it('of a degree costs corn and gas, whose buyers pay, and rain gives corn back', () => {
    expect(degree.get('CORN')).toBeGreaterThan(0.002);
    expect(degree.get('NG')).toBeGreaterThan(0.002);
    expect(degree.get('ET-ERCOT')).toBeGreaterThan(0.5);
    expect(moved('inch', 1, ['CORN', 'CT']).get('CORN')).toBeLessThan(-0.005);
  });

  it('of the wind makes power cheaper where it blows', () =>
    expect(moved('wind', 1, ['ET-ERCOT']).get('ET-ERCOT')).toBeLessThan(-0.5));

  it('of no size does nothing at all, and twice as large does about twice as much', () => {
    expect([...moved('degree', 0, ['NG', 'CORN', 'ET-ERCOT']).values()]).toEqual([0, 0, 0]);
    expect((moved('degree', 2, ['NG']).get('NG') ?? NaN) / (degree.get('NG') ?? NaN)).toBeCloseTo(
      2,
      0,
    );
  });
});
