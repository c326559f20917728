// What the networks say of a small world: from the features of training, with reasons that add up,
// and of nothing later than its stamp.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  InferenceService,
  type Inference,
  loadCommittedModels,
} from '../../../app/server/signals/network-inference.server';
import { predictRow } from '../../../app/trading/networks/core/model';
import { PointInTimeView } from '../../../app/trading/networks/features/point-in-time-view';
import { rawFeatures } from '../../../app/trading/networks/network-spec';
import { FORECAST_MODELS } from '../../../app/trading/signals/forecast-models';
import { computeBenchmarkProbabilities } from '../../../app/trading/signals/benchmark-probabilities';
import { dayStartMs } from '../../../app/trading/simulation/calendar';
import { createWorld } from '../../../app/trading/simulation/world';
import { WorldPast, getLatestNewsMs } from '../../../app/server/signals/public-data-view.server';
import { HOUR_MS } from '../../../app/trading/domain/time';

const DAY = 70;
const MIDNIGHT = dayStartMs(DAY);
const models = loadCommittedModels();
const open = (): WorldPast => WorldPast.before(createWorld({ seed: 'voice' }), MIDNIGHT, DAY, 25);

let past: WorldPast;
let said: Inference;
beforeAll(() => {
  past = open();
  said = new InferenceService(past, models).run(MIDNIGHT, MIDNIGHT);
}, 60_000);

describe('opinions', () => {
  it('are of all fourteen chains, of the contract in force, with quantiles in order and chances that were calibrated', () => {
    expect(said.opinions.map(({ chain }) => chain)).toEqual(
      FORECAST_MODELS.map(({ chain }) => chain),
    );
    for (const { chain, instrumentId, chanceUp, low, middle, high, rivals } of said.opinions) {
      expect(instrumentId).toBe(past.front(chain, DAY).id);
      expect(low).toBeLessThanOrEqual(middle);
      expect(middle).toBeLessThanOrEqual(high);
      for (const chance of [chanceUp, ...Object.values(rivals)])
        expect(chance > 0 && chance < 1).toBe(true);
    }
  });

  it('rest on the features that training reads at the same stamp, to the bit', () => {
    const trained = new WorldPast(createWorld({ seed: 'voice' }), Infinity, DAY - 25);
    for (let day = 1; day <= DAY; day += 1) trained.advance(day);
    const [view, own] = [
      new PointInTimeView(trained, MIDNIGHT),
      new PointInTimeView(past, MIDNIGHT),
    ];
    for (const { spec, subject, chain } of FORECAST_MODELS) {
      const raw = rawFeatures(spec, view, subject);
      expect(rawFeatures(spec, own, subject), chain).toEqual(raw);
      const model = models.get(spec.id);
      expect(said.opinions.find((one) => one.chain === chain)?.chanceUp).toBeCloseTo(
        (model ? predictRow(model, raw)[0] : undefined) ?? NaN,
        6,
      );
    }
  });

  it('have reasons that sum to the logit within one per cent', () => {
    for (const { logit, base, reasons } of said.opinions) {
      const sum = reasons.reduce((total, { adds }) => total + adds, base);
      expect(Math.abs(sum - logit)).toBeLessThanOrEqual(0.01 * Math.max(Math.abs(logit), 0.05));
    }
  });

  it('are the same whatever else the world was asked about what comes later', () => {
    const other = open();
    other.world.futures.settlement(other.front('NG', DAY), DAY + 9);
    other.world.weather.pastDay(DAY + 9);
    expect(new InferenceService(other, models).run(MIDNIGHT, MIDNIGHT)).toEqual(said);
  });

  it('of later in the day know the newer run and the newer price', () => {
    const later = new InferenceService(past, models).run(
      MIDNIGHT + 11 * HOUR_MS,
      MIDNIGHT + 10 * HOUR_MS,
    );
    expect(later.opinions).toHaveLength(said.opinions.length);
    expect(later.opinions.map(({ chanceUp }) => chanceUp)).not.toEqual(
      said.opinions.map(({ chanceUp }) => chanceUp),
    );
  });
});

describe('the outlook', () => {
  it('tells rain with its sureness, crops between nothing and a hundred, and a leap of cash gas', () => {
    const { precipitationForecast, confidence, cropHealthIndex, gasSpike } = said.outlook;
    expect(precipitationForecast).toMatch(
      /^Chance of a tenth of an inch of rain tomorrow: .+ \d+%, .+ \d+%, .+ \d+%$/,
    );
    expect(confidence).toBeGreaterThanOrEqual(0.5);
    expect(cropHealthIndex).toBeGreaterThanOrEqual(0);
    expect(cropHealthIndex).toBeLessThanOrEqual(100);
    expect(gasSpike?.probability).toBeGreaterThanOrEqual(0.02);
    expect(gasSpike?.targetPrice).toBeGreaterThan(0);
  });
});

describe('news', () => {
  it('comes at midnight and four hours after each run', () => {
    const at = (hours: number): number =>
      (getLatestNewsMs(MIDNIGHT + hours * HOUR_MS) - MIDNIGHT) / HOUR_MS;
    expect([0, 3.9, 4, 9.9, 10, 16, 21.9, 22, 23.9].map(at)).toEqual([
      0, 0, 4, 4, 10, 16, 16, 22, 22,
    ]);
  });
});

describe('the simple forecasts', () => {
  const moves = (values: readonly number[]) =>
    values.map((move, place) => ({ endMs: Date.UTC(2024, 0, 2 + place), move }));
  it('of a market that always rises say so, held back by how little was seen', () => {
    const risen = computeBenchmarkProbabilities(
      moves(Array.from({ length: 70 }, () => 0.01)),
      Date.UTC(2024, 2, 12),
    );
    // fifty days in which the trend went on, beside fifty that are made up
    expect(risen.momentum).toBeCloseTo(0.75, 12);
    expect(risen.seasonal).toBe(0.98);
    expect(risen.even).toBe(0.5);
  });

  it('of a market that nobody has seen are even', () => {
    expect(computeBenchmarkProbabilities([], 0)).toEqual({
      even: 0.5,
      momentum: 0.5,
      seasonal: 0.5,
    });
    expect(computeBenchmarkProbabilities(moves([0.01, -0.01]), 0)).toEqual({
      even: 0.5,
      momentum: 0.5,
      seasonal: 0.5,
    });
  });
});
