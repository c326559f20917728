// Sources forecast wind, sunshine and rain for fewer days than temperatures. A figure that the
// missing ones could change is missing itself: whatever they were, all other figures stay the same.
import fc from 'fast-check';
import { expect } from 'vitest';
import { POWER_HUBS } from '../../app/trading/domain/contract';
import { DAY_MS, HOUR_MS, getMidnight } from '../../app/trading/domain/time';
import { INPUTS, resolveInput } from '../../app/trading/market/inputs/catalog';
import type { CurvePoint, PublicData } from '../../app/trading/market/inputs/public-data';
import { createPublicDataReader } from '../../app/trading/market/inputs/public-data-reader';
import { isSignalInput } from '../../app/trading/market/inputs/signal-inputs';
import { createVintageStore } from '../../app/trading/market/vintage-store';
import { DailyMarks } from '../../app/trading/networks/features/daily-marks';
import { PointInTimeView } from '../../app/trading/networks/features/point-in-time-view';
import { WeatherRecord } from '../../app/trading/networks/features/weather-record';
import { computeRawFeatures } from '../../app/trading/networks/network-spec';
import { NETWORKS, getNetworkSpec } from '../../app/trading/networks/registry';
import { createWeatherArchive } from '../../app/trading/weather/archive';
import type { ForecastDay, ForecastRun } from '../../app/trading/weather/bulletin';
import { MARKET_CELLS, type MarketCell } from '../../app/trading/weather/cell';
import { getClimate } from '../../app/trading/weather/climate-table';
import { compareRuns, buildPlaceRun } from '../../app/trading/weather/forecast-change';
import { expectMet, property } from './property';

const FIGURES = ['windMph', 'sunShare', 'rainInches', 'rainChance'] as const;
type Figure = (typeof FIGURES)[number];
type Figures = Readonly<Record<Figure, number>>;

/** Newest first, a day apart. */
const RUNS = 3;
const START = Date.UTC(2026, 0, 1);

interface Case {
  /** Day of the year of the newest run. */
  readonly day: number;
  /** Days of each run with temperatures, and with each figure. */
  readonly lengths: readonly number[];
  readonly known: readonly Figures[];
  /** Further missing figures of a cell. */
  readonly holes: readonly {
    readonly run: number;
    readonly cell: number;
    readonly lead: number;
    readonly figure: Figure;
  }[];
  readonly warmerF: number;
  readonly salt: number;
}

const knownDays = fc.nat(15);
const cases: fc.Arbitrary<Case> = fc.record({
  day: fc.nat(364),
  lengths: fc.array(fc.integer({ min: 3, max: 15 }), { minLength: RUNS, maxLength: RUNS }),
  known: fc.array(
    fc.record({
      windMph: knownDays,
      sunShare: knownDays,
      rainInches: knownDays,
      rainChance: knownDays,
    }),
    { minLength: RUNS, maxLength: RUNS },
  ),
  holes: fc.array(
    fc.record({
      run: fc.nat(RUNS - 1),
      cell: fc.nat(MARKET_CELLS.length - 1),
      lead: fc.nat(14),
      figure: fc.constantFrom(...FIGURES),
    }),
    { maxLength: 12 },
  ),
  warmerF: fc.integer({ min: -30, max: 30 }),
  salt: fc.nat(1000),
});

/** A number from 0 to 1 by place, run and lead. */
const drawFraction = (...parts: readonly number[]): number =>
  Math.abs(Math.sin(parts.reduce((sum, part, index) => sum + (index + 1) * 12.9898 * part, 1)));

const DRY: Figures = { windMph: 2, sunShare: 0.9, rainInches: 0, rainChance: 0.02 };
const WET: Figures = { windMph: 40, sunShare: 0.1, rainInches: 2, rainChance: 0.97 };

