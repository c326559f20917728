// How a strip moves within the day of an efficient market: as far as its parts say, each part in
// its minute, nothing known before.
import { describe, expect, it } from 'vitest';
import { dayStartMs } from '../../../../app/trading/simulation/calendar';
import { createChance } from '../../../../app/trading/simulation/random-streams';
import type { FuturesPart } from '../../../../app/trading/simulation/parts';
import { createPower } from '../../../../app/trading/simulation/power/power';
import { fuelElasticity } from '../../../../app/trading/simulation/power/stack';
import { createWeather } from '../../../../app/trading/simulation/weather/weather';
import { computeMean } from '../../../../app/trading/statistics/sample';
import { fakeGas, buildPower } from './fakes';

const efficient = { efficient: true } as const;

describe('a day of a strip', () => {
  // a bridge whose ends lie farther apart than its noise trends from hour to hour, one whose ends
  // lie nearer turns back
  it('diffuses as far from midnight to midnight as its noise within it', () => {
    const power = buildPower({ seed: 'strip day', alpha: efficient });
    for (const hub of ['ERCOT', 'PJM']) {
      const squares: number[] = [];
      for (let day = 30; day < 300; day += 1) {
        const { diffusion, sigma } = power.path(power.listed(`ET-${hub}`, day)[0]!, day);
        if (sigma > 0) squares.push((diffusion / sigma) ** 2);
      }
      expect(computeMean(squares)).toBeGreaterThan(0.75);
      expect(computeMean(squares)).toBeLessThan(1.25);
    }
  });

  it('stands still but for forecasts once nothing of its plants and its fuel is to come', () => {
    const power = buildPower({ seed: 'strip day', alpha: efficient });
    expect(power.path(power.listed('ET-PJM', 42)[0]!, 42)).toMatchObject({
      diffusion: 0,
      sigma: 0,
      unrest: 1,
    });
  });

  it('takes a step of gas in the minute of the step, by the fuel that it burns', () => {
    const [minute, size] = [777, 0.04];
    const calm = fakeGas(createChance('strip day'));
    const stepping: FuturesPart = {
      ...calm,
      path: (month, day) => ({ ...calm.path(month, day), steps: [{ minute, size }] }),
    };
    const powerBy = (gas: FuturesPart) =>
      createPower(
        { seed: 'strip day', alpha: efficient },
        createChance('strip day'),
        createWeather({ seed: 'strip day' }, createChance('strip day')),
        gas,
      );
    const strip = powerBy(calm).listed('ET-PJM', 100)[1]!;
    const [before, after] = [powerBy(calm).path(strip, 100), powerBy(stepping).path(strip, 100)];
    const step = after.steps.find((one) => one.minute === minute);
    const usual = fuelElasticity(calm.settlement(strip, 100)) * size * before.from;
    expect(step?.size).toBeGreaterThan(0.5 * usual);
    expect(step?.size).toBeLessThan(1.05 * usual);
    expect(after.diffusion).toBeCloseTo(before.diffusion - (step?.size ?? 0), 9);
  });

  it('knows beyond the forecast what a ridge foretells, so that nobody sees the farthest days come in', () => {
    const ridge = {
      kind: 'ridge',
      cells: ['PJM'],
      deviations: 2.5,
      firstDay: 380,
      days: 20,
    } as const;
    const price = (planted: readonly (typeof ridge)[], week: number): number => {
      const power = buildPower({ seed: 'strip day', alpha: efficient, planted });
      return power.settlement(power.listed('ET-PJM', 380)[week]!, 380);
    };
    // deliveries begin 18 and 32 days ahead, in February: warmth for longer than anybody forecasts
    // is cheap
    const [soon, late] = [2, 4].map((week) => price([ridge], week) / price([], week) - 1);
    expect(dayStartMs(380)).toBe(Date.UTC(2011, 0, 16));
    expect(soon).toBeLessThan(-0.01);
    expect(late).toBeLessThan(0);
    expect(late).toBeGreaterThan(soon ?? 0);
  });
});
