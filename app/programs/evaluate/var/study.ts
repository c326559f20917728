// VaR benchmark: exceedances on real portfolios, and quantile losses.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { computeSha256 } from '../../../server/backtests/trial-ledger';
import { testDurations } from '../../../trading/portfolio/statistics/duration-test';
import { createSeededRandom } from '../../../trading/random';
import {
  type VarBacktest,
  findExceedances,
  assessExceedances,
} from '../../../trading/risk/var-backtest';
import { computePinballLoss } from '../../../trading/statistics/pinball-loss';
import type { Progress } from '../../progress/progress';
import { alignColumns } from '../align-columns';
import type { BenchmarkHead, MethodLosses, Span } from '../benchmark-result';
import { type PortfolioReturns, FILES, readPortfolios } from './history';
import {
  FIRST_DAY,
  type ComputeLimits,
  computeFilteredVar,
  computeNormalVar,
  computeHistoricalVar,
} from './methods';

const LEVELS = [0.95, 0.99] as const;
/** Losses are in basis points of the portfolio value. */
const BASIS_POINTS = 10_000;
const JUDGED_FROM = '2016-01-01';

const OWN_METHOD = 'filtered history';

const METHODS: readonly (Pick<MethodLosses, 'method' | 'kind' | 'knows'> & {
  readonly limits: ComputeLimits;
})[] = [
  {
    method: 'plain history',
    kind: 'baseline',
    knows: 'the last 500 days as they were',
    limits: computeHistoricalVar,
  },
  {
    method: 'moving normal',
    kind: 'baseline',
    knows: 'a moving mean of squares with decay 0.94, and a normal distribution',
    limits: computeNormalVar,
  },
  {
    method: OWN_METHOD,
    kind: 'ours',
    knows: 'the last 500 days scaled by a moving mean of squares with decay 0.94',
    limits: computeFilteredVar,
  },
];

/** Exceedances of one portfolio, method and level over all days. */
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
  /** Weibull shape of the days between exceedances, and the p-value of the duration test. */
  readonly shape: number | null;
  readonly durations: number | null;
  readonly light: VarBacktest['light'];
}

interface VarHead extends BenchmarkHead {
  readonly coverage: readonly CoverageRow[];
}

const DIGITS = 9;
const roundFigure = (value: number): number => Number(value.toPrecision(DIGITS));
const getPValue = (test: { readonly pValue: number } | null): number | null =>
  test === null ? null : roundFigure(test.pValue);

/** Simulations of the duration test, and significance level of the verdicts. */
const SIMULATIONS = 999;
const P_MAX = 0.05;
const DURATION_SEED = 'durations';

function buildCoverage({ name, returns }: PortfolioReturns): readonly CoverageRow[] {
  return METHODS.flatMap(({ method, limits }) =>
    limits(returns, LEVELS).map((row, index): CoverageRow => {
      const isExceeded = findExceedances(returns, row);
      const { level, days, exceptions, share, band, kupiec, independence, coverage, light } =
        assessExceedances(isExceeded, LEVELS[index] ?? NaN);
      const durations = testDurations(isExceeded, createSeededRandom(DURATION_SEED), SIMULATIONS);
      return {
        book: name,
        method,
        level,
        days,
        exceptions,
        share: roundFigure(share),
        band,
        isInside: exceptions >= band.low && exceptions <= band.high,
        kupiec: getPValue(kupiec),
        independence: getPValue(independence),
        coverage: getPValue(coverage),
        shape: durations === null ? null : roundFigure(durations.shape),
        durations: getPValue(durations),
        light,
      };
    }),
  );
}

