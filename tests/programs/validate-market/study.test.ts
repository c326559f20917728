// What is read from a world is what is in it; no roll is ever taken for a return.
import { describe, expect, it } from 'vitest';
import { studyWorld } from '../../../app/programs/validate-market/world-study';
import { curveSeason } from '../../../app/programs/validate-market/facts/curves';
import { lunchRows } from '../../../app/programs/validate-market/facts/lunch';
import { ruleRows } from '../../../app/programs/validate-market/facts/rules';
import { rerunRows } from '../../../app/programs/validate-market/facts/rerun';
import { stressRows } from '../../../app/programs/validate-market/facts/stress';
import { checkRow } from '../../../app/programs/validate-market/row';
import { studyTwin } from '../../../app/programs/validate-market/twin-study';
import { CHAINS } from '../../../app/programs/validate-market/study';
import type { FuturesPart } from '../../../app/trading/simulation/parts';
import { createChance } from '../../../app/trading/simulation/random-streams';
import { annualVolatilityPercent } from '../../../app/trading/statistics/annual-volatility';
import { computeMean, listPresent } from '../../../app/trading/statistics/sample';
import {
  FAKE_CONTANGO,
  FAKE_SHOCK,
  FAKE_SKILL,
  FAKE_VOLATILITY,
  FAKE_WEATHER_SHARE,
  openFakeWorld,
} from '../../support/fake-world';

const YEARS = 4;
const study = studyWorld(openFakeWorld, { seed: 'study', years: YEARS, closeYears: 3, twins: 2 });

/** Every price drifts by two percent a week: who follows trends finds it. */
const openDrifting: typeof openFakeWorld = (options) => {
  const world = openFakeWorld(options);
  const drift = createChance(options.seed).uniform(1, 1) < 0.5 ? -0.003 : 0.003;
  return {
    ...world,
    futures: {
      ...world.futures,
      settlement: (contract, day) =>
        world.futures.settlement(contract, day) * Math.exp(drift * day),
    },
  };
};

/** Cents that orange juice may move below two dollars. */
const JUICE_LIMIT = 10;

/**
 * Juice that rises by a step on a day of tightness and by nearly as much on the next, on every
 * eighth day; else it falls back, a little at a time, tight once more in between.
 */
function laggingJuice(step: number): FuturesPart {
  const { futures } = openFakeWorld({ seed: 'juice' });
  const price = (day: number): number =>
    120 +
    [0, step, 1.9 * step, 1.5 * step, 1.1 * step, 0.7 * step, 0.4 * step, 0.2 * step][day % 8]!;
  return {
    ...futures,
    settlement: (_, day) => price(day),
    tightness: (_, { day }) => (day % 8 === 1 || day % 8 === 5 ? 1 : 0),
  };
}

