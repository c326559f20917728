// Reads what the first weather pages will ask for, beside the desk: at its leisure after a start,
// as fast as the rest of the process allows once somebody waits for it.
import { getLog } from '../platform/log.server';

interface WarmUp {
  isDone(): boolean;
  /** Resolves when all has been read, or when it was ended. */
  done(): Promise<void>;
  end(): void;
}

interface WarmUpPorts {
  /** Wall time that only measures. */
  readonly elapsedMs: () => number;
  readonly delayMs?: number;
  readonly pauseMs?: number;
  readonly sliceMs?: number;
}

/** The start itself goes first. */
const DELAY_MS = 3000;
const PAUSE_MS = 5;
/** How long the process may be kept from its other callers while somebody waits. */
const SLICE_MS = 25;

/** One step at a time, with the rest of the process in between. */
export function warmUp(
  steps: Generator<void>,
  { elapsedMs, delayMs = DELAY_MS, pauseMs = PAUSE_MS, sliceMs = SLICE_MS }: WarmUpPorts,
): WarmUp {
  let [isDone, isOver] = [false, false];
  let whenOver: () => void = () => undefined;
  const over = new Promise<void>((resolve) => (whenOver = resolve));
  let isAwaited = false;
  const finish = (): void => {
    isOver = true;
    whenOver();
  };
  const slice = (): void => {
    const sinceMs = elapsedMs();
    try {
      do isDone = steps.next().done === true;
      while (!isDone && isAwaited && elapsedMs() - sinceMs < sliceMs);
    } catch (error) {
      // the page that asks meets the same fault and says so; nothing else depends on it
      getLog().error({ err: error }, 'the past of the weather could not be read beside the desk');
      isDone = true;
    }
    if (isDone) finish();
    else if (!isOver) schedule();
  };
  let timer = setTimeout(slice, delayMs).unref();
  const schedule = (): void => {
    if (isAwaited) setImmediate(slice);
    else timer = setTimeout(slice, pauseMs).unref();
  };
  return {
    isDone: () => isDone,
    done() {
      if (!isOver && !isAwaited) {
        isAwaited = true;
        clearTimeout(timer);
        schedule();
      }
      return over;
    },
    end: finish,
  };
}
