// Page Live: the live account of a user, and requests of others that wait for a second person.
import type { ArmingRequestDto, LiveAccountDto, LivePageDto } from '../../contracts/live-page';
import { listUsers } from '../account/user.server';
import type { Terminal } from '../desk/terminal';
import { shortenIds } from '../desk/halts.server';
import { type Book, getBookId } from '../../trading/domain/book';
import { formatMoney } from '../../trading/domain/format';
import { getCode } from '../../trading/domain/instrument';
import { type Mills, toDollars } from '../../trading/domain/units';
import { explainBlockedResume } from '../../trading/engine/halt-commands';
import { computeEquityMills } from '../../trading/engine/marks';
import { getListedInstrument } from '../../trading/engine/order-settlement';
import { buildLimits } from './halt-limit-rows.server';
import { buildLiveStatus } from './live-status.server';
import { buildProposals } from './proposal-rows.server';

export const buildLivePage = (desk: Terminal, userId: string, timeZone: string): LivePageDto => ({
  account: buildAccount(desk, userId, timeZone),
  requests: listRequests(desk, userId),
});

function buildAccount(desk: Terminal, userId: string, timeZone: string): LiveAccountDto | null {
  const state = desk.state();
  const bookId = getBookId(userId, 'live');
  const book = state.books[bookId];
  const broker = desk.getBrokerStatus(userId);
  if (!book || !broker) return null;
  const { arming, halt } = book;
  const equityMills = computeEquityMills(state, book);
  const isSelected = state.users[userId]?.mode === 'live';
  return {
    status: buildLiveStatus(book, { broker, isSelected, timeZone, nowMs: state.nowMs }),
    broker: broker.text,
    isConnected: broker.reason === null,
    isDemo: broker.isDemo,
    isArmed: arming?.state === 'armed',
    hasRequest: arming?.state === 'requested',
    armingBlock: explainArmingBlock(desk, book, isSelected),
    equity: formatMoney(equityMills),
    suggestedLimit: suggestLimit(equityMills),
    proposals: buildProposals(state, book),
    limits: buildLimits(state, book),
    halt: halt && { level: halt.level, reason: shortenIds(halt.reason), atMs: halt.atMs },
    resumeBlock: explainBlockedResume(state, true, book),
    bookId,
    held: listHeld(desk, book),
  };
}

/** Share of the equity that the form suggests as loss limit. */
const SUGGESTED_SHARE = 0.02;

const suggestLimit = (equityMills: Mills): string =>
  String(Math.max(1, Math.floor(SUGGESTED_SHARE * toDollars(equityMills))));

/** Why the account cannot be armed now, or null. */
function explainArmingBlock(desk: Terminal, { userId, halt }: Book, isSelected: boolean) {
  if (!isSelected) return 'Select live trading in Settings first.';
  if (halt) return 'Resume the account first.';
  return desk.getModeBlock({ userId, mode: 'live' });
}

function listHeld(desk: Terminal, book: Book): LiveAccountDto['held'] {
  const ids = new Set(Object.values(book.positions).map(({ instrumentId }) => instrumentId));
  return [...ids].map((id) => ({ id, name: getCode(getListedInstrument(desk.state(), book, id)) }));
}

/** Requests of other users that are still valid. */
function listRequests(desk: Terminal, userId: string): readonly ArmingRequestDto[] {
  const { books, nowMs } = desk.state();
  const waiting = Object.values(books).filter(
    ({ userId: owner, arming }) =>
      owner !== userId && arming?.state === 'requested' && nowMs < arming.untilMs,
  );
  if (waiting.length === 0) return [];
  const names = new Map(listUsers(desk.db).map(({ id, username }) => [id, username]));
  return waiting.flatMap(({ id, userId: owner, arming }) =>
    arming
      ? [
          {
            bookId: id,
            username: names.get(owner) ?? owner,
            lossLimit: formatMoney(arming.lossLimitMills),
            needsApproval: arming.needsApproval,
            requestedMs: arming.atMs,
          },
        ]
      : [],
  );
}
