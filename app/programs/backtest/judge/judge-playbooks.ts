// Quality checks of every strategy, alone and against the other strategies of its commodity.
import { computePositionCorrelation } from '../../../trading/backtest/daily-positions';
import { PlaybookRowSchema } from '../../../trading/strategies/playbooks/catalog';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import type { PlaybookObservation } from './observe-playbooks';

/** Positions per ten years below which a strategy must be marked rare. */
export const TRADES_MIN = 20;
/**
 * Positions per ten years from which the mark is wrong. In between both are allowed: the mean of
 * three decades has two standard errors of about five positions.
 */
const RARE_TRADES_MAX = 30;
/** Correlation of daily positions from which two strategies count as the same rule. */
export const CORRELATION_MAX = 0.95;

export interface JudgedPlaybook extends PlaybookObservation {
  /**
   * Strategy of the commodity with the highest correlation of daily positions; null when it cannot
   * be computed.
   */
  readonly mostSimilar: { readonly id: string; readonly correlation: number } | null;
  /** Failed checks; empty for a row that passes. */
  readonly faults: readonly string[];
}

/** Checks rows over `days` days of all paths together, within each commodity. */
export function judgePlaybooks(
  observed: readonly PlaybookObservation[],
  days: number,
): readonly JudgedPlaybook[] {
  return observed.map((one) => {
    const others = observed.filter(
      ({ row }) => row !== one.row && row.commodity === one.row.commodity,
    );
    const mostSimilar = findMostSimilar(one, others, days);
    return {
      ...one,
      mostSimilar,
      faults: [...listOwnFaults(one), ...listSharedFaults(one, others, mostSimilar)],
    };
  });
}

function findMostSimilar(
  one: PlaybookObservation,
  others: readonly PlaybookObservation[],
  days: number,
): JudgedPlaybook['mostSimilar'] {
  let mostSimilar: JudgedPlaybook['mostSimilar'] = null;
  for (const other of others) {
    const cells = days * Math.max(1, countChains(one.row), countChains(other.row));
    const correlation = computePositionCorrelation(one.positions, other.positions, cells);
    if (correlation !== null && correlation > (mostSimilar?.correlation ?? -Infinity))
      mostSimilar = { id: other.row.id, correlation };
  }
  return mostSimilar;
}

const HUBS = 5;
const countChains = ({ legs, chains, commodity }: PlaybookRow): number =>
  legs ? 2 : (chains?.length ?? (commodity === 'electricity' ? HUBS : 1));

function listOwnFaults({
  row,
  tradesPerDecade,
  lookahead,
  isLeakCaught,
}: PlaybookObservation): readonly string[] {
  const schema = PlaybookRowSchema.safeParse(row);
  return [
    ...(schema.success
      ? []
      : schema.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
    ...(tradesPerDecade === 0 ? ['never trades'] : []),
    ...(tradesPerDecade < TRADES_MIN && !row.isRare
      ? [`fewer than ${TRADES_MIN} trades per 10 years, not marked rare`]
      : []),
    ...(tradesPerDecade >= RARE_TRADES_MAX && row.isRare
      ? [`marked rare with ${RARE_TRADES_MAX} or more trades per 10 years`]
      : []),
    ...(lookahead === null ? [] : [lookahead]),
    ...(isLeakCaught ? [] : ['planted leak not detected']),
  ];
}

function listSharedFaults(
  one: PlaybookObservation,
  others: readonly PlaybookObservation[],
  mostSimilar: JudgedPlaybook['mostSimilar'],
): readonly string[] {
  const same = others
    .filter(({ orders }) => orders === one.orders)
    .map(({ row }) => `same orders as ${row.id}`);
  return [
    ...same,
    ...(mostSimilar && mostSimilar.correlation >= CORRELATION_MAX
      ? [`correlation with ${mostSimilar.id} at least ${CORRELATION_MAX}`]
      : []),
  ];
}
