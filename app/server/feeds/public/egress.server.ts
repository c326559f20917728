// The only module that sends requests to other hosts.
import { type KeyRedaction, createKeyRedaction } from './redacted-key.server';
import type { SourceKey } from '../../../trading/domain/public-source';
import type { PublicSource, SourceRequest } from '../../../trading/market/sources/source';
import type { Validators } from '../../../trading/market/sources/publication-store';
import { SECOND_MS } from '../../../trading/domain/time';

/** An answer, before it is parsed. Texts, bodies and headers contain no key. */
export type Answer = {
  /** Null where no answer arrived. */
  readonly status: number | null;
} & (
  | {
      readonly kind: 'body';
      readonly body: Uint8Array;
      readonly etag: string | null;
      readonly lastModified: string | null;
    }
  | { readonly kind: 'unchanged' }
  /** The document does not exist, or not yet. */
  | { readonly kind: 'absent' }
  /** The source works, but its answer cannot be used; the same request would fail again. */
  | { readonly kind: 'refused'; readonly reason: string; readonly body?: Uint8Array }
  /** No usable answer for now. `retryAfter`: the header, if any. */
  | { readonly kind: 'failed'; readonly reason: string; readonly retryAfter: string | null }
);

export interface EgressSettings {
  /** The key of a setting; null for none. */
  readonly findKey: (name: SourceKey) => string | null;
  /** Sent as User-Agent: product and a contact, which NWS asks for. */
  readonly userAgent: string;
  /** Loopback server that answers for all hosts; null sends requests to the hosts themselves. */
  readonly endpoint: string | null;
  /** Longest wait for an answer with its body; shorter in tests. */
  readonly timeLimitMs?: number;
}

type FeedSettings = Readonly<Partial<Record<SourceKey, string | undefined>>> & {
  readonly FEED_CONTACT?: string | undefined;
  readonly FEED_ENDPOINT?: string | undefined;
};

/** The settings of this process as the sender needs them. */
export const readEgressSettings = (settings: FeedSettings): EgressSettings => ({
  findKey: (name) => settings[name] ?? null,
  userAgent: `Frontmonth (${settings.FEED_CONTACT ?? 'self-hosted terminal'})`,
  endpoint: settings.FEED_ENDPOINT ?? null,
});

export type SendRequest = (
  source: PublicSource,
  request: SourceRequest,
  validators?: Validators,
) => Promise<Answer>;

const TIME_LIMIT_MS = 10 * SECOND_MS;
const BODY_BYTES_MAX = 8 * 2 ** 20;
const REDIRECTS_MAX = 2;

const NOT_FOUND = [404, 410];
const BUSY = [408, 425, 429];
const REDIRECTS = [301, 302, 303, 307, 308];

/** Creates the sender. It never throws: every outcome is an answer. */
export function createSender(settings: EgressSettings): SendRequest {
  return async (source, request, validators) => {
    const key = source.key === null ? null : settings.findKey(source.key);
    const redaction = key === null ? null : createKeyRedaction(key);
    const answer = await sendSafely({ settings, source, request, validators, key });
    return redactAnswer(answer, redaction);
  };
}

interface Sending {
  readonly settings: EgressSettings;
  readonly source: PublicSource;
  readonly request: SourceRequest;
  readonly validators: Validators | undefined;
  readonly key: string | null;
}

async function sendSafely(sending: Sending): Promise<Answer> {
  try {
    return await followRedirects(sending);
  } catch (error) {
    return { kind: 'failed', status: null, reason: explainFailure(error), retryAfter: null };
  }
}

async function followRedirects({
  settings,
  source,
  request,
  validators,
  key,
}: Sending): Promise<Answer> {
  const signal = AbortSignal.timeout(settings.timeLimitMs ?? TIME_LIMIT_MS);
  const authorized = key === null ? undefined : source.addKey?.(request, key);
  const headers = {
    'user-agent': settings.userAgent,
    accept: request.accept ?? '*/*',
    ...formatValidators(validators),
  };
  let url = new URL(authorized?.url ?? request.url);
  for (let redirects = 0; redirects <= REDIRECTS_MAX; redirects += 1) {
    const fault = findAddressFault(url, source);
    if (fault !== null) return { kind: 'refused', status: null, reason: fault };
    const response = await fetch(toEndpoint(url, settings.endpoint), {
      // A redirect does not get the key.
      headers: redirects === 0 ? { ...headers, ...authorized?.headers } : headers,
      redirect: 'manual',
      signal,
    });
    const location = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
    if (location === null) return readAnswer(response);
    await response.body?.cancel();
    url = new URL(location, url);
  }
  return { kind: 'refused', status: null, reason: `more than ${REDIRECTS_MAX} redirects` };
}

