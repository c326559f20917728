// Placebo test: strategies on efficient markets, where gross profit is luck and net profit must be
// negative.
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  formatNumber,
  formatPercent,
  formatSignedPercent,
} from '../../trading/domain/format';
import { computeMean, computeStandardError } from '../../trading/statistics/sample';
import { formatTable } from '../replay/print';
import type { StudyResult } from '../../server/backtests/study';

/** Threshold in standard errors (two-sided), and the fraction of means beyond it by chance. */
const ERRORS_MAX = 2;
const FALSE_POSITIVE_RATE = 0.0455;

interface MeanWithError {
  readonly mean: number;
  /** NaN under two years. */
  readonly error: number;
}

interface EfficientRow extends Pick<StudyResult, 'row'> {
  readonly trades: number;
  /** Percent of the account a year, over all years of all paths. */
  readonly net: MeanWithError;
  readonly gross: MeanWithError;
  readonly isGrossBeyond: boolean;
  /** Net mean above EDGE_ERRORS standard errors, which corrects for the number of rows. */
  readonly hasEdge: boolean;
}

/**
 * Bonferroni-corrected threshold in standard errors: the best of 100 normal means exceeds it in 1
 * of 20 tables.
 */
const EDGE_ERRORS_MIN = 3.3;

const computeMeanWithError = (values: readonly number[]): MeanWithError => ({
  mean: computeMean(values),
  error: computeStandardError(values),
});
const isBeyond = ({ mean, error }: MeanWithError): boolean => Math.abs(mean) > ERRORS_MAX * error;

export const computeEfficientRows = (studied: readonly StudyResult[]): readonly EfficientRow[] =>
  studied.map(({ row, outcomes }) => {
    const years = outcomes.flatMap((outcome) => outcome.years);
    const [net, gross] = [
      computeMeanWithError(years.map(({ netPercent }) => netPercent)),
      computeMeanWithError(years.map(({ grossPercent }) => grossPercent)),
    ];
    return {
      row,
      trades: outcomes.reduce((sum, { trades }) => sum + trades, 0),
      net,
      gross,
      isGrossBeyond: isBeyond(gross),
      hasEdge: net.mean > EDGE_ERRORS_MIN * net.error,
    };
  });

const formatMeanWithError = ({ mean, error }: MeanWithError): string =>
  `${formatSignedPercent(mean)} (${formatNumber(error, 2)})`;

/** Formats the table and compares the count of significant means with chance. */
export function formatEfficientTest(
  rows: readonly EfficientRow[],
  worlds: number,
  years: number,
): string {
  const lines = rows.map(({ row, trades, net, gross, isGrossBeyond, hasEdge }) => [
    `${COMMODITIES[row.commodity].displayName}, ${row.id}`,
    formatCount(trades),
    formatMeanWithError(net),
    formatMeanWithError(gross),
    isGrossBeyond ? `> ${ERRORS_MAX} SE` : '',
    hasEdge ? 'EDGE' : '',
  ]);
  const beyond = rows.filter(({ isGrossBeyond }) => isGrossBeyond).length;
  const edges = rows.filter(({ hasEdge }) => hasEdge);
  const above = rows.filter(({ net }) => net.mean > ERRORS_MAX * net.error).length;
  return [
    formatTable([['', 'trades', 'net, annual (SE)', 'gross, annual (SE)', '', ''], ...lines]),
    '',
    `Annual means over ${worlds} efficient simulated paths of ${years} years, in percent of the $25,000.00 account, with standard errors (SE).`,
    `Before costs ${beyond} of ${rows.length} (${formatPercent((100 * beyond) / rows.length, 1)}) exceed ${ERRORS_MAX} standard errors; expected by chance: ${formatPercent(100 * FALSE_POSITIVE_RATE, 1)}. After costs ${above} are more than ${ERRORS_MAX} standard errors above zero.`,
    edges.length === 0
      ? `No edge after costs: no mean exceeds ${EDGE_ERRORS_MIN} standard errors (5% level for the best of 100).`
      : `UNEXPECTED EDGE on an efficient market: ${edges.map(({ row }) => `${row.commodity} ${row.id}`).join(', ')}.`,
  ].join('\n');
}

export const toEfficientJson = (rows: readonly EfficientRow[]): unknown =>
  rows.map(({ row, trades, net, gross, isGrossBeyond, hasEdge }) => ({
    mode: row.commodity,
    id: row.id,
    trades,
    net,
    gross,
    isGrossBeyond,
    hasEdge,
  }));
