// Replays margin records: a call needs equity below margin, a reduction only reduces, and nothing
// opens during a call.
import { divideUp } from './arithmetic';
import { type Facts, readPart, assertFact, readText, readWhole } from './record-facts';
import { computeUnrealized } from './replay-valuation';
import type { ReplayState } from './replay-state';
import type { ReplayedBook, ReplayedContract, ReplayedOrder } from './replayed-desk';

interface Requirement {
  readonly equity: bigint;
  readonly maintenance: bigint;
}

export function callMargin(replay: ReplayState, book: ReplayedBook): void {
  assertFact(
    book.calledMs === null,
    'type',
    'MarginCalled twice',
    'an account without a margin call',
  );
  assertFact(book.positions.size > 0, 'type', 'MarginCalled', 'an account that holds something');
  const { equity, maintenance } = assertMarginFigures(replay, book);
  assertFact(
    equity < maintenance,
    'payload.equityMills',
    equity,
    `less than the maintenance margin of ${maintenance}`,
  );
  book.calledMs = replay.row.at_ms;
}

export function reduceMargin(replay: ReplayState, book: ReplayedBook): void {
  const { facts, row } = replay;
  assertFact(
    book.calledMs !== null && row.at_ms > book.calledMs,
    'at_ms',
    row.at_ms,
    'a time after a margin call',
  );
  const { equity, maintenance } = assertMarginFigures(replay, book);
  assertFact(
    equity < maintenance,
    'payload.equityMills',
    equity,
    `less than the maintenance margin of ${maintenance}`,
  );
  const lots = readPart(facts, 'lots');
  for (const id of Object.keys(lots)) {
    const position = book.positions.get(id);
    assertFact(
      position !== undefined && readWhole(lots, id) > 0n && readWhole(lots, id) <= position.lots,
      'payload.lots',
      lots,
      `1 to ${position?.lots ?? 0n} lots of ${id}`,
    );
  }
  book.reduction = { seq: row.seq, lots };
}

export function restoreMargin(replay: ReplayState, book: ReplayedBook): void {
  assertFact(book.calledMs !== null, 'type', 'MarginRestored', 'an account with a margin call');
  const { equity, maintenance } = assertMarginFigures(replay, book);
  assertFact(
    equity >= maintenance || book.positions.size === 0,
    'payload.equityMills',
    equity,
    `the maintenance margin of ${maintenance} or more`,
  );
  book.calledMs = null;
}

/**
 * No entry during a call. Orders of a reduction close the lots it names, of stopped commodities.
 */
export function assertWithinMargin(
  replay: ReplayState,
  book: ReplayedBook,
  order: ReplayedOrder,
): void {
  const { cause_seq: cause } = replay.row;
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
  const reductionLots = book.reduction.lots[order.positionId];
  // Closing one leg closes the others.
  const isLeg = [...book.positions.values()].some(
    (position) => position.id === order.positionId && position.groupId !== null,
  );
  assertFact(
    reductionLots === Number(order.lots) || (reductionLots === undefined && isLeg),
    'payload.order.lots',
    order.lots,
    `the ${String(reductionLots)} lots that the reduction names`,
  );
  assertFact(
    !replay.getSwitch(book, readText(order.facts, 'commodity')).active,
    'payload.order.commodity',
    order.facts['commodity'],
    'a commodity that is switched off',
  );
}

/**
 * Recomputes equity from the record's marks and margin from its terms; both must match the record.
 */
function assertMarginFigures(replay: ReplayState, book: ReplayedBook): Requirement {
  const { facts } = replay;
  const marks = readPart(facts, 'marks');
  const equity =
    book.accounts.available + book.accounts.reserved + computeUnrealized(replay, book, marks);
  const maintenance = sumMargin(replay, book, 'maintenanceMills');
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
  const initial = sumMargin(replay, book, 'initialMills');
  assertFact(
    readWhole(facts, 'initialMills') === initial,
    'payload.initialMills',
    facts['initialMills'],
    initial,
  );
  return { equity, maintenance };
}

function sumMargin(
  replay: ReplayState,
  book: ReplayedBook,
  kind: 'initialMills' | 'maintenanceMills',
): bigint {
  const terms = readPart(replay.facts, 'terms');
  const marks = readPart(replay.facts, 'marks');
  let sum = 0n;
  for (const { instrumentId, lots } of book.positions.values()) {
    const contract = replay.desk.listings.get(book.market)?.get(instrumentId);
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
 * Larger of two amounts: dollars per contract by size, and their ratio to the reference notional by
 * notional held.
 */
function computeMargin(
  contract: ReplayedContract,
  terms: Facts,
  mark: bigint,
  lots: bigint,
  kind: 'initialMills' | 'maintenanceMills',
): bigint {
  const size = readWhole(terms, 'sizeTicks');
  const markSize = mark < 0n ? -mark : mark;
  assertFact(
    contract.mayBeNegative ? size >= markSize : size === markSize,
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
  const fixedMargin = divideUp(
    dollars * lots * contract.lot.digits,
    readWhole(terms, 'unitsPerContract') * contract.lot.scale,
  );
  const scaledMargin = divideUp(
    dollars * size * lots * contract.mills,
    contract.divisor * readWhole(terms, 'referenceMills'),
  );
  return fixedMargin > scaledMargin ? fixedMargin : scaledMargin;
}
