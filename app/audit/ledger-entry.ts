// Checks double entry: the sums per account of a record, and a zero sum per unit.
import { type Facts, readList, assertFact, formatFact, readText, readWhole } from './record-facts';
import { ACCOUNTS, type ReplayedBook } from './replayed-desk';
import type { AuditRow } from './audited-tables';

/** Expected sums by `account unit`. */
type Movements = Readonly<Record<string, bigint>>;

export const listOpeningAmounts = (capital: bigint): Movements => ({
  'equity mills': -capital,
  'available mills': capital,
});
export const listReserveAmounts = (amount: bigint): Movements => ({
  'available mills': -amount,
  'reserved mills': amount,
});

/** Moves everything back to equity. */
export const listClosingAmounts = ({ accounts }: ReplayedBook): Movements => ({
  'available mills': -accounts.available,
  'realised mills': -accounts.realised,
  'fees mills': -accounts.fees,
  'equity mills': accounts.available + accounts.realised + accounts.fees,
});

interface FillMoney {
  readonly instrumentId: string;
  /** Bought lots are positive. */
  readonly lots: bigint;
  /** Released reserve, net of what the position keeps reserved. */
  readonly released: bigint;
  readonly profit: bigint;
  readonly fee: bigint;
}

export const listFillAmounts = ({
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

export const listCorrectionAmounts = (profit: bigint, fee: bigint): Movements => ({
  'available mills': profit - fee,
  'realised mills': -profit,
  'fees mills': fee,
});

/**
 * Posts the entry of a record and returns the expected posting rows. Throws AuditMismatch if the
 * entry is wrong.
 */
export function postEntry(
  book: ReplayedBook,
  seq: number,
  facts: Facts,
  name: 'entry' | 'closing',
  expected: Movements,
  firstLine: number,
): AuditRow[] {
  const sums = new Map<string, bigint>();
  const units = new Map<string, bigint>();
  const rows = readList(facts, name).map((line, index): AuditRow => {
    const [account, unit, amount] = [
      readText(line, 'account'),
      readText(line, 'unit'),
      readWhole(line, 'amount'),
    ];
    sums.set(`${account} ${unit}`, (sums.get(`${account} ${unit}`) ?? 0n) + amount);
    units.set(unit, (units.get(unit) ?? 0n) + amount);
    return {
      event_seq: seq,
      line: firstLine + index,
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
  for (const account of new Set([...sums.keys(), ...Object.keys(expected)])) {
    const [sum, expectedSum] = [sums.get(account) ?? 0n, expected[account] ?? 0n];
    assertFact(
      sum === expectedSum,
      `payload.${name}`,
      `${account} ${formatFact(sum)}`,
      `${account} ${formatFact(expectedSum)}`,
    );
  }
  for (const account of ACCOUNTS) book.accounts[account] += sums.get(`${account} mills`) ?? 0n;
  return rows;
}
