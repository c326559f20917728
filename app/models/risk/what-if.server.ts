// What an order would do before it exists: what the address asks, what is wrong with it, and the
// answer.
import { z } from 'zod';
import type { WhatIfRequest, WhatIfDto } from '../../contracts/what-if';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import { DEFAULT_COMMODITY, commodityKey } from '../../trading/domain/commodity';
import { getChain, getCode } from '../../trading/domain/instrument';
import { listTradedContracts } from '../../trading/engine/chain';
import type { InstrumentMarket } from '../../trading/engine/state';
import { orderFigures, planOrder } from './what-if-order.server';
import { computeRiskWithOrder } from './what-if-risk.server';

const SIZE_MAX = 1e9;

const SizeSchema = z
  .string()
  .trim()
  .regex(
    /^\d{1,10}(\.\d{1,4})?$/,
    'Size must be a plain number such as 25 or 2.5, or empty for the desk’s own size.',
  )
  .transform(Number)
  .refine(
    (value) => value > 0 && value <= SIZE_MAX,
    'Size must be above zero and at most 1,000,000,000.',
  );

interface WhatIfAnswer {
  readonly asked: WhatIfRequest;
  readonly contracts: readonly { readonly chain: string; readonly label: string }[];
  readonly playbooks: readonly { readonly id: string; readonly name: string }[];
  /** What is wrong with a field, by its name. */
  readonly faults: { readonly [name: string]: string | undefined };
  readonly found: WhatIfDto | null;
}

const SIDES = ['BUY', 'SELL'] as const;

/**
 * Reads the address and answers it. Nothing is asked while no side is named: then the form stands
 * alone.
 */
export function whatIf(
  desk: Terminal,
  view: DeskView,
  userId: string,
  params: URLSearchParams,
): WhatIfAnswer {
  const named = params.get('commodity');
  const commodity = commodityKey(named ?? '') ?? DEFAULT_COMMODITY;
  const seen = listTradedContracts(desk.state().markets[view.market], commodity, view.asOfMs);
  const playbooks = desk.playbooks(commodity).map(({ id, name }) => ({ id, name }));
  const inForce = view.commodities.find((row) => row.commodity === commodity)?.ruleId ?? '';
  const contracts = seen.map(({ instrument }) => ({
    chain: getChain(instrument),
    label: getCode(instrument),
  }));
  const asked = parseRequest(params, commodity, {
    chain: contracts[0]?.chain ?? '',
    playbook: inForce,
  });
  const market = seen.find(({ instrument }) => getChain(instrument) === asked.chain) ?? null;
  const faults = findFaults(params, asked, {
    isNamed: named === null || commodityKey(named) !== null,
    hasPlaybook: asked.playbook === '' || playbooks.some(({ id }) => id === asked.playbook),
    market,
  });
  const isAsked = params.has('side') && Object.values(faults).every((fault) => fault === undefined);
  return {
    asked,
    contracts,
    playbooks,
    faults,
    found: isAsked && market ? answerWhatIf(desk, view, userId, asked, market) : null,
  };
}

/** What the address asks, with the usual where it asks nothing. */
const parseRequest = (
  params: URLSearchParams,
  commodity: WhatIfRequest['commodity'],
  usual: Pick<WhatIfRequest, 'chain' | 'playbook'>,
): WhatIfRequest => ({
  commodity,
  chain: (params.get('contract') ?? usual.chain).slice(0, 40),
  side: params.get('side') === 'SELL' ? 'SELL' : 'BUY',
  size: (params.get('size') ?? '').slice(0, 20),
  playbook: (params.get('playbook') ?? usual.playbook).slice(0, 40),
});

interface Known {
  readonly isNamed: boolean;
  readonly hasPlaybook: boolean;
  readonly market: InstrumentMarket | null;
}

function findFaults(
  params: URLSearchParams,
  asked: WhatIfRequest,
  { isNamed, hasPlaybook, market }: Known,
): WhatIfAnswer['faults'] {
  const side = params.get('side');
  const sized = asked.size.trim() === '' ? null : SizeSchema.safeParse(asked.size);
  const price = market
    ? market.quote
      ? undefined
      : `${getCode(market.instrument)} has no price yet.`
    : `No contract ${asked.chain === '' ? 'of it' : asked.chain} is traded on this desk now.`;
  return {
    commodity: isNamed ? undefined : 'Commodity must be one of the ten of this desk.',
    contract: params.has('side') ? price : undefined,
    side:
      side === null || SIDES.some((one) => one === side) ? undefined : 'Side must be BUY or SELL.',
    size: sized === null || sized.success ? undefined : sized.error.issues[0]?.message,
    playbook: hasPlaybook ? undefined : 'Playbook must be one of this commodity’s list.',
  };
}

function answerWhatIf(
  desk: Terminal,
  view: DeskView,
  userId: string,
  asked: WhatIfRequest,
  market: InstrumentMarket,
): WhatIfDto {
  const plan = planOrder(desk, view, userId, asked, market);
  return { ...orderFigures(plan, view, asked), ...computeRiskWithOrder(desk, view, userId, plan) };
}
