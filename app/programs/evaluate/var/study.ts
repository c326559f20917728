// The benchmark of value at risk: how often real books went beyond their limits, and what the
// limits cost as quantile forecasts.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeDigest } from '../../../server/backtests/ledger';
import {
  type VarBacktest,
  findExceedances,
  assessExceedances,
} from '../../../trading/risk/var-backtest';
import { pinballLoss } from '../../../trading/statistics/pinball-loss';
import type { Progress } from '../../cli';
import type { BenchmarkHead, MethodLosses, Span } from '../result';
import { type BookReturns, FILES, readBooks } from './history';
import { FIRST_DAY, type LimitsOf, filteredHistory, movingNormal, plainHistory } from './methods';

const LEVELS = [0.95, 0.99] as const;
/** Losses are told in basis points of a book of one dollar. */
const BASIS_POINTS = 10_000;
const JUDGED_FROM = '2016-01-01';

const METHODS: readonly (Pick<MethodLosses, 'method' | 'kind' | 'knows'> & {
  readonly limits: LimitsOf;
})[] = [
  {
    method: 'plain history',
    kind: 'baseline',
    knows: 'the last 500 days as they were',
    limits: plainHistory,
  },
  {
    method: 'moving normal',
    kind: 'baseline',
    knows: 'a moving mean of squares with decay 0.94, and a normal distribution',
    limits: movingNormal,
  },
  {
    method: 'filtered history',
    kind: 'ours',
    knows: 'the last 500 days scaled by a moving mean of squares with decay 0.94',
    limits: filteredHistory,
  },
];

/** How often one book went beyond the limits of one method at one level, all days together. */
interface CoverageRow {
  readonly book: string;
  readonly method: string;
  readonly level: number;
  readonly days: number;
  readonly exceptions: number;
  readonly share: number;
  readonly band: VarBacktest['band'];
  readonly isInside: boolean;
  readonly kupiec: number | null;
  readonly independence: number | null;
  readonly coverage: number | null;
  readonly light: VarBacktest['light'];
}

interface VarHead extends BenchmarkHead {
  readonly coverage: readonly CoverageRow[];
}

const DIGITS = 9;
const kept = (value: number): number => Number(value.toPrecision(DIGITS));
const getPValue = (test: VarBacktest['kupiec']): number | null =>
  test === null ? null : kept(test.pValue);

function buildCoverage({ name, returns }: BookReturns): readonly CoverageRow[] {
  return METHODS.flatMap(({ method, limits }) =>
    limits(returns, LEVELS).map((row, place): CoverageRow => {
      const { level, days, exceptions, share, band, kupiec, independence, coverage, light } =
        assessExceedances(findExceedances(returns, row), LEVELS[place] ?? NaN);
      return {
        book: name,
        method,
        level,
        days,
        exceptions,
        share: kept(share),
        band,
        isInside: exceptions >= band.low && exceptions <= band.high,
        kupiec: getPValue(kupiec),
        independence: getPValue(independence),
        coverage: getPValue(coverage),
        light,
      };
    }),
  );
}

/**
 * Mean over levels of what the limits cost as quantiles of the returns, day by day, in basis
 * points.
 */
function computeLosses(returns: Float64Array, limits: LimitsOf): Float64Array {
  const rows = limits(returns, LEVELS);
  const cost = (nth: number): number =>
    LEVELS.reduce(
      (sum, level, place) =>
        sum +
        pinballLoss(1 - level, (returns[FIRST_DAY + nth] ?? NaN) + (rows[place]?.[nth] ?? NaN)),
      0,
    );
  return Float64Array.from(
    { length: returns.length - FIRST_DAY },
    (_, nth) => (BASIS_POINTS * cost(nth)) / LEVELS.length,
  );
}

/** Judges all methods on all books; losses are those of the nine futures in equal parts. */
export function studyVar(
  folder: string,
  progress: Progress,
): { readonly head: VarHead; readonly methods: readonly MethodLosses[] } {
  const books = readBooks(folder);
  const coverage = books.flatMap((book, done) => {
    progress.update(done, books.length, book.name);
    return buildCoverage(book);
  });
  const [nine] = books;
  if (!nine || nine.returns.length <= FIRST_DAY)
    throw new RangeError('the histories of futures are too short: more than 520 days are wanted');
  const dates = nine.dates.slice(FIRST_DAY);
  const split = dates.findIndex((date) => date >= JUDGED_FROM);
  const methods = METHODS.map(({ limits, ...about }): MethodLosses => {
    const losses = computeLosses(nine.returns, limits);
    return { ...about, chosen: losses.slice(0, split), judged: losses.slice(split) };
  });
  progress.end();
  const span = (own: readonly string[]): Span => ({
    from: own[0] ?? '',
    until: own.at(-1) ?? '',
    count: own.length,
  });
  return {
    head: {
      benchmark: 'var',
      title: 'Value at risk of nine front futures in equal parts, rolls included',
      unit: 'basis points',
      loss: 'mean quantile loss at 95 and 99 %',
      chosenOn: span(dates.slice(0, split)),
      judgedOn: span(dates.slice(split)),
      rivals: ['moving normal', 'plain history'],
      seeds: [],
      configurations: METHODS.length,
      data: Object.fromEntries(
        FILES.map((file) => [file, computeDigest(readFileSync(join(folder, file), 'utf8'))]),
      ),
      coverage,
    },
    methods,
  };
}

/** Coverage as a table for a terminal. */
export function coverageText({ coverage }: Pick<VarHead, 'coverage'>): string {
  const p = (value: number | null): string => (value === null ? 'none' : value.toFixed(3));
  const lines = coverage.map(
    ({
      book,
      method,
      level,
      days,
      exceptions,
      share,
      band,
      isInside,
      kupiec,
      independence,
      light,
    }) =>
      `${book.padEnd(14)} ${method.padEnd(17)} ${(100 * level).toFixed(0)} %  ${exceptions} of ${days} beyond, ${(100 * share).toFixed(2)} %  band ${band.low} to ${band.high} ${isInside ? 'inside ' : 'OUTSIDE'}  Kupiec p ${p(kupiec)}  independence p ${p(independence)}  ${light}`,
  );
  return ['days beyond the limit:', ...lines].join('\n');
}
