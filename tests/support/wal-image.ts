// WAL files as bytes: transaction ends, and damage by power loss.
import type { Buffer } from 'node:buffer';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * Byte offsets of committed transaction ends. Frames have the header's salt; the last frame of a
 * transaction has the database size. Format: sqlite.org/fileformat2.html, section 4.
 */
export function listCommitEnds(wal: Buffer): number[] {
  const pageBytes = wal.readUInt32BE(8);
  const salt = wal.subarray(16, 24);
  const ends: number[] = [];
  for (
    let at = HEADER_BYTES;
    at + FRAME_HEADER_BYTES + pageBytes <= wal.length;
    at += FRAME_HEADER_BYTES + pageBytes
  ) {
    if (!wal.subarray(at + 8, at + 16).equals(salt)) break;
    if (wal.readUInt32BE(at + 4) !== 0) ends.push(at + FRAME_HEADER_BYTES + pageBytes);
  }
  return ends;
}

export const DAMAGES = [
  'cut',
  'cut and flipped',
  'flipped',
  'zeroed from there',
  'followed by rubbish',
] as const;
type Damage = (typeof DAMAGES)[number];

interface DamagedFile {
  readonly bytes: Buffer;
  /** Bytes before this offset are unchanged. */
  readonly wholeBytes: number;
}

/** Copy damaged from `at`. */
export function damageFile(
  wal: Buffer,
  damage: Damage,
  at: number,
  random: () => number,
): DamagedFile {
  const image = Uint8Array.prototype.slice.call(wal) as Buffer;
  switch (damage) {
    case 'cut':
      return { bytes: image.subarray(0, at), wholeBytes: at };
    case 'cut and flipped':
      return flipBits(
        image.subarray(0, at),
        Math.max(0, at - Math.floor(random() * 12_000)),
        random,
      );
    case 'flipped':
      return flipBits(image, at, random);
    case 'zeroed from there':
      image.fill(0, at);
      return { bytes: image, wholeBytes: findFirstDifference(image, wal, at) };
    case 'followed by rubbish':
      for (let i = at; i < image.length; i += 1) image[i] = Math.floor(random() * 256);
      return { bytes: image, wholeBytes: findFirstDifference(image, wal, at) };
  }
}

/** Flips one to eight bits from `from` on. */
function flipBits(image: Buffer, from: number, random: () => number): DamagedFile {
  const before = Uint8Array.prototype.slice.call(image) as Buffer;
  const flips = image.length > from ? 1 + Math.floor(random() * 8) : 0;
  for (let i = 0; i < flips; i += 1) {
    const byteIndex = from + Math.floor(random() * (image.length - from));
    image[byteIndex] = (image[byteIndex] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return { bytes: image, wholeBytes: findFirstDifference(image, before, from) };
}

function findFirstDifference(image: Buffer, original: Buffer, from: number): number {
  for (let i = from; i < image.length; i += 1) if (image[i] !== original[i]) return i;
  return image.length;
}
