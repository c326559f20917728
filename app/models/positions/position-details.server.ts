// Position page: entry decision, events, costs and outcome.
import type {
  EntryDto,
  NamedFigure,
  PositionDetailsDto,
  PositionEvent,
} from '../../contracts/position';
import { findRequestIds } from '../log/request-records.server';
import { findPosition, type PositionRecord } from './position-rows.server';
import {
  type PositionFill,
  type PositionOrder,
  findMarkRange,
  findScore,
  listPositionFills,
  listPositionOrders,
  findUserRecords,
} from './position-records.server';
import type { Terminal } from '../desk/terminal';
import { COMMODITIES } from '../../trading/domain/commodity';
import type { EntryFacts } from '../../trading/domain/decision-facts';
import {
  formatAge,
  formatNumber,
  formatMoney,
  formatPercent,
  formatPrice,
  formatSignedMoney,
  formatSize,
  capitalizeFirst,
  formatIsoTime,
} from '../../trading/domain/format';
import { type Instrument, getCode, computeValueMills } from '../../trading/domain/instrument';
import { computeProfitMills } from '../../trading/domain/position';
import type { LogRecord } from '../../trading/domain/record';
import { type Ticks, addMills, subtractMills, toTicks } from '../../trading/domain/units';
import {
  type ReplayedDecision,
  replayDecision,
  replayTrail,
} from '../../trading/engine/replay-decision';
import { buildExposedPosition, computeSensitivities } from '../risk/sensitivities.server';
import {
  serializeOpenPosition,
  serializeClosedPosition,
  getPlaybookName,
  getTradedInstrument,
} from '../portfolio/serialize-book.server';

type DecisionRecord = Extract<LogRecord, { type: 'DecisionTaken' }>;

interface PositionHistory {
  readonly position: PositionRecord;
  readonly instrument: Instrument;
  readonly orders: readonly PositionOrder[];
  readonly fills: readonly PositionFill[];
  readonly causes: ReadonlyMap<number, LogRecord>;
  /** Requests by the record of the order that they led to. */
  readonly requestIds: ReadonlyMap<number, string>;
}

/** Returns null if the user has no such position. */
export function buildPositionDetails(
  desk: Terminal,
  userId: string,
  id: string,
  shouldReplay: boolean,
): PositionDetailsDto | null {
  const position = findPosition(desk.db, userId, id);
  if (!position) return null;
  const market = desk.state().books[position.bookId]?.market ?? '';
  const instrument = getTradedInstrument(desk, market, position.instrumentId);
  const orders = listPositionOrders(desk.db, userId, id);
  const records = findUserRecords(
    desk.db,
    userId,
    orders.flatMap(({ causeSeq, placedSeq }) => [causeSeq ?? [], placedSeq].flat()),
  );
  const history: PositionHistory = {
    position,
    instrument,
    orders,
    fills: listPositionFills(desk.db, userId, id),
    causes: new Map(records.map((record) => [record.seq, record])),
    requestIds: findRequestIds(
      desk.db,
      orders.map(({ placedSeq }) => placedSeq),
    ),
  };
  const decision = findEntryDecision(history);
  const getInstrument = (other: string): Instrument => getTradedInstrument(desk, market, other);
  const replayed = new Map(
    orders.map((order) => [order.id, replayStoredDecision(history, order, getInstrument)]),
  );
  return {
    position: toDto(desk, userId, history),
    bookName: `${(position.bookId.split(':').at(-1) ?? '').toUpperCase()} account`,
    playbook:
      position.playbookId === null
        ? null
        : getPlaybookName(position.commodity, position.playbookId),
    entry: decision ? serializeEntry(decision, instrument) : null,
    lines: listEvents(history, shouldReplay ? replayed : new Map()),
    canReplay: [...replayed.values()].some((again) => again !== null),
    costs: listCosts(history),
    outcome: buildOutcome(desk, history, decision),
    weather: buildWeather(desk, userId, history),
    replay: shouldReplay && decision ? replayDecision(decision.payload, getInstrument) : null,
  };
}

