// Valuations retold: balance from the accounts, unrealized profit from the marks that the record
// carries, equity as their sum.
import { computeProfit, computeValue } from './arithmetic';
import { type Facts, readPart, assertFact, readText, readWhole } from './facts';
import { requireExits } from './fold-closing';
import type { ReplayState } from './replay-state';
import type { ReplayedBook } from './replayed';
import { DAY_MS, MINUTE_MS } from '../trading/domain/time';

export function valueBook(telling: ReplayState, book: ReplayedBook): void {
  const { facts, row } = telling;
  const balance = book.accounts.available + book.accounts.reserved;
  requireMarks(book, facts, row.at_ms);
  requireExits(telling, book);
  const unrealised = computeUnrealized(telling, book, readPart(facts, 'marks'));
  requireReserve(book);
  requireFigure(facts, 'balanceMills', balance);
  requireFigure(facts, 'availableMills', book.accounts.available);
  requireFigure(facts, 'unrealisedMills', unrealised);
  requireFigure(facts, 'equityMills', balance + unrealised);
  requireFigure(facts, 'positions', BigInt(book.positions.size));
  const day = readText(facts, 'day');
  const dayStart = day === book.day ? book.dayStart : book.valued;
  requireFigure(facts, 'dayStartMills', dayStart);
  const resolution = computeResolution(book.point, { atMs: row.at_ms, day });
  if (!isThinned(telling.thinnedMs - row.at_ms, resolution)) {
    telling.expect('snapshot', {
      event_seq: row.seq,
      user_id: book.userId,
      book_id: book.id,
      epoch: Number(book.epoch),
      at_ms: row.at_ms,
      resolution_minutes: resolution,
      balance_mills: Number(balance),
      available_mills: Number(book.accounts.available),
      unrealised_mills: Number(unrealised),
      equity_mills: Number(balance + unrealised),
      positions: book.positions.size,
      day,
      day_start_mills: Number(dayStart),
    });
  }
  const equity = balance + unrealised;
  const dayLow = day === book.day && book.dayLow < equity ? book.dayLow : equity;
  Object.assign(book, {
    valuedMinute: Math.floor(row.at_ms / MINUTE_MS),
    valued: equity,
    day,
    dayStart,
    dayLow,
    peak: equity > book.peak ? equity : book.peak,
    point: { atMs: row.at_ms, day },
  });
}

/**
 * A valuation marks everything held with live quotes. Records from before this rule lack the time
 * of the oldest quote;
 * from the first one that states it, every valuation of the book must.
 */
function requireMarks(book: ReplayedBook, facts: Facts, atMs: number): void {
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
  const held = new Set([...book.positions.values()].map(({ instrumentId }) => instrumentId));
  for (const id of held)
    assertFact(
      marks[id] !== undefined,
      'payload.marks',
      `no mark of ${id}`,
      'a mark of every contract held',
    );
  if (held.size === 0)
    return assertFact(oldest === null, 'payload.oldestQuoteMs', oldest, 'null, as nothing is held');
  assertFact(
    typeof oldest === 'number' && oldest <= atMs,
    'payload.oldestQuoteMs',
    oldest,
    `a time up to ${atMs}`,
  );
}

/** A day's loss that the gate has seen counts, although no valuation shows it. */
export function rememberLoss(book: ReplayedBook, refusal: Facts): void {
  if (refusal['code'] !== 'DAILY_LOSS' || refusal['asked'] === undefined) return;
  const equity = book.dayStart - readWhole(refusal, 'asked');
  if (equity < book.dayLow) book.dayLow = equity;
}

const requireFigure = (facts: Facts, name: string, due: bigint): void =>
  assertFact(readWhole(facts, name) === due, `payload.${name}`, facts[name], due);

export function computeUnrealized(telling: ReplayState, book: ReplayedBook, marks: Facts): bigint {
  let sum = 0n;
  for (const held of book.positions.values()) {
    const worth = telling.desk.listings.get(book.market)?.get(held.instrumentId);
    // Only records from before valuations needed live quotes lack a mark: they carried the position
    // at its cost.
    if (!worth || marks[held.instrumentId] === undefined) continue;
    sum += computeProfit(
      held.direction,
      held.cost,
      computeValue(worth, readWhole(marks, held.instrumentId), held.lots),
    );
  }
  return sum;
}

/** What is held back is held back for something: the open orders and positions, to the mill. */
export function requireReserve(book: ReplayedBook): void {
  let sum = 0n;
  for (const order of book.orders.values()) sum += order.reserved;
  for (const held of book.positions.values()) sum += held.reserved;
  assertFact(
    sum === book.accounts.reserved,
    'payload',
    `orders and positions of ${book.id} hold back ${sum}`,
    `${book.accounts.reserved}`,
  );
}

interface Point {
  readonly atMs: number;
  readonly day: string;
}

function computeResolution(before: Point | null, point: Point): number {
  if (!before || before.day !== point.day) return 1440;
  for (const minutes of [60, 15]) {
    const width = minutes * MINUTE_MS;
    if (Math.floor(before.atMs / width) !== Math.floor(point.atMs / width)) return minutes;
  }
  return 1;
}

/**
 * Older than 2 days only each quarter hour is kept, than 30 days each hour, than a year each day.
 */
const isThinned = (ageMs: number, resolution: number): boolean =>
  (ageMs > 2 * DAY_MS && resolution < 15) ||
  (ageMs > 30 * DAY_MS && resolution < 60) ||
  (ageMs > 365 * DAY_MS && resolution < 1440);
