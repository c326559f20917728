// `npm run feeds -- serve`: options, start, log and summary of the replay.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import {
  REPLAY_SPEED_MAX,
  REPLAY_SPEED_MIN,
  createReplayedClock,
} from '../../server/feeds/public/replayed-clock.server';
import { formatIsoTime } from '../../trading/domain/format';
import type { EpochMs } from '../../trading/domain/units';
import { type ProgramCall, UsageError } from '../cli';
import { type RecordedAnswers, readAnswers } from './recorded-answers';
import { type ServedRequest, createReplayServer } from './replay-server';
import { readFaults } from './scripted-faults';

interface ServeOptions {
  readonly atMs: EpochMs;
  readonly speed: number;
  readonly port: number;
}

const PORT_DEFAULT = 8080;

const OPTIONS = {
  at: z.iso
    .datetime({ offset: true })
    .transform((text) => Date.parse(text))
    .refine((atMs) => atMs >= 0),
  speed: z.coerce.number().min(REPLAY_SPEED_MIN).max(REPLAY_SPEED_MAX),
  port: z.coerce.number().int().min(0).max(65_535),
};

const FORMS: Readonly<Record<keyof typeof OPTIONS, string>> = {
  at: 'a time with its zone, such as 2026-11-20T14:00:00Z',
  speed: `a number from ${REPLAY_SPEED_MIN} to ${REPLAY_SPEED_MAX}`,
  port: 'a port number, or 0 for any free one',
};

/** Throws UsageError for a value of another form. */
function readOption(call: ProgramCall, name: keyof typeof OPTIONS, fallback?: number): number {
  const text = call.option(name);
  if (text === undefined && fallback !== undefined) return fallback;
  const parsed = OPTIONS[name].safeParse(text);
  if (parsed.success && text !== '') return parsed.data;
  throw new UsageError(
    `--${name} needs ${FORMS[name]}${text === undefined ? '' : `, not '${text}'`}.`,
  );
}

const readServeOptions = (call: ProgramCall): ServeOptions => ({
  atMs: readOption(call, 'at'),
  speed: readOption(call, 'speed', 1),
  port: readOption(call, 'port', PORT_DEFAULT),
});

/** Serves a folder until `waitForEnd` resolves. */
export async function runServe(
  call: ProgramCall,
  folder: string,
  waitForEnd: () => Promise<void>,
): Promise<number> {
  const { atMs, speed, port } = readServeOptions(call);
  const answers = readAnswers(folder);
  const faults = readFaults(folder);
  const clock = createReplayedClock({ nowMs: atMs, speed });
  const counts = createCounts();
  const server = createReplayServer({
    answers,
    faults,
    speed,
    nowMs: clock.wallMs,
    onServed: (request) => {
      countRequest(counts, request);
      if (call.flag('verbose')) call.print(formatRequest(request));
    },
  });
  const ended = waitForEnd();
  await listenOnLoopback(server, port);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  call.print(describeStart(answers, { atMs, speed, origin, faults: faults.length }));
  await ended;
  await closeServer(server);
  call.print(formatSummary(counts));
  call.printJson({ origin, replayedUntilMs: clock.wallMs(), ...toJson(counts) });
  return 0;
}

const listenOnLoopback = (server: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) =>
      reject(new UsageError(`Port ${port} cannot be used (${code}). Set another with --port.`)),
    );
    server.listen(port, '127.0.0.1', resolve);
  });

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

interface ReplayStart {
  readonly atMs: EpochMs;
  readonly speed: number;
  readonly origin: string;
  readonly faults: number;
}

function describeStart(
  answers: RecordedAnswers,
  { atMs, speed, origin, faults }: ReplayStart,
): string {
  const { firstMs, lastMs } = answers;
  return [
    `${answers.answers} answers of ${answers.addresses} addresses, ${formatIsoTime(firstMs)} to ${formatIsoTime(lastMs)}; ${faults} scripted faults.`,
    `Replaying from ${formatIsoTime(atMs)} at ${speed} times the speed of the clock.`,
    ...(atMs < firstMs ? ['No answer is that old: sources answer 404 until the first one.'] : []),
    `Start the server with a new DATA_DIR: FEED=public FEED_ENDPOINT=${origin} npm start`,
  ].join('\n');
}

const formatRequest = ({ atMs, host, path, result }: ServedRequest): string =>
  `${formatIsoTime(atMs)} ${result} ${host}${path}`;

interface Counts {
  readonly byResult: Map<string, number>;
  readonly byHost: Map<string, number>;
}

const createCounts = (): Counts => ({ byResult: new Map(), byHost: new Map() });

function countRequest({ byResult, byHost }: Counts, { host, result }: ServedRequest): void {
  byResult.set(result, (byResult.get(result) ?? 0) + 1);
  byHost.set(host, (byHost.get(host) ?? 0) + 1);
}

const sumCounts = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);

const formatCounts = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${name || 'no host'} ${count}`)
    .join(', ') || 'none';

const formatSummary = ({ byResult, byHost }: Counts): string =>
  `Requests: ${sumCounts(byResult)}\nAnswers: ${formatCounts(byResult)}\nHosts: ${formatCounts(byHost)}`;

const toJson = ({ byResult, byHost }: Counts) => ({
  requests: sumCounts(byResult),
  answers: Object.fromEntries(byResult),
  hosts: Object.fromEntries(byHost),
});
