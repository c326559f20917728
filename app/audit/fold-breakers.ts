// The breakers retold: each must have had its reason, a fall from the retold peak or a retold row
// of lost trades.
import type { RiskLevel } from '../trading/domain/settings';
import { divideHalfEven } from './arithmetic';
import { assertFact, readText, readWhole } from './facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook, ReplayedPosition } from './replayed';

const LOSSES_IN_A_ROW = 4;

export function tripDrawdown({ facts }: ReplayState, book: ReplayedBook): void {
  assertFact(!book.isTripped, 'type', 'DrawdownTripped twice', 'a breaker that was armed');
  assertFact(
    readWhole(facts, 'peakMills') === book.peak,
    'payload.peakMills',
    facts['peakMills'],
    book.peak,
  );
  assertFact(
    readWhole(facts, 'equityMills') === book.valued,
    'payload.equityMills',
    facts['equityMills'],
    book.valued,
  );
  assertFact(
    book.peak - book.valued > readWhole(facts, 'allowedMills'),
    'payload.allowedMills',
    facts['allowedMills'],
    `less than the ${book.peak - book.valued} that were lost`,
  );
  const { reduced } = book;
  if (reduced?.day === book.day) {
    assertFact(
      readWhole(facts, 'allowedMills') <= reduced.allowed,
      'payload.allowedMills',
      facts['allowedMills'],
      `at most the ${reduced.allowed} of the re-arming on ${reduced.day}`,
    );
  }
  Object.assign(book, { isTripped: true, trippedDay: book.day });
}

/** Drawdown that each risk level allows, in basis points of the peak. */
const DRAWDOWN_BASIS_POINTS: Readonly<Record<string, bigint>> = {
  conservative: 800n,
  moderate: 1_200n,
  aggressive: 2_000n,
} satisfies Record<RiskLevel, bigint>;

export function rearmDrawdown(telling: ReplayState, book: ReplayedBook): void {
  const { facts } = telling;
  assertFact(book.isTripped, 'type', 'DrawdownRearmed', 'a breaker that had tripped');
  assertFact(
    readWhole(facts, 'peakMills') === book.valued,
    'payload.peakMills',
    facts['peakMills'],
    book.valued,
  );
  const reduced = facts['allowedMills'] === undefined ? null : reducedAllowance(telling, book);
  Object.assign(book, { isTripped: false, peak: book.valued, reduced });
}

/**
 * Half of the normal allowance on the trading day of the trip, once a day; null from the next day
 * on. Older records had no such field.
 */
function reducedAllowance(
  { facts, desk }: ReplayState,
  book: ReplayedBook,
): ReplayedBook['reduced'] {
  if (book.trippedDay !== book.day) {
    assertFact(
      facts['allowedMills'] === null,
      'payload.allowedMills',
      facts['allowedMills'],
      'null: the breaker tripped on an earlier day',
    );
    return null;
  }
  assertFact(book.valued > 0n, 'type', 'DrawdownRearmed', `equity above zero, not ${book.valued}`);
  assertFact(
    book.reduced?.day !== book.day,
    'type',
    'DrawdownRearmed',
    `no second re-arming on ${book.day}`,
  );
  const basisPoints =
    DRAWDOWN_BASIS_POINTS[readText(desk.users.get(book.userId)?.settings ?? {}, 'riskLevel')] ?? 0n;
  const half = book.valued > 0n ? divideHalfEven(book.valued * basisPoints, 20_000n) : 0n;
  assertFact(
    readWhole(facts, 'allowedMills') === half,
    'payload.allowedMills',
    facts['allowedMills'],
    half,
  );
  return { day: book.day, allowed: half };
}

export function beginCoolOff(telling: ReplayState, book: ReplayedBook): void {
  const { facts, row } = telling;
  const state = telling.switchOf(book, readText(facts, 'commodity'));
  assertFact(
    state.losses >= LOSSES_IN_A_ROW && readWhole(facts, 'losses') === BigInt(state.losses),
    'payload.losses',
    facts['losses'],
    `${state.losses}, at least ${LOSSES_IN_A_ROW}`,
  );
  assertFact(
    readWhole(facts, 'untilMs') > BigInt(row.at_ms),
    'payload.untilMs',
    facts['untilMs'],
    `later than ${row.at_ms}`,
  );
  state.losses = 0;
}

const getGroup = ({ id, groupId }: Pick<ReplayedPosition, 'id' | 'groupId'>): string =>
  groupId ?? id;

/** A position has closed: it adds its result to that of its trade. */
export function closeTrade(telling: ReplayState, book: ReplayedBook, held: ReplayedPosition): void {
  const group = getGroup(held);
  const trade = book.trades.get(group) ?? { net: 0n, commodities: new Set<string>() };
  trade.net += held.realised - held.fees;
  trade.commodities.add(held.commodity);
  book.trades.set(group, trade);
  endTrade(telling, book, group);
}

/** A trade is over when nothing of its group is open or on its way. */
export function endTrade(telling: ReplayState, book: ReplayedBook, group: string): void {
  const trade = book.trades.get(group);
  const isOpen = [...book.positions.values()].some((held) => getGroup(held) === group);
  const isComing = [...book.orders.values()].some(
    ({ purpose, facts }) => purpose === 'ENTRY' && facts['groupId'] === group,
  );
  if (!trade || isOpen || isComing) return;
  book.trades.delete(group);
  for (const commodity of trade.commodities) {
    const state = telling.switchOf(book, commodity);
    state.losses = trade.net < 0n ? state.losses + 1 : 0;
  }
}
