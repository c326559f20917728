// Sources forecast wind, sunshine and rain for fewer days than temperatures: what needs them is
// missing, and never a part, zero or a normal.
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../app/trading/domain/time';
import { resolveInput } from '../../../app/trading/market/inputs/catalog';
import {
  HUB_STACKS,
  buildRenewablesFlow,
  computeExpectedDayPrice,
} from '../../../app/trading/market/inputs/power-stack';
import {
  computeBareColdProbability,
  computeDrynessProbability,
} from '../../../app/trading/market/inputs/probabilities';
import { createPublicDataReader } from '../../../app/trading/market/inputs/public-data-reader';
import { computeWeekPrice } from '../../../app/trading/market/inputs/state-inputs';
import { createVintageStore } from '../../../app/trading/market/vintage-store';
import { DailyMarks } from '../../../app/trading/networks/features/daily-marks';
import { PointInTimeView } from '../../../app/trading/networks/features/point-in-time-view';
import { WeatherRecord } from '../../../app/trading/networks/features/weather-record';
import { computeRawFeatures } from '../../../app/trading/networks/network-spec';
import { getNetworkSpec } from '../../../app/trading/networks/registry';
import { createWeatherArchive } from '../../../app/trading/weather/archive';
import type { ForecastDay, ForecastRun } from '../../../app/trading/weather/bulletin';
import { MARKET_CELLS, type WeatherCell } from '../../../app/trading/weather/cell';
import { buildPlaceRun, compareRuns } from '../../../app/trading/weather/forecast-change';
import {
  COFFEE_FLOW,
  CORN_FLOW,
  type Flow,
  GAS_BALANCE_FLOW,
  WHEAT_FLOW,
  computeDryness,
  sumFlow,
} from '../../../app/trading/weather/impact';
import { listIntelligence } from '../../../app/trading/weather/intelligence';
import { buildArchive, buildRun } from '../../support/weather-archive';

const JULY = Date.UTC(2026, 6, 14);
const ISSUED = Date.UTC(2026, 0, 10, 12);
const KNOWN = ISSUED + 5 * HOUR_MS;

type Missing = Partial<Record<'windMph' | 'sunShare' | 'rainInches' | 'rainChance', null>>;
const NO_RAIN: Missing = { rainInches: null, rainChance: null };

/** A run of seven days whose last days lack figures. */
function buildShortRun(
  cell: WeatherCell,
  issuedMs: number,
  fromLead: number,
  missing: Missing,
  more: Partial<ForecastDay> = {},
): ForecastRun {
  const run = buildRun(cell, issuedMs, () => 40, more);
  return {
    ...run,
    days: run.days.slice(0, 7).map((day) => (day.lead < fromLead ? day : { ...day, ...missing })),
  };
}

const buildDay = (dayMs: number, more: Partial<ForecastDay>) => ({
  dayMs,
  meanF: 90,
  spreadF: 3,
  windMph: 8,
  sunShare: 0.5,
  rainInches: 0.1,
  ...more,
});

describe('a run in the archive', () => {
  it('has null where the source has no figure', () => {
    const archive = createWeatherArchive();
    const run = buildShortRun('NYC', ISSUED, 3, { ...NO_RAIN, windMph: null, sunShare: null });
    archive.addRun(run);
    expect(archive.findRun('NYC', KNOWN)).toEqual(run);
  });

  it.each([
    ['temperature', { meanF: NaN }],
    ['amount of rain that is no number', { rainInches: NaN }],
  ])('is rejected with a missing %s', (_, more) => {
    const run = buildRun('NYC', ISSUED, () => 40, more);
    expect(() => createWeatherArchive().addRun(run)).toThrow(/a run of NYC lacks a number/);
  });
});

