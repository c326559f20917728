// DTOs of an account for pages, API and sockets. Equal sequence numbers mean equal figures.
import { type PositionRecord, listClosedPositions } from '../positions/position-rows.server';
import type { DeskDto } from '../../contracts/messages';

import { countDirectionalSignals, findStrongestSignal } from '../signals/signals.server';
import { explainRunBlock } from '../desk/run-block.server';
import type { Terminal } from '../desk/terminal';
import type { CommodityRow, DeskView, PositionRow } from '../../trading/desk-view';
import { type Book, getBookId } from '../../trading/domain/book';
import type { CommodityKey } from '../../trading/domain/commodity';
import { getHub } from '../../trading/domain/contract';
import {
  type Instrument,
  computeAveragePrice,
  getChain,
  getCode,
  toSizeUnits,
} from '../../trading/domain/instrument';
import { type Position, getEntrySide } from '../../trading/domain/position';
import { toDollars, toCentDollars } from '../../trading/domain/units';
import { LOSSES_IN_A_ROW_MAX } from '../../trading/risk/limits';
import type { RearmTerms } from '../../trading/risk/rearm-terms';
import { findPlaybookRow } from '../../trading/strategies/playbooks/catalog';
import { findReferenceRow } from '../../trading/strategies/playbooks/reference';
import type {
  CommodityDto,
  PortfolioDto,
  PositionDto,
  MarginDto,
  RearmDto,
} from '../../contracts/api/book';
import { DAY_MS } from '../../trading/domain/time';
import { formatIsoTime } from '../../trading/domain/format';

const RECENT_MAX = 20;

type SharedFields = Pick<
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

const serializePosition = (position: SharedFields, instrument: Instrument, asOfSeq: number) => ({
  id: position.id,
  status: position.status,
  commodity: position.commodity,
  symbol: getChain(instrument),
  region: getHub(instrument),
  contract: getCode(instrument),
  type: getEntrySide(position.direction),
  positionType: position.direction,
  fees: toCentDollars(position.feesMills),
  playbookId: position.playbookId,
  groupId: position.groupId,
  timestamp: formatIsoTime(position.closedMs ?? position.openedMs),
  entryDate: formatIsoTime(position.openedMs),
  closedDate: formatIsoTime(position.closedMs),
  asOfSeq,
});

/** An open position at last price; P&L realized by reductions is separate. */
export const serializeOpenPosition = (
  {
    position,
    instrument,
    pending,
    size,
    entryPrice,
    currentPrice,
    stop,
    stopDistanceMills,
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
  stopPrice: stop?.price ?? null,
  stopDistance: stopDistanceMills === null ? null : toDollars(stopDistanceMills),
  pnl: toDollars(pnlMills),
  pnlPercent,
  realizedPnl: position.realisedMills === 0 ? null : toCentDollars(position.realisedMills),
});

/** A closed position; size is the total entered. */
export function serializeClosedPosition(
  position: PositionRecord,
  instrument: Instrument,
  asOfSeq: number,
): PositionDto {
  const pnl = toCentDollars(position.realisedMills);
  const exitPrice = computeAveragePrice(instrument, position.exitValueMills, position.lotsEntered);
  return {
    ...serializePosition(position, instrument, asOfSeq),
    pending: null,
    size: toSizeUnits(instrument, position.lotsEntered),
    entryPrice: computeAveragePrice(instrument, position.entryValueMills, position.lotsEntered),
    currentPrice: exitPrice,
    exitPrice,
    stopPrice: null,
    stopDistance: null,
    pnl,
    pnlPercent:
      position.entryValueMills === 0
        ? null
        : (position.realisedMills / Math.abs(position.entryValueMills)) * 100,
    realizedPnl: pnl,
  };
}

/** Traded contracts stay listed. */
export function getTradedInstrument(
  desk: Pick<Terminal, 'state'>,
  market: string,
  id: string,
): Instrument {
  const instrument = desk.state().listings[market]?.[id];
  if (!instrument) throw new Error(`${id} was traded in ${market} and is listed there`);
  return instrument;
}

type CachedPositions = { readonly key: string; readonly rows: readonly PositionRecord[] };
/** Recent closed positions by account; reloaded only after a close. */
const closedByBook = new WeakMap<Terminal, Map<string, CachedPositions>>();

function listRecentClosed(desk: Terminal, book: Book): readonly PositionRecord[] {
  const cached = closedByBook.get(desk) ?? new Map<string, CachedPositions>();
  closedByBook.set(desk, cached);
  const key = `${book.epoch}:${book.closed}`;
  const found = cached.get(book.id);
  if (found?.key === key) return found.rows;
  const rows = listClosedPositions(desk.db, book.userId, book, 0, RECENT_MAX);
  cached.set(book.id, { key, rows });
  return rows;
}

