// Track records of all strategies in out-of-sample simulations, as a source file with a content
// digest.
import { computeSha256 } from '../../server/backtests/trial-ledger';
import type { AssessedStudy } from '../../server/backtests/backtest-conclusion';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import type { MeasuredRow } from '../../trading/strategies/measured-row';
import { computeRuleFingerprint } from '../../trading/strategies/rule-fingerprint';

const roundFigure = <T extends number | null>(value: T, decimals: number): T =>
  (value === null ? null : Number(value.toFixed(decimals))) as T;

/** SHA-256 digest of the table's content. */
export const computeMeasuredHash = (table: {
  readonly worlds: number;
  readonly years: number;
  readonly seed: string;
  readonly rows: readonly unknown[];
}): string =>
  computeSha256(
    toCanonicalJson({
      worlds: table.worlds,
      years: table.years,
      seed: table.seed,
      rows: table.rows,
    }),
  );

function buildMeasuredRow({ row, outcomes, verdict }: AssessedStudy): MeasuredRow {
  return {
    mode: row.commodity,
    id: row.id,
    rule: computeRuleFingerprint(row),
    trades: verdict.trades,
    tradesPerYear: roundFigure(verdict.tradesPerYear, 1),
    accountPercents: outcomes.map(({ accountReturnPercent }) =>
      roundFigure(accountReturnPercent, 2),
    ),
    worstYearPercent: roundFigure(verdict.worstYearPercent, 2),
    drawdownPercent: roundFigure(verdict.drawdownPercent, 2),
    turnover: roundFigure(verdict.turnoverPerYear, 2),
    edgeBp: roundFigure(verdict.edge?.edgeBp ?? null, 1),
    costBp: roundFigure(verdict.edge?.costBp ?? null, 1),
    sharpe: roundFigure(verdict.sharpe, 2),
    deflatedSharpe: roundFigure(verdict.deflated?.probability ?? null, 3),
    hurdleSharpe: roundFigure(verdict.deflated?.hurdleSharpe ?? null, 2),
    trials: verdict.deflated?.trials ?? 0,
  };
}

/** Source of measured.generated.ts, rounded to the precision of the screens. */
export function buildMeasuredSource(
  judged: readonly AssessedStudy[],
  worlds: number,
  years: number,
  seed: string,
): string {
  const rows = judged.map(buildMeasuredRow);
  return [
    '/**',
    ` * What the playbooks brought in ${worlds} simulated worlds of ${years} years that none was made on: written by \`npm run backtest -- --all-modes --worlds ${worlds} --years ${years} --seed ${seed} --write\`.`,
    ' * Net profit / $25,000 account, percent a year, simple, for each world, with edge, cost and deflated Sharpe ratio. Not edited by hand: the hash is of the content, and each row names the rule that was run.',
    ' */',
    "import type { MeasuredRow } from '../measured-row';",
    '',
    'export const MEASURED = {',
    `  worlds: ${worlds}, years: ${years}, seed: '${seed}', hash: '${computeMeasuredHash({ worlds, years, seed, rows })}',`,
    '  rows: [',
    ...rows.map((row) => `    ${formatLiteral(row)},`),
    '  ] satisfies readonly MeasuredRow[] as readonly MeasuredRow[],',
    '} as const;',
    '',
  ].join('\n');
}

const formatValue = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.join(', ')}]`
    : typeof value === 'string'
      ? `'${value}'`
      : String(value);

const formatLiteral = (row: MeasuredRow): string =>
  `{ ${Object.entries(row)
    .map(([name, value]) => `${name}: ${formatValue(value)}`)
    .join(', ')} }`;
