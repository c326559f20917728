// The judgement as a table: one row for each playbook.
import { COMMODITIES } from '../../../trading/domain/commodity';
import { decimalNumber } from '../../../trading/domain/format';
import { ruleFingerprint } from '../../../trading/strategies/fingerprint';
import { formatTable } from '../../replay/print';
import { ORDER_PINS } from './order-pins.generated';
import { ALIKE, type Sentenced, TRADES_LEAST } from './sentence';

const isPinned = ({ row }: Sentenced): boolean =>
  ORDER_PINS.some(
    ({ mode, id, rule }) =>
      mode === row.commodity && id === row.id && rule === ruleFingerprint(row),
  );

const verdictText = (one: Sentenced): string =>
  one.faults.length > 0
    ? one.faults.join('; ')
    : isPinned(one)
      ? 'passes'
      : 'passes; changed since its orders were pinned';

/** The table, what was asked, and the count. */
export function judgementText(all: readonly Sentenced[], worlds: number, years: number): string {
  const rows = all.map((one) => [
    `${COMMODITIES[one.row.commodity].displayName}, ${one.row.id}`,
    decimalNumber(one.tradesPerDecade, 1),
    one.row.isRare ? 'rare' : '',
    one.lookahead === null ? 'none' : 'LOOKS AHEAD',
    one.isLeakCaught ? 'caught' : 'MISSED',
    one.orders.slice(0, 8),
    one.twin?.id ?? '',
    decimalNumber(one.twin?.correlation ?? null, 2),
    verdictText(one),
  ]);
  const failed = all.filter(({ faults }) => faults.length > 0).length;
  return [
    formatTable([
      ['', 'trades', '', 'ahead', 'leak', 'orders', 'nearest twin', 'alike', ''],
      ...rows,
    ]),
    '',
    `Over ${worlds} worlds of ${years} years that no playbook was made on. Trades: holdings in ten years, at least ${TRADES_LEAST} unless marked rare. Ahead: a run that ends earlier must have dealt the same, and two worlds of one past show the same until their futures part. Leak: the same rule, shown each bar one bar early, must be caught.`,
    `Orders: digest of all that was dealt, which no two of a mode share. Alike: correlation of daily positions, below ${decimalNumber(ALIKE, 2)} for any two of a mode.`,
    failed === 0 ? `All ${all.length} pass.` : `${failed} of ${all.length} fail.`,
  ].join('\n');
}

export const judgementJson = (all: readonly Sentenced[]): unknown =>
  all.map((one) => ({
    mode: one.row.commodity,
    id: one.row.id,
    isRare: one.row.isRare,
    tradesPerDecade: one.tradesPerDecade,
    lookahead: one.lookahead,
    isLeakCaught: one.isLeakCaught,
    orders: one.orders,
    twin: one.twin,
    faults: one.faults,
  }));
