// Report of `backtest --judge`: one row per strategy.
import { COMMODITIES } from '../../../trading/domain/commodity';
import { formatNumber } from '../../../trading/domain/format';
import { computeRuleFingerprint } from '../../../trading/strategies/rule-fingerprint';
import { formatTable } from '../../replay/print';
import { ORDER_PINS } from './order-pins.generated';
import { CORRELATION_MAX, type JudgedPlaybook, TRADES_MIN } from './judge-playbooks';

const isPinned = ({ row }: JudgedPlaybook): boolean =>
  ORDER_PINS.some(
    ({ mode, id, rule }) =>
      mode === row.commodity && id === row.id && rule === computeRuleFingerprint(row),
  );

const formatFaults = (one: JudgedPlaybook): string =>
  one.faults.length > 0
    ? one.faults.join('; ')
    : isPinned(one)
      ? 'passes'
      : 'passes; rule changed since its orders were pinned';

export function formatJudgmentTable(
  all: readonly JudgedPlaybook[],
  worlds: number,
  years: number,
): string {
  const rows = all.map((one) => [
    `${COMMODITIES[one.row.commodity].displayName}, ${one.row.id}`,
    formatNumber(one.tradesPerDecade, 1),
    one.row.isRare ? 'rare' : '',
    one.lookahead === null ? 'none' : 'LOOK-AHEAD',
    one.isLeakCaught ? 'caught' : 'MISSED',
    one.orders.slice(0, 8),
    one.mostSimilar?.id ?? '',
    formatNumber(one.mostSimilar?.correlation ?? null, 2),
    formatFaults(one),
  ]);
  const failed = all.filter(({ faults }) => faults.length > 0).length;
  return [
    formatTable([
      ['', 'trades', '', 'look-ahead', 'leak', 'orders', 'most similar', 'correlation', ''],
      ...rows,
    ]),
    '',
    `${worlds} out-of-sample simulated paths of ${years} years. Trades: positions per 10 years, at least ${TRADES_MIN} unless marked rare. Look-ahead: a shorter run must place the same orders, and two paths with one past must be equal until they diverge. Leak: the same rule with each bar one bar early must be detected.`,
    `Orders: digest of all orders, unique per commodity. Correlation: of daily positions with the most similar strategy of the commodity, below ${formatNumber(CORRELATION_MAX, 2)}.`,
    failed === 0 ? `All ${all.length} pass.` : `${failed} of ${all.length} fail.`,
  ].join('\n');
}

export const toJudgmentJson = (all: readonly JudgedPlaybook[]): unknown =>
  all.map((one) => ({
    mode: one.row.commodity,
    id: one.row.id,
    isRare: one.row.isRare,
    tradesPerDecade: one.tradesPerDecade,
    lookahead: one.lookahead,
    isLeakCaught: one.isLeakCaught,
    orders: one.orders,
    twin: one.mostSimilar,
    faults: one.faults,
  }));
