// Daily loss limit of an account: the limit that VaR is shown against.
import type { DeskView } from '../../trading/desk-view';
import { toCentDollars } from '../../trading/domain/units';

/** Dollars. There is no limit on VaR itself; a loss beyond this one stops entries until the next day. */
export function getLossLimit({ lossBreakers }: Pick<DeskView, 'lossBreakers'>): number {
  const breaker = lossBreakers.find(({ name }) => name === 'DAY_LOSS');
  if (!breaker) throw new Error('every account has a daily loss limit');
  return toCentDollars(breaker.allowedMills);
}
