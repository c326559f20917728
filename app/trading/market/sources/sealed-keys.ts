/** Port for keys of public sources that users entered: stored encrypted, opened for a request. */
import type { Outcome } from '../../domain/outcome';
import type { SourceKey } from '../../domain/public-source';
import type { EpochMs } from '../../domain/units';

/** What may be shown of a stored key. */
export interface SealedKeyInfo {
  readonly lastFour: string;
  readonly savedMs: EpochMs;
  /** User name. */
  readonly savedBy: string;
  /** Why it cannot be opened; null if it can. */
  readonly fault: string | null;
}

export interface SealedKeys {
  /** Null without a stored key, and for one that cannot be opened. */
  openKey(name: SourceKey): string | null;
  describeKey(name: SourceKey): SealedKeyInfo | null;
  saveKey(name: SourceKey, text: string, by: string, atMs: EpochMs): Outcome<null>;
  removeKey(name: SourceKey): void;
}

/** Where the key of a source comes from; a setting comes before a stored key. */
export interface KeyStatus {
  readonly isSetting: boolean;
  readonly stored: SealedKeyInfo | null;
}
