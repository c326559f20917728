// `npm run feeds -- backfill`: stores the past that a source states in the database of DATA_DIR.
import { setTimeout as pause } from 'node:timers/promises';
import {
  closeDatabase,
  openDatabase,
  prepareDatabasePath,
  toReadableError,
} from '../../../db/client.server';
import { migrateDatabase } from '../../../db/migrate.server';
import { openPublicationStore } from '../../models/public-data/publications.server';
import { getBodyFolder, openBodyFolder } from '../../server/feeds/public/body-folder.server';
import { createSender, readEgressSettings } from '../../server/feeds/public/egress.server';
import { MIGRATIONS_FOLDER } from '../../server/platform/project.server';
import { MINUTE_MS } from '../../trading/domain/time';
import type { EpochMs } from '../../trading/domain/units';
import { RefusedAnswer } from '../../trading/market/sources/answer';
import { readCalendarDay } from '../../trading/market/sources/answer-days';
import { BACKFILL_SOURCES } from '../../trading/market/sources/catalog';
import type { PublicationStore } from '../../trading/market/sources/publication-store';
import type { BackfillRange } from '../../trading/market/sources/source';
import { lockDataDir } from '../books/data-dir';
import { type ProgramCall, UsageError } from '../cli';
import { type Backfill, backfillSource } from './backfill-source';
import { type FeedsSettings, checkPermission, createClock, findSource } from './source-access';

const PROBLEMS_PRINTED_MAX = 20;
/** A replayed clock may be faster than that of the machine. */
const WAIT_MS_MAX = 50;

/** Fills in the past of a source. Exit code 1 when requests remain without a usable answer. */
export async function runBackfill(
  call: ProgramCall,
  sourceId: string,
  settings: FeedsSettings,
  waitForEnd: () => Promise<void>,
): Promise<number> {
  const source = findSource(BACKFILL_SOURCES, sourceId);
  const egress = readEgressSettings(settings);
  checkPermission(call, source, egress.findKey);
  const range = readRange(call);
  const nowMs = await createClock(egress.endpoint);
  const requests = source.planBackfill(range, nowMs());
  if (requests.length === 0)
    throw new UsageError('The range has no complete day. Give an earlier --from or --until.');
  const minutes = Math.ceil((requests.length * source.gapMs) / MINUTE_MS);
  call.print(`${source.name}: ${requests.length} requests, about ${minutes} min at its pace.`);
  const ending = createEnding(waitForEnd);
  const bodies = openBodyFolder({
    folder: getBodyFolder(settings.DATA_DIR),
    onFault: (error) => call.print(`A body was not stored: ${error.message}`),
  });
  const backfill = await useStore(settings.DATA_DIR, (store) =>
    backfillSource({
      source,
      requests,
      store,
      send: createSender(egress),
      nowMs,
      saveBody: (body, atMs) => bodies.saveBody(body, atMs),
      waitMs: ending.waitMs,
      isEnded: () => ending.signal.aborted,
      uniform: Math.random,
      onProgress: (done, total) => call.progress.update(done, total, 'requests'),
      onFault: (error) => call.print(error.stack ?? error.message),
    }),
  );
  call.progress.endPhase();
  printBackfill(call, backfill);
  return backfill.stop === null && backfill.problems.length === 0 ? 0 : 1;
}

function readRange(call: ProgramCall): BackfillRange {
  const range = { fromMs: readDate(call, 'from'), untilMs: readDate(call, 'until') };
  if (range.fromMs !== null && range.untilMs !== null && range.fromMs >= range.untilMs)
    throw new UsageError('--until must be later than --from; its day is not included.');
  return range;
}

function readDate(call: ProgramCall, name: 'from' | 'until'): EpochMs | null {
  const text = call.option(name);
  if (text === undefined) return null;
  try {
    return readCalendarDay(text, `--${name}`);
  } catch (error) {
    if (!(error instanceof RefusedAnswer)) throw error;
    throw new UsageError(`${error.message}. Write YYYY-MM-DD.`);
  }
}

interface Ending {
  readonly signal: AbortSignal;
  /** Resolves after this time or a shorter one, or at the end. */
  waitMs(ms: number): Promise<void>;
}

function createEnding(waitForEnd: () => Promise<void>): Ending {
  const controller = new AbortController();
  const { signal } = controller;
  void waitForEnd().then(() => controller.abort());
  return {
    signal,
    waitMs: (ms) => pause(Math.min(ms, WAIT_MS_MAX), undefined, { signal }).catch(() => undefined),
  };
}

/** Opens the store while no server uses the data directory. Throws UsageError when one does. */
async function useStore<T>(
  dataDir: string,
  work: (store: PublicationStore) => Promise<T>,
): Promise<T> {
  const path = prepareDatabasePath(dataDir);
  const lock = lockDataDir(dataDir);
  try {
    const db = openDatabase(path);
    try {
      migrateDatabase(db, MIGRATIONS_FOLDER);
      return await work(openPublicationStore(db));
    } finally {
      closeDatabase(db);
    }
  } catch (error) {
    throw toReadableError(error, path);
  } finally {
    lock.release();
  }
}

function printBackfill(call: ProgramCall, backfill: Backfill): void {
  const { planned, answeredBefore, sent, accepted, problems, stop } = backfill;
  printList(
    call,
    problems.map(({ requestId, reason }) => `${requestId}: ${reason}`),
  );
  printList(
    call,
    backfill.empty.map((id) => `${id}: no values`),
  );
  const open = planned - answeredBefore - accepted;
  call.print(
    `Requests: ${sent} sent, ${accepted} accepted, ${problems.length} without a usable answer, ${answeredBefore} answered before.`,
  );
  call.print(`Values: ${backfill.newValues} new, ${backfill.knownValues} known already.`);
  if (stop !== null) call.print(stop);
  if (open > 0) call.print(`${open} requests are open. The same command continues.`);
  call.printJson({ ...backfill, open });
}

function printList(call: ProgramCall, lines: readonly string[]): void {
  for (const line of lines.slice(0, PROBLEMS_PRINTED_MAX)) call.print(line);
  if (lines.length > PROBLEMS_PRINTED_MAX)
    call.print(`and ${lines.length - PROBLEMS_PRINTED_MAX} more`);
}
