// kill -9 of a backfill at random requests: it continues, loses nothing and doubles nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readAnswers } from '../../app/programs/feeds/recorded-answers';
import { createReplayServer } from '../../app/programs/feeds/replay-server';
import { createReplayedClock } from '../../app/server/feeds/public/replayed-clock.server';
import { iemSource } from '../../app/trading/market/sources/iem/source';
import { buildArchiveExchange } from '../support/archive-answers';
import { type BuiltProgram, buildProgram } from '../support/killer';
import { createSeededRandomFunction } from '../support/killer-traders';
import { createReplayFolder } from '../support/replay-folder';
import { chooseSize, formatSeed } from '../support/run-size';
import { createEmptyDatabase, createScratchDir } from '../support/test-database';
import { listPublishedRows } from '../support/published-rows';

const KILLS = chooseSize(2, 30);
const SPAN = ['--from', '2025-06-01', '--until', '2025-06-11'];
const AT = '2026-11-20T12:00:00Z';
/** Replayed milliseconds in one of the machine: the gap of the source passes at once. */
const SPEED = 3600;
const DELAY_MS_MAX = 30;
const REQUESTS = iemSource.planBackfill(
  { fromMs: Date.UTC(2025, 5, 1), untilMs: Date.UTC(2025, 5, 11) },
  Date.parse(AT),
);
const seed = Number(process.env['KILL_SEED'] ?? 20_261_127);
const SEED_TEXT = formatSeed('KILL_SEED', seed);

let program: BuiltProgram;
beforeAll(async () => {
  program = await buildProgram('backfill-process');
});
afterAll(() => program.remove());

/** A replay of all answers; `onServed` is called for each. */
async function startReplay(onServed: () => void): Promise<string> {
  const folder = createReplayFolder(REQUESTS.map((request) => buildArchiveExchange(request, AT)));
  const { wallMs } = createReplayedClock({ nowMs: Date.parse(AT), speed: SPEED });
  const server = createReplayServer({
    answers: readAnswers(folder),
    faults: [],
    nowMs: wallMs,
    speed: SPEED,
    onServed,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function startBackfill(dataDir: string, endpoint: string) {
  const child = spawn(process.execPath, [program.file, 'backfill', 'iem', ...SPAN, '--json'], {
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      FEED_ENDPOINT: endpoint,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: string[] = [];
  child.stdout.on('data', (chunk: Buffer) => void printed.push(chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    printed: printed.join(''),
  }));
  return { child, ended };
}

/** Values with their times and requests, in order, and the number of publications. */
function readStored(dataDir: string): readonly unknown[] {
  const { db } = createEmptyDatabase(dataDir);
  const { $client } = db;
  expect($client.pragma('integrity_check', { simple: true })).toBe('ok');
  return [
    ...listPublishedRows(db),
    $client.prepare('SELECT count(*) FROM publication').pluck().get(),
  ];
}

test(
  `a backfill killed at ${KILLS} requests continues, loses nothing and doubles nothing`,
  { timeout: 1_200_000 },
  async () => {
    let onServed: () => void = () => undefined;
    const endpoint = await startReplay(() => onServed());
    const roll = createSeededRandomFunction(seed);
    const wholeDir = createScratchDir();
    expect((await startBackfill(wholeDir, endpoint).ended).code).toBe(0);
    const whole = readStored(wholeDir);
    expect(whole.length).toBeGreaterThan(REQUESTS.length);

    for (let kill = 0; kill < KILLS; kill += 1) {
      const dataDir = createScratchDir();
      const atRequest = 1 + Math.floor(roll() * (REQUESTS.length - 1));
      const delayMs = roll() * DELAY_MS_MAX;
      const where = `${SEED_TEXT}, kill ${kill} at request ${atRequest} after ${delayMs} ms`;
      const { child, ended } = startBackfill(dataDir, endpoint);
      let served = 0;
      onServed = () => {
        served += 1;
        if (served === atRequest) setTimeout(() => child.kill('SIGKILL'), delayMs);
      };
      expect((await ended).signal, where).toBe('SIGKILL');
      onServed = () => undefined;

      const { code, printed } = await startBackfill(dataDir, endpoint).ended;
      const rest = JSON.parse(printed) as { answeredBefore: number; sent: number };
      expect(code, where).toBe(0);
      // The request of the kill may have been stored or not.
      expect(rest.answeredBefore, where).toBeGreaterThanOrEqual(atRequest - 1);
      expect(rest.sent, where).toBe(REQUESTS.length - rest.answeredBefore);
      expect(readStored(dataDir), where).toEqual(whole);
    }
  },
);
