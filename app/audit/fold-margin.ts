// Margin recomputed from the log: a call needs equity below the requirement, a reduction only
// reduces, and nothing opens in between.
import { divideUp } from './arithmetic';
import { type Facts, readPart, assertFact, readText, readWhole } from './facts';
import { computeUnrealized } from './fold-valuation';
import type { ReplayState } from './replay-state';
import type { ReplayedBook, ReplayedContract, ReplayedOrder } from './replayed';

interface Requirement {
  readonly equity: bigint;
  readonly maintenance: bigint;
}

export function callMargin(telling: ReplayState, book: ReplayedBook): void {
  assertFact(
    book.calledMs === null,
    'type',
    'MarginCalled twice',
    'an account without a margin call',
  );
  assertFact(book.positions.size > 0, 'type', 'MarginCalled', 'an account that holds something');
  const { equity, maintenance } = requireFigures(telling, book);
  assertFact(
    equity < maintenance,
    'payload.equityMills',
    equity,
    `less than the maintenance margin of ${maintenance}`,
  );
  book.calledMs = telling.row.at_ms;
}

export function reduceMargin(telling: ReplayState, book: ReplayedBook): void {
  const { facts, row } = telling;
  assertFact(
    book.calledMs !== null && row.at_ms > book.calledMs,
    'at_ms',
    row.at_ms,
    'a moment after a margin call',
  );
  const { equity, maintenance } = requireFigures(telling, book);
  assertFact(
    equity < maintenance,
    'payload.equityMills',
    equity,
    `less than the maintenance margin of ${maintenance}`,
  );
  const lots = readPart(facts, 'lots');
  for (const id of Object.keys(lots)) {
    const held = book.positions.get(id);
    assertFact(
      held !== undefined && readWhole(lots, id) > 0n && readWhole(lots, id) <= held.lots,
      'payload.lots',
      lots,
      `1 to ${held?.lots ?? 0n} lots of ${id}`,
    );
  }
  book.reduction = { seq: row.seq, lots };
}

export function restoreMargin(telling: ReplayState, book: ReplayedBook): void {
  assertFact(book.calledMs !== null, 'type', 'MarginRestored', 'an account with a margin call');
  const { equity, maintenance } = requireFigures(telling, book);
  assertFact(
    equity >= maintenance || book.positions.size === 0,
    'payload.equityMills',
    equity,
    `the maintenance margin of ${maintenance} or more`,
  );
  book.calledMs = null;
}

/**
 * No entry is placed during a call; an order that a reduction caused closes what the reduction
 * names, of a commodity that is off.
 */
export function requireWithinMargin(
  telling: ReplayState,
  book: ReplayedBook,
  order: ReplayedOrder,
): void {
  const { cause_seq: cause } = telling.row;
  assertFact(
    order.purpose !== 'ENTRY' || book.calledMs === null,
    'payload.order.purpose',
    order.purpose,
    'no entry during a margin call',
  );
  if (cause === null || cause !== book.reduction?.seq) return;
  const isProtection = order.purpose === 'STOP' || order.purpose === 'TARGET';
  assertFact(
    isProtection || order.purpose === 'EXIT',
    'payload.order.purpose',
    order.purpose,
    'an order that reduces',
  );
  if (isProtection) return;
  const named = book.reduction.lots[order.positionId];
  // Closing one leg at once closes what is left of the others.
  const isLeg = [...book.positions.values()].some(
    (held) => held.id === order.positionId && held.groupId !== null,
  );
  assertFact(
    named === Number(order.lots) || (named === undefined && isLeg),
    'payload.order.lots',
    order.lots,
    `the ${String(named)} lots that the reduction names`,
  );
  assertFact(
    !telling.switchOf(book, readText(order.facts, 'commodity')).active,
    'payload.order.commodity',
    order.facts['commodity'],
    'a commodity that is switched off',
  );
}

/**
 * Equity from the marks, margin from the terms that the record carries; both must be what it says.
 */
function requireFigures(telling: ReplayState, book: ReplayedBook): Requirement {
  const { facts } = telling;
  const marks = readPart(facts, 'marks');
  const equity =
    book.accounts.available + book.accounts.reserved + computeUnrealized(telling, book, marks);
  const maintenance = sumMargin(telling, book, 'maintenanceMills');
  assertFact(
    readWhole(facts, 'equityMills') === equity,
    'payload.equityMills',
    facts['equityMills'],
    equity,
  );
  assertFact(
    readWhole(facts, 'maintenanceMills') === maintenance,
    'payload.maintenanceMills',
    facts['maintenanceMills'],
    maintenance,
  );
  const initial = sumMargin(telling, book, 'initialMills');
  assertFact(
    readWhole(facts, 'initialMills') === initial,
    'payload.initialMills',
    facts['initialMills'],
    initial,
  );
  return { equity, maintenance };
}

function sumMargin(
  telling: ReplayState,
  book: ReplayedBook,
  kind: 'initialMills' | 'maintenanceMills',
): bigint {
  const terms = readPart(telling.facts, 'terms');
  const marks = readPart(telling.facts, 'marks');
  let sum = 0n;
  for (const { instrumentId, lots } of book.positions.values()) {
    const contract = telling.desk.listings.get(book.market)?.get(instrumentId);
    assertFact(
      contract !== undefined,
      'payload.terms',
      instrumentId,
      `a contract listed in ${book.market}`,
    );
    sum += computeMargin(
      contract,
      readPart(terms, instrumentId),
      readWhole(marks, instrumentId),
      lots,
      kind,
    );
  }
  return sum;
}

/**
 * The larger of two: dollars of a whole contract by its part, and their ratio to the reference
 * notional by the notional held.
 */
function computeMargin(
  contract: ReplayedContract,
  terms: Facts,
  mark: bigint,
  lots: bigint,
  kind: 'initialMills' | 'maintenanceMills',
): bigint {
  const size = readWhole(terms, 'sizeTicks');
  const least = mark < 0n ? -mark : mark;
  assertFact(
    contract.mayBeNegative ? size >= least : size === least,
    'payload.terms',
    size,
    `a price of the size of ${mark}`,
  );
  assertFact(
    readWhole(terms, 'initialMills') > readWhole(terms, 'maintenanceMills'),
    'payload.terms',
    terms,
    'an initial margin above the maintenance margin',
  );
  const dollars = readWhole(terms, kind);
  const fixed = divideUp(
    dollars * lots * contract.lot.digits,
    readWhole(terms, 'unitsPerContract') * contract.lot.scale,
  );
  const scaled = divideUp(
    dollars * size * lots * contract.mills,
    contract.divisor * readWhole(terms, 'referenceMills'),
  );
  return fixed > scaled ? fixed : scaled;
}
