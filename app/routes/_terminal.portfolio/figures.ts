// What the portfolio page writes about what is over: texts and signs, no arithmetic.
import { priceOf } from '../../trading/domain/format';
import type { ClosedRow } from '../../contracts/portfolio';
import type { PositionWire } from '../../contracts/messages';
import { COMMODITIES } from '../../trading/domain/commodity';
import {
  dateTime,
  money,
  signedMoney,
  signedPercent,
  unitsText,
} from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';

export const closedRow = (row: PositionWire, timeZone: string): ClosedRow => ({
  id: row.id,
  name: COMMODITIES[row.commodity].displayName,
  contract: row.contract,
  direction: row.positionType,
  size: unitsText(row.commodity, row.size),
  entry: priceOf(row.commodity, row.entryPrice),
  exit: priceOf(row.commodity, row.exitPrice),
  pnl: signedMoney(fromDollars(row.pnl)),
  percent: signedPercent(row.pnlPercent),
  fees: money(fromDollars(row.fees)),
  tone: row.pnl > 0 ? 'up' : row.pnl < 0 ? 'down' : 'flat',
  closed: { iso: row.timestamp, text: dateTime(Date.parse(row.timestamp), timeZone) },
});
