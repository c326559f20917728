// Studies of a simulated market with known properties; returns never include rolls.
import { describe, expect, it } from 'vitest';
import type { OpenWorld } from '../../../app/programs/validate-market/open-world';
import { studySimulation } from '../../../app/programs/validate-market/simulation-study';
import { computeCurveSeason } from '../../../app/programs/validate-market/facts/curves';
import {
  buildEfficientMarketRows,
  listTraderSeeds,
  simulateTraders,
} from '../../../app/programs/validate-market/facts/efficient-market';
import {
  buildRuleRows,
  listRuleSeeds,
  simulateRules,
} from '../../../app/programs/validate-market/facts/rules';
import { buildRerunRows } from '../../../app/programs/validate-market/facts/rerun';
import {
  buildStressRows,
  listDates,
  listStressWorlds,
  simulateShocks,
} from '../../../app/programs/validate-market/facts/stress';
import { checkRow } from '../../../app/programs/validate-market/row';
import { studyEfficientPath } from '../../../app/programs/validate-market/efficient-study';
import { CHAINS } from '../../../app/programs/validate-market/chains';
import { DAY_MS } from '../../../app/trading/domain/time';
import type { FuturesModel } from '../../../app/trading/simulation/market-models';
import { getDayStartMs } from '../../../app/trading/simulation/calendar';
import { createRandomStreams } from '../../../app/trading/simulation/random-streams';
import { computeAnnualVolatilityPercent } from '../../../app/trading/statistics/annual-volatility';
import { computeMean, listFinite } from '../../../app/trading/statistics/sample';
import {
  FAKE_CONTANGO,
  FAKE_SHOCK,
  FAKE_SKILL,
  FAKE_VOLATILITY,
  FAKE_WEATHER_SHARE,
  createFakeMarket,
} from '../../support/fake-market';

const YEARS = 4;
const study = studySimulation(createFakeMarket, {
  seed: 'study',
  years: YEARS,
  closeYears: 3,
  efficientPathCount: 2,
});

/** Every price drifts by 2% per week, so that trend rules find it. */
const openDrifting: typeof createFakeMarket = (options) => {
  const world = createFakeMarket(options);
  const drift = createRandomStreams(options.seed).drawUniform(1, 1) < 0.5 ? -0.003 : 0.003;
  return {
    ...world,
    futures: {
      ...world.futures,
      getSettlement: (contract, day) =>
        world.futures.getSettlement(contract, day) * Math.exp(drift * day),
    },
  };
};

/** Daily limit of orange juice below $2.00, cents. */
const JUICE_LIMIT = 10;

/**
 * Orange juice that rises on tight days and again on the next, every eight days, and falls back in
 * between.
 */
function createLaggingJuice(step: number): FuturesModel {
  const { futures } = createFakeMarket({ seed: 'juice' });
  const computePrice = (day: number): number =>
    120 +
    [0, step, 1.9 * step, 1.5 * step, 1.1 * step, 0.7 * step, 0.4 * step, 0.2 * step][day % 8]!;
  return {
    ...futures,
    getSettlement: (_, day) => computePrice(day),
    getLock: (_, day) => {
      const change = computePrice(day) - computePrice(day - 1);
      return Math.abs(change) < JUICE_LIMIT ? 0 : change > 0 ? 1 : -1;
    },
    getTightness: (_, { day }) => (day % 8 === 1 || day % 8 === 5 ? 1 : 0),
  };
}

