// Jobs of `npm run backtest`: one simulated path, one task of the judge, one strategy on its tapes.
import { z } from 'zod';
import type { JobKind } from '../../server/jobs/job-kind';
import type { WorldResult } from '../../server/backtests/study';
import { type WorldSpan, WorldSpanSchema } from '../../server/backtests/world-span';
import { HOUR_MS } from '../../trading/domain/time';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { PlaybookRowSchema } from '../../trading/strategies/playbooks/catalog';
import type { JudgeResult, JudgeTask } from './judge/observe-path';
import type { PackedRun } from './packed-run';
import type { TapeRun } from './tape-run';

interface WorldTask {
  readonly rows: readonly PlaybookRow[];
  readonly world: WorldSpan;
}

/**
 * A simulation creates many short-lived objects; a larger young generation cuts the run time by a
 * sixth.
 */
const PATH_LIMITS = { timeLimitMs: 3 * HOUR_MS, youngGenerationMb: 64, heapMb: null } as const;

const Rows = z.array(PlaybookRowSchema);

/** All strategies in one simulated market. */
export const WORLD_JOB: JobKind<WorldTask, readonly WorldResult[]> = {
  ...PATH_LIMITS,
  name: 'backtest-world',
  input: z.object({ rows: Rows, world: WorldSpanSchema }),
  isShareable: true,
};

/** All strategies on one simulated path, or on two futures of it. */
export const JUDGE_JOB: JobKind<JudgeTask, JudgeResult> = {
  ...PATH_LIMITS,
  name: 'judge',
  input: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('path'),
      rows: Rows,
      seed: z.string(),
      years: z.number(),
      hasLookAheadTests: z.boolean(),
    }),
    z.object({ kind: z.literal('futures'), rows: Rows, seed: z.string() }),
  ]),
  isShareable: true,
};

/**
 * One strategy over the tapes of price files. Its columns are in memory that threads share; sending
 * them to another machine would take longer than the run.
 */
export const TAPE_JOB: JobKind<TapeRun, PackedRun> = {
  name: 'tape-run',
  input: z.object({ row: PlaybookRowSchema, chains: z.array(z.unknown()) }),
  timeLimitMs: HOUR_MS,
  // A run allocates little besides its columns, which lie outside the heap.
  youngGenerationMb: 32,
  heapMb: null,
  isShareable: false,
};
