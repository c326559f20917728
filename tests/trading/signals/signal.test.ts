import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMODITIES, COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import { computeRoundTripCost, listInstruments } from '../../../app/trading/domain/contract';
import { toPriceNumber } from '../../../app/trading/domain/instrument';
import type { SideSign } from '../../../app/trading/domain/position';
import { RISK_LEVELS } from '../../../app/trading/domain/settings';
import { toTicks } from '../../../app/trading/domain/units';
import {
  PROBABILITY_MARGIN,
  COST_MULTIPLE,
  decideSignal,
} from '../../../app/trading/signals/decide-signal';
import {
  type PriceForecast,
  HOLDING_FACTOR,
  computeExpectedMove,
} from '../../../app/trading/signals/price-forecast';
import { createSignal, getSignalNames } from '../../../app/trading/signals/signal';
import { SEASON_GROUP } from '../../../app/trading/networks/features/feature';
import { HOUR_MS } from '../../../app/trading/domain/time';

const createForecast = (change: Partial<PriceForecast> = {}): PriceForecast => ({
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
      unit: 'sigma',
    },
    { group: 'storage', adds: 0.12, feature: 'storage over its norm', value: -85, unit: 'Bcf' },
    { group: 'momentum', adds: -0.07, feature: 'move of 5 days', value: 2.1, unit: 'sigma' },
    { group: 'season', adds: 0.001, feature: 'sine of the season', value: 0.2, unit: 'share' },
  ],
  ...change,
});
const AT = { price: 3, roundTrip: 0.002 };
const gas = listInstruments().find(({ commodity }) => commodity === 'natural-gas');
if (!gas) throw new Error('gas is listed');

describe('expected move', () => {
  it('is the mean of a folded normal: 0.7979 sigma at zero, the median far from it', () => {
    expect(
      computeExpectedMove({ low: -1.2815515655446004, middle: 0, high: 1.2815515655446004 }),
    ).toBeCloseTo(0.7978845608, 9);
    expect(
      computeExpectedMove({ low: 8.7184484344554, middle: 10, high: 11.2815515655446 }),
    ).toBeCloseTo(10, 9);
    expect(computeExpectedMove({ low: 2, middle: 2, high: 2 })).toBe(2);
    expect(computeExpectedMove({ low: -2, middle: -2, high: -2 })).toBe(2);
  });
});

