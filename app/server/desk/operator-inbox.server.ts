// The desk's side of operator requests: takes those that wait in order, carries each out in the
// engine, stores the answer.
import type { Database } from '../../../db/client.server';
import { getLog, userTag } from '../platform/log.server';
import { findAnswered } from '../../models/log/answer.server';
import {
  type RequestCommand,
  type RequestOutcome,
  type WaitingRequest,
  answerRequest,
  listWaitingRequests,
} from '../../models/account/operator-request.server';
import { listDisabledIds } from '../../models/account/user.server';
import type { Book } from '../../trading/domain/book';
import type { Command, CommandResult } from '../../trading/domain/command';
import { getCode } from '../../trading/domain/instrument';
import { assertNever } from '../../trading/domain/outcome';
import type { EpochMs } from '../../trading/domain/units';
import { SYSTEM_USER } from '../../trading/engine/config';
import type { Runner } from '../../trading/engine/runner';
import { getListedInstrument } from '../../trading/engine/order-settlement';
import type { DeskState } from '../../trading/engine/state';
import { getPendingReason } from '../../trading/engine/idle-reason';

interface OperatorInboxOptions {
  readonly db: Database;
  readonly runner: Runner;
  /** Wall time, for the moments of answers. */
  readonly nowMs: () => EpochMs;
  /**
   * Requests to resume that were filed before this moment are refused; -Infinity when the stored
   * rows were right at the start.
   */
  readonly resumesSinceMs: EpochMs;
}

/** Open positions that an answer names at most. */
const OPEN_LISTED_MAX = 50;

/** The key under which the engine carries a request out at most once. */
export const requestKey = (id: number): string => `operator-request-${id}`;

export class OperatorInbox {
  /** Requests and users whose command is in the engine's queue. */
  private readonly inFlight = new Map<string, Promise<void>>();

  constructor(private readonly options: OperatorInboxOptions) {}

  /**
   * Carries out everything that waits before it returns; the answers are stored soon after. For the
   * start of the desk.
   */
  carryOutNow(): void {
    this.guard(() => {
      this.carryOutRequests();
      this.options.runner.drain();
      this.disableAsStored();
      this.options.runner.drain();
    });
  }

  /** Queues what waits; to be called every second. */
  carryOut(): void {
    this.guard(() => {
      // While requests are on their way the user table is ahead of the engine.
      if (this.carryOutRequests() === 0 && this.inFlight.size === 0) this.disableAsStored();
    });
  }

  /** Resolves when everything that was queued is answered. */
  async settle(): Promise<void> {
    await Promise.all(this.inFlight.values());
  }