/** Open positions and those closed within 24 hours (at most 20), newest first. */
export function listPositionDtos(desk: Terminal, view: DeskView, userId: string): PositionDto[] {
  const book = desk.state().books[getBookId(userId, view.mode)];
  const recent = book
    ? listRecentClosed(desk, book).filter(({ closedMs }) => (closedMs ?? 0) >= view.asOfMs - DAY_MS)
    : [];
  const closed = recent.map((row) =>
    serializeClosedPosition(
      row,
      getTradedInstrument(desk, view.market, row.instrumentId),
      view.asOfSeq,
    ),
  );
  const active = view.positions.map((row) => serializeOpenPosition(row, view.asOfSeq));
  return [...active, ...closed].sort((a, b) => b.timestamp.localeCompare(a.timestamp));
}

/** Latest closed positions of the account period, newest first, at most 20. */
export function listClosedDtos(desk: Terminal, view: DeskView, userId: string): PositionDto[] {
  const book = desk.state().books[getBookId(userId, view.mode)];
  return book
    ? listRecentClosed(desk, book).map((row) =>
        serializeClosedPosition(
          row,
          getTradedInstrument(desk, view.market, row.instrumentId),
          view.asOfSeq,
        ),
      )
    : [];
}

export const serializePortfolio = (view: DeskView): PortfolioDto => ({
  accountBalance: toDollars(view.balanceMills),
  availableCash: toDollars(view.availableMills),
  totalValue: toDollars(view.totalMills),
  totalPnL: toDollars(view.totalPnlMills),
  activePnL: toDollars(view.unrealisedMills),
  unrealizedPnL: toDollars(view.unrealisedMills),
  totalPositions: view.positions.length,
  profitablePositions: view.profitablePositions,
});

/** Display name of a playbook; its id if unknown. */
export const getPlaybookName = (commodity: CommodityKey, id: string): string =>
  (findPlaybookRow(commodity, id) ?? findReferenceRow(commodity, id))?.name ?? id;

const serializeCommodity = (
  desk: Terminal,
  view: DeskView,
  userId: string,
  row: CommodityRow,
): CommodityDto => ({
  commodity: row.commodity,
  isActive: row.isActive,
  positions: row.positions,
  value: toDollars(row.notionalMills),
  pnl: toDollars(row.pnlMills),
  playbookId: row.playbookId,
  playbook:
    row.activePlaybookId === null ? null : getPlaybookName(row.commodity, row.activePlaybookId),
  waitingFor: row.waitingFor,
  runBlock: desk.explainUntraded({ ...view, userId }, row.commodity),
  signal: findStrongestSignal(desk, view, row.commodity),
});

export const serializeMargin = ({
  margin: { equityMills, maintenanceMills, initialMills, excessMills, calledMs },
}: DeskView): MarginDto => ({
  equity: toCentDollars(equityMills),
  maintenance: toCentDollars(maintenanceMills),
  initial: toCentDollars(initialMills),
  excess: toCentDollars(excessMills),
  calledAt: formatIsoTime(calledMs),
});

const serializeRearm = ({
  trippedMs,
  peakMills,
  equityMills,
  lostMills,
  newPeakMills,
  allowedMills,
  isReduced,
  isUsedUp,
}: RearmTerms): RearmDto => ({
  trippedAt: formatIsoTime(trippedMs),
  peak: toCentDollars(peakMills),
  equity: toCentDollars(equityMills),
  lost: toCentDollars(lostMills),
  newPeak: toCentDollars(newPeakMills),
  allowed: toCentDollars(allowedMills),
  isReduced,
  isUsedUp,
});

const dtoByView = new WeakMap<DeskView, DeskDto>();

/** All live figures of an account; same object for the same view. */
export function serializeDesk(desk: Terminal, view: DeskView, userId: string): DeskDto {
  const cachedDto = dtoByView.get(view);
  if (cachedDto) return cachedDto;
  const { asOfSeq, mode, market, epoch, globalActive, isActive } = view;
  const dto: DeskDto = {
    asOfSeq,
    asOf: formatIsoTime(view.asOfMs),
    mode,
    market,
    epoch,
    isHalted: view.trading.state === 'HALTED',
    globalActive,
    isActive,
    runBlock: explainRunBlock(desk, view, { userId, scope: 'one' }),
    runAllBlock: explainRunBlock(desk, view, { userId, scope: 'all' }),
    autoSignals: countDirectionalSignals(desk, view),
    initialBalance: toDollars(view.initialMills),
    portfolio: serializePortfolio(view),
    commodities: view.commodities.map((row) => serializeCommodity(desk, view, userId, row)),
    lossBreakers: view.lossBreakers.map(({ lostMills, allowedMills, ...breaker }) => ({
      ...breaker,
      lost: toCentDollars(lostMills),
      allowed: toCentDollars(allowedMills),
    })),
    margin: serializeMargin(view),
    rearm: view.rearm && serializeRearm(view.rearm),
    losingStreaks: view.losingStreaks.map(({ coolUntilMs, ...streak }) => ({
      ...streak,
      coolUntil: formatIsoTime(coolUntilMs),
    })),
    lossesInARowMax: LOSSES_IN_A_ROW_MAX,
    positions: listPositionDtos(desk, view, userId),
  };
  dtoByView.set(view, dto);
  return dto;
}
