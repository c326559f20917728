// Metrics of a running server.

/** The value of a metric; NaN if the server has none of this name. */
export async function readMetric(origin: string, name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1]);
}

/** Resident memory, MB. */
export const readMemoryMb = async (origin: string): Promise<number> =>
  (await readMetric(origin, 'process_resident_memory_bytes')) / 2 ** 20;

/** Objects and buffers, MB, with those that are not collected yet. */
export const readHeapMb = async (origin: string): Promise<number> =>
  ((await readMetric(origin, 'nodejs_heap_size_used_bytes')) +
    (await readMetric(origin, 'nodejs_external_memory_bytes'))) /
  2 ** 20;
