// Folder for the owner's prices: imports each CSV file once, and moves it away.
import { createHash } from 'node:crypto';
import { type Stats, constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rename } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { setImmediate as waitForTurn } from 'node:timers/promises';
import { ImportFault, type ImportFile, importInWorker } from './own-price-import.server';
import { type PackedHistory, countBars, unpackBars } from './packed-history';
import { isWriteFault } from '../../../../db/client.server';
import { getLog } from '../../platform/log.server';
import { type SetTimer, startTimer } from '../pump.server';
import { formatIsoTime } from '../../../trading/domain/format';
import type { Bar } from '../../../trading/domain/quote';
import { SECOND_MS } from '../../../trading/domain/time';
import type { EpochMs } from '../../../trading/domain/units';
import { type NamedContract, findContractCode } from '../../../trading/market/contract-code';
import type { ImportedHistory } from '../../../trading/market/csv-import';
import type {
  InboxStatus,
  OwnPriceStore,
  PriceFile,
  WaitingFile,
} from '../../../trading/market/own-price-store';

interface InboxOptions {
  /** Absolute path; created if missing. */
  readonly folder: string;
  readonly store: OwnPriceStore;
  readonly nowMs: () => EpochMs;
  /** Called after the commit of each imported file. */
  readonly onImported: (history: ImportedHistory) => void;
  /** Defaults to a worker thread. */
  readonly importFile?: ImportFile;
  /** Replaced in tests that disturb it. */
  readonly moveFile?: (from: string, to: string) => Promise<void>;
  readonly setTimer?: SetTimer;
}

interface Inbox {
  /** Looks once; resolves when all files that are complete are imported. Never rejects. */
  lookOnce(): Promise<void>;
  getStatus(): InboxStatus;
  /** Resolves when nothing more is stored. */
  stop(): Promise<void>;
}

const LOOK_MS = 5 * SECOND_MS;
const BYTES_MAX = 20 * 1024 * 1024;
/** A slice takes some milliseconds, between which other work of the process continues. */
const SLICE_BARS = 2000;
/** A file that failed is read again at every twelfth look, once a minute. */
const RETRY_LOOKS = 12;
/** Bounds of what the status lists. */
const WAITING_MAX = 100;
const REPEATED_MAX = 20;

const DONE = 'done';
const REFUSED = 'refused';
type Target = typeof DONE | typeof REFUSED;

const COPYING = 'waits until its size and time stay the same for 5 seconds';

/** Advice by code of a file system error. */
const ADVICE: Readonly<Record<string, string>> = {
  EACCES: 'Change its owner or permissions.',
  EPERM: 'Change its owner or permissions.',
  EROFS: 'The disk is read-only.',
  EEXIST: 'A file has the name of a folder: move it away.',
  ENOTDIR: 'A file has the name of a folder: move it away.',
  ENOSPC: 'The disk is full: free space.',
  EMFILE: 'Too many files are open.',
  ENAMETOOLONG: 'Shorten its name.',
};

const getCode = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';

const isMissing = (error: unknown): boolean => getCode(error) === 'ENOENT';

/** A sentence for the owner; null for a fault of the program. */
function explainFault(error: unknown): string | null {
  if (error instanceof ImportFault) return error.message;
  if (isWriteFault(error)) return `The database cannot be written (${error.code}). Free space.`;
  const advice = ADVICE[getCode(error)];
  return advice === undefined ? null : `${getCode(error)}: ${advice}`;
}

/** Changes when a file is written or replaced. */
const getFingerprint = ({ ino, size, mtimeMs }: Stats): string => `${ino} ${size} ${mtimeMs}`;

/** Control characters and those that change the direction of text would garble pages and logs. */
const toShownName = (name: string): string => name.replace(/[\p{C}\u2028\u2029]/gu, '\ufffd');

/** Starts to look every 5 seconds. */
export function openInbox(options: InboxOptions): Inbox {
  const inbox = new FolderInbox(options);
  inbox.start();
  return inbox;
}

class FolderInbox implements Inbox {
  private looks = 0;
  private current: Promise<void> | null = null;
  private readonly stopping = new AbortController();
  private cancelTimer: () => void = () => undefined;
  private problem: string | null = null;
  private reading: string | null = null;
  private waiting: readonly WaitingFile[] = [];
  private readonly repeated: WaitingFile[] = [];
  private loggedFaults: ReadonlySet<string> = new Set();
  private faults = new Set<string>();
  /** Fingerprints of the last look. */
  private seen: ReadonlyMap<string, string> = new Map();
  /** Stored files that could not be moved away, by name and fingerprint. */
  private readonly settled = new Map<string, Target>();
  /** Files that failed, by name and fingerprint, with the look of the next try. */
  private readonly failed = new Map<
    string,
    { readonly reason: string; readonly retryLook: number }
  >();

  constructor(private readonly options: InboxOptions) {}

  start(): void {
    void this.lookAndWait();
  }

