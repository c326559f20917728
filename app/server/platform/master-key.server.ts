// Master key of secrets: the setting, or a file outside the database.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

export const KEY_FILE = 'master.key';
export const KEY_BYTES = 32;
const KEY_TEXT = /^[0-9a-f]{64}\n?$/;

/** A secret cannot be sealed or opened. The message gives the operator the cause and the fix. */
export class SecretError extends Error {}

/** MASTER_KEY if set, else the key file in the data directory; null if neither exists. */
export function readMasterKey(dataDir: string, setting: string | undefined): Buffer | null {
  if (setting !== undefined) return Buffer.from(setting);
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) return null;
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new SecretError(
      `The key file ${KEY_FILE} in the data directory can be read by others. Restrict it (chmod 600), and treat its secrets as exposed.`,
    );
  }
  const text = readFileSync(file, 'utf8');
  if (!KEY_TEXT.test(text))
    throw new SecretError(
      `The key file ${KEY_FILE} in the data directory is damaged. Restore it from a backup, or remove it and enter the broker keys again.`,
    );
  return Buffer.from(text.trim(), 'hex');
}

/** Same, but creates the key file if none exists. The file is on disk before any secret uses it. */
export function ensureMasterKey(dataDir: string, setting: string | undefined): Buffer {
  const existing = readMasterKey(dataDir, setting);
  if (existing) return existing;
  const created = randomBytes(KEY_BYTES);
  const file = join(dataDir, KEY_FILE);
  writeFileSync(`${file}.new`, `${created.toString('hex')}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return created;
}

export const createWrongKeyError = (): SecretError =>
  new SecretError(
    `This secret needs another master key. Restore the earlier MASTER_KEY or ${KEY_FILE}, or enter it again.`,
  );
