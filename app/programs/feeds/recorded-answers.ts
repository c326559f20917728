// The recorded answers of a folder, found by address and moment.
import { hashBody } from '../../models/public-data/body-hash.server';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { CassetteError, type Exchange, readCassette } from '../../server/feeds/cassette.server';
import type { EpochMs } from '../../trading/domain/units';
import { UsageError } from '../cli';

export interface RecordedAnswer {
  readonly atMs: EpochMs;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Of the body, in hex. */
  readonly sha256: string;
}

export interface RecordedAnswers {
  readonly addresses: number;
  readonly answers: number;
  readonly firstMs: EpochMs;
  readonly lastMs: EpochMs;
  /** The latest answer of an address that is not after a moment; null for none. */
  findAnswer(url: URL, atMs: EpochMs): RecordedAnswer | null;
}

/** A recorded address has no key, while a request has one. */
const KEY_PARAMETERS = /^(api_?key|key)$/i;

/** Equal for addresses that differ in the order of parameters and in keys only. */
export function getAddressKey({ hostname, pathname, searchParams }: URL): string {
  const parameters = [...searchParams]
    .filter(([name]) => !KEY_PARAMETERS.test(name))
    .map((parameter) => JSON.stringify(parameter))
    .sort();
  return `${hostname}${pathname}?${parameters.join('&')}`;
}

/** Indexes exchanges. Of two answers of one moment the later in the list counts. */
export function indexAnswers(exchanges: readonly Exchange[]): RecordedAnswers {
  const byAddress = new Map<string, RecordedAnswer[]>();
  const bodies = new Map<string, Uint8Array>();
  for (const { request, at, status, headers, body } of exchanges) {
    const sha256 = hashBody(body);
    // A document that did not change is recorded many times.
    const stored = bodies.get(sha256) ?? body;
    bodies.set(sha256, stored);
    const key = getAddressKey(new URL(request.url));
    const answers = byAddress.get(key) ?? [];
    answers.push({ atMs: Date.parse(at), status, headers, body: stored, sha256 });
    byAddress.set(key, answers);
  }
  // Stable: answers of one moment stay in their order.
  for (const answers of byAddress.values()) answers.sort((a, b) => a.atMs - b.atMs);
  const times = [...byAddress.values()].flat().map(({ atMs }) => atMs);
  return {
    addresses: byAddress.size,
    answers: times.length,
    firstMs: times.reduce((first, atMs) => Math.min(first, atMs), Infinity),
    lastMs: times.reduce((last, atMs) => Math.max(last, atMs), -Infinity),
    findAnswer: (url, atMs) =>
      byAddress
        .get(getAddressKey(url))
        ?.filter((answer) => answer.atMs <= atMs)
        .at(-1) ?? null,
  };
}

/** Reads all cassettes of a folder. Throws UsageError that names the file and the fix. */
export function readAnswers(folder: string): RecordedAnswers {
  const names = listFiles(folder).filter((name) => name.endsWith('.jsonl'));
  const exchanges = names.flatMap((name) => readFile(join(folder, name)));
  if (exchanges.length === 0)
    throw new UsageError(
      `${folder} has no recorded answers. Record some with npm run feeds -- record SOURCE, or name another folder.`,
    );
  return indexAnswers(exchanges);
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`${folder} cannot be read (${code}). Name a folder with *.jsonl files.`);
  }
}

function readFile(path: string): readonly Exchange[] {
  try {
    return readCassette(path, readFileSync(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof CassetteError)) throw error;
    throw new UsageError(`${error.message}. Correct or remove this line.`);
  }
}
