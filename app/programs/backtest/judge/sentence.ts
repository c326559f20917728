// The judgement on every playbook: what of it does not hold, row by row and against its neighbors
// in the list.
import { positionCorrelation } from '../../../trading/backtest/daily-positions';
import { PlaybookRowSchema } from '../../../trading/strategies/playbooks/catalogue';
import type { PlaybookRow } from '../../../trading/strategies/playbook';
import type { Observed } from './study';

/** Holdings in ten years below which a row has to be marked rare. */
export const TRADES_LEAST = 20;
/**
 * From here on the mark is wrong. In between both hold: the mean of three decades of a row at the
 * limit scatters by five holdings (two standard errors), and more where they come in years.
 */
const TRADES_OFTEN = 30;
/** Daily positions that correlate at least so much are those of one rule. */
export const ALIKE = 0.95;

export interface Sentenced extends Observed {
  /**
   * The row of the mode that holds most alike, with the correlation of daily positions; null where
   * none can be told.
   */
  readonly twin: { readonly id: string; readonly correlation: number } | null;
  /** What does not hold, in words; empty for a row that passes. */
  readonly faults: readonly string[];
}

/** Judges rows over `days` days in all worlds together, each within its mode. */
export function sentence(observed: readonly Observed[], days: number): readonly Sentenced[] {
  return observed.map((one) => {
    const others = observed.filter(
      ({ row }) => row !== one.row && row.commodity === one.row.commodity,
    );
    const twin = findTwin(one, others, days);
    return { ...one, twin, faults: [...ownFaults(one), ...sharedFaults(one, others, twin)] };
  });
}

function findTwin(one: Observed, others: readonly Observed[], days: number): Sentenced['twin'] {
  let twin: Sentenced['twin'] = null;
  for (const other of others) {
    const places = days * Math.max(1, chainCount(one.row), chainCount(other.row));
    const correlation = positionCorrelation(one.positions, other.positions, places);
    if (correlation !== null && correlation > (twin?.correlation ?? -Infinity))
      twin = { id: other.row.id, correlation };
  }
  return twin;
}

const HUBS = 5;
const chainCount = ({ legs, chains, commodity }: PlaybookRow): number =>
  legs ? 2 : (chains?.length ?? (commodity === 'electricity' ? HUBS : 1));

function ownFaults({ row, tradesPerDecade, lookahead, isLeakCaught }: Observed): readonly string[] {
  const schema = PlaybookRowSchema.safeParse(row);
  return [
    ...(schema.success
      ? []
      : schema.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)),
    ...(tradesPerDecade === 0 ? ['never trades'] : []),
    ...(tradesPerDecade < TRADES_LEAST && !row.isRare
      ? ['trades rarely and is not marked rare']
      : []),
    ...(tradesPerDecade >= TRADES_OFTEN && row.isRare ? ['is marked rare and is not'] : []),
    ...(lookahead === null ? [] : [lookahead]),
    ...(isLeakCaught ? [] : ['its leak was not caught']),
  ];
}

function sharedFaults(
  one: Observed,
  others: readonly Observed[],
  twin: Sentenced['twin'],
): readonly string[] {
  const same = others
    .filter(({ orders }) => orders === one.orders)
    .map(({ row }) => `deals just as ${row.id}`);
  return [...same, ...(twin && twin.correlation >= ALIKE ? [`holds as ${twin.id} does`] : [])];
}
