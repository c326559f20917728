// Progress of long runs on standard error: a bar on a terminal, a line each minute elsewhere.
import { TimeLeft, formatTimeLeft } from './time-left';

export interface Progress {
  /** Shows `done` of `total` with the estimated time left. */
  update(done: number, total: number, label: string): void;
  endPhase(): void;
}

/** Where progress is written; replaceable in tests. */
interface ProgressOutput {
  readonly isTerminal: boolean;
  readonly write: (text: string) => void;
  readonly nowMs: () => number;
}

const STANDARD_ERROR: ProgressOutput = {
  isTerminal: process.stderr.isTTY === true,
  write: (text) => void process.stderr.write(text),
  nowMs: () => performance.now(),
};

const BAR_WIDTH = 28;
const CLEAR_LINE = '\r\x1b[K';
/** Time between two lines in a log; shorter runs print none. */
const LINE_EVERY_MS = 60_000;

export function createProgress(output = STANDARD_ERROR): Progress {
  return output.isTerminal ? new ProgressBar(output) : new ProgressLines(output);
}

const formatState = (ratio: number, label: string, leftMs: number | null): string =>
  `${String(Math.round(ratio * 100)).padStart(3)} % ${label}${leftMs === null ? '' : `, ${formatTimeLeft(leftMs)}`}`;

const computeRatio = (done: number, total: number): number =>
  total > 0 ? Math.min(1, done / total) : 1;

/** Redraws one line in place. */
class ProgressBar implements Progress {
  private readonly timeLeft = new TimeLeft();
  private lastLine = '';

  constructor(private readonly output: ProgressOutput) {}

  update(done: number, total: number, label: string): void {
    const ratio = computeRatio(done, total);
    const filled = Math.round(ratio * BAR_WIDTH);
    const state = formatState(ratio, label, this.timeLeft.estimateMs(ratio, this.output.nowMs()));
    const line = `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] ${state}`;
    if (line !== this.lastLine) this.output.write(`${CLEAR_LINE}${line}`);
    this.lastLine = line;
  }

  endPhase(): void {
    if (this.lastLine) this.output.write(CLEAR_LINE);
    this.lastLine = '';
    this.timeLeft.startAgain();
  }
}

class ProgressLines implements Progress {
  private readonly timeLeft = new TimeLeft();
  private writtenMs: number | null = null;

  constructor(private readonly output: ProgressOutput) {}

  update(done: number, total: number, label: string): void {
    const nowMs = this.output.nowMs();
    const ratio = computeRatio(done, total);
    const leftMs = this.timeLeft.estimateMs(ratio, nowMs);
    this.writtenMs ??= nowMs;
    if (nowMs - this.writtenMs < LINE_EVERY_MS) return;
    this.writtenMs = nowMs;
    this.output.write(`${formatState(ratio, label, leftMs).trimStart()}\n`);
  }

  /** The next phase continues the minute, so that many short phases print lines too. */
  endPhase(): void {
    this.timeLeft.startAgain();
  }
}
