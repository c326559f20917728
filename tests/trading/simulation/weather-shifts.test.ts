// Weather sensitivities: exposure and direction by chain, and no effect without exposure.
import { describe, expect, it } from 'vitest';
import { CHAINS } from '../../../app/trading/simulation/chains';
import { SHIFTS, type ShiftId } from '../../../app/trading/weather/scenarios';
import {
  SHIFT_READ_DAYS,
  SHIFT_ROWS,
  getExposure,
} from '../../../app/trading/simulation/weather-shifts';
import { PairedMarkets } from '../../../app/trading/simulation/paired-markets';
import { findShockDay } from '../../../app/trading/simulation/weather-shocks';
import { createWorld } from '../../../app/trading/simulation/world';

const pair = new PairedMarkets(createWorld, 'a pair of small changes');
const summerDay = findShockDay(7, 10);
const FUTURES = CHAINS.filter(({ isPower }) => !isPower).map(({ id }) => id);
const computeMoves = (
  shift: ShiftId,
  size = 1,
  chains: readonly string[] = [...FUTURES, 'ET-ERCOT'],
): ReadonlyMap<string, number> =>
  new Map(
    [...pair.computeImpacts(SHIFT_ROWS[shift], summerDay, size, chains)].map(([chain, path]) => [
      chain,
      path[SHIFT_READ_DAYS - 1] ?? NaN,
    ]),
  );

describe('weather exposure', () => {
  it('follows from the market model', () => {
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

  it.each(SHIFTS)('limits the effect of %s to exposed chains, to the last bit', (shift) => {
    for (const [chain, move] of computeMoves(shift))
      if (getExposure(chain)[shift].length === 0) expect([chain, move]).toEqual([chain, 0]);
  });
});

describe('a small weather change in summer', () => {
  const degree = computeMoves('degree');

  it('raises corn, gas and power with heat, and lowers corn with rain', () => {
    expect(degree.get('CORN')).toBeGreaterThan(0.002);
    expect(degree.get('NG')).toBeGreaterThan(0.002);
    expect(degree.get('ET-ERCOT')).toBeGreaterThan(0.5);
    expect(computeMoves('inch', 1, ['CORN', 'CT']).get('CORN')).toBeLessThan(-0.005);
  });

  it('lowers power prices with wind', () =>
    expect(computeMoves('wind', 1, ['ET-ERCOT']).get('ET-ERCOT')).toBeLessThan(-0.5));

  it('has no effect at size 0 and about twice the effect at size 2', () => {
    expect([...computeMoves('degree', 0, ['NG', 'CORN', 'ET-ERCOT']).values()]).toEqual([0, 0, 0]);
    expect(
      (computeMoves('degree', 2, ['NG']).get('NG') ?? NaN) / (degree.get('NG') ?? NaN),
    ).toBeCloseTo(2, 0);
  });
});
