// The table of what all playbooks brought in worlds that they were not made on, as a source file
// with the digest of its content.
import { computeDigest } from '../../server/backtests/ledger';
import type { Judged } from '../../server/backtests/conclusion';
import { canonicalJson } from '../../trading/domain/canonical';
import { ruleFingerprint } from '../../trading/strategies/fingerprint';

const roundFigure = (value: number | null, decimals: number): number | null =>
  value === null ? null : Number(value.toFixed(decimals));

/** The digest that a table carries, over all that it says. */
export const measuredHash = (table: {
  readonly worlds: number;
  readonly years: number;
  readonly seed: string;
  readonly rows: readonly unknown[];
}): string =>
  computeDigest(
    canonicalJson({ worlds: table.worlds, years: table.years, seed: table.seed, rows: table.rows }),
  );

/** The text of the file. Figures are rounded to what a card shows. */
export function measuredSource(
  judged: readonly Judged[],
  worlds: number,
  years: number,
  seed: string,
): string {
  const rows = judged.map(({ row, verdict }) => ({
    mode: row.commodity,
    id: row.id,
    rule: ruleFingerprint(row),
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
    `  worlds: ${worlds}, years: ${years}, seed: '${seed}', hash: '${measuredHash({ worlds, years, seed, rows })}',`,
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
