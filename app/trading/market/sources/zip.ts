/** ZIP archives within limits, read by their central directory. */
import { Inflate } from 'fflate';
import { RefusedAnswer } from './answer';

const MIB = 2 ** 20;
const BODY_BYTES_MAX = 8 * MIB;
const UNZIPPED_BYTES_MAX = 64 * MIB;
const ENTRIES_MAX = 64;
/** Unzipped over zipped bytes of an entry. */
const RATIO_MAX = 200;
/** Bytes given to the decompressor at once; they expand to four MiB at most. */
const CHUNK_BYTES = 4096;

const END_SIGNATURE = 0x06054b50;
const DIRECTORY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const END_BYTES = 22;
const DIRECTORY_BYTES = 46;
const LOCAL_BYTES = 30;
const COMMENT_BYTES_MAX = 0xffff;
const IS_ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;

interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface DirectoryEntry {
  readonly name: string;
  readonly method: number;
  readonly crc: number;
  readonly zippedBytes: number;
  readonly unzippedBytes: number;
  readonly localOffset: number;
}

/**
 * Unzips an archive. Sizes come from the central directory, since some servers write local sizes of
 * 0; nothing is inflated beyond them. Folders are left out. Throws RefusedAnswer for a broken
 * archive, one without files and one outside the limits.
 */
export function unzipEntries(body: Uint8Array): readonly ZipEntry[] {
  if (body.length > BODY_BYTES_MAX)
    throw new RefusedAnswer(`the archive has ${body.length} bytes, more than ${BODY_BYTES_MAX}`);
  const directory = readDirectory(body);
  checkSizes(directory);
  const entries = directory
    .filter(({ name }) => !name.endsWith('/'))
    .map((entry) => ({ name: entry.name, bytes: unzipEntry(body, entry) }));
  if (entries.length === 0) throw new RefusedAnswer('the archive contains no file');
  return entries;
}

const viewBytes = (body: Uint8Array): DataView =>
  new DataView(body.buffer, body.byteOffset, body.byteLength);

/** Offset of the end record, which a comment of the archive may follow. */
function findEnd(body: Uint8Array): number {
  const view = viewBytes(body);
  const last = body.length - END_BYTES;
  for (let offset = last; offset >= Math.max(0, last - COMMENT_BYTES_MAX); offset -= 1) {
    const isEnd =
      view.getUint32(offset, true) === END_SIGNATURE &&
      view.getUint16(offset + 20, true) === last - offset;
    if (isEnd) return offset;
  }
  throw new RefusedAnswer(`the answer is no complete ZIP archive: ${describeStart(body)}`);
}

function describeStart(body: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(body.subarray(0, 80));
  return `it starts with ${JSON.stringify(start.replace(/[^\x20-\x7e]/g, '.'))}`;
}

function readDirectory(body: Uint8Array): readonly DirectoryEntry[] {
  const endOffset = findEnd(body);
  const view = viewBytes(body);
  const count = view.getUint16(endOffset + 10, true);
  if (count > ENTRIES_MAX)
    throw new RefusedAnswer(`the archive has ${count} entries, more than ${ENTRIES_MAX}`);
  const entries: DirectoryEntry[] = [];
  let offset = view.getUint32(endOffset + 16, true);
  for (let index = 0; index < count; index += 1) {
    const isEntry =
      offset + DIRECTORY_BYTES <= endOffset && view.getUint32(offset, true) === DIRECTORY_SIGNATURE;
    if (!isEntry) throw new RefusedAnswer(`entry ${index + 1} of the archive is broken`);
    const nameBytes = view.getUint16(offset + 28, true);
    const nextOffset =
      offset +
      DIRECTORY_BYTES +
      nameBytes +
      view.getUint16(offset + 30, true) +
      view.getUint16(offset + 32, true);
    if (nextOffset > endOffset)
      throw new RefusedAnswer(`entry ${index + 1} of the archive is cut off`);
    const name = new TextDecoder().decode(
      body.subarray(offset + DIRECTORY_BYTES, offset + DIRECTORY_BYTES + nameBytes),
    );
    if ((view.getUint16(offset + 8, true) & IS_ENCRYPTED) !== 0)
      throw new RefusedAnswer(`${describeName(name)} is encrypted`);
    entries.push({
      name,
      method: view.getUint16(offset + 10, true),
      crc: view.getUint32(offset + 16, true),
      zippedBytes: view.getUint32(offset + 20, true),
      unzippedBytes: view.getUint32(offset + 24, true),
      localOffset: view.getUint32(offset + 42, true),
    });
    offset = nextOffset;
  }
  return entries;
}

