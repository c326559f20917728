// Write-ahead logs as bytes: where each transaction ends, and what a lost power supply may make of
// the file.
import type { Buffer } from 'node:buffer';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

/**
 * The end of each committed transaction, as byte offsets: frames carry the salt of the header, and
 * the last one of a transaction
 * names the size of the database. Format: sqlite.org/fileformat2.html, section 4.
 */
export function commitEnds(wal: Buffer): number[] {
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

interface Image {
  readonly bytes: Buffer;
  /** Everything before this byte is as it was written. */
  readonly wholeBytes: number;
}

/** A copy of the file damaged from `at` on. */
export function damaged(wal: Buffer, damage: Damage, at: number, roll: () => number): Image {
  const image = Uint8Array.prototype.slice.call(wal) as Buffer;
  switch (damage) {
    case 'cut':
      return { bytes: image.subarray(0, at), wholeBytes: at };
    case 'cut and flipped':
      return flipped(image.subarray(0, at), Math.max(0, at - Math.floor(roll() * 12_000)), roll);
    case 'flipped':
      return flipped(image, at, roll);
    case 'zeroed from there':
      image.fill(0, at);
      return { bytes: image, wholeBytes: firstDifference(image, wal, at) };
    case 'followed by rubbish':
      for (let i = at; i < image.length; i += 1) image[i] = Math.floor(roll() * 256);
      return { bytes: image, wholeBytes: firstDifference(image, wal, at) };
  }
}

/** Turns one to eight bits over, none before `from`. */
function flipped(image: Buffer, from: number, roll: () => number): Image {
  const before = Uint8Array.prototype.slice.call(image) as Buffer;
  const flips = image.length > from ? 1 + Math.floor(roll() * 8) : 0;
  for (let i = 0; i < flips; i += 1) {
    const place = from + Math.floor(roll() * (image.length - from));
    image[place] = (image[place] ?? 0) ^ (1 << Math.floor(roll() * 8));
  }
  return { bytes: image, wholeBytes: firstDifference(image, before, from) };
}

function firstDifference(image: Buffer, original: Buffer, from: number): number {
  for (let i = from; i < image.length; i += 1) if (image[i] !== original[i]) return i;
  return image.length;
}
