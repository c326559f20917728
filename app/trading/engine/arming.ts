/**
 * Arms live accounts: a person allows their entries for a limited time and up to a loss. A real account
 * needs a second person, or the same one at the machine itself after a while.
 */
import type { Book } from '../domain/book';
import type { Command, CommandValue } from '../domain/command';
import { formatMoney } from '../domain/format';
import {
  type Outcome,
  assertNever,
  createRefusal,
  rejectWith,
  succeedWith,
} from '../domain/outcome';
import type { ArmingFacts } from '../domain/record';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../domain/time';
import { type EpochMs, toMills } from '../domain/units';
import type { BrokerLink } from '../ports';
import { getMoment, getWallTime } from '../market/local-time';
import { haltAccount } from './account-halts';
import { explainBlockedAccount, explainBrokenLink, findBroker } from './broker-access';
import { type EngineConfig, SYSTEM_USER } from './config';
import { disarmAccount } from './disarm-account';
import { type HaltLimit, listHaltLimits } from './halt-limits';
import { computeEquityMills } from './marks';
import { findHalt, getOwner } from './orders';
import type { StateTransaction } from './state-transaction';

type Answer = Outcome<CommandValue>;

/** An arming ends at this local time of the exchanges, when their trading day does. */
const ENDS_AT = { minute: 17 * 60, zone: 'America/New_York' } as const;
const ARMED_MS_MAX = 12 * HOUR_MS;
/** Within this, another user confirms. */
const CONFIRM_MS_MAX = 10 * MINUTE_MS;
/** From then on a lone user confirms at the machine: time to think it over. */
const CONFIRM_ALONE_MS_MIN = 15 * MINUTE_MS;
const REQUEST_MS_MAX = 30 * MINUTE_MS;

const DONE: Answer = succeedWith({ closedPositions: [], placedOrders: [] });

/** A demo account is armed at once; a real one waits for a second person. */
export function armAccount(
  tx: StateTransaction,
  config: EngineConfig,
  book: Book,
  { lossLimitMills, needsApproval }: Extract<Command, { type: 'ArmAccount' }>,
): Answer {
  if (book.mode !== 'live')
    return rejectWith(createRefusal('MODE', 'Only live accounts are armed; select live trading.'));
  const blocked = explainBlockedAccount(tx.state, config, book);
  if (blocked !== null) return rejectWith(createRefusal('NO_BROKER', blocked));
  const { isHalted, haltReason } = findHalt(tx.state, book);
  if (isHalted)
    return rejectWith(
      createRefusal(
        'HALTED',
        `Trading is halted: ${haltReason}. The account is armed after it was resumed.`,
      ),
    );
  const equityMills = computeEquityMills(tx.state, book);
  if (lossLimitMills <= 0 || lossLimitMills > equityMills)
    return rejectWith(
      createRefusal(
        'INVALID',
        `The loss limit must be above zero and at most the equity of ${formatMoney(equityMills)}.`,
        lossLimitMills,
        equityMills,
      ),
    );
  const terms = { lossLimitMills, equityMills, needsApproval };
  if (findBroker(config, book)?.isDemo === true) {
    const untilMs = findArmingEnd(tx.nowMs);
    tx.record('AccountArmed', getOwner(book), { ...terms, untilMs, confirmedBy: null });
  } else {
    const untilMs = tx.nowMs + REQUEST_MS_MAX;
    tx.record('ArmingRequested', getOwner(book), { ...terms, untilMs });
  }
  return DONE;
}

/** By another user within ten minutes, or by an operator at the machine after fifteen. */
export function confirmArming(
  tx: StateTransaction,
  config: EngineConfig,
  senderId: string,
  { bookId }: Extract<Command, { type: 'ConfirmArming' }>,
): Answer {
  const book = Object.hasOwn(tx.state.books, bookId) ? tx.state.books[bookId] : undefined;
  const { arming = null } = book ?? {};
  if (!book || arming?.state !== 'requested' || tx.nowMs >= arming.untilMs)
    return rejectWith(
      createRefusal('INVALID', 'No arming of this account waits for a confirmation any more.'),
    );
  const refused =
    explainConfirmation(book, senderId, tx.nowMs - arming.atMs) ??
    explainBlockedAccount(tx.state, config, book);
  if (refused !== null) return rejectWith(createRefusal('NOT_ARMED', refused));
  const facts: ArmingFacts = {
    lossLimitMills: arming.lossLimitMills,
    needsApproval: arming.needsApproval,
    equityMills: computeEquityMills(tx.state, book),
    untilMs: findArmingEnd(tx.nowMs),
  };
  tx.record('AccountArmed', getOwner(book), { ...facts, confirmedBy: senderId });
  return DONE;
}

/** Why this sender cannot confirm now, or null. */
function explainConfirmation({ userId }: Book, senderId: string, waitedMs: number): string | null {
  if (senderId === userId)
    return 'Another user has to confirm: sign in as that user, or run npm run arm on the machine after 15 minutes.';
  if (senderId === SYSTEM_USER)
    return waitedMs < CONFIRM_ALONE_MS_MIN
      ? 'The machine confirms no earlier than 15 minutes after the request.'
      : null;
  return waitedMs <= CONFIRM_MS_MAX
    ? null
    : 'The request is older than 10 minutes: request the arming again, or run npm run arm on the machine.';
}

export function disarmByTrader(tx: StateTransaction, book: Book): Answer {
  disarmAccount(tx, book.id, 'disarmed by the trader');
  return DONE;
}

/** The next 17:00 in New York, or 12 hours from now if that is earlier. */
function findArmingEnd(nowMs: EpochMs): EpochMs {
  const { dayMs } = getWallTime(nowMs, ENDS_AT.zone);
  const ends = [dayMs, dayMs + 24 * HOUR_MS].map((day) =>
    getMoment(day, ENDS_AT.minute, ENDS_AT.zone),
  );
  const next = ends.find((endMs) => endMs > nowMs) ?? Infinity;
  return Math.min(next, nowMs + ARMED_MS_MAX);
}

/** Called as time passes: ends what is over, and halts armed accounts that may not go on. */
export function checkArmings(tx: StateTransaction, config: EngineConfig): void {
  for (const { id } of Object.values(tx.state.books)) {
    const book = tx.state.books[id];
    if (!book?.arming) continue;
    const { state, untilMs } = book.arming;
    if (tx.nowMs >= untilMs)
      disarmAccount(
        tx,
        id,
        state === 'armed' ? 'its time is over' : 'the request was not confirmed in time',
      );
    else if (state === 'armed') haltByLimit(tx, config, book);
  }
}

function haltByLimit(tx: StateTransaction, config: EngineConfig, book: Book): void {
  const reached = listHaltLimits(tx.state, book).find(({ isReached }) => isReached);
  if (!reached) return;
  const reason = explainLimit(reached, tx.state.links[book.id]);
  haltAccount(tx, config, book.id, { level: reached.level, reason });
}

function explainLimit({ name, used, limit }: HaltLimit, link: BrokerLink | undefined): string {
  switch (name) {
    case 'UNANSWERED':
      return `the broker has not answered ${used} orders`;
    case 'LOSS':
      return `it has lost ${formatMoney(toMills(used))} since it was armed; the limit is ${formatMoney(toMills(limit))}`;
    case 'REJECTIONS':
      return `the broker rejected ${used} orders within a minute`;
    case 'OUTAGE':
      return `the broker was not connected for more than ${limit / SECOND_MS} s: ${explainBrokenLink(link) ?? ''}`;
    default:
      return assertNever(name);
  }
}
