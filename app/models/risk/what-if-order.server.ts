// An order that nobody places: its size, its stop, what the gate says to it and what it costs.
import type { WhatIfRequest, WhatIfDto } from '../../contracts/what-if';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import { type Book, bookId } from '../../trading/domain/book';
import { COMMODITIES } from '../../trading/domain/commodity';
import { contractCosts, physicalQuantity } from '../../trading/domain/contract';
import { formatCount, formatSize, isoMoment } from '../../trading/domain/format';
import {
  type Instrument,
  getCode,
  lotsWithin,
  priceText,
  valueMills,
} from '../../trading/domain/instrument';
import type { Quote } from '../../trading/domain/quote';
import {
  type Lots,
  type Ticks,
  absMills,
  addMills,
  toDollars,
  toTicks,
  toCentDollars,
} from '../../trading/domain/units';
import { Draft } from '../../trading/engine/state-transaction';
import { buildGateViews } from '../../trading/engine/orders';
import { computeEntryLots, computeProtectionTicks } from '../../trading/engine/position-plan';
import type { DeskState, InstrumentMarket } from '../../trading/engine/state';
import { feeMills, slippageTicks } from '../../trading/execution/friction';
import { allRefusals, listHeadroom } from '../../trading/risk/entry-headroom';
import type { GateView } from '../../trading/risk/gate-view';
import type { PlaybookRow } from '../../trading/strategies/playbook';

/** An order as the gate would see it now. */
export interface PlannedOrder {
  readonly instrument: Instrument;
  readonly quote: Quote;
  readonly side: 'BUY' | 'SELL';
  readonly lots: Lots;
  readonly touchTicks: Ticks;
  readonly stopDistanceTicks: Ticks | null;
  readonly stopTicks: Ticks | null;
  readonly gate: GateView;
}

/**
 * Plans an order in a contract that has a price, in a book that is open; without a size it has the
 * one that the desk would take.
 */
export function planOrder(
  desk: Terminal,
  view: DeskView,
  userId: string,
  asked: WhatIfRequest,
  market: InstrumentMarket,
): PlannedOrder {
  const { state, instrument, quote } = { state: desk.state(), ...market };
  const book = state.books[bookId(userId, view.mode)];
  if (!book || !quote) throw new Error('a priced contract in a book that is open');
  const row = desk.playbooks(asked.commodity).find(({ id }) => id === asked.playbook) ?? null;
  const range = row === null ? null : (market.rules[row.id]?.target.range ?? null);
  const protection = computeProtectionTicks(
    market,
    range,
    row ?? { stopRanges: null, targetRatio: null },
  );
  const lots =
    asked.size.trim() === ''
      ? ownLots(state, book, market, row, range)
      : lotsWithin(instrument, Number(asked.size));
  const [gate] = buildGateViews(
    new Draft(state, state.nowMs),
    desk.configFor(view.market),
    book.id,
    [
      {
        instrumentId: instrument.id,
        side: asked.side,
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
  if (!gate) throw new Error('one order has one view');
  const { stopDistanceTicks } = protection;
  const touchTicks = asked.side === 'BUY' ? quote.askTicks : quote.bidTicks;
  const stopTicks =
    stopDistanceTicks === null
      ? null
      : toTicks(
          asked.side === 'BUY' ? touchTicks - stopDistanceTicks : touchTicks + stopDistanceTicks,
        );
  return {
    instrument,
    quote,
    side: asked.side,
    lots,
    touchTicks,
    stopDistanceTicks,
    stopTicks,
    gate,
  };
}

/** The size of a playbook at full strength. */
const ownLots = (
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
    { stopRanges: row?.stopRanges ?? null },
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
>;

/** What an order binds, costs and meets at the gate. */
export function orderFigures(
  plan: PlannedOrder,
  view: DeskView,
  { commodity }: WhatIfRequest,
): OrderFigures {
  const { instrument, quote, lots, stopTicks, stopDistanceTicks, gate } = plan;
  const { quantity, unit } = physicalQuantity(instrument, lots);
  return {
    contract: getCode(instrument),
    price: priceText(instrument, quote.lastTicks),
    priceUnit: COMMODITIES[commodity].priceUnit,
    sizeText: formatSize(instrument, lots),
    physical: `${formatCount(quantity)} ${unit}`,
    notional: toCentDollars(absMills(valueMills(instrument, quote.lastTicks, lots))),
    collateral: toCentDollars(gate.order.reservedMills),
    availableCash: toDollars(view.availableMills),
    refusals: allRefusals(gate).map(({ message }) => message),
    limits: listHeadroom(gate).map(({ name, usedMills, addedMills, allowedMills }) => ({
      name,
      used: toCentDollars(usedMills),
      added: toCentDollars(addedMills),
      allowed: toCentDollars(allowedMills),
    })),
    costs: roundTrip(plan),
    stop: stopTicks === null ? null : priceText(instrument, stopTicks),
    stopLoss:
      stopDistanceTicks === null
        ? null
        : toCentDollars(absMills(valueMills(instrument, stopDistanceTicks, lots))),
    asOf: isoMoment(quote.atMs),
  };
}

/** In and out at the quote that stands: two fees, the spread once, slippage twice. */
function roundTrip({ instrument, quote, lots, touchTicks }: PlannedOrder): WhatIfDto['costs'] {
  const costs = contractCosts(instrument);
  const fee = feeMills(costs, instrument, touchTicks, lots);
  const spread = valueMills(instrument, toTicks(quote.askTicks - quote.bidTicks), lots);
  const slip = valueMills(
    instrument,
    toTicks(2 * slippageTicks(costs, instrument, touchTicks, lots)),
    lots,
  );
  return {
    fees: toCentDollars(addMills(fee, fee)),
    spread: toCentDollars(spread),
    slippage: toCentDollars(slip),
    total: toCentDollars(addMills(fee, fee, spread, slip)),
  };
}