/** Daily pinball loss, mean over levels, in basis points. */
function computeLosses(returns: Float64Array, limits: ComputeLimits): Float64Array {
  const rows = limits(returns, LEVELS);
  const computeLoss = (nth: number): number =>
    LEVELS.reduce(
      (sum, level, index) =>
        sum +
        computePinballLoss(
          1 - level,
          (returns[FIRST_DAY + nth] ?? NaN) + (rows[index]?.[nth] ?? NaN),
        ),
      0,
    );
  return Float64Array.from(
    { length: returns.length - FIRST_DAY },
    (_, nth) => (BASIS_POINTS * computeLoss(nth)) / LEVELS.length,
  );
}

/** Scores all methods on all portfolios; losses are of the nine equally weighted futures. */
export function studyVar(
  folder: string,
  progress: Progress,
): { readonly head: VarHead; readonly methods: readonly MethodLosses[] } {
  const portfolios = readPortfolios(folder);
  const coverage = portfolios.flatMap((book, done) => {
    progress.update(done, portfolios.length, book.name);
    return buildCoverage(book);
  });
  const [nineFutures] = portfolios;
  if (!nineFutures || nineFutures.returns.length <= FIRST_DAY)
    throw new RangeError('futures histories too short: more than 520 days needed');
  const dates = nineFutures.dates.slice(FIRST_DAY);
  const split = dates.findIndex((date) => date >= JUDGED_FROM);
  const methods = METHODS.map(({ limits, ...about }): MethodLosses => {
    const losses = computeLosses(nineFutures.returns, limits);
    return { ...about, chosen: losses.slice(0, split), judged: losses.slice(split) };
  });
  progress.endPhase();
  const toSpan = (own: readonly string[]): Span => ({
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
      chosenOn: toSpan(dates.slice(0, split)),
      judgedOn: toSpan(dates.slice(split)),
      rivals: ['moving normal', 'plain history'],
      seeds: [],
      configurations: METHODS.length,
      data: Object.fromEntries(
        FILES.map((file) => [file, computeSha256(readFileSync(join(folder, file), 'utf8'))]),
      ),
      coverage,
    },
    methods,
  };
}

/** Verdict of the duration test. */
export function describeDurations({
  shape,
  durations,
}: Pick<CoverageRow, 'shape' | 'durations'>): string {
  if (shape === null || durations === null) return 'too few exceedances';
  if (durations > P_MAX) return 'no clusters found';
  return shape < 1 ? 'CLUSTERS' : 'TOO REGULAR';
}

const COVERAGE_HEAD = [
  'portfolio',
  'method',
  'level',
  'exceedances',
  'share',
  'band',
  '',
  'Kupiec p',
  'day after p',
  'shape',
  'durations p',
  'verdict on clusters',
  'light',
] as const;

const formatOptional = (value: number | null, digits: number): string =>
  value === null ? 'none' : value.toFixed(digits);

export function formatCoverage({ coverage }: Pick<VarHead, 'coverage'>): string {
  const table = [
    COVERAGE_HEAD,
    ...coverage.map((row) => [
      row.book,
      row.method,
      `${(100 * row.level).toFixed(0)} %`,
      `${row.exceptions} of ${row.days}`,
      `${(100 * row.share).toFixed(2)} %`,
      `${row.band.low} to ${row.band.high}`,
      row.isInside ? 'inside' : 'OUTSIDE',
      formatOptional(row.kupiec, 3),
      formatOptional(row.independence, 3),
      formatOptional(row.shape, 2),
      formatOptional(row.durations, 3),
      describeDurations(row),
      row.light,
    ]),
  ];
  const own = coverage.filter(({ method }) => method === OWN_METHOD);
  const clustered = own.filter((row) => describeDurations(row) === 'CLUSTERS');
  return [
    'VaR backtest:',
    ...alignColumns(table),
    `Day after: Christoffersen 1998, exceedances on consecutive days. Durations: Weibull shape of the days between exceedances, 1 without memory, below 1 in clusters (Christoffersen and Pelletier 2004), p from ${SIMULATIONS} random orders of the same exceedances.`,
    `${OWN_METHOD}: clusters at the ${100 * P_MAX} % level in ${clustered.length} of ${own.length} rows.`,
  ].join('\n');
}
