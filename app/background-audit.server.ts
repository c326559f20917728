// The full audit of the books, behind the running desk, in a process of its own: it reads, compares, and says what it found.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { log } from './log.server';
import type { LogHead } from './models/log.server';
import { PROJECT_ROOT } from './project.server';

export interface AuditState {
  readonly phase: 'running' | 'passed' | 'failed' | 'off';
  readonly reason: string | null;
}

export interface AuditListener {
  /** Everything up to this record is right. */
  readonly onPassed: (head: LogHead) => void;
  readonly onDifference: (reason: string) => void;
}

/** Starts the audit of a data directory; one of the listener's calls follows, unless it is stopped before. */
export function auditBehind(dataDir: string, listener: AuditListener): { state: () => AuditState; stop: () => void } {
  let state: AuditState = { phase: 'running', reason: null };
  const program = join(PROJECT_ROOT, 'build', 'programs', 'audit.js');
  if (!existsSync(program)) return { state: () => ({ phase: 'off', reason: 'the audit program is not built' }), stop: () => undefined };
  const child = spawn(process.execPath, [program, '--json', '--data-dir', dataDir], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, DATA_DIR: dataDir } });
  const lines: string[] = [];
  const keep = (chunk: Buffer): void => void (lines.length < 50 && lines.push(chunk.toString('utf8')));
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  child.on('error', (error) => {
    state = { phase: 'failed', reason: error.message };
  });
  child.on('close', (code, signal) => {
    if (signal !== null) return;
    state = code === 0 ? { phase: 'passed', reason: null } : { phase: 'failed', reason: lines.join('').trim().slice(0, 2000) };
    log().info({ audit: state.phase }, 'the books were audited');
    if (code !== 0) listener.onDifference(`the audit of the books found a difference: ${state.reason ?? ''}`);
    else listener.onPassed(headOf(lines.join('')));
  });
  child.unref();
  return { state: () => state, stop: () => void child.kill() };
}

/** The head that the audit's JSON names. */
function headOf(text: string): LogHead {
  const { head } = JSON.parse(text) as { head: LogHead };
  return { seq: head.seq, hash: head.hash };
}