/** Runs of a case; missing figures are those of `fill`, or null. */
function buildRuns(of: Case, fill: Figures | null): readonly ForecastRun[] {
  return Array.from({ length: RUNS }, (_, run) => run).flatMap((run) =>
    MARKET_CELLS.map((cell, at): ForecastRun => {
      const issuedMs = START + (of.day - run) * DAY_MS + 12 * HOUR_MS;
      const days = Array.from({ length: of.lengths[run] ?? 3 }, (_, lead) =>
        buildDay(of, { run, at, lead, cell }, fill),
      );
      return { cell, issuedMs, publishedMs: issuedMs + 4 * HOUR_MS, days };
    }),
  );
}

interface Spot {
  readonly run: number;
  readonly at: number;
  readonly lead: number;
  readonly cell: MarketCell;
}

function buildDay(of: Case, { run, at, lead, cell }: Spot, fill: Figures | null): ForecastDay {
  const dayMs = START + (of.day - run + lead) * DAY_MS;
  const normal = getClimate(cell, dayMs);
  const value = drawFraction(of.salt, run, at, lead);
  const meanF = normal.meanF + of.warmerF + 10 * value;
  const all: Figures = {
    windMph: 20 * value,
    sunShare: value,
    rainInches: value,
    rainChance: value,
  };
  const isKnown = (figure: Figure): boolean =>
    lead < (of.known[run]?.[figure] ?? 0) &&
    !of.holes.some(
      (hole) =>
        hole.run === run && hole.cell === at && hole.lead === lead && hole.figure === figure,
    );
  const pickFigure = (figure: Figure): number | null =>
    isKnown(figure) ? all[figure] : (fill?.[figure] ?? null);
  return {
    dayMs,
    lead,
    meanF,
    highF: meanF + 10,
    lowF: meanF - 10,
    spreadF: 1 + lead / 2,
    windMph: pickFigure('windMph'),
    sunShare: pickFigure('sunShare'),
    rainInches: pickFigure('rainInches'),
    rainChance: pickFigure('rainChance'),
  };
}

/** Two days after the newest run, so that the strip of power lies within it. */
const listCurve =
  (of: Case) =>
  (chain: string): readonly CurvePoint[] => {
    const delivery = new Date(START + (of.day + 2) * DAY_MS).toISOString().slice(0, 10);
    return [{ delivery, price: POWER_HUBS.some((hub) => chain === `ET-${hub}`) ? 50 : 3 }];
  };

const getKnownMs = (of: Case): number => START + of.day * DAY_MS + 20 * HOUR_MS;

function createReader(of: Case, fill: Figures | null): (knownMs: number) => PublicData {
  const weather = createWeatherArchive();
  for (const run of buildRuns(of, fill)) weather.addRun(run);
  return createPublicDataReader({
    weather,
    vintages: createVintageStore(),
    curve: listCurve(of),
    reports: () => [],
  });
}

const readData = (of: Case, fill: Figures | null): PublicData =>
  createReader(of, fill)(getKnownMs(of));

/** Missing, or the value whatever the missing figures are. */
function checkFigure(name: string, found: number | null, filled: readonly (number | null)[]): void {
  if (found === null) return;
  expect(Number.isFinite(found), name).toBe(true);
  for (const value of filled) expect(value, name).toBe(found);
}

const INPUT_IDS = INPUTS.map(({ id }) => id).filter((id) => !isSignalInput(id));
const inputCounts = { missing: 0, present: 0 };

property(
  'no input of playbooks is derived from a missing figure',
  cases,
  (of) => {
    const [masked, dry, wet] = [readData(of, null), readData(of, DRY), readData(of, WET)];
    for (const id of INPUT_IDS) {
      const found = resolveInput(id, masked)?.value ?? null;
      const filled = [dry, wet].map((data) => resolveInput(id, data)?.value ?? null);
      checkFigure(id, found, filled);
      if (found === null && filled[0] !== null) inputCounts.missing += 1;
      if (found !== null) inputCounts.present += 1;
    }
  },
  {
    after: () => {
      expectMet('inputs that are missing', inputCounts.missing, 2000);
      expectMet('inputs that are present', inputCounts.present, 2000);
    },
  },
);