  private async lookAndWait(): Promise<void> {
    await this.lookOnce();
    if (this.isStopped) return;
    const setTimer = this.options.setTimer ?? startTimer;
    this.cancelTimer = setTimer(() => void this.lookAndWait(), LOOK_MS);
  }

  private get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  lookOnce(): Promise<void> {
    this.current ??= this.lookSafely().finally(() => {
      this.current = null;
    });
    return this.current;
  }

  getStatus(): InboxStatus {
    const { folder } = this.options;
    const { problem, reading, waiting, repeated } = this;
    return { folder, problem, reading, waiting, repeated: [...repeated] };
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.cancelTimer();
    await this.current;
  }

  private async lookSafely(): Promise<void> {
    if (this.isStopped) return;
    this.looks += 1;
    this.faults = new Set();
    try {
      await this.lookIntoFolder();
      this.problem = null;
    } catch (error) {
      this.problem = explainFault(error) ?? 'It failed; the fault was logged.';
      this.logFault(`the inbox: ${this.problem}`, error);
    } finally {
      this.reading = null;
      this.loggedFaults = this.faults;
    }
  }

  /** Each fault is logged when it begins, not at every look. */
  private logFault(fault: string, error: unknown): void {
    this.faults.add(fault);
    if (!this.loggedFaults.has(fault))
      getLog().error({ err: error, fault }, 'prices of the owner cannot be imported');
  }

  private async lookIntoFolder(): Promise<void> {
    const { folder } = this.options;
    for (const target of [DONE, REFUSED])
      await mkdir(join(folder, target), { recursive: true, mode: 0o700 });
    const names = (await readdir(folder))
      .filter((name) => name !== DONE && name !== REFUSED)
      .sort();
    const seen = new Map<string, string>();
    const waiting: WaitingFile[] = [];
    for (const name of names) {
      if (this.isStopped) return;
      const reason = await this.processName(name, seen);
      if (reason !== null) waiting.push({ name: toShownName(name), reason });
    }
    this.seen = seen;
    this.waiting = waiting.slice(0, WAITING_MAX);
    this.forgetGone(seen);
  }

  private forgetGone(seen: ReadonlyMap<string, string>): void {
    const present = new Set([...seen].map(([name, fingerprint]) => toKey(name, fingerprint)));
    for (const known of [this.settled, this.failed])
      for (const key of known.keys()) if (!present.has(key)) known.delete(key);
  }

  /** Why a file stays in the folder; null when it is gone. */
  private async processName(name: string, seen: Map<string, string>): Promise<string | null> {
    if (!/\.csv$/i.test(name)) return 'not a CSV file';
    if (name.startsWith('.')) return 'not read: its name begins with a dot';
    if (name.includes('\ufffd')) return 'not read: its name is not in UTF-8; rename it';
    try {
      const stats = await lstat(join(this.options.folder, name));
      const obstacle = findObstacle(stats);
      if (obstacle !== null) return obstacle;
      const fingerprint = getFingerprint(stats);
      seen.set(name, fingerprint);
      if (this.seen.get(name) !== fingerprint) return COPYING;
      return await this.processFile(name, fingerprint);
    } catch (error) {
      return this.isStopped || isMissing(error) ? null : this.recordFault(name, error);
    }
  }

  private recordFault(name: string, error: unknown): string {
    const reason = `cannot be read. ${explainFault(error) ?? 'The fault was logged.'}`;
    this.logFault(`${toShownName(name)} ${reason}`, error);
    return reason;
  }

  private async processFile(name: string, fingerprint: string): Promise<string | null> {
    const key = toKey(name, fingerprint);
    const target = this.settled.get(key);
    if (target !== undefined) return this.moveAway(name, fingerprint, target);
    const failure = this.failed.get(key);
    if (failure && failure.retryLook > this.looks) {
      this.faults.add(`${toShownName(name)} ${failure.reason}`);
      return failure.reason;
    }
    this.reading = toShownName(name);
    try {
      const bytes = await this.readBytes(name, fingerprint);
      if (bytes === null) return COPYING;
      const settledAs = await this.importBytes(name, bytes);
      this.settled.set(key, settledAs);
      this.failed.delete(key);
      return await this.moveAway(name, fingerprint, settledAs);
    } catch (error) {
      if (this.isStopped || isMissing(error)) return null;
      const reason = this.recordFault(name, error);
      this.failed.set(key, { reason, retryLook: this.looks + RETRY_LOOKS });
      return reason;
    } finally {
      this.reading = null;
    }
  }

