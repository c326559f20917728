/** Cost hurdle of an entry, the same as that of signals. */
import type { MoveAndCost } from '../domain/decision-facts';
import { formatNumber } from '../domain/format';
import { COST_MULTIPLE } from '../signals/decide-signal';

const DECIMALS = 4;

/** True if the expected move does not exceed 1.5 round trips. */
export const isBelowCostHurdle = ({ expectedMove, roundTrip }: MoveAndCost): boolean =>
  expectedMove <= COST_MULTIPLE * roundTrip;

/** Value and limit in quoted units. */
export const formatCostHurdle = ({ expectedMove, roundTrip }: MoveAndCost): string =>
  `expected move ${formatNumber(expectedMove, DECIMALS)}, cost hurdle ${formatNumber(COST_MULTIPLE * roundTrip, DECIMALS)}`;
