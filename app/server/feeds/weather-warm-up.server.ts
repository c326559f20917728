// Preloads weather page data in the background: slowly after a start, at full speed once a page
// waits.
import { getLog } from '../platform/log.server';

interface WarmUp {
  isDone(): boolean;
  /** Resolves when loading is complete or stopped. */
  waitUntilDone(): Promise<void>;
  /** The same without speeding it up. */
  whenDone(): Promise<void>;
  stop(): void;
}

interface WarmUpOptions {
  /** Monotonic time. */
  readonly elapsedMs: () => number;
  readonly delayMs?: number;
  readonly pauseMs?: number;
  readonly sliceMs?: number;
}

/** After the start of the server. */
const DELAY_MS = 3000;
const PAUSE_MS = 5;
/** Maximum slice while a page waits. */
const SLICE_MS = 25;

/** One step at a time, yielding in between. */
export function startWarmUp(
  steps: Generator<void>,
  { elapsedMs, delayMs = DELAY_MS, pauseMs = PAUSE_MS, sliceMs = SLICE_MS }: WarmUpOptions,
): WarmUp {
  let [isDone, hasEnded] = [false, false];
  let resolveEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => (resolveEnded = resolve));
  let isAwaited = false;
  const finish = (): void => {
    hasEnded = true;
    resolveEnded();
  };
  const runSlice = (): void => {
    const startedMs = elapsedMs();
    try {
      do isDone = steps.next().done === true;
      while (!isDone && isAwaited && elapsedMs() - startedMs < sliceMs);
    } catch (error) {
      // The page that needs the data meets the same error and reports it.
      getLog().error({ err: error }, 'weather history could not be preloaded');
      isDone = true;
    }
    if (isDone) finish();
    else if (!hasEnded) schedule();
  };
  let timer = setTimeout(runSlice, delayMs).unref();
  const schedule = (): void => {
    if (isAwaited) setImmediate(runSlice);
    else timer = setTimeout(runSlice, pauseMs).unref();
  };
  return {
    isDone: () => isDone,
    waitUntilDone() {
      if (!hasEnded && !isAwaited) {
        isAwaited = true;
        clearTimeout(timer);
        schedule();
      }
      return ended;
    },
    whenDone: () => ended,
    stop: finish,
  };
}
