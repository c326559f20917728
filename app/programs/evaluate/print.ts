// A benchmark's result as a table for a terminal.
import type { BenchmarkResult, ResultRow, Versus } from './result';

const HEAD = ['method', 'kind', 'chosen on', 'judged on', 'relative'] as const;
/** Below this a difference is taken for more than chance. */
const P_MAX = 0.05;

const cell = (value: number): string => value.toFixed(2);

function versusText({ difference, pValue }: Versus): string {
  if (pValue === null) return 'the same';
  const side = difference < 0 ? 'better' : 'worse';
  return `${side}, p ${pValue < 0.001 ? '< 0.001' : pValue.toFixed(3)}${pValue < P_MAX ? '' : ' (no evidence)'}`;
}

function listCells(row: ResultRow, rivals: readonly string[]): readonly string[] {
  const versus = rivals.map((name) => row.versus.find(({ rival }) => rival === name));
  return [
    row.method,
    row.kind,
    cell(row.chosen),
    cell(row.judged),
    row.relative.toFixed(3),
    ...versus.map((one) => (one ? versusText(one) : '')),
  ];
}

export function resultText(result: BenchmarkResult): string {
  const table = [
    [...HEAD, ...result.rivals.map((rival) => `than ${rival}`)],
    ...result.rows.map((row) => listCells(row, result.rivals)),
  ];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map((row) =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const { chosenOn, judgedOn } = result;
  return [
    `${result.title}, ${result.loss ?? 'mean absolute error'} in ${result.unit}`,
    `chosen on ${chosenOn.from} to ${chosenOn.until} (${chosenOn.count}), judged on ${judgedOn.from} to ${judgedOn.until} (${judgedOn.count}); ${result.configurations} configurations were looked at where methods are chosen`,
    '',
    ...lines,
    '',
    ...result.rows.map(({ method, knows }) => `${method}: ${knows}`),
    '',
    `hash ${result.hash}`,
  ].join('\n');
}
