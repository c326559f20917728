// Processes operator requests in order; the engine carries out each at most once, and the answer is
// stored.
import type { Database } from '../../../db/client.server';
import { getLog, getUserTag } from '../platform/log.server';
import { findCommandByKey } from '../../models/log/answered-command.server';
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
import { type RefusalCode, assertNever } from '../../trading/domain/outcome';
import type { EpochMs } from '../../trading/domain/units';
import { SYSTEM_USER } from '../../trading/engine/config';
import type { Runner } from '../../trading/engine/runner';
import { getListedInstrument } from '../../trading/engine/order-settlement';
import type { DeskState } from '../../trading/engine/state';
import { getPendingReason } from '../../trading/engine/idle-reason';

interface OperatorInboxOptions {
  readonly db: Database;
  readonly runner: Runner;
  /** Wall time of answers. */
  readonly nowMs: () => EpochMs;
  /**
   * Resume requests filed earlier are rejected; -Infinity if the stored rows were correct at the
   * start.
   */
  readonly resumesSinceMs: EpochMs;
  /** Compares a live account with its broker; false where that is not possible now. */
  readonly compareAccount: (bookId: string) => Promise<boolean>;
}

/** Maximum open positions listed in an answer. */
const OPEN_LISTED_MAX = 50;

/** Idempotency key of a request. */
export const getRequestKey = (id: number): string => `operator-request-${id}`;

export class OperatorInbox {
  /** Requests and users with a command in the engine queue. */
  private readonly inFlight = new Map<string, Promise<void>>();

  constructor(private readonly options: OperatorInboxOptions) {}

  /**
   * For the start: carries out all waiting requests before it returns; answers are stored soon
   * after.
   */
  processWaitingNow(): void {
    this.tryOrLog(() => {
      this.queueRequests();
      this.options.runner.drain();
      this.syncDisabledUsers();
      this.options.runner.drain();
    });
  }

  /** Queues waiting requests; call ten times a second. */
  queueWaiting(): void {
    this.tryOrLog(() => {
      // While requests are in flight the user table is ahead of the engine.
      if (this.queueRequests() === 0 && this.inFlight.size === 0) this.syncDisabledUsers();
    });
  }

  /** Resolves when all queued requests are answered. */
  async waitForAnswers(): Promise<void> {
    await Promise.all(this.inFlight.values());
  }

  /** A database error is retried a second later. */
  private tryOrLog(work: () => void): void {
    try {
      work();
    } catch (error) {
      getLog().error(
        { err: error },
        'operator requests could not be read or answered; the desk tries again',
      );
    }
  }

  private queueRequests(): number {
    const requests = listWaitingRequests(this.options.db);
    for (const request of requests) this.queueRequest(request);
    return requests.length;
  }

  private queueRequest(request: WaitingRequest): void {
    const key = getRequestKey(request.id);
    if (this.inFlight.has(key)) return;
    const { command } = request;
    const fault =
      command === null
        ? 'The stored request cannot be read by this version; nothing was done.'
        : this.findResumeFault(request, command);
    if (command === null || fault !== null) {
      this.storeAnswer(request, { ok: false, error: fault ?? '' });
      return;
    }
    const envelope = {
      userId: SYSTEM_USER,
      idempotencyKey: key,
      command: toEngineCommand(command, request.reason),
    };
    this.trackInFlight(key, async () => {
      if (command.type === 'ResumeAccount' && command.acceptsBroker)
        await this.options.compareAccount(command.bookId);
      const result = await this.options.runner.execute(envelope, { requestId: request.requestId });
      // Nothing was done or stored under the key: the request stays waiting.
      if (shouldRetry(result)) return;
      this.storeAnswer(request, buildOutcome(this.options.runner.state(), command, result));
    });
  }

  private trackInFlight(key: string, work: () => Promise<void>): void {
    const done = work()
      .catch((error: unknown) =>
        getLog().error(
          { err: error },
          'an operator request was not answered; the desk tries again',
        ),
      )
      .finally(() => this.inFlight.delete(key));
    this.inFlight.set(key, done);
  }

  private storeAnswer(request: WaitingRequest, outcome: RequestOutcome): void {
    answerRequest(this.options.db, request.id, outcome, this.options.nowMs());
    const { id, requestedBy, reason, command, requestId } = request;
    const user =
      command !== null && 'userId' in command && command.userId !== null
        ? { user: getUserTag(command.userId) }
        : {};
    const details = outcome.ok
      ? { booksStopped: outcome.books.length, stillOpen: outcome.openCount, lifted: outcome.lifted }
      : { error: outcome.error };
    getLog().warn(
      {
        request: id,
        requestId,
        requestedBy,
        command: command?.type ?? 'unreadable',
        ...user,
        reason,
        ok: outcome.ok,
        ...details,
      },
      'an operator request was answered',
    );
  }

