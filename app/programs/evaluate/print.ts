// Terminal output of a benchmark result.
import { alignColumns } from './align-columns';
import type { BenchmarkResult, ResultRow, Versus } from './benchmark-result';

const HEAD = ['method', 'kind', 'selection', 'test', 'relative'] as const;
/** Significance level. */
const P_MAX = 0.05;

const formatLoss = (value: number): string => value.toFixed(2);

function formatComparison({ difference, pValue }: Versus): string {
  if (pValue === null) return 'equal';
  const side = difference < 0 ? 'better' : 'worse';
  return `${side}, p ${pValue < 0.001 ? '< 0.001' : pValue.toFixed(3)}${pValue < P_MAX ? '' : ' (not significant)'}`;
}

function listCells(row: ResultRow, benchmarks: readonly string[]): readonly string[] {
  const versus = benchmarks.map((name) =>
    row.versus.find(({ rival: benchmark }) => benchmark === name),
  );
  return [
    row.method,
    row.kind,
    formatLoss(row.chosen),
    formatLoss(row.judged),
    row.relative.toFixed(3),
    ...versus.map((one) => (one ? formatComparison(one) : '')),
  ];
}

export function formatResult(result: BenchmarkResult): string {
  const table = [
    [...HEAD, ...result.rivals.map((benchmark) => `vs ${benchmark}`)],
    ...result.rows.map((row) => listCells(row, result.rivals)),
  ];
  const { chosenOn, judgedOn } = result;
  return [
    `${result.title}, ${result.loss ?? 'mean absolute error'} in ${result.unit}`,
    `selection ${chosenOn.from} to ${chosenOn.until} (n = ${chosenOn.count}), test ${judgedOn.from} to ${judgedOn.until} (n = ${judgedOn.count}); ${result.configurations} configurations compared in the selection period`,
    '',
    ...alignColumns(table),
    '',
    ...result.rows.map(({ method, knows }) => `${method}: ${knows}`),
    '',
    `hash ${result.hash}`,
  ].join('\n');
}
