// The table of facts in words: for a terminal, for a page, and as plain data with a hash of its
// own.
import { createHash } from 'node:crypto';
import { type FactRow, type Target, type CheckResult, meanValue, checkRow } from './row';

export interface RealismTable {
  readonly seeds: readonly string[];
  readonly years: number;
  /** Whether real histories stood beside. */
  readonly hasReal: boolean;
  readonly rows: readonly FactRow[];
}

/** A row as it is kept: numbers to nine digits, which is more than anything here is known to. */
export interface KeptRow {
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

export interface KeptTable {
  readonly seeds: readonly string[];
  readonly years: number;
  readonly hasReal: boolean;
  readonly rows: readonly KeptRow[];
  /** SHA-256 of everything else in this table as JSON. */
  readonly hash: string;
}

const DIGITS = 9;
const kept = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null;

/** The hash of a table without its hash. */
export const computeHash = ({ seeds, years, hasReal, rows }: Omit<KeptTable, 'hash'>): string =>
  createHash('sha256').update(JSON.stringify({ seeds, years, hasReal, rows })).digest('hex');

export function keepTable({ seeds, years, hasReal, rows }: RealismTable): KeptTable {
  const keptRows = rows.map(
    (row): KeptRow => ({
      fact: row.fact,
      market: row.market,
      simulated: row.simulated.map(kept),
      low: kept(row.target?.low ?? null),
      high: kept(row.target?.high ?? null),
      real: kept(row.real),
      verdict: checkRow(row),
      decimals: row.decimals,
      note: row.note,
    }),
  );
  const content = { seeds, years, hasReal, rows: keptRows };
  return { ...content, hash: computeHash(content) };
}

/** The facts of a kept row again, for words. */
function buildFact({ low, high, verdict, ...row }: KeptRow): FactRow {
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

/** The cells of a row, in the order of `HEAD`. */
function listCells(kept: KeptRow): readonly string[] {
  const row = buildFact(kept);
  const words = (value: number): string =>
    Number.isFinite(value) ? value.toFixed(row.decimals).replace(/^-/, '−') : 'none';
  const range =
    row.simulated.length > 1
      ? `${words(Math.min(...row.simulated))}, ${words(Math.max(...row.simulated))}`
      : '';
  return [
    row.fact,
    row.market,
    words(meanValue(row)),
    range,
    targetWords(row.target, words),
    row.real === null ? '' : words(row.real),
    kept.verdict,
    row.note,
  ];
}

function targetWords(target: Target | null, words: (value: number) => string): string {
  if (target === null) return '';
  if (target.low === target.high) return words(target.low);
  if (target.low === -Infinity) return `at most ${words(target.high)}`;
  return target.high === Infinity
    ? `at least ${words(target.low)}`
    : `${words(target.low)} to ${words(target.high)}`;
}

/** E.g. `141 of 150 targets met, 9 missed`. */
export function countWords({ rows }: Pick<KeptTable, 'rows'>): string {
  const judged = rows.filter(({ verdict }) => verdict !== 'info');
  const missed = judged.filter(({ verdict }) => verdict === 'MISS').length;
  return missed === 0
    ? `all ${judged.length} targets met`
    : `${judged.length - missed} of ${judged.length} targets met, ${missed} missed`;
}

export const hasMissed = ({ rows }: Pick<KeptTable, 'rows'>): boolean =>
  rows.some(({ verdict }) => verdict === 'MISS');

/** Columns in line, for a terminal. */
export function asText(table: KeptTable): string {
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
  return [...aligned, '', originWords(table), countWords(table)].join('\n');
}

function originWords({ seeds, years, hasReal }: KeptTable): string {
  const beside = hasReal
    ? 'Real figures come from histories that are not part of this project.'
    : 'No folder of real histories was named: the column of real figures is empty.';
  return `${seeds.length === 1 ? 'Seed' : 'Seeds'} ${seeds.join(', ')}, ${years} years each. ${beside}`;
}

/** The table alone, as markdown. */
export function asMarkdown(table: KeptTable): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(HEAD),
    line(HEAD.map((_, column) => (column === 2 || column === 3 || column === 5 ? '---:' : '---'))),
    ...table.rows.map((row) => line(listCells(row))),
  ].join('\n');
}

export interface PageFigure {
  readonly file: string;
  readonly title: string;
  /** What is to be seen, in a sentence, for who reads and for who cannot see it. */
  readonly text: string;
}

/** The page in docs/. */
export function asPage(table: KeptTable, figures: readonly PageFigure[]): string {
  const pictures = figures.map(
    ({ file, title, text }) => `### ${title}\n\n${text}\n\n![${text}](market-realism/${file})`,
  );
  return `# How real the simulated market is

Made by \`npm run validate-market -- --write\`, which replaces this page and ends with 1 when a target is missed. ${originWords(table)}

**${countWords(table).replace(/^a/, 'A')}.** The mean over the seeds is judged; the range shows how far single worlds lie apart. Targets are ranges of real markets; a row without one only informs.
Each figure is computed by one file of \`app/trading/statistics\`, which states its formula and its source. Returns are those of one contract from close to close, held until two business
days before its last one: no roll is ever taken for a return, except in real front series that were published so, which the note says.

${asMarkdown(table)}

The content of the table has the SHA-256 \`${table.hash}\`; the numbers behind it, to nine digits, are in [table.json](market-realism/table.json).

## Pictures

${pictures.join('\n\n')}
`;
}
