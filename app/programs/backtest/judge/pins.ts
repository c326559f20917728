// Digests of the rehearsal trades of all strategies, as a source file. A test fails when a rule
// change alters them.
import type { BacktestTrade } from '../../../trading/backtest/backtest-run';
import { COMMODITY_KEYS, type CommodityKey } from '../../../trading/domain/commodity';
import { computeRuleFingerprint } from '../../../trading/strategies/rule-fingerprint';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import { listPlaybooks } from '../../../trading/strategies/playbooks/catalog';
import { computeOrderHash, runRehearsal } from '../rehearsal';

export interface OrderPin {
  readonly mode: CommodityKey;
  readonly id: string;
  /** Fingerprint of the strategy's parameters. */
  readonly rule: string;
  readonly trades: number;
  /** Digest of the trades, which also depends on the code of the strategy family. */
  readonly orders: string;
}

export const buildOrderPin = (row: PlaybookRow, trades: readonly BacktestTrade[]): OrderPin => ({
  mode: row.commodity,
  id: row.id,
  rule: computeRuleFingerprint(row),
  trades: trades.length,
  orders: computeOrderHash(trades),
});

/** Source of order-pins.generated.ts; takes a few seconds. */
export function buildPinsSource(): string {
  const rows = COMMODITY_KEYS.flatMap(listPlaybooks).map((row) =>
    buildOrderPin(row, runRehearsal(row)),
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
