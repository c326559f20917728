// HTTP server on loopback that answers for all hosts as they answered at the replayed moment.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { assertNever } from '../../trading/domain/outcome';
import type { ClockAnswer } from '../../server/feeds/public/replayed-clock.server';
import type { EpochMs } from '../../trading/domain/units';
import type { RecordedAnswer, RecordedAnswers } from './recorded-answers';
import { type ScriptedFault, findFault } from './scripted-faults';

interface Document {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | string;
}

type Reply =
  | { readonly kind: 'document'; readonly document: Document; readonly delayMs: number }
  | { readonly kind: 'silent' }
  | { readonly kind: 'cut'; readonly document: Document };

/** One request, for the log and the summary. */
export interface ServedRequest {
  readonly atMs: EpochMs;
  readonly host: string;
  /** Without the query, which may contain a key. */
  readonly path: string;
  /** HTTP status, `silent` or `cut`. */
  readonly result: string;
}

interface ReplayOptions {
  readonly answers: RecordedAnswers;
  readonly faults: readonly ScriptedFault[];
  /** Replayed moment. */
  readonly nowMs: () => EpochMs;
  readonly speed: number;
  readonly onServed: (request: ServedRequest) => void;
}

/** Others describe the connection or an encoding that a recorded body no longer has. */
const PASSED_HEADERS = ['content-type', 'last-modified', 'retry-after'];
const HTML_PAGE =
  '<!DOCTYPE html><html><head><title>Maintenance</title></head><body>Back soon.</body></html>';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Creates the server; the caller lets it listen. */
export function createReplayServer(options: ReplayOptions): Server {
  return createServer((incoming, response) => {
    const { nowMs, speed, onServed } = options;
    if (incoming.url === '/clock') {
      const clock: ClockAnswer = { nowMs: nowMs(), speed };
      return void response.writeHead(200, JSON_TYPE).end(JSON.stringify(clock));
    }
    const atMs = nowMs();
    const url = parseAddress(incoming.url ?? '');
    const reply = chooseReply(options, incoming, url, atMs);
    onServed({
      atMs,
      host: url?.hostname ?? '',
      path: url?.pathname ?? '',
      result: reply.kind === 'document' ? String(reply.document.status) : reply.kind,
    });
    sendReply(response, reply);
  });
}

/** The address that `/HOST/PATH?QUERY` stands for; null for another path. */
export function parseAddress(path: string): URL | null {
  const [, host, rest] = /^\/([a-z0-9.-]+)(\/.*)$/i.exec(path) ?? [];
  if (host === undefined || rest === undefined) return null;
  return URL.canParse(`https://${host}${rest}`) ? new URL(`https://${host}${rest}`) : null;
}

function chooseReply(
  { answers, faults }: ReplayOptions,
  { method, headers }: IncomingMessage,
  url: URL | null,
  atMs: EpochMs,
): Reply {
  if (method !== 'GET') return createReply(405, { allow: 'GET' });
  if (url === null) return createReply(404);
  const answer = answers.findAnswer(url, atMs);
  const document = answer ? buildDocument(answer, headers['if-none-match']) : createDocument(404);
  return applyFault(findFault(faults, url.hostname, atMs), document);
}

function applyFault(fault: ScriptedFault | null, document: Document): Reply {
  switch (fault?.kind) {
    case undefined:
      return { kind: 'document', document, delayMs: 0 };
    case 'status': {
      const { status, retryAfterSeconds } = fault;
      return createReply(
        status,
        retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
      );
    }
    case 'silent':
      return { kind: 'silent' };
    case 'cut':
      return { kind: 'cut', document };
    case 'html':
      return createReply(200, { 'content-type': 'text/html' }, HTML_PAGE);
    case 'slow':
      return { kind: 'document', document, delayMs: fault.delayMs };
    default:
      return assertNever(fault);
  }
}

const createDocument = (
  status: number,
  headers: Document['headers'] = {},
  body = '',
): Document => ({ status, headers, body });

const createReply = (...document: Parameters<typeof createDocument>): Reply => ({
  kind: 'document',
  document: createDocument(...document),
  delayMs: 0,
});

function buildDocument(answer: RecordedAnswer, ifNoneMatch: string | undefined): Document {
  const { status, headers, body, sha256 } = answer;
  const passed = Object.fromEntries(
    Object.entries(headers).filter(([name]) => PASSED_HEADERS.includes(name.toLowerCase())),
  );
  if (status !== 200) return { status, headers: passed, body };
  const etag = `"${sha256}"`;
  const known = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag)
    ? createDocument(304, { etag })
    : { status, headers: { ...passed, etag }, body };
}

function sendReply(response: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case 'silent':
      return;
    case 'cut':
      return sendPart(response, reply.document);
    case 'document': {
      const { document, delayMs } = reply;
      if (delayMs === 0) return sendDocument(response, document);
      setTimeout(() => sendDocument(response, document), delayMs).unref();
      return;
    }
    default:
      assertNever(reply);
  }
}

const sendDocument = (response: ServerResponse, { status, headers, body }: Document): void =>
  void response.writeHead(status, { ...headers }).end(body);

/** Announces the whole body, sends half of it and ends the connection. */
function sendPart(response: ServerResponse, { status, headers, body }: Document): void {
  const bytes = Buffer.from(body);
  if (bytes.length < 2) return void response.destroy();
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
