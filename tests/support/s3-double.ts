// A small store with the interface of S3, on this machine. It computes every signature again.
import { createHash } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AwsV4Signer } from 'aws4fetch';
import { onTestFinished } from 'vitest';

const S3_ACCESS = { accessKeyId: 'AKIDTEST', secretAccessKey: 'a secret of the test' };
const REGION = 'eu-test-1';
const BUCKET = 'desk-backups';

/** What happens to a request instead of its answer. `short`: half of the object is stored. */
export type S3Fault = 'error' | 'denied' | 'cut' | 'short';

interface Received {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly range: string | undefined;
}

interface S3Double {
  readonly objects: Map<string, Buffer>;
  /** Method and key of each request. */
  readonly requests: string[];
  /** Chooses the fault of a request; null for none. */
  findFault: (request: string) => S3Fault | null;
  readonly env: Readonly<Record<string, string>>;
  readonly place: string;
}

/** Objects of each list; the others follow in later ones. */
const PAGE_KEYS = 2;

export async function startS3Double(prefix = 'frontmonth/one'): Promise<S3Double> {
  const double = {
    objects: new Map<string, Buffer>(),
    requests: [] as string[],
    findFault: (_request: string): S3Fault | null => null,
    place: `s3://${BUCKET}/${prefix}`,
  };
  const server = createServer((request, response) => {
    answerRequest(double, request, response).catch(() => request.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const env = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: S3_ACCESS.accessKeyId,
    AWS_SECRET_ACCESS_KEY: S3_ACCESS.secretAccessKey,
  };
  return Object.assign(double, { env });
}

async function answerRequest(
  double: Omit<S3Double, 'env'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = '', url: target = '' } = request;
  const url = new URL(target, `http://${request.headers.host}`);
  const key = url.pathname.slice(`/${BUCKET}/`.length);
  const name = `${method} ${key}`.trim();
  double.requests.push(name);
  const fault = double.findFault(name);
  if (fault === 'cut' && method === 'PUT')
    return void request.once('data', () => request.destroy());
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts);
  if (fault === 'error') return sendError(response, 500, 'InternalError');
  if (fault === 'denied' || !(await isSigned(request, url, body)))
    return sendError(response, 403, 'SignatureDoesNotMatch');
  const stored = fault === 'short' ? body.subarray(0, body.length / 2) : body;
  const received = {
    method,
    key,
    query: url.searchParams,
    body: stored,
    range: request.headers.range,
  };
  answerSigned(double.objects, received, response, fault === 'cut');
}

function answerSigned(
  objects: Map<string, Buffer>,
  { method, key, query, body, range }: Received,
  response: ServerResponse,
  isCut: boolean,
): void {
  if (key === '') return void response.end(buildList(objects, query));
  if (method === 'PUT') objects.set(key, body);
  if (method === 'DELETE') objects.delete(key);
  if (method === 'PUT' || method === 'DELETE') return void response.end();
  const object = objects.get(key);
  if (!object) return sendError(response, 404, 'NoSuchKey');
  const [, last] = /^bytes=0-(\d+)$/.exec(range ?? '') ?? [];
  const answer = last === undefined ? object : object.subarray(0, Number(last) + 1);
  response.writeHead(last === undefined ? 200 : 206, { 'content-length': answer.length });
  if (method === 'HEAD') return void response.end();
  if (!isCut) return void response.end(answer);
  response.write(answer.subarray(0, answer.length / 2), () => response.destroy());
}

/** The signature over the headers that the request names, and the hash of the body. */
async function isSigned(request: IncomingMessage, url: URL, body: Buffer): Promise<boolean> {
  const { headers } = request;
  if (headers['x-amz-content-sha256'] !== createHash('sha256').update(body).digest('hex'))
    return false;
  const signer = new AwsV4Signer({
    method: request.method ?? '',
    url: url.href,
    headers: { 'x-amz-content-sha256': headers['x-amz-content-sha256'] },
    datetime: String(headers['x-amz-date']),
    service: 's3',
    region: REGION,
    ...S3_ACCESS,
  });
  return (await signer.authHeader()) === headers.authorization;
}

function buildList(objects: ReadonlyMap<string, Buffer>, query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? '';
  const after = query.get('continuation-token') ?? '';
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = keys.slice(0, PAGE_KEYS);
  const next = keys.length > page.length ? page.at(-1) : undefined;
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${page
    .map((key) => `<Contents><Key>${key}</Key></Contents>`)
    .join(
      '',
    )}${next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`}</ListBucketResult>`;
}

function sendError(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status);
  response.end(`<Error><Code>${code}</Code><Message>by test</Message></Error>`);
}
