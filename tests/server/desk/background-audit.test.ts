// Background audit: verdict of each exit, repetition, and time limit.
import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AuditState } from '../../../app/models/desk/terminal-status';
import {
  type BackgroundAudit,
  RETRY_MINUTES,
  auditTimeLimitMs,
  startBackgroundAudit,
} from '../../../app/server/desk/background-audit.server';
import { MINUTE_MS } from '../../../app/trading/domain/time';

const HEAD = { seq: 7, hash: 'a'.repeat(64) };

/** Exit of a process; without one it hangs until killed. */
interface End {
  readonly code?: number;
  readonly signal?: NodeJS.Signals;
  readonly out?: string;
  readonly err?: string;
}
const RIGHT: End = { code: 0, out: JSON.stringify({ isRight: true, head: HEAD, fault: null }) };
const WRONG: End = {
  code: 2,
  out: JSON.stringify({ isRight: false, fault: '1 difference. The first: book x' }),
};
const BROKEN: End = { code: 1, err: 'audit: broken' };
const HANGS: End = {};

/** A process that exits as requested, at the next event loop turn. */
class FakeProcess extends EventEmitter {
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();

  constructor({
    code = null,
    signal = null,
    out = '',
    err = '',
  }: {
    code?: number | null;
    signal?: NodeJS.Signals | null;
    out?: string;
    err?: string;
  }) {
    super();
    if (code !== null || signal !== null) setImmediate(() => this.end(code, signal, out, err));
  }

  private end(code: number | null, signal: NodeJS.Signals | null, out: string, err: string): void {
    this.stdout.emit('data', Buffer.from(out));
    this.stderr.emit('data', Buffer.from(err));
    this.emit('close', code, signal);
  }

  kill(signal: NodeJS.Signals): void {
    setImmediate(() => this.emit('close', null, signal));
  }

