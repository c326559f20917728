// Risk of an account with and without a what-if order.
import type { TailRiskDto, WhatIfDto } from '../../contracts/what-if';
import {
  computeBookRisk,
  listStressHoldings,
  serializeStress,
  serializeTail,
} from './serialize-risk.server';
import type { MarketRisk } from './market-risk';
import { buildExposure, computeSensitivities } from './sensitivities.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { getChain, toPriceNumber, toSizeUnits } from '../../trading/domain/instrument';
import type { BookRisk } from '../../trading/risk/book-risk';
import { type Holding, computeProfits } from '../../trading/risk/daily-moves';
import { getRiskGroup } from '../../trading/risk/risk-groups';
import type { StressHolding } from '../../trading/risk/stress';
import { findWorstBlock } from '../../trading/risk/worst-block';
import type { PlannedOrder } from './what-if-order.server';
import { roundDollars, roundPartsToCents } from '../../trading/domain/units';

const WEEK_DAYS = 5;

type RiskFields = Pick<
  WhatIfDto,
  | 'risk'
  | 'riskReason'
  | 'stresses'
  | 'stressReason'
  | 'sensitivities'
  | 'sensitivityReason'
  | 'worstWeek'
>;

/** Risk as if the order were filled at the last price. */
export function computeRiskWithOrder(
  desk: Terminal,
  view: DeskView,
  plan: PlannedOrder,
): RiskFields {
  const marketRisk = desk.risk.getRisk(view.market);
  const [added, more] = [buildHolding(plan, marketRisk), buildStressHolding(plan)];
  return {
    ...computeValueAtRisk(view, marketRisk, added),
    ...computeStresses(marketRisk, listStressHoldings(view), more),
    ...computeOrderSensitivities(marketRisk, plan),
    worstWeek: computeWorstWeek(marketRisk, added),
  };
}

const computeOrderSensitivities = (
  marketRisk: MarketRisk,
  plan: PlannedOrder,
): Pick<RiskFields, 'sensitivities' | 'sensitivityReason'> => ({
  sensitivities: computeSensitivities(
    marketRisk,
    buildExposure(
      plan.instrument,
      getSignedUnits(plan),
      toPriceNumber(plan.instrument, plan.quote.lastTicks),
    ),
  ),
  sensitivityReason: marketRisk.shifts.length > 0 ? null : marketRisk.stressReason,
});

const getSignedUnits = ({ instrument, side, lots }: PlannedOrder): number =>
  (side === 'BUY' ? 1 : -1) * toSizeUnits(instrument, lots);

function buildHolding(plan: PlannedOrder, { moves }: MarketRisk): Holding {
  const chain = getChain(plan.instrument);
  const units = getSignedUnits(plan);
  return {
    id: 'what-if',
    chain,
    group: getRiskGroup(plan.instrument.commodity),
    exposure:
      moves.get(chain)?.kind === 'amount'
        ? units
        : units * toPriceNumber(plan.instrument, plan.quote.lastTicks),
  };
}

const buildStressHolding = (plan: PlannedOrder): StressHolding => ({
  chain: getChain(plan.instrument),
  size: getSignedUnits(plan),
  price: toPriceNumber(plan.instrument, plan.quote.lastTicks),
  stop: plan.stopTicks === null ? null : toPriceNumber(plan.instrument, plan.stopTicks),
});

function computeValueAtRisk(
  view: DeskView,
  marketRisk: MarketRisk,
  added: Holding,
): Pick<RiskFields, 'risk' | 'riskReason'> {
  const [before, after] = [
    computeBookRisk(view, marketRisk),
    computeBookRisk(view, marketRisk, [added]),
  ];
  if (typeof after === 'string') return { risk: null, riskReason: after };
  if (typeof before === 'string') return { risk: null, riskReason: before };
  return {
    risk: {
      without: serializeTotal(before.risk),
      with: serializeTotal(after.risk),
      ...computeComponents(after.risk),
    },
    riskReason: null,
  };
}

const serializeTotal = ({ total }: BookRisk): TailRiskDto => serializeTail(total);

/** Component VaR of the order, the last component. */
const computeComponents = ({
  components,
  total,
}: BookRisk): { readonly part95: number; readonly part99: number } => ({
  part95: roundPartsToCents(components.var95, total.var95).at(-1) ?? 0,
  part99: roundPartsToCents(components.var99, total.var99).at(-1) ?? 0,
});

function computeStresses(
  { shocks, stressReason }: MarketRisk,
  holdings: readonly StressHolding[],
  more: StressHolding,
): Pick<RiskFields, 'stresses' | 'stressReason'> {
  const stresses = shocks.flatMap((result) => {
    const [without, withIt] = [
      serializeStress(result, holdings),
      serializeStress(result, [...holdings, more]),
    ];
    return without && withIt ? [{ without, with: withIt }] : [];
  });
  return {
    stresses,
    stressReason:
      stresses.length > 0 ? null : (stressReason ?? 'No simulated paths for an open position.'),
  };
}

function computeWorstWeek({ moves }: MarketRisk, added: Holding): RiskFields['worstWeek'] {
  const days = moves.get(added.chain)?.values.length ?? 0;
  const worst =
    days === 0
      ? null
      : findWorstBlock(computeProfits([added], moves, days)[0] ?? new Float64Array(0), WEEK_DAYS);
  return worst && { profit: roundDollars(worst.profit), daysAgo: worst.daysAgo, days };
}