const formatValidators = (validators: Validators | undefined): Record<string, string> => ({
  ...(validators?.etag ? { 'if-none-match': validators.etag } : {}),
  ...(validators?.lastModified ? { 'if-modified-since': validators.lastModified } : {}),
});

/** Null for an address that requests to this source may reach. */
function findAddressFault(url: URL, source: PublicSource): string | null {
  if (url.protocol !== 'https:') return `the address is not https: ${url.protocol}//${url.host}`;
  if (url.port !== '' || url.username !== '' || url.password !== '')
    return `the address names a port or a user: ${url.host}`;
  if (!source.hosts.includes(url.hostname))
    return `${url.hostname} is no host of ${source.name}; its hosts are ${source.hosts.join(', ')}`;
  return null;
}

/** A loopback endpoint answers for all hosts; the first part of its path is the host. */
const toEndpoint = (url: URL, endpoint: string | null): URL =>
  endpoint === null ? url : new URL(`/${url.hostname}${url.pathname}${url.search}`, endpoint);

async function readAnswer(response: Response): Promise<Answer> {
  const { status } = response;
  if (status === 200) {
    const body = await readBody(response);
    if (body === null)
      return {
        kind: 'refused',
        status,
        reason: `the answer is larger than ${BODY_BYTES_MAX / 2 ** 20} MB`,
      };
    return {
      kind: 'body',
      status,
      body,
      etag: response.headers.get('etag'),
      lastModified: response.headers.get('last-modified'),
    };
  }
  if (isRefusal(status)) return readRefusal(response);
  await response.body?.cancel();
  if (status === 304) return { kind: 'unchanged', status };
  if (NOT_FOUND.includes(status)) return { kind: 'absent', status };
  const retryAfter = response.headers.get('retry-after');
  return { kind: 'failed', status, reason: `status ${status}`, retryAfter };
}

const isRefusal = (status: number): boolean =>
  status < 500 && status !== 304 && !NOT_FOUND.includes(status) && !BUSY.includes(status);

/** The body says why: it is stored for the operator. */
async function readRefusal(response: Response): Promise<Answer> {
  const { status } = response;
  // Without it the status is reason enough.
  const body = await readBody(response).catch(() => null);
  const hasNoAccess = status === 401 || status === 403;
  const reason = `status ${status}${hasNoAccess ? ': access or key not accepted' : ''}`;
  return { kind: 'refused', status, reason, ...(body?.byteLength ? { body } : {}) };
}

/** Null for a body over the limit, of which the rest is not read. */
async function readBody(response: Response): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (!response.body) return new Uint8Array();
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
    if (done || !value) return Buffer.concat(chunks);
    bytes += value.byteLength;
    if (bytes > BODY_BYTES_MAX) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
}

/** In words: messages of fetch differ by server and contain the whole address. */
const FAILURES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host is not found: check the network',
  EAI_AGAIN: 'the host is not found: check the network',
  ECONNREFUSED: 'the host accepts no connection',
  ECONNRESET: 'the connection broke',
};

function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'the request failed';
  // Remix's fetch reports the time limit of a signal as an abort.
  if (['TimeoutError', 'AbortError'].includes(error.name)) return 'no answer in time';
  // Native fetch has the code in the cause, that of Remix in the error.
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  const found = cause?.code ?? code ?? 'unknown reason';
  return FAILURES[found] ?? `the request failed (${found})`;
}

function redactAnswer(answer: Answer, redaction: KeyRedaction | null): Answer {
  if (redaction === null) return answer;
  const { redactText, redactBytes } = redaction;
  /** A validator with the key cannot be stored, and without it it is another one. */
  const dropHeader = (header: string | null): string | null =>
    header === null || redactText(header) === header ? header : null;
  switch (answer.kind) {
    case 'body':
      return {
        ...answer,
        body: redactBytes(answer.body),
        etag: dropHeader(answer.etag),
        lastModified: dropHeader(answer.lastModified),
      };
    case 'refused': {
      const { body } = answer;
      return {
        ...answer,
        reason: redactText(answer.reason),
        ...(body ? { body: redactBytes(body) } : {}),
      };
    }
    case 'failed':
      return {
        ...answer,
        reason: redactText(answer.reason),
        retryAfter: dropHeader(answer.retryAfter),
      };
    default:
      return answer;
  }
}
