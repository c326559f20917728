// What must hold of every desk after every step, whatever led there.
import { deskView } from '../../app/trading/desk';
import type { Book } from '../../app/trading/domain/book';
import { canonicalJson } from '../../app/trading/domain/canonical';
import type { Posting } from '../../app/trading/domain/ledger';
import type { Position } from '../../app/trading/domain/position';
import type { LogRecord } from '../../app/trading/domain/record';
import type { DeskState } from '../../app/trading/engine/state';
import type { ReferenceBook } from '../support/reference-desk';
import { agree } from './property';

const listEntries = ({ payload }: LogRecord): (readonly Posting[])[] => [
  ...('entry' in payload ? [payload.entry] : []),
  ...('closing' in payload ? [payload.closing] : []),
];

/** Every entry sums to zero in money and in the lots of every contract, in whole numbers. */
export function expectBalancedEntries(records: readonly LogRecord[]): void {
  for (const entry of records.flatMap(listEntries)) {
    const sums = new Map<string, bigint>();
    for (const { unit, amount } of entry) sums.set(unit, (sums.get(unit) ?? 0n) + BigInt(amount));
    for (const [unit, sum] of sums) agree(sum, 0n, `the postings in ${unit}`);
  }
}

/**
 * The balances of every book are the sums of its postings from the first record on, and they sum to
 * zero.
 */
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
      agree(BigInt(amount), posted.get(account) ?? 0n, `${account} of ${book.id}`);
    agree(
      Object.values(book.balances).reduce((sum, amount) => sum + amount, 0),
      0,
      'the five accounts',
    );
    for (const [key, lots] of posted)
      if (key.startsWith('lots ')) agree(lots, heldLots(book, key.slice('lots '.length)), key);
  }
}

const heldLots = (book: Book, instrumentId: string): bigint =>
  Object.values(book.positions)
    .filter((held) => held.instrumentId === instrumentId)
    .reduce((sum, { direction, lots }) => sum + BigInt(direction === 'LONG' ? lots : -lots), 0n);

/** What is reserved is what the open positions and the waiting entries hold back. */
export function expectReserves(book: Book): void {
  const held = [...Object.values(book.positions), ...Object.values(book.orders)].reduce(
    (sum, { reservedMills }) => sum + reservedMills,
    0,
  );
  agree(book.balances.reserved, held, `reserved in ${book.id}`);
  for (const order of Object.values(book.orders))
    agree(order.filledLots < order.lots, true, `${order.id} waits for something`);
}

/**
 * One book of the desk is the reference book, to the mill; `keyOf` is the name by which the
 * reference knows a position.
 */
export function expectSameBook(
  book: Book,
  reference: ReferenceBook,
  keyOf: (position: Position) => string = ({ instrumentId }) => instrumentId,
): void {
  agree(book.balances, reference.balances(), `balances of ${book.id}`);
  const counts = {
    epoch: book.epoch,
    globalActive: book.globalActive,
    opened: book.opened,
    closed: book.closed,
    won: book.won,
  };
  agree(
    counts,
    { epoch: reference.epoch, globalActive: reference.globalActive, ...reference.counts },
    `counts of ${book.id}`,
  );
  const running = Object.entries(book.commodities).flatMap(([key, { active }]) =>
    active ? [key] : [],
  );
  agree(running.sort(), [...reference.running].sort(), `running in ${book.id}`);
  const positions = Object.values(book.positions).map(
    (position) => [keyOf(position), facts(position)] as const,
  );
  const expected = [...reference.positions].map(
    ([id, { direction, lots, cost, reserved }]) =>
      [id, { direction, lots, costMills: Number(cost), reservedMills: Number(reserved) }] as const,
  );
  agree(Object.fromEntries(positions), Object.fromEntries(expected), `positions of ${book.id}`);
}

const facts = ({ direction, lots, costMills, reservedMills }: Position): object => ({
  direction,
  lots,
  costMills,
  reservedMills,
});

const cents = (mills: bigint): bigint => {
  const tenths = (mills < 0n ? -mills : mills) % 10n;
  const down = (mills < 0n ? -mills : mills) / 10n;
  const up = tenths > 5n || (tenths === 5n && down % 2n === 1n);
  return (mills < 0n ? -1n : 1n) * (up ? down + 1n : down) * 10n;
};

/**
 * The screen: rows rounded once to the cent, totals that are the sums of the rows, balance + open
 * profit = total.
 */
export function expectViewAddsUp(state: DeskState, book: Book, reference?: ReferenceBook): void {
  const view = deskView(state, book.userId, book.mode);
  if (!view) throw new Error('an open book has a view');
  const add = (amounts: readonly number[]): number =>
    amounts.reduce((sum, amount) => sum + amount, 0);
  agree(
    view.unrealisedMills,
    add(view.positions.map((row) => row.pnlMills)),
    'open profit, by position',
  );
  agree(
    view.unrealisedMills,
    add(view.commodities.map((row) => row.pnlMills)),
    'open profit, by commodity',
  );
  agree(view.totalMills, view.balanceMills + view.unrealisedMills, 'total');
  agree(view.totalPnlMills, view.totalMills - view.initialMills, 'total profit');
  agree(
    view.availableMills + Number(cents(BigInt(book.balances.reserved))),
    view.balanceMills,
    'available and reserved',
  );
  agree(
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
  agree(
    shown.filter((amount) => amount % 10 !== 0),
    [],
    'figures that are no whole cents',
  );
  if (reference)
    agree(view.balanceMills, Number(cents(reference.cash)), 'the balance of the reference');
}

/** Keeps every view by its number: the same number may never show another figure. */
export class ViewsByNumber {
  private readonly known = new Map<string, string>();

  check(state: DeskState): void {
    for (const { userId, mode } of Object.values(state.books)) {
      const view = deskView(state, userId, mode);
      const key = `${view?.asOfSeq} ${userId} ${mode}`;
      const text = canonicalJson(view);
      agree(this.known.get(key) ?? text, text, `figures as of ${key}`);
      this.known.set(key, text);
    }
  }
}
