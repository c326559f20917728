// Track records of all strategies in out-of-sample simulations, as a source file with a content
// digest.
import { computeSha256 } from '../../server/backtests/trial-ledger';
import type { AssessedStudy } from '../../server/backtests/backtest-conclusion';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import { computeRuleFingerprint } from '../../trading/strategies/rule-fingerprint';

const roundFigure = (value: number | null, decimals: number): number | null =>
  value === null ? null : Number(value.toFixed(decimals));

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

/** Source of measured.generated.ts, rounded to the precision of the screens. */
export function buildMeasuredSource(
  judged: readonly AssessedStudy[],
  worlds: number,
  years: number,
  seed: string,
): string {
  const rows = judged.map(({ row, verdict }) => ({
    mode: row.commodity,
    id: row.id,
    rule: computeRuleFingerprint(row),
    trades: verdict.trades,
    medianPercent: roundFigure(verdict.range?.median ?? null, 2),
    lowPercent: roundFigure(verdict.range?.low ?? null, 2),
    highPercent: roundFigure(verdict.range?.high ?? null, 2),
    sharpe: roundFigure(verdict.sharpe, 2),
    deflatedSharpe: roundFigure(verdict.deflatedSharpe, 3),
    hasEdge: verdict.hasEdge,
  }));
  return [
    '/**',
    ` * What the playbooks brought in ${worlds} simulated worlds of ${years} years that none was made on: written by \`npm run backtest -- --all-modes --worlds ${worlds} --years ${years} --seed ${seed} --write\`.`,
    ' * Net returns a year on the money bound, in percent, and verdicts. Not edited by hand: the hash is of the content, and each row names the rule that was run.',
    ' */',
    "import type { MeasuredRow } from '../../trading/strategies/measured-row';",
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

const formatLiteral = (row: Readonly<Record<string, unknown>>): string =>
  `{ ${Object.entries(row)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : String(value)}`)
    .join(', ')} }`;
