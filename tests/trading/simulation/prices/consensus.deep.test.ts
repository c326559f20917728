// The public consensus and the premia: sizes, zero in efficient markets, and no other effect.
import { describe, expect, it } from 'vitest';
import { listBudgetRows } from '../../../../app/programs/evaluate/networks/budget';
import { studyEfficientPath } from '../../../../app/programs/validate-market/efficient-study';
import { createRandomStreams } from '../../../../app/trading/simulation/random-streams';
import type {
  FuturesModel,
  PredictableModel,
  WeatherModel,
} from '../../../../app/trading/simulation/market-models';
import { ALPHA, type Alpha, EFFICIENT } from '../../../../app/trading/simulation/prices/alpha';
import { CLIMATOLOGY } from '../../../../app/trading/simulation/prices/climatology.generated';
import { createFuturesFromClimatology } from '../../../../app/trading/simulation/prices/futures';
import {
  computeInattention,
  computeLargeRevisionRatio,
  sumMissingNews,
} from '../../../../app/trading/simulation/prices/news-absorption';
import {
  computePowerPremium,
  computeSeasonPremium,
} from '../../../../app/trading/simulation/prices/premia';
import { createConsensusOutlook } from '../../../../app/trading/simulation/weather/consensus-outlook';
import { createWeather } from '../../../../app/trading/simulation/weather/weather';
import { computePublicBiasF } from '../../../../app/trading/simulation/weather/public-bias';

const SEED = 'consensus';
const weather: WeatherModel = createWeather({ seed: SEED }, createRandomStreams(SEED));
const openFutures = (parts: Partial<Alpha>): FuturesModel & PredictableModel =>
  createFuturesFromClimatology(CLIMATOLOGY, { seed: SEED }, createRandomStreams(SEED), weather, {
    ...EFFICIENT,
    ...parts,
  });
const efficient = openFutures({});

/** Log price before limits less that of the efficient market, and the predicted change of it. */
function compareWithEfficient(
  parts: Partial<Alpha>,
  chain: string,
  days: readonly number[],
): readonly { readonly change: number; readonly predicted: number }[] {
  const futures = openFutures(parts);
  return days.map((day) => {
    const [, month] = futures.listInstruments(chain, day);
    if (!month) throw new Error(`${chain} lists two months`);
    const getGap = (at: number): number =>
      futures.getPath(month, at).from - efficient.getPath(month, at).from;
    const { news, bias, reports, premium, trend, noise } = futures.getPredictableMove(month, day);
    return {
      change: getGap(day + 1) - getGap(day),
      predicted: news + bias + reports + premium + trend + noise,
    };
  });
}

/** Slope of the change on its prediction, and the slope's standard error. */
function fitSlope(rows: ReturnType<typeof compareWithEfficient>): {
  readonly slope: number;
  readonly error: number;
} {
  const squares = rows.reduce((sum, { predicted }) => sum + predicted ** 2, 0);
  const slope = rows.reduce((sum, { predicted, change }) => sum + predicted * change, 0) / squares;
  const rest = rows.reduce(
    (sum, { predicted, change }) => sum + (change - slope * predicted) ** 2,
    0,
  );
  return { slope, error: Math.sqrt(rest / rows.length / squares) };
}

const listDays = (from: number, until: number, step: number): readonly number[] =>
  Array.from({ length: Math.floor((until - from) / step) }, (_, index) => from + step * index);

describe('the budget', () => {
  it('is zero in every part of an efficient market', () => {
    const { energy, crops, power, storage, report, noise, drift, powerPremium } = EFFICIENT;
    for (const { lag, carry } of [energy, crops, power, storage, report])
      expect([lag, carry]).toEqual([0, 0]);
    expect([noise.deep.ratio, noise.power.ratio, drift.sdPerYear]).toEqual([0, 0, 0]);
    expect(noise.thin).toEqual({});
    expect([EFFICIENT.biasFraction, EFFICIENT.carryPremium]).toEqual([0, 0]);
    expect([EFFICIENT.basisMomentumPremium, EFFICIENT.seasonPremia]).toEqual([0, []]);
    expect([EFFICIENT.inattentionRatio, EFFICIENT.largeRevisions.excess]).toEqual([1, 0]);
    expect(powerPremium).toEqual({ seasons: [], elsewhere: 0 });
    expect(computeSeasonPremium(EFFICIENT, 'CORN', 100, 400)).toBe(0);
    expect(computePowerPremium(powerPremium, 200, 56)).toBe(0);
  });

  it('has a size and a source in every row', () => {
    const rows = listBudgetRows();
    expect(rows.length).toBeGreaterThanOrEqual(18);
    for (const { what, leaves, source } of rows) {
      expect(what).not.toBe('');
      expect(leaves).toMatch(/\d/);
      expect(source).toMatch(/\w/);
    }
    expect(new Set(rows.map(({ what }) => what)).size).toBe(rows.length);
  });
});

