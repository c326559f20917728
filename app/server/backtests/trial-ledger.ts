// Trial ledger as a file in the data directory: one line per run, written before the result is
// shown.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockFile } from '../../../db/lock.server';
import {
  EMPTY_TRIAL_LOG,
  type Trial,
  readTrials,
  formatTrialLine,
} from '../../trading/backtest/trial-log';
import { toCanonicalJson } from '../../trading/domain/canonical-json';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalog';
import { getRuleParts } from '../../trading/strategies/rule-fingerprint';
import type { StudyResult } from './study';

/** Unusable ledger. The message gives the cause and the fix. */
export class TrialsError extends Error {}

/** Path of the trial ledger in a data directory. */
export const getLedgerPath = (dataDir: string): string => join(dataDir, 'trials.jsonl');

export const computeSha256 = (text: string): string =>
  createHash('sha256').update(text).digest('hex');

/** Covers all deciding parameters, so that a changed threshold is a new trial. */
const computeParamsHash = (row: PlaybookRow): string =>
  computeSha256(toCanonicalJson(getRuleParts(row)));

const buildTrials = ({ row, outcomes }: StudyResult, atMs: number): readonly Trial[] =>
  outcomes.map(({ market, fromMs, untilMs, evidence }) => ({
    atMs,
    mode: row.commodity,
    playbook: row.id,
    paramsHash: computeParamsHash(row),
    market,
    fromMs,
    untilMs,
    sharpePerDay: evidence?.sharpe ?? null,
    days: evidence?.count ?? 0,
  }));

/**
 * Worker and command line program may finish at once; lines are hash-chained, so the second waits.
 */
const WAIT_MS = 10_000;

/**
 * Appends trials and returns the whole ledger. Throws TrialsError if it was changed or stays
 * locked.
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

/** Appends the runs of strategies, as `appendTrials`. */
export const recordTrials = (
  file: string,
  studied: readonly StudyResult[],
  atMs: number,
  waitMs = WAIT_MS,
): readonly Trial[] =>
  appendTrials(
    file,
    studied.flatMap((one) => buildTrials(one, atMs)),
    waitMs,
  );

function appendTrialRows(file: string, added: readonly Trial[]): readonly Trial[] {
  const existing = readTrials(
    existsSync(file) ? readFileSync(file, 'utf8') : '',
    computeSha256,
    EMPTY_TRIAL_LOG,
  );
  if (!existing.ok)
    throw new TrialsError(
      `The trial ledger ${file} was changed: line ${existing.line} ${existing.fault}. Restore it from a backup, or move it away to start a new one.`,
    );
  let { head } = existing;
  const lines = added.map((trial) => {
    const next = formatTrialLine(trial, head, computeSha256);
    head = next.head;
    return `${next.line}\n`;
  });
  appendFileSync(file, lines.join(''));
  return [...existing.trials, ...added];
}

/**
 * Number of configurations tried in the family of a rule over all commodities, at least 1. One
 * strategy with one parameter set is one configuration, on however many markets it ran. Strategies
 * that no longer exist have no family and do not count.
 */
export function countFamilyTrials(trials: readonly Trial[], row: PlaybookRow): number {
  const configurations = new Set([`${row.commodity} ${row.id} ${computeParamsHash(row)}`]);
  for (const { mode, playbook, paramsHash } of trials)
    if (findPlaybookRow(mode, playbook)?.family === row.family)
      configurations.add(`${mode} ${playbook} ${paramsHash}`);
  return configurations.size;
}
