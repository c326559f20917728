import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  EMPTY_LEDGER,
  type LedgerHead,
  type Trial,
  playbookKey,
  readTrials,
  spreadOfTrials,
  trialLine,
} from '../../../app/trading/backtest/trials';

const digest = (text: string): string => hash('sha256', text, 'hex');
const trial = (sharpePerDay: number | null, more: Partial<Trial> = {}): Trial => ({
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
  readonly head: LedgerHead;
} {
  let head = EMPTY_LEDGER;
  const lines = trials.map((one) => {
    const next = trialLine(one, head, digest);
    head = next.head;
    return next.line;
  });
  return { lines, head };
}

const many = [0.05, -0.02, null, 0.11, 0.03].map((ratio, k) =>
  trial(ratio, { atMs: k, paramsHash: `p${k}` }),
);
const { lines, head } = buildLedger(many);
const getFault = (text: string, kept?: LedgerHead): string => {
  const read = readTrials(text, digest, kept);
  return read.ok ? 'none' : `${read.line}: ${read.fault}`;
};

describe('the ledger of trials', () => {
  it('reads what it wrote', () => {
    expect(readTrials(`${lines.join('\n')}\n`, digest, head)).toEqual({
      ok: true,
      trials: many,
      head,
    });
    expect(readTrials('', digest)).toEqual({ ok: true, trials: [], head: EMPTY_LEDGER });
  });

  it('may grow after its head was kept', () => {
    const { line } = trialLine(trial(0.2), head, digest);
    expect(getFault([...lines, line].join('\n'), head)).toBe('none');
  });

  it('misses a line wherever it was taken out', () => {
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

  it('misses a change, an exchange and a line made without the chain', () => {
    const changed = lines.map((line) => line.replace('-0.02', '0.02'));
    expect(getFault(changed.join('\n'))).toMatch(/^2: does not follow/);
    expect(getFault([lines[1], lines[0], ...lines.slice(2)].join('\n'))).toMatch(
      /^1: says that it is trial 2/,
    );
    // A trial left out and all that follow made again: whole, but the kept head is gone.
    const forged = buildLedger(many.filter((_, index) => index !== 1)).lines;
    expect(getFault(forged.join('\n'))).toBe('none');
    expect(
      getFault(forged.join('\n'), { count: 3, hash: JSON.parse(lines[2] ?? '').hash }),
    ).toMatch(/another hash, or is gone/);
    expect(getFault('{"place":1}')).toMatch(/^1: is no line of a trial/);
    expect(getFault('not json')).toMatch(/^1: is no line of a trial/);
  });

  it('refuses a trial that is none', () => {
    expect(() => trialLine(trial(NaN), EMPTY_LEDGER, digest)).toThrow();
    expect(() => trialLine(trial(1, { playbook: '' }), EMPTY_LEDGER, digest)).toThrow();
  });
});

describe('the spread of trials', () => {
  it('is counted by playbook, and a repetition once', () => {
    const spread = spreadOfTrials([
      ...many,
      { ...(many[0] ?? trial(0)), atMs: 999 },
      trial(0.4, { mode: 'oil' }),
    ]);
    // Ratios .05, -.02, .11, .03: mean .0425, squares .00005625 + .00390625 + .00455625 + .00015625
    // = .008675.
    expect(spread.get('corn WEATHER_CROP')).toEqual({
      count: 5,
      variance: expect.closeTo(0.008675 / 3, 14),
    });
    expect(spread.get('oil WEATHER_CROP')).toEqual({ count: 1, variance: null });
  });

  it('counts the same parameters with another outcome as another trial', () => {
    expect(spreadOfTrials([trial(0.1), trial(0.2)]).get(playbookKey(trial(0)))?.count).toBe(2);
  });

  it('may be asked by another key', () =>
    expect(spreadOfTrials(many, ({ mode }) => mode).get('corn')?.count).toBe(5));
});
