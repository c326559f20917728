// A server with many users for a long time, first in peace, then under every kind of load at once:
// memory, open files and the journal on disk do not grow, no user gets an error, the accounts add up.
import { readdirSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { auditDatabase } from '../../app/audit/audit-database';
import { closeDatabase, openDatabase, prepareDatabasePath } from '../../db/client.server';
import {
  BAD_FRAMES,
  buildTextFrame,
  openRawSocket,
  sendBytes,
  sendInvalidFrame,
} from '../support/bad-frames';
import { type DeskServer, startDesk } from '../support/desk-server';
import { RequestFuzzer } from '../support/fuzzed-requests';
import { IS_FULL_RUN, chooseFullSize, formatSeed } from '../support/run-size';
import { readHeapMb, readMemoryMb, readMetric } from '../support/server-metrics';
import { type SignedInUser, createSignedInUsers } from '../support/signed-in-users';
import { SocketClient } from '../support/socket-client';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_127);
/** One of them attacks. */
const USERS = 20;
const CALM_S = chooseFullSize(60, 3_600);
const LOADED_S = chooseFullSize(60, 1_800);
const SAMPLES = 60;
/** Each user opens the dashboard, reads positions and changes something at these intervals. */
const PACE_MS = 2_000;
const ROUNDS_PER_COMMAND = 10;
/** Share of the run before caches have filled. */
const WARM_UP_SHARE = 0.25;
const WAL_MB_MAX = 64;
const GROWTH_MB_PER_HOUR_MAX = 1;
/** Database files and connections that the server opens at times. */
const FILES_GROWTH_MAX = 10;
const STALLED = 50;
const FUZZERS = 4;
const KILLS = chooseFullSize(2, 10);
const USEFUL_SHARE_MIN = 0.5;
const MEGABYTE = 2 ** 20;
/** Bound of a restart, and of the first round after it, on a busy machine. */
const RESTART_MS_MAX = 60_000;
const TIME_LIMIT_MS = (CALM_S + LOADED_S) * 2_000 + 120_000;

const waitForMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether a phase of the test is over. */
type IsOver = () => boolean;

const isAfter =
  (endMs: number): IsOver =>
  () =>
    performance.now() >= endMs;

/** A user who looks and trades at a steady pace, with one socket that gets updates. */
class SteadyUser {
  rounds = 0;
  readonly errors: string[] = [];
  private socket: SocketClient | null = null;

  constructor(
    private readonly origin: string,
    private readonly user: SignedInUser,
    /** True while the server may be away. */
    private readonly mayFail: () => boolean,
  ) {}

  /** Opens the socket and the dashboard, so that all connections of this user exist. */
  async openConnections(): Promise<void> {
    this.socket = await this.openSocket();
    await this.sendRequest('GET', '/dashboard');
  }

  async useServer(isOver: IsOver): Promise<void> {
    for (let round = 0; !isOver(); round += 1) {
      const startedMs = performance.now();
      await this.lookAndTrade(round);
      await waitForMs(Math.max(0, PACE_MS - (performance.now() - startedMs)));
    }
    this.socket?.terminate();
  }

  private async lookAndTrade(round: number): Promise<void> {
    try {
      if (this.socket === null || this.socket.ws.readyState !== this.socket.ws.OPEN)
        this.socket = await this.openSocket();
      this.socket.received.length = 0;
      await this.sendRequest('GET', '/dashboard');
      await this.sendRequest('GET', '/api/trading-positions');
      const isTrading = round % (2 * ROUNDS_PER_COMMAND) < ROUNDS_PER_COMMAND;
      if (round % ROUNDS_PER_COMMAND === 0)
        await this.sendRequest('POST', `/api/auto-trading/${isTrading ? 'start' : 'stop'}`);
      this.rounds += 1;
    } catch (error) {
      if (!this.mayFail()) this.errors.push(error instanceof Error ? error.message : String(error));
    }
  }

  /** As a browser does, again where the server had no time for the connection (408). */
  private async openSocket(): Promise<SocketClient> {
    const open = (): Promise<SocketClient> =>
      SocketClient.open(this.origin, { Cookie: this.user.cookie });
    const socket = await open().catch((error: Error) => {
      if (error.message === 'refused with 408') return open();
      throw error;
    });
    return socket.signIn(this.user.id);
  }

