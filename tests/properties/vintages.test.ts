// Whatever the order in which bulletins arrive, and however often, the archive answers as a list of
// all vintages would that is searched through.
import { computeMean } from '../../app/trading/statistics/sample';
import fc from 'fast-check';
import type { SeriesValue } from '../../app/trading/market/vintage';
import { vintageStore } from '../../app/trading/market/vintages';
import { weatherArchive } from '../../app/trading/weather/archive';
import type { ForecastRun, Observation, WeatherWarning } from '../../app/trading/weather/bulletin';
import { agree, property } from './property';
import { DAY_MS, HOUR_MS } from '../../app/trading/domain/time';

const START = Date.UTC(2026, 0, 5);
const CELLS = ['NYC', 'DSM'] as const;
const SERIES = ['storage/gas/level', 'load/PJM'] as const;

interface Told {
  readonly of: number;
  readonly delay: number;
  readonly which: 0 | 1;
  readonly value: number;
}

/** The last of each time that was known, in order of time: the definition, word for word. */
function known<T>(
  all: readonly T[],
  validOf: (each: T) => number,
  publishedOf: (each: T) => number,
  knownMs: number,
): T[] {
  const best = new Map<number, T>();
  for (const each of all) {
    const before = best.get(validOf(each));
    if (
      publishedOf(each) <= knownMs &&
      (before === undefined || publishedOf(each) > publishedOf(before))
    )
      best.set(validOf(each), each);
  }
  return [...best.values()].sort((a, b) => validOf(a) - validOf(b));
}

/** The first of those with equal times: a second one is no vintage. */
function distinct<T>(all: readonly T[], keyOf: (each: T) => string): T[] {
  const seen = new Set<string>();
  return all.filter((each) => !seen.has(keyOf(each)) && seen.add(keyOf(each)));
}

const told = (most: number): fc.Arbitrary<Told[]> =>
  fc.array(
    fc.record({
      of: fc.nat(most),
      delay: fc.nat(40),
      which: fc.constantFrom(0 as const, 1 as const),
      value: fc.integer({ min: -40, max: 110 }),
    }),
    { maxLength: 60 },
  );
const moments = fc.array(fc.nat(60), { minLength: 1, maxLength: 6 });