describe('a study of a world', () => {
  it('has a return on every business day but the first', () => {
    expect(study.days.length).toBeGreaterThan(YEARS * 250);
    for (const chain of CHAINS)
      expect(listPresent(study.chains.get(chain)?.returns ?? []), chain).toHaveLength(
        study.days.length - 1,
      );
  });

  it('follows one contract to its roll, then the next', () => {
    const gas = study.chains.get('NG');
    // A year of eight percent a month would add 96 points were rolls taken for returns.
    expect(annualVolatilityPercent(listPresent(gas?.returns ?? []))).toBeGreaterThan(
      93 * FAKE_VOLATILITY,
    );
    expect(annualVolatilityPercent(listPresent(gas?.returns ?? []))).toBeLessThan(
      107 * FAKE_VOLATILITY,
    );
    expect(Math.max(...listPresent(gas?.returns ?? []).map(Math.abs))).toBeLessThan(
      FAKE_CONTANGO * 1.2,
    );
  });

  it('reads every month of the curve', () => {
    const gas = study.chains.get('NG');
    const [prices, first] = [
      gas?.curve?.prices ?? new Float64Array(),
      gas?.curve?.firstMonth ?? new Int8Array(),
    ];
    expect(Math.log((prices[1] ?? NaN) / (prices[0] ?? NaN))).toBeCloseTo(FAKE_CONTANGO, 10);
    // On 4 January 2010 the contract of February is held: January's was rolled on 20 December.
    expect(first[0]).toBe(1);
    expect(gas?.curve && curveSeason(gas.curve).every((value) => Math.abs(value) < 1e-6)).toBe(
      true,
    );
    expect([...(gas?.generic.keys() ?? [])]).toEqual([1, 2, 3, 6, 9, 12]);
  });

  it('tells the share of weather and the worth of forecasts', () => {
    const shares = CHAINS.map((chain) => study.twin?.weatherShare.get(chain) ?? NaN);
    expect(computeMean(shares)).toBeCloseTo(FAKE_WEATHER_SHARE, 1);
    // of the second twin alone: the first has the weather of the seed itself
    expect(study.twin?.months.get('NG')?.map((profile) => computeMean(profile))).toEqual([
      expect.closeTo(1, 9),
    ]);
    for (const leak of study.twin?.leaks.values() ?? []) expect(Math.abs(leak)).toBeLessThan(0.13);
    expect(study.forecast?.market).toHaveLength(14);
    for (const skill of study.forecast?.market ?? []) expect(skill).toBeCloseTo(FAKE_SKILL, 1);
    expect(study.forecast?.published).toHaveLength(14);
    expect(computeMean(study.forecast?.published ?? [])).toBeCloseTo(FAKE_SKILL, 1);
  });

  it('takes no move for foretold that a daily limit held back', () => {
    const twin = (step: number) => studyTwin(laggingJuice(step), 800, 800).leaks.get('OJ') ?? NaN;
    expect(twin(JUICE_LIMIT)).toBeLessThan(0);
    expect(twin(0.9 * JUICE_LIMIT)).toBeGreaterThan(0.05);
  });

  it('puts hours into the local day of each hub', () => {
    const texas = study.hubs.get('ERCOT');
    expect(texas?.hours[0]).toBe(18);
    expect(texas?.hours[6]).toBe(0);
    expect([texas?.dates[5], texas?.dates[6]]).toEqual([-1, 0]);
    // those of the second twin too, whose weather is another one
    expect(study.temperatures.get('NYC')?.map(({ length }) => length)).toEqual([
      Math.round(YEARS * 365.25),
      Math.round(YEARS * 365.25),
    ]);
    expect(study.temperatures.get('NYC')?.every((list) => list.every(Number.isFinite))).toBe(true);
    expect(study.temperatures.get('NYC')?.[1]?.[100]).not.toBe(
      study.temperatures.get('NYC')?.[0]?.[100],
    );
  });
});

describe('experiments', () => {
  it('find a second run equal, and see a single value that is not', () => {
    expect(rerunRows(openFakeWorld, 'again')[0]?.simulated).toEqual([0]);
    let opened = 0;
    const [row] = rerunRows(
      (options) => openFakeWorld({ ...options, seed: `${options.seed}${opened++}` }),
      'again',
    );
    expect(row && checkRow(row)).toBe('MISS');
  });

  it('measure a planted shock and that nothing else moves', () => {
    const rows = stressRows(openFakeWorld, 3);
    const vortex = rows.filter(
      ({ fact }) => fact.startsWith('polar vortex') && fact.endsWith(', %'),
    );
    expect(vortex.find(({ market }) => market === 'NG')?.simulated[0]).toBeCloseTo(
      100 * Math.expm1(FAKE_SHOCK),
      8,
    );
    expect(
      vortex.filter(({ market }) => market !== 'NG').map(({ simulated }) => simulated[0]),
    ).toEqual(Array.from({ length: 8 }, () => 0));
    expect(vortex.map(checkRow)).toEqual([
      'ok',
      'ok',
      'MISS',
      'ok',
      'ok',
      'MISS',
      'ok',
      'MISS',
      'ok',
    ]);
  });

  it('grant nobody a free lunch, and see one that is there', () => {
    const plan = { worlds: 24, years: 1 };
    expect(lunchRows(openFakeWorld, plan).map(checkRow)).toEqual(['ok', 'ok', 'ok']);
    expect(lunchRows(openDrifting, plan).map(checkRow)).toEqual(['ok', 'MISS', 'MISS']);
  });

  it('grant no rule an edge, and see one that is there', () => {
    const plan = { worlds: 16, years: 1 };
    const rows = ruleRows(openFakeWorld, plan);
    expect(rows.map(({ fact }) => fact.split(' rule,')[0])).toEqual([
      'momentum',
      'mean reversion',
      'breakout',
      'seasonal',
      'weather anomaly',
    ]);
    expect(rows.map(checkRow)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    const [momentum, , breakout] = ruleRows(openDrifting, plan).map(checkRow);
    expect([momentum, breakout]).toEqual(['MISS', 'MISS']);
  });
});
