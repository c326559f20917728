import { StorageError } from '../../app/trading/ports';
import { type MemoryJournal, createMemoryJournal } from './desk-harness';

export interface FragileDisk {
  readonly journal: MemoryJournal;
  /** While full, commits and probes fail. */
  setFull(full: boolean): void;
  /** The next `count` commits fail although a probe succeeds, as with little free space. */
  failCommits(count: number): void;
}

/** In-memory journal with a simulated full disk. */
export function createFragileJournal(): FragileDisk {
  const journal = createMemoryJournal();
  const { commit } = journal;
  let isFull = false;
  let failingCommits = 0;
  const assertSpace = (): void => {
    if (isFull) throw new StorageError('no space left');
  };
  return {
    journal: {
      ...journal,
      commit(batch) {
        assertSpace();
        if (failingCommits > 0) {
          failingCommits -= 1;
          throw new StorageError('no space left');
        }
        commit(batch);
      },
      probe: assertSpace,
    },
    setFull: (full) => void (isFull = full),
    failCommits: (count) => void (failingCommits = count),
  };
}
