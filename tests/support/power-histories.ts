// Replays the planner of a power source: times of requests, answers and links.
import { SECOND_MS } from '../../app/trading/domain/time';
import type {
  PublicSource,
  SourceHistory,
  SourceRequest,
} from '../../app/trading/market/sources/source';

interface SentRequest {
  readonly id: string;
  readonly atMs: number;
  readonly url: string;
}

interface ReplayOptions {
  readonly fromMs: number;
  readonly hours: number;
  /** Time between two looks at the planner. */
  readonly stepMs?: number;
  /** Whether a request is answered; all are without it. */
  readonly isAnswered?: (request: SourceRequest, atMs: number) => boolean;
  /** Links that an answer brings. */
  readonly listLinks?: (id: string, atMs: number) => Readonly<Record<string, string>>;
}

/**
 * Requests of a replay with answers at once. At each look, at most one request is sent, and none
 * within the gap of the source. A request without an answer is sent once in its minute, as a server
 * with retries of its own would.
 */
export function replayPlanner(
  source: PublicSource,
  {
    fromMs,
    hours,
    stepMs = 10 * SECOND_MS,
    isAnswered = () => true,
    listLinks = () => ({}),
  }: ReplayOptions,
): readonly SentRequest[] {
  const answered = new Map<string, number>();
  const links = new Map<string, string>();
  const tried = new Map<string, number>();
  const sent: SentRequest[] = [];
  const history: SourceHistory = {
    getAnsweredMs: (id) => answered.get(id) ?? null,
    getTriedMs: (id) => tried.get(id) ?? null,
    findLink: (name) => links.get(name) ?? null,
  };
  for (let nowMs = fromMs; nowMs < fromMs + hours * 3600 * SECOND_MS; nowMs += stepMs) {
    const last = sent.at(-1);
    if (last && nowMs - last.atMs < source.gapMs) continue;
    const isWaiting = (id: string): boolean =>
      tried.get(id) !== answered.get(id) && nowMs - (tried.get(id) ?? 0) < 60 * SECOND_MS;
    const request = source.planRequests(nowMs, history).find(({ id }) => !isWaiting(id));
    if (!request) continue;
    sent.push({ id: request.id, url: request.url, atMs: nowMs });
    tried.set(request.id, nowMs);
    if (isAnswered(request, nowMs)) {
      answered.set(request.id, nowMs);
      for (const [name, value] of Object.entries(listLinks(request.id, nowMs)))
        links.set(name, value);
    }
  }
  return sent;
}

/** Shortest time between two requests of an id; Infinity for fewer than two. */
export function findShortestGapMs(
  sent: readonly SentRequest[],
  isCounted: (id: string) => boolean,
): number {
  const times = sent.filter(({ id }) => isCounted(id)).map(({ atMs }) => atMs);
  return Math.min(...times.slice(1).map((atMs, index) => atMs - (times[index] ?? 0)), Infinity);
}
