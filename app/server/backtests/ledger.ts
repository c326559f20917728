// The ledger of trials as a file beside the books: every run of a playbook is one line, before
// anybody sees what it brought.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFile } from '../../../db/lock.server';
import { EMPTY_LEDGER, type Trial, readTrials, trialLine } from '../../trading/backtest/trials';
import { canonicalJson } from '../../trading/domain/canonical';
import type { TrialSpread } from '../../trading/portfolio/statistics/deflated-sharpe';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { computeMean, computeDeviation } from '../../trading/statistics/sample';
import { decidingParts } from '../../trading/strategies/fingerprint';
import type { Studied } from './study';

/** The ledger cannot be gone on with: the message says why and what to do. */
export class TrialsError extends Error {}

/** Where the ledger of a data directory lies. */
export const ledgerIn = (dataDir: string): string => join(dataDir, 'trials.jsonl');

export const computeDigest = (text: string): string =>
  createHash('sha256').update(text).digest('hex');

/** What a trial tries: all of a row that decides, so that a changed threshold is another trial. */
const paramsHash = (row: PlaybookRow): string => computeDigest(canonicalJson(decidingParts(row)));

const buildTrials = ({ row, outcomes }: Studied, atMs: number): readonly Trial[] =>
  outcomes.map(({ market, fromMs, untilMs, evidence }) => ({
    atMs,
    mode: row.commodity,
    playbook: row.id,
    paramsHash: paramsHash(row),
    market,
    fromMs,
    untilMs,
    sharpePerDay: evidence?.sharpe ?? null,
    days: evidence?.count ?? 0,
  }));

/**
 * A desk's worker and a program may end at the same moment: the second waits, for a line is chained
 * to the one before it.
 */
const WAIT_MS = 10_000;

/**
 * Adds trials to the ledger in a file and answers with all that it then holds. Throws TrialsError
 * for a ledger that was changed, or that another holds for too long.
 */
export function appendTrials(
  file: string,
  added: readonly Trial[],
  waitMs = WAIT_MS,
): readonly Trial[] {
  mkdirSync(dirname(file), { recursive: true });
  const lock = lockFile(`${file}.lock`, waitMs);
  if (lock === null)
    throw new TrialsError(
      `Another backtest or evaluation has locked the trial ledger ${file}. Try again when it is done.`,
    );
  try {
    return appendTrialRows(file, added);
  } finally {
    lock.release();
  }
}

/** Adds the runs of playbooks to the ledger, as `appendTrials` does. */
export const enterTrials = (
  file: string,
  studied: readonly Studied[],
  atMs: number,
  waitMs = WAIT_MS,
): readonly Trial[] =>
  appendTrials(
    file,
    studied.flatMap((one) => buildTrials(one, atMs)),
    waitMs,
  );

function appendTrialRows(file: string, added: readonly Trial[]): readonly Trial[] {
  const before = readTrials(
    existsSync(file) ? readFileSync(file, 'utf8') : '',
    computeDigest,
    EMPTY_LEDGER,
  );
  if (!before.ok)
    throw new TrialsError(
      `The trial ledger ${file} was changed: line ${before.line} ${before.fault}. Restore it from a backup, or move it away to start a new one.`,
    );
  let { head } = before;
  const lines = added.map((trial) => {
    const next = trialLine(trial, head, computeDigest);
    head = next.head;
    return `${next.line}\n`;
  });
  appendFileSync(file, lines.join(''));
  return [...before.trials, ...added];
}

/**
 * From how many configurations of a mode the best could have been picked, and how far their Sharpe
 * ratios lie apart: a playbook with one set of
 * parameters is one configuration, its ratio the mean over all markets on which it was ever run.
 */
export function spreadOfMode(trials: readonly Trial[], mode: Trial['mode']): TrialSpread {
  const ratios = new Map<string, number[]>();
  for (const trial of trials) {
    if (trial.mode !== mode) continue;
    const key = `${trial.playbook} ${trial.paramsHash}`;
    ratios.set(key, [
      ...(ratios.get(key) ?? []),
      ...(trial.sharpePerDay === null ? [] : [trial.sharpePerDay]),
    ]);
  }
  const means = [...ratios.values()].filter((each) => each.length > 0).map(computeMean);
  return {
    count: Math.max(1, ratios.size),
    variance: means.length < 2 ? null : computeDeviation(means) ** 2,
  };
}