describe('a flow of a day', () => {
  const read = (flow: Flow, dayMs: number, missing: Missing) =>
    flow.computeDay(buildDay(dayMs, missing), flow.cells[0] ?? 'NYC');

  it('is missing where it needs a missing figure', () => {
    expect(computeDryness(buildDay(JULY, NO_RAIN), 'DSM')).toBeNull();
    expect(read(CORN_FLOW, JULY, NO_RAIN)).toBeNull();
    expect(read(WHEAT_FLOW, Date.UTC(2026, 4, 5), NO_RAIN)).toBeNull();
    expect(read(COFFEE_FLOW, Date.UTC(2026, 9, 17), NO_RAIN)).toBeNull();
    expect(read(buildRenewablesFlow('ERCOT'), JULY, { windMph: null })).toBeNull();
    expect(read(buildRenewablesFlow('ERCOT'), JULY, { sunShare: null })).toBeNull();
  });

  it('is that of the temperature where it needs no other figure', () => {
    const all: Missing = { ...NO_RAIN, windMph: null, sunShare: null };
    expect(read(GAS_BALANCE_FLOW, JULY, all)).toBe(read(GAS_BALANCE_FLOW, JULY, {}));
    // Rain does not matter to corn in January.
    expect(read(CORN_FLOW, Date.UTC(2026, 0, 10), NO_RAIN)).toBe(0);
  });

  it('is summed over days that have it, and missing with one that has not', () => {
    const run = buildShortRun('DSM', JULY, 3, NO_RAIN, { rainInches: 0.02 });
    const sumUntil = (untilLead: number) =>
      sumFlow(CORN_FLOW, run, JULY, JULY + untilLead * DAY_MS);
    expect(sumUntil(2)).toBeGreaterThan(0);
    expect(sumUntil(3)).toBeNull();
    expect(sumFlow(GAS_BALANCE_FLOW, run, JULY, JULY + 14 * DAY_MS)).not.toBeNull();
  });
});

describe('the price of power', () => {
  const day = buildDay(JULY, {});
  it.each([{ windMph: null }, { sunShare: null }])('is missing with %o', (missing) => {
    expect(computeExpectedDayPrice(HUB_STACKS.PJM, day, 3)).toBeGreaterThan(0);
    expect(computeExpectedDayPrice(HUB_STACKS.PJM, { ...day, ...missing }, 3)).toBeNull();
    const run = buildShortRun('PJM', JULY, 4, missing);
    expect(computeWeekPrice('PJM', run, JULY + 4 * DAY_MS, 3)).toBeNull();
    // The week after the run is that of the climatology.
    expect(computeWeekPrice('PJM', run, JULY + 7 * DAY_MS, 3)).toBeGreaterThan(0);
  });
});

describe('a probability', () => {
  it('of dryness is missing with a day that may be wet', () => {
    const run = buildShortRun('DSM', ISSUED, 5, NO_RAIN);
    expect(computeDrynessProbability(run, [1, 4], 1)).toBeCloseTo(0.7 ** 4 + 4 * 0.3 * 0.7 ** 3, 9);
    expect(computeDrynessProbability(run, [1, 5], 1)).toBeNull();
  });

  it('of cold on bare ground is missing with a cold day that may bring snow', () => {
    const cold = { meanF: 10, lowF: 0 };
    expect(
      computeBareColdProbability(buildShortRun('ICT', ISSUED, 7, {}, cold), [1, 6], 5),
    ).toBeGreaterThan(0.2);
    expect(
      computeBareColdProbability(buildShortRun('ICT', ISSUED, 3, NO_RAIN, cold), [1, 6], 5),
    ).toBeNull();
    // Rain of mild days leaves no snow.
    const mild = { meanF: 40, lowF: 0 };
    expect(
      computeBareColdProbability(buildShortRun('ICT', ISSUED, 3, NO_RAIN, mild), [1, 6], 5),
    ).toBeGreaterThan(0.5);
  });
});

