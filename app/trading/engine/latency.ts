/** The last thousand latencies and their order statistics. */
const RING = 1024;

interface LatencySummary {
  readonly count: number;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

export function createLatencyRing(): { add(ms: number): void; summary(): LatencySummary } {
  const ring = new Float64Array(RING);
  let count = 0;
  return {
    add(ms) {
      ring[count % RING] = ms;
      count += 1;
    },
    summary() {
      const sorted = [...ring.subarray(0, Math.min(count, RING))].sort((a, b) => a - b);
      const at = (share: number): number | null =>
        sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? null;
      return { count, p50: at(0.5), p95: at(0.95), p99: at(0.99) };
    },
  };
}
