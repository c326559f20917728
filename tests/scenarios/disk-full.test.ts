// The disk fills up while the desk trades: commands are refused, nothing is half written, and all
// goes on once there is room.
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
import { selectedBook } from '../../app/trading/domain/book';
import type { Terminal } from '../../app/models/desk/terminal';
import { openTerminal } from '../../app/server/desk/terminal.server';
import { historySource } from '../../app/server/feeds/history-source.server';
import { booksFaults } from '../support/killer-checks';
import { Traders, USERS, seededDice } from '../support/killer-traders';
import { pacedFeed } from '../support/paced-feed';

const ROUNDS = 16;
/**
 * Room for about twenty commands: each leaves some 50 KB in the write-ahead log, which is written
 * back every 16 MB only.
 */
const ROOM_BYTES_MAX = 1_000_000;
/** The database itself grows by far less than the log of its pages. */
const ROOM_PAGES_MAX = 24;
const COMMANDS_UNTIL_FULL_MAX = 5000;
const PATIENCE = { timeout: 60_000, interval: 20 };
const seed = Number(process.env['KILL_SEED'] ?? 20_261_121);
const root = mkdtempSync(join(tmpdir(), 'frontmonth-full-'));

/**
 * A disk that can be filled: a real one of 32 MB where this process may mount it, else SQLite's own
 * limit of pages.
 */
interface SmallDisk {
  readonly kind: string;
  readonly folder: string;
  /** Leaves this share of the most room that a test leaves. */
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
/** The desk looks at the disk again whenever its second ticks: here only when the test says so. */
const tick = (): void => void vi.advanceTimersByTime(1000);
beforeAll(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterAll(() => {
  vi.useRealTimers();
  for (const disk of disks) disk.remove();
  rmSync(root, { recursive: true, force: true });
});

function openDesk(dataDir: string): Terminal {
  const desk = openTerminal({
    dataDir,
    source: historySource({ feed: pacedFeed(String(seed)), barsPerSecond: 100 }),
    timeZone: 'America/New_York',
    auditsBehind: false,
  });
  onTestFinished(() => desk.close());
  return desk;
}

const ask = (desk: Terminal, traders: Traders, user: string): Promise<CommandResult> =>
  send(desk, traders, traders.next(user));

async function send(
  desk: Terminal,
  traders: Traders,
  envelope: CommandEnvelope,
): Promise<CommandResult> {
  const result = await desk.execute(envelope);
  if (isStorage(result)) return result;
  const state = desk.state();
  const book = selectedBook(state, envelope.userId);
  traders.hear({
    said: 'answer',
    result,
    nowMs: state.nowMs,
    positions: Object.keys(book?.positions ?? {}),
    orders: Object.keys(book?.orders ?? {}),
  });
  return result;
}

/**
 * A command that was never sent before: a repeat would get its first answer, whatever the disk
 * says.
 */
async function askAnew(desk: Terminal, traders: Traders, user: string): Promise<CommandResult> {
  const before = traders.pending.size;
  const result = await ask(desk, traders, user);
  return traders.pending.size > before ? result : askAnew(desk, traders, user);
}

const isStorage = ({ outcome }: CommandResult): boolean =>
  !outcome.ok && outcome.refusal.code === 'STORAGE';

/** Trades until the first command is refused for want of room; how many were taken. */
async function tradeUntilFull(desk: Terminal, traders: Traders): Promise<number> {
  for (let taken = 0; taken < COMMANDS_UNTIL_FULL_MAX; taken += 1) {
    if (isStorage(await ask(desk, traders, USERS[taken % USERS.length] ?? 'ann'))) return taken;
  }
  throw new Error('the disk never filled up');
}

/** Everything that must hold while the disk is full. */
async function expectWaiting(desk: Terminal, traders: Traders, where: string): Promise<void> {
  const { books, logSeq } = desk.state();
  for (const user of USERS) expect(await askAnew(desk, traders, user), where).toSatisfy(isStorage);
  expect(desk.state().books, where).toBe(books);
  expect([desk.state().logSeq, storedHead(desk)], where).toEqual([logSeq, logSeq]);
  expect(desk.status(), where).toMatchObject({
    isReady: false,
    storageFault: expect.stringContaining('could not be written'),
  });
  for (const user of USERS)
    expect(desk.view(user), where).toMatchObject({ asOfSeq: desk.state().sequence });
  const { sequence } = desk.state();
  await expect.poll(() => desk.state().sequence, PATIENCE).toBeGreaterThan(sequence);
}

/** Room has come back: the desk finds it by itself, and what was refused is taken now. */
async function expectGoingOn(desk: Terminal, traders: Traders, where: string): Promise<void> {
  tick();
  await expect.poll(() => desk.status().storageFault, PATIENCE).toBeNull();
  expect(desk.status().isReady, where).toBe(true);
  for (const envelope of traders.askAgain())
    expect(await send(desk, traders, envelope), where).not.toSatisfy(isStorage);
  expect(traders.pending.size, where).toBe(0);
}

const storedHead = (desk: Terminal): unknown =>
  desk.db.$client.prepare('SELECT max(seq) FROM event').pluck().get();

test.each(disks)(
  `a full disk refuses, keeps and goes on, ${ROUNDS} times ($kind)`,
  { timeout: 300_000 },
  async (disk) => {
    const roll = seededDice(seed);
    const traders = new Traders(roll);
    const dataDir = join(disk.folder, 'trading');
    const desk = openDesk(dataDir);
    for (const user of USERS) await ask(desk, traders, user); // opens their books
    let taken = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const where = `seed ${seed}, round ${round}`;
      disk.fill(roll(), desk);
      taken += await tradeUntilFull(desk, traders);
      await expectWaiting(desk, traders, where);
      expect(booksFaults(dataDir, traders), where).toEqual([]);
      if (round % 2 === 0) {
        // A look at a disk that is still full: a small transaction may find room where a large one
        // did not.
        tick();
        taken += await tradeUntilFull(desk, traders);
        await expectWaiting(desk, traders, where);
      }
      disk.free(desk);
      await expectGoingOn(desk, traders, where);
      expect(booksFaults(dataDir, traders), where).toEqual([]);
    }
    console.info(
      `seed ${seed}: ${disk.kind} filled ${ROUNDS} times, ${taken} commands taken in between, ${String(storedHead(desk))} records`,
    );
    await desk.close();
  },
);

test.each(mounted ? [mounted] : [])(
  'a desk ends cleanly on a full disk, and says why it cannot start on one ($kind)',
  { timeout: 60_000 },
  async (disk) => {
    const traders = new Traders(seededDice(seed + 1), 'end');
    const dataDir = join(disk.folder, 'ending');
    const desk = openDesk(dataDir);
    for (let i = 0; i < 30; i += 1) await ask(desk, traders, USERS[i % USERS.length] ?? 'ann');
    disk.fill(0, desk);
    await tradeUntilFull(desk, traders);
    const { logSeq } = desk.state();
    await desk.close();
    expect(() => openDesk(dataDir)).toThrow(
      /cannot be written \(SQLITE_FULL: .*\)\. Nothing is lost: make room, .* and start again\.$/,
    );
    disk.free(desk);
    const again = openDesk(dataDir);
    expect(again.state().logSeq).toBe(logSeq);
    await expectGoingOn(again, traders, 'after the start');
    await again.close();
    expect(booksFaults(dataDir, traders)).toEqual([]);
  },
);
