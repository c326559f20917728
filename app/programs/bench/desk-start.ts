// A whole desk from its start to rest: first price, first signals, processor time and memory, on an
// empty data directory and on the same one again.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { UsageError } from '../cli';
import { sendRequest } from './pages/load';
import { launchTerminal, signIn } from './pages/server-process';
import { type Table, formatDecimal, formatInteger } from './table';

export interface DeskStart {
  /** Seconds from the start of the process until it listens. */
  readonly listening: number;
  /** Seconds from listening to current prices and to the first signals, new or recorded. */
  readonly prices: number;
  readonly signals: number;
  /** Processor seconds until the desk is at rest; null where the system does not show them. */
  readonly cpu: number | null;
  /** Resident memory a minute later, MB; null as above. */
  readonly memoryMb: number | null;
}

export interface DeskStarts {
  readonly first: DeskStart;
  readonly next: DeskStart;
}

const POLL_MS = 20;
const TIMEOUT_S = 120;
/** At rest: below this part of one processor for this many seconds in a row. */
const REST_PART = 0.08;
const REST_SECONDS = 6;
const REST_TIMEOUT_S = 900;
/** The garbage collector returns memory after a while. */
const MEMORY_DELAY_MS = 60_000;
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

const Ledger = z.object({ rows: z.array(z.unknown()) });

/** Polls until `isMet`; returns seconds since `sinceMs`. */
async function waitFor(
  what: string,
  sinceMs: number,
  isMet: () => Promise<boolean>,
): Promise<number> {
  while (!(await isMet().catch(() => false))) {
    if (performance.now() - sinceMs > 1000 * TIMEOUT_S)
      throw new UsageError(`the measured desk had no ${what} within ${TIMEOUT_S} s`);
    await pause(POLL_MS);
  }
  return (performance.now() - sinceMs) / 1000;
}

/** Processor seconds and memory of a process so far; null on systems without /proc. */
export function readProcess(
  pid: number,
): { readonly cpu: number; readonly memoryMb: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain spaces.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [userTicks = 0, systemTicks = 0] = fields.slice(11, 13).map(Number);
    return {
      cpu: (userTicks + systemTicks) / TICKS_PER_SECOND,
      memoryMb: (Number(fields[21]) * PAGE_BYTES) / 1e6,
    };
  } catch {
    return null;
  }
}

/** Waits until a process needs little of a processor; null where the system does not show it. */
export async function waitForRest(pid: number): Promise<ReturnType<typeof readProcess>> {
  let restSeconds = 0;
  let before = readProcess(pid);
  for (let second = 0; second < REST_TIMEOUT_S && before !== null; second += 1) {
    await pause(1000);
    const current = readProcess(pid);
    if (current === null) return null;
    restSeconds = current.cpu - before.cpu < REST_PART ? restSeconds + 1 : 0;
    if (restSeconds >= REST_SECONDS) return current;
    before = current;
  }
  return null;
}

async function measureStart(dataDir: string): Promise<DeskStart> {
  const startedMs = performance.now();
  const desk = await launchTerminal('own', dataDir);
  const { origin, pid } = desk;
  try {
    const isAnswered = async (): Promise<boolean> => {
      if (desk.hasEnded()) throw new UsageError('the measured desk did not start');
      return (await sendRequest(`${origin}/healthz`, {})).status === 200;
    };
    const listening = await waitFor('answer', startedMs, isAnswered);
    const listeningMs = performance.now();
    const prices = await waitFor(
      'prices',
      listeningMs,
      async () => (await sendRequest(`${origin}/readyz`, {})).status === 200,
    );
    const cookie = await signIn(desk);
    const signals = await waitFor('signals', listeningMs, async () => {
      const { body } = await sendRequest(`${origin}/api/signal-ledger`, { Cookie: cookie });
      return Ledger.parse(JSON.parse(body.toString('utf8'))).rows.length > 0;
    });
    const rest = await waitForRest(pid);
    await pause(MEMORY_DELAY_MS);
    const memoryMb = readProcess(pid)?.memoryMb ?? null;
    return { listening, prices, signals, cpu: rest?.cpu ?? null, memoryMb };
  } finally {
    await desk.stop();
  }
}

/** Starts a desk twice in an empty folder. The first start computes its market's past and risk. */
export async function measureDeskStarts(dataDir: string): Promise<DeskStarts> {
  return { first: await measureStart(dataDir), next: await measureStart(dataDir) };
}

const formatSeconds = (seconds: number | null): string =>
  seconds === null ? 'not measured' : `${formatDecimal(seconds)} s`;

export const buildDeskStartTable = ({ first, next }: DeskStarts): Table => ({
  title: 'Start of a desk',
  head: ['figure', 'first start', 'next start'],
  note: 'The whole server with networks and risk and no user. The first start computes the past of the market and its risk figures; the next one reads them, and shows the recorded signals until new ones follow. Goals of a next start: prices 0.5 s after listening, signals within 5 s, 15 s of processor time, 300 MB.',
  rows: [
    ['from start to listening', formatSeconds(first.listening), formatSeconds(next.listening)],
    ['from listening to prices', formatSeconds(first.prices), formatSeconds(next.prices)],
    ['from listening to signals', formatSeconds(first.signals), formatSeconds(next.signals)],
    ['processor time until at rest', formatSeconds(first.cpu), formatSeconds(next.cpu)],
    [
      'memory a minute later',
      ...[first, next].map(({ memoryMb }) =>
        memoryMb === null ? 'not measured' : `${formatInteger(memoryMb)} MB`,
      ),
    ],
  ],
});
