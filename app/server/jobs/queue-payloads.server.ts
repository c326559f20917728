// Inputs and results of jobs in Redis. The format is that of v8.serialize, in which typed arrays,
// maps and every bit of a number survive; compressed, in chunks.
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import { deflate, inflate } from 'node:zlib';
import type { Redis } from 'ioredis';
import type { PayloadPlace } from './queue-messages';

const CHUNK_BYTES = 8 * 1024 * 1024;
/** Payloads of callers and workers that were killed expire. */
const LIFE_SECONDS = 3 * 24 * 3600;
/** Fast: figures of a simulation hardly shrink further. */
const COMPRESSION = { level: 1 } as const;

const compress = promisify<Buffer, typeof COMPRESSION, Buffer>(deflate);
const decompress = promisify<Buffer, Buffer>(inflate);

/** A payload is missing or damaged; the job is to be sent again. */
export class PayloadError extends Error {}

const computeDigest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The compressed bytes of a value. */
export const encodePayload = (value: unknown): Promise<Buffer> =>
  compress(serialize(value), COMPRESSION);

const getChunkKey = (key: string, index: number): string => `${key}:${index}`;

export async function writePayload(
  redis: Redis,
  key: string,
  encoded: Buffer,
): Promise<PayloadPlace> {
  const chunks = Math.max(1, Math.ceil(encoded.length / CHUNK_BYTES));
  for (let index = 0; index < chunks; index += 1)
    await redis.set(
      getChunkKey(key, index),
      encoded.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
      'EX',
      LIFE_SECONDS,
    );
  return { key, chunks, bytes: encoded.length, sha256: computeDigest(encoded) };
}

/** Throws PayloadError. */
export async function readPayload(
  redis: Redis,
  { key, chunks, bytes, sha256 }: PayloadPlace,
): Promise<unknown> {
  const parts: Buffer[] = [];
  for (let index = 0; index < chunks; index += 1) {
    const part = await redis.getBuffer(getChunkKey(key, index));
    if (part === null) throw new PayloadError(`the payload ${key} is not in Redis any more`);
    parts.push(part);
  }
  const encoded = Buffer.concat(parts);
  if (encoded.length !== bytes || computeDigest(encoded) !== sha256)
    throw new PayloadError(`the payload ${key} is damaged`);
  return deserialize(await decompress(encoded));
}

export async function removePayload(redis: Redis, { key, chunks }: PayloadPlace): Promise<void> {
  await redis.unlink(Array.from({ length: chunks }, (_, index) => getChunkKey(key, index)));
}
