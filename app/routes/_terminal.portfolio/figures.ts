// What the portfolio page writes about what is over: texts and signs, no arithmetic.
import type { ClosedRow } from '../../components/portfolio/portfolio-figures';
import type { PositionWire } from '../../messages';
import { COMMODITIES } from '../../trading/domain/commodity';
import { dateTime, decimalNumber, money, signedMoney, signedPercent, unitsText } from '../../trading/domain/format';
import { fromDollars } from '../../trading/domain/units';

const PRICE_DECIMALS = 4;

export const closedRow = (row: PositionWire, timeZone: string): ClosedRow => ({
  id: row.id,
  name: COMMODITIES[row.commodity].displayName,
  contract: row.contract,
  direction: row.positionType,
  size: unitsText(row.commodity, row.size),
  entry: decimalNumber(row.entryPrice, PRICE_DECIMALS),
  exit: decimalNumber(row.exitPrice, PRICE_DECIMALS),
  pnl: signedMoney(fromDollars(row.pnl)),
  percent: signedPercent(row.pnlPercent),
  fees: money(fromDollars(row.fees)),
  tone: row.pnl > 0 ? 'up' : row.pnl < 0 ? 'down' : 'flat',
  closed: { iso: row.timestamp, text: dateTime(Date.parse(row.timestamp), timeZone) },
});
