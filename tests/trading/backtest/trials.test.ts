import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_TRIAL_LOG,
  type TrialLogHead,
  type Trial,
  readTrials,
  formatTrialLine,
} from '../../../app/trading/backtest/trial-log';

const computeDigest = (text: string): string => hash('sha256', text, 'hex');
const createTrial = (sharpePerDay: number | null, more: Partial<Trial> = {}): Trial => ({
  atMs: 1,
  mode: 'corn',
  playbook: 'WEATHER_CROP',
  paramsHash: 'p1',
  market: 'world 1',
  fromMs: 0,
  untilMs: 100,
  sharpePerDay,
  days: 250,
  ...more,
});

function buildLedger(trials: readonly Trial[]): {
  readonly lines: string[];
  readonly head: TrialLogHead;
} {
  let head = EMPTY_TRIAL_LOG;
  const lines = trials.map((one) => {
    const next = formatTrialLine(one, head, computeDigest);
    head = next.head;
    return next.line;
  });
  return { lines, head };
}

const many = [0.05, -0.02, null, 0.11, 0.03].map((ratio, k) =>
  createTrial(ratio, { atMs: k, paramsHash: `p${k}` }),
);
const { lines, head } = buildLedger(many);
const getFault = (text: string, expectedHead?: TrialLogHead): string => {
  const read = readTrials(text, computeDigest, expectedHead);
  return read.ok ? 'none' : `${read.line}: ${read.fault}`;
};

describe('trial log', () => {
  it('parses what it formats', () => {
    expect(readTrials(`${lines.join('\n')}\n`, computeDigest, head)).toEqual({
      ok: true,
      trials: many,
      head,
    });
    expect(readTrials('', computeDigest)).toEqual({ ok: true, trials: [], head: EMPTY_TRIAL_LOG });
  });

  it('may grow after its head was stored', () => {
    const { line } = formatTrialLine(createTrial(0.2), head, computeDigest);
    expect(getFault([...lines, line].join('\n'), head)).toBe('none');
  });

  it('detects a removed line anywhere', () => {
    for (const [place] of lines.entries()) {
      const rest = lines.filter((_, index) => index !== place);
      expect(getFault(rest.join('\n'), head), `without line ${place + 1}`).not.toBe('none');
    }
    expect(getFault(lines.slice(0, -1).join('\n'), head)).toMatch(
      /^5: trial 5 was written down elsewhere/,
    );
    expect(getFault(lines.slice(1).join('\n'))).toMatch(
      /^1: says that it is trial 2 where trial 1 follows/,
    );
  });

  it('detects a changed, swapped or forged line', () => {
    const changed = lines.map((line) => line.replace('-0.02', '0.02'));
    expect(getFault(changed.join('\n'))).toMatch(/^2: does not follow/);
    expect(getFault([lines[1], lines[0], ...lines.slice(2)].join('\n'))).toMatch(
      /^1: says that it is trial 2/,
    );
    // One trial removed and all later lines rebuilt: valid, but the stored head is missing.
    const forged = buildLedger(many.filter((_, index) => index !== 1)).lines;
    expect(getFault(forged.join('\n'))).toBe('none');
    expect(
      getFault(forged.join('\n'), { count: 3, hash: JSON.parse(lines[2] ?? '').hash }),
    ).toMatch(/another hash, or is gone/);
    expect(getFault('{"place":1}')).toMatch(/^1: is no line of a trial/);
    expect(getFault('not json')).toMatch(/^1: is no line of a trial/);
  });

  it('rejects an invalid trial', () => {
    expect(() => formatTrialLine(createTrial(NaN), EMPTY_TRIAL_LOG, computeDigest)).toThrow();
    expect(() =>
      formatTrialLine(createTrial(1, { playbook: '' }), EMPTY_TRIAL_LOG, computeDigest),
    ).toThrow();
  });
});
