// Intraday moves of a strip in an efficient market: size and timing by cause.
import { describe, expect, it } from 'vitest';
import { getDayStartMs } from '../../../../app/trading/simulation/calendar';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import type { FuturesModel } from '../../../../app/trading/simulation/market-models';
import { createPower } from '../../../../app/trading/simulation/power/power';
import { computeFuelElasticity } from '../../../../app/trading/simulation/power/fuel-factor';
import { createWeather } from '../../../../app/trading/simulation/weather/weather';
import { computeMean } from '../../../../app/trading/statistics/sample';
import { fakeGas, buildPower } from './fakes';

const efficient = { efficient: true } as const;

describe('a day of a strip', () => {
  // A bridge with ends too far apart for its sigma would trend; with ends too close it would
  // revert.
  it('has daily diffusion consistent with its intraday sigma', () => {
    const power = buildPower({ seed: 'strip day', alpha: efficient });
    for (const hub of ['ERCOT', 'PJM']) {
      const squares: number[] = [];
      for (let day = 30; day < 300; day += 1) {
        const { diffusion, sigma } = power.getPath(
          power.listInstruments(`ET-${hub}`, day)[0]!,
          day,
        );
        if (sigma > 0) squares.push((diffusion / sigma) ** 2);
      }
      expect(computeMean(squares)).toBeGreaterThan(0.75);
      expect(computeMean(squares)).toBeLessThan(1.25);
    }
  });

  it('moves only on forecasts on its last day', () => {
    const power = buildPower({ seed: 'strip day', alpha: efficient });
    expect(power.getPath(power.listInstruments('ET-PJM', 42)[0]!, 42)).toMatchObject({
      diffusion: 0,
      sigma: 0,
      volatilityRatio: 1,
    });
  });

  it('jumps with gas in the same minute, in proportion to its fuel', () => {
    const [minute, size] = [777, 0.04];
    const calm = fakeGas(createRandomStreams('strip day'));
    const stepping: FuturesModel = {
      ...calm,
      getPath: (month, day) => ({ ...calm.getPath(month, day), steps: [{ minute, size }] }),
    };
    const createPowerWithGas = (gas: FuturesModel) =>
      createPower(
        { seed: 'strip day', alpha: efficient },
        createRandomStreams('strip day'),
        createWeather({ seed: 'strip day' }, createRandomStreams('strip day')),
        gas,
      );
    const strip = createPowerWithGas(calm).listInstruments('ET-PJM', 100)[1]!;
    const [before, after] = [
      createPowerWithGas(calm).getPath(strip, 100),
      createPowerWithGas(stepping).getPath(strip, 100),
    ];
    const step = after.steps.find((one) => one.minute === minute);
    const fuelMove = computeFuelElasticity(calm.getSettlement(strip, 100)) * size * before.from;
    // Fuel is a third to two thirds of the price; scarcity does not follow gas.
    expect(step?.size).toBeGreaterThan(0.3 * fuelMove);
    expect(step?.size).toBeLessThan(0.7 * fuelMove);
    expect(after.diffusion).toBeCloseTo(before.diffusion - (step?.size ?? 0), 9);
  });

  it('prices the persistence of a ridge beyond the forecast', () => {
    const ridge = {
      kind: 'ridge',
      cells: ['PJM'],
      deviations: 2.5,
      firstDay: 380,
      days: 20,
    } as const;
    const getPrice = (planted: readonly (typeof ridge)[], week: number): number => {
      const power = buildPower({ seed: 'strip day', alpha: efficient, planted });
      return power.getSettlement(power.listInstruments('ET-PJM', 380)[week]!, 380);
    };
    // Deliveries start 18 and 32 days ahead, in February: warmth beyond the forecast lowers prices.
    const [soon, late] = [2, 4].map((week) => getPrice([ridge], week) / getPrice([], week) - 1);
    expect(getDayStartMs(380)).toBe(Date.UTC(2011, 0, 16));
    expect(soon).toBeLessThan(-0.01);
    expect(late).toBeLessThan(0);
    expect(late).toBeGreaterThan(soon ?? 0);
  });
});
