// A book as it is told to pages, programs and sockets: one maker of each shape, so that equal
// sequence numbers mean equal figures.
import { type PositionRecord, listClosedPositions } from '../positions/closed-position.server';
import type { DeskDto } from '../../contracts/messages';

import { autoSignals, signalCell } from '../signals/signals.server';
import type { Terminal } from '../desk/terminal';
import type { CommodityRow, DeskView, PositionRow } from '../../trading/desk';
import { type Book, bookId } from '../../trading/domain/book';
import type { CommodityKey } from '../../trading/domain/commodity';
import { getHub } from '../../trading/domain/contract';
import {
  type Instrument,
  averagePrice,
  getChain,
  getCode,
  sizeUnits,
} from '../../trading/domain/instrument';
import { type Position, entrySide } from '../../trading/domain/position';
import { toDollars, toCentDollars } from '../../trading/domain/units';
import { LOSSES_IN_A_ROW_MAX } from '../../trading/risk/limits';
import type { RearmTerms } from '../../trading/risk/rearm';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalogue';
import { findReferenceRow } from '../../trading/strategies/playbooks/reference';
import type {
  CommodityDto,
  PortfolioDto,
  PositionDto,
  MarginDto,
  RearmDto,
} from '../../contracts/api/book';
import { DAY_MS } from '../../trading/domain/time';
import { isoMoment } from '../../trading/domain/format';

const RECENT_MAX = 20;

type Common = Pick<
  Position,
  | 'id'
  | 'commodity'
  | 'instrumentId'
  | 'direction'
  | 'openedMs'
  | 'closedMs'
  | 'playbookId'
  | 'groupId'
  | 'feesMills'
  | 'status'
>;

const serializePosition = (position: Common, instrument: Instrument, asOfSeq: number) => ({
  id: position.id,
  status: position.status,
  commodity: position.commodity,
  symbol: getChain(instrument),
  region: getHub(instrument),
  contract: getCode(instrument),
  type: entrySide(position.direction),
  positionType: position.direction,
  fees: toCentDollars(position.feesMills),
  playbookId: position.playbookId,
  groupId: position.groupId,
  timestamp: isoMoment(position.closedMs ?? position.openedMs),
  entryDate: isoMoment(position.openedMs),
  closedDate: isoMoment(position.closedMs),
  asOfSeq,
});

/** An open position, marked at the last price; what was realized by reductions is beside it. */
export const serializeOpenPosition = (
  {
    position,
    instrument,
    pending,
    size,
    entryPrice,
    currentPrice,
    pnlMills,
    pnlPercent,
  }: PositionRow,
  asOfSeq: number,
): PositionDto => ({
  ...serializePosition(position, instrument, asOfSeq),
  pending,
  size,
  entryPrice,
  currentPrice,
  exitPrice: null,
  pnl: toDollars(pnlMills),
  pnlPercent,
  realizedPnl: position.realisedMills === 0 ? null : toCentDollars(position.realisedMills),
});

/** A closed position: its size is all that was ever entered. */
export function closedWire(
  position: PositionRecord,
  instrument: Instrument,
  asOfSeq: number,
): PositionDto {
  const pnl = toCentDollars(position.realisedMills);
  const exitPrice = averagePrice(instrument, position.exitValueMills, position.lotsEntered);
  return {
    ...serializePosition(position, instrument, asOfSeq),
    pending: null,
    size: sizeUnits(instrument, position.lotsEntered),
    entryPrice: averagePrice(instrument, position.entryValueMills, position.lotsEntered),
    currentPrice: exitPrice,
    exitPrice,
    pnl,
    pnlPercent:
      position.entryValueMills === 0
        ? null
        : (position.realisedMills / Math.abs(position.entryValueMills)) * 100,
    realizedPnl: pnl,
  };
}

/** A contract that was traded is listed for ever. */
export function tradedInstrument(
  desk: Pick<Terminal, 'state'>,
  market: string,
  id: string,
): Instrument {
  const instrument = desk.state().listings[market]?.[id];
  if (!instrument) throw new Error(`${id} was traded in ${market} and is listed there`);
  return instrument;
}

type Closed = { readonly key: string; readonly rows: readonly PositionRecord[] };
/**
 * The newest closed positions of each book change only when one closes, so they are asked for once
 * in between.
 */
const closedByBook = new WeakMap<Terminal, Map<string, Closed>>();

function newestClosed(desk: Terminal, book: Book): readonly PositionRecord[] {
  const known = closedByBook.get(desk) ?? new Map<string, Closed>();
  closedByBook.set(desk, known);
  const key = `${book.epoch}:${book.closed}`;
  const found = known.get(book.id);
  if (found?.key === key) return found.rows;
  const rows = listClosedPositions(desk.db, book.userId, book, 0, RECENT_MAX);
  known.set(book.id, { key, rows });
  return rows;
}

