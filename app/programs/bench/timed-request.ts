// One request with its duration.
import { type Agent, request } from 'node:http';
import type { ServerProcess } from '../servers/launch-server';

export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface HttpResult {
  readonly status: number;
  readonly ms: number;
  readonly cookies: readonly string[];
}

export function sendTimedRequest(
  { origin }: Pick<ServerProcess, 'origin'>,
  { method, path, headers, body }: HttpRequest,
  agent: Agent,
): Promise<HttpResult> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    const call = request(`${origin}${path}`, { method, headers, agent }, (response) => {
      response.resume();
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: performance.now() - startedMs,
          cookies: response.headers['set-cookie'] ?? [],
        }),
      );
      response.on('error', reject);
    });
    call.on('error', reject);
    call.end(body);
  });
}

/** Value at a part of sorted values, the nearest at or above it. */
export const getQuantile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
