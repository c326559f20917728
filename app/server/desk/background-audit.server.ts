// Audits accounts in a separate process: new records at the start and once a day, the whole log once
// a week, after an upgrade and after a resume.
import type { AuditState } from '../../models/desk/terminal-status';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { getLog } from '../platform/log.server';
import type { LogHead } from '../../models/log/log.server';
import { PROJECT_ROOT } from '../platform/project.server';
import { MINUTE_MS } from '../../trading/domain/time';

interface AuditListener {
  /** Everything up to this record is correct. */
  readonly onPassed: (head: LogHead, wallMs: number) => void;
  /** A proven difference. An audit that cannot run proves nothing and is retried. */
  readonly onDifference: (reason: string) => void;
}

interface BackgroundAuditOptions {
  readonly dataDir: string;
  readonly listener: AuditListener;
  readonly passedMs: number | null;
  /** Records in the log; the time limit grows with them. */
  readonly countRecords: () => number;
  /** Defaults to the built program. */
  readonly program?: string;
  /** Starts Node with these arguments; replaced in tests. */
  readonly start?: (args: readonly string[]) => ChildProcess;
  readonly timeLimitMs?: (records: number) => number;
}

export interface BackgroundAudit {
  state(): AuditState;
  /** Audits the whole log now, aborting a running audit. Its verdict replaces the current one. */
  auditNow(): void;
  stop(): void;
}
const DAILY_MS = 24 * 60 * MINUTE_MS;
/** Delays between attempts when an audit cannot run; the last one repeats. */
export const RETRY_MINUTES = [1, 5, 15, 60] as const;
/**
 * An audit processes 33,000 records/s on a quiet machine and 2,000 on an overloaded one; below 200
 * it hangs.
 */
const LIMIT_BASE_MS = 10 * MINUTE_MS;
const LIMIT_PER_RECORD_MS = 5;
const OUTPUT_MAX = 1_000_000;

export const auditTimeLimitMs = (records: number): number =>
  LIMIT_BASE_MS + records * LIMIT_PER_RECORD_MS;

type AuditVerdict =
  | { readonly phase: 'passed'; readonly head: LogHead }
  | { readonly phase: 'failed' | 'could not run'; readonly reason: string };

/** Starts audits of a data directory; repeats until stopped. */
export function startBackgroundAudit(options: BackgroundAuditOptions): BackgroundAudit {
  const program = options.program ?? join(PROJECT_ROOT, 'build', 'programs', 'audit.js');
  if (!existsSync(program)) {
    const state: AuditState = {
      phase: 'off',
      reason: 'the audit program is not built',
      passedMs: options.passedMs,
    };
    return { state: () => state, auditNow: () => undefined, stop: () => undefined };
  }
  const audit = new RepeatedAudit(options, program);
  audit.auditTail();
  return { state: () => audit.state, auditNow: () => audit.auditNow(), stop: () => audit.stop() };
}

class RepeatedAudit {
  state: AuditState;
  private child: ChildProcess | null = null;
  private timer: NodeJS.Timeout | null = null;
  private failures = 0;
  /** Whether the next audit is of the whole log. */
  private isWhole = false;

  constructor(
    private readonly options: BackgroundAuditOptions,
    private readonly program: string,
  ) {
    this.state = { phase: 'running', reason: null, passedMs: options.passedMs };
  }

  /** Audits what was added since the last audit of any process. */
  auditTail(): void {
    this.run();
  }

  auditNow(): void {
    this.stop();
    this.isWhole = true;
    this.failures = 0;
    this.state = { ...this.state, phase: 'running', reason: null };
    this.run();
  }

  stop(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const { child } = this;
    this.child = null; // its end is no verdict any more
    child?.kill('SIGKILL');
  }

