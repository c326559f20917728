// Chart and header figures of one position: size, stop and target.
import type { ContractChartDto } from '../../contracts/contract-chart';
import type { PositionHeaderDto } from '../../contracts/position';
import type { Terminal } from '../desk/terminal';
import { buildContractChart } from '../market/contract-chart.server';
import { getTradedInstrument } from '../portfolio/serialize-book.server';
import type { ExitLevel } from '../../trading/desk-view';
import { getBookId } from '../../trading/domain/book';
import { computeContractFraction } from '../../trading/domain/contract';
import {
  formatPercent,
  formatPrice,
  formatSignedMoney,
  formatSize,
} from '../../trading/domain/format';
import { findPosition } from './position-rows.server';

interface PositionChartRequest {
  readonly desk: Terminal;
  readonly userId: string;
  readonly id: string;
  readonly range: string | null;
  readonly timeZone: string;
}

/** Chart since the entry; null if the account of the position does not exist any more. */
export async function buildPositionChart({
  desk,
  userId,
  id,
  range,
  timeZone,
}: PositionChartRequest): Promise<ContractChartDto | null> {
  const position = findPosition(desk.db, userId, id);
  const book = position && desk.state().books[position.bookId];
  const view = book ? desk.getView(userId, book.mode) : null;
  if (!position || !view) return null;
  return buildContractChart({
    desk,
    userId,
    view,
    instrument: getTradedInstrument(desk, view.market, position.instrumentId),
    range,
    linkTo: (name) => `/position/${id}?range=${name}`,
    timeZone,
    position,
  });
}

/** Size, stop and target of a position; a closed one has no orders and no button. */
export function buildPositionHeader(
  desk: Terminal,
  userId: string,
  id: string,
): PositionHeaderDto | null {
  const position = findPosition(desk.db, userId, id);
  const book = position && desk.state().books[position.bookId];
  if (!position || !book) return null;
  const instrument = getTradedInstrument(desk, book.market, position.instrumentId);
  const open = book.positions[id];
  const lots = open?.lots ?? position.lotsEntered;
  const row = desk.getView(userId, book.mode)?.positions.find((one) => one.position.id === id);
  const formatLevel = (level: ExitLevel | null | undefined): PositionHeaderDto['stop'] =>
    level
      ? { price: formatPrice(instrument, level.priceTicks), pnl: formatSignedMoney(level.pnlMills) }
      : null;
  return {
    size: formatSize(instrument, lots),
    fraction: formatPercent(computeContractFraction(instrument, lots) * 100, 1),
    stop: formatLevel(row?.stop),
    target: formatLevel(row?.target),
    canClose:
      open !== undefined && getBookId(userId, desk.getView(userId)?.mode ?? book.mode) === book.id,
  };
}
