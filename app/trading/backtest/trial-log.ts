/**
 * Log of all backtest trials, linked by hash, because the deflated Sharpe ratio must count every
 * trial.
 *
 * A log truncated at its end is still valid on its own; comparing with a stored head
 * (`expectedHead`) detects that.
 */
import { z } from 'zod';
import { toCanonicalJson } from '../domain/canonical-json';
import { COMMODITY_KEYS } from '../domain/commodity';

const Hash = z.string().min(1);
const Trial = z.strictObject({
  /** Wall clock time of the run. */
  atMs: z.int(),
  mode: z.enum(COMMODITY_KEYS),
  playbook: z.string().min(1),
  /** Hash of the canonical parameters. */
  paramsHash: Hash,
  /** Simulated path or file. */
  market: z.string().min(1),
  fromMs: z.int(),
  untilMs: z.int(),
  /** Per-day Sharpe ratio, as the deflated ratio needs it; null for constant returns. */
  sharpePerDay: z.number().nullable(),
  /** Number of daily returns. */
  days: z.int().min(0),
});
const Line = Trial.extend({ place: z.int().min(1), hash: Hash });

export type Trial = z.infer<typeof Trial>;

/** Hash of a text, for example SHA-256 in hex. */
type Digest = (text: string) => string;

/** Number of trials and hash of the last. */
export interface TrialLogHead {
  readonly count: number;
  readonly hash: string;
}

export const EMPTY_TRIAL_LOG: TrialLogHead = { count: 0, hash: 'no trials' };

const computeHash = (previousHead: TrialLogHead, trial: Trial, digest: Digest): string =>
  digest(`${previousHead.hash}${toCanonicalJson({ ...trial, place: previousHead.count + 1 })}`);

/**
 * Formats a trial as the next line of a log (JSON without a line break), and returns the new head.
 * Throws if a field is missing or invalid.
 */
export function formatTrialLine(
  trial: Trial,
  previousHead: TrialLogHead,
  digest: Digest,
): { readonly line: string; readonly head: TrialLogHead } {
  const checked = Trial.parse(trial);
  const head = { count: previousHead.count + 1, hash: computeHash(previousHead, checked, digest) };
  return { line: toCanonicalJson({ ...checked, place: head.count, hash: head.hash }), head };
}

/** The trials of a valid log, or its first error. */
type TrialLogResult =
  | { readonly ok: true; readonly trials: readonly Trial[]; readonly head: TrialLogHead }
  | { readonly ok: false; readonly line: number; readonly fault: string };

/**
 * Parses a log (blank lines are skipped) and verifies the hash chain. `expectedHead` is a head
 * stored elsewhere, in a report or committed table: the log must contain it and may be longer.
 * Errors name their line, counted from 1.
 */
export function readTrials(
  text: string,
  digest: Digest,
  expectedHead: TrialLogHead = EMPTY_TRIAL_LOG,
): TrialLogResult {
  const trials: Trial[] = [];
  let head = EMPTY_TRIAL_LOG;
  let hasExpectedHead = expectedHead.count === 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parsed = readLine(line, head, digest);
    if (typeof parsed === 'string') return { ok: false, line: index + 1, fault: parsed };
    trials.push(parsed.trial);
    head = parsed.head;
    if (head.count === expectedHead.count && head.hash === expectedHead.hash)
      hasExpectedHead = true;
  }
  if (!hasExpectedHead)
    return {
      ok: false,
      line: head.count + 1,
      fault: `trial ${expectedHead.count} was written down elsewhere with another hash, or is gone: restore the ledger from a copy`,
    };
  return { ok: true, trials, head };
}

function readLine(
  text: string,
  previousHead: TrialLogHead,
  digest: Digest,
): { readonly trial: Trial; readonly head: TrialLogHead } | string {
  const line = Line.safeParse(parseJson(text));
  if (!line.success)
    return `is no line of a trial: ${z.prettifyError(line.error).replaceAll('\n', ' ')}`;
  const { place, hash, ...trial } = line.data;
  if (place !== previousHead.count + 1)
    return `says that it is trial ${place} where trial ${previousHead.count + 1} follows: a line was taken out or moved`;
  if (hash !== computeHash(previousHead, trial, digest))
    return 'does not follow from the line before it: one of the two was changed';
  return { trial, head: { count: place, hash } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
