// Sends requests over several connections and measures their times.
import { Agent, type IncomingHttpHeaders, get } from 'node:http';
import { computeMedian } from '../../../trading/statistics/quantile';
import { UsageError } from '../../cli';

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

export interface PageRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Times of requests that were sent one after another over each connection. */
export interface Round {
  /** From the first request to the last answer. */
  readonly seconds: number;
  readonly durationsMs: readonly number[];
}

const CONNECTIONS = 4;

/** Sends each request once. Throws on any status but 200: a fast rejection would distort the figures. */
export async function runRound(requests: readonly PageRequest[]): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const durationsMs: number[] = [];
  let next = 0;
  const runConnection = async (): Promise<void> => {
    for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
      const requestedMs = performance.now();
      const { status } = await sendRequest(request.url, request.headers, agent);
      if (status !== 200) throw new UsageError(`${request.url} returned ${status}`);
      durationsMs.push(performance.now() - requestedMs);
    }
  };
  const startedMs = performance.now();
  try {
    await Promise.all(Array.from({ length: CONNECTIONS }, runConnection));
  } finally {
    agent.destroy();
  }
  return { seconds: (performance.now() - startedMs) / 1000, durationsMs };
}

export interface Load {
  readonly perSecond: number;
  /** Median milliseconds per request under this load. */
  readonly medianMs: number;
  /** Requests per second relative to plain React in the same round; the median of all rounds. */
  readonly ratio: number;
}

/** Summarizes rounds, each beside a round of plain React. */
export function summarizeRounds(
  rounds: readonly { readonly measured: Round; readonly bare: Round }[],
): Load {
  const getRate = ({ seconds, durationsMs }: Round): number => durationsMs.length / seconds;
  return {
    perSecond: computeMedian(rounds.map(({ measured }) => getRate(measured))),
    medianMs: computeMedian(rounds.flatMap(({ measured }) => measured.durationsMs)),
    ratio: computeMedian(rounds.map(({ measured, bare }) => getRate(measured) / getRate(bare))),
  };
}
