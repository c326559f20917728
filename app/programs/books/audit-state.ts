// State of a passed audit in the data directory, from which the next audit continues.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { SavedAudit } from '../../audit/audit-database';
import { CODE_VERSION } from '../../server/platform/project.server';

const STATE_FILE = 'audit-state.bin';
const DIGEST_LENGTH = 64;

interface StoredState {
  /** Version of the program; state of another version is ignored. */
  readonly code: string;
  readonly node: string;
  readonly saved: SavedAudit;
  /** Wall clock of the last passed audit of the whole log. */
  readonly wholeMs: number;
}

const computeDigest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Replaces the state atomically. Throws when the disk cannot be written. */
function saveAuditState(dataDir: string, saved: SavedAudit, wholeMs: number): void {
  const bytes = serialize({
    code: CODE_VERSION,
    node: process.version,
    saved,
    wholeMs,
  } satisfies StoredState);
  const path = join(dataDir, STATE_FILE);
  writeFileSync(`${path}.new`, Buffer.concat([Buffer.from(computeDigest(bytes)), bytes]), {
    mode: 0o600,
  });
  renameSync(`${path}.new`, path);
}

/** A failed save only makes the next audit longer, so it is a warning. */
export function saveAuditStateOrWarn(dataDir: string, saved: SavedAudit, wholeMs: number): void {
  try {
    saveAuditState(dataDir, saved, wholeMs);
  } catch (error) {
    process.stderr.write(
      `The state from which the next audit continues was not saved: ${(error as Error).message}\n`,
    );
  }
}

/** Null when there is no state, its digest is wrong, or another version wrote it. */
export function loadAuditState(dataDir: string): Pick<StoredState, 'saved' | 'wholeMs'> | null {
  const path = join(dataDir, STATE_FILE);
  if (!existsSync(path)) return null;
  try {
    const file = readFileSync(path);
    const bytes = file.subarray(DIGEST_LENGTH);
    if (file.subarray(0, DIGEST_LENGTH).toString() !== computeDigest(bytes)) return null;
    const { code, node, saved, wholeMs } = deserialize(bytes) as StoredState;
    return code === CODE_VERSION && node === process.version ? { saved, wholeMs } : null;
  } catch {
    return null; // unreadable: the whole log is audited instead
  }
}
