// What-if order: size, stop, pre-trade checks and costs. Nothing is sent.
import type { WhatIfRequest, WhatIfDto } from '../../contracts/what-if';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { type Book, getBookId } from '../../trading/domain/book';
import { COMMODITIES } from '../../trading/domain/commodity';
import { getContractCosts, computePhysicalQuantity } from '../../trading/domain/contract';
import { formatCount, formatSize, formatIsoTime } from '../../trading/domain/format';
import {
  type Instrument,
  getCode,
  toWholeLots,
  toPriceText,
  computeValueMills,
} from '../../trading/domain/instrument';
import type { Quote } from '../../trading/domain/quote';
import {
  type Lots,
  type Ticks,
  absMills,
  addMills,
  subtractMills,
  toDollars,
  toTicks,
  toCentDollars,
} from '../../trading/domain/units';
import { StateTransaction } from '../../trading/engine/state-transaction';
import { buildGateViews } from '../../trading/engine/orders';
import {
  computeEntryLots,
  computeProtectionPrices,
  computeProtectionTicks,
} from '../../trading/engine/position-plan';
import type { DeskState, InstrumentMarket } from '../../trading/engine/state';
import { computeFeeMills, computeSlippageTicks } from '../../trading/execution/friction';
import { listRefusals, listHeadroom } from '../../trading/risk/entry-headroom';
import { buildPayoff, computeOrderProfit } from './payoff.server';
import type { PreTradeInput } from '../../trading/risk/pre-trade-input';
import type { PlaybookRow } from '../../trading/strategies/playbook';

/** An order with its pre-trade check input. */
export interface PlannedOrder {
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly side: 'BUY' | 'SELL';
  readonly lots: Lots;
  readonly entryTicks: Ticks;
  /** Prices of stop and target; null without one. */
  readonly stopTicks: Ticks | null;
  readonly targetTicks: Ticks | null;
  readonly checkInput: PreTradeInput;
}

/**
 * Plans an order in a quoted contract and an open account; an empty size uses the strategy's size.
 */
export function planOrder(
  desk: Terminal,
  view: DeskView,
  userId: string,
  request: WhatIfRequest,
  market: InstrumentMarket,
): PlannedOrder {
  const { state, instrument, quote } = { state: desk.state(), ...market };
  const book = state.books[getBookId(userId, view.mode)];
  if (!book || !quote)
    throw new Error('a what-if order requires a quoted contract and an open account');
  const row =
    desk.listPlaybooks(request.commodity).find(({ id }) => id === request.playbook) ?? null;
  const range = row === null ? null : (market.rules[row.id]?.target.range ?? null);
  const protection = computeProtectionTicks(
    market,
    range,
    row ?? { stopRanges: null, targetRatio: null },
  );
  const lots =
    request.size.trim() === ''
      ? computePlaybookLots(state, book, market, row, range)
      : toWholeLots(instrument, Number(request.size));
  const [checkInput] = buildGateViews(
    new StateTransaction(state, state.nowMs),
    desk.configFor(view.market),
    book.id,
    [
      {
        instrumentId: instrument.id,
        side: request.side,
        type: 'MARKET',
        purpose: 'ENTRY',
        lots,
        priceTicks: null,
        positionId: null,
        groupId: null,
        playbookId: row?.id ?? null,
        ...protection,
      },
    ],
  );
  if (!checkInput) throw new Error('one order has one check input');
  const entryTicks = request.side === 'BUY' ? quote.askTicks : quote.bidTicks;
  return {
    instrument,
    quote,
    side: request.side,
    lots,
    entryTicks,
    ...computeProtectionPrices(request.side === 'BUY' ? 'LONG' : 'SHORT', entryTicks, protection),
    checkInput,
  };
}

/** Size of a playbook at full conviction. */
const computePlaybookLots = (
  state: DeskState,
  book: Book,
  market: InstrumentMarket,
  row: PlaybookRow | null,
  range: number | null,
): Lots =>
  computeEntryLots(
    state,
    book,
    market,
    { family: row?.family ?? null, stopRanges: row?.stopRanges ?? null },
    { strength: 1, range },
  );

type OrderFigures = Omit<
  WhatIfDto,
  | 'risk'
  | 'riskReason'
  | 'stresses'
  | 'stressReason'
  | 'sensitivities'
  | 'sensitivityReason'
  | 'worstWeek'
  | 'gauges'
>;

/** Margin, costs and check results of an order. */
export function serializeOrderFigures(
  plan: PlannedOrder,
  view: DeskView,
  { commodity }: WhatIfRequest,
): OrderFigures {
  const { instrument, quote, lots, stopTicks, targetTicks, checkInput } = plan;
  const { quantity, unit } = computePhysicalQuantity(instrument, lots);
  return {
    contract: getCode(instrument),
    price: toPriceText(instrument, quote.lastTicks),
    priceUnit: COMMODITIES[commodity].priceUnit,
    sizeText: formatSize(instrument, lots),
    physical: `${formatCount(quantity)} ${unit}`,
    notional: toCentDollars(absMills(computeValueMills(instrument, quote.lastTicks, lots))),
    collateral: toCentDollars(checkInput.order.reservedMills),
    availableCash: toDollars(view.availableMills),
    refusals: listRefusals(checkInput).map(({ message }) => message),
    limits: listHeadroom(checkInput).map(({ key, name, usedMills, addedMills, allowedMills }) => ({
      key,
      name,
      used: toCentDollars(usedMills),
      added: toCentDollars(addedMills),
      after: toCentDollars(addMills(usedMills, addedMills)),
      allowed: toCentDollars(allowedMills),
      left: toCentDollars(subtractMills(allowedMills, addMills(usedMills, addedMills))),
    })),
    costs: computeRoundTripCosts(plan),
    stop: stopTicks === null ? null : toPriceText(instrument, stopTicks),
    stopLoss: stopTicks === null ? null : Math.abs(computeOrderProfit(plan, stopTicks)),
    target: targetTicks === null ? null : toPriceText(instrument, targetTicks),
    targetGain: targetTicks === null ? null : computeOrderProfit(plan, targetTicks),
    payoff: buildPayoff(plan),
    asOf: formatIsoTime(quote.atMs),
  };
}

/** Round trip at the current quote: two fees, one spread, slippage twice. */
function computeRoundTripCosts({
  instrument,
  quote,
  lots,
  entryTicks,
}: PlannedOrder): WhatIfDto['costs'] {
  const costs = getContractCosts(instrument);
  const fee = computeFeeMills(costs, instrument, entryTicks, lots);
  const spread = computeValueMills(instrument, toTicks(quote.askTicks - quote.bidTicks), lots);
  const slip = computeValueMills(
    instrument,
    toTicks(2 * computeSlippageTicks(costs, instrument, entryTicks, lots)),
    lots,
  );
  return {
    fees: toCentDollars(addMills(fee, fee)),
    spread: toCentDollars(spread),
    slippage: toCentDollars(slip),
    total: toCentDollars(addMills(fee, fee, spread, slip)),
  };
}
