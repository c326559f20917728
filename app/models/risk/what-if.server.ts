// What-if request: parse the query, validate it, compute the result.
import { z } from 'zod';
import type { NextStep, WhatIfRequest, WhatIfDto } from '../../contracts/what-if';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { DEFAULT_COMMODITY, findCommodityKey } from '../../trading/domain/commodity';
import { getChain, getCode } from '../../trading/domain/instrument';
import { listTradedContracts } from '../../trading/engine/chain';
import type { InstrumentMarket } from '../../trading/engine/state';
import { serializeOrderFigures, planOrder } from './what-if-order.server';
import { getLossLimit } from './loss-limit.server';
import { listLimitGauges } from './limit-gauges.server';
import { buildNextStep } from './next-step.server';
import { computeRiskWithOrder } from './what-if-risk.server';

const SIZE_MAX = 1e9;

const SizeSchema = z
  .string()
  .trim()
  .regex(
    /^\d{1,10}(\.\d{1,4})?$/,
    'Size must be a number such as 25 or 2.5, or empty for the strategy’s size.',
  )
  .transform(Number)
  .refine(
    (value) => value > 0 && value <= SIZE_MAX,
    'Size must be above zero and at most 1,000,000,000.',
  );

interface WhatIfResult {
  readonly request: WhatIfRequest;
  readonly contracts: readonly { readonly chain: string; readonly label: string }[];
  readonly playbooks: readonly { readonly id: string; readonly name: string }[];
  /** Error messages by field. */
  readonly faults: { readonly [name: string]: string | undefined };
  readonly result: WhatIfDto | null;
  readonly next: NextStep;
}

const SIDES = ['BUY', 'SELL'] as const;

/**
 * Parses and evaluates the query. What it does not name has a default: a buy by the active strategy,
 * of the strategy's size. A contract without a price is a fault only if an order was sent.
 */
export function computeWhatIf(
  desk: Terminal,
  view: DeskView,
  userId: string,
  params: URLSearchParams,
): WhatIfResult {
  const commodityParam = params.get('commodity');
  const commodity = findCommodityKey(commodityParam ?? '') ?? DEFAULT_COMMODITY;
  const markets = listTradedContracts(desk.state().markets[view.market], commodity, view.asOfMs);
  const playbooks = desk.listPlaybooks(commodity).map(({ id, name }) => ({ id, name }));
  const activePlaybook =
    view.commodities.find((row) => row.commodity === commodity)?.activePlaybookId ?? '';
  const contracts = markets.map(({ instrument }) => ({
    chain: getChain(instrument),
    label: getCode(instrument),
  }));
  const request = parseRequest(params, commodity, {
    chain: contracts[0]?.chain ?? '',
    playbook: activePlaybook,
  });
  const market = markets.find(({ instrument }) => getChain(instrument) === request.chain) ?? null;
  const faults = findFaults(params, request, {
    isCommodityValid: commodityParam === null || findCommodityKey(commodityParam) !== null,
    hasPlaybook: request.playbook === '' || playbooks.some(({ id }) => id === request.playbook),
    market,
  });
  const hasFault = Object.values(faults).some((fault) => fault !== undefined);
  return {
    request,
    contracts,
    playbooks,
    faults,
    result: !hasFault && market?.quote ? buildWhatIf(desk, view, userId, request, market) : null,
    next: buildNextStep(desk, view, userId, commodity, playbooks),
  };
}

/** Request from the query, with defaults. */
const parseRequest = (
  params: URLSearchParams,
  commodity: WhatIfRequest['commodity'],
  defaults: Pick<WhatIfRequest, 'chain' | 'playbook'>,
): WhatIfRequest => ({
  commodity,
  chain: (params.get('contract') ?? defaults.chain).slice(0, 40),
  side: params.get('side') === 'SELL' ? 'SELL' : 'BUY',
  size: (params.get('size') ?? '').slice(0, 20),
  playbook: (params.get('playbook') ?? defaults.playbook).slice(0, 40),
});

interface RequestChecks {
  readonly isCommodityValid: boolean;
  readonly hasPlaybook: boolean;
  readonly market: InstrumentMarket | null;
}

function findFaults(
  params: URLSearchParams,
  request: WhatIfRequest,
  { isCommodityValid: isNamed, hasPlaybook, market }: RequestChecks,
): WhatIfResult['faults'] {
  const side = params.get('side');
  const parsedSize = request.size.trim() === '' ? null : SizeSchema.safeParse(request.size);
  const price = market
    ? market.quote
      ? undefined
      : `${getCode(market.instrument)} has no price yet.`
    : `No contract ${request.chain === '' ? 'of it' : request.chain} is traded now.`;
  return {
    commodity: isNamed ? undefined : 'Commodity must be one of the ten listed.',
    contract: params.has('side') ? price : undefined,
    side:
      side === null || SIDES.some((one) => one === side) ? undefined : 'Side must be BUY or SELL.',
    size:
      parsedSize === null || parsedSize.success ? undefined : parsedSize.error.issues[0]?.message,
    playbook: hasPlaybook ? undefined : 'Strategy must be one of this commodity.',
  };
}

function buildWhatIf(
  desk: Terminal,
  view: DeskView,
  userId: string,
  request: WhatIfRequest,
  market: InstrumentMarket,
): WhatIfDto {
  const plan = planOrder(desk, view, userId, request, market);
  const figures = serializeOrderFigures(plan, view, request);
  const risk = computeRiskWithOrder(desk, view, plan);
  return {
    ...figures,
    ...risk,
    gauges: listLimitGauges(figures.limits, risk.risk, getLossLimit(view)),
  };
}
