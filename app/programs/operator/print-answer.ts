// What the desk answered to a request, for a person at a terminal and for a program.
import type { Database } from '../../../db/client.server';
import { listUsers } from '../../models/account/user.server';
import { COMMODITIES } from '../../trading/domain/commodity';
import type { ProgramCall } from '../cli';
import type { RequestOutcome } from '../../models/account/operator-request.server';
import type { Asked } from './ask-desk';

const NO_DESK =
  'No desk is running on this folder; the request is stored and will be carried out when it starts.';

const formatPlural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** The answer as JSON: user names stand in the place of ids. */
export function answerJson(db: Database, { id, outcome, isDeskRunning }: Asked): object {
  const nameOf = userNames(db);
  const status = outcome === null ? 'waiting' : outcome.ok ? 'carried out' : 'refused';
  const named = <T extends { readonly userId: string }>(rows: readonly T[]) =>
    rows.map(({ userId, ...row }) => ({ user: nameOf(userId), ...row }));
  const answer = outcome?.ok
    ? { ...outcome, books: named(outcome.books), open: named(outcome.open) }
    : outcome;
  return { request: id, status, isDeskRunning: outcome !== null || isDeskRunning, outcome: answer };
}

/**
 * Prints the answer line by line; the lines of an answer that is missing say what becomes of the
 * request.
 */
export function printAnswer(call: ProgramCall, db: Database, asked: Asked): void {
  for (const line of answerLines(db, asked)) call.print(line);
}

function answerLines(db: Database, { id, outcome, isDeskRunning }: Asked): string[] {
  if (outcome === null && !isDeskRunning) return [NO_DESK];
  if (outcome === null)
    return [
      `The running desk has not answered request ${id} in time. The request stays filed; the desk carries it out when it can.`,
    ];
  if (!outcome.ok) return [`The desk did not carry out request ${id}: ${outcome.error}`];
  return outcomeLines(outcome, userNames(db));
}

function outcomeLines(
  { books, open, openCount }: Extract<RequestOutcome, { ok: true }>,
  nameOf: (userId: string) => string,
): string[] {
  return [
    ...books.map(({ userId, mode, commodities, canceledOrders }) => {
      const off =
        commodities.length === 0
          ? 'nothing was on'
          : `switched off ${commodities.map((key) => COMMODITIES[key].displayName).join(', ')}`;
      return `${nameOf(userId)}, ${mode}: stopped; ${off}; ${formatPlural(canceledOrders, 'waiting entry', 'waiting entries')} canceled.`;
    }),
    ...open.map(
      ({ userId, mode, contract, direction, lots, why }) =>
        `Still open: ${nameOf(userId)}, ${mode}: ${contract} ${direction} ${formatPlural(lots, 'lot', 'lots')}: ${why}.`,
    ),
    ...(openCount > open.length
      ? [`${openCount - open.length} more positions are still open.`]
      : []),
    ...(books.length > 0 && openCount === 0 ? ['Nothing is open in these books.'] : []),
  ];
}

function userNames(db: Database): (userId: string) => string {
  const names = new Map(listUsers(db).map(({ id, username }) => [id, username]));
  return (userId) => names.get(userId) ?? userId;
}
