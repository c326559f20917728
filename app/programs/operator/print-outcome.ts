// Formats the outcome of a request as text and JSON.
import type { Database } from '../../../db/client.server';
import { listUsers } from '../../models/account/user.server';
import { COMMODITIES } from '../../trading/domain/commodity';
import type { ProgramCall } from '../cli';
import type { RequestOutcome } from '../../models/account/operator-request.server';
import type { RequestStatus } from './requests';

const NO_DESK = 'The terminal is not running. The request is stored and runs at the next start.';

const formatPlural = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

/** JSON output, with user names instead of ids. */
export function toOutcomeJson(db: Database, { id, outcome, isDeskRunning }: RequestStatus): object {
  const getName = loadUserNames(db);
  const status = outcome === null ? 'waiting' : outcome.ok ? 'carried out' : 'refused';
  const withUserNames = <T extends { readonly userId: string }>(rows: readonly T[]) =>
    rows.map(({ userId, ...row }) => ({ user: getName(userId), ...row }));
  const namedOutcome = outcome?.ok
    ? { ...outcome, books: withUserNames(outcome.books), open: withUserNames(outcome.open) }
    : outcome;
  return {
    request: id,
    status,
    isDeskRunning: outcome !== null || isDeskRunning,
    outcome: namedOutcome,
  };
}

/** Prints the outcome, or the state of a waiting request. */
export function printOutcome(call: ProgramCall, db: Database, request: RequestStatus): void {
  for (const line of formatStatusLines(db, request)) call.print(line);
}

function formatStatusLines(db: Database, { id, outcome, isDeskRunning }: RequestStatus): string[] {
  if (outcome === null && !isDeskRunning) return [NO_DESK];
  if (outcome === null)
    return [`Request ${id} timed out. It stays stored and runs as soon as possible.`];
  if (!outcome.ok) return [`Request ${id} was rejected: ${outcome.error}`];
  return formatOutcomeLines(outcome, loadUserNames(db));
}

function formatOutcomeLines(
  { books, open, openCount }: Extract<RequestOutcome, { ok: true }>,
  getName: (userId: string) => string,
): string[] {
  return [
    ...books.map(({ userId, mode, commodities, canceledOrders }) => {
      const stopped =
        commodities.length === 0
          ? 'no commodity was running'
          : `stopped ${commodities.map((key) => COMMODITIES[key].displayName).join(', ')}`;
      return `${getName(userId)}, ${mode}: ${stopped}; ${formatPlural(canceledOrders, 'working entry order', 'working entry orders')} canceled.`;
    }),
    ...open.map(
      ({ userId, mode, contract, direction, lots, why }) =>
        `Still open: ${getName(userId)}, ${mode}: ${contract} ${direction} ${formatPlural(lots, 'lot', 'lots')}: ${why}.`,
    ),
    ...(openCount > open.length
      ? [`${openCount - open.length} more positions are still open.`]
      : []),
    ...(books.length > 0 && openCount === 0 ? ['No open positions.'] : []),
  ];
}

function loadUserNames(db: Database): (userId: string) => string {
  const names = new Map(listUsers(db).map(({ id, username }) => [id, username]));
  return (userId) => names.get(userId) ?? userId;
}
