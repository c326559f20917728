// The disk fills while the server trades: commands are rejected, nothing is partly written, and
// trading resumes with free space.
import { spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { CommandEnvelope, CommandResult } from '../../app/trading/domain/command';
import { getSelectedBook } from '../../app/trading/domain/book';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { createHistorySource } from '../../app/server/feeds/history-source.server';
import { listDatabaseFaults } from '../support/killer-checks';
import { Traders, USERS, createSeededRandomFunction } from '../support/killer-traders';
import { createPacedFeed } from '../support/paced-feed';
import { chooseSize, formatSeed } from '../support/run-size';

const ROUNDS = chooseSize(5, 16, 200);
/** Then a new desk: every round audits the whole log. */
const ROUNDS_PER_DESK = 20;
/**
 * Space for about 20 commands: each leaves some 50 KB in the write-ahead log, which is written back
 * every 16 MB.
 */
const ROOM_BYTES_MAX = 1_000_000;
/** The database grows much less than the log of its pages. */
const ROOM_PAGES_MAX = 24;
const COMMANDS_UNTIL_FULL_MAX = 5000;
const PATIENCE = { timeout: 60_000, interval: 20 };
const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);
const SEED_TEXT = formatSeed('KILL_SEED', seed);
const root = mkdtempSync(join(tmpdir(), 'frontmonth-full-'));

/** A disk to fill: a mounted 32 MB disk where possible, else SQLite's page limit. */
interface SmallDisk {
  readonly kind: string;
  readonly folder: string;
  /** Leaves this fraction of the maximum free space. */
  fill(share: number, desk: Terminal): void;
  free(desk: Terminal): void;
  remove(): void;
}

function mountedDisk(): SmallDisk | null {
  const disk = join(root, 'disk');
  mkdirSync(disk);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32m,mode=0700', 'tmpfs', disk]).status !== 0)
    return null;
  const filler = join(disk, 'filler');
  return {
    kind: 'a tmpfs of 32 MB',
    folder: disk,
    fill(share) {
      const { bavail, bsize } = statfsSync(disk);
      const file = openSync(filler, 'w');
      writeSync(
        file,
        Buffer.alloc(Math.max(0, bavail * bsize - Math.floor(share * ROOM_BYTES_MAX))),
      );
      closeSync(file);
    },
    free: () => rmSync(filler),
    remove: () => void spawnSync('umount', ['-l', disk]),
  };
}

const pageLimit = (): SmallDisk => ({
  kind: 'max_page_count',
  folder: root,
  fill(share, { db }) {
    const pages = Number(db.$client.pragma('page_count', { simple: true }));
    db.$client.pragma(`max_page_count = ${pages + Math.floor(share * ROOM_PAGES_MAX)}`);
  },
  free: ({ db }) => void db.$client.pragma('max_page_count = 1000000'),
  remove: () => undefined,
});

const mounted = mountedDisk();
if (!mounted)
  console.warn('Nothing may be mounted here: the full disk is played by max_page_count alone.');
const disks = [...(mounted ? [mounted] : []), pageLimit()];
/** The server probes the disk each second: here only when the test ticks. */
const tickSecond = (): void => void vi.advanceTimersByTime(1000);
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterAll(() => {
  vi.useRealTimers();
  for (const disk of disks) disk.remove();
  rmSync(root, { recursive: true, force: true });
});

function openDesk(dataDir: string): Terminal {
  const desk = openTerminal({
    dataDir,
    source: createHistorySource({ feed: createPacedFeed(String(seed)), barsPerSecond: 100 }),
    timeZone: 'America/New_York',
    auditsInBackground: false,
  });
  onTestFinished(() => desk.close());
  return desk;
}

const sendCommand = (desk: Terminal, traders: Traders, user: string): Promise<CommandResult> =>
  send(desk, traders, traders.next(user));

async function send(
  desk: Terminal,
  traders: Traders,
  envelope: CommandEnvelope,
): Promise<CommandResult> {
  const result = await desk.execute(envelope);
  if (isStorage(result)) return result;
  const state = desk.state();
  const book = getSelectedBook(state, envelope.userId);
  traders.recordResult({
    type: 'answer',
    result,
    nowMs: state.nowMs,
    positions: Object.keys(book?.positions ?? {}),
    orders: Object.keys(book?.orders ?? {}),
  });
  return result;
}

/** A new command: a repeat would return its first answer. */
async function sendAgain(desk: Terminal, traders: Traders, user: string): Promise<CommandResult> {
  const before = traders.pending.size;
  const result = await sendCommand(desk, traders, user);
  return traders.pending.size > before ? result : sendAgain(desk, traders, user);
}

const isStorage = ({ outcome }: CommandResult): boolean =>
  !outcome.ok && outcome.refusal.code === 'STORAGE';

