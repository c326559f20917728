/**
 * The ledger of trials: every run that was ever looked at, chained by hash, for who forgets the
 * failures deflates nothing.
 *
 * A ledger that is cut off at its end is a shorter one without a fault: whoever kept a later head
 * finds it (`kept`).
 */
import { z } from 'zod';
import { canonicalJson } from '../domain/canonical';
import { COMMODITY_KEYS } from '../domain/commodity';
import type { TrialSpread } from '../portfolio/statistics/deflated-sharpe';
import { computeDeviation } from '../statistics/sample';

const Hash = z.string().min(1);
const Trial = z.strictObject({
  /** When it was run, by the wall clock. */
  atMs: z.int(),
  mode: z.enum(COMMODITY_KEYS),
  playbook: z.string().min(1),
  /** Hash of the canonical text of all parameters. */
  paramsHash: Hash,
  /** Over which world or file. */
  market: z.string().min(1),
  fromMs: z.int(),
  untilMs: z.int(),
  /**
   * Sharpe ratio of one daily return, as the deflated ratio takes it; null where nothing varied.
   */
  sharpePerDay: z.number().nullable(),
  /** How many daily returns. */
  days: z.int().min(0),
});
const Line = Trial.extend({ place: z.int().min(1), hash: Hash });

export type Trial = z.infer<typeof Trial>;

/** A hash of a text, such as SHA-256 in hexadecimal digits. */
type Digest = (text: string) => string;

/** How many trials a ledger holds and the hash of the last. */
export interface LedgerHead {
  readonly count: number;
  readonly hash: string;
}

/** The head of a ledger without trials. */
export const EMPTY_LEDGER: LedgerHead = { count: 0, hash: 'no trials' };

const hashAfter = (before: LedgerHead, trial: Trial, digest: Digest): string =>
  digest(`${before.hash}${canonicalJson({ ...trial, place: before.count + 1 })}`);

/**
 * The trial as the next line of a ledger (JSON, without a line break), and the head that the ledger
 * then has. Throws when a field is missing or no number.
 */
export function trialLine(
  trial: Trial,
  before: LedgerHead,
  digest: Digest,
): { readonly line: string; readonly head: LedgerHead } {
  const checked = Trial.parse(trial);
  const head = { count: before.count + 1, hash: hashAfter(before, checked, digest) };
  return { line: canonicalJson({ ...checked, place: head.count, hash: head.hash }), head };
}

/** A ledger that was read, or the first thing that is wrong with it. */
type LedgerReading =
  | { readonly ok: true; readonly trials: readonly Trial[]; readonly head: LedgerHead }
  | { readonly ok: false; readonly line: number; readonly fault: string };

/**
 * Reads a ledger's lines (blank ones are passed over) and verifies the chain. `kept` is a head that
 * was written down elsewhere, in a report or a
 * committed table: the ledger must still hold it, and may have grown since. A fault names its line,
 * counted from 1.
 */
export function readTrials(
  text: string,
  digest: Digest,
  kept: LedgerHead = EMPTY_LEDGER,
): LedgerReading {
  const trials: Trial[] = [];
  let head = EMPTY_LEDGER;
  let hasKept = kept.count === 0;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const read = readLine(line, head, digest);
    if (typeof read === 'string') return { ok: false, line: index + 1, fault: read };
    trials.push(read.trial);
    head = read.head;
    if (head.count === kept.count && head.hash === kept.hash) hasKept = true;
  }
  if (!hasKept)
    return {
      ok: false,
      line: head.count + 1,
      fault: `trial ${kept.count} was written down elsewhere with another hash, or is gone: restore the ledger from a copy`,
    };
  return { ok: true, trials, head };
}

function readLine(
  text: string,
  before: LedgerHead,
  digest: Digest,
): { readonly trial: Trial; readonly head: LedgerHead } | string {
  const line = Line.safeParse(parsedJson(text));
  if (!line.success)
    return `is no line of a trial: ${z.prettifyError(line.error).replaceAll('\n', ' ')}`;
  const { place, hash, ...trial } = line.data;
  if (place !== before.count + 1)
    return `says that it is trial ${place} where trial ${before.count + 1} follows: a line was taken out or moved`;
  if (hash !== hashAfter(before, trial, digest))
    return 'does not follow from the line before it: one of the two was changed';
  return { trial, head: { count: place, hash } };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The key under which trials are counted together: one playbook of one mode. */
export const playbookKey = ({ mode, playbook }: Pick<Trial, 'mode' | 'playbook'>): string =>
  `${mode} ${playbook}`;

/**
 * Number of trials and variance of their Sharpe ratios by key, for the deflated ratio. A run that
 * was only repeated (same parameters, market and
 * span with the same outcome) is one trial; one without a ratio counts, but cannot vary.
 */
export function spreadOfTrials(
  trials: readonly Trial[],
  keyOf: (trial: Trial) => string = playbookKey,
): ReadonlyMap<string, TrialSpread> {
  const groups = new Map<string, Map<string, Trial>>();
  for (const trial of trials) {
    const group = groups.get(keyOf(trial)) ?? new Map<string, Trial>();
    group.set(canonicalJson({ ...trial, atMs: 0 }), trial);
    groups.set(keyOf(trial), group);
  }
  return new Map(
    [...groups].map(([key, group]) => [
      key,
      { count: group.size, variance: findVariance([...group.values()]) },
    ]),
  );
}

function findVariance(trials: readonly Trial[]): number | null {
  const ratios = trials.flatMap(({ sharpePerDay }) => sharpePerDay ?? []);
  return ratios.length < 2 ? null : computeDeviation(ratios) ** 2;
}
