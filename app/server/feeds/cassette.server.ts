// Cassettes: recorded or made HTTP exchanges, one JSON object a line.
import { z } from 'zod';
import { hashBody } from '../../models/public-data/body-hash.server';
import { SOURCE_IDS } from '../../trading/domain/public-source';

/** A text body is readable in a diff; other bodies are base64. */
const BodySchema = z.union([
  z.object({ text: z.string() }),
  z.object({ base64: z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/) }),
]);

const ExchangeSchema = z.object({
  /** What the exchange shows, such as `day of 25 hours`. */
  title: z.string().min(1),
  source: z.enum(SOURCE_IDS),
  /** Request id of the planner. */
  request: z.object({ id: z.string().min(1), url: z.url({ protocol: /^https$/ }) }),
  /** Time of the answer, ISO. */
  at: z.iso.datetime({ offset: true }),
  status: z.int().min(100).max(599),
  headers: z.record(z.string(), z.string()),
  body: BodySchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  origin: z.enum(['made', 'recorded']),
  licence: z.string().min(1),
});
type StoredExchange = z.infer<typeof ExchangeSchema>;

export interface Exchange extends Omit<StoredExchange, 'body' | 'sha256'> {
  readonly body: Uint8Array;
}

/** Unusable cassette. The message names the line and the fault. */
export class CassetteError extends Error {}

/** Reads a cassette. Throws CassetteError for a line of another shape or a changed body. */
export function readCassette(name: string, text: string): readonly Exchange[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, where: `${name}, line ${index + 1}` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, where }) => readExchange(line, where));
}

function readExchange(line: string, where: string): Exchange {
  let stored: unknown;
  try {
    stored = JSON.parse(line);
  } catch {
    throw new CassetteError(`${where}: not JSON`);
  }
  const parsed = ExchangeSchema.safeParse(stored);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new CassetteError(`${where}: ${issue?.path.join('.')} ${issue?.message}`);
  }
  const { body, sha256, ...exchange } = parsed.data;
  const bytes =
    'text' in body ? new TextEncoder().encode(body.text) : Buffer.from(body.base64, 'base64');
  if (hashBody(bytes) !== sha256)
    throw new CassetteError(`${where}: the body does not match its sha256`);
  return { ...exchange, body: bytes };
}

/** Formats an exchange as one line. Bodies of valid UTF-8 are stored as text. */
export function formatExchange({ body, ...exchange }: Exchange): string {
  const stored: StoredExchange = {
    ...exchange,
    body: isUtf8(body)
      ? { text: new TextDecoder().decode(body) }
      : { base64: Buffer.from(body).toString('base64') },
    sha256: hashBody(body),
  };
  return JSON.stringify(stored);
}

function isUtf8(body: Uint8Array): boolean {
  try {
    // A byte order mark would be lost in decoding.
    if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return false;
    new TextDecoder('utf-8', { fatal: true }).decode(body);
    return true;
  } catch {
    return false;
  }
}