describe('missing news', () => {
  it('has a mean over the week that is independent of inattention', () => {
    const attended = computeInattention(1.7, true);
    const unattended = computeInattention(1.7, false);
    expect(unattended / attended).toBeCloseTo(1.7, 12);
    expect((10 * attended + 18 * unattended) / 28).toBeCloseTo(1, 12);
  });

  it('is larger of large revisions, up to a bound', () => {
    const getRatio = (deviations: number) =>
      computeLargeRevisionRatio(ALPHA.largeRevisions, deviations);
    expect([0, 1.9, -2].map(getRatio)).toEqual([1, 1, 1]);
    expect(getRatio(2.5)).toBeCloseTo(1.25, 12);
    expect([3, -8].map(getRatio)).toEqual([1.5, 1.5]);
  });

  it('sums the runs of business days and of weekends', () => {
    const parts = { inattentionRatio: 1.7, largeRevisions: ALPHA.largeRevisions };
    const getNews = (cycles: number) => [0, 1, 1, 3, 3][cycles] ?? NaN;
    // Day 3 is a Monday, day 1 a Saturday.
    const [attended, unattended] = [computeInattention(1.7, true), computeInattention(1.7, false)];
    expect(sumMissingNews(parts, 0.2, 3, 4, getNews, null)).toBeCloseTo(
      0.2 * (unattended + 2 * attended),
      12,
    );
    expect(sumMissingNews(parts, 0.2, 3, 1, getNews, null)).toBeCloseTo(0.2 * unattended, 12);
    expect(sumMissingNews(parts, 0.2, 1, 4, getNews, null)).toBeCloseTo(0.6 * unattended, 12);
    expect(sumMissingNews(parts, 0.2, 3, 4, getNews, 0.5)).toBeCloseTo(
      1.5 * 0.2 * (unattended + 2 * attended),
      12,
    );
  });
});

describe('premia', () => {
  it.each(ALPHA.seasonPremia)('of $chain sum to their size over a season', (premium) => {
    const getLog = (day: number, endDay: number) =>
      computeSeasonPremium(ALPHA, premium.chain, day, endDay);
    const [before, after] = [premium.centerDay + 365 - 150, premium.centerDay + 365 + 150];
    expect(getLog(before, after)).toBeCloseTo(premium.size, 6);
    expect(getLog(after, after)).toBe(0);
    let sum = 0;
    for (let day = before; day < after; day += 1)
      sum += getLog(day + 1, after) - getLog(day, after);
    expect(sum).toBeCloseTo(-premium.size, 6);
    expect(getLog(after, after + 60)).toBeCloseTo(0, 4);
  });

  it('of power are largest in summer and zero at delivery', () => {
    const getPremium = (day: number, lead: number) =>
      computePowerPremium(ALPHA.powerPremium, day, lead);
    expect(getPremium(205, 56)).toBeCloseTo(0.03, 4);
    expect(getPremium(20, 56)).toBeCloseTo(0.02, 4);
    expect(getPremium(110, 56)).toBeLessThan(0);
    for (const day of [20, 110, 205]) expect(getPremium(day, 0)).toBeCloseTo(0, 12);
  });

  it('are in the price, and their change is the predicted one', () => {
    const days = listDays(500, 560, 5);
    for (const { change, predicted } of compareWithEfficient(
      { seasonPremia: ALPHA.seasonPremia },
      'CORN',
      days,
    )) {
      expect(predicted).toBeLessThan(-1e-5);
      expect(change).toBeCloseTo(predicted, 12);
    }
  });
});