const describeName = (name: string): string =>
  `the entry ${JSON.stringify(name.slice(0, 60))} of the archive`;

function checkSizes(directory: readonly DirectoryEntry[]): void {
  for (const { name, zippedBytes, unzippedBytes } of directory) {
    if (unzippedBytes > RATIO_MAX * zippedBytes)
      throw new RefusedAnswer(
        `${describeName(name)} expands from ${zippedBytes} to ${unzippedBytes} bytes, more than ${RATIO_MAX} times`,
      );
  }
  const total = directory.reduce((sum, { unzippedBytes }) => sum + unzippedBytes, 0);
  if (total > UNZIPPED_BYTES_MAX)
    throw new RefusedAnswer(
      `the archive expands to ${total} bytes, more than ${UNZIPPED_BYTES_MAX}`,
    );
}

function unzipEntry(body: Uint8Array, entry: DirectoryEntry): Uint8Array {
  const bytes = readEntry(body, entry);
  if (bytes.length !== entry.unzippedBytes || computeCrc(bytes) !== entry.crc)
    throw new RefusedAnswer(`${describeName(entry.name)} does not match its size and checksum`);
  return bytes;
}

function readEntry(body: Uint8Array, entry: DirectoryEntry): Uint8Array {
  const { name, method, localOffset, zippedBytes } = entry;
  const view = viewBytes(body);
  const isLocal =
    localOffset + LOCAL_BYTES <= body.length &&
    view.getUint32(localOffset, true) === LOCAL_SIGNATURE;
  if (!isLocal) throw new RefusedAnswer(`${describeName(name)} has no header`);
  const from =
    localOffset +
    LOCAL_BYTES +
    view.getUint16(localOffset + 26, true) +
    view.getUint16(localOffset + 28, true);
  if (from + zippedBytes > body.length) throw new RefusedAnswer(`${describeName(name)} is cut off`);
  const zipped = body.subarray(from, from + zippedBytes);
  if (method === STORED) return zipped;
  if (method === DEFLATED) return inflateEntry(zipped, entry);
  throw new RefusedAnswer(`${describeName(name)} has the unknown compression ${method}`);
}

/** Inflates in chunks and stops as soon as the declared size is exceeded. */
function inflateEntry(
  zipped: Uint8Array,
  { name, unzippedBytes }: Pick<DirectoryEntry, 'name' | 'unzippedBytes'>,
): Uint8Array {
  const bytes = new Uint8Array(unzippedBytes);
  let written = 0;
  const inflate = new Inflate((chunk) => {
    if (written + chunk.length > unzippedBytes)
      throw new RefusedAnswer(`${describeName(name)} has more than its ${unzippedBytes} bytes`);
    bytes.set(chunk, written);
    written += chunk.length;
  });
  try {
    for (let from = 0; from < zipped.length; from += CHUNK_BYTES)
      inflate.push(zipped.slice(from, from + CHUNK_BYTES), from + CHUNK_BYTES >= zipped.length);
  } catch (error) {
    if (error instanceof RefusedAnswer) throw error;
    throw new RefusedAnswer(`${describeName(name)} is broken: ${(error as Error).message}`);
  }
  return bytes.subarray(0, written);
}

/** Checksums of single bytes: CRC-32 of ZIP, reversed polynomial. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

function computeCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}