describe('decision', () => {
  it('passes at exactly its margin and not below it', () => {
    for (const level of RISK_LEVELS) {
      expect(
        decideSignal(createForecast({ chanceUp: 0.5 + PROBABILITY_MARGIN[level] }), AT, level).word,
      ).toBe('BUY');
      expect(
        decideSignal(
          createForecast({ chanceUp: 0.5 + PROBABILITY_MARGIN[level] - 0.001 }),
          AT,
          level,
        ),
      ).toMatchObject({ word: 'HOLD', cause: 'EVEN' });
    }
  });

  it('requires a gain above 1.5 times the cost', () => {
    const gain = HOLDING_FACTOR * 0.2 * computeExpectedMove(createForecast());
    expect(
      decideSignal(createForecast(), { price: 3, roundTrip: gain / COST_MULTIPLE }, 'moderate'),
    ).toMatchObject({ word: 'HOLD', cause: 'COSTS' });
    expect(
      decideSignal(
        createForecast(),
        { price: 3, roundTrip: (gain / COST_MULTIPLE) * 0.999 },
        'moderate',
      ).word,
    ).toBe('BUY');
  });

  it('keeps a call until the probability crosses one half', () => {
    const decideWithCall = (chanceUp: number, heldSide: SideSign, roundTrip = AT.roundTrip) =>
      decideSignal(createForecast({ chanceUp }), { ...AT, roundTrip }, 'moderate', { heldSide });
    expect(decideWithCall(0.501, 1)).toMatchObject({ word: 'BUY', isHeld: true, cause: null });
    expect(decideWithCall(0.6, 1, 1)).toMatchObject({ word: 'BUY', isHeld: true, cause: null });
    expect(decideWithCall(0.6, 1)).toMatchObject({ word: 'BUY', isHeld: false });
    expect(decideWithCall(0.499, -1)).toMatchObject({ word: 'SELL', isHeld: true });
    for (const heldSide of [-1, 0, 1] as const) {
      expect(decideWithCall(0.5, heldSide)).toMatchObject({
        word: 'HOLD',
        isHeld: false,
        cause: 'EVEN',
      });
      expect(decideWithCall(0.6, heldSide).word).toBe('BUY');
    }
    expect(decideWithCall(0.499, 1)).toMatchObject({ word: 'HOLD', cause: 'EVEN' });
    expect(decideWithCall(0.6, -1, 1)).toMatchObject({ word: 'HOLD', cause: 'COSTS' });
    expect(
      decideSignal(createForecast(), AT, 'moderate', { block: 'NO_SKILL', heldSide: 1 }).word,
    ).toBe('HOLD');
  });

  it('is HOLD at 50% without skill', () => {
    expect(
      decideSignal(createForecast({ chanceUp: 0.9 }), AT, 'aggressive', { block: 'NO_SKILL' }),
    ).toMatchObject({ word: 'HOLD', confidence: 0.5, targetPrice: 3, cause: 'NO_SKILL' });
    expect(decideSignal(createForecast(), AT, 'aggressive', { block: 'STALE' })).toMatchObject({
      word: 'HOLD',
      confidence: 0.5,
      cause: 'STALE',
    });
  });

  it('is symmetric, with its target on the right side', () => {
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
            createForecast({ chanceUp, middle, low: middle - below, high: middle + above }),
            { price: 3, roundTrip },
            level,
          );
          const down = decideSignal(
            createForecast({
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
          if (up.word !== 'HOLD') expect(up.gain).toBeGreaterThan(COST_MULTIPLE * roundTrip);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('signal', () => {
  it('has a name that identifies exactly one commodity', () => {
    for (const instrument of listInstruments()) {
      const { region, symbol } = getSignalNames(instrument);
      const found = COMMODITY_KEYS.filter((key) =>
        COMMODITIES[key].signalMatches.some(
          (text) => region.includes(text) || symbol.includes(text),
        ),
      );
      expect(found, instrument.id).toEqual([instrument.commodity]);
    }
    const said = listInstruments()
      .map(getSignalNames)
      .map(({ region, symbol }) => `${region} ${symbol}`);
    for (const text of COMMODITY_KEYS.flatMap((key) => COMMODITIES[key].signalMatches))
      expect(
        said.filter((one) => one.includes(text)),
        text,
      ).toHaveLength(1);
  });

  it('names its main driver and the strongest reason against it, with values', () => {
    const signal = createSignal(createForecast(), gas, toTicks(3000), 'moderate');
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
      '60% up; main driver gas balance revision: +1.40 sigma; against it 5-day price move: +2.10 sigma.',
    );
  });

  it('explains a HOLD', () => {
    expect(
      createSignal(createForecast({ chanceUp: 0.51 }), gas, toTicks(3000), 'moderate').reasoning,
    ).toMatch(/^HOLD, too near 50\/50: 51% up;/);
    expect(
      createSignal(createForecast(), gas, toTicks(3000), 'moderate', { block: 'NO_SKILL' })
        .reasoning,
    ).toMatch(/^HOLD, no proven skill in this market: 60% up;/);
    expect(
      createSignal(
        createForecast({ low: -0.001, middle: 0, high: 0.001 }),
        gas,
        toTicks(3000),
        'moderate',
      ).reasoning,
    ).toMatch(/^HOLD, expected gain 0\.000 \$\/MMBtu below cost hurdle 0\.0\d\d: 60% up;/);
    expect(
      createSignal(createForecast({ reasons: [] }), gas, toTicks(3000), 'moderate').reasoning,
    ).toBe('60% up; no strong driver.');
  });

  it('inverts the sign of reasons for a fall', () => {
    expect(
      createSignal(createForecast({ chanceUp: 0.4, middle: -0.02 }), gas, toTicks(3000), 'moderate')
        .reasoning,
    ).toMatch(
      /^60% down; main driver 5-day price move: .*; against it gas balance revision: .*\.$/,
    );
  });

  it('never names the season as its driver', () => {
    const season = { group: SEASON_GROUP, adds: 0.9, feature: 'cosine', value: 1, unit: '' };
    const forecast = createForecast();
    const { driver, reasoning } = createSignal(
      { ...forecast, reasons: [season, ...forecast.reasons] },
      gas,
      toTicks(3000),
      'moderate',
    );
    expect(driver).toEqual({ name: 'gas balance revision', value: '+1.40 sigma' });
    expect(reasoning).not.toContain('cosine');
    expect(
      createSignal(createForecast({ reasons: [season] }), gas, toTicks(3000), 'moderate').driver,
    ).toBeNull();
  });

  it('has a round-trip cost of at least spread and both fees', () => {
    for (const instrument of listInstruments()) {
      const ticks = toTicks(1000);
      expect(computeRoundTripCost(instrument, ticks)).toBeGreaterThanOrEqual(
        toPriceNumber(instrument, toTicks(1)),
      );
      expect(computeRoundTripCost(instrument, toTicks(2000))).toBeGreaterThanOrEqual(
        computeRoundTripCost(instrument, ticks),
      );
    }
  });
});