  private run(): void {
    const {
      dataDir,
      countRecords,
      timeLimitMs = auditTimeLimitMs,
      start = startNode,
    } = this.options;
    const args = [
      this.program,
      '--json',
      this.isWhole ? '--save' : '--tail',
      '--data-dir',
      dataDir,
    ];
    const child = start(args);
    this.child = child;
    const output = collectOutput(child);
    const limitMs = timeLimitMs(countRecords());
    let hasTimedOut = false;
    this.setTimer(limitMs, () => {
      hasTimedOut = true;
      child.kill('SIGKILL');
    });
    const finish = (verdict: () => AuditVerdict): void => {
      if (this.child !== child) return;
      this.child = null;
      this.applyVerdict(
        hasTimedOut
          ? createRunFailure(`it took longer than ${Math.round(limitMs / 1000)} s and was ended`)
          : verdict(),
      );
    };
    child.on('error', (error) => finish(() => createRunFailure(error.message)));
    child.on('close', (code, signal) => finish(() => buildVerdict(code, signal, output())));
    child.unref();
  }

  private applyVerdict(verdict: AuditVerdict): void {
    if (verdict.phase === 'could not run') return this.scheduleRetry(verdict.reason);
    this.failures = 0;
    this.isWhole = verdict.phase !== 'passed';
    this.setTimer(DAILY_MS, () => this.run());
    if (verdict.phase === 'passed') {
      this.state = { phase: 'passed', reason: null, passedMs: Date.now() };
      getLog().info({ audit: 'passed', record: verdict.head.seq }, 'accounts were audited');
      this.options.listener.onPassed(verdict.head, Date.now());
      return;
    }
    this.state = { ...this.state, phase: 'failed', reason: verdict.reason };
    this.options.listener.onDifference(verdict.reason);
  }

  private scheduleRetry(reason: string): void {
    const minutes = RETRY_MINUTES[Math.min(this.failures, RETRY_MINUTES.length - 1)] ?? 60;
    this.failures += 1;
    this.state = {
      ...this.state,
      phase: 'could not run',
      reason: `${reason.replace(/\.$/, '')}. Next attempt after ${minutes} min`,
    };
    getLog().error(
      { audit: 'could not run', reason, failures: this.failures, retryMinutes: minutes },
      'the audit could not run',
    );
    this.setTimer(minutes * MINUTE_MS, () => this.run());
  }

  /** Replaces the single timer: time limit of a running audit, or delay until the next. */
  private setTimer(ms: number, callback: () => void): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(callback, ms);
    this.timer.unref();
  }
}

const createRunFailure = (reason: string): AuditVerdict => ({ phase: 'could not run', reason });

/** stdout and stderr, each truncated. */
function collectOutput(child: ChildProcess): () => { readonly out: string; readonly err: string } {
  const texts = { out: '', err: '' };
  const collectStream =
    (name: 'out' | 'err') =>
    (chunk: Buffer): void => {
      if (texts[name].length < OUTPUT_MAX) texts[name] += chunk.toString('utf8');
    };
  child.stdout?.on('data', collectStream('out'));
  child.stderr?.on('data', collectStream('err'));
  return () => texts;
}

/** Starts Node at low priority. */
function startNode(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system forbids it: it keeps normal priority.
  }
  return child;
}

/** Verdict of an ended audit; see the exit codes of `npm run audit`. */
function buildVerdict(
  code: number | null,
  signal: NodeJS.Signals | null,
  { out, err }: { readonly out: string; readonly err: string },
): AuditVerdict {
  if (code === 2)
    return {
      phase: 'failed',
      reason: (parseReport(out)?.fault ?? out.trim().slice(0, 500)) || 'no details',
    };
  const head = code === 0 ? parseReport(out)?.head : undefined;
  if (head) return { phase: 'passed', head: { seq: head.seq, hash: head.hash } };
  if (signal !== null) return createRunFailure(`it was ended by ${signal}`);
  const [line = ''] = err.trim().split('\n');
  return createRunFailure(
    `it ended with code ${code}${line === '' ? '' : `: ${line.slice(0, 300)}`}`,
  );
}

/** JSON output of the audit, or null. */
function parseReport(
  text: string,
): { readonly head?: LogHead; readonly fault?: string | null } | null {
  try {
    return JSON.parse(text) as { head?: LogHead; fault?: string | null };
  } catch {
    return null;
  }
}
