// Estimates the time left of a run from its progress so far.

/** No estimate before this time and fraction of a phase: the first steps are not typical. */
const ELAPSED_MIN_MS = 3000;
const FRACTION_MIN = 0.002;

/** A phase starts with the first fraction, and again where the fraction falls. */
export class TimeLeft {
  private start: { readonly fraction: number; readonly atMs: number } | null = null;
  private last = 0;

  /** Milliseconds until fraction 1 at the mean speed of the phase; null before an estimate. */
  estimateMs(fraction: number, nowMs: number): number | null {
    if (this.start === null || fraction < this.last) this.start = { fraction, atMs: nowMs };
    this.last = fraction;
    const elapsedMs = nowMs - this.start.atMs;
    const done = fraction - this.start.fraction;
    return elapsedMs < ELAPSED_MIN_MS || done < FRACTION_MIN
      ? null
      : (elapsedMs * (1 - fraction)) / done;
  }

  startAgain(): void {
    this.start = null;
    this.last = 0;
  }
}

/** E.g. '40 s left', '12 min left' or '2 h 5 min left'. */
export function formatTimeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds <= 90) return `${seconds} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90
    ? `${minutes} min left`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min left`;
}