describe('the public consensus', () => {
  it('shifts temperatures by a part of the public bias, and not at the last lead', () => {
    const outlook = weather.getOutlook({ day: 300, cycles: 0 });
    const consensus = createConsensusOutlook(outlook, 0.5);
    const regime = { ridge: outlook.getRidge(2, 3), nino: outlook.nino };
    const shift = 0.5 * computePublicBiasF('CHI', 303, regime);
    expect(Math.abs(shift)).toBeGreaterThan(0.01);
    expect(consensus.meanF(2, 3) - outlook.meanF(2, 3)).toBeCloseTo(shift, 12);
    expect(consensus.meanF(2, 14)).toBe(outlook.meanF(2, 14));
    const getMean = ({ expectedAboveF, expectedBelowF }: typeof consensus): number =>
      60 + expectedAboveF(2, 3, 60) - expectedBelowF(2, 3, 60);
    const trueMean = 60 + outlook.expectedAboveF(2, 3, 60) - outlook.expectedBelowF(2, 3, 60);
    expect(getMean(consensus) - trueMean).toBeCloseTo(shift, 4);
    expect(createConsensusOutlook(outlook, 0.5, 1).meanF(2, 0)).toBe(outlook.meanF(2, 0));
  });

  it('leaves forecasts and their revisions as they are', () => {
    const futures = openFutures(ALPHA);
    for (const day of listDays(200, 600, 40))
      for (const cycles of [0, 2])
        for (const chain of ['NG', 'CORN', 'OJ'])
          expect(futures.getTightness(chain, { day, cycles })).toBe(
            efficient.getTightness(chain, { day, cycles }),
          );
  });

  it.each([
    { part: 'bias', parts: { biasFraction: 0.5 }, chain: 'CORN', from: 500, days: 100 },
    { part: 'bias', parts: { biasFraction: 0.5 }, chain: 'NG', from: 700, days: 400 },
    {
      part: 'missing news',
      parts: { isEfficient: false, energy: ALPHA.energy, inattentionRatio: 1.7 },
      chain: 'NG',
      from: 700,
      days: 100,
    },
  ])('corrects its $part in $chain as predicted', ({ parts, chain, from, days }) => {
    const { slope, error } = fitSlope(
      compareWithEfficient(parts, chain, listDays(from, from + days, 1)),
    );
    expect(error).toBeLessThan(0.4);
    expect(Math.abs(slope - 1)).toBeLessThan(3 * error);
  });
});

describe('the efficient study', () => {
  const DAYS = 1500;
  /** Four standard errors of a correlation over the business days. */
  const NOISE = 4 / Math.sqrt((DAYS * 5) / 7);

  it('finds nothing in an efficient market', () => {
    const { leaks, newsLeaks } = studyEfficientPath(openFutures({}), DAYS, DAYS);
    for (const leak of [...leaks.values(), ...newsLeaks.values()])
      expect(Math.abs(leak)).toBeLessThan(NOISE);
  });

  it('fails on a price that misses news, and on one with an oracle', () => {
    const slow = openFutures({ isEfficient: false, energy: { lag: 0.7, carry: 0.7 } });
    expect(studyEfficientPath(slow, DAYS, DAYS).newsLeaks.get('NG')).toBeGreaterThan(NOISE);
    // Prices of an efficient market that leave out half of the day's true news until the next day.
    const getNews = (day: number): number =>
      efficient.getTightness('NG', { day, cycles: 0 }) -
      efficient.getTightness('NG', { day: Math.max(0, day - 1), cycles: 0 });
    const biased: FuturesModel = {
      listInstruments: (chain, day) => efficient.listInstruments(chain, day),
      getPath: (month, day) => efficient.getPath(month, day),
      getSettlement: (month, day) =>
        efficient.getSettlement(month, day) * Math.exp(-0.5 * getNews(day)),
      getLock: (month, day) => efficient.getLock(month, day),
      getTightness: (chain, asOf) => efficient.getTightness(chain, asOf),
      getScarcity: (chain, asOf) => efficient.getScarcity(chain, asOf),
      forget: () => undefined,
    };
    expect(studyEfficientPath(biased, DAYS, DAYS).newsLeaks.get('NG')).toBeGreaterThan(NOISE);
  });
});