/** Public data of two runs a day apart of all cells. */
function readPublicData(build: (cell: WeatherCell, issuedMs: number) => ForecastRun) {
  const weather = createWeatherArchive();
  for (const cell of MARKET_CELLS)
    for (const issuedMs of [ISSUED - DAY_MS, ISSUED]) weather.addRun(build(cell, issuedMs));
  return createPublicDataReader({
    weather,
    vintages: createVintageStore(),
    curve: () => [{ delivery: '2026-01-12', price: 3 }],
    reports: () => [],
  });
}

describe('inputs of playbooks', () => {
  const withRain = (days: number) =>
    readPublicData((cell, issuedMs) => buildShortRun(cell, issuedMs, days, NO_RAIN))(KNOWN);
  const resolveValue = (id: string, days: number) =>
    resolveInput(id, withRain(days))?.value ?? null;

  it('sum the rain of five days only where each has an amount', () => {
    expect(resolveValue('gate/rain/DSM', 3)).toBeNull();
    expect(resolveValue('gate/rain/DSM', 5)).toBeNull();
    expect(resolveValue('gate/rain/DSM', 6)).toBeCloseTo(0.5, 9);
  });

  it('do not sum the rain of a run that ends before', () => {
    const data = readPublicData((cell, issuedMs) => {
      const run = buildRun(cell, issuedMs, () => 40);
      return { ...run, days: run.days.slice(0, 4) };
    });
    expect(resolveInput('gate/rain/DSM', data(KNOWN))).toBeNull();
  });

  it('have the revisions of temperatures, and lack those of rain', () => {
    expect(resolveValue('wxa/NG/degree-days/1-14', 3)).not.toBeNull();
    expect(resolveValue('wxa/MGB/dryness/1-14', 3)).toBeNull();
    expect(resolveValue('wxa/MGB/dryness/1-14', 7)).toBeCloseTo(0, 9);
    expect(resolveValue('evt/dry/corn-belt/chance', 3)).toBeNull();
    expect(resolveValue('evt/dry/corn-belt/chance', 7)).not.toBeNull();
  });

  it('lack what needs wind or sunshine', () => {
    const data = readPublicData((cell, issuedMs) =>
      buildShortRun(cell, issuedMs, 1, { windMph: null, sunShare: null }),
    )(KNOWN);
    const missing = [
      'wxa/hub/PJM/renewables/0-2',
      'wxa/wind/ERCOT+MISO/1-5',
      'evt/spike/PJM/chance',
      'fund/PJM/strip-fair',
    ];
    for (const id of missing) {
      expect(resolveInput(id, data), id).toBeNull();
      expect(resolveInput(id, withRain(3)), id).not.toBeNull();
    }
    expect(resolveInput('evt/spike/NYISO/chance', data)).not.toBeNull();
  });
});

describe('features of networks', () => {
  const marks = new DailyMarks();
  for (let day = 60; day > 0; day -= 1)
    marks.add({ endMs: ISSUED - day * DAY_MS, close: 50, move: day % 2 ? 0.01 : -0.01 });

  /** Names of the missing features of a subject that a complete run has. */
  function listMissing(id: string, subject: string, fromLead: number, missing: Missing): string[] {
    const spec = getNetworkSpec(id);
    const [found = [], complete = []] = [missing, {}].map((lacks) => {
      const getPublicData = readPublicData((cell, issuedMs) =>
        buildShortRun(cell, issuedMs, fromLead, lacks),
      );
      const history = { getPublicData, getMarks: () => marks, record: new WeatherRecord() };
      return computeRawFeatures(spec, new PointInTimeView(history, KNOWN), subject);
    });
    return spec.features
      .filter((_, index) => Number.isNaN(found[index]) && !Number.isNaN(complete[index]))
      .map(({ name }) => name);
  }

  it('are missing by name', () => {
    expect(listMissing('WeatherNet', 'NYC', 4, NO_RAIN)).toEqual(['odds of rain in 5 days']);
    expect(listMissing('WeatherNet', 'NYC', 1, { windMph: null })).toEqual([
      'wind in a day over its usual',
    ]);
    expect(listMissing('SpikeNet', 'PJM', 0, { sunShare: null })).toEqual(['sunshine']);
    expect(listMissing('SpikeNet', 'PJM', 0, { windMph: null })).toEqual([
      'public chance',
      'wind over its usual',
    ]);
    expect(listMissing('SpikeNet', 'NYISO', 0, { windMph: null })).toEqual(['wind over its usual']);
    expect(listMissing('AgNet', 'CORN', 3, NO_RAIN)).toEqual(['revision of rain where it grows']);
  });
});

