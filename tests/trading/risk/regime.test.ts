// Market regimes: median spread, and vetoes on entries.
import { describe, expect, test } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import type { MarketRegime } from '../../../app/trading/domain/market-snapshot';
import { type Coast, hasLandfall } from '../../../app/trading/market/inputs/landfall';
import {
  COASTS_BY_COMMODITY,
  SPREAD_COUNT_MAX,
  computeMedianSpread,
  findEntryVeto,
  appendSpread,
} from '../../../app/trading/risk/entry-veto';
import type { WeatherWarning } from '../../../app/trading/weather/bulletin';
import { HOUR_MS } from '../../../app/trading/domain/time';

const createRegime = (change: Partial<MarketRegime> = {}): MarketRegime => ({
  spreadTicks: 2,
  medianSpreadTicks: 2,
  ashore: null,
  inputsAgeMs: null,
  ...change,
});

describe('median spread', () => {
  test('is null before 20 bars, and the lower of two middle values', () => {
    expect(computeMedianSpread(Array.from({ length: 19 }, () => 2))).toBeNull();
    expect(
      computeMedianSpread([
        ...Array.from({ length: 10 }, () => 2),
        ...Array.from({ length: 10 }, () => 8),
      ]),
    ).toBe(2);
    expect(
      computeMedianSpread([
        ...Array.from({ length: 10 }, () => 8),
        2,
        ...Array.from({ length: 10 }, () => 4),
      ]),
    ).toBe(4);
  });

  test('covers one day and drops the oldest', () => {
    let spreads: readonly number[] = [];
    for (let bar = 0; bar < SPREAD_COUNT_MAX + 3; bar += 1) spreads = appendSpread(spreads, bar);
    expect([spreads.length, spreads[0], spreads.at(-1)]).toEqual([
      SPREAD_COUNT_MAX,
      3,
      SPREAD_COUNT_MAX + 2,
    ]);
  });
});

describe('entry veto', () => {
  test.each([
    ['at three times the usual spread', createRegime({ spreadTicks: 6 }), null],
    [
      'beyond it',
      createRegime({ spreadTicks: 7 }),
      'its spread of 7 ticks is 3.5x the recent median of 2; the limit is 3x',
    ],
    [
      'at any spread while none is usual',
      createRegime({ spreadTicks: 900, medianSpreadTicks: null }),
      null,
    ],
    [
      'during a hurricane landfall',
      createRegime({ ashore: 'gulf' }),
      'a hurricane makes landfall on the Gulf coast; entries are blocked until it is over',
    ],
    [
      'during a landfall in Florida',
      createRegime({ ashore: 'florida' }),
      'a hurricane makes landfall in Florida; entries are blocked until it is over',
    ],
    ['on inputs of twelve hours', createRegime({ inputsAgeMs: 12 * HOUR_MS }), null],
    [
      'on older ones',
      createRegime({ inputsAgeMs: 13 * HOUR_MS }),
      'the newest forecast is 13 h old; the limit is 12 h',
    ],
  ] as const)('%s', (_when, facts, expected) => expect(findEntryVeto(facts)).toBe(expected));

  test('applies to commodities of that coast only', () => {
    const listCommodities = (coast: Coast) =>
      COMMODITY_KEYS.filter((key) => COASTS_BY_COMMODITY[key].includes(coast));
    expect([listCommodities('gulf'), listCommodities('florida')]).toEqual([
      ['natural-gas', 'oil', 'crude-oil', 'cotton'],
      ['orange-juice', 'cotton'],
    ]);
  });
});

describe('hurricane landfall', () => {
  const createWarning = (change: Partial<WeatherWarning> = {}): WeatherWarning => ({
    id: 'hurricane/1',
    kind: 'hurricane',
    phase: 'confirmed',
    cells: ['GOM'],
    probability: 1,
    strength: 3,
    fromMs: 24 * HOUR_MS,
    untilMs: 48 * HOUR_MS,
    publishedMs: 0,
    text: '',
    ...change,
  });
  test.each([
    ['before its day', 23, createWarning(), [false, false]],
    ['from its first hour', 24, createWarning(), [true, false]],
    ['to its last', 47, createWarning(), [true, false]],
    ['not when it is over', 48, createWarning(), [false, false]],
    [
      'not while it only may come',
      30,
      createWarning({ phase: 'watch', probability: 0.9 }),
      [false, false],
    ],
    ['in Florida', 30, createWarning({ cells: ['LAK'] }), [false, true]],
    ['and no frost is one', 30, createWarning({ kind: 'freeze' }), [false, false]],
  ] as const)('%s', (_when, hour, announced, expected) => {
    const data = { knownMs: hour * HOUR_MS, listWarnings: () => [announced] };
    expect([hasLandfall(data, 'gulf'), hasLandfall(data, 'florida')]).toEqual(expected);
  });
});