const reading = ({ of, delay, which, value }: Told): Observation => {
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

property('readings and their days', fc.tuple(told(72), moments), ([list, asked]) => {
  const archive = weatherArchive();
  for (const each of list) archive.observe(reading(each));
  for (const each of list)
    agree(archive.observe(reading(each)), false, 'a reading that came again');
  for (const hours of asked) {
    const knownMs = START + hours * HOUR_MS;
    for (const cell of CELLS) {
      const all = distinct(
        list.map(reading).filter((each) => each.cell === cell),
        ({ validMs, publishedMs }) => `${validMs} ${publishedMs}`,
      );
      const seen = known(
        all,
        ({ validMs }) => validMs,
        ({ publishedMs }) => publishedMs,
        knownMs,
      );
      agree(archive.latest(cell, knownMs), seen.at(-1) ?? null, 'the latest reading');
      const window = seen.filter(
        ({ validMs }) => validMs >= START + 5 * HOUR_MS && validMs < START + 50 * HOUR_MS,
      );
      agree(
        archive.hours(cell, START + 5 * HOUR_MS, START + 50 * HOUR_MS, knownMs),
        window,
        'readings of a window',
      );
      const over = seen.filter(
        ({ validMs }) => Math.floor(validMs / DAY_MS) * DAY_MS + DAY_MS <= knownMs,
      );
      const days = [
        ...new Set(over.map(({ validMs }) => Math.floor(validMs / DAY_MS) * DAY_MS)),
      ].map((dayMs) => {
        const own = over.filter(({ validMs }) => Math.floor(validMs / DAY_MS) * DAY_MS === dayMs);
        const mean = (of: (each: Observation) => number): number => computeMean(own.map(of));
        return {
          dayMs,
          meanF: mean((each) => each.temperatureF),
          highF: Math.max(...own.map((each) => each.temperatureF)),
          lowF: Math.min(...own.map((each) => each.temperatureF)),
          rainInches: own.reduce((sum, each) => sum + each.rainInches, 0),
          windMph: mean((each) => each.windMph),
          publishedMs: Math.max(...own.map((each) => each.publishedMs)),
        };
      });
      const answered = archive
        .days(cell, START, START + 4 * DAY_MS, knownMs)
        .map(({ dayMs, meanF, highF, lowF, rainInches, windMph, publishedMs }) => ({
          dayMs,
          meanF,
          highF,
          lowF,
          rainInches,
          windMph,
          publishedMs,
        }));
      agree(answered, days, 'days');
    }
  }
});

const run = ({ of, delay, which, value }: Told): ForecastRun => {
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

property('forecast runs', fc.tuple(told(12), moments), ([list, asked]) => {
  const archive = weatherArchive();
  for (const each of list) archive.publish(run(each));
  for (const hours of asked) {
    const knownMs = START + hours * HOUR_MS;
    for (const cell of CELLS) {
      const all = distinct(
        list.map(run).filter((each) => each.cell === cell),
        ({ issuedMs, publishedMs }) => `${issuedMs} ${publishedMs}`,
      );
      const seen = known(
        all,
        ({ issuedMs }) => issuedMs,
        ({ publishedMs }) => publishedMs,
        knownMs,
      );
      for (const back of [0, 1, 4])
        agree(
          archive.run(cell, knownMs, back),
          seen.at(-1 - back) ?? null,
          `the run ${back} before the newest`,
        );
      agree(
        archive.runs(cell, START, START + DAY_MS, knownMs),
        seen.filter(({ issuedMs }) => issuedMs < START + DAY_MS),
        'the runs of a day',
      );
    }
  }
});

const PHASES = ['watch', 'confirmed', 'cancelled', 'ended'] as const;
const warning = ({ of, delay, which, value }: Told): WeatherWarning => ({
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

property('warnings', fc.tuple(told(4), moments), ([list, asked]) => {
  const archive = weatherArchive();
  for (const each of list) archive.warn(warning(each));
  const all = distinct(list.map(warning), ({ id, publishedMs }) => `${id} ${publishedMs}`);
  for (const hours of asked) {
    const knownMs = START + hours * HOUR_MS;
    const ids = [...new Set(all.map(({ id }) => id))];
    const standing = ids.flatMap((id) =>
      known(
        all.filter((each) => each.id === id),
        () => 0,
        ({ publishedMs }) => publishedMs,
        knownMs,
      ),
    );
    const over = ({ phase, untilMs, publishedMs }: WeatherWarning): number =>
      phase === 'cancelled' || phase === 'ended' ? Math.min(untilMs, publishedMs) : untilMs;
    const shown = standing
      .filter((each) => knownMs - over(each) <= DAY_MS)
      .sort((a, b) => a.publishedMs - b.publishedMs || a.id.localeCompare(b.id));
    agree(archive.warnings(knownMs), shown, 'warnings');
  }
});

const value = ({ of, delay, which, value: number }: Told): SeriesValue => ({
  series: SERIES[which],
  validMs: START + of * HOUR_MS,
  publishedMs: START + delay * HOUR_MS,
  value: number,
});

property('published series', fc.tuple(told(30), moments), ([list, asked]) => {
  const store = vintageStore();
  for (const each of list) store.put(value(each));
  for (const hours of asked) {
    const knownMs = START + hours * HOUR_MS;
    for (const series of SERIES) {
      const all = distinct(
        list.map(value).filter((each) => each.series === series),
        ({ validMs, publishedMs }) => `${validMs} ${publishedMs}`,
      );
      const seen = known(
        all,
        ({ validMs }) => validMs,
        ({ publishedMs }) => publishedMs,
        knownMs,
      );
      agree(store.latest(series, knownMs), seen.at(-1) ?? null, 'the latest value');
      agree(
        store.asOf(series, START + 3 * HOUR_MS, knownMs),
        seen.find(({ validMs }) => validMs === START + 3 * HOUR_MS) ?? null,
        'a value of a time',
      );
      agree(
        store.history(series, START, START + 20 * HOUR_MS, knownMs),
        seen.filter(({ validMs }) => validMs < START + 20 * HOUR_MS),
        'a history',
      );
    }
  }
});
