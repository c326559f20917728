// Formats the table of facts for the terminal and the page, and hashes it.
import { createHash } from 'node:crypto';
import { type FactRow, type Target, type CheckResult, computeMeanValue, checkRow } from './row';

export interface RealismTable {
  readonly seeds: readonly string[];
  readonly years: number;
  /** Whether real histories were available. */
  readonly hasReal: boolean;
  readonly rows: readonly FactRow[];
}

/** Stored row, rounded to nine digits. */
export interface StoredRow {
  readonly fact: string;
  readonly market: string;
  readonly simulated: readonly (number | null)[];
  readonly low: number | null;
  readonly high: number | null;
  readonly real: number | null;
  readonly verdict: CheckResult;
  readonly decimals: number;
  readonly note: string;
}

export interface StoredTable {
  readonly seeds: readonly string[];
  readonly years: number;
  readonly hasReal: boolean;
  readonly rows: readonly StoredRow[];
  /** SHA-256 of the rest of the table as JSON. */
  readonly hash: string;
}

const DIGITS = 9;
const roundFigure = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null;

export const computeHash = ({ seeds, years, hasReal, rows }: Omit<StoredTable, 'hash'>): string =>
  createHash('sha256').update(JSON.stringify({ seeds, years, hasReal, rows })).digest('hex');

export function toStoredTable({ seeds, years, hasReal, rows }: RealismTable): StoredTable {
  const storedRows = rows.map(
    (row): StoredRow => ({
      fact: row.fact,
      market: row.market,
      simulated: row.simulated.map(roundFigure),
      low: roundFigure(row.target?.low ?? null),
      high: roundFigure(row.target?.high ?? null),
      real: roundFigure(row.real),
      verdict: checkRow(row),
      decimals: row.decimals,
      note: row.note,
    }),
  );
  const content = { seeds, years, hasReal, rows: storedRows };
  return { ...content, hash: computeHash(content) };
}

/** Restores a fact row for formatting. */
function buildFact({ low, high, verdict, ...row }: StoredRow): FactRow {
  const target: Target | null =
    verdict === 'info' ? null : { low: low ?? -Infinity, high: high ?? Infinity };
  return { ...row, target, simulated: row.simulated.map((value) => value ?? NaN) };
}

const HEAD = [
  'fact',
  'market',
  'simulated',
  'seeds from, to',
  'target',
  'real',
  'verdict',
  'note',
] as const;

/** Cells in the order of `HEAD`. */
function listCells(stored: StoredRow): readonly string[] {
  const row = buildFact(stored);
  const formatFigure = (value: number): string =>
    Number.isFinite(value) ? value.toFixed(row.decimals).replace(/^-/, '−') : 'none';
  const range =
    row.simulated.length > 1
      ? `${formatFigure(Math.min(...row.simulated))}, ${formatFigure(Math.max(...row.simulated))}`
      : '';
  return [
    row.fact,
    row.market,
    formatFigure(computeMeanValue(row)),
    range,
    formatTarget(row.target, formatFigure),
    row.real === null ? '' : formatFigure(row.real),
    stored.verdict,
    row.note,
  ];
}

function formatTarget(target: Target | null, formatFigure: (value: number) => string): string {
  if (target === null) return '';
  if (target.low === target.high) return formatFigure(target.low);
  if (target.low === -Infinity) return `at most ${formatFigure(target.high)}`;
  return target.high === Infinity
    ? `at least ${formatFigure(target.low)}`
    : `${formatFigure(target.low)} to ${formatFigure(target.high)}`;
}

/** E.g. `141 of 150 targets met, 9 missed`. */
export function formatTargetCount({ rows }: Pick<StoredTable, 'rows'>): string {
  const judged = rows.filter(({ verdict }) => verdict !== 'info');
  const missed = judged.filter(({ verdict }) => verdict === 'MISS').length;
  return missed === 0
    ? `all ${judged.length} targets met`
    : `${judged.length - missed} of ${judged.length} targets met, ${missed} missed`;
}

export const hasMissedTarget = ({ rows }: Pick<StoredTable, 'rows'>): boolean =>
  rows.some(({ verdict }) => verdict === 'MISS');

/** Aligned columns for a terminal. */
export function formatTable(table: StoredTable): string {
  const lines = [HEAD, ...table.rows.map(listCells)];
  const widths = HEAD.map((_, column) =>
    Math.max(...lines.map((cells) => cells[column]?.length ?? 0)),
  );
  const isWord = (column: number): boolean => column < 2 || column === 4 || column > 5;
  const aligned = lines.map((cells) =>
    cells
      .map((cell, column) =>
        isWord(column) ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
  return [...aligned, '', formatOrigin(table), formatTargetCount(table)].join('\n');
}

function formatOrigin({ seeds, years, hasReal }: StoredTable): string {
  const realText = hasReal
    ? 'Real figures are from histories outside this project.'
    : 'No folder of real histories was given: the column of real figures is empty.';
  return `${seeds.length === 1 ? 'Seed' : 'Seeds'} ${seeds.join(', ')}, ${years} years each. ${realText}`;
}

/** The table as markdown. */
export function formatMarkdown(table: StoredTable): string {
  const formatLine = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    formatLine(HEAD),
    formatLine(
      HEAD.map((_, column) => (column === 2 || column === 3 || column === 5 ? '---:' : '---')),
    ),
    ...table.rows.map((row) => formatLine(listCells(row))),
  ].join('\n');
}

export interface PageFigure {
  readonly file: string;
  readonly title: string;
  /** One-sentence description, also used as alternative text. */
  readonly text: string;
}

/** Content of docs/market-realism.md. */
export function formatPage(table: StoredTable, figures: readonly PageFigure[]): string {
  const pictures = figures.map(
    ({ file, title, text }) => `### ${title}\n\n${text}\n\n![${text}](market-realism/${file})`,
  );
  return `# Realism of the simulated market

Generated by \`npm run validate-market -- --write\`, which replaces this page and exits with code 1 when a target is missed. ${formatOrigin(table)}

**${formatTargetCount(table).replace(/^a/, 'A')}.** The mean over the seeds is compared with the target; the range is the spread between seeds. Targets are ranges of real markets; rows without a target are for information.
Each figure is computed by one file of \`app/trading/statistics\`, which gives its formula and source. Returns are close to close of one contract, held until two business days before its
last trading day. They contain no rolls, except in real front-month series published with rolls; the note marks these.

${formatMarkdown(table)}

SHA-256 of the table: \`${table.hash}\`. Values to nine digits: [table.json](market-realism/table.json).

## Figures

${pictures.join('\n\n')}
`;
}