/**
 * Active positions, and those closed within the last 24 hours, 20 of these at most; newest first.
 */
export function positionList(desk: Terminal, view: DeskView, userId: string): PositionDto[] {
  const book = desk.state().books[bookId(userId, view.mode)];
  const recent = book
    ? newestClosed(desk, book).filter(({ closedMs }) => (closedMs ?? 0) >= view.asOfMs - DAY_MS)
    : [];
  const closed = recent.map((row) =>
    closedWire(row, tradedInstrument(desk, view.market, row.instrumentId), view.asOfSeq),
  );
  const active = view.positions.map((row) => serializeOpenPosition(row, view.asOfSeq));
  return [...active, ...closed].sort((a, b) => b.timestamp.localeCompare(a.timestamp));
}

/** What closed last in this epoch, newest first, 20 at most. */
export function closedList(desk: Terminal, view: DeskView, userId: string): PositionDto[] {
  const book = desk.state().books[bookId(userId, view.mode)];
  return book
    ? newestClosed(desk, book).map((row) =>
        closedWire(row, tradedInstrument(desk, view.market, row.instrumentId), view.asOfSeq),
      )
    : [];
}

export const portfolioWire = (view: DeskView): PortfolioDto => ({
  accountBalance: toDollars(view.balanceMills),
  availableCash: toDollars(view.availableMills),
  totalValue: toDollars(view.totalMills),
  totalPnL: toDollars(view.totalPnlMills),
  activePnL: toDollars(view.unrealisedMills),
  unrealizedPnL: toDollars(view.unrealisedMills),
  totalPositions: view.positions.length,
  profitablePositions: view.profitablePositions,
});

/** What a playbook is called; its id where it is known no more. */
export const playbookName = (commodity: CommodityKey, id: string): string =>
  (findPlaybookRow(commodity, id) ?? findReferenceRow(commodity, id))?.name ?? id;

const commodityWire = (desk: Terminal, view: DeskView, row: CommodityRow): CommodityDto => ({
  commodity: row.commodity,
  isActive: row.isActive,
  positions: row.positions,
  value: toDollars(row.notionalMills),
  pnl: toDollars(row.pnlMills),
  playbookId: row.playbookId,
  playbook:
    row.ruleId === null ? 'no contract in this market' : playbookName(row.commodity, row.ruleId),
  waitingFor: row.waitingFor,
  signal: signalCell(desk, view, row.commodity),
});

/** Exchange margin of an account, in dollars. */
export const marginWire = ({
  margin: { equityMills, maintenanceMills, initialMills, excessMills, calledMs },
}: DeskView): MarginDto => ({
  equity: toCentDollars(equityMills),
  maintenance: toCentDollars(maintenanceMills),
  initial: toCentDollars(initialMills),
  excess: toCentDollars(excessMills),
  calledAt: isoMoment(calledMs),
});

const rearmWire = ({
  trippedMs,
  peakMills,
  equityMills,
  lostMills,
  newPeakMills,
  allowedMills,
  isReduced,
  isUsedUp,
}: RearmTerms): RearmDto => ({
  trippedAt: isoMoment(trippedMs),
  peak: toCentDollars(peakMills),
  equity: toCentDollars(equityMills),
  lost: toCentDollars(lostMills),
  newPeak: toCentDollars(newPeakMills),
  allowed: toCentDollars(allowedMills),
  isReduced,
  isUsedUp,
});

const desks = new WeakMap<DeskView, DeskDto>();

/** Everything live about a book; the same object for the same view. */
export function deskWire(desk: Terminal, view: DeskView, userId: string): DeskDto {
  const made = desks.get(view);
  if (made) return made;
  const { asOfSeq, mode, market, epoch, globalActive, isActive } = view;
  const wire: DeskDto = {
    asOfSeq,
    asOf: isoMoment(view.asOfMs),
    mode,
    market,
    epoch,
    isHalted: view.trading.state === 'HALTED',
    globalActive,
    isActive,
    autoSignals: autoSignals(desk, view),
    initialBalance: toDollars(view.initialMills),
    portfolio: portfolioWire(view),
    commodities: view.commodities.map((row) => commodityWire(desk, view, row)),
    lossBreakers: view.lossBreakers.map(({ lostMills, allowedMills, ...breaker }) => ({
      ...breaker,
      lost: toCentDollars(lostMills),
      allowed: toCentDollars(allowedMills),
    })),
    margin: marginWire(view),
    rearm: view.rearm && rearmWire(view.rearm),
    losingStreaks: view.losingStreaks.map(({ coolUntilMs, ...streak }) => ({
      ...streak,
      coolUntil: isoMoment(coolUntilMs),
    })),
    lossesInARowMax: LOSSES_IN_A_ROW_MAX,
    positions: positionList(desk, view, userId),
  };
  desks.set(view, wire);
  return wire;
}
