// Limits before and after a what-if order.
import type { LimitGauge, WhatIfDto } from '../../contracts/what-if';

type Limits = WhatIfDto['limits'];

const buildGauge = (limits: Limits, key: LimitGauge['key'], limitName: string): LimitGauge[] =>
  limits
    .filter((limit) => limit.key === key)
    .map(({ name, used, after, allowed }) => ({
      key,
      name,
      before: used,
      after,
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
  ...buildGauge(limits, 'margin', 'equity'),
  ...buildGauge(limits, 'gross', 'limit'),
  ...buildGauge(limits, 'commodity', 'limit'),
];
