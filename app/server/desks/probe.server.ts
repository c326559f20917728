// Requests of this process to servers of the directory, and of programs to the front.
interface ProbeOptions {
  readonly msMax: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Text of an answer with any status; null without one. */
export async function readProbe(
  url: string,
  { msMax, headers = {} }: ProbeOptions,
): Promise<string | null> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(msMax) });
    return await response.text();
  } catch {
    return null;
  }
}
