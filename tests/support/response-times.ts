// Response times of requests that are sent while others load the server.

interface ResponseTimes {
  readonly count: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

function findQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

/** Median, to compare two kinds of requests. */
export const findMedian = (values: readonly number[]): number =>
  findQuantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** Sends requests one after another until the load has ended, at least `countMin`. */
export async function measureDuring(
  load: Promise<unknown>,
  send: () => Promise<unknown>,
  countMin = 20,
): Promise<ResponseTimes> {
  let isOver = false;
  const ended = load.finally(() => (isOver = true));
  const times: number[] = [];
  while (!isOver || times.length < countMin) {
    const started = performance.now();
    await send();
    times.push(performance.now() - started);
  }
  await ended;
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    medianMs: findQuantile(times, 0.5),
    p99Ms: findQuantile(times, 0.99),
  };
}

export const formatTimes = ({ count, medianMs, p99Ms }: ResponseTimes): string =>
  `${count} requests of others took ${medianMs.toFixed(1)} ms, p99 ${p99Ms.toFixed(0)} ms`;
