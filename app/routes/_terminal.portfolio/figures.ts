// What the portfolio page writes about what is over: texts and signs, no arithmetic.
import { formatCommodityPrice } from '../../trading/domain/format';
import type { ClosedRow } from '../../contracts/portfolio';

import { COMMODITIES } from '../../trading/domain/commodity';
import {
  dateTime,
  signedMoney,
  signedPercent,
  unitsText,
  formatDollars,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import type { PositionDto } from '../../contracts/api/book';

export const closedRow = (row: PositionDto, timeZone: string): ClosedRow => ({
  id: row.id,
  name: COMMODITIES[row.commodity].displayName,
  contract: row.contract,
  direction: row.positionType,
  size: unitsText(row.commodity, row.size),
  entry: formatCommodityPrice(row.commodity, row.entryPrice),
  exit: formatCommodityPrice(row.commodity, row.exitPrice),
  pnl: signedMoney(fromDollars(row.pnl)),
  percent: signedPercent(row.pnlPercent),
  fees: formatDollars(row.fees),
  tone: row.pnl > 0 ? 'up' : row.pnl < 0 ? 'down' : 'flat',
  closed: { iso: row.timestamp, text: dateTime(Date.parse(row.timestamp), timeZone) },
});
