// Playbooks in worlds that leave nothing on the table: whatever one brings there before costs is
// luck, and after costs it must lose.
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatCount,
  decimalNumber,
  formatPercent,
  signedPercent,
} from '../../trading/domain/format';
import { computeMean, standardError } from '../../trading/statistics/sample';
import { formatTable } from '../replay/print';
import type { Studied } from '../../server/backtests/study';

/**
 * Standard errors beyond which a mean is called more than luck, and how often luck alone goes
 * beyond them on either side.
 */
const ERRORS = 2;
const BY_LUCK = 0.0455;

interface MeanWithError {
  readonly mean: number;
  /** NaN under two years. */
  readonly error: number;
}

interface EfficientRow extends Pick<Studied, 'row'> {
  readonly trades: number;
  /** Of a year on the money bound, percent, over all years of all worlds. */
  readonly net: MeanWithError;
  readonly gross: MeanWithError;
  readonly isGrossBeyond: boolean;
  /** Net above zero by more standard errors than the best of so many rows has by luck. */
  readonly hasEdge: boolean;
}

/**
 * With so many rows the best one lies this far above zero by luck in one of twenty tables
 * (Bonferroni, normal).
 */
const EDGE_ERRORS = 3.3;

const meanWithError = (values: readonly number[]): MeanWithError => ({
  mean: computeMean(values),
  error: standardError(values),
});
const isBeyond = ({ mean, error }: MeanWithError): boolean => Math.abs(mean) > ERRORS * error;

/** The figures of each row. */
export const efficientRows = (studied: readonly Studied[]): readonly EfficientRow[] =>
  studied.map(({ row, outcomes }) => {
    const years = outcomes.flatMap((outcome) => outcome.years);
    const [net, gross] = [
      meanWithError(years.map(({ netPercent }) => netPercent)),
      meanWithError(years.map(({ grossPercent }) => grossPercent)),
    ];
    return {
      row,
      trades: outcomes.reduce((sum, { trades }) => sum + trades, 0),
      net,
      gross,
      isGrossBeyond: isBeyond(gross),
      hasEdge: net.mean > EDGE_ERRORS * net.error,
    };
  });

const withError = ({ mean, error }: MeanWithError): string =>
  `${signedPercent(mean)} (${decimalNumber(error, 2)})`;

/** The table, and whether luck explains it. */
export function efficientText(
  rows: readonly EfficientRow[],
  worlds: number,
  years: number,
): string {
  const lines = rows.map(({ row, trades, net, gross, isGrossBeyond, hasEdge }) => [
    `${COMMODITIES[row.commodity].displayName}, ${row.id}`,
    formatCount(trades),
    withError(net),
    withError(gross),
    isGrossBeyond ? `${ERRORS} errors` : '',
    hasEdge ? 'EDGE' : '',
  ]);
  const beyond = rows.filter(({ isGrossBeyond }) => isGrossBeyond).length;
  const edges = rows.filter(({ hasEdge }) => hasEdge);
  const above = rows.filter(({ net }) => net.mean > ERRORS * net.error).length;
  return [
    formatTable([['', 'trades', 'net a year', 'gross a year', '', ''], ...lines]),
    '',
    `Means over the years of ${worlds} worlds of ${years} years that leave nothing on the table, with their standard errors in percent of the money bound.`,
    `Before costs ${beyond} of ${rows.length} (${formatPercent((100 * beyond) / rows.length, 1)}) lie beyond ${ERRORS} standard errors; luck alone gives ${formatPercent(100 * BY_LUCK, 1)}. After costs ${above} lie that far above zero.`,
    edges.length === 0
      ? `None has an edge after costs: none lies ${EDGE_ERRORS} standard errors above zero, as far as the best of a hundred may by luck.`
      : `AN EDGE where none may be: ${edges.map(({ row }) => `${row.commodity} ${row.id}`).join(', ')}.`,
  ].join('\n');
}

export const efficientJson = (rows: readonly EfficientRow[]): unknown =>
  rows.map(({ row, trades, net, gross, isGrossBeyond, hasEdge }) => ({
    mode: row.commodity,
    id: row.id,
    trades,
    net,
    gross,
    isGrossBeyond,
    hasEdge,
  }));