describe('simulated market study', () => {
  it('has a return on every business day after the first', () => {
    expect(study.days.length).toBeGreaterThan(YEARS * 250);
    for (const chain of CHAINS)
      expect(listFinite(study.chains.get(chain)?.returns ?? []), chain).toHaveLength(
        study.days.length - 1,
      );
  });

  it('follows one contract to its roll, then the next', () => {
    const gas = study.chains.get('NG');
    // A year of eight percent a month would add 96 points were rolls taken for returns.
    expect(computeAnnualVolatilityPercent(listFinite(gas?.returns ?? []))).toBeGreaterThan(
      93 * FAKE_VOLATILITY,
    );
    expect(computeAnnualVolatilityPercent(listFinite(gas?.returns ?? []))).toBeLessThan(
      107 * FAKE_VOLATILITY,
    );
    expect(Math.max(...listFinite(gas?.returns ?? []).map(Math.abs))).toBeLessThan(
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
    expect(
      gas?.curve && computeCurveSeason(gas.curve).every((value) => Math.abs(value) < 1e-6),
    ).toBe(true);
    expect([...(gas?.generic.keys() ?? [])]).toEqual([1, 2, 3, 6, 9, 12]);
  });

  it('measures the weather fraction and forecast skill', () => {
    const shares = CHAINS.map((chain) => study.efficient?.weatherShare.get(chain) ?? NaN);
    expect(computeMean(shares)).toBeCloseTo(FAKE_WEATHER_SHARE, 1);
    // of the second twin alone: the first has the weather of the seed itself
    expect(study.efficient?.months.get('NG')?.map((profile) => computeMean(profile))).toEqual([
      expect.closeTo(1, 9),
    ]);
    for (const leak of study.efficient?.leaks.values() ?? [])
      expect(Math.abs(leak)).toBeLessThan(0.13);
    expect(study.forecast?.market).toHaveLength(14);
    for (const skill of study.forecast?.market ?? []) expect(skill).toBeCloseTo(FAKE_SKILL, 1);
    expect(study.forecast?.published).toHaveLength(14);
    expect(computeMean(study.forecast?.published ?? [])).toBeCloseTo(FAKE_SKILL, 1);
  });

  it('ignores moves after limit-up and limit-down closes', () => {
    const getLeak = (step: number) =>
      studyEfficientPath(createLaggingJuice(step), 800, 800).leaks.get('OJ') ?? NaN;
    expect(getLeak(JUICE_LIMIT)).toBeLessThan(0);
    expect(getLeak(0.9 * JUICE_LIMIT)).toBeGreaterThan(0.05);
  });

  it('assigns hours to the local day of each hub', () => {
    const texas = study.hubs.get('ERCOT');
    expect(texas?.hours[0]).toBe(18);
    expect(texas?.hours[6]).toBe(0);
    const epochDay = Date.UTC(2010, 0, 1) / DAY_MS;
    expect([texas?.dates[5], texas?.dates[6]]).toEqual([epochDay - 1, epochDay]);
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
  it('find equal runs equal, and detect a difference', () => {
    expect(buildRerunRows(createFakeMarket, 'again')[0]?.simulated).toEqual([0]);
    let opened = 0;
    const [row] = buildRerunRows(
      (options) => createFakeMarket({ ...options, seed: `${options.seed}${opened++}` }),
      'again',
    );
    expect(row && checkRow(row)).toBe('MISS');
  });

  it('measure a planted shock and no other moves', () => {
    const plan = { everyDays: 10, years: 1, worldsPerSeed: 1 };
    const worlds = listStressWorlds(['1', '2', '3'], plan).map((request) =>
      simulateShocks(createFakeMarket, request),
    );
    const rows = buildStressRows(worlds, plan);
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

  it('plant shocks throughout their month, years in turn', () => {
    const formatDay = (day: number) => new Date(getDayStartMs(day)).toISOString().slice(0, 10);
    const january = listDates({ month: 1 }, { everyDays: 2, years: 2 }).map(formatDay);
    expect(january).toHaveLength(16);
    expect(january.slice(0, 3)).toEqual(['2011-01-01', '2012-01-03', '2011-01-05']);
    expect(january.at(-1)).toBe('2012-01-31');
    expect(listDates({ month: 9 }, { everyDays: 7, years: 1 }).map(formatDay)).toEqual(
      ['01', '08', '15', '22', '29'].map((day) => `2010-09-${day}`),
    );
  });

  it('find no profit on an efficient market, and detect a planted one', () => {
    const plan = { worlds: 24, years: 1 };
    const simulateAll = (open: OpenWorld) =>
      listTraderSeeds(plan).map((seed) => simulateTraders(open, { seed, years: plan.years }));
    expect(buildEfficientMarketRows(simulateAll(createFakeMarket)).map(checkRow)).toEqual([
      'ok',
      'ok',
      'ok',
    ]);
    expect(buildEfficientMarketRows(simulateAll(openDrifting)).map(checkRow)).toEqual([
      'ok',
      'MISS',
      'MISS',
    ]);
  });

  it('find no edge of a strategy, and detect a planted one', () => {
    const plan = { worlds: 16, years: 1 };
    const simulateAll = (open: OpenWorld) =>
      listRuleSeeds(plan).map((seed) => simulateRules(open, { seed, years: plan.years }));
    const rows = buildRuleRows(simulateAll(createFakeMarket));
    expect(rows.map(({ fact }) => fact.split(' rule,')[0])).toEqual([
      'momentum',
      'mean reversion',
      'breakout',
      'seasonal',
      'weather anomaly',
    ]);
    expect(rows.map(checkRow)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    const [momentum, , breakout] = buildRuleRows(simulateAll(openDrifting)).map(checkRow);
    expect([momentum, breakout]).toEqual(['MISS', 'MISS']);
  });
});
