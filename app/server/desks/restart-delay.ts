// When a server that has ended is started again.
const WINDOW_MS = 60_000;
/** Ends within a minute after which it is started again at once. */
const ENDS_FREE = 2;
const DELAY_MS = 1_000;
const DELAY_MS_MAX = 30_000;

/** Pause before the next start, after the last of the ends. Doubles with each further end in a minute. */
export function computeRestartDelayMs(endedMs: readonly number[], nowMs: number): number {
  const recent = endedMs.filter((ms) => nowMs - ms < WINDOW_MS).length;
  return recent <= ENDS_FREE ? 0 : Math.min(DELAY_MS * 2 ** (recent - ENDS_FREE - 1), DELAY_MS_MAX);
}
