// Encrypts small secrets with AES-256-GCM. The key is stored outside the database.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
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
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const KEY_TEXT = /^[0-9a-f]{64}\n?$/;

/** A secret cannot be sealed or opened. The message gives the operator the cause and the fix. */
export class SecretError extends Error {}

interface Sealed {
  /** Identifies the master key without revealing it. */
  readonly keyVersion: string;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
}

/** Bound into the ciphertext: a sealed secret opens only for this user and field. */
interface SecretLocation {
  readonly userId: string;
  readonly field: string;
}

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

const deriveKey = (master: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `frontmonth ${purpose}`, bytes));

export const getKeyVersion = (master: Buffer): string =>
  `1-${deriveKey(master, 'key version', 8).toString('hex')}`;

const deriveDataKey = (master: Buffer): Buffer => deriveKey(master, 'data key 1', KEY_BYTES);

/** Key of device cookies; reveals nothing about the data key. */
export const deriveDeviceCookieKey = (master: Buffer): Buffer =>
  deriveKey(master, 'device cookie 1', KEY_BYTES);

const buildAuthenticatedData = ({ userId, field }: SecretLocation, keyVersion: string): Buffer =>
  Buffer.from(JSON.stringify([userId, field, keyVersion]));

export function sealText(master: Buffer, location: SecretLocation, text: string): Sealed {
  const keyVersion = getKeyVersion(master);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveDataKey(master), nonce).setAAD(
    buildAuthenticatedData(location, keyVersion),
  );
  return {
    keyVersion,
    nonce,
    ciphertext: Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]),
  };
}

/**
 * Decrypts a secret. Throws SecretError for another master key, another location or changed bytes.
 */
export function unsealText(
  master: Buffer,
  location: SecretLocation,
  { keyVersion, nonce, ciphertext }: Sealed,
): string {
  if (keyVersion !== getKeyVersion(master)) throw createWrongKeyError();
  try {
    const body = ciphertext.subarray(0, -TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, deriveDataKey(master), nonce, {
      authTagLength: TAG_BYTES,
    })
      .setAAD(buildAuthenticatedData(location, keyVersion))
      .setAuthTag(ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretError(
      'A stored secret was changed in the database, or belongs to another user. Enter it again.',
    );
  }
}

export const createWrongKeyError = (): SecretError =>
  new SecretError(
    `This secret needs another master key. Restore the earlier MASTER_KEY or ${KEY_FILE}, or enter it again.`,
  );
