// The key of encrypted backups: 32 bytes, or a passphrase from which a key is derived.
import { randomBytes, scryptSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UsageError } from '../../cli';

export const KEY_BYTES = 32;
export const SCRYPT_SALT_BYTES = 16;
/** A third of a second and 128 MB. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 } as const;
const PASSPHRASE_LENGTH_MIN = 16;
/** A key or a line; a larger file is another one. */
const FILE_BYTES_MAX = 1024;

export type KeyKind = 'key' | 'passphrase';

/** A key with the salts for which it was derived already. */
export class BackupKey {
  private readonly derived = new Map<string, Buffer>();

  constructor(
    readonly kind: KeyKind,
    private readonly secret: Buffer,
  ) {}

  /** The same salt for all files of a run saves the time of deriving. */
  getSaltForNewFile(): Buffer {
    const [used] = this.derived.keys();
    return used === undefined ? randomBytes(SCRYPT_SALT_BYTES) : Buffer.from(used, 'hex');
  }

  deriveKey(salt: Buffer): Buffer {
    if (this.kind === 'key') return this.secret;
    const cached = this.derived.get(salt.toString('hex'));
    if (cached) return cached;
    const key = scryptSync(this.secret, salt, KEY_BYTES, SCRYPT);
    this.derived.set(salt.toString('hex'), key);
    return key;
  }
}

/** Throws UsageError with advice for a file that holds no key. */
export function readKeyFile(path: string): BackupKey {
  const bytes = readKeyBytes(path);
  const text = bytes.toString('latin1').trim();
  if (/^[0-9a-f]{64}$/i.test(text)) return new BackupKey('key', Buffer.from(text, 'hex'));
  const isText = /^[\x20-\x7e]*$/.test(text);
  if (!isText && bytes.length === KEY_BYTES) return new BackupKey('key', bytes);
  const passphrase = bytes.toString('utf8').trim();
  if (/[\r\n\0\ufffd]/.test(passphrase) || passphrase.length < PASSPHRASE_LENGTH_MIN)
    throw new UsageError(
      `${path} holds no key. It needs 32 random bytes (\`head -c 32 /dev/urandom > FILE\`), 64 hexadecimal digits, or one line with a passphrase of at least ${PASSPHRASE_LENGTH_MIN} characters.`,
    );
  return new BackupKey('passphrase', Buffer.from(passphrase.normalize('NFC'), 'utf8'));
}

function readKeyBytes(path: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UsageError(
      `The key file ${path} cannot be read (${(error as { code?: string }).code ?? 'error'}). Give the file with the key of the backups.`,
    );
  }
  if (bytes.length <= FILE_BYTES_MAX) return bytes;
  throw new UsageError(`${path} is too long for a key file: ${bytes.length} bytes.`);
}
