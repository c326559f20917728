/**
 * Encrypted files: a start, then chunks of equal length with AES-256-GCM. Each chunk has a number,
 * and the last one a mark, so that missing, exchanged and added chunks are found.
 */
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { UsageError } from '../../cli';
import {
  PIECES,
  type PieceCipher,
  START_BYTES_MAX,
  TAG_BYTES,
  buildStart,
  openStart,
} from './encrypted-header';
import type { BackupKey } from './key-file';

/** Encrypts a file to the new file `to` (mode 0600), synced to disk. */
export async function encryptFile(
  key: BackupKey,
  from: string,
  to: string,
  description: object,
): Promise<void> {
  const { start, cipher, chunkBytes } = buildStart(key, description);
  await writeNewFile(to, async (file) => {
    await file.writeFile(start);
    let number = 0;
    for await (const { bytes, isLast } of readPieces(from, 0, chunkBytes)) {
      const kind = isLast ? PIECES.lastChunk : PIECES.chunk;
      await file.writeFile(cipher.encryptPiece(kind, number, bytes));
      number += 1;
    }
  });
}

/** Decrypts a file to the new file `to` (mode 0600). Throws UsageError; then `to` is incomplete. */
export async function decryptFile(key: BackupKey, from: string, to: string): Promise<void> {
  const first = await readFirstBytes(from, START_BYTES_MAX);
  const { bytes: start, chunkBytes, cipher } = openStart(key, first, from);
  await writeNewFile(to, async (file) => {
    let number = 0;
    for await (const { bytes, isLast } of readPieces(from, start, chunkBytes + TAG_BYTES)) {
      const plain = cipher.decryptPiece(isLast ? PIECES.lastChunk : PIECES.chunk, number, bytes);
      if (plain === null) throw explainPiece(cipher, from, { number, bytes, isLast });
      await file.writeFile(plain);
      number += 1;
    }
  });
}

function explainPiece(
  cipher: PieceCipher,
  name: string,
  { number, bytes, isLast }: { number: number; bytes: Buffer; isLast: boolean },
): UsageError {
  // A whole chunk at the end that is not marked as the last one.
  const isCutOff = isLast && cipher.decryptPiece(PIECES.chunk, number, bytes) !== null;
  return new UsageError(
    isCutOff || bytes.length < TAG_BYTES
      ? `${name} is cut off: its end is missing. Copy it again, or restore an older backup.`
      : `${name} is damaged: part ${number + 1} was changed, moved or cut off. Copy it again, or restore an older backup.`,
  );
}

interface FilePiece {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** Pieces of equal length; the last may be shorter, and empty where the file is. */
async function* readPieces(
  path: string,
  start: number,
  pieceBytes: number,
): AsyncGenerator<FilePiece> {
  let held: Buffer[] = [];
  let heldBytes = 0;
  for await (const read of createReadStream(path, { start, highWaterMark: pieceBytes })) {
    held.push(read as Buffer);
    heldBytes += (read as Buffer).length;
    // Only more than a piece shows that it is not the last one.
    while (heldBytes > pieceBytes) {
      const all = Buffer.concat(held);
      yield { bytes: all.subarray(0, pieceBytes), isLast: false };
      held = [all.subarray(pieceBytes)];
      heldBytes -= pieceBytes;
    }
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}

async function writeNewFile(
  path: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await write(file);
    await file.sync();
  } finally {
    await file.close();
  }
}

export async function readFirstBytes(path: string, byteCount: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(byteCount), 0, byteCount, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