  /**
   * Why a resume request is rejected; null for other requests, and for one carried out before a
   * crash.
   */
  private findResumeFault(
    { id, requestedMs }: WaitingRequest,
    command: RequestCommand,
  ): string | null {
    if (
      (command.type !== 'ResumeTrading' && command.type !== 'ResumeAccount') ||
      findCommandByKey(this.options.db, SYSTEM_USER, getRequestKey(id)) !== null
    )
      return null;
    const { trading, books } = this.options.runner.state();
    if (requestedMs < this.options.resumesSinceMs)
      return 'The desk found stored rows that differ from the log after this request was filed. Nothing was lifted; audit the books.';
    if (command.type === 'ResumeAccount')
      return explainOtherHalt('The account', command, books[command.bookId]?.halt?.reason ?? null);
    const haltReason = trading.state === 'HALTED' ? trading.reason : null;
    return explainOtherHalt('Trading', command, haltReason);
  }

  /**
   * Applies the disabled users of the user table to the engine. The table may have changed without
   * a request, such as by an earlier version.
   */
  private syncDisabledUsers(): void {
    const stored = new Set(listDisabledIds(this.options.db));
    const disabled = this.options.runner.state().disabledUsers;
    for (const userId of stored) {
      if (!Object.hasOwn(disabled, userId))
        this.sendForUser({
          type: 'DisableUser',
          userId,
          close: false,
          reason: 'the user is disabled in the user table',
        });
    }
    for (const userId of Object.keys(disabled)) {
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
    this.trackInFlight(key, async () => {
      const { outcome } = await this.options.runner.execute({
        userId: SYSTEM_USER,
        idempotencyKey: null,
        command,
      });
      getLog().warn(
        {
          user: getUserTag(command.userId),
          command: command.type,
          reason: command.reason,
          ok: outcome.ok,
        },
        'the engine follows the user table',
      );
    });
  }
}

/** Why a halt cannot be lifted: it is not the audited one any more. Null if it is. */
function explainOtherHalt(
  what: 'Trading' | 'The account',
  { haltReason }: { readonly haltReason: string },
  current: string | null,
): string | null {
  if (current === null) return `${what} is not halted any more; nothing was lifted.`;
  return current === haltReason
    ? null
    : `${what} is now halted for another reason: ${current}. Nothing was lifted; run resume again.`;
}

function toEngineCommand(command: RequestCommand, reason: string): Command {
  switch (command.type) {
    case 'StopUser':
      return { type: command.type, userId: command.userId, close: command.close, reason };
    case 'DisableUser':
      return {
        type: command.type,
        userId: command.userId,
        close: command.close,
        reason,
        ...getOperator(command),
      };
    case 'StopAllUsers':
      return { type: 'StopAllUsers', close: command.close, reason };
    case 'EnableUser':
      return { type: 'EnableUser', userId: command.userId, reason, ...getOperator(command) };
    case 'RecordAdministration': {
      const { type, userId, act, detail } = command;
      return { type, userId, act, detail, ...getOperator(command) };
    }
    case 'MoveUserOut':
    case 'MoveUserIn':
      return { ...command, reason };
    case 'ResumeTrading':
      return { type: 'ResumeTrading', reason };
    case 'ResumeAccount':
      return {
        type: 'ResumeAccount',
        bookId: command.bookId,
        reason,
        ...(command.acceptsBroker ? { acceptsBroker: true } : {}),
      };
    case 'ConfirmArming':
      return { type: 'ConfirmArming', bookId: command.bookId };
    case 'HaltAccounts':
      return { ...command, reason };
    default:
      return assertNever(command);
  }
}

const getOperator = ({ byUserId }: { readonly byUserId?: string | undefined }) =>
  byUserId === undefined ? {} : { byUserId };

/** Rejections that end with their cause: the request waits for then. */
const RETRIED_CODES: readonly RefusalCode[] = ['BUSY', 'STORAGE', 'FAULT'];

const shouldRetry = ({ outcome }: CommandResult): boolean =>
  !outcome.ok && RETRIED_CODES.includes(outcome.refusal.code);

/** Stopped accounts and their open positions, for the operator. */
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
  const open = stopped.flatMap(({ book }) => listOpenPositions(state, book));
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
    lifted: 'haltReason' in command ? command.haltReason : null,
  };
}

const listOpenPositions = (state: DeskState, book: Book) =>
  Object.values(book.positions).map((position) => ({
    userId: book.userId,
    mode: book.mode,
    contract: getCode(getListedInstrument(state, book, position.instrumentId)),
    direction: position.direction,
    lots: position.lots,
    why: getPendingReason(state, book, position) ?? 'exits are active',
  }));
