import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMODITIES, COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { listedInstruments } from '../../../app/trading/domain/contract';
import { priceNumber } from '../../../app/trading/domain/instrument';
import { RISK_LEVELS } from '../../../app/trading/domain/settings';
import { toTicks } from '../../../app/trading/domain/units';
import { CHANCE_MARGIN, COST_TIMES, decideSignal } from '../../../app/trading/signals/decide';
import { type Opinion, computeExpectedSize } from '../../../app/trading/signals/opinion';
import {
  createSignal,
  computeRoundTripCost,
  signalNames,
} from '../../../app/trading/signals/signal';
import { HOUR_MS } from '../../../app/trading/domain/time';

const opinion = (change: Partial<Opinion> = {}): Opinion => ({
  network: 'GasNet',
  chain: 'NG',
  stampMs: 0,
  horizonMs: 24 * HOUR_MS,
  chanceUp: 0.6,
  low: -0.1,
  middle: 0.03,
  high: 0.16,
  reasons: [
    {
      group: 'revisions of demand',
      adds: 0.31,
      feature: 'revision of the gas balance',
      value: 1.4,
      unit: 'deviations',
    },
    { group: 'storage', adds: 0.12, feature: 'storage over its norm', value: -85, unit: 'Bcf' },
    { group: 'momentum', adds: -0.07, feature: 'move of 5 days', value: 2.1, unit: 'deviations' },
    { group: 'season', adds: 0.001, feature: 'sine of the season', value: 0.2, unit: 'share' },
  ],
  ...change,
});
const AT = { price: 3, roundTrip: 0.002 };
const gas = listedInstruments().find(({ commodity }) => commodity === 'natural-gas');
if (!gas) throw new Error('gas is listed');

describe('the expected size of a move', () => {
  it('is that of a normal variable: 0.7979 deviations around zero, its distance far from zero', () => {
    expect(
      computeExpectedSize({ low: -1.2815515655446004, middle: 0, high: 1.2815515655446004 }),
    ).toBeCloseTo(0.7978845608, 9);
    expect(
      computeExpectedSize({ low: 8.7184484344554, middle: 10, high: 11.2815515655446 }),
    ).toBeCloseTo(10, 9);
    expect(computeExpectedSize({ low: 2, middle: 2, high: 2 })).toBe(2);
    expect(computeExpectedSize({ low: -2, middle: -2, high: -2 })).toBe(2);
  });
});

