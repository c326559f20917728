// Requests one page repeatedly over several connections.
import { Agent, type IncomingHttpHeaders, get } from 'node:http';

interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export function sendRequest(
  url: string,
  headers: Readonly<Record<string, string>>,
  agent?: Agent,
): Promise<HttpResponse> {
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
  /** Median milliseconds per request under this load. */
  readonly medianMs: number;
}

/** Throws on any status but 200: a fast rejection would distort the figures. */
export async function runLoad(
  url: string,
  headers: Readonly<Record<string, string>>,
  milliseconds: number,
  connections: number,
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  const times: number[] = [];
  const runConnection = async (): Promise<void> => {
    while (performance.now() - started < milliseconds) {
      const requestedMs = performance.now();
      const { status } = await sendRequest(url, headers, agent);
      if (status !== 200) throw new Error(`${url} answered ${status}`);
      times.push(performance.now() - requestedMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, runConnection));
  const seconds = (performance.now() - started) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, medianMs: times[Math.floor(times.length / 2)] ?? 0 };
}
