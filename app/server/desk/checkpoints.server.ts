// Checkpoints of engine state, which shorten the next start. A failed write is harmless.
import type { Database } from '../../../db/client.server';
import { getLog } from '../platform/log.server';
import type { StoredJournal } from '../../models/log/journal.server';
import { saveCheckpoint } from '../../models/log/recovery.server';
import { thinSnapshots } from '../../models/log/snapshot.server';
import type { Runner } from '../../trading/engine/runner';

/** Stores the engine state if the journal is at the same record, and thins old snapshots. */
export function saveDeskCheckpoint(db: Database, journal: StoredJournal, runner: Runner): void {
  const state = runner.state();
  const head = journal.head();
  if (state.logSeq !== head.seq || head.seq === 0 || runner.status().storageFault !== null) return;
  tryOrWarn(() => {
    saveCheckpoint(db, state, head);
    thinSnapshots(db, state.nowMs);
  });
}

/** Runs an optional save; a failure is only logged. */
export function tryOrWarn(save: () => void): void {
  try {
    save();
  } catch (error) {
    getLog().warn({ err: error }, 'a checkpoint was not stored');
  }
}