  private async sendRequest(method: string, path: string): Promise<void> {
    const isPost = method === 'POST';
    const response = await fetch(`${this.origin}${path}`, {
      method,
      headers: {
        Cookie: this.user.cookie,
        ...(isPost ? { 'Content-Type': 'application/json' } : {}),
      },
      ...(isPost ? { body: '{}' } : {}),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  }
}

interface Sample {
  readonly atHours: number;
  readonly memoryMb: number;
  readonly heapMb: number;
  readonly files: number;
  readonly walMb: number;
}

const measureWalMb = (dataDir: string): number =>
  readdirSync(dataDir)
    .filter((name) => name.endsWith('-wal'))
    .reduce((sum, name) => sum + statSync(join(dataDir, name)).size / MEGABYTE, 0);

async function sampleUntil(desk: DeskServer, endMs: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const startedMs = performance.now();
  const stepMs = (endMs - startedMs) / SAMPLES;
  while (performance.now() < endMs) {
    samples.push({
      atHours: (performance.now() - startedMs) / 3_600_000,
      memoryMb: await readMemoryMb(desk.origin),
      heapMb: await readHeapMb(desk.origin),
      files: await readMetric(desk.origin, 'process_open_fds'),
      walMb: measureWalMb(desk.dataDir),
    });
    await waitForMs(stepMs);
  }
  return samples;
}

/**
 * Growth an hour of the lowest value, from the first to the second half: garbage that is not collected
 * yet, and connections that are about to close, are above it.
 */
function computeGrowth(samples: readonly Sample[], read: (sample: Sample) => number): number {
  const middle = Math.floor(samples.length / 2);
  const [first, second] = [samples.slice(0, middle), samples.slice(middle)];
  const hours = ((samples.at(-1)?.atHours ?? 0) - (samples.at(0)?.atHours ?? 0)) / 2;
  return (Math.min(...second.map(read)) - Math.min(...first.map(read))) / hours;
}

/** Lines of the log that are errors. */
const listErrorLines = (desk: DeskServer): string[] =>
  desk
    .output()
    .split('\n')
    .filter((line) => /^\{"level":[56]0,/.test(line));

function expectPassedAudit(dataDir: string): number {
  const db = openDatabase(prepareDatabasePath(dataDir));
  try {
    const { hasPassed, records } = auditDatabase(db.$client);
    expect(hasPassed).toBe(true);
    return records;
  } finally {
    closeDatabase(db);
  }
}

const runUsers = async (users: readonly SteadyUser[], isOver: IsOver): Promise<void> => {
  await Promise.all(users.map((user) => user.useServer(isOver)));
};
const countRounds = (users: readonly SteadyUser[]): number =>
  users.reduce((sum, { rounds }) => sum + rounds, 0);

/** Sends random requests until the end. */
async function sendFuzzedRequests(
  origin: string,
  cookie: string,
  seed: number,
  isOver: IsOver,
): Promise<number> {
  const fuzzer = new RequestFuzzer(seed, cookie);
  let count = 0;
  for (; !isOver(); count += 1)
    await Promise.race([sendBytes(origin, fuzzer.createNext().bytes), waitForMs(5_000)]);
  return count;
}

/** Sends frames that break the protocol until the end. */
async function sendBadFrames(origin: string, cookie: string, isOver: IsOver): Promise<number> {
  const frames = Object.values(BAD_FRAMES);
  let count = 0;
  for (; !isOver(); count += 1) {
    const frame = frames[count % frames.length];
    if (frame) await Promise.race([sendInvalidFrame(origin, cookie, frame()), waitForMs(1_000)]);
    await waitForMs(50);
  }
  return count;
}

/** Opens a socket that gets updates and reads none of them. */
function openStalledSocket(origin: string, { id, cookie }: SignedInUser): Socket {
  const socket = openRawSocket(origin, cookie);
  socket.write(buildTextFrame({ type: 'authenticate', userId: id }));
  return socket.pause();
}

/** Keeps sockets that read nothing, opened again when the server has ended them. */
async function keepStalledSockets(
  origin: string,
  users: readonly SignedInUser[],
  isOver: IsOver,
): Promise<void> {
  const open = new Set<Socket>();
  for (let count = 0; !isOver(); count += 1) {
    const user = users[count % users.length];
    if (user && open.size < STALLED) open.add(openStalledSocket(origin, user));
    for (const socket of open) if (socket.destroyed) open.delete(socket);
    await waitForMs(100);
  }
  for (const socket of open) socket.destroy();
}

it(
  `${USERS} users for ${CALM_S} s, then ${LOADED_S} s under load, ${formatSeed('FUZZ_SEED', SEED)}`,
  { timeout: TIME_LIMIT_MS },
  async () => {
    const desk = await startDesk('server.js');
    onTestFinished(async () => void (await desk.stop()));
    let isAway = false;
    const [attacker, ...others] = createSignedInUsers(desk.dataDir, USERS);
    if (!attacker) throw new Error('There are no users.');
    const users = others.map((user) => new SteadyUser(desk.origin, user, () => isAway));

    // Else a slow machine counts connections of the start as growth.
    await Promise.all(users.map((user) => user.openConnections()));
    const calmEndMs = performance.now() + CALM_S * 1_000;
    const [samples] = await Promise.all([
      sampleUntil(desk, calmEndMs),
      runUsers(users, isAfter(calmEndMs)),
    ]);
    const calmRounds = countRounds(users);
    const measured = samples.slice(Math.floor(samples.length * WARM_UP_SHARE));
    const heapGrowthMb = computeGrowth(measured, ({ heapMb }) => heapMb);
    const files = measured.map((sample) => sample.files);
    const walMb = Math.max(...samples.map((sample) => sample.walMb));
    console.info(
      `calm, ${CALM_S} s: ${calmRounds} rounds of ${users.length} users, memory ${measured.at(0)?.memoryMb.toFixed(0)} to ${measured.at(-1)?.memoryMb.toFixed(0)} MB, lowest heap ${heapGrowthMb.toFixed(1)} MB an hour higher, files ${Math.min(...files)} to ${Math.max(...files)}, write-ahead log at most ${walMb.toFixed(1)} MB`,
    );
    expect(users.flatMap(({ errors }) => errors)).toEqual([]);
    expect(listErrorLines(desk)).toEqual([]);
    expect(walMb).toBeLessThan(WAL_MB_MAX);
    const filesGrowth = Math.min(...files.slice(files.length / 2)) - Math.min(...files);
    expect(filesGrowth).toBeLessThanOrEqual(FILES_GROWTH_MAX);
    // Garbage outweighs a leak in a short run.
    if (IS_FULL_RUN) expect(heapGrowthMb).toBeLessThan(GROWTH_MB_PER_HOUR_MAX);

    const loadedMs = performance.now();
    const isTimeOver = isAfter(loadedMs + LOADED_S * 1_000);
    let roundsAtRestart: number | null = null;
    // A restart takes most of a short run: the users work again before it ends.
    const isTooLate = isAfter(loadedMs + LOADED_S * 1_000 + RESTART_MS_MAX);
    const isOver: IsOver = () =>
      isTooLate() ||
      (isTimeOver() && roundsAtRestart !== null && countRounds(users) > roundsAtRestart);
    const killAndRestart = async (): Promise<void> => {
      for (let kill = 1; kill <= KILLS; kill += 1) {
        await waitForMs((LOADED_S * 1_000) / (KILLS + 1));
        isAway = true;
        await desk.kill();
        await desk.restart();
        // Requests of before the restart still end.
        setTimeout(() => (isAway = false), PACE_MS);
      }
      roundsAtRestart = countRounds(users);
    };
    const [fuzzed, frames] = await Promise.all([
      Promise.all(
        Array.from({ length: FUZZERS }, (_, at) =>
          sendFuzzedRequests(desk.origin, attacker.cookie, SEED + at, isOver),
        ),
      ),
      sendBadFrames(desk.origin, attacker.cookie, isOver),
      keepStalledSockets(desk.origin, others, isOver),
      runUsers(users, isOver),
      killAndRestart(),
    ]);
    const loadedS = (performance.now() - loadedMs) / 1_000;
    const useful = (countRounds(users) - calmRounds) / loadedS / (calmRounds / CALM_S);
    expect(users.flatMap(({ errors }) => errors)).toEqual([]);
    expect(listErrorLines(desk)).toEqual([]);
    expect(await desk.end()).toBe(0);
    const records = expectPassedAudit(desk.dataDir);
    console.info(
      `loaded, ${loadedS.toFixed(0)} s: ${fuzzed.reduce((sum, count) => sum + count, 0)} random requests, ${frames} bad frames, ${STALLED} stalled sockets, ${KILLS} kills; ${(100 * useful).toFixed(0)}% of the calm rounds, audit of ${records} records passed`,
    );
    // Restarts take most of a shorter run.
    expect(useful).toBeGreaterThan(IS_FULL_RUN ? USEFUL_SHARE_MIN : 0);
  },
);
