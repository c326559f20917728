// A server runs on the time of a replay: what sources answered then, and no way back.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { formatExchange } from '../../app/server/feeds/cassette.server';
import { findExchange } from '../support/cassettes';
import { type DeskServer, Visitor, startDesk } from '../support/desk-server';
import { ROOT } from '../support/source-files';

const STORMS = findExchange('nhc', 'two storms');
const PROGRAM = join(ROOT, 'build', 'programs', 'feeds.js');
/** Bound only: an answer takes seconds at most. */
const WAIT = { timeout: 30_000, interval: 100 };

interface Replay {
  readonly endpoint: string;
  readOutput(): string;
  /** Sends SIGTERM; resolves with the exit code. */
  endReplay(): Promise<number | null>;
}

async function startReplay(folder: string, atIso: string): Promise<Replay> {
  const args = [PROGRAM, 'serve', folder, '--at', atIso, '--port', '0'];
  const child: ChildProcess = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: string[] = [];
  child.stdout?.on('data', (chunk: Buffer) => void chunks.push(chunk.toString('utf8')));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const readOutput = (): string => chunks.join('');
  const findEndpoint = (): string | undefined => /FEED_ENDPOINT=(\S+)/.exec(readOutput())?.[1];
  await vi.waitUntil(findEndpoint, WAIT);
  return {
    endpoint: findEndpoint() ?? '',
    readOutput,
    endReplay() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

let folder: string;
let replay: Replay;
let desk: DeskServer;
let visitor: Visitor;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'frontmonth-replay-'));
  writeFileSync(join(folder, 'nhc.jsonl'), `${formatExchange(STORMS)}\n`);
  replay = await startReplay(folder, '2026-09-10T16:00:00Z');
  desk = await startDesk('server.js', {
    FEED: 'public',
    FEED_SOURCES: 'nhc,usdm,openmeteo',
    FEED_ENDPOINT: replay.endpoint,
    LOG_LEVEL: 'info',
  });
  visitor = await new Visitor(desk.origin).signIn();
});
afterAll(async () => {
  await desk?.stop();
  await replay?.endReplay();
  rmSync(folder, { recursive: true, force: true });
});

const readPage = async (): Promise<string> => (await visitor.request('/data-health')).text();
const readRow = async (id: string): Promise<string> =>
  (new RegExp(`<tr id="${id}">.*?</tr>`, 's').exec(await readPage())?.[0] ?? '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

describe('a server on replayed time', () => {
  it('shows an answer of the past as current, and an unrecorded document as missing', async () => {
    await expect.poll(() => readRow('nhc'), WAIT).toMatch(/LIVE/);
    expect(await readPage()).toContain('dateTime="2026-09-10T');
    await expect.poll(() => readRow('usdm'), WAIT).toMatch(/the document does not exist yet/);
  });

  it('stamps what its users do with the replayed date', async () => {
    const token = await visitor.formFields('/data-health');
    await visitor.postForm('/data-health', {
      ...token,
      intent: 'accept-terms',
      source: 'openmeteo',
    });
    expect(await readPage()).toMatch(/2026-09-10 12:0\d/);
  });

  it('shows the storms of that moment and what they come near', async () => {
    const page = (await (await visitor.request('/weather')).text())
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(page).toMatch(
      /Example hurricane of category 3 106 miles to the Gulf platforms .* 115 mph 958 mb 26\.1° N, 90\.3° W moving N at 12 mph/,
    );
    expect(page).toMatch(
      /Nine tropical depression [\d,]+ miles to the Gulf platforms 35 mph pressure N\/A 15\.5° N, 110\.0° W movement N\/A/,
    );
  });

  it('says so in its log', () => {
    expect(desk.output()).toMatch(
      /"replayed":"2026-09-10T16:0[^"]+","speed":1,.*the server runs on replayed time/,
    );
  });

  it('does not start on data that end after the replayed moment', async () => {
    await desk.end();
    expect(await replay.endReplay()).toBe(0);
    expect(replay.readOutput()).toMatch(/Requests: \d+\nAnswers: .*200 1.*\nHosts: .*nhc/);
    replay = await startReplay(folder, '2026-09-09T00:00:00Z');
    const restarted = startDesk('server.js', {
      FEED: 'public',
      FEED_ENDPOINT: replay.endpoint,
      DATA_DIR: desk.dataDir,
    });
    await expect(restarted).rejects.toThrow(
      /the log in \S+ ends at 2026-09-10T16:0\S+, after the replayed moment 2026-09-09T00:0\S+, and time cannot go back\. Set DATA_DIR to a new folder/,
    );
  });

  it('runs on the time of the machine where the endpoint has no clock', async () => {
    const { endpoint } = replay;
    await replay.endReplay();
    const plain = await startDesk('server.js', {
      FEED: 'public',
      FEED_SOURCES: 'openmeteo',
      FEED_ENDPOINT: endpoint,
      LOG_LEVEL: 'info',
    });
    try {
      expect(plain.output()).not.toContain('replayed time');
    } finally {
      await plain.stop();
    }
  });
});
