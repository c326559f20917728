// Formats a closed position for the portfolio page.
import { formatCommodityPrice } from '../../trading/domain/format';
import type { ClosedRow } from '../../contracts/portfolio';

import { COMMODITIES } from '../../trading/domain/commodity';
import {
  formatDateTime,
  formatSignedMoney,
  formatSignedPercent,
  formatUnits,
  formatDollars,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';
import type { PositionDto } from '../../contracts/api/book';

export const formatClosedRow = (row: PositionDto, timeZone: string): ClosedRow => ({
  id: row.id,
  name: COMMODITIES[row.commodity].displayName,
  contract: row.contract,
  direction: row.positionType,
  size: formatUnits(row.commodity, row.size),
  entry: formatCommodityPrice(row.commodity, row.entryPrice),
  exit: formatCommodityPrice(row.commodity, row.exitPrice),
  pnl: formatSignedMoney(fromDollars(row.pnl)),
  percent: formatSignedPercent(row.pnlPercent),
  fees: formatDollars(row.fees),
  tone: row.pnl > 0 ? 'up' : row.pnl < 0 ? 'down' : 'flat',
  closed: { iso: row.timestamp, text: formatDateTime(Date.parse(row.timestamp), timeZone) },
});
