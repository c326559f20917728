// Signed requests to a store with the interface of S3, repeated where that may help.
import { createReadStream, createWriteStream } from 'node:fs';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AwsV4Signer } from 'aws4fetch';
import { SaxesParser } from 'saxes';
import { UsageError } from '../../cli';
import type { S3Address } from './s3-address';

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'HEAD' | 'DELETE';
  /** Absent for the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Body of the request. */
  readonly file?: { readonly path: string; readonly bytes: number; readonly sha256: string };
  /** File for the body of the answer. */
  readonly saveTo?: string;
}

export interface S3Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Empty where it was saved to a file. */
  readonly body: Buffer;
}

export type WaitMs = (ms: number) => Promise<void>;

const TRIES = 4;
const FIRST_WAIT_MS = 500;
/** Without a byte either way. */
const IDLE_MS = 60_000;
const BODY_BYTES_MAX = 8 * 2 ** 20;
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const waitMs: WaitMs = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * An answer of the store. Requests that fail on the way or within the store are repeated, with
 * growing waits. Throws UsageError where that did not help, and for all other errors.
 */
export async function sendS3Request(
  address: S3Address,
  request: S3Request,
  wait: WaitMs = waitMs,
): Promise<S3Answer> {
  let fault = '';
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (tries > 0) await wait(FIRST_WAIT_MS * 2 ** (tries - 1));
    try {
      const answer = await sendOnce(address, request);
      if (answer.status < 300) return answer;
      fault = describeError(answer);
      if (answer.status < 500 && answer.status !== 429) break;
    } catch (error) {
      fault = (error as Error).message || String((error as { code?: unknown }).code);
    }
  }
  const object = request.key === undefined ? address.place : `${address.place}: ${request.key}`;
  throw new UsageError(
    `${object} could not be ${VERBS[request.method]}: ${fault}. Check AWS_ENDPOINT_URL, AWS_REGION, the credentials and what they permit.`,
  );
}

const VERBS = { GET: 'read', HEAD: 'read', PUT: 'written', DELETE: 'removed' } as const;

async function sendOnce(address: S3Address, request: S3Request): Promise<S3Answer> {
  const { method, key, query = {}, file, saveTo } = request;
  const url = new URL(key === undefined ? address.bucketUrl : `${address.bucketUrl}/${key}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const { region, accessKeyId, secretAccessKey, sessionToken } = address;
  const signed = await new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...request.headers, 'x-amz-content-sha256': file?.sha256 ?? EMPTY_SHA256 },
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
    ...(sessionToken === undefined ? {} : { sessionToken }),
  }).sign();
  const response = await openExchange(url, method, Object.fromEntries(signed.headers), file);
  const isSaved = saveTo !== undefined && response.statusCode === 200;
  const body = isSaved ? await saveBody(response, saveTo) : await readBody(response);
  // A cut connection ends some bodies without an error.
  if (!response.complete) throw new Error('the connection was cut');
  return { status: response.statusCode ?? 0, headers: response.headers, body };
}

/** Sends a request with its file; resolves with the head of the answer. */
function openExchange(
  url: URL,
  method: string,
  headers: Record<string, string>,
  file: S3Request['file'],
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = file === undefined ? {} : { 'content-length': String(file.bytes) };
    const outgoing = send(url, { method, headers: { ...headers, ...length }, agent: false });
    outgoing.setTimeout(IDLE_MS, () => outgoing.destroy(new Error('no answer within a minute')));
    outgoing.on('response', resolve);
    outgoing.on('error', reject);
    if (file === undefined) outgoing.end();
    else pipeline(createReadStream(file.path), outgoing).catch(reject);
  });
}

async function saveBody(response: IncomingMessage, path: string): Promise<Buffer> {
  await pipeline(response, createWriteStream(path, { mode: 0o600 }));
  return Buffer.alloc(0);
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let byteCount = 0;
  for await (const part of response) {
    parts.push(part as Buffer);
    byteCount += (part as Buffer).length;
    if (byteCount > BODY_BYTES_MAX) throw new Error('the answer is too long');
  }
  return Buffer.concat(parts);
}

function describeError({ status, body }: S3Answer): string {
  const { Code: [code] = [], Message: [message] = [] } = readXmlTexts(body.toString('utf8'));
  const details = [code, message].filter((part) => part !== undefined && part !== '').join(', ');
  return details === '' ? `status ${status}` : `status ${status}, ${details.slice(0, 300)}`;
}

/** Texts by the name of their element; what is no XML has none. */
export function readXmlTexts(xml: string): Readonly<Record<string, readonly string[]>> {
  const texts: Record<string, string[]> = {};
  let name = '';
  const parser = new SaxesParser();
  parser.on('opentag', (tag) => void (name = tag.name));
  parser.on('closetag', () => void (name = ''));
  parser.on('text', (text) => {
    if (name !== '') (texts[name] ??= []).push(text);
  });
  parser.on('error', () => undefined);
  parser.write(xml).close();
  return texts;
}
