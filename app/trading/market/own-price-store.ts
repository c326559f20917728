/** Port for imported files of the owner's prices, and the state of their folder. */
import type { Bar } from '../domain/quote';
import type { EpochMs } from '../domain/units';
import type { ImportedHistory } from './csv-import';
import type { BarStore } from './daily-bars';

/** A file as it was read. */
export interface PriceFile {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly bytes: number;
  readonly importedMs: EpochMs;
}

/** What a file was compared with the stored bars. */
export interface StagedBars {
  /** Bars that are not stored, or whose newest version has other prices. */
  readonly fresh: number;
  /** Those of them with an earlier version. */
  readonly changed: number;
}

/** Identity of an import: the same contents for the same contract add nothing. */
export type ImportKey = Pick<PriceFile, 'sha256'> & { readonly instrumentId: string };

export interface OwnPriceStore extends BarStore {
  /** The import of the same contents for a contract; null for none. */
  findImported(key: ImportKey): Pick<PriceFile, 'name' | 'importedMs'> | null;
  /** Stores that a file was refused; the same refusal again only changes its time. */
  saveRefused(file: PriceFile, instrumentId: string | null, reason: string): void;
  /** Forgets bars that were staged before. */
  clearStaged(): void;
  /** Compares bars with the stored ones and stages those that are new. Stores nothing. */
  stageBars(instrumentId: string, bars: readonly Bar[]): StagedBars;
  /** Stores the file and all staged bars in one transaction. */
  saveImported(file: PriceFile, history: ImportedHistory, staged: StagedBars): void;
}

/** A file that stays in the folder, with the reason. */
export interface WaitingFile {
  readonly name: string;
  readonly reason: string;
}

/** The folder of the owner's prices. */
export interface InboxStatus {
  /** Absolute path. */
  readonly folder: string;
  /** Why the folder cannot be used; null while it can. */
  readonly problem: string | null;
  /** Name of the file that is read now. */
  readonly reading: string | null;
  readonly waiting: readonly WaitingFile[];
  /** Files whose contents were imported before, newest first. */
  readonly repeated: readonly WaitingFile[];
}
