/**
 * Start of an encrypted backup: a header, its authentication code, and the encrypted description.
 *
 * Header: name of the format (8 bytes), version, kind of key, length of a chunk and of the
 * description (4 bytes each), salt of the passphrase (16 bytes), salt of this file (32 bytes). All
 * keys of the file are derived from the header, so that none of it can be changed.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { UsageError } from '../../cli';
import { type BackupKey, KEY_BYTES, type KeyKind, SCRYPT_SALT_BYTES } from './key-file';

const FORMAT = Buffer.from('FMBACKUP', 'latin1');
const VERSION = 1;
const KEY_KINDS: readonly KeyKind[] = ['key', 'passphrase'];
const FILE_SALT_BYTES = 32;
const HEADER_BYTES = FORMAT.length + 1 + 1 + 4 + 4 + SCRYPT_SALT_BYTES + FILE_SALT_BYTES;
const CODE_BYTES = 32;
export const TAG_BYTES = 16;
const CHUNK_BYTES = 2 ** 20;
const DESCRIPTION_BYTES_MAX = 4096;
/** The longest start of a file. */
export const START_BYTES_MAX = HEADER_BYTES + CODE_BYTES + DESCRIPTION_BYTES_MAX + TAG_BYTES;

/** Part of each nonce: no piece can stand in for one of another kind. */
export const PIECES = { description: 0, chunk: 1, lastChunk: 2 } as const;
type Piece = (typeof PIECES)[keyof typeof PIECES];

/** Encrypts and decrypts the pieces of one file; each piece has its number. */
export class PieceCipher {
  constructor(private readonly key: Buffer) {}

  encryptPiece(kind: Piece, number: number, plain: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, buildNonce(kind, number));
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  }

  /** Null for a piece that is not the one of this kind and number. */
  decryptPiece(kind: Piece, number: number, piece: Buffer): Buffer | null {
    if (piece.length < TAG_BYTES) return null;
    const end = piece.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', this.key, buildNonce(kind, number));
    decipher.setAuthTag(piece.subarray(end));
    try {
      return Buffer.concat([decipher.update(piece.subarray(0, end)), decipher.final()]);
    } catch {
      return null;
    }
  }
}

function buildNonce(kind: Piece, number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt8(kind, 0);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

interface FileKeys {
  readonly code: Buffer;
  readonly cipher: PieceCipher;
}

function deriveFileKeys(key: BackupKey, header: Buffer): FileKeys {
  const fileSalt = header.subarray(HEADER_BYTES - FILE_SALT_BYTES);
  const scryptSalt = header.subarray(
    HEADER_BYTES - FILE_SALT_BYTES - SCRYPT_SALT_BYTES,
    HEADER_BYTES - FILE_SALT_BYTES,
  );
  const main = key.deriveKey(scryptSalt);
  const deriveSecret = (purpose: string): Buffer =>
    Buffer.from(
      hkdfSync(
        'sha256',
        main,
        fileSalt,
        Buffer.concat([Buffer.from(`frontmonth backup ${purpose} `), header]),
        KEY_BYTES,
      ),
    );
  return {
    code: createHmac('sha256', deriveSecret('header')).update(header).digest(),
    cipher: new PieceCipher(deriveSecret('pieces')),
  };
}

/** The start of a new file, and the cipher of its chunks. */
export function buildStart(key: BackupKey, description: object) {
  const text = Buffer.from(JSON.stringify(description), 'utf8');
  if (text.length > DESCRIPTION_BYTES_MAX)
    throw new Error(`a description of ${text.length} bytes is too long`);
  const header = Buffer.concat([
    FORMAT,
    Buffer.from([VERSION, KEY_KINDS.indexOf(key.kind)]),
    toUint32(CHUNK_BYTES),
    toUint32(text.length),
    key.getSaltForNewFile(),
    randomBytes(FILE_SALT_BYTES),
  ]);
  const { code, cipher } = deriveFileKeys(key, header);
  const start = Buffer.concat([header, code, cipher.encryptPiece(PIECES.description, 0, text)]);
  return { start, cipher, chunkBytes: CHUNK_BYTES };
}

interface FileStart {
  readonly description: unknown;
  /** Where the chunks start. */
  readonly bytes: number;
  readonly chunkBytes: number;
  readonly cipher: PieceCipher;
}

/** Opens the first bytes of a file. Throws UsageError for another file, another key, or a change. */
export function openStart(key: BackupKey, first: Buffer, name: string): FileStart {
  assertReadable(first, name, key);
  const header = first.subarray(0, HEADER_BYTES);
  const { code, cipher } = deriveFileKeys(key, header);
  if (!timingSafeEqual(code, first.subarray(HEADER_BYTES, HEADER_BYTES + CODE_BYTES)))
    throw new UsageError(
      `${name} does not open with this key: it was encrypted with another key, or its first bytes were changed.`,
    );
  const chunkBytes = header.readUInt32BE(FORMAT.length + 2);
  const textStart = HEADER_BYTES + CODE_BYTES;
  const bytes = textStart + header.readUInt32BE(FORMAT.length + 6) + TAG_BYTES;
  const text = cipher.decryptPiece(PIECES.description, 0, first.subarray(textStart, bytes));
  if (text === null || first.length < bytes)
    throw new UsageError(`${name} is damaged: its description was changed or cut off.`);
  return { description: JSON.parse(text.toString('utf8')), bytes, chunkBytes, cipher };
}

function assertReadable(first: Buffer, name: string, key: BackupKey): void {
  if (first.length < HEADER_BYTES + CODE_BYTES || !first.subarray(0, FORMAT.length).equals(FORMAT))
    throw new UsageError(`${name} is no encrypted backup, or its start is missing.`);
  const version = first[FORMAT.length];
  if (version !== VERSION)
    throw new UsageError(
      `${name} has version ${version} of the encrypted format; this program reads version ${VERSION}. Restore it with the program that wrote it.`,
    );
  const kind = KEY_KINDS[first[FORMAT.length + 1] ?? -1];
  if (kind !== key.kind)
    throw new UsageError(
      `${name} was encrypted with a ${kind ?? 'key of another kind'}, and the key file holds a ${key.kind}.`,
    );
}

function toUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