  /** A database that cannot be read or written now is asked again a second later. */
  private guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      getLog().error(
        { err: error },
        'operator requests could not be read or answered; the desk tries again',
      );
    }
  }

  private carryOutRequests(): number {
    const waiting = listWaitingRequests(this.options.db);
    for (const request of waiting) this.carryOutRequest(request);
    return waiting.length;
  }

  private carryOutRequest(request: WaitingRequest): void {
    const key = requestKey(request.id);
    if (this.inFlight.has(key)) return;
    const { command } = request;
    const fault =
      command === null
        ? 'The stored request cannot be read by this version; nothing was done.'
        : this.resumeFault(request, command);
    if (command === null || fault !== null) {
      this.answer(request, { ok: false, error: fault ?? '' });
      return;
    }
    const envelope = {
      userId: SYSTEM_USER,
      idempotencyKey: key,
      command: engineCommand(command, request.reason),
    };
    this.track(key, async () => {
      const result = await this.options.runner.execute(envelope);
      // Nothing was done and nothing is stored under the key: the request goes on waiting.
      if (isToBeRepeated(result)) return;
      this.answer(request, buildOutcome(this.options.runner.state(), command, result));
    });
  }

  private track(key: string, act: () => Promise<void>): void {
    const done = act()
      .catch((error: unknown) =>
        getLog().error(
          { err: error },
          'an operator request was not answered; the desk tries again',
        ),
      )
      .finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, done);
  }

  private answer(request: WaitingRequest, outcome: RequestOutcome): void {
    answerRequest(this.options.db, request.id, outcome, this.options.nowMs());
    const { id, requestedBy, reason, command } = request;
    const user = command !== null && 'userId' in command ? { user: userTag(command.userId) } : {};
    const did = outcome.ok
      ? { booksStopped: outcome.books.length, stillOpen: outcome.openCount, lifted: outcome.lifted }
      : { error: outcome.error };
    getLog().warn(
      {
        request: id,
        requestedBy,
        command: command?.type ?? 'unreadable',
        ...user,
        reason,
        ok: outcome.ok,
        ...did,
      },
      'an operator request was answered',
    );
  }

  /**
   * Why a request to resume must not be carried out; null for everything else, and for what was
   * carried out before a crash.
   */
  private resumeFault({ id, requestedMs }: WaitingRequest, command: RequestCommand): string | null {
    if (
      command.type !== 'ResumeTrading' ||
      findAnswered(this.options.db, SYSTEM_USER, requestKey(id)) !== null
    )
      return null;
    const { trading } = this.options.runner.state();
    if (requestedMs < this.options.resumesSinceMs)
      return 'The desk found stored rows that differ from the log after this request was filed. Nothing was lifted; audit the books.';
    if (trading.state !== 'HALTED') return 'Trading is not halted any more; nothing was lifted.';
    if (trading.reason !== command.haltReason)
      return `Trading is now halted for another reason: ${trading.reason}. Nothing was lifted; run resume again.`;
    return null;
  }

  /**
   * Brings the engine to what the user table says: a user may have been disabled by an earlier
   * version, or in another way than by a request.
   */
  private disableAsStored(): void {
    const stored = new Set(listDisabledIds(this.options.db));
    const known = this.options.runner.state().disabledUsers;
    for (const userId of stored) {
      if (!Object.hasOwn(known, userId))
        this.sendForUser({
          type: 'DisableUser',
          userId,
          close: false,
          reason: 'the user is disabled in the user table',
        });
    }
    for (const userId of Object.keys(known)) {
      if (!stored.has(userId))
        this.sendForUser({
          type: 'EnableUser',
          userId,
          reason: 'the user is not disabled in the user table',
        });
    }
  }

  private sendForUser(command: Extract<Command, { type: 'DisableUser' | 'EnableUser' }>): void {
    const key = `user ${command.userId}`;
    if (this.inFlight.has(key)) return;
    this.track(key, async () => {
      const { outcome } = await this.options.runner.execute({
        userId: SYSTEM_USER,
        idempotencyKey: null,
        command,
      });
      getLog().warn(
        {
          user: userTag(command.userId),
          command: command.type,
          reason: command.reason,
          ok: outcome.ok,
        },
        'the engine follows the user table',
      );
    });
  }
}

function engineCommand(command: RequestCommand, reason: string): Command {
  switch (command.type) {
    case 'StopUser':
    case 'DisableUser':
      return { type: command.type, userId: command.userId, close: command.close, reason };
    case 'StopAllUsers':
      return { type: 'StopAllUsers', close: command.close, reason };
    case 'EnableUser':
      return { type: 'EnableUser', userId: command.userId, reason };
    case 'ResumeTrading':
      return { type: 'ResumeTrading', reason };
    default:
      return assertNever(command);
  }
}

const isToBeRepeated = ({ outcome }: CommandResult): boolean =>
  !outcome.ok && (outcome.refusal.code === 'BUSY' || outcome.refusal.code === 'STORAGE');

/** What the operator reads: the books that were stopped, and what is open in them now. */
function buildOutcome(
  state: DeskState,
  command: RequestCommand,
  { outcome }: CommandResult,
): RequestOutcome {
  if (!outcome.ok) return { ok: false, error: outcome.refusal.message };
  const { stoppedBooks = [] } = outcome.value;
  const stopped = stoppedBooks.flatMap((row) => {
    const book = state.books[row.bookId];
    return book ? [{ row, book }] : [];
  });
  const open = stopped.flatMap(({ book }) => openPositions(state, book));
  return {
    ok: true,
    books: stopped.map(({ row, book: { userId, mode } }) => ({
      userId,
      mode,
      commodities: [...row.commodities],
      canceledOrders: row.cancelledOrders,
    })),
    open: open.slice(0, OPEN_LISTED_MAX),
    openCount: open.length,
    lifted: command.type === 'ResumeTrading' ? command.haltReason : null,
  };
}

const openPositions = (state: DeskState, book: Book) =>
  Object.values(book.positions).map((position) => ({
    userId: book.userId,
    mode: book.mode,
    contract: getCode(getListedInstrument(state, book, position.instrumentId)),
    direction: position.direction,
    lots: position.lots,
    why: getPendingReason(state, book, position) ?? 'its exits go on',
  }));
