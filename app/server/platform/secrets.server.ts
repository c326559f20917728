// Seals small secrets, so that the database and its copies hold nothing that opens them:
// AES-256-GCM under a key that lives elsewhere.
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

/**
 * A secret cannot be sealed or opened: the message says why and what to do, for whoever runs the
 * desk.
 */
export class SecretError extends Error {}

interface Sealed {
  /** Names the master key without telling anything of it. */
  readonly keyVersion: string;
  readonly nonce: Buffer;
  readonly ciphertext: Buffer;
}

/** Where a secret belongs: sealed for one place, it opens at no other. */
interface SecretPlace {
  readonly userId: string;
  readonly field: string;
}

/**
 * The key of all keys: MASTER_KEY where it is set, else the key file of the data directory; null
 * when there is none yet.
 */
export function masterKey(dataDir: string, setting: string | undefined): Buffer | null {
  if (setting !== undefined) return Buffer.from(setting);
  const file = join(dataDir, KEY_FILE);
  if (!existsSync(file)) return null;
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new SecretError(
      `The key file ${KEY_FILE} in the data directory can be read by others. Take their rights away (chmod 600), and think of what it seals as seen.`,
    );
  }
  const text = readFileSync(file, 'utf8');
  if (!KEY_TEXT.test(text))
    throw new SecretError(
      `The key file ${KEY_FILE} in the data directory is damaged. Bring it back from a copy, or remove it and enter the broker keys again.`,
    );
  return Buffer.from(text.trim(), 'hex');
}

/**
 * The same, and a key file is made where there is no key yet: whole on disk before anything is
 * sealed with it.
 */
export function masterKeyOrNew(dataDir: string, setting: string | undefined): Buffer {
  const known = masterKey(dataDir, setting);
  if (known) return known;
  const made = randomBytes(KEY_BYTES);
  const file = join(dataDir, KEY_FILE);
  writeFileSync(`${file}.new`, `${made.toString('hex')}\n`, { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
  const folder = openSync(dataDir, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return made;
}

const deriveKey = (master: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `frontmonth ${purpose}`, bytes));

export const getKeyVersion = (master: Buffer): string =>
  `1-${deriveKey(master, 'key version', 8).toString('hex')}`;

const dataKey = (master: Buffer): Buffer => deriveKey(master, 'data key 1', KEY_BYTES);

/** Signs device cookies; says nothing about the key that seals. */
export const deviceCookieKey = (master: Buffer): Buffer =>
  deriveKey(master, 'device cookie 1', KEY_BYTES);

const boundTo = ({ userId, field }: SecretPlace, keyVersion: string): Buffer =>
  Buffer.from(JSON.stringify([userId, field, keyVersion]));

export function sealText(master: Buffer, place: SecretPlace, text: string): Sealed {
  const keyVersion = getKeyVersion(master);
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, dataKey(master), nonce).setAAD(boundTo(place, keyVersion));
  return {
    keyVersion,
    nonce,
    ciphertext: Buffer.concat([cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]),
  };
}

/**
 * The text that was sealed for this place. Throws SecretError when the master key is another one,
 * or place or bytes were changed.
 */
export function unsealText(
  master: Buffer,
  place: SecretPlace,
  { keyVersion, nonce, ciphertext }: Sealed,
): string {
  if (keyVersion !== getKeyVersion(master)) throw otherKey();
  try {
    const body = ciphertext.subarray(0, -TAG_BYTES);
    const decipher = createDecipheriv(CIPHER, dataKey(master), nonce, { authTagLength: TAG_BYTES })
      .setAAD(boundTo(place, keyVersion))
      .setAuthTag(ciphertext.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  } catch {
    throw new SecretError(
      'A sealed secret was changed in the database, or belongs to another user. Enter it again.',
    );
  }
}

export const otherKey = (): SecretError =>
  new SecretError(
    `This secret was sealed under another master key. Bring back the MASTER_KEY or the ${KEY_FILE} of then, or enter it again.`,
  );
