// Forecasts on public data: marked as not proven, only with their inputs, and with their reasons.
import { beforeAll, describe, expect, it } from 'vitest';
import { loadCommittedModels } from '../../../app/server/signals/network-inference.server';
import { runPublicInference } from '../../../app/server/signals/public-inference.server';
import type { PublicMarket } from '../../../app/trading/signals/public-market';
import { FUTURES_MODELS, openComparedMarkets } from '../../support/simulated-public-market';

const models = loadCommittedModels();

let nowMs = 0;
let market: PublicMarket;
beforeAll(() => {
  const compared = openComparedMarkets(90);
  ({ nowMs } = compared);
  market = compared.openPublic();
}, 120_000);

const run = (changed: PublicMarket = market) =>
  runPublicInference(changed, models, nowMs, () => nowMs - 1);

/** The market without the forecasts of the weather service. */
const hideForecasts = (all: PublicMarket): PublicMarket => ({
  ...all,
  getPublicData: (knownMs) => ({ ...all.getPublicData(knownMs), findRun: () => null }),
});

describe('on public data', () => {
  it('futures have a forecast until a price can measure it, marked as not proven', () => {
    const { forecasts } = run();
    expect(forecasts.map(({ chain }) => chain)).toEqual(FUTURES_MODELS.map(({ chain }) => chain));
    for (const forecast of forecasts) {
      expect(forecast).toMatchObject({ isUnproven: true, stampMs: nowMs, slotMs: nowMs - 1 });
      expect(forecast.missing).toContain('move of 250 days');
      expect(forecast.horizonMs).toBeGreaterThan(0);
      expect(forecast.horizonMs).toBeLessThan(5 * 86_400_000);
      expect(forecast.sigma).toBeUndefined();
    }
  });

  it('power is silent, with the reason', () => {
    const { silent } = run();
    expect(silent.map(({ chain }) => chain.slice(0, 3))).toEqual(Array(5).fill('ET-'));
    expect(new Set(silent.map(({ reason }) => reason))).toEqual(
      new Set(['no free prices of power futures']),
    );
  });

  it('a network without its core inputs is silent; one that does not need them is not', () => {
    const { forecasts, silent, outlook } = run(hideForecasts(market));
    // No weather moves crude oil in the network.
    expect(forecasts.map(({ chain }) => chain)).toEqual(['CL']);
    expect(silent.find(({ chain }) => chain === 'NG')?.reason).toMatch(
      /^\d of 9 inputs of "revisions of demand" are missing$/,
    );
    expect(outlook).toMatchObject({
      precipitationForecast: null,
      cropHealthIndex: null,
      gasSpike: null,
      spikeRisks: [],
      temperatureCorrections: [],
    });
  });

  it('a market without prices is silent', () => {
    const { forecasts, silent } = run({
      ...market,
      getMarks: (chain) => (chain === 'NG' ? null : market.getMarks(chain)),
      findTradedMonth: (chain) => (chain === 'CL' ? null : market.findTradedMonth(chain)),
    });
    expect(forecasts.map(({ chain }) => chain)).not.toContain('NG');
    expect(silent.filter(({ chain }) => !chain.startsWith('ET-'))).toEqual([
      { chain: 'NG', reason: 'fewer than 20 daily prices' },
      { chain: 'CL', reason: 'no prices of its contracts: see Data Health' },
    ]);
  });

  it.each([
    ['a delayed quote', true, 0],
    ['a settlement', false, 0],
    // The next settlement measures a forecast that expires before it.
    ['a settlement just before the next', false, 60_000],
  ])('a market is silent with a stale price: %s', (_name, isQuoted, leftMs) => {
    const month = market.findTradedMonth('NG');
    if (!month) throw new Error('natural gas has no price');
    const { forecasts, silent } = run({
      ...market,
      findTradedMonth: (chain) =>
        chain === 'NG'
          ? { ...month, isQuoted, staleFromMs: nowMs + leftMs }
          : market.findTradedMonth(chain),
    });
    expect(forecasts).toHaveLength(FUTURES_MODELS.length - 1);
    expect(silent.at(-1)).toEqual({
      chain: 'NG',
      reason: 'no current price: the newest one is stale',
    });
  });
});
