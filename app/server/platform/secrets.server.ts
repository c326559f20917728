// Encrypts small secrets with AES-256-GCM.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { KEY_BYTES, SecretError, createWrongKeyError } from './master-key.server';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

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

const deriveKey = (master: Buffer, purpose: string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', master, '', `frontmonth ${purpose}`, bytes));

export const getKeyVersion = (master: Buffer): string =>
  `1-${deriveKey(master, 'key version', 8).toString('hex')}`;

const deriveDataKey = (master: Buffer): Buffer => deriveKey(master, 'data key 1', KEY_BYTES);

/** Key of device cookies; reveals nothing about the data key. */
export const deriveDeviceCookieKey = (master: Buffer): Buffer =>
  deriveKey(master, 'device cookie 1', KEY_BYTES);

/** Key of the cookies by which the front finds the server of a user. */
export const deriveServerCookieKey = (master: Buffer): Buffer =>
  deriveKey(master, 'server cookie 1', KEY_BYTES);

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
