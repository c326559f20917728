// Moves a user and the accounts to another server. Every step can be repeated: a move that was interrupted continues
// when the same command runs again.
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../db/client.server';
import {
  type Administration,
  type AdministrationOutcome,
  disableUser,
  enableUser,
} from '../../models/account/administration.server';
import type { RequestCommand } from '../../models/account/operator-request.server';
import {
  type DeskServer,
  type Directory,
  DirectoryError,
  type UserPlace,
} from '../../models/desks/directory.server';
import {
  type LoggedMove,
  countOpenTrades,
  findMoveIn,
  findMoveOut,
  findMovedSettings,
  findUserRow,
  hasBrokerKey,
  listMarkets,
  storeMovedUser,
} from '../../models/desks/moved-user.server';
import { isLocked } from '../../../db/lock.server';
import { auditFile } from '../books/audit-file';
import { getDatabasePath } from '../books/data-dir';
import { type ProgramCall, UsageError } from '../cli';
import { readReason, readWaitSeconds } from '../operator/request-options';
import { getOperatorName, storeRequest, waitForOutcome } from '../operator/requests';
import { useDatabase } from '../operator/use-database';

interface Move {
  readonly call: ProgramCall;
  readonly directory: Directory;
  readonly user: UserPlace;
  readonly from: DeskServer;
  readonly to: DeskServer;
  readonly reason: string;
  readonly waitSeconds: number;
}

const POLL_INTERVAL_MS = 250;

/** A stored request has no answer yet, and may be carried out later. */
class UnansweredError extends UsageError {}

/**
 * Stops the accounts of a user on one server, and opens them on another, with the audit of both at the end.
 * With `--close` open positions are closed first. Returns the exit code. Throws UsageError and DirectoryError.
 */
export async function moveUser(
  call: ProgramCall,
  directory: Directory,
  username: string,
  to: string,
): Promise<number> {
  const user = directory.findPlaceByName(username);
  if (!user)
    throw new DirectoryError(`No user ${username}. \`npm run desks -- list\` lists all users.`);
  if (user.server === to && user.movingTo === null) {
    call.print(`${user.username} is on server ${to} already.`);
    return 0;
  }
  const move: Move = {
    call,
    directory,
    user,
    from: directory.readServer(user.server),
    to: directory.readServer(to),
    reason: readReason(call, `moved to server ${to}`),
    waitSeconds: readWaitSeconds(call),
  };
  assertRunning(move);
  directory.startMove(user.userId, to);
  const leaving = await moveOut(move);
  await moveIn(move, leaving);
  directory.finishMove(user.userId);
  call.print(`${user.username} is on server ${to}.`);
  return auditBoth(move);
}

/** Both sides log the move themselves. */
function assertRunning({ from, to }: Move): void {
  const stopped = [from, to].find(({ dataDir }) => !isLocked(dataDir));
  if (stopped)
    throw new UsageError(`Server ${stopped.name} does not run. Start it; nothing was changed.`);
}

/** Stops, empties and disables the accounts here. Nothing has changed when it throws. */
async function moveOut(move: Move): Promise<LoggedMove> {
  const { directory, user, from, to } = move;
  return useDatabase(from.dataDir, async (db) => {
    const moved = findMoveOut(db, user.userId);
    if (moved?.server === to.name) return moved;
    try {
      await checkMarkets(move, db);
      await changeUser(move, from, db, (by) => disableUser(by, user.userId, isClosing(move)));
      await waitUntilFlat(move, db);
      const request = { type: 'MoveUserOut', userId: user.userId, to: to.name } as const;
      await sendToServer(move, from, db, request);
    } catch (error) {
      // The request may still be carried out: only a repetition of the move finds out.
      if (error instanceof UnansweredError) throw error;
      await changeUser(move, from, db, (by) => enableUser(by, user.userId));
      directory.cancelMove(user.userId);
      throw error;
    }
    return findMoveOut(db, user.userId) ?? { server: to.name, accounts: [] };
  });
}

const isClosing = ({ call }: Move): boolean => call.flag('close');

/** An account cannot be valued in another market: both servers need the same. */
async function checkMarkets({ from, to }: Move, db: Database): Promise<void> {
  const ownMarkets = listMarkets(db);
  const otherMarkets = await useDatabase(to.dataDir, listMarkets);
  if (otherMarkets.length > 0 && !ownMarkets.some((market) => otherMarkets.includes(market)))
    throw new UsageError(
      `Server ${from.name} trades in ${ownMarkets.join(', ')}, server ${to.name} in ${otherMarkets.join(', ')}. Give both the same FEED and SIM_SEED.`,
    );
}

