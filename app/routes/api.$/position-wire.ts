// A position as it goes over the wire: every field that callers know, null where there is none.
import type { PositionRecord } from '../../models/closed-position.server';
import type { PositionRow } from '../../trading/desk';
import { hubOf } from '../../trading/domain/contract';
import { type Instrument, sizeUnits } from '../../trading/domain/instrument';
import { type Position, entrySide } from '../../trading/domain/position';
import { type EpochMs, type Lots, type Mills, roundToCents, toDollars } from '../../trading/domain/units';

const iso = (atMs: EpochMs | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());

/** The price at which a value was reached, in quoted units: value over size. */
const averagePrice = (instrument: Instrument, value: Mills, lots: Lots): number | null =>
  lots === 0 ? null : toDollars(value) / sizeUnits(instrument, lots);

type Common = Pick<Position, 'id' | 'commodity' | 'instrumentId' | 'direction' | 'openedMs' | 'closedMs' | 'playbookId' | 'groupId' | 'feesMills' | 'status'>;

const common = (position: Common, asOfSeq: number) => ({
  id: position.id,
  status: position.status,
  commodity: position.commodity,
  symbol: position.instrumentId,
  region: hubOf({ id: position.instrumentId }),
  contract: position.instrumentId,
  type: entrySide(position.direction),
  positionType: position.direction,
  fees: toDollars(roundToCents(position.feesMills)),
  playbookId: position.playbookId,
  groupId: position.groupId,
  timestamp: iso(position.closedMs ?? position.openedMs),
  entryDate: iso(position.openedMs),
  closedDate: iso(position.closedMs),
  asOfSeq,
});

/** An open position, marked at the last price; what was realised by reductions is beside it. */
export const activeWire = ({ position, size, entryPrice, currentPrice, pnlMills, pnlPercent }: PositionRow, asOfSeq: number) => ({
  ...common(position, asOfSeq),
  size,
  entryPrice,
  currentPrice,
  exitPrice: null,
  pnl: toDollars(pnlMills),
  pnlPercent,
  realizedPnl: position.realisedMills === 0 ? null : toDollars(roundToCents(position.realisedMills)),
});

/** A closed position: its size is all that was ever entered. */
export function closedWire(position: PositionRecord, instrument: Instrument, asOfSeq: number) {
  const pnl = toDollars(roundToCents(position.realisedMills));
  const exitPrice = averagePrice(instrument, position.exitValueMills, position.lotsEntered);
  return {
    ...common(position, asOfSeq),
    size: sizeUnits(instrument, position.lotsEntered),
    entryPrice: averagePrice(instrument, position.entryValueMills, position.lotsEntered),
    currentPrice: exitPrice,
    exitPrice,
    pnl,
    pnlPercent: position.entryValueMills === 0 ? null : (position.realisedMills / Math.abs(position.entryValueMills)) * 100,
    realizedPnl: pnl,
  };
}