/** Constant volatility, so that impacts have a scale. */
function createMarks(): DailyMarks {
  const marks = new DailyMarks();
  for (let day = 0; day < 60; day += 1)
    marks.add({ endMs: START + (day - 60) * DAY_MS, close: 50, move: day % 2 ? 0.01 : -0.01 });
  return marks;
}
const MARKS = createMarks();

const createView = (of: Case, fill: Figures | null): PointInTimeView => {
  const history = {
    getPublicData: createReader(of, fill),
    getMarks: () => MARKS,
    record: new WeatherRecord(),
  };
  return new PointInTimeView(history, getKnownMs(of));
};

const toFigure = (value: number): number | null => (Number.isNaN(value) ? null : value);
const featureCounts = { missing: 0, present: 0 };

property(
  'no feature of a network is derived from a missing figure',
  fc.tuple(cases, fc.constantFrom(...NETWORKS.map(({ id }) => id))),
  ([of, id]) => {
    const spec = getNetworkSpec(id);
    const [masked, dry, wet] = [createView(of, null), createView(of, DRY), createView(of, WET)];
    for (const subject of spec.subjects) {
      const [found, ...filled] = [masked, dry, wet].map((view) =>
        Array.from(computeRawFeatures(spec, view, subject), toFigure),
      );
      spec.features.forEach(({ name }, index) => {
        const value = found?.[index] ?? null;
        const others = filled.map((row) => row[index] ?? null);
        checkFigure(`${name} of ${subject}`, value, others);
        if (value === null && others[0] !== null) featureCounts.missing += 1;
        if (value !== null) featureCounts.present += 1;
      });
    }
  },
  {
    after: () => {
      expectMet('features that are missing', featureCounts.missing, 1000);
      expectMet('features that are present', featureCounts.present, 1000);
    },
  },
);

const changeCounts = { none: 0, some: 0, all: 0 };

property(
  'the change of rain covers only days with an amount in both runs',
  fc.tuple(cases, fc.constantFrom(...MARKET_CELLS)),
  ([of, cell]) => {
    const runs = buildRuns(of, null).filter((run) => run.cell === cell);
    const [newer, older] = runs;
    if (!newer || !older) throw new Error('a case has three runs');
    const cells = [{ cell, weight: 1 }];
    const [now, before] = [newer, older].map((run) => buildPlaceRun(cells, () => run));
    const change = now && before ? compareRuns(now, before) : null;
    if (!change) return;
    const amounts = newer.days
      .filter(({ dayMs }) => dayMs > getMidnight(newer.issuedMs))
      .flatMap((day) => {
        const then = older.days.find(({ dayMs }) => dayMs === day.dayMs)?.rainInches ?? null;
        return day.rainInches === null || then === null
          ? []
          : [{ dayMs: day.dayMs, now: day.rainInches, then }];
      });
    if (amounts.length === 0) {
      changeCounts.none += 1;
      expect(change.rainInches).toBeNull();
      return;
    }
    changeCounts[amounts.length === change.days ? 'all' : 'some'] += 1;
    expect(change.rainInches).toMatchObject({
      days: amounts.length,
      fromMs: amounts[0]?.dayMs,
      untilMs: amounts.at(-1)?.dayMs,
    });
    const addAmounts = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0);
    expect(change.rainInches?.now).toBeCloseTo(addAmounts(amounts.map((each) => each.now)), 9);
    expect(change.rainInches?.before).toBeCloseTo(addAmounts(amounts.map((each) => each.then)), 9);
  },
  {
    after: () => {
      expectMet('changes without rain', changeCounts.none, 100);
      expectMet('changes with rain of some days', changeCounts.some, 100);
      expectMet('changes with rain of all days', changeCounts.all, 100);
    },
  },
);
