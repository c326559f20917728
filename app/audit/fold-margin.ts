// Margin recomputed from the log: a call needs equity below the requirement, a reduction only reduces, and nothing opens in between.
import { divideUp } from './arithmetic';
import { type Facts, partOf, require, textOf, wholeOf } from './facts';
import { unrealisedOf } from './fold-valuation';
import type { Retelling } from './retelling';
import type { RetoldBook, RetoldContract, RetoldOrder } from './retold';

interface Requirement {
  readonly equity: bigint;
  readonly maintenance: bigint;
}

export function callMargin(telling: Retelling, book: RetoldBook): void {
  require(book.calledMs === null, 'type', 'MarginCalled twice', 'an account without a margin call');
  require(book.positions.size > 0, 'type', 'MarginCalled', 'an account that holds something');
  const { equity, maintenance } = requireFigures(telling, book);
  require(equity <
    maintenance, 'payload.equityMills', equity, `less than the maintenance margin of ${maintenance}`);
  book.calledMs = telling.row.at_ms;
}

export function reduceMargin(telling: Retelling, book: RetoldBook): void {
  const { facts, row } = telling;
  require(book.calledMs !== null &&
    row.at_ms > book.calledMs, 'at_ms', row.at_ms, 'a moment after a margin call');
  const { equity, maintenance } = requireFigures(telling, book);
  require(equity <
    maintenance, 'payload.equityMills', equity, `less than the maintenance margin of ${maintenance}`);
  const lots = partOf(facts, 'lots');
  for (const id of Object.keys(lots)) {
    const held = book.positions.get(id);
    require(held !== undefined &&
      wholeOf(lots, id) > 0n &&
      wholeOf(lots, id) <=
        held.lots, 'payload.lots', lots, `1 to ${held?.lots ?? 0n} lots of ${id}`);
  }
  book.reduction = { seq: row.seq, lots };
}

export function restoreMargin(telling: Retelling, book: RetoldBook): void {
  require(book.calledMs !== null, 'type', 'MarginRestored', 'an account with a margin call');
  const { equity, maintenance } = requireFigures(telling, book);
  require(equity >= maintenance ||
    book.positions.size ===
      0, 'payload.equityMills', equity, `the maintenance margin of ${maintenance} or more`);
  book.calledMs = null;
}

/** No entry is placed during a call; an order that a reduction caused closes what the reduction names, of a commodity that is off. */
export function requireWithinMargin(
  telling: Retelling,
  book: RetoldBook,
  order: RetoldOrder,
): void {
  const { cause_seq: cause } = telling.row;
  require(order.purpose !== 'ENTRY' ||
    book.calledMs ===
      null, 'payload.order.purpose', order.purpose, 'no entry during a margin call');
  if (cause === null || cause !== book.reduction?.seq) return;
  const isProtection = order.purpose === 'STOP' || order.purpose === 'TARGET';
  require(isProtection ||
    order.purpose === 'EXIT', 'payload.order.purpose', order.purpose, 'an order that reduces');
  if (isProtection) return;
  const named = book.reduction.lots[order.positionId];
  // Closing one leg at once closes what is left of the others.
  const isLeg = [...book.positions.values()].some(
    (held) => held.id === order.positionId && held.groupId !== null,
  );
  require(named === Number(order.lots) ||
    (named === undefined &&
      isLeg), 'payload.order.lots', order.lots, `the ${String(named)} lots that the reduction names`);
  require(!telling.switchOf(book, textOf(order.facts, 'commodity'))
    .active, 'payload.order.commodity', order.facts[
    'commodity'
  ], 'a commodity that is switched off');
}

/** Equity from the marks, margin from the terms that the record carries; both must be what it says. */
function requireFigures(telling: Retelling, book: RetoldBook): Requirement {
  const { facts } = telling;
  const marks = partOf(facts, 'marks');
  const equity =
    book.accounts.available + book.accounts.reserved + unrealisedOf(telling, book, marks);
  const maintenance = sumMargin(telling, book, 'maintenanceMills');
  require(wholeOf(facts, 'equityMills') === equity, 'payload.equityMills', facts[
    'equityMills'
  ], equity);
  require(wholeOf(facts, 'maintenanceMills') === maintenance, 'payload.maintenanceMills', facts[
    'maintenanceMills'
  ], maintenance);
  const initial = sumMargin(telling, book, 'initialMills');
  require(wholeOf(facts, 'initialMills') === initial, 'payload.initialMills', facts[
    'initialMills'
  ], initial);
  return { equity, maintenance };
}

function sumMargin(
  telling: Retelling,
  book: RetoldBook,
  kind: 'initialMills' | 'maintenanceMills',
): bigint {
  const terms = partOf(telling.facts, 'terms');
  const marks = partOf(telling.facts, 'marks');
  let sum = 0n;
  for (const { instrumentId, lots } of book.positions.values()) {
    const contract = telling.desk.listings.get(book.market)?.get(instrumentId);
    require(contract !==
      undefined, 'payload.terms', instrumentId, `a contract listed in ${book.market}`);
    sum += marginOf(
      contract,
      partOf(terms, instrumentId),
      wholeOf(marks, instrumentId),
      lots,
      kind,
    );
  }
  return sum;
}

/** The larger of two: dollars of a whole contract by its part, and their ratio to the reference notional by the notional held. */
function marginOf(
  contract: RetoldContract,
  terms: Facts,
  mark: bigint,
  lots: bigint,
  kind: 'initialMills' | 'maintenanceMills',
): bigint {
  const size = wholeOf(terms, 'sizeTicks');
  const least = mark < 0n ? -mark : mark;
  require(contract.mayBeNegative
    ? size >= least
    : size === least, 'payload.terms', size, `a price of the size of ${mark}`);
  require(wholeOf(terms, 'initialMills') >
    wholeOf(
      terms,
      'maintenanceMills',
    ), 'payload.terms', terms, 'an initial margin above the maintenance margin');
  const dollars = wholeOf(terms, kind);
  const fixed = divideUp(
    dollars * lots * contract.lot.digits,
    wholeOf(terms, 'unitsPerContract') * contract.lot.scale,
  );
  const scaled = divideUp(
    dollars * size * lots * contract.mills,
    contract.divisor * wholeOf(terms, 'referenceMills'),
  );
  return fixed > scaled ? fixed : scaled;
}
