// Encrypted backups in a bucket. An object is there as a whole or not at all.
import { createHash } from 'node:crypto';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { UsageError } from '../../cli';
import { isEncryptedName } from '../restore-points';
import type { BackupStore } from './backup-store';
import type { S3Address } from './s3-address';
import {
  type S3Answer,
  type S3Request,
  type WaitMs,
  readXmlTexts,
  sendS3Request,
} from './s3-requests';

/** Requests for lists: a thousand names each. */
const PAGES_MAX = 100;

export function openS3Store(address: S3Address, wait?: WaitMs): BackupStore {
  const send = (request: S3Request): Promise<S3Answer> => sendS3Request(address, request, wait);
  const getKey = (name: string): string => `${address.prefix}${name}`;
  return {
    place: address.place,
    async listNames() {
      const keys = await listKeys(send, address.prefix);
      return keys
        .map((key) => key.slice(address.prefix.length))
        .filter(isEncryptedName)
        .sort();
    },
    async readFirstBytes(name, byteCount) {
      const headers = { range: `bytes=0-${byteCount - 1}` };
      const { body } = await send({ method: 'GET', key: getKey(name), headers });
      return body.subarray(0, byteCount);
    },
    async useFile(name, scratch, use) {
      try {
        await send({ method: 'GET', key: getKey(name), saveTo: scratch });
        await use(scratch);
      } finally {
        rmSync(scratch, { force: true });
      }
    },
    async saveFile(name, scratch, write) {
      try {
        await write(scratch);
        await uploadFile(send, getKey(name), scratch);
      } finally {
        rmSync(scratch, { force: true });
      }
    },
    async removeFile(name) {
      await send({ method: 'DELETE', key: getKey(name) });
    },
  };
}

type Send = (request: S3Request) => Promise<S3Answer>;

async function listKeys(send: Send, prefix: string): Promise<readonly string[]> {
  const keys: string[] = [];
  let token: string | undefined;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { body } = await send({
      method: 'GET',
      query: {
        'list-type': '2',
        ...(prefix === '' ? {} : { prefix }),
        ...(token === undefined ? {} : { 'continuation-token': token }),
      },
    });
    const texts = readXmlTexts(body.toString('utf8'));
    keys.push(...(texts['Key'] ?? []));
    token = texts['NextContinuationToken']?.[0];
    if (token === undefined) return keys;
  }
  throw new UsageError(`The prefix ${prefix} has too many objects. Choose one for backups alone.`);
}

/** Removes the object again where the store has another length than was sent. */
async function uploadFile(send: Send, key: string, path: string): Promise<void> {
  const bytes = statSync(path).size;
  const file = { path, bytes, sha256: await computeFileHash(path) };
  await send({ method: 'PUT', key, file });
  const { headers } = await send({ method: 'HEAD', key });
  if (Number(headers['content-length']) === bytes) return;
  await send({ method: 'DELETE', key });
  throw new UsageError(
    `The store has ${headers['content-length'] ?? 'unknown'} bytes of ${key} instead of ${bytes}; it was removed. Try again.`,
  );
}

async function computeFileHash(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part as Buffer);
  return hash.digest('hex');
}