describe('a decision', () => {
  it('passes at exactly its margin and not below', () => {
    for (const level of RISK_LEVELS) {
      expect(decideSignal(opinion({ chanceUp: 0.5 + CHANCE_MARGIN[level] }), AT, level).word).toBe(
        'BUY',
      );
      expect(
        decideSignal(opinion({ chanceUp: 0.5 + CHANCE_MARGIN[level] - 0.001 }), AT, level),
      ).toMatchObject({ word: 'HOLD', cause: 'EVEN' });
    }
  });

  it('needs a gain above one and a half times the costs', () => {
    const gain = 0.2 * computeExpectedSize(opinion());
    expect(
      decideSignal(opinion(), { price: 3, roundTrip: gain / COST_TIMES }, 'moderate'),
    ).toMatchObject({ word: 'HOLD', cause: 'COSTS' });
    expect(
      decideSignal(opinion(), { price: 3, roundTrip: (gain / COST_TIMES) * 0.999 }, 'moderate')
        .word,
    ).toBe('BUY');
  });

  it('without evidence of skill is HOLD at even chances', () => {
    expect(decideSignal(opinion({ chanceUp: 0.9 }), AT, 'aggressive', false)).toMatchObject({
      word: 'HOLD',
      confidence: 0.5,
      targetPrice: 3,
      cause: 'NO_SKILL',
    });
  });

  it('is the same for a fall as for a rise, and its target never lies on the wrong side', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 0.98, noNaN: true }),
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 0.2, noNaN: true }),
        fc.constantFrom(...RISK_LEVELS),
        (chanceUp, middle, below, above, roundTrip, level) => {
          const up = decideSignal(
            opinion({ chanceUp, middle, low: middle - below, high: middle + above }),
            { price: 3, roundTrip },
            level,
          );
          const down = decideSignal(
            opinion({
              chanceUp: 1 - chanceUp,
              middle: -middle,
              low: -middle - above,
              high: -middle + below,
            }),
            { price: 3, roundTrip },
            level,
          );
          expect(down.word).toBe({ BUY: 'SELL', SELL: 'BUY', HOLD: 'HOLD' }[up.word]);
          expect(down.targetPrice - 3).toBeCloseTo(3 - up.targetPrice, 9);
          expect(up.confidence).toBeGreaterThanOrEqual(0.5);
          if (up.word === 'BUY') expect(up.targetPrice).toBeGreaterThanOrEqual(3);
          if (up.word === 'SELL') expect(up.targetPrice).toBeLessThanOrEqual(3);
          if (up.word !== 'HOLD') expect(up.gain).toBeGreaterThan(COST_TIMES * roundTrip);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('a signal', () => {
  it('bears the names by which every commodity finds its own and no other', () => {
    for (const instrument of listedInstruments()) {
      const { region, symbol } = signalNames(instrument);
      const found = COMMODITY_KEYS.filter((key) =>
        COMMODITIES[key].signalMatches.some(
          (text) => region.includes(text) || symbol.includes(text),
        ),
      );
      expect(found, instrument.id).toEqual([instrument.commodity]);
    }
    const said = listedInstruments()
      .map(signalNames)
      .map(({ region, symbol }) => `${region} ${symbol}`);
    for (const text of COMMODITY_KEYS.flatMap((key) => COMMODITIES[key].signalMatches))
      expect(
        said.filter((one) => one.includes(text)),
        text,
      ).toHaveLength(1);
  });

  it('tells its two strongest reasons and the strongest against it, with their figures', () => {
    const signal = createSignal(opinion(), gas, toTicks(3000), 'moderate');
    expect(signal).toMatchObject({
      word: 'BUY',
      confidence: 0.6,
      price: 3,
      region: 'Henry Hub',
      symbol: 'NG-HENRY HUB',
      madeMs: 0,
      expiresMs: 24 * HOUR_MS,
    });
    expect(signal.targetPrice).toBeCloseTo(3.03, 9);
    expect(signal.reasoning).toBe(
      '60% up. Revisions of demand: revision of the gas balance +1.40 deviations (adds +0.31); storage: storage over its norm \u221285 Bcf (adds +0.12); against it momentum: move of 5 days +2.10 deviations (adds \u22120.07).',
    );
  });

  it('says of a HOLD what keeps it from being more', () => {
    expect(
      createSignal(opinion({ chanceUp: 0.51 }), gas, toTicks(3000), 'moderate').reasoning,
    ).toMatch(/^No edge: 51% up\./);
    expect(createSignal(opinion(), gas, toTicks(3000), 'moderate', false).reasoning).toMatch(
      /^HOLD: no skill in this market/,
    );
    expect(
      createSignal(opinion({ low: -0.001, middle: 0, high: 0.001 }), gas, toTicks(3000), 'moderate')
        .reasoning,
    ).toMatch(/^Expected move 0\.000 \$\/MMBtu < cost hurdle 0\.0\d\d: 60% up\./);
    expect(createSignal(opinion({ reasons: [] }), gas, toTicks(3000), 'moderate').reasoning).toBe(
      '60% up; no strong drivers.',
    );
  });

  it('of a fall turns the sign of its reasons', () => {
    expect(
      createSignal(opinion({ chanceUp: 0.4, middle: -0.02 }), gas, toTicks(3000), 'moderate')
        .reasoning,
    ).toMatch(
      /^60% down\. Momentum: .*\(adds \+0\.07\); against it revisions of demand: .*\(adds \u22120\.31\)\.$/,
    );
  });

  it('costs at least its spread and both fees', () => {
    for (const instrument of listedInstruments()) {
      const ticks = toTicks(1000);
      expect(computeRoundTripCost(instrument, ticks)).toBeGreaterThanOrEqual(
        2 * priceNumber(instrument, toTicks(1)),
      );
      expect(computeRoundTripCost(instrument, toTicks(2000))).toBeGreaterThanOrEqual(
        computeRoundTripCost(instrument, ticks),
      );
    }
  });
});
