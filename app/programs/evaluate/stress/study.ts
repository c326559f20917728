// Stress benchmark: price moves of three weather shocks per seed, against their target ranges.
import type { JobRunner } from '../../../server/jobs/job-runner';
import { buildStressRows, listStressWorlds } from '../../validate-market/facts/stress';
import { STRESS_JOB } from '../../validate-market/jobs';
import { FULL_PLAN } from '../../validate-market/run-validation';
import type { FactRow, Target } from '../../validate-market/row';
import type { Progress } from '../../progress/progress';

interface StressRow extends Pick<FactRow, 'fact' | 'market' | 'target' | 'decimals'> {
  /** Median over the dates of each seed, in seed order. */
  readonly medians: readonly number[];
  /** Seeds with a median outside the target range. */
  readonly outside: readonly string[];
}

interface StressStudy {
  readonly seeds: readonly string[];
  readonly pairs: number;
  readonly rows: readonly StressRow[];
  readonly isInside: boolean;
}

const isWithin = (value: number, { low, high }: Target): boolean => value >= low && value <= high;

/** Runs `pairs` paired simulations per seed and date; no pair is shared between seeds. */
export async function studyStress(
  runner: JobRunner,
  seeds: readonly string[],
  pairs: number,
  progress: Progress,
): Promise<StressStudy> {
  const plan = { ...FULL_PLAN.stress, worldsPerSeed: pairs };
  const requests = listStressWorlds(seeds, plan);
  const worlds = await runner.run(STRESS_JOB, requests, {
    onProgress: ({ done }) => progress.update(done, requests.length, 'weather shocks'),
  });
  const tables = seeds.map((_, nth) =>
    buildStressRows(worlds.slice(nth * pairs, (nth + 1) * pairs), plan),
  );
  progress.endPhase();
  const rows = (tables[0] ?? []).map(({ fact, market, target, decimals }, index): StressRow => {
    const medians = tables.map((table) => table[index]?.simulated[0] ?? NaN);
    return {
      fact,
      market,
      target,
      decimals,
      medians,
      outside: seeds.filter((_, nth) => target !== null && !isWithin(medians[nth] ?? NaN, target)),
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
  const targeted =
    target === null ? 'shown only' : `${target.low.toFixed(1)} to ${target.high.toFixed(1)}`;
  return [
    fact,
    market,
    targeted,
    ...medians.map((value) => value.toFixed(target === null ? decimals : decimals + 1)),
    target === null ? '' : outside.length === 0 ? 'inside' : `OUTSIDE: ${outside.join(', ')}`,
  ];
}

export function formatStressStudy({ seeds, pairs, rows, isInside }: StressStudy): string {
  const table = [
    ['shock', 'market', 'target %', ...seeds.map((seed) => `seed ${seed}`), 'verdict'],
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
  const targeted = rows.filter(({ target }) => target !== null);
  const missed = targeted.filter(({ outside }) => outside.length > 0).length;
  return [
    `Weather shocks in paired simulations: largest median move over ${pairs} pairs per seed and date, median over the dates. A target given as one figure has a tolerance of 40%; unaffected markets must move less than 1%.`,
    '',
    ...lines,
    '',
    isInside
      ? `All ${targeted.length} moves are within their target.`
      : `${missed} of ${targeted.length} moves are outside their target for at least one seed.`,
  ].join('\n');
}