/** Trades until the first storage refusal; returns the number of accepted commands. */
async function tradeUntilFull(desk: Terminal, traders: Traders): Promise<number> {
  for (let taken = 0; taken < COMMANDS_UNTIL_FULL_MAX; taken += 1) {
    if (isStorage(await sendCommand(desk, traders, USERS[taken % USERS.length] ?? 'ann')))
      return taken;
  }
  throw new Error('the disk never filled up');
}

/** Invariants while the disk is full. */
async function expectWaiting(desk: Terminal, traders: Traders, where: string): Promise<void> {
  const { books, logSeq } = desk.state();
  for (const user of USERS)
    expect(await sendAgain(desk, traders, user), where).toSatisfy(isStorage);
  expect(desk.state().books, where).toBe(books);
  expect([desk.state().logSeq, storedHead(desk)], where).toEqual([logSeq, logSeq]);
  expect(desk.status(), where).toMatchObject({
    isReady: false,
    storageFault: expect.stringContaining('could not be written'),
  });
  for (const user of USERS)
    expect(desk.getView(user), where).toMatchObject({ asOfSeq: desk.state().sequence });
  const { sequence } = desk.state();
  await expect.poll(() => desk.state().sequence, PATIENCE).toBeGreaterThan(sequence);
}

/** With free space the server recovers by itself and accepts the rejected command. */
async function expectGoingOn(desk: Terminal, traders: Traders, where: string): Promise<void> {
  tickSecond();
  await expect.poll(() => desk.status().storageFault, PATIENCE).toBeNull();
  expect(desk.status().isReady, where).toBe(true);
  for (const envelope of traders.listRepeats())
    expect(await send(desk, traders, envelope), where).not.toSatisfy(isStorage);
  expect(traders.pending.size, where).toBe(0);
}

const storedHead = (desk: Terminal): unknown =>
  desk.db.$client.prepare('SELECT max(seq) FROM event').pluck().get();

/** Fills the disk of a new desk in these rounds; returns its taken commands and its records. */
async function fillRepeatedly(disk: SmallDisk, roll: () => number, rounds: readonly number[]) {
  const traders = new Traders(roll);
  const dataDir = join(disk.folder, 'trading');
  const desk = openDesk(dataDir);
  for (const user of USERS) await sendCommand(desk, traders, user); // opens their books
  let taken = 0;
  for (const round of rounds) {
    const where = `${SEED_TEXT}, round ${round}`;
    disk.fill(roll(), desk);
    taken += await tradeUntilFull(desk, traders);
    await expectWaiting(desk, traders, where);
    expect(listDatabaseFaults(dataDir, traders), where).toEqual([]);
    if (round % 2 === 0) {
      // Probe of a full disk: a small transaction may fit where a large one did not.
      tickSecond();
      taken += await tradeUntilFull(desk, traders);
      await expectWaiting(desk, traders, where);
    }
    disk.free(desk);
    await expectGoingOn(desk, traders, where);
    expect(listDatabaseFaults(dataDir, traders), where).toEqual([]);
  }
  const records = Number(storedHead(desk));
  await desk.close();
  rmSync(dataDir, { recursive: true });
  return { taken, records };
}

test.each(disks)(
  `a full disk refuses, keeps and goes on, ${ROUNDS} times ($kind)`,
  { timeout: chooseSize(300_000, 1_800_000) },
  async (disk) => {
    const roll = createSeededRandomFunction(seed);
    const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
    const totals = { taken: 0, records: 0 };
    for (let first = 0; first < ROUNDS; first += ROUNDS_PER_DESK) {
      const desk = await fillRepeatedly(disk, roll, rounds.slice(first, first + ROUNDS_PER_DESK));
      totals.taken += desk.taken;
      totals.records += desk.records;
    }
    console.info(
      `${SEED_TEXT}: ${disk.kind} filled ${ROUNDS} times, ${totals.taken} commands taken in between, ${totals.records} records`,
    );
  },
);

test.each(mounted ? [mounted] : [])(
  'stops cleanly on a full disk and explains why it cannot start ($kind)',
  { timeout: 60_000 },
  async (disk) => {
    const traders = new Traders(createSeededRandomFunction(seed + 1), 'end');
    const dataDir = join(disk.folder, 'ending');
    const desk = openDesk(dataDir);
    for (let i = 0; i < 30; i += 1)
      await sendCommand(desk, traders, USERS[i % USERS.length] ?? 'ann');
    disk.fill(0, desk);
    await tradeUntilFull(desk, traders);
    const { logSeq } = desk.state();
    await desk.close();
    expect(() => openDesk(dataDir)).toThrow(
      /cannot be written \(SQLITE_FULL: .*\)\. No data is lost: free space .* then restart\.$/,
    );
    disk.free(desk);
    const again = openDesk(dataDir);
    expect(again.state().logSeq).toBe(logSeq);
    await expectGoingOn(again, traders, 'after the start');
    await again.close();
    expect(listDatabaseFaults(dataDir, traders)).toEqual([]);
  },
);
