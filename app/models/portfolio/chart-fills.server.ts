// What a book has bought and sold, in the words of a chart's marks.
import type { ChartFill } from '../charts/charts.server';
import { listFills } from '../positions/fill.server';
import { DEEDS } from '../positions/position-story.server';
import type { Terminal } from '../desk/terminal';
import type { DeskView } from '../../trading/desk';
import { bookId } from '../../trading/domain/book';
import { formatPrice, formatSize } from '../../trading/domain/format';
import { getCode } from '../../trading/domain/instrument';
import type { EpochMs } from '../../trading/domain/units';
import { tradedInstrument } from './serialize-book.server';

/** More marks than this hide the line; the newest are shown. */
const FILLS_MAX = 120;

/** The fills of the selected book's epoch since a moment, oldest first, the newest 120 at most. */
export function chartFills(
  desk: Terminal,
  view: DeskView,
  userId: string,
  fromMs: EpochMs,
): ChartFill[] {
  const book = { id: bookId(userId, view.mode), epoch: view.epoch };
  return listFills(desk.db, userId, book, fromMs, FILLS_MAX).map(
    ({ atMs, side, purpose, instrumentId, lots, priceTicks }) => {
      const instrument = tradedInstrument(desk, view.market, instrumentId);
      return {
        atMs,
        side,
        text: `${DEEDS[purpose]}: ${side} ${formatSize(instrument, lots)} of ${getCode(instrument)} at ${formatPrice(instrument, priceTicks)}`,
      };
    },
  );
}
