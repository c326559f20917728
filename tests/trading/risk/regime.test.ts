// Regimes: what is usual of a spread, and when nothing is entered.
import { describe, expect, test } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import type { KnownRegime } from '../../../app/trading/domain/known-facts';
import { type Coast, isAshore } from '../../../app/trading/market/inputs/ashore';
import {
  COASTS_OF,
  SPREADS_KEPT,
  medianSpread,
  regimeVeto,
  spreadsAfter,
} from '../../../app/trading/risk/regime';
import type { WeatherWarning } from '../../../app/trading/weather/bulletin';
import { HOUR_MS } from '../../../app/trading/domain/time';

const regime = (change: Partial<KnownRegime> = {}): KnownRegime => ({
  spreadTicks: 2,
  medianSpreadTicks: 2,
  ashore: null,
  inputsAgeMs: null,
  ...change,
});

describe('what is usual of a spread', () => {
  test('is not known before twenty bars, and is the lower of two middles', () => {
    expect(medianSpread(Array.from({ length: 19 }, () => 2))).toBeNull();
    expect(
      medianSpread([
        ...Array.from({ length: 10 }, () => 2),
        ...Array.from({ length: 10 }, () => 8),
      ]),
    ).toBe(2);
    expect(
      medianSpread([
        ...Array.from({ length: 10 }, () => 8),
        2,
        ...Array.from({ length: 10 }, () => 4),
      ]),
    ).toBe(4);
  });

  test('is that of one day: the oldest leaves when another comes', () => {
    let spreads: readonly number[] = [];
    for (let bar = 0; bar < SPREADS_KEPT + 3; bar += 1) spreads = spreadsAfter(spreads, bar);
    expect([spreads.length, spreads[0], spreads.at(-1)]).toEqual([
      SPREADS_KEPT,
      3,
      SPREADS_KEPT + 2,
    ]);
  });
});

describe('nothing is entered', () => {
  test.each([
    ['at three times the usual spread', regime({ spreadTicks: 6 }), null],
    [
      'beyond it',
      regime({ spreadTicks: 7 }),
      'its spread of 7 ticks is 3.5 times the median of 2 of late; more than 3 times is too dear',
    ],
    [
      'at any spread while none is usual',
      regime({ spreadTicks: 900, medianSpreadTicks: null }),
      null,
    ],
    [
      'while a hurricane comes ashore',
      regime({ ashore: 'gulf' }),
      'a hurricane comes ashore on the Gulf coast; nothing is entered before it is over',
    ],
    [
      'while one comes ashore elsewhere',
      regime({ ashore: 'florida' }),
      'a hurricane comes ashore in Florida; nothing is entered before it is over',
    ],
    ['on inputs of twelve hours', regime({ inputsAgeMs: 12 * HOUR_MS }), null],
    [
      'on older ones',
      regime({ inputsAgeMs: 13 * HOUR_MS }),
      'the newest forecast is 13 h old; entries need one younger than 12 h',
    ],
  ] as const)('%s', (_when, facts, expected) => expect(regimeVeto(facts)).toBe(expected));

  test('in what a coast makes or moves, and in nothing else', () => {
    const by = (coast: Coast) => COMMODITY_KEYS.filter((key) => COASTS_OF[key].includes(coast));
    expect([by('gulf'), by('florida')]).toEqual([
      ['natural-gas', 'oil', 'crude-oil', 'cotton'],
      ['orange-juice', 'cotton'],
    ]);
  });
});

describe('a hurricane comes ashore', () => {
  const warning = (change: Partial<WeatherWarning> = {}): WeatherWarning => ({
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
    ['before its day', 23, warning(), [false, false]],
    ['from its first hour', 24, warning(), [true, false]],
    ['to its last', 47, warning(), [true, false]],
    ['not when it is over', 48, warning(), [false, false]],
    [
      'not while it only may come',
      30,
      warning({ phase: 'watch', probability: 0.9 }),
      [false, false],
    ],
    ['in Florida', 30, warning({ cells: ['LAK'] }), [false, true]],
    ['and no frost is one', 30, warning({ kind: 'freeze' }), [false, false]],
  ] as const)('%s', (_when, hour, told, expected) => {
    const known = { knownMs: hour * HOUR_MS, warnings: () => [told] };
    expect([isAshore(known, 'gulf'), isAshore(known, 'florida')]).toEqual(expected);
  });
});
