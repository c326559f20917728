// The ledger of trials as a file beside the books: every run of a playbook is one line, before anybody sees what it brought.
// It knows DATA_DIR; it refuses to go on from a ledger that was changed.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { EMPTY_LEDGER, type Trial, readTrials, trialLine } from '../../trading/backtest/trials';
import { canonicalJson } from '../../trading/domain/canonical';
import type { TrialSpread } from '../../trading/portfolio/statistics/deflated-sharpe';
import type { PlaybookRow } from '../../trading/strategies/playbook';
import { meanOf, deviationOf } from '../../trading/statistics/sample';
import { UsageError } from '../cli';
import type { Studied } from './study';

export const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** What a trial tries: all of a row that decides, so that a changed threshold is another trial. */
const paramsHash = ({ family, params, bar, inputs, gates, window, sides, chains, legs, stopRanges, targetRatio, barsHeldMax }: PlaybookRow): string =>
  digest(canonicalJson({ family, params, bar, inputs, gates, window, sides, chains, legs, stopRanges, targetRatio, barsHeldMax }));

const trialsOf = ({ row, outcomes }: Studied, atMs: number): readonly Trial[] =>
  outcomes.map(({ market, fromMs, untilMs, evidence }) => ({
    atMs, mode: row.commodity, playbook: row.id, paramsHash: paramsHash(row), market, fromMs, untilMs, sharpePerDay: evidence?.sharpe ?? null, days: evidence?.count ?? 0,
  }));

/** Adds the runs to the ledger in a file and answers with all trials that it then holds. Throws UsageError for a ledger that was changed. */
export function enterTrials(file: string, studied: readonly Studied[], atMs: number): readonly Trial[] {
  const before = readTrials(existsSync(file) ? readFileSync(file, 'utf8') : '', digest, EMPTY_LEDGER);
  if (!before.ok) throw new UsageError(`The ledger of trials ${file} is not as it was written: line ${before.line} ${before.fault}. Restore it from a copy, or move it away to begin a new one.`);
  let { head } = before;
  const added = studied.flatMap((one) => trialsOf(one, atMs));
  const lines = added.map((trial) => {
    const next = trialLine(trial, head, digest);
    head = next.head;
    return `${next.line}\n`;
  });
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, lines.join(''));
  return [...before.trials, ...added];
}

/**
 * From how many configurations of a mode the best could have been picked, and how far their Sharpe ratios lie apart: a playbook with one set of
 * parameters is one configuration, its ratio the mean over all markets on which it was ever run.
 */
export function spreadOfMode(trials: readonly Trial[], mode: Trial['mode']): TrialSpread {
  const ratios = new Map<string, number[]>();
  for (const trial of trials) {
    if (trial.mode !== mode) continue;
    const key = `${trial.playbook} ${trial.paramsHash}`;
    ratios.set(key, [...(ratios.get(key) ?? []), ...(trial.sharpePerDay === null ? [] : [trial.sharpePerDay])]);
  }
  const means = [...ratios.values()].filter((each) => each.length > 0).map(meanOf);
  return { count: Math.max(1, ratios.size), variance: means.length < 2 ? null : deviationOf(means) ** 2 };
}
