import { describe, expect, it } from 'vitest';
import type { CommodityKey } from '../../../app/trading/domain/commodity';
import { orderPlaybooks } from '../../../app/trading/strategies/playbook-order';
import { listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import { type TopPick, recommendPick } from '../../../app/trading/strategies/recommend';

/** No price rule depends on the date. */
const NOW_MS = Date.UTC(2026, 10, 22);
const pickPlaybooks = (commodity: CommodityKey, quotes: readonly (number | null)[]): TopPick =>
  recommendPick(commodity, quotes, NOW_MS);
const recommendIds = (...input: Parameters<typeof pickPlaybooks>): string =>
  pickPlaybooks(...input)
    .rankings.map(({ strategy }) => strategy)
    .join(' ');
const WIDE = 'VOL_BREAK SPIKE_HUNTER WX_MOMENTUM';
const DEAR = 'WX_MOMENTUM LOAD_FORECAST MEAN_REVERT';
const CALM = 'MEAN_REVERT RENEW_FADE LOAD_FORECAST';
const DEAR_GAS = 'WINTER_DEMAND PIPELINE_CONSTRAINT WEATHER_HEDGE';
const CALM_GAS = 'STORAGE_DRAW CALENDAR_SPREAD BASIS_TRADE';

describe('power', () => {
  it.each([
    ['exactly ten percent apart', [44, 40], CALM],
    ['a cent beyond', [44.01, 40], WIDE],
    ['a cent beyond, the other way round', [40, 44.01], WIDE],
    // in floating point the distance of these two is more than a tenth
    ['ten percent in fractions', [1.1, 1], CALM],
    ['ten percent of cents', [50.05, 45.5], CALM],
    ['an average of exactly 50', [50, 50], CALM],
    ['an average just beyond', [50.01, 50], DEAR],
    ['an average of five', [40, 41, 70, 70, 40], DEAR],
    ['the second pair far apart', [40, 40, 20, 60], CALM],
    ['both below zero and near', [-50, -50.1], CALM],
    ['both below zero and far', [-20, -10], WIDE],
    ['one below zero', [-1, 100], WIDE],
    ['the lower at zero', [0, 3], WIDE],
    ['both at zero', [0, 0], CALM],
  ] as const)('with %s', (_what, quotes, expected) => {
    expect(recommendIds('electricity', quotes)).toBe(expected);
  });

  it.each([[[]], [[60]], [[null, 60]], [[Number.NaN, 60, 80]], [[60, Number.POSITIVE_INFINITY]]])(
    'takes the calm branch and says so when the first two are %j',
    (quotes) => {
      expect(recommendIds('electricity', quotes)).toBe(CALM);
      expect(pickPlaybooks('electricity', quotes).reasoning).toMatch(/not both known/);
    },
  );

  it('states its numbers', () => {
    expect(pickPlaybooks('electricity', [44.01, 40]).reasoning).toBe(
      'The first two quotes, 44.010 and 40.000 $/MWh, are 10.03% apart, more than 10%: wide spreads call for breakouts and spikes.',
    );
    expect(pickPlaybooks('electricity', [0, 3]).reasoning).toContain(
      '3.000 $/MWh apart with the lower one at zero',
    );
    expect(pickPlaybooks('electricity', [60, 62, 64]).reasoning).toContain(
      'are 3.33% apart, no more than 10%. The average of 3 quotes is 62.000 $/MWh, above 50',
    );
    expect(pickPlaybooks('electricity', [30, 31]).reasoning).toContain(
      '30.500 $/MWh, not above 50',
    );
    expect(pickPlaybooks('electricity', [60, 62, null]).reasoning).toContain(
      'The average of 2 quotes is 61.000',
    );
  });
});

describe('gas', () => {
  it.each([
    ['exactly 4', [4], CALM_GAS],
    ['a tenth of a cent beyond', [4.001], DEAR_GAS],
    ['an average of exactly 4', [3.9, 4.1], CALM_GAS],
    ['an average beyond', [3.9, 4.103], DEAR_GAS],
    ['no quote', [], CALM_GAS],
    ['a quote that is missing', [null, Number.NaN], CALM_GAS],
  ] as const)('with %s', (_what, quotes, expected) => {
    expect(recommendIds('natural-gas', quotes)).toBe(expected);
  });

  it('states its numbers, or that quotes are missing', () => {
    expect(pickPlaybooks('natural-gas', [4.25]).reasoning).toBe(
      'The average of the one quote is 4.250 $/MMBtu, above 4: dear gas is a matter of cold and of supply that fails.',
    );
    expect(pickPlaybooks('natural-gas', []).reasoning).toMatch(/^No quote of natural gas is known/);
  });
});

describe('the other commodities', () => {
  it.each([
    'corn',
    'soybeans',
    'wheat',
    'oil',
    'coffee',
    'crude-oil',
    'orange-juice',
    'cotton',
  ] as const)('take the first three of the list of %s', (mode) => {
    const first = orderPlaybooks(listPlaybooks(mode), NOW_MS)
      .slice(0, 3)
      .map(({ id }) => id);
    expect(recommendIds(mode, [421.25])).toBe(first.join(' '));
    const pick = pickPlaybooks(mode, [421.25]);
    expect(pick.strategy).toBe(first[0]);
    expect(pick.reasoning).toContain('421.250');
    expect(pick.rankings.map(({ rank }) => rank)).toEqual([1, 2, 3]);
    expect(pickPlaybooks(mode, []).reasoning).toMatch(/No quote of .* is known/);
  });
});

it('describes each ranked playbook', () => {
  expect(pickPlaybooks('natural-gas', [5]).rankings[2]).toEqual({
    strategy: 'WEATHER_HEDGE',
    rank: 3,
    reasoning:
      'Cold-tail hedge: Owns the cold tail of gas with part of the oil risk sold against it.',
  });
});