async function waitUntilFlat(move: Move, db: Database): Promise<void> {
  const { user, from, waitSeconds } = move;
  const untilMs = Date.now() + (isClosing(move) ? waitSeconds * 1000 : 0);
  for (;;) {
    const open = countOpenTrades(db, user.userId);
    if (open === 0) return;
    if (Date.now() >= untilMs)
      throw new UsageError(
        `${user.username} has ${open} open positions and working orders on server ${from.name}, and stays there. ${
          isClosing(move)
            ? 'They could not be closed in time: wait for prices, or give more time with --wait.'
            : 'Close them first, or repeat the command with --close, which closes them at market.'
        }`,
      );
    await pause(POLL_INTERVAL_MS);
  }
}

/** Opens the accounts there and enables the user. From here on a move is not undone but repeated. */
async function moveIn(move: Move, leaving: LoggedMove): Promise<void> {
  const { call, user, from, to } = move;
  const { row, selected, hadKey } = await useDatabase(from.dataDir, (db) => ({
    row: findUserRow(db, user.userId),
    selected: findMovedSettings(db, user.userId),
    hadKey: hasBrokerKey(db, user.userId),
  }));
  if (!row) throw new UsageError(`Server ${from.name} has no user ${user.username}.`);
  await useDatabase(to.dataDir, async (db) => {
    const arrived = findMoveIn(db, user.userId);
    if (arrived?.server !== from.name) {
      storeMovedUser(db, row, Date.now());
      if (selected)
        await sendToServer(move, to, db, {
          type: 'MoveUserIn',
          userId: user.userId,
          from: from.name,
          ...selected,
          accounts: [...leaving.accounts],
        });
    }
    await changeUser(move, to, db, (by) => enableUser(by, user.userId));
  });
  if (hadKey)
    call.print(
      'The broker key does not move: it is encrypted for the other server. Enter it again.',
    );
}

async function changeUser(
  move: Move,
  server: DeskServer,
  db: Database,
  change: (by: Administration) => AdministrationOutcome,
): Promise<void> {
  const outcome = change({
    db,
    byUserId: null,
    byName: getOperatorName(),
    reason: move.reason,
    nowMs: Date.now(),
  });
  if (!outcome.ok) throw new UsageError(outcome.error);
  if (outcome.requestId !== null) await waitForServer(move, server, db, outcome.requestId);
}

const sendToServer = (
  move: Move,
  server: DeskServer,
  db: Database,
  request: RequestCommand,
): Promise<void> => waitForServer(move, server, db, storeRequest(db, request, move.reason));

async function waitForServer(
  { waitSeconds }: Move,
  server: DeskServer,
  db: Database,
  requestId: number,
): Promise<void> {
  const { outcome, isDeskRunning } = await waitForOutcome(
    db,
    server.dataDir,
    requestId,
    waitSeconds,
  );
  if (outcome?.ok) return;
  if (outcome) throw new UsageError(`Server ${server.name}: ${outcome.error}`);
  throw new UnansweredError(
    isDeskRunning
      ? `Server ${server.name} did not answer within ${waitSeconds} seconds. Run the same command again.`
      : `Server ${server.name} does not run. Start it, then run the same command again.`,
  );
}

/** The log of each side is intact, and both have the same accounts. */
async function auditBoth(move: Move): Promise<number> {
  const { call, user, from, to } = move;
  const audits = [from, to].map((server) => {
    const result = auditFile(getDatabasePath(server.dataDir));
    call.print(
      `Audit of server ${server.name}: ${result.hasPassed ? 'passed' : 'FAILED'}, ${result.records} records, ${result.postings} postings.`,
    );
    return { server: server.name, hasPassed: result.hasPassed, records: result.records };
  });
  const out = await useDatabase(from.dataDir, (db) => findMoveOut(db, user.userId));
  const back = await useDatabase(to.dataDir, (db) => findMoveIn(db, user.userId));
  const isSame = isDeepStrictEqual(out?.accounts ?? [], back?.accounts ?? []);
  call.print(
    isSame
      ? `Moved accounts: ${back?.accounts.length ?? 0}. Both logs have the same cash and limits.`
      : 'The logs of both servers DIFFER about the moved accounts. Keep both data directories and report this.',
  );
  call.printJson({ user: user.username, from: from.name, to: to.name, audits, isSame });
  return isSame && audits.every(({ hasPassed }) => hasPassed) ? 0 : 1;
}
