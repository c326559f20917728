// Replays valuations: balance from the ledger, unrealized profit from the record's marks, equity as
// their sum.
import { computeProfit, computeValue } from './arithmetic';
import { type Facts, readPart, assertFact, readText, readWhole } from './record-facts';
import { assertExits } from './replay-closing';
import type { ReplayState } from './replay-state';
import type { ReplayedBook } from './replayed-desk';
import { DAY_MS, MINUTE_MS } from '../trading/domain/time';

export function valueBook(replay: ReplayState, book: ReplayedBook): void {
  const { facts, row } = replay;
  const balance = book.accounts.available + book.accounts.reserved;
  assertMarks(book, facts, row.at_ms);
  assertExits(replay, book);
  const unrealized = computeUnrealized(replay, book, readPart(facts, 'marks'));
  assertReserve(book);
  assertFigure(facts, 'balanceMills', balance);
  assertFigure(facts, 'availableMills', book.accounts.available);
  assertFigure(facts, 'unrealisedMills', unrealized);
  assertFigure(facts, 'equityMills', balance + unrealized);
  assertFigure(facts, 'positions', BigInt(book.positions.size));
  const day = readText(facts, 'day');
  const dayStart = day === book.day ? book.dayStart : book.valued;
  assertFigure(facts, 'dayStartMills', dayStart);
  const resolution = computeResolution(book.lastValuation, { atMs: row.at_ms, day });
  if (!isThinned(replay.thinnedMs - row.at_ms, resolution)) {
    replay.expect('snapshot', {
      event_seq: row.seq,
      user_id: book.userId,
      book_id: book.id,
      epoch: Number(book.epoch),
      at_ms: row.at_ms,
      resolution_minutes: resolution,
      balance_mills: Number(balance),
      available_mills: Number(book.accounts.available),
      unrealised_mills: Number(unrealized),
      equity_mills: Number(balance + unrealized),
      positions: book.positions.size,
      day,
      day_start_mills: Number(dayStart),
    });
  }
  const equity = balance + unrealized;
  const dayLow = day === book.day && book.dayLow < equity ? book.dayLow : equity;
  Object.assign(book, {
    valuedMinute: Math.floor(row.at_ms / MINUTE_MS),
    valued: equity,
    day,
    dayStart,
    dayLow,
    peak: equity > book.peak ? equity : book.peak,
    lastValuation: { atMs: row.at_ms, day },
  });
}

/**
 * A valuation marks every contract held with a live quote. Older records lack the time of the
 * oldest quote; from the first one that states it, every valuation of the account must.
 */
function assertMarks(book: ReplayedBook, facts: Facts, atMs: number): void {
  const oldest = facts['oldestQuoteMs'];
  if (oldest === undefined)
    return assertFact(
      !book.hasLiveMarks,
      'payload.oldestQuoteMs',
      'nothing',
      'the time of the oldest quote',
    );
  book.hasLiveMarks = true;
  const marks = readPart(facts, 'marks');
  const heldIds = new Set([...book.positions.values()].map(({ instrumentId }) => instrumentId));
  for (const id of heldIds)
    assertFact(
      marks[id] !== undefined,
      'payload.marks',
      `no mark of ${id}`,
      'a mark of every contract held',
    );
  if (heldIds.size === 0)
    return assertFact(oldest === null, 'payload.oldestQuoteMs', oldest, 'null, as nothing is held');
  assertFact(
    typeof oldest === 'number' && oldest <= atMs,
    'payload.oldestQuoteMs',
    oldest,
    `a time up to ${atMs}`,
  );
}

/** A rejection for daily loss lowers the day's low without a valuation. */
export function recordDailyLoss(book: ReplayedBook, refusal: Facts): void {
  if (refusal['code'] !== 'DAILY_LOSS' || refusal['asked'] === undefined) return;
  const equity = book.dayStart - readWhole(refusal, 'asked');
  if (equity < book.dayLow) book.dayLow = equity;
}

const assertFigure = (facts: Facts, name: string, expected: bigint): void =>
  assertFact(readWhole(facts, name) === expected, `payload.${name}`, facts[name], expected);

export function computeUnrealized(replay: ReplayState, book: ReplayedBook, marks: Facts): bigint {
  let sum = 0n;
  for (const position of book.positions.values()) {
    const contract = replay.desk.listings.get(book.market)?.get(position.instrumentId);
    // Only older records lack a mark; they valued the position at cost.
    if (!contract || marks[position.instrumentId] === undefined) continue;
    sum += computeProfit(
      position.direction,
      position.cost,
      computeValue(contract, readWhole(marks, position.instrumentId), position.lots),
    );
  }
  return sum;
}

/** The reserve equals the sum of open orders and positions, to the mill. */
export function assertReserve(book: ReplayedBook): void {
  let sum = 0n;
  for (const order of book.orders.values()) sum += order.reserved;
  for (const position of book.positions.values()) sum += position.reserved;
  assertFact(
    sum === book.accounts.reserved,
    'payload',
    `orders and positions of ${book.id} reserve ${sum}`,
    `${book.accounts.reserved}`,
  );
}

interface ValuationPoint {
  readonly atMs: number;
  readonly day: string;
}

function computeResolution(before: ValuationPoint | null, point: ValuationPoint): number {
  if (!before || before.day !== point.day) return 1440;
  for (const minutes of [60, 15]) {
    const width = minutes * MINUTE_MS;
    if (Math.floor(before.atMs / width) !== Math.floor(point.atMs / width)) return minutes;
  }
  return 1;
}

/**
 * Snapshots older than 2 days are kept per quarter hour, than 30 days per hour, than a year per
 * day.
 */
const isThinned = (ageMs: number, resolution: number): boolean =>
  (ageMs > 2 * DAY_MS && resolution < 15) ||
  (ageMs > 30 * DAY_MS && resolution < 60) ||
  (ageMs > 365 * DAY_MS && resolution < 1440);
