// HTTP requests to Ironbeam: a time limit, checked answers, and what a failure proves.
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { z } from 'zod';
import type { SetTimer } from '../../feeds/pump.server';
import { SECOND_MS } from '../../../trading/domain/time';
import { ErrorSchema } from './answers';

/**
 * `not sent`: no connection was made, so that not a byte of the request left. `rejected`: the server
 * answered with a status after which it applied nothing. `unclear`: anything else.
 */
type FailureKind = 'not sent' | 'rejected' | 'unclear';

export class IronbeamError extends Error {
  constructor(
    message: string,
    readonly kind: FailureKind = 'unclear',
    readonly status: number | null = null,
  ) {
    super(message);
  }
}

/** True where the request had no effect at the broker. */
export const hasNoEffect = (error: unknown): error is IronbeamError =>
  error instanceof IronbeamError && error.kind !== 'unclear';

export const isExpiredToken = (error: unknown): boolean =>
  error instanceof IronbeamError && error.kind === 'rejected' && error.status === 401;

interface ApiRequest<T> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** After the base, with a slash at its start. */
  readonly path: string;
  readonly token: string | null;
  readonly body?: object;
  readonly schema: z.ZodType<T>;
  /** False where the text of an error may repeat what was sent. Defaults to true. */
  readonly isErrorQuoted?: boolean;
}

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

export const ANSWER_MS_MAX = 10 * SECOND_MS;
const ANSWER_BYTES_MAX = 8_000_000;
const QUOTED_LENGTH = 200;
/** Documented statuses of requests that were not applied. */
const REJECTED_STATUSES: readonly number[] = [400, 401, 403, 406, 429];

export class HttpClient {
  constructor(
    private readonly baseUrl: string,
    private readonly setTimer: SetTimer,
  ) {}

  /** Throws IronbeamError. Sends once: a redirect is not followed, and nothing is repeated. */
  async send<T>(request: ApiRequest<T>): Promise<T> {
    const { status, text } = await this.exchangeText(request);
    const document = parseJson(text);
    if (status !== 200) throw createStatusError(status, document, request.isErrorQuoted !== false);
    const parsed = request.schema.safeParse(document);
    if (parsed.success) return parsed.data;
    throw new IronbeamError(`the answer to ${nameRequest(request)} cannot be read`);
  }

  private exchangeText(request: ApiRequest<unknown>): Promise<RawAnswer> {
    const { method, token } = request;
    const url = new URL(`${this.baseUrl}${request.path}`);
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    return new Promise((resolve, reject) => {
      let isConnected = false;
      const open = url.protocol === 'https:' ? requestHttps : requestHttp;
      // One connection for each request: a reused one may be closed at any moment, and a failure would
      // prove nothing.
      const exchange = open(url, {
        method,
        agent: false,
        headers: {
          accept: 'application/json',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body === null
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      });
      const failRequest = (reason: string): void => {
        cancelTimer();
        exchange.destroy();
        reject(new IronbeamError(reason, isConnected ? 'unclear' : 'not sent'));
      };
      const cancelTimer = this.setTimer(
        () => failRequest(`${url.hostname} did not answer ${nameRequest(request)} within 10 s`),
        ANSWER_MS_MAX,
      );
      const connectEvent = url.protocol === 'https:' ? 'secureConnect' : 'connect';
      exchange.on('socket', (socket) => socket.once(connectEvent, () => (isConnected = true)));
      exchange.on('error', (error) => failRequest(explainSocketError(error, url)));
      exchange.on('response', (response) => {
        const chunks: Buffer[] = [];
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          chunks.push(chunk);
          if (bytes > ANSWER_BYTES_MAX)
            failRequest(`the answer to ${nameRequest(request)} is too long`);
        });
        response.on('error', () => failRequest('the connection ended in an answer'));
        response.on('close', () => failRequest('the connection ended in an answer'));
        response.on('end', () => {
          cancelTimer();
          if (response.complete)
            resolve({
              status: response.statusCode ?? 0,
              text: Buffer.concat(chunks).toString('utf8'),
            });
        });
      });
      exchange.end(body ?? undefined);
    });
  }
}

/** Without account numbers and tokens: the first word of the path. */
const nameRequest = ({ method, path }: ApiRequest<unknown>): string =>
  `${method} ${path.split(/[/?]/)[1] ?? ''}`;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A status proves something only with the body of an error of this API. */
function createStatusError(status: number, document: unknown, isQuoted: boolean): IronbeamError {
  const parsed = ErrorSchema.safeParse(document);
  const quoted = isQuoted && parsed.success ? (parsed.data.error ?? parsed.data.message ?? '') : '';
  const text = quoted.slice(0, QUOTED_LENGTH);
  const isRejected = parsed.success && REJECTED_STATUSES.includes(status);
  return new IronbeamError(
    text === '' ? `the server answered with status ${status}` : text,
    isRejected ? 'rejected' : 'unclear',
    status,
  );
}

/** In plain words, for the errors of a server that is not there. */
function explainSocketError(error: NodeJS.ErrnoException, { host, hostname }: URL): string {
  // An error of several addresses has no text, only a code.
  const message = `${error.code ?? ''} ${error.message}`.trim();
  if (message.includes('ECONNREFUSED')) return `no server answers at ${host}`;
  if (/ENOTFOUND|EAI_AGAIN/.test(message)) return `the address of ${hostname} cannot be found`;
  return /ECONNRESET|EPIPE|socket hang up/.test(message) ? 'the connection was closed' : message;
}
