// The archive gives the same answers as a linear search over all vintages, for bulletins in any
// order and with repeats.
import { computeMean } from '../../app/trading/statistics/sample';
import fc from 'fast-check';
import type { SeriesValue } from '../../app/trading/market/vintage';
import { createVintageStore } from '../../app/trading/market/vintage-store';
import { createWeatherArchive } from '../../app/trading/weather/archive';
import type { ForecastRun, Observation, WeatherWarning } from '../../app/trading/weather/bulletin';
import { assertEqual, property } from './property';
import { DAY_MS, HOUR_MS } from '../../app/trading/domain/time';

const START = Date.UTC(2026, 0, 5);
const CELLS = ['NYC', 'DSM'] as const;
const SERIES = ['storage/gas/level', 'load/PJM'] as const;

interface Entry {
  readonly of: number;
  readonly delay: number;
  readonly which: 0 | 1;
  readonly value: number;
}

/** Latest published value of each valid time as of a moment, in order of time. */
function selectLatest<T>(
  all: readonly T[],
  getValidMs: (each: T) => number,
  getPublishedMs: (each: T) => number,
  asOfMs: number,
): T[] {
  const best = new Map<number, T>();
  for (const each of all) {
    const before = best.get(getValidMs(each));
    if (
      getPublishedMs(each) <= asOfMs &&
      (before === undefined || getPublishedMs(each) > getPublishedMs(before))
    )
      best.set(getValidMs(each), each);
  }
  return [...best.values()].sort((a, b) => getValidMs(a) - getValidMs(b));
}

/** Drops repeats: only the first value with a key is a vintage. */
function dropRepeats<T>(all: readonly T[], getKey: (each: T) => string): T[] {
  const seen = new Set<string>();
  return all.filter((each) => !seen.has(getKey(each)) && seen.add(getKey(each)));
}

const listEntries = (indexMax: number): fc.Arbitrary<Entry[]> =>
  fc.array(
    fc.record({
      of: fc.nat(indexMax),
      delay: fc.nat(40),
      which: fc.constantFrom(0 as const, 1 as const),
      value: fc.integer({ min: -40, max: 110 }),
    }),
    { maxLength: 60 },
  );
const moments = fc.array(fc.nat(60), { minLength: 1, maxLength: 6 });

const buildObservation = ({ of, delay, which, value }: Entry): Observation => {
  const validMs = START + of * HOUR_MS;
  return {
    cell: CELLS[which],
    validMs,
    publishedMs: validMs + delay * HOUR_MS,
    temperatureF: value,
    humidityPercent: 50,
    windMph: Math.abs(value) / 10,
    pressureMb: 1013,
    rainInches: 0.25,
    soil: value % 3 === 0 ? null : value / 10,
  };
};

property(
  'observations and their days',
  fc.tuple(listEntries(72), moments),
  ([list, queryHours]) => {
    const archive = createWeatherArchive();
    for (const each of list) archive.addObservation(buildObservation(each));
    for (const each of list)
      assertEqual(archive.addObservation(buildObservation(each)), false, 'a repeated observation');
    for (const hours of queryHours) {
      const asOfMs = START + hours * HOUR_MS;
      for (const cell of CELLS) {
        const all = dropRepeats(
          list.map(buildObservation).filter((each) => each.cell === cell),
          ({ validMs, publishedMs }) => `${validMs} ${publishedMs}`,
        );
        const seen = selectLatest(
          all,
          ({ validMs }) => validMs,
          ({ publishedMs }) => publishedMs,
          asOfMs,
        );
        assertEqual(
          archive.findLatest(cell, asOfMs),
          seen.at(-1) ?? null,
          'the latest observation',
        );
        const window = seen.filter(
          ({ validMs }) => validMs >= START + 5 * HOUR_MS && validMs < START + 50 * HOUR_MS,
        );
        assertEqual(
          archive.listHours(cell, START + 5 * HOUR_MS, START + 50 * HOUR_MS, asOfMs),
          window,
          'observations of a window',
        );
        const over = seen.filter(
          ({ validMs }) => Math.floor(validMs / DAY_MS) * DAY_MS + DAY_MS <= asOfMs,
        );
        const days = [
          ...new Set(over.map(({ validMs }) => Math.floor(validMs / DAY_MS) * DAY_MS)),
        ].map((dayMs) => {
          const own = over.filter(({ validMs }) => Math.floor(validMs / DAY_MS) * DAY_MS === dayMs);
          const computeOwnMean = (of: (each: Observation) => number): number =>
            computeMean(own.map(of));
          return {
            dayMs,
            meanF: computeOwnMean((each) => each.temperatureF),
            highF: Math.max(...own.map((each) => each.temperatureF)),
            lowF: Math.min(...own.map((each) => each.temperatureF)),
            rainInches: own.reduce((sum, each) => sum + (each.rainInches ?? Number.NaN), 0),
            windMph: computeOwnMean((each) => each.windMph ?? Number.NaN),
            publishedMs: Math.max(...own.map((each) => each.publishedMs)),
          };
        });
        const answered = archive
          .listDays(cell, START, START + 4 * DAY_MS, asOfMs)
          .map(({ dayMs, meanF, highF, lowF, rainInches, windMph, publishedMs }) => ({
            dayMs,
            meanF,
            highF,
            lowF,
            rainInches,
            windMph,
            publishedMs,
          }));
        assertEqual(answered, days, 'days');
      }
    }
  },
);

