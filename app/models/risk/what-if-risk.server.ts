// The risk of a book with and without an order that nobody places.
import type { RiskBesideDto, WhatIfDto } from '../../contracts/what-if';
import {
  computeBookRisk,
  partsInCents,
  stressHoldings,
  stressWire,
  tailWire,
} from './risk-desk.server';
import type { MarketRisk } from './market-risk';
import { listeningTo, computeSensitivities } from './sensitivities.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import { getChain, priceNumber, sizeUnits } from '../../trading/domain/instrument';
import type { BookRisk } from '../../trading/risk/book-risk';
import { type Holding, computeProfits, getRiskGroup } from '../../trading/risk/daily-moves';
import type { StressHolding } from '../../trading/risk/stress';
import { worstBlock } from '../../trading/risk/worst-block';
import type { PlannedOrder } from './what-if-order.server';
import { roundDollars } from '../../trading/domain/units';

const WEEK_DAYS = 5;

type Beside = Pick<
  WhatIfDto,
  | 'risk'
  | 'riskReason'
  | 'stresses'
  | 'stressReason'
  | 'sensitivities'
  | 'sensitivityReason'
  | 'worstWeek'
>;

/** The book with the order as if it had been filled at the last price. */
export function computeRiskWithOrder(
  desk: Terminal,
  view: DeskView,
  userId: string,
  plan: PlannedOrder,
): Beside {
  const known = desk.risk.of(view.market);
  const [added, more] = [buildHolding(plan, known), buildStressHolding(plan)];
  return {
    ...valueBeside(view, known, added),
    ...stressesBeside(known, stressHoldings(desk, view, userId), more),
    ...ownSensitivities(known, plan),
    worstWeek: worstWeek(known, added),
  };
}

const ownSensitivities = (
  known: MarketRisk,
  plan: PlannedOrder,
): Pick<Beside, 'sensitivities' | 'sensitivityReason'> => ({
  sensitivities: computeSensitivities(
    known,
    listeningTo(
      plan.instrument,
      signedUnits(plan),
      priceNumber(plan.instrument, plan.quote.lastTicks),
    ),
  ),
  sensitivityReason: known.shifts.length > 0 ? null : known.stressReason,
});

const signedUnits = ({ instrument, side, lots }: PlannedOrder): number =>
  (side === 'BUY' ? 1 : -1) * sizeUnits(instrument, lots);

function buildHolding(plan: PlannedOrder, { moves }: MarketRisk): Holding {
  const chain = getChain(plan.instrument);
  const units = signedUnits(plan);
  return {
    id: 'what-if',
    chain,
    group: getRiskGroup(plan.instrument.commodity),
    exposure:
      moves.get(chain)?.kind === 'amount'
        ? units
        : units * priceNumber(plan.instrument, plan.quote.lastTicks),
  };
}

const buildStressHolding = (plan: PlannedOrder): StressHolding => ({
  chain: getChain(plan.instrument),
  size: signedUnits(plan),
  price: priceNumber(plan.instrument, plan.quote.lastTicks),
  stop: plan.stopTicks === null ? null : priceNumber(plan.instrument, plan.stopTicks),
});

function valueBeside(
  view: DeskView,
  known: MarketRisk,
  added: Holding,
): Pick<Beside, 'risk' | 'riskReason'> {
  const [before, after] = [computeBookRisk(view, known), computeBookRisk(view, known, [added])];
  if (typeof after === 'string') return { risk: null, riskReason: after };
  if (typeof before === 'string') return { risk: null, riskReason: before };
  return {
    risk: {
      without: buildRiskBeside(before.risk),
      with: buildRiskBeside(after.risk),
      ...buildPart(after.risk),
    },
    riskReason: null,
  };
}

const buildRiskBeside = ({ total }: BookRisk): RiskBesideDto => tailWire(total);

/** The order's own part: the last of the parts. */
const buildPart = ({
  components,
  total,
}: BookRisk): { readonly part95: number; readonly part99: number } => ({
  part95: partsInCents(components.var95, total.var95).at(-1) ?? 0,
  part99: partsInCents(components.var99, total.var99).at(-1) ?? 0,
});

function stressesBeside(
  { shocks, stressReason }: MarketRisk,
  held: readonly StressHolding[],
  more: StressHolding,
): Pick<Beside, 'stresses' | 'stressReason'> {
  const stresses = shocks.flatMap((result) => {
    const [without, withIt] = [stressWire(result, held), stressWire(result, [...held, more])];
    return without && withIt ? [{ without, with: withIt }] : [];
  });
  return {
    stresses,
    stressReason:
      stresses.length > 0
        ? null
        : (stressReason ?? 'A chain that is held has no paths of these shocks.'),
  };
}

function worstWeek({ moves }: MarketRisk, added: Holding): Beside['worstWeek'] {
  const days = moves.get(added.chain)?.values.length ?? 0;
  const worst =
    days === 0
      ? null
      : worstBlock(computeProfits([added], moves, days)[0] ?? new Float64Array(0), WEEK_DAYS);
  return worst && { profit: roundDollars(worst.profit), daysAgo: worst.daysAgo, days };
}
