/** Quantiles of the latest 1,024 latencies, in ms. */
const RING_SIZE = 1024;

interface LatencySummary {
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

export function createLatencyRing(): { add(ms: number): void; summarize(): LatencySummary } {
  const ring = new Float64Array(RING_SIZE);
  let count = 0;
  return {
    add(ms) {
      ring[count % RING_SIZE] = ms;
      count += 1;
    },
    summarize() {
      const sorted = [...ring.subarray(0, Math.min(count, RING_SIZE))].sort((a, b) => a - b);
      const getQuantile = (fraction: number): number | null =>
        sorted[Math.min(sorted.length - 1, Math.floor(fraction * sorted.length))] ?? null;
      return { count, p50: getQuantile(0.5), p95: getQuantile(0.95), p99: getQuantile(0.99) };
    },
  };
}