function toDto(
  desk: Terminal,
  userId: string,
  { position, instrument }: PositionHistory,
): PositionDetailsDto['position'] {
  const view = desk.getView(userId, desk.state().books[position.bookId]?.mode);
  const open = view?.positions.find((row) => row.position.id === position.id);
  return open && view
    ? serializeOpenPosition(open, view.asOfSeq)
    : serializeClosedPosition(position, instrument, view?.asOfSeq ?? 0);
}

function buildWeather(
  desk: Terminal,
  userId: string,
  { position }: PositionHistory,
): PositionDetailsDto['weather'] {
  const { market = '', mode } = desk.state().books[position.bookId] ?? {};
  const open = desk.getView(userId, mode)?.positions.find((row) => row.position.id === position.id);
  if (!open) return null;
  const riskData = desk.risk.getRisk(market);
  const holding = buildExposedPosition(open);
  return {
    figures: holding ? computeSensitivities(riskData, holding) : [],
    reason: holding
      ? riskData.shifts.length > 0
        ? null
        : riskData.stressReason
      : 'The position has no price yet.',
  };
}

function findEntryDecision({ orders, causes }: PositionHistory): DecisionRecord | null {
  const entry = orders.find(({ purpose }) => purpose === 'ENTRY');
  const cause =
    entry?.causeSeq === null || entry === undefined ? undefined : causes.get(entry.causeSeq);
  return cause?.type === 'DecisionTaken' ? cause : null;
}

function serializeEntry({ seq, atMs, payload }: DecisionRecord, instrument: Instrument): EntryDto {
  const { known: riskData, plan, reason, quote } = payload;
  const shown: NamedFigure[] = [
    {
      name: 'Quote',
      value: formatPrice(instrument, quote.lastTicks),
      note: `bid ${formatPrice(instrument, quote.bidTicks)}, ask ${formatPrice(instrument, quote.askTicks)}`,
    },
  ];
  return {
    seq,
    at: formatIsoTime(atMs),
    reason: capitalizeFirst(reason),
    canReplay: riskData !== undefined && plan !== undefined,
    known:
      riskData && plan
        ? [
            ...shown,
            ...listContextFigures(riskData, instrument),
            {
              name: 'Size',
              value: formatSize(instrument, plan.lots),
              note: `stop ${formatDistance(instrument, plan.stopDistanceTicks)}, target ${formatDistance(instrument, plan.targetDistanceTicks)} from the fill`,
            },
          ]
        : shown,
    inputs: Object.entries(riskData?.inputs ?? {}).map(([name, value]) => ({
      name,
      value: value === null ? 'N/A' : formatNumber(value, 4),
    })),
    limits: (riskData?.limits ?? []).map(({ name, usedMills, allowedMills }) => ({
      name,
      value: `${formatMoney(usedMills)} of ${formatMoney(allowedMills)}`,
    })),
  };
}

const formatDistance = (instrument: Instrument, ticks: Ticks | null): string =>
  ticks === null ? 'none' : formatPrice(instrument, ticks);

function listContextFigures(
  {
    side,
    strength,
    range,
    volatility,
    equityMills,
    positionSize,
    riskLevel,
    signal,
    inputsMs,
    regime,
  }: EntryFacts,
  instrument: Instrument,
): NamedFigure[] {
  return [
    { name: 'Target', value: side, note: `conviction ${formatPercent(100 * strength, 0)}` },
    {
      name: 'Network',
      value: signal
        ? `${signal.network}: ${signal.word} ${formatPercent(100 * signal.confidence, 0)}`
        : 'no signal',
      ...(signal
        ? {
            note: `model run of ${formatIsoTime(signal.slotMs).slice(0, 16).replace('T', ' ')} UTC`,
          }
        : {}),
    },
    ...(regime
      ? [
          {
            name: 'Spread',
            value: `${regime.spreadTicks} ticks`,
            note:
              regime.medianSpreadTicks === null
                ? 'no normal range yet'
                : `recent median ${regime.medianSpreadTicks}`,
          },
        ]
      : []),
    {
      name: 'ATR',
      value:
        range === null
          ? 'N/A'
          : `${formatNumber(range, instrument.tick.decimals)} ${COMMODITIES[instrument.commodity].priceUnit}`,
    },
    {
      name: 'Volatility',
      value: volatility === null ? 'N/A' : `${formatPercent(100 * volatility, 0)} annualized`,
    },
    {
      name: 'Equity',
      value: formatMoney(equityMills),
      note: `risk ${riskLevel}, size ${positionSize}`,
    },
    ...(inputsMs === null
      ? []
      : [
          {
            name: 'Data as of',
            value: `${formatIsoTime(inputsMs).slice(0, 16).replace('T', ' ')} UTC`,
          },
        ]),
  ];
}

