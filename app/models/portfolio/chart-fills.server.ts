// Fills of an account as chart markers.
import type { ChartFill } from '../charts/equity-chart.server';
import { listFills } from '../positions/fill.server';
import { ORDER_PURPOSE_LABELS } from '../positions/position-details.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk-view';
import { getBookId } from '../../trading/domain/book';
import { formatPrice, formatSize } from '../../trading/domain/format';
import { getCode } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { getTradedInstrument } from './serialize-book.server';

/** More markers would hide the line; the newest are shown. */
const FILLS_MAX = 120;

/** Fills of the account period since a time, oldest first, at most the newest 120. */
export function listChartFills(
  desk: Terminal,
  view: DeskView,
  userId: string,
  fromMs: EpochMs,
): ChartFill[] {
  const book = { id: getBookId(userId, view.mode), epoch: view.epoch };
  return listFills(desk.db, userId, book, fromMs, FILLS_MAX).map(
    ({ atMs, side, purpose, instrumentId, lots, priceTicks }) => {
      const instrument = getTradedInstrument(desk, view.market, instrumentId);
      return {
        atMs,
        side,
        text: `${ORDER_PURPOSE_LABELS[purpose]}: ${side} ${formatSize(instrument, lots)} of ${getCode(instrument)} at ${formatPrice(instrument, priceTicks)}`,
      };
    },
  );
}
