// What shortens the next start of a desk: checkpoints of its state. A disk that refuses them harms
// nothing.
import type { Database } from '../../../db/client.server';
import { getLog } from '../platform/log.server';
import type { StoredJournal } from '../../models/log/journal.server';
import { saveCheckpoint } from '../../models/log/recovery.server';
import { thinSnapshots } from '../../models/log/snapshot.server';
import type { Runner } from '../../trading/engine/runner';

/**
 * Stores the state of the runner where the journal stands at the same record; thins what may be
 * thinned.
 */
export function saveProgress(db: Database, journal: StoredJournal, runner: Runner): void {
  const state = runner.state();
  const head = journal.head();
  if (state.logSeq !== head.seq || head.seq === 0 || runner.status().storageFault !== null) return;
  tryOrWarn(() => {
    saveCheckpoint(db, state, head);
    thinSnapshots(db, state.nowMs);
  });
}

/** Saves what is not missed when it cannot be saved. */
export function tryOrWarn(save: () => void): void {
  try {
    save();
  } catch (error) {
    getLog().warn({ err: error }, 'what would shorten the next start was not stored');
  }
}
