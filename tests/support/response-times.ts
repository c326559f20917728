// Response times of requests that are sent while others load the server.
import { quantile } from 'd3-array';

interface ResponseTimes {
  readonly count: number;
  readonly medianMs: number;
  readonly p99Ms: number;
}

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
  return {
    count: times.length,
    medianMs: quantile(times, 0.5) ?? NaN,
    p99Ms: quantile(times, 0.99) ?? NaN,
  };
}

export const formatTimes = ({ count, medianMs, p99Ms }: ResponseTimes): string =>
  `${count} requests of others took ${medianMs.toFixed(1)} ms (median), ${p99Ms.toFixed(0)} ms (99th percentile)`;