/** Replays the decision behind an order: its cause, or the trailing-stop update. */
function replayStoredDecision(
  { causes, instrument }: PositionHistory,
  { causeSeq, placedSeq }: PositionOrder,
  getInstrument: (id: string) => Instrument,
): ReplayedDecision | null {
  const placed = causes.get(placedSeq);
  if (placed?.type === 'OrderPlaced' && placed.payload.trail)
    return replayTrail(placed.payload.trail, instrument, placed.payload.quote);
  const cause = causeSeq === null ? undefined : causes.get(causeSeq);
  return cause?.type === 'DecisionTaken' ? replayDecision(cause.payload, getInstrument) : null;
}

export const ORDER_PURPOSE_LABELS = {
  ENTRY: 'Entry',
  EXIT: 'Exit',
  STOP: 'Stop',
  TARGET: 'Target',
} as const;

/** Orders and fills in time order. */
function listEvents(
  { orders, fills, instrument, causes, requestIds }: PositionHistory,
  replayed: ReadonlyMap<string, ReplayedDecision | null>,
): PositionEvent[] {
  const formatAt = (ticks: Ticks | null): string =>
    ticks === null ? 'at market' : `at ${formatPrice(instrument, ticks)}`;
  const placed = orders.map(
    ({ id, placedSeq, placedMs, purpose, side, lots, priceTicks, state, causeSeq }) => ({
      atMs: placedMs,
      what: `${ORDER_PURPOSE_LABELS[purpose]} placed: ${side} ${formatSize(instrument, lots)} of ${getCode(instrument)} ${formatAt(priceTicks)} (${state.toLowerCase()})`,
      why:
        explainTrail(causes.get(placedSeq)) ??
        explainCause(causeSeq === null ? undefined : causes.get(causeSeq)),
      requestId: requestIds.get(placedSeq) ?? null,
      replay: getReplayResult(replayed.get(id)),
    }),
  );
  const filled = fills.map(({ atMs, purpose, lots, priceTicks, midTicks, feeMills }) => ({
    atMs,
    what: `${ORDER_PURPOSE_LABELS[purpose]} filled: ${formatSize(instrument, lots)} at ${formatPrice(instrument, priceTicks)}`,
    why: `mid ${formatPrice(instrument, midTicks)}; fee ${formatMoney(feeMills)}`,
    requestId: null,
    replay: null,
  }));
  return [...placed, ...filled]
    .sort((a, b) => a.atMs - b.atMs)
    .map(({ atMs, ...line }) => ({ at: formatIsoTime(atMs), ...line }));
}

const getReplayResult = (replayed: ReplayedDecision | null | undefined): PositionEvent['replay'] =>
  replayed ? (replayed.isSame ? 'SAME' : 'DIFFERENT') : null;

const explainTrail = (placed: LogRecord | undefined): string | null =>
  placed?.type === 'OrderPlaced' && placed.payload.trail
    ? `stop trailed: ${placed.payload.trail.plan.reason}`
    : null;

function explainCause(cause: LogRecord | undefined): string | null {
  if (cause?.type === 'DecisionTaken') return cause.payload.reason;
  if (cause?.type === 'CommandReceived') return 'manual close';
  if (cause?.type === 'MarginReduced')
    return `reduced by margin: equity ${formatMoney(cause.payload.equityMills)} was below the maintenance margin of ${formatMoney(cause.payload.maintenanceMills)}`;
  return cause?.type === 'DrawdownTripped'
    ? 'the drawdown circuit breaker closed the account'
    : null;
}