  /** Null when the file changed since it was seen. Does not follow links. */
  private async readBytes(name: string, fingerprint: string): Promise<Uint8Array | null> {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    // Windows has neither flag.
    const flags = O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);
    const handle = await open(join(this.options.folder, name), flags);
    try {
      const before = await handle.stat();
      if (!before.isFile() || getFingerprint(before) !== fingerprint) return null;
      // A copy of its own: the buffers of small files share memory.
      const bytes = new Uint8Array(before.size);
      const { bytesRead } = await handle.read(bytes, 0, before.size, 0);
      const after = await handle.stat();
      return bytesRead === before.size && getFingerprint(after) === fingerprint ? bytes : null;
    } finally {
      await handle.close();
    }
  }

  private async importBytes(name: string, bytes: Uint8Array): Promise<Target> {
    const { store, nowMs, importFile = importInWorker } = this.options;
    const file: PriceFile = {
      name: toShownName(name),
      sha256: createHash('sha256').update(bytes).digest('hex'),
      bytes: bytes.byteLength,
      importedMs: nowMs(),
    };
    const named = findContractCode(name, file.importedMs);
    if (!named.ok) return this.refuseFile(file, null, named.refusal.message);
    const contract = named.value;
    const { instrumentId } = contract;
    const earlier = store.findImported({ sha256: file.sha256, instrumentId });
    if (earlier) return this.noteRepeat(file, earlier);
    const imported = await importFile(
      { name: file.name, bytes, contract, nowMs: file.importedMs },
      this.stopping.signal,
    );
    if (!imported.ok) return this.refuseFile(file, contract, imported.refusal.message);
    await this.storeHistory(file, imported.value);
    return DONE;
  }

  private refuseFile(file: PriceFile, contract: NamedContract | null, reason: string): Target {
    this.options.store.saveRefused(file, contract?.instrumentId ?? null, reason);
    getLog().warn({ file: file.name, reason }, 'a file of prices was refused');
    return REFUSED;
  }

  private noteRepeat(file: PriceFile, earlier: Pick<PriceFile, 'name' | 'importedMs'>): Target {
    const reason = `has the contents of ${earlier.name}, imported ${formatIsoTime(earlier.importedMs)}: nothing was added`;
    this.repeated.unshift({ name: file.name, reason });
    this.repeated.splice(REPEATED_MAX);
    getLog().info(
      { file: file.name, earlier: earlier.name },
      'a file of prices was imported before',
    );
    return DONE;
  }

  /** Compares and stages in slices, then stores all in one transaction. */
  private async storeHistory(file: PriceFile, packed: PackedHistory): Promise<void> {
    const { store, onImported } = this.options;
    const { facts } = packed;
    const bars: Bar[] = [];
    let staged = { fresh: 0, changed: 0 };
    store.clearStaged();
    for (let from = 0; from < countBars(packed); from += SLICE_BARS) {
      const slice = unpackBars(packed, from, from + SLICE_BARS);
      const { fresh, changed } = store.stageBars(facts.instrument.id, slice);
      staged = { fresh: staged.fresh + fresh, changed: staged.changed + changed };
      bars.push(...slice);
      await waitForTurn();
      this.stopping.signal.throwIfAborted();
    }
    const history: ImportedHistory = { ...facts, bars };
    store.saveImported(file, history, staged);
    getLog().info(
      { file: file.name, contract: facts.instrument.id, ...facts.counts, ...staged },
      'a file of prices was imported',
    );
    try {
      onImported(history);
    } catch (error) {
      // The bars are stored; the next start reads them.
      getLog().error({ err: error, file: file.name }, 'imported prices could not be passed on');
    }
  }

  /** Null when the file is gone; a failed move is tried again at the next look. */
  private async moveAway(
    name: string,
    fingerprint: string,
    target: Target,
  ): Promise<string | null> {
    const { folder, moveFile = rename } = this.options;
    const from = join(folder, name);
    try {
      // New contents under this name are read at a later look.
      if (getFingerprint(await lstat(from)) !== fingerprint) return COPYING;
      await moveFile(from, await this.chooseTarget(join(folder, target), name));
      this.settled.delete(toKey(name, fingerprint));
      return null;
    } catch (error) {
      if (isMissing(error)) return null;
      const reason = `is stored, but cannot be moved to ${target}. ${explainFault(error) ?? 'The fault was logged.'}`;
      this.logFault(`${toShownName(name)} ${reason}`, error);
      return reason;
    }
  }

  /** A free name: with the time when a file of that name exists. */
  private async chooseTarget(folder: string, name: string): Promise<string> {
    const { name: base, ext } = parse(name);
    const stamp = formatIsoTime(this.options.nowMs()).replace(/[-:]|\.\d+/g, '');
    let path = join(folder, name);
    for (let count = 1; await isPresent(path); count += 1)
      path = join(folder, `${base}-${stamp}${count === 1 ? '' : `-${count}`}${ext}`);
    return path;
  }
}

const toKey = (name: string, fingerprint: string): string => `${name}/${fingerprint}`;

/** Why a file is not read in any state; null for a file that may be read. */
function findObstacle(stats: Stats): string | null {
  if (stats.isSymbolicLink()) return 'not read: a symbolic link; copy the file itself here';
  if (!stats.isFile()) return 'not read: no regular file';
  if (stats.size === 0) return 'not read: empty';
  if (stats.size > BYTES_MAX) return 'not read: larger than 20 MB; split it into several files';
  return null;
}

const isPresent = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false;
      throw error;
    },
  );
