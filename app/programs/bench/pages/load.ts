// Asks for one page again and again over a few connections, and counts.
import { Agent, type IncomingHttpHeaders, get } from 'node:http';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export function sendRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent?: Agent,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, ...(agent ? { agent } : {}) }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
      response.on('error', reject);
    });
    request.on('error', reject);
  });
}

export interface Load {
  readonly perSecond: number;
  /** Milliseconds of one request, median, under this load. */
  readonly medianMs: number;
}

/** Throws when an answer is not a 200: a refusal is fast and measures nothing. */
export async function runLoad(
  url: string,
  headers: Readonly<Record<string, string>>,
  milliseconds: number,
  connections: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  const times: number[] = [];
  const worker = async (): Promise<void> => {
    while (performance.now() - started < milliseconds) {
      const asked = performance.now();
      const { status } = await sendRequest(url, headers, agent);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, medianMs: times[Math.floor(times.length / 2)] ?? 0 };
}
