// The order lists of all playbooks in their rehearsals as a source file: a rule that changes deals
// otherwise, and is seen.
import type { BacktestTrade } from '../../../trading/backtest/tape';
import { COMMODITY_KEYS, type CommodityKey } from '../../../trading/domain/commodity';
import { ruleFingerprint } from '../../../trading/strategies/fingerprint';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import { listPlaybooks } from '../../../trading/strategies/playbooks/catalogue';
import { orderHash, rehearsedTrades } from '../rehearsal';

export interface OrderPin {
  readonly mode: CommodityKey;
  readonly id: string;
  /** Fingerprint of all of the row that decides. */
  readonly rule: string;
  readonly trades: number;
  /** Digest of the order list, which a family's own code decides too. */
  readonly orders: string;
}

/** What is pinned of a row that has dealt so in its rehearsal. */
export const buildOrderPin = (row: PlaybookRow, trades: readonly BacktestTrade[]): OrderPin => ({
  mode: row.commodity,
  id: row.id,
  rule: ruleFingerprint(row),
  trades: trades.length,
  orders: orderHash(trades),
});

/** The text of the file; it takes a few seconds. */
export function pinsSource(): string {
  const rows = COMMODITY_KEYS.flatMap(listPlaybooks).map((row) =>
    buildOrderPin(row, rehearsedTrades(row)),
  );
  return [
    '/**',
    ' * What each playbook deals in its rehearsal, a made-up market in which all that it waits for happens often: written by `npm run backtest -- --judge --write`.',
    ' * Digests of rules and of order lists. Not edited by hand: a test rehearses again and compares.',
    ' */',
    "import type { OrderPin } from './pins';",
    '',
    'export const ORDER_PINS: readonly OrderPin[] = [',
    ...rows.map(
      ({ mode, id, rule, trades, orders }) =>
        `  { mode: '${mode}', id: '${id}', rule: '${rule}', trades: ${trades}, orders: '${orders}' },`,
    ),
    '];',
    '',
  ].join('\n');
}