function listCosts({ fills, instrument, position }: PositionHistory): NamedFigure[] {
  const slippageMills = addMills(
    ...fills.map(({ lots, priceTicks, midTicks }) =>
      computeValueMills(instrument, toTicks(Math.abs(priceTicks - midTicks)), lots),
    ),
  );
  return [
    { name: 'Fees', value: formatMoney(position.feesMills) },
    {
      name: 'Spread and slippage',
      value: formatMoney(slippageMills),
      note: 'fill prices against mid; included in P&L',
    },
    {
      name: 'Result after fees',
      value: formatSignedMoney(subtractMills(position.realisedMills, position.feesMills)),
      note: position.closedMs === null ? 'realized so far' : 'realized',
    },
  ];
}

/** MAE, MFE, holding time, exit reason and signal outcome. */
function buildOutcome(
  desk: Terminal,
  history: PositionHistory,
  decision: DecisionRecord | null,
): NamedFigure[] {
  const { position, fills, orders } = history;
  const last = [...fills].reverse().find(({ purpose }) => purpose !== 'ENTRY');
  const exit = last && orders.find(({ id }) => id === last.orderId);
  return [
    {
      name: 'Holding time',
      value: formatAge((position.closedMs ?? desk.state().nowMs) - position.openedMs),
    },
    ...listExcursions(desk, history),
    ...buildMargin(desk, position),
    ...(position.closedMs === null || !exit
      ? []
      : [{ name: 'Exit by', value: ORDER_PURPOSE_LABELS[exit.purpose].toLowerCase() }]),
    ...getSignalOutcome(desk, decision?.payload.known?.signal?.seq ?? null),
  ];
}

/** Exchange margin of an open position. */
function buildMargin(
  desk: Terminal,
  { id, userId, bookId: ownBook }: PositionHistory['position'],
): NamedFigure[] {
  const open = desk
    .getView(userId, desk.state().books[ownBook]?.mode)
    ?.positions.find((row) => row.position.id === id);
  return open
    ? [
        {
          name: 'Maintenance margin',
          value: formatMoney(open.maintenanceMarginMills),
          note: `initial ${formatMoney(open.initialMarginMills)}, at the last price`,
        },
      ]
    : [];
}

/** MAE and MFE in dollars; empty without a valuation. */
function listExcursions(desk: Terminal, { position, instrument }: PositionHistory): NamedFigure[] {
  const range = findMarkRange(
    desk.db,
    position.bookId,
    position.instrumentId,
    position.openedSeq,
    position.closedSeq ?? desk.state().logSeq,
  );
  if (!range) return [];
  const formatPnl = (ticks: Ticks) =>
    formatSignedMoney(
      computeProfitMills(
        position.direction,
        position.entryValueMills,
        computeValueMills(instrument, ticks, position.lotsEntered),
      ),
    );
  const [adverse, favorable] =
    position.direction === 'LONG' ? [range.low, range.high] : [range.high, range.low];
  return [
    { name: 'MAE', value: formatPnl(adverse), note: `at ${formatPrice(instrument, adverse)}` },
    { name: 'MFE', value: formatPnl(favorable), note: `at ${formatPrice(instrument, favorable)}` },
  ];
}

function getSignalOutcome(desk: Terminal, frozenSeq: number | null): NamedFigure[] {
  const score = frozenSeq === null ? null : findScore(desk.db, frozenSeq);
  if (frozenSeq === null) return [];
  if (!score) return [{ name: 'Signal outcome', value: 'not scored yet' }];
  const { outcome, brier } = score.payload;
  const outcomeText =
    outcome === null
      ? 'no price near expiry'
      : outcome === 1
        ? 'price rose'
        : outcome === 0
          ? 'price fell'
          : 'price unchanged';
  return [
    {
      name: 'Signal outcome',
      value: outcomeText,
      ...(brier === null ? {} : { note: `Brier score ${brier.toFixed(3)}, 50/50 baseline 0.250` }),
    },
  ];
}
