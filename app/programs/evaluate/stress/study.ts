// The benchmark of the weather shocks: what three of them do to prices on given seeds, beside what
// they were designed to do.
import type { OpenWorld } from '../../validate-market/world-study';
import { stressRows } from '../../validate-market/facts/stress';
import type { FactRow, Target } from '../../validate-market/row';
import type { Progress } from '../../cli';

interface StressRow extends Pick<FactRow, 'fact' | 'market' | 'target' | 'decimals'> {
  /** Median over the pairs of each seed, in the order of the seeds. */
  readonly medians: readonly number[];
  /** Seeds whose median lies outside; none where nothing is asked. */
  readonly outside: readonly string[];
}

interface StressStudy {
  readonly seeds: readonly string[];
  readonly pairs: number;
  readonly rows: readonly StressRow[];
  readonly isInside: boolean;
}

const isIn = (value: number, { low, high }: Target): boolean => value >= low && value <= high;

/** Walks so many pairs of worlds for each seed; no pair is shared between two seeds. */
export function studyStress(
  open: OpenWorld,
  seeds: readonly string[],
  pairs: number,
  progress: Progress,
): StressStudy {
  const tables = seeds.map((seed, nth) =>
    stressRows(
      open,
      pairs,
      (done) => progress.update(nth * pairs + done, seeds.length * pairs, `seed ${seed}`),
      (index) => `shock ${seed}/${index}`,
    ),
  );
  progress.end();
  const rows = (tables[0] ?? []).map(({ fact, market, target, decimals }, place): StressRow => {
    const medians = tables.map((table) => table[place]?.simulated[0] ?? NaN);
    return {
      fact,
      market,
      target,
      decimals,
      medians,
      outside: seeds.filter((_, nth) => target !== null && !isIn(medians[nth] ?? NaN, target)),
    };
  });
  return { seeds, pairs, rows, isInside: rows.every(({ outside }) => outside.length === 0) };
}

function listCells({
  fact,
  market,
  target,
  decimals,
  medians,
  outside,
}: StressRow): readonly string[] {
  const asked =
    target === null ? 'shown only' : `${target.low.toFixed(1)} to ${target.high.toFixed(1)}`;
  return [
    fact,
    market,
    asked,
    ...medians.map((value) => value.toFixed(target === null ? decimals : decimals + 1)),
    target === null ? '' : outside.length === 0 ? 'inside' : `OUTSIDE: ${outside.join(', ')}`,
  ];
}

/** The study as a table for a terminal. */
export function stressText({ seeds, pairs, rows, isInside }: StressStudy): string {
  const table = [
    ['shock', 'market', 'asked for', ...seeds.map((seed) => `seed ${seed}`), 'verdict'],
    ...rows.map(listCells),
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
  const asked = rows.filter(({ target }) => target !== null);
  const missed = asked.filter(({ outside }) => outside.length > 0).length;
  return [
    `Weather shocks through pairs of worlds that differ in nothing else: largest median move over ${pairs} pairs of each seed. A size that is told as one figure is asked for within 40 %; what a shock does not reach may move by less than 1 %.`,
    '',
    ...lines,
    '',
    isInside
      ? `All ${asked.length} moves are inside.`
      : `${missed} of ${asked.length} moves are outside on some seed.`,
  ].join('\n');
}
