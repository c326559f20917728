import { computeMean } from '../../../app/trading/statistics/sample';
import { beforeAll, describe, expect, it } from 'vitest';
import { COMMODITY_KEYS } from '../../../app/trading/domain/commodity';
import {
  INPUTS,
  findInputInfo,
  resolveInput,
  listUsers,
} from '../../../app/trading/market/inputs/catalog';
import type { PublicData, PublishedValue } from '../../../app/trading/market/inputs/public-data';
import { isSignalInput } from '../../../app/trading/market/inputs/signal-inputs';
import { PLAYBOOK_INPUTS } from '../../../app/trading/market/inputs/playbook-inputs';
import { listPlaybooks } from '../../../app/trading/strategies/playbooks/catalog';
import { createVintageStore } from '../../../app/trading/market/vintage-store';
import { type PublishedMarket, createPublishedMarket } from '../../support/published-market';
import { DAY_MS } from '../../../app/trading/domain/time';

const FROM = Date.UTC(2010, 0, 1);
/** 15 months of query times after three years of history; the last one falls on another cycle. */
const MOMENTS = Array.from(
  { length: 24 },
  (_, index) => Date.UTC(2013, 0, 3, 15) + (20 * index + (index === 23 ? 0.5 : 0)) * DAY_MS,
);
const ROWS = COMMODITY_KEYS.flatMap((mode) =>
  Object.entries(PLAYBOOK_INPUTS[mode]).map(([id, inputs]) => [mode, id, inputs] as const),
);

/** Inputs from public data; those of signals need the networks and are tested with them. */
const PUBLIC_INPUTS = INPUTS.filter(({ id }) => !isSignalInput(id));
const PUBLIC_ROWS = ROWS.filter(([, id]) => id !== 'AI_CORE');

/** The grid with one time moved after a canceled freeze warning, which is rare. */
function momentsWithBust(world: PublishedMarket): number[] {
  const busts = world.weather
    .listWarnings(MOMENTS[0] ?? 0, MOMENTS[18] ?? 0)
    .filter(({ kind, phase }) => kind === 'freeze' && phase === 'cancelled');
  const afterMs =
    Math.ceil(((busts[0]?.publishedMs ?? NaN) - FROM) / DAY_MS) * DAY_MS + FROM + 15 * 3_600_000;
  return MOMENTS.map((ms, index) => (index === 18 ? afterMs : ms));
}

let world: PublishedMarket;
let queryTimes: readonly number[];
let moments: readonly PublicData[];
/** Values of every input at every query time. */
const figures = new Map<string, readonly (PublishedValue | null)[]>();

beforeAll(() => {
  world = createPublishedMarket('inputs', FROM, (MOMENTS.at(-1) ?? FROM) + DAY_MS);
  queryTimes = momentsWithBust(world);
  moments = queryTimes.map((ms) => world.getPublicData(ms));
  for (const { id } of PUBLIC_INPUTS) figures.set(id, []);
  for (const known of moments)
    for (const { id } of PUBLIC_INPUTS)
      figures.set(id, [...(figures.get(id) ?? []), resolveInput(id, known)]);
}, 60_000);

