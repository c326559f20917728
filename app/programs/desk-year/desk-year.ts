// Figures of one desk-year, from its database and its shadow account.
import type { AuditResult } from '../../audit/audit-database';
import type { DeskYear } from '../../models/model-card/desk-year-study';
import { DAY_MS } from '../../trading/domain/time';
import { computeMaxDrawdown } from '../../trading/portfolio/statistics/drawdown';
import type { ReplayAccount } from '../replay/replay-account';
import type { ShadowOutcome } from './shadow-equity';

interface DeskYearInput {
  readonly seed: string;
  readonly account: ReplayAccount;
  readonly shadow: ShadowOutcome;
  readonly audit: Pick<AuditResult, 'differences'>;
  readonly head: string;
}

const MILLS_PER_DOLLAR = 1000;

export function computeDeskYear(input: DeskYearInput): DeskYear {
  const { seed, account, shadow, audit, head } = input;
  const { curve, trades, feesMills, frictionMills } = account.input;
  const { capitalMills } = account;
  const toPercent = (mills: number): number => (mills / capitalMills) * 100;
  const toReturn = (equityMills: number) => ({
    returnPercent: toPercent(equityMills - capitalMills),
    returnDollars: (equityMills - capitalMills) / MILLS_PER_DOLLAR,
  });
  const heldDays = new Set(
    curve
      .filter(({ notionalMills }) => notionalMills > 0)
      .map(({ atMs }) => Math.floor(atMs / DAY_MS)),
  );
  return {
    seed,
    ...toReturn(account.equityMills),
    worstDrawdownPercent: computeMaxDrawdown(curve)?.percent ?? 0,
    trades: trades.length,
    costsDollars: (feesMills + frictionMills) / MILLS_PER_DOLLAR,
    costsPercent: toPercent(feesMills + frictionMills),
    daysWithPositions: heldDays.size,
    shadow: {
      ...toReturn(shadow.equityMills),
      worstDrawdownPercent: shadow.worstDrawdownPercent,
      trades: shadow.trades,
    },
    auditDifferences: audit.differences,
    head,
  };
}
