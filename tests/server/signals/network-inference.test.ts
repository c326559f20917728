// Network forecasts for a small simulated market: training features, additive drivers, no
// look-ahead.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  InferenceService,
  type Inference,
  getIssuingModel,
  loadCommittedModels,
} from '../../../app/server/signals/network-inference.server';
import { predictRow } from '../../../app/trading/networks/core/model';
import type { ForecastRun } from '../../../app/trading/weather/bulletin';
import type { MarketCell } from '../../../app/trading/weather/cell';
import { computeOutlook } from '../../../app/trading/signals/outlook';
import { PointInTimeView } from '../../../app/trading/networks/features/point-in-time-view';
import { computeRawFeatures } from '../../../app/trading/networks/network-spec';
import { FORECAST_MODELS } from '../../../app/trading/signals/forecast-models';
import { computeBenchmarkProbabilities } from '../../../app/trading/signals/benchmark-probabilities';
import { getDayStartMs } from '../../../app/trading/simulation/calendar';
import { createWorld } from '../../../app/trading/simulation/world';
import {
  PublicDataView,
  getLatestNewsMs,
} from '../../../app/server/signals/public-data-view.server';
import { HOUR_MS } from '../../../app/trading/domain/time';

const DAY = 70;
const MIDNIGHT = getDayStartMs(DAY);
const models = loadCommittedModels();
const open = (): PublicDataView =>
  PublicDataView.createAt(createWorld({ seed: 'voice' }), MIDNIGHT, DAY, 25);

let past: PublicDataView;
let said: Inference;
beforeAll(() => {
  past = open();
  said = new InferenceService(past, models).run(MIDNIGHT, MIDNIGHT);
}, 60_000);

describe('forecasts', () => {
  it('cover all 14 chains and front months, with sorted quantiles and calibrated probabilities', () => {
    expect(said.forecasts.map(({ chain }) => chain)).toEqual(
      FORECAST_MODELS.map(({ chain }) => chain),
    );
    for (const { chain, instrumentId, chanceUp, low, middle, high, rivals } of said.forecasts) {
      expect(instrumentId).toBe(past.getFrontMonth(chain, DAY).id);
      expect(low).toBeLessThanOrEqual(middle);
      expect(middle).toBeLessThanOrEqual(high);
      for (const chance of [chanceUp, ...Object.values(rivals)])
        expect(chance > 0 && chance < 1).toBe(true);
    }
  });

  it('use the features that training reads at the same stamp, bit for bit', () => {
    const trained = new PublicDataView(createWorld({ seed: 'voice' }), Infinity, DAY - 25);
    for (let day = 1; day <= DAY; day += 1) trained.addDay(day);
    const [view, own] = [
      new PointInTimeView(trained, MIDNIGHT),
      new PointInTimeView(past, MIDNIGHT),
    ];
    for (const { spec, subject, chain } of FORECAST_MODELS) {
      const raw = computeRawFeatures(spec, view, subject);
      expect(computeRawFeatures(spec, own, subject), chain).toEqual(raw);
      const { model } = getIssuingModel(models, { spec, subject });
      expect(said.forecasts.find((one) => one.chain === chain)?.chanceUp).toBeCloseTo(
        predictRow(model, raw)[0] ?? NaN,
        6,
      );
    }
  });

  it('have drivers that sum to the logit within 1%', () => {
    for (const { logit, base, reasons } of said.forecasts) {
      const sum = reasons.reduce((total, { adds }) => total + adds, base);
      expect(Math.abs(sum - logit)).toBeLessThanOrEqual(0.01 * Math.max(Math.abs(logit), 0.05));
    }
  });

  it('are the same whatever later times the market was queried for', () => {
    const other = open();
    other.world.futures.getSettlement(other.getFrontMonth('NG', DAY), DAY + 9);
    other.world.weather.getPastDay(DAY + 9);
    expect(new InferenceService(other, models).run(MIDNIGHT, MIDNIGHT)).toEqual(said);
  });

  it('later in the day use the newer run and the newer price', () => {
    const later = new InferenceService(past, models).run(
      MIDNIGHT + 11 * HOUR_MS,
      MIDNIGHT + 10 * HOUR_MS,
    );
    expect(later.forecasts).toHaveLength(said.forecasts.length);
    expect(later.forecasts.map(({ chanceUp }) => chanceUp)).not.toEqual(
      said.forecasts.map(({ chanceUp }) => chanceUp),
    );
  });
});

describe('the outlook', () => {
  it('has rain with its probability, crop stress from 0 to 100, and the cash gas spike', () => {
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

  /** The outlook where only some cells have a public probability of rain. */
  function computeOutlookWithRainAt(cells: readonly MarketCell[]) {
    const removeRain = (run: ForecastRun | null): ForecastRun | null =>
      run === null || cells.some((cell) => cell === run.cell)
        ? run
        : { ...run, days: run.days.map((day) => ({ ...day, rainChance: null })) };
    const view = new PointInTimeView(
      {
        record: past.record,
        getMarks: (chain) => past.getMarks(chain),
        getPublicData(knownMs) {
          const data = past.getPublicData(knownMs);
          return { ...data, findRun: (...request) => removeRain(data.findRun(...request)) };
        },
      },
      MIDNIGHT,
    );
    return computeOutlook((id) => {
      const model = models.get(id);
      if (!model) throw new Error(`no weights for ${id}`);
      return model;
    }, view);
  }

  it('leaves out the rain of places without a public probability', () => {
    const { precipitationForecast, confidence } = computeOutlookWithRainAt(['NYC']);
    expect(precipitationForecast).toMatch(
      /^Chance of a tenth of an inch of rain tomorrow: New York[^,]* \d+%$/,
    );
    expect(confidence).toBeGreaterThanOrEqual(0.5);
    const none = computeOutlookWithRainAt([]);
    expect([none.precipitationForecast, none.confidence]).toEqual([null, null]);
    expect(none.cropHealthIndex).not.toBeNull();
  });
});

describe('news', () => {
  it('comes at midnight and four hours after each run', () => {
    const getMs = (hours: number): number =>
      (getLatestNewsMs(MIDNIGHT + hours * HOUR_MS) - MIDNIGHT) / HOUR_MS;
    expect([0, 3.9, 4, 9.9, 10, 16, 21.9, 22, 23.9].map(getMs)).toEqual([
      0, 0, 4, 4, 10, 16, 16, 22, 22,
    ]);
  });
});

describe('the benchmarks', () => {
  const createMoves = (values: readonly number[]) =>
    values.map((move, place) => ({ endMs: Date.UTC(2024, 0, 2 + place), move }));
  it('follow a rising market, shrunk for the small sample', () => {
    const risen = computeBenchmarkProbabilities(
      createMoves(Array.from({ length: 70 }, () => 0.01)),
      Date.UTC(2024, 2, 12),
    );
    // Fifty days of continued trend, beside fifty of prior.
    expect(risen.momentum).toBeCloseTo(0.75, 12);
    expect(risen.seasonal).toBe(0.98);
    expect(risen.even).toBe(0.5);
  });

  it('are even in an unseen market', () => {
    expect(computeBenchmarkProbabilities([], 0)).toEqual({
      even: 0.5,
      momentum: 0.5,
      seasonal: 0.5,
    });
    expect(computeBenchmarkProbabilities(createMoves([0.01, -0.01]), 0)).toEqual({
      even: 0.5,
      momentum: 0.5,
      seasonal: 0.5,
    });
  });
});
