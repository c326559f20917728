// Replays breaker records: a trip must follow from the replayed peak, a cool-off from the replayed
// losses.
import type { RiskLevel } from '../trading/domain/settings';
import { divideHalfEven } from './arithmetic';
import { assertFact, readText, readWhole } from './record-facts';
import type { ReplayState } from './replay-state';
import type { ReplayedBook, ReplayedPosition } from './replayed-desk';

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

/** Maximum drawdown by risk level, in basis points of the peak. */
const DRAWDOWN_BASIS_POINTS: Readonly<Record<string, bigint>> = {
  conservative: 800n,
  moderate: 1_200n,
  aggressive: 2_000n,
} satisfies Record<RiskLevel, bigint>;

export function rearmDrawdown(replay: ReplayState, book: ReplayedBook): void {
  const { facts } = replay;
  assertFact(book.isTripped, 'type', 'DrawdownRearmed', 'a breaker that had tripped');
  assertFact(
    readWhole(facts, 'peakMills') === book.valued,
    'payload.peakMills',
    facts['peakMills'],
    book.valued,
  );
  const newAllowance =
    facts['allowedMills'] === undefined ? null : readReducedAllowance(replay, book);
  Object.assign(book, { isTripped: false, peak: book.valued, reduced: newAllowance });
}

/**
 * Half of the normal allowance on the trading day of the trip, once a day; null from the next day
 * on. Absent in older records.
 */
function readReducedAllowance(
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
  const halfAllowance = book.valued > 0n ? divideHalfEven(book.valued * basisPoints, 20_000n) : 0n;
  assertFact(
    readWhole(facts, 'allowedMills') === halfAllowance,
    'payload.allowedMills',
    facts['allowedMills'],
    halfAllowance,
  );
  return { day: book.day, allowed: halfAllowance };
}

export function startCoolOff(replay: ReplayState, book: ReplayedBook): void {
  const { facts, row } = replay;
  const state = replay.getSwitch(book, readText(facts, 'commodity'));
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

/** Adds a closed position's result to its trade. */
export function closeTrade(
  replay: ReplayState,
  book: ReplayedBook,
  position: ReplayedPosition,
): void {
  const group = getGroup(position);
  const trade = book.trades.get(group) ?? { net: 0n, commodities: new Set<string>() };
  trade.net += position.realised - position.fees;
  trade.commodities.add(position.commodity);
  book.trades.set(group, trade);
  endTrade(replay, book, group);
}

/** A trade ends when nothing of its group is open or pending. */
export function endTrade(replay: ReplayState, book: ReplayedBook, group: string): void {
  const trade = book.trades.get(group);
  const isOpen = [...book.positions.values()].some((position) => getGroup(position) === group);
  const hasPendingEntry = [...book.orders.values()].some(
    ({ purpose, facts }) => purpose === 'ENTRY' && facts['groupId'] === group,
  );
  if (!trade || isOpen || hasPendingEntry) return;
  book.trades.delete(group);
  for (const commodity of trade.commodities) {
    const state = replay.getSwitch(book, commodity);
    state.losses = trade.net < 0n ? state.losses + 1 : 0;
  }
}
