// Storage surprise: the reported change minus a stated consensus, its prediction by the own
// forecast, and the gas return of the report day.
import { computeCorrelation } from '../../../trading/statistics/correlation';
import { computeInformationCoefficient } from '../../../trading/statistics/information-coefficient';
import { computeDefaultLag } from '../../../trading/statistics/long-run-variance';
import { alignColumns } from '../align-columns';

/** Reports in time order: changes and forecasts in Bcf, returns of the front month. */
interface Reports {
  readonly changes: readonly number[];
  readonly returns: readonly number[];
  readonly consensus: readonly number[];
  readonly own: readonly number[];
}

export interface SurpriseRow {
  readonly period: 'selection' | 'test';
  /** What is correlated with the return. */
  readonly surprise: string;
  readonly count: number;
  /** Root mean square, Bcf. */
  readonly size: number;
  /** Correlation with the return of the report day, and its Newey-West t; null under ten reports. */
  readonly correlation: number | null;
  readonly tStatistic: number | null;
}

export interface SurpriseStudy {
  /** The consensus, in words: no survey of analysts is in the data. */
  readonly consensus: string;
  readonly rows: readonly SurpriseRow[];
  /** By period: how the own forecast predicts the surprise. */
  readonly predicted: readonly {
    readonly period: SurpriseRow['period'];
    /** 1 - sum (surprise - predicted)^2 / sum surprise^2. */
    readonly share: number;
    readonly correlation: number;
  }[];
}

const CONSENSUS =
  'the degree-day regression fitted before the period, from the temperatures of the week; all known before the report';

const DIGITS = 9;
const roundFigure = (value: number): number => Number(value.toPrecision(DIGITS));
const sumSquares = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value * value, 0);
const subtractLists = (a: readonly number[], b: readonly number[]): readonly number[] =>
  a.map((value, index) => value - (b[index] ?? NaN));

function buildRow(
  period: SurpriseRow['period'],
  surprise: string,
  values: readonly number[],
  returns: readonly number[],
): SurpriseRow {
  const result = computeInformationCoefficient(values, returns, computeDefaultLag(values.length));
  return {
    period,
    surprise,
    count: values.length,
    size: roundFigure(Math.sqrt(sumSquares(values) / values.length)),
    correlation: result === null ? null : roundFigure(result.coefficient),
    tStatistic: result === null ? null : roundFigure(result.tStatistic),
  };
}

/** Reports without a return are left out. */
function selectReports({ changes, returns, consensus, own }: Reports): Reports {
  const isUsable = (_: number, index: number): boolean => Number.isFinite(returns[index]);
  return {
    changes: changes.filter(isUsable),
    returns: returns.filter(isUsable),
    consensus: consensus.filter(isUsable),
    own: own.filter(isUsable),
  };
}

/** Periods in the order selection, test. */
export function assessSurprises(periods: readonly [Reports, Reports]): SurpriseStudy {
  const named = periods.map((reports, index) => ({
    period: index === 0 ? ('selection' as const) : ('test' as const),
    ...selectReports(reports),
  }));
  return {
    consensus: CONSENSUS,
    rows: named.flatMap(({ period, changes, returns, consensus, own }) => [
      buildRow(period, 'change minus consensus', subtractLists(changes, consensus), returns),
      buildRow(period, 'part predicted by us', subtractLists(own, consensus), returns),
      buildRow(period, 'part not predicted by us', subtractLists(changes, own), returns),
    ]),
    predicted: named.map(({ period, changes, consensus, own }) => {
      const surprises = subtractLists(changes, consensus);
      return {
        period,
        share: roundFigure(1 - sumSquares(subtractLists(changes, own)) / sumSquares(surprises)),
        correlation: roundFigure(computeCorrelation(surprises, subtractLists(own, consensus))),
      };
    }),
  };
}

const formatOptional = (value: number | null, digits: number): string =>
  value === null ? 'none' : `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;

export function formatSurprises({ consensus, rows, predicted }: SurpriseStudy): string {
  return [
    'Storage surprise and the return of the front-month gas contract on the report day:',
    `consensus: ${consensus}`,
    '',
    ...alignColumns([
      ['period', 'surprise', 'reports', 'size in Bcf', 'correlation', 'Newey-West t'],
      ...rows.map(({ period, surprise, count, size, correlation, tStatistic }) => [
        period,
        surprise,
        String(count),
        size.toFixed(1),
        formatOptional(correlation, 3),
        formatOptional(tStatistic, 2),
      ]),
    ]),
    '',
    ...predicted.map(
      ({ period, share, correlation }) =>
        `${period}: the mean of line and network predicts ${(100 * share).toFixed(0)} % of the squared surprise (correlation ${formatOptional(correlation, 3)})`,
    ),
  ].join('\n');
}
