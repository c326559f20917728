// The table of what all playbooks brought in worlds that they were not made on, as a source file with its own hash.
import { canonicalJson } from '../../trading/domain/canonical';
import { digest } from './ledger';
import type { Judged } from './print';

const rounded = (value: number | null, decimals: number): number | null => (value === null ? null : Number(value.toFixed(decimals)));

/** The text of the file. Figures are rounded to what a card shows. */
export function measuredSource(judged: readonly Judged[], worlds: number, years: number, seed: string): string {
  const rows = judged.map(({ row, verdict }) => ({
    mode: row.commodity, id: row.id, trades: verdict.trades, medianPercent: rounded(verdict.range?.median ?? null, 2), lowPercent: rounded(verdict.range?.low ?? null, 2), highPercent: rounded(verdict.range?.high ?? null, 2),
    sharpe: rounded(verdict.sharpe, 2), deflatedSharpe: rounded(verdict.deflatedSharpe, 3), hasEdge: verdict.hasEdge,
  }));
  const hash = digest(canonicalJson({ worlds, years, seed, rows }));
  return [
    '/**', ` * What the playbooks brought in ${worlds} simulated worlds of ${years} years that none was made on: written by \`npm run backtest -- --all-modes --worlds ${worlds} --years ${years} --seed ${seed} --write\`.`,
    ' * It knows net returns a year on the money bound, in percent, and verdicts; it refuses to be edited by hand: the hash is of its rows.', ' */',
    "import type { CommodityKey } from '../../domain/commodity';", '',
    'export interface MeasuredRow {', '  readonly mode: CommodityKey;', '  readonly id: string;', '  /** In all worlds together. */', '  readonly trades: number;', '  readonly medianPercent: number | null;',
    '  /** The tenth and the ninetieth percentile over worlds. */', '  readonly lowPercent: number | null;', '  readonly highPercent: number | null;', '  readonly sharpe: number | null;', '  readonly deflatedSharpe: number | null;', '  readonly hasEdge: boolean;', '}', '',
    `export const MEASURED = {`, `  worlds: ${worlds}, years: ${years}, seed: '${seed}', hash: '${hash}',`, '  rows: [', ...rows.map((row) => `    ${literal(row)},`), '  ] as readonly MeasuredRow[],', '} as const;', '',
  ].join('\n');
}

const literal = (row: Readonly<Record<string, unknown>>): string => `{ ${Object.entries(row).map(([name, value]) => `${name}: ${typeof value === 'string' ? `'${value}'` : String(value)}`).join(', ')} }`;
