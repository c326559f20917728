// Limits before and after a what-if order.
import type { LimitGauge, WhatIfDto } from '../../contracts/what-if';
import { GROSS_LIMIT_NAME, MARGIN_LIMIT_NAME } from '../../trading/risk/entry-headroom';

type Limits = WhatIfDto['limits'];

const buildGauge = (
  limits: Limits,
  key: LimitGauge['key'],
  limitName: string,
  isMatch: (name: string) => boolean,
): LimitGauge[] =>
  limits
    .filter(({ name }) => isMatch(name))
    .slice(0, 1)
    .map(({ name, used, added, allowed }) => ({
      key,
      name,
      before: used,
      after: Math.round(100 * (used + added)) / 100,
      allowed,
      limitName,
    }));

/** VaR against the daily loss limit, initial margin against equity, and exposure. */
export const listLimitGauges = (
  limits: Limits,
  risk: WhatIfDto['risk'],
  lossLimit: number,
): readonly LimitGauge[] => [
  ...(risk
    ? [
        {
          key: 'var' as const,
          name: 'VaR 95%, one day',
          before: risk.without.var95,
          after: risk.with.var95,
          allowed: lossLimit,
          limitName: 'daily loss limit',
        },
      ]
    : []),
  ...buildGauge(limits, 'margin', 'equity', (name) => name === MARGIN_LIMIT_NAME),
  ...buildGauge(limits, 'gross', 'limit', (name) => name === GROSS_LIMIT_NAME),
  // The first limit is that of the commodity.
  ...buildGauge(limits, 'commodity', 'limit', (name) => name === limits[0]?.name),
];
