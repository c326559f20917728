// Replays a tape: the same inputs in the same order, in other batches.
import { GENESIS_HASH, computeRecordHash } from '../../app/models/log/hash-chain.server';
import { createSettableClock } from '../../app/trading/clock';
import { toCanonicalJson } from '../../app/trading/domain/canonical-json';
import type { CommandResult } from '../../app/trading/domain/command';
import type { LogRecord } from '../../app/trading/domain/record';
import type { EngineConfig } from '../../app/trading/engine/config';
import { createEngine } from '../../app/trading/engine/engine';
import { type Runner, type RunnerOptions, createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import type { Journal } from '../../app/trading/ports';
import { createSeededRandom } from '../../app/trading/random';
import { bindHistoryPlaybooks, createEngineConfig } from '../../app/server/desk/desk-config.server';
import { MARKET } from '../support/desk-harness';
import { START_MS, type TapeInput } from './session';

export interface Cuts {
  /** Maximum events per transaction. */
  readonly batchMax: number;
  /** True: drain the queue after this input. */
  readonly drainsAfter: (index: number) => boolean;
  /** Shadow accounts; absent for none. */
  readonly shadows?: RunnerOptions['shadows'];
  /** Called after every commit. */
  readonly watch?: (runner: Runner) => void;
}

interface Replayed {
  readonly state: DeskState;
  readonly answers: readonly CommandResult[];
}

/** Plays a tape on a new engine over this journal. */
export async function playTape(
  tape: readonly TapeInput[],
  config: EngineConfig,
  journal: Journal,
  { batchMax, drainsAfter, shadows, watch }: Cuts,
): Promise<Replayed> {
  const clock = createSettableClock(START_MS);
  const runner = createRunner({
    engine: createEngine(config),
    journal,
    clock,
    state: EMPTY_DESK,
    batchMax,
    ...(shadows ? { shadows } : {}),
  });
  if (watch) runner.onPublish(() => watch(runner));
  const answers: Promise<CommandResult>[] = [];
  for (const [index, input] of tape.entries()) {
    clock.advance('event' in input ? input.event.atMs : input.atMs);
    if ('event' in input) runner.offer(input.event);
    else answers.push(runner.execute(input.envelope));
    if (drainsAfter(index)) runner.drain();
  }
  runner.drain();
  return { state: runner.state(), answers: await Promise.all(answers) };
}

/** Hash of the last record, as the journal chains them. */
export const logHash = (records: readonly LogRecord[]): string =>
  records.reduce(
    (hash, record) => computeRecordHash(hash, record, toCanonicalJson(record.payload)),
    GENESIS_HASH,
  );

/**
 * Product configuration with its playbooks and trading days, for tapes that must not depend on the
 * machine.
 */
export function productConfig(fillsAtOnce: boolean): EngineConfig {
  return createEngineConfig({
    random: createSeededRandom('a tape'),
    marketOf: () => MARKET,
    timeZone: 'America/New_York',
    fillsAtOnce,
    playbooksOf: bindHistoryPlaybooks(() => 60_000),
  });
}