const buildRun = ({ of, delay, which, value }: Entry): ForecastRun => {
  const issuedMs = START + of * 6 * HOUR_MS;
  const dayMs = Math.floor(issuedMs / DAY_MS) * DAY_MS;
  const days = Array.from({ length: 1 + (of % 15) }, (_, lead) => ({
    dayMs: dayMs + lead * DAY_MS,
    lead,
    meanF: value,
    highF: value + lead,
    lowF: value - lead,
    spreadF: lead,
    windMph: 5,
    sunShare: 0.5,
    rainInches: lead / 8,
    rainChance: 0.25,
  }));
  return { cell: CELLS[which], issuedMs, publishedMs: issuedMs + delay * HOUR_MS, days };
};

property('forecast runs', fc.tuple(listEntries(12), moments), ([list, queryHours]) => {
  const archive = createWeatherArchive();
  for (const each of list) archive.addRun(buildRun(each));
  for (const hours of queryHours) {
    const asOfMs = START + hours * HOUR_MS;
    for (const cell of CELLS) {
      const all = dropRepeats(
        list.map(buildRun).filter((each) => each.cell === cell),
        ({ issuedMs, publishedMs }) => `${issuedMs} ${publishedMs}`,
      );
      const seen = selectLatest(
        all,
        ({ issuedMs }) => issuedMs,
        ({ publishedMs }) => publishedMs,
        asOfMs,
      );
      for (const back of [0, 1, 4])
        assertEqual(
          archive.findRun(cell, asOfMs, back),
          seen.at(-1 - back) ?? null,
          `the run ${back} before the newest`,
        );
      assertEqual(
        archive.listRuns(cell, START, START + DAY_MS, asOfMs),
        seen.filter(({ issuedMs }) => issuedMs < START + DAY_MS),
        'the runs of a day',
      );
    }
  }
});

const PHASES = ['watch', 'confirmed', 'cancelled', 'ended'] as const;
const buildWarning = ({ of, delay, which, value }: Entry): WeatherWarning => ({
  id: `freeze/${of}`,
  kind: 'freeze',
  phase: PHASES[Math.abs(value) % 4] ?? 'watch',
  cells: [CELLS[which]],
  probability: 0.5,
  strength: value,
  fromMs: START + of * HOUR_MS,
  untilMs: START + (of + 10) * HOUR_MS,
  publishedMs: START + delay * HOUR_MS,
  text: 'It may freeze.',
});

property('warnings', fc.tuple(listEntries(4), moments), ([list, queryHours]) => {
  const archive = createWeatherArchive();
  for (const each of list) archive.addWarning(buildWarning(each));
  const all = dropRepeats(list.map(buildWarning), ({ id, publishedMs }) => `${id} ${publishedMs}`);
  for (const hours of queryHours) {
    const asOfMs = START + hours * HOUR_MS;
    const ids = [...new Set(all.map(({ id }) => id))];
    const current = ids.flatMap((id) =>
      selectLatest(
        all.filter((each) => each.id === id),
        () => 0,
        ({ publishedMs }) => publishedMs,
        asOfMs,
      ),
    );
    const getWarningEnd = ({ phase, untilMs, publishedMs }: WeatherWarning): number =>
      phase === 'cancelled' || phase === 'ended' ? Math.min(untilMs, publishedMs) : untilMs;
    const shown = current
      .filter((each) => asOfMs - getWarningEnd(each) <= DAY_MS)
      .sort((a, b) => a.publishedMs - b.publishedMs || a.id.localeCompare(b.id));
    assertEqual(archive.warnings(asOfMs), shown, 'warnings');
  }
});

const buildValue = ({ of, delay, which, value: number }: Entry): SeriesValue => ({
  series: SERIES[which],
  validMs: START + of * HOUR_MS,
  publishedMs: START + delay * HOUR_MS,
  value: number,
});

property('published series', fc.tuple(listEntries(30), moments), ([list, queryHours]) => {
  const store = createVintageStore();
  for (const each of list) store.add(buildValue(each));
  for (const hours of queryHours) {
    const asOfMs = START + hours * HOUR_MS;
    for (const series of SERIES) {
      const all = dropRepeats(
        list.map(buildValue).filter((each) => each.series === series),
        ({ validMs, publishedMs }) => `${validMs} ${publishedMs}`,
      );
      const seen = selectLatest(
        all,
        ({ validMs }) => validMs,
        ({ publishedMs }) => publishedMs,
        asOfMs,
      );
      assertEqual(store.findLatest(series, asOfMs), seen.at(-1) ?? null, 'the latest value');
      assertEqual(
        store.findAsOf(series, START + 3 * HOUR_MS, asOfMs),
        seen.find(({ validMs }) => validMs === START + 3 * HOUR_MS) ?? null,
        'a value of a time',
      );
      assertEqual(
        store.listHistory(series, START, START + 20 * HOUR_MS, asOfMs),
        seen.filter(({ validMs }) => validMs < START + 20 * HOUR_MS),
        'a history',
      );
    }
  }
});