  unref(): void {
    // Nothing keeps the test alive.
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => void vi.useRealTimers());

interface Watched {
  readonly audit: BackgroundAudit;
  readonly passed: number[];
  readonly differences: string[];
  /** Arguments of each run so far. */
  readonly runs: (readonly string[])[];
  /** Decides how the next run exits. */
  becomes(end: End): void;
  until(phase: AuditState['phase']): Promise<void>;
}

/** An audit with simulated processes, or a real one if a program is given. */
function startAudit(first: End, { timeLimitMs = 600_000, program = '' } = {}): Watched {
  const folder = mkdtempSync(join(tmpdir(), 'frontmonth-audits-'));
  const path = join(folder, 'audit.cjs');
  writeFileSync(path, program);
  let end = first;
  const [passed, differences, runs]: [number[], string[], (readonly string[])[]] = [[], [], []];
  const start = (args: readonly string[]): ChildProcess => {
    runs.push(args);
    return new FakeProcess(end) as unknown as ChildProcess;
  };
  const audit = startBackgroundAudit({
    dataDir: folder,
    passedMs: null,
    countRecords: () => 5,
    program: path,
    timeLimitMs: () => timeLimitMs,
    ...(program === '' ? { start } : {}),
    listener: {
      onPassed: ({ seq }) => void passed.push(seq),
      onDifference: (reason) => void differences.push(reason),
    },
  });
  onTestFinished(() => {
    audit.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    audit,
    passed,
    differences,
    runs,
    becomes: (next) => void (end = next),
    until: (phase) => untilTrue(() => audit.state().phase === phase),
  };
}

/** Polls in real time: only the timers of the audit are controlled by hand. */
async function untilTrue(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await pause(5);
}

describe('the end of an audit', () => {
  test('code 0 with the head of the log: passed', async () => {
    const { audit, passed, differences, until } = startAudit(RIGHT);
    expect(audit.state()).toEqual({ phase: 'running', reason: null, passedMs: null });
    await until('passed');
    expect([passed, differences, typeof audit.state().passedMs]).toEqual([[7], [], 'number']);
  });

  test('code 2: a difference, with its text as the reason', async () => {
    const { audit, passed, differences, until } = startAudit(WRONG);
    await until('failed');
    expect([passed, differences, audit.state().reason]).toEqual([
      [],
      ['1 difference. The first: book x'],
      '1 difference. The first: book x',
    ]);
  });

  test.each<[string, End, string]>([
    [
      '1 with a reason',
      { code: 1, err: 'audit: There is no database.\n' },
      'it ended with code 1: audit: There is no database',
    ],
    ['1 with what looks like a difference', { ...WRONG, code: 1 }, 'it ended with code 1'],
    ['another code', { code: 77 }, 'it ended with code 77'],
    ['0 without an answer', { code: 0 }, 'it ended with code 0'],
    ['out of memory', { signal: 'SIGABRT' }, 'it was ended by SIGABRT'],
  ])('%s: could not run, proves nothing', async (_what, end, reason) => {
    const { audit, passed, differences, until } = startAudit(end);
    await until('could not run');
    expect([passed, differences]).toEqual([[], []]);
    expect(audit.state().reason).toContain(reason);
    expect(audit.state().reason).toMatch(/Next attempt after 1 min$/);
  });

  test.each([
    ['crashes', "throw new Error('broken');", 'it ended with code 1'],
    ['is killed', "process.kill(process.pid, 'SIGKILL');", 'it was ended by SIGKILL'],
    ['hangs', 'setInterval(() => undefined, 1000);', 'it took longer than 90 s and was ended'],
  ])(
    'a real process that %s could not run',
    { timeout: 120_000 },
    async (what, program, reason) => {
      const { audit, differences, until } = startAudit(HANGS, { program, timeLimitMs: 90_000 });
      if (what === 'hangs') vi.advanceTimersByTime(90_000);
      await until('could not run');
      expect([audit.state().reason, differences]).toEqual([expect.stringContaining(reason), []]);
    },
  );

  test('the time limit grows with the log', () => {
    expect(auditTimeLimitMs(0)).toBe(10 * MINUTE_MS);
    expect(auditTimeLimitMs(1_000_000)).toBeGreaterThan(60 * MINUTE_MS);
  });
});

describe('the next audit', () => {
  test('follows after 1, 5, 15 and 60 minutes while none can run, then hourly, until one passes', async () => {
    const { audit, passed, runs, becomes, until } = startAudit({ code: 1, err: 'attempt 1' });
    for (const [failed, minutes] of [...RETRY_MINUTES, 60, 60].entries()) {
      await untilTrue(
        () =>
          audit.state().reason ===
          `it ended with code 1: attempt ${failed + 1}. Next attempt after ${minutes} min`,
      );
      vi.advanceTimersByTime(minutes * MINUTE_MS - 1);
      expect([audit.state().phase, runs.length]).toEqual(['could not run', failed + 1]);
      becomes(failed === 5 ? RIGHT : { code: 1, err: `attempt ${failed + 2}` });
      vi.advanceTimersByTime(1);
      expect(runs).toHaveLength(failed + 2);
    }
    await until('passed');
    expect(passed).toEqual([7]);
  });

  test('follows a day after a pass and reads new records; one that cannot run hides neither the pass nor its age', async () => {
    const { audit, runs, becomes, until } = startAudit(RIGHT);
    await until('passed');
    const { passedMs } = audit.state();
    vi.advanceTimersByTime(24 * 60 * MINUTE_MS);
    expect(audit.state().phase).toBe('passed');
    expect(runs.map(([, , mode]) => mode)).toEqual(['--tail', '--tail']);
    await untilTrue(() => audit.state().passedMs !== passedMs);
    becomes(BROKEN);
    vi.advanceTimersByTime(24 * 60 * MINUTE_MS);
    await until('could not run');
    expect(audit.state().passedMs).not.toBeNull();
  });

  test('after a difference reads the whole log', async () => {
    const { runs, until } = startAudit(WRONG);
    await until('failed');
    vi.advanceTimersByTime(24 * 60 * MINUTE_MS);
    await untilTrue(() => runs.length === 2);
    expect(runs.map(([, , mode]) => mode)).toEqual(['--tail', '--save']);
  });

  test('can be requested, replacing a running one', async () => {
    const { audit, differences, runs, becomes, until } = startAudit(HANGS);
    await untilTrue(() => runs.length === 1);
    becomes(WRONG);
    audit.auditNow();
    await until('failed');
    becomes(RIGHT);
    audit.auditNow();
    expect(audit.state()).toMatchObject({ phase: 'running', reason: null });
    await until('passed');
    expect([differences.length, runs.length]).toEqual([1, 3]);
  });

  test('never starts after shutdown', async () => {
    const { audit, passed, runs } = startAudit(RIGHT);
    audit.stop();
    vi.advanceTimersByTime(24 * 60 * MINUTE_MS);
    expect([passed, runs.length]).toEqual([[], 1]);
  });
});
