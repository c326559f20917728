import { StorageError } from '../../app/trading/ports';
import { type MemoryJournal, memoryJournal } from './desk-harness';

export interface FragileDisk {
  readonly journal: MemoryJournal;
  /** While full, neither a commit nor a probe is stored. */
  setFull(full: boolean): void;
  /**
   * So many of the next commits fail although a probe succeeds: a small write found room, a larger
   * one did not.
   */
  failCommits(count: number): void;
}

/** A journal in memory whose disk can be filled and emptied. */
export function fragileJournal(): FragileDisk {
  const journal = memoryJournal();
  const { commit } = journal;
  let isFull = false;
  let failing = 0;
  const requireRoom = (): void => {
    if (isFull) throw new StorageError('no space left');
  };
  return {
    journal: {
      ...journal,
      commit(batch) {
        requireRoom();
        if (failing > 0) {
          failing -= 1;
          throw new StorageError('no space left');
        }
        commit(batch);
      },
      probe: requireRoom,
    },
    setFull: (full) => void (isFull = full),
    failCommits: (count) => void (failing = count),
  };
}
