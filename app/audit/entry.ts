// Double entry, checked: what a record's lines must sum to in each account, and that each entry
// sums to zero in each unit.
import { type Facts, readList, assertFact, formatFact, readText, readWhole } from './facts';
import { ACCOUNTS, type ReplayedBook } from './replayed';
import type { AuditRow } from './tables';

/** Expected movements by `account unit`. */
type Movements = Readonly<Record<string, bigint>>;

export const listOpeningAmounts = (capital: bigint): Movements => ({
  'equity mills': -capital,
  'available mills': capital,
});
export const listHoldingAmounts = (amount: bigint): Movements => ({
  'available mills': -amount,
  'reserved mills': amount,
});

/** Everything goes back to equity. */
export const listClosingAmounts = ({ accounts }: ReplayedBook): Movements => ({
  'available mills': -accounts.available,
  'realised mills': -accounts.realised,
  'fees mills': -accounts.fees,
  'equity mills': accounts.available + accounts.realised + accounts.fees,
});

interface FillMoney {
  readonly instrumentId: string;
  /** Bought lots positive, sold ones negative. */
  readonly lots: bigint;
  /** What leaves the reserve, net of what the position holds back from now on. */
  readonly released: bigint;
  readonly profit: bigint;
  readonly fee: bigint;
}

export const listFillingAmounts = ({
  instrumentId,
  lots,
  released,
  profit,
  fee,
}: FillMoney): Movements => ({
  'reserved mills': -released,
  'available mills': released + profit - fee,
  'realised mills': -profit,
  'fees mills': fee,
  [`lots ${instrumentId}`]: lots,
  [`market ${instrumentId}`]: -lots,
});

/**
 * Books an entry of a record and answers the rows that its postings must be. Throws Contradiction
 * when it is not the right entry.
 */
export function bookEntry(
  book: ReplayedBook,
  seq: number,
  facts: Facts,
  name: 'entry' | 'closing',
  wanted: Movements,
  firstLine: number,
): AuditRow[] {
  const sums = new Map<string, bigint>();
  const units = new Map<string, bigint>();
  const rows = readList(facts, name).map((line, place): AuditRow => {
    const [account, unit, amount] = [
      readText(line, 'account'),
      readText(line, 'unit'),
      readWhole(line, 'amount'),
    ];
    sums.set(`${account} ${unit}`, (sums.get(`${account} ${unit}`) ?? 0n) + amount);
    units.set(unit, (units.get(unit) ?? 0n) + amount);
    return {
      event_seq: seq,
      line: firstLine + place,
      entry: name === 'entry' ? 'ENTRY' : 'CLOSING',
      book_id: book.id,
      epoch: Number(book.epoch),
      account,
      unit,
      amount: Number(amount),
    };
  });
  for (const [unit, sum] of units)
    assertFact(sum === 0n, `payload.${name}`, `${unit} sums to ${sum}`, 'zero');
  for (const account of new Set([...sums.keys(), ...Object.keys(wanted)])) {
    const [sum, due] = [sums.get(account) ?? 0n, wanted[account] ?? 0n];
    assertFact(
      sum === due,
      `payload.${name}`,
      `${account} ${formatFact(sum)}`,
      `${account} ${formatFact(due)}`,
    );
  }
  for (const account of ACCOUNTS) book.accounts[account] += sums.get(`${account} mills`) ?? 0n;
  return rows;
}