describe('the catalog of inputs', () => {
  it('has the inputs of all playbooks', () => {
    for (const mode of COMMODITY_KEYS)
      expect(Object.keys(PLAYBOOK_INPUTS[mode]).sort(), mode).toEqual(
        listPlaybooks(mode)
          .map(({ id }) => id)
          .sort(),
      );
    for (const [mode, id, inputs] of ROWS) {
      expect(new Set(inputs).size).toBe(inputs.length);
      for (const input of inputs) expect(listUsers(input), input).toContainEqual({ mode, id });
    }
  });

  it('lists no inputs for playbooks on prices only', () => {
    expect(
      ROWS.filter(([, , inputs]) => inputs.length === 0).map(([mode, id]) => `${mode} ${id}`),
    ).toEqual([
      'electricity VOL_BREAK',
      'electricity FREQUENCY_REG',
      'soybeans EXPORT_DEMAND',
      'soybeans CHINA_BUYING',
      'wheat GEOPOLITICAL_PREMIUM',
      'wheat HARVEST_LOW',
      'wheat EXPORT_DEMAND',
      'oil TREND_FOLLOW',
      'coffee TREND_BREAKOUT',
      'coffee EXPORT_DEMAND',
      'crude-oil TREND_FOLLOW',
      'crude-oil VOLATILITY_SQUEEZE',
      'crude-oil SEASONAL_DRIVING',
    ]);
  });

  it('has a unique id, a unit and a description for each input', () => {
    expect(new Set(INPUTS.map(({ id }) => id)).size).toBe(INPUTS.length);
    for (const { id, unit, description } of INPUTS)
      expect(unit.length * description.length, id).toBeGreaterThan(0);
    expect(findInputInfo('evt/EIA-gas/own-estimate')?.unit).toBe('Bcf');
    expect(() => resolveInput('no/such', moments[0] as PublicData)).toThrow(
      /no input is called 'no\/such'/,
    );
  });
});

describe('inputs', () => {
  it.each(PUBLIC_ROWS)(
    'of %s %s resolve at every moment, finite, published by then, and change over a year',
    (_mode, _id, inputs) => {
      for (const input of inputs) {
        const series = figures.get(input) ?? [];
        series.forEach((figure, index) => {
          expect(
            figure,
            `${input} at ${new Date(queryTimes[index] ?? 0).toISOString()}`,
          ).not.toBeNull();
          expect(Number.isFinite(figure?.value), input).toBe(true);
          expect(figure?.publishedMs).toBeLessThanOrEqual(queryTimes[index] ?? 0);
        });
        expect(
          new Set(series.slice(0, 19).map((figure) => figure?.value)).size,
          input,
        ).toBeGreaterThan(1);
      }
    },
  );

  it('have a surprise of each report for each of its commodities', () => {
    for (const { id } of PUBLIC_INPUTS)
      if (id.endsWith('/surprise')) expect(figures.get(id)?.at(-1) ?? null, id).not.toBeNull();
  });

  it('are never equal under two ids', () => {
    const seen = new Map<string, string>();
    for (const { id } of PUBLIC_INPUTS) {
      const key = JSON.stringify((figures.get(id) ?? []).map((figure) => figure?.value));
      expect(seen.get(key), id).toBeUndefined();
      seen.set(key, id);
    }
  });

  it('keep probabilities between 0 and 1', () => {
    for (const { id, unit } of PUBLIC_INPUTS)
      if (unit === 'chance')
        for (const figure of figures.get(id) ?? [])
          expect(figure && figure.value >= 0 && figure.value <= 1, id).toBe(true);
  });

  it('do not change with later publications', () => {
    const [early, late] = [Date.UTC(2013, 7, 14, 9), Date.UTC(2013, 9, 1)];
    const cut = createVintageStore();
    for (const value of world.values) if (value.publishedMs <= early) cut.add(value);
    const known = world.getPublicData(early);
    const blind: PublicData = {
      ...known,
      vintages: cut,
      listWarnings: () => known.listWarnings().filter(({ publishedMs }) => publishedMs <= early),
      listReports: (sinceMs) => world.series.listReports(sinceMs, early + 1),
    };
    for (const { id } of INPUTS)
      expect(resolveInput(id, blind), id).toEqual(resolveInput(id, known));
    expect(resolveInput('gate/soil/DSM', world.getPublicData(late))).not.toEqual(
      resolveInput('gate/soil/DSM', known),
    );
  });

  it('have scaled revisions of mean 0 and size 1', () => {
    for (const id of [
      'wxa/NG/degree-days/1-14/z',
      'wxa/HO/heating/1-10/z',
      'wxa/MGB/dryness/1-14/z',
      'wxa/hub/ERCOT/degree-days/1-5/z',
      'wxa/wind/ERCOT+MISO/1-5/z',
    ]) {
      const values = (figures.get(id) ?? []).map((figure) => figure?.value ?? NaN);
      const size = Math.sqrt(computeMean(values.map((z) => z * z)));
      expect(Math.abs(computeMean(values)), id).toBeLessThan((4 * size) / Math.sqrt(values.length));
      expect(size, id).toBeGreaterThan(0.4);
      expect(size, id).toBeLessThan(2.5);
    }
  });

  it('are null without data', () => {
    const empty: PublicData = {
      knownMs: MOMENTS[0] ?? 0,
      findRun: () => null,
      listWarnings: () => [],
      vintages: createVintageStore(),
      listCurve: () => [],
      listReports: () => [],
    };
    const without = INPUTS.filter(({ id }) => resolveInput(id, empty) !== null).map(({ id }) => id);
    expect(without.filter((id) => !/storm|bust|days-(until|since)|bearing/.test(id))).toEqual([]);
  });
});

