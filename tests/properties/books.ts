// Invariants of every state after every step.
import { getDeskView } from '../../app/trading/desk-view';
import type { Book } from '../../app/trading/domain/book';
import { toCanonicalJson } from '../../app/trading/domain/canonical-json';
import type { Posting } from '../../app/trading/domain/ledger';
import type { Position } from '../../app/trading/domain/position';
import type { LogRecord } from '../../app/trading/domain/record';
import type { DeskState } from '../../app/trading/engine/state';
import type { ReferenceAccount } from '../support/reference-account';
import { assertEqual } from './property';

const listEntries = ({ payload }: LogRecord): (readonly Posting[])[] => [
  ...('entry' in payload ? [payload.entry] : []),
  ...('closing' in payload ? [payload.closing] : []),
];

/** Each ledger entry sums to zero in money and in lots of each contract, in integers. */
export function expectBalancedEntries(records: readonly LogRecord[]): void {
  for (const entry of records.flatMap(listEntries)) {
    const sums = new Map<string, bigint>();
    for (const { unit, amount } of entry) sums.set(unit, (sums.get(unit) ?? 0n) + BigInt(amount));
    for (const [unit, sum] of sums) assertEqual(sum, 0n, `the postings in ${unit}`);
  }
}

/** Balances equal the sums of all postings and sum to zero. */
export function expectPostedBalances(state: DeskState, records: readonly LogRecord[]): void {
  const sums = new Map<string, Map<string, bigint>>();
  for (const record of records) {
    const book = sums.get(record.bookId ?? '') ?? new Map<string, bigint>();
    for (const { account, unit, amount } of listEntries(record).flat()) {
      const key = unit === 'mills' ? account : `${account} ${unit}`;
      book.set(key, (book.get(key) ?? 0n) + BigInt(amount));
    }
    sums.set(record.bookId ?? '', book);
  }
  for (const book of Object.values(state.books)) {
    const posted = sums.get(book.id) ?? new Map<string, bigint>();
    for (const [account, amount] of Object.entries(book.balances))
      assertEqual(BigInt(amount), posted.get(account) ?? 0n, `${account} of ${book.id}`);
    assertEqual(
      Object.values(book.balances).reduce((sum, amount) => sum + amount, 0),
      0,
      'the five accounts',
    );
    for (const [key, lots] of posted)
      if (key.startsWith('lots '))
        assertEqual(lots, heldLots(book, key.slice('lots '.length)), key);
  }
}

/** The account holds what its broker has reported, contract by contract. */
export function expectSameLots(book: Book, reported: ReadonlyMap<string, number>): void {
  const ids = new Set([
    ...reported.keys(),
    ...Object.values(book.positions).map(({ instrumentId }) => instrumentId),
  ]);
  for (const id of ids)
    assertEqual(heldLots(book, id), BigInt(reported.get(id) ?? 0), `${id} held in ${book.id}`);
}

const heldLots = (book: Book, instrumentId: string): bigint =>
  Object.values(book.positions)
    .filter((held) => held.instrumentId === instrumentId)
    .reduce((sum, { direction, lots }) => sum + BigInt(direction === 'LONG' ? lots : -lots), 0n);

/** The reserve equals that of open positions and working entries. */
export function expectReserves(book: Book): void {
  const held = [...Object.values(book.positions), ...Object.values(book.orders)].reduce(
    (sum, { reservedMills }) => sum + reservedMills,
    0,
  );
  assertEqual(book.balances.reserved, held, `reserved in ${book.id}`);
  for (const order of Object.values(book.orders))
    assertEqual(order.filledLots < order.lots, true, `${order.id} waits for something`);
}

/**
 * An account equals the reference account, to the mill. `keyOf`: key of a position in the
 * reference.
 */
export function expectSameBook(
  book: Book,
  reference: ReferenceAccount,
  keyOf: (position: Position) => string = ({ instrumentId }) => instrumentId,
): void {
  assertEqual(book.balances, reference.balances(), `balances of ${book.id}`);
  const counts = {
    epoch: book.epoch,
    globalActive: book.globalActive,
    opened: book.opened,
    closed: book.closed,
    won: book.won,
  };
  assertEqual(
    counts,
    { epoch: reference.epoch, globalActive: reference.globalActive, ...reference.counts },
    `counts of ${book.id}`,
  );
  const running = Object.entries(book.commodities).flatMap(([key, { active }]) =>
    active ? [key] : [],
  );
  assertEqual(running.sort(), [...reference.running].sort(), `running in ${book.id}`);
  const positions = Object.values(book.positions).map(
    (position) => [keyOf(position), pickFigures(position)] as const,
  );
  const expected = [...reference.positions].map(
    ([id, { direction, lots, cost, reserved }]) =>
      [id, { direction, lots, costMills: Number(cost), reservedMills: Number(reserved) }] as const,
  );
  assertEqual(
    Object.fromEntries(positions),
    Object.fromEntries(expected),
    `positions of ${book.id}`,
  );
}

const pickFigures = ({ direction, lots, costMills, reservedMills }: Position): object => ({
  direction,
  lots,
  costMills,
  reservedMills,
});

const roundCents = (mills: bigint): bigint => {
  const tenths = (mills < 0n ? -mills : mills) % 10n;
  const down = (mills < 0n ? -mills : mills) / 10n;
  const up = tenths > 5n || (tenths === 5n && down % 2n === 1n);
  return (mills < 0n ? -1n : 1n) * (up ? down + 1n : down) * 10n;
};

/**
 * Screen figures: rows rounded once to the cent; totals are sums of rows; balance + unrealized P&L
 * = total.
 */
export function expectViewAddsUp(state: DeskState, book: Book, reference?: ReferenceAccount): void {
  const view = getDeskView(state, book.userId, book.mode);
  if (!view) throw new Error('an open book has a view');
  const add = (amounts: readonly number[]): number =>
    amounts.reduce((sum, amount) => sum + amount, 0);
  assertEqual(
    view.unrealisedMills,
    add(view.positions.map((row) => row.pnlMills)),
    'open profit, by position',
  );
  assertEqual(
    view.unrealisedMills,
    add(view.commodities.map((row) => row.pnlMills)),
    'open profit, by commodity',
  );
  assertEqual(view.totalMills, view.balanceMills + view.unrealisedMills, 'total');
  assertEqual(view.totalPnlMills, view.totalMills - view.initialMills, 'total profit');
  assertEqual(
    view.availableMills + Number(roundCents(BigInt(book.balances.reserved))),
    view.balanceMills,
    'available and reserved',
  );
  assertEqual(
    view.positions.length,
    add(view.commodities.map((row) => row.positions)),
    'positions, by commodity',
  );
  const shown = [
    view.balanceMills,
    view.availableMills,
    view.unrealisedMills,
    view.totalMills,
    view.totalPnlMills,
  ];
  assertEqual(
    shown.filter((amount) => amount % 10 !== 0),
    [],
    'figures that are no whole cents',
  );
  if (reference)
    assertEqual(
      view.balanceMills,
      Number(roundCents(reference.cash)),
      'the balance of the reference',
    );
}

/** The same sequence number must always give the same figures. */
export class ViewsByNumber {
  private readonly known = new Map<string, string>();

  assertBooks(state: DeskState): void {
    for (const { userId, mode } of Object.values(state.books)) {
      const view = getDeskView(state, userId, mode);
      const key = `${view?.asOfSeq} ${userId} ${mode}`;
      const text = toCanonicalJson(view);
      assertEqual(this.known.get(key) ?? text, text, `figures as of ${key}`);
      this.known.set(key, text);
    }
  }
}