describe('the change between two runs', () => {
  const NYC = [{ cell: 'NYC', weight: 1 }] as const;
  const compareDays = (nowDays: number, beforeDays: number) => {
    const [now, before] = [
      buildShortRun('NYC', ISSUED, nowDays, NO_RAIN, { rainInches: 0.4 }),
      buildShortRun('NYC', ISSUED - DAY_MS, beforeDays, NO_RAIN, { rainInches: 0.1 }),
    ].map((run) => buildPlaceRun(NYC, () => run));
    return now && before ? compareRuns(now, before) : null;
  };

  it('has rain of the days with an amount in both, and states their number', () => {
    expect(compareDays(3, 4)).toMatchObject({
      days: 5,
      rainInches: {
        now: 0.8,
        before: 0.2,
        days: 2,
        fromMs: Date.UTC(2026, 0, 11),
        untilMs: Date.UTC(2026, 0, 12),
      },
    });
  });

  it('has no rain without such a day, and degree days of all days', () => {
    expect(compareDays(3, 1)).toMatchObject({
      days: 5,
      rainInches: null,
      heating: { now: 125, before: 125, change: 0 },
    });
  });

  it('weighs a place by the cells with rain, and has none below half of the weight', () => {
    const cells = [
      { cell: 'NYC', weight: 0.6 },
      { cell: 'PJM', weight: 0.4 },
    ] as const;
    const buildPlace = (dry: WeatherCell) =>
      buildPlaceRun(cells, (cell) =>
        buildShortRun(cell, ISSUED, cell === dry ? 1 : 7, NO_RAIN, {
          rainInches: cell === 'NYC' ? 0.4 : 0.1,
        }),
      )?.days.map(({ rainInches }) => rainInches);
    expect(buildPlace('PJM')?.slice(1)).toEqual(Array(6).fill(0.4));
    expect(buildPlace('NYC')?.slice(1)).toEqual(Array(6).fill(null));
  });
});

describe('the weather feed', () => {
  const readMessage = (nowDays: number, beforeDays: number, nowInches = 0.1) => {
    const runs = (['CHI', 'DSM', 'ICT'] as const).flatMap((cell) => [
      buildShortRun(cell, JULY - DAY_MS, beforeDays, NO_RAIN),
      buildShortRun(cell, JULY, nowDays, NO_RAIN, { rainInches: nowInches }),
    ]);
    const items = listIntelligence(buildArchive({ runs }), JULY + 5 * HOUR_MS, () => null);
    return items.find(({ region }) => region === 'Midwest')?.message;
  };

  it('states for how many days it has rain', () => {
    expect(readMessage(3, 4)).toBe(
      'Quiet: 125 heating (0) and 0 cooling degree days (0) from Jul 15 to Jul 19, little change in a day. Rain covers 2 of 5 days; the rest have no amount in one or both runs.',
    );
  });

  it('states that it has no rain', () => {
    expect(readMessage(1, 4)).toMatch(
      /little change in a day\. Rain: N\/A, no day has an amount in both runs\.$/,
    );
  });

  it('says nothing about days where all have rain', () => {
    expect(readMessage(7, 7)).toMatch(/little change in a day\.$/);
  });

  it('reports a change over the days with rain, with their dates and number', () => {
    expect(readMessage(3, 4, 0.9)).toBe(
      'Rain from Jul 15 to Jul 16: 1.8 in (+1.6). Rain covers 2 of 5 days; the rest have no amount in one or both runs. Bearish corn, soybeans.',
    );
  });
});