describe('a confirmed revision of power', () => {
  it('is the revision where spot moved the same way, else 0', () => {
    let [confirmed, dropped] = [0, 0];
    for (const hub of ['NYISO', 'ERCOT', 'CAISO', 'PJM', 'MISO']) {
      (figures.get(`wxa/hub/${hub}/degree-days/1-5/confirmed`) ?? []).forEach((figure, index) => {
        const revision = figures.get(`wxa/hub/${hub}/degree-days/1-5/z`)?.[index]?.value ?? NaN;
        const known = moments[index] as PublicData;
        const spot = known.vintages
          .listHistory(
            `spot/${hub}/mean`,
            known.knownMs - 14 * DAY_MS,
            known.knownMs,
            known.knownMs,
          )
          .slice(-11)
          .map(({ value }) => value);
        const root = Math.hypot(...spot.slice(1).map((value, day) => value - (spot[day] ?? NaN)));
        const agrees =
          (Math.sign(revision) * ((spot.at(-1) ?? NaN) - (spot[0] ?? NaN))) / root >= 0.3;
        expect(spot).toHaveLength(11);
        expect(figure?.value, hub).toBeCloseTo(agrees ? revision : 0, 12);
        if (agrees) confirmed += 1;
        else dropped += 1;
      });
    }
    expect(Math.min(confirmed, dropped)).toBeGreaterThan(10);
  });

  it('is available with the gap between strip price and fair value', () => {
    for (const [index, known] of moments.entries()) {
      const [gap, fair, price] = ['fund/PJM/strip-gap', 'fund/PJM/strip-fair', 'price/ET-PJM'].map(
        (id) => figures.get(id)?.[index]?.value ?? NaN,
      ) as [number, number, number];
      expect(gap, String(known.knownMs)).toBeCloseTo(fair - price, 9);
    }
  });
});

describe('the estimate of the storage change', () => {
  it('correlates with the published change', () => {
    const published = new Map(
      world.values
        .filter(({ series }) => series === 'storage/gas/change')
        .map(({ publishedMs, value }) => [publishedMs, value]),
    );
    const pairs: [number, number][] = [];
    for (const [atMs, change] of published) {
      if (atMs < Date.UTC(2012, 10, 15) || atMs > Date.UTC(2013, 2, 20)) continue;
      const estimate = resolveInput(
        'evt/EIA-gas/own-estimate',
        world.getPublicData(atMs - 3_600_000),
      );
      if (estimate) pairs.push([estimate.value, change]);
    }
    expect(pairs.length).toBeGreaterThan(15);
    const computePairMean = (k: 0 | 1): number => computeMean(pairs.map((pair) => pair[k]));
    const [ma, mb] = [computePairMean(0), computePairMean(1)];
    const cov = pairs.reduce((sum, [a, b]) => sum + (a - ma) * (b - mb), 0);
    const norm = Math.sqrt(
      pairs.reduce((sum, [a]) => sum + (a - ma) ** 2, 0) *
        pairs.reduce((sum, [, b]) => sum + (b - mb) ** 2, 0),
    );
    expect(cov / norm).toBeGreaterThan(0.6);
  });
});
