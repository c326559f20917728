// A tape played again: the same inputs in the same order, cut into other batches.
import { GENESIS_HASH, recordHash } from '../../app/models/log/chain.server';
import { setClock } from '../../app/trading/clock';
import { canonicalJson } from '../../app/trading/domain/canonical';
import type { CommandResult } from '../../app/trading/domain/command';
import type { LogRecord } from '../../app/trading/domain/record';
import type { EngineConfig } from '../../app/trading/engine/config';
import { createEngine } from '../../app/trading/engine/engine';
import { type Runner, type RunnerOptions, createRunner } from '../../app/trading/engine/runner';
import { type DeskState, EMPTY_DESK } from '../../app/trading/engine/state';
import type { Journal } from '../../app/trading/ports';
import { seededRandom } from '../../app/trading/random';
import { boundToHistory, deskConfig } from '../../app/server/desk/desk-config.server';
import { MARKET } from '../support/desk-harness';
import { START_MS, type TapeInput } from './session';

export interface Cuts {
  /** Events in one transaction at most. */
  readonly batchMax: number;
  /** Whether the queue is worked off after this input. */
  readonly drainsAfter: (index: number) => boolean;
  /** Twins that run beside the desk; none when absent. */
  readonly twins?: RunnerOptions['twins'];
  /** Called after every commit. */
  readonly watch?: (runner: Runner) => void;
}

interface Replayed {
  readonly state: DeskState;
  readonly answers: readonly CommandResult[];
}

/** Feeds a tape to a fresh desk over this journal. */
export async function playTape(
  tape: readonly TapeInput[],
  config: EngineConfig,
  journal: Journal,
  { batchMax, drainsAfter, twins, watch }: Cuts,
): Promise<Replayed> {
  const clock = setClock(START_MS);
  const runner = createRunner({
    engine: createEngine(config),
    journal,
    clock,
    state: EMPTY_DESK,
    batchMax,
    ...(twins ? { twins } : {}),
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

/** The hash of the last record of a log, as the journal chains them. */
export const logHash = (records: readonly LogRecord[]): string =>
  records.reduce(
    (hash, record) => recordHash(hash, record, canonicalJson(record.payload)),
    GENESIS_HASH,
  );

/**
 * The desk of the product itself with its playbooks and its market's days, for tapes that must not
 * depend on the machine.
 */
export function productConfig(fillsAtOnce: boolean): EngineConfig {
  return deskConfig({
    random: seededRandom('a tape'),
    marketOf: () => MARKET,
    timeZone: 'America/New_York',
    fillsAtOnce,
    playbooksOf: boundToHistory(() => 60_000),
  });
}
