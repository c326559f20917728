// The desk's view as the dashboard writes it: words and signs, no arithmetic.
import type { DashboardFigures, Tile, Tone } from '../../components/dashboard/dashboard-figures';
import type { DeskView, PositionRow } from '../../trading/desk';
import { COMMODITIES, COMMODITY_KEYS } from '../../trading/domain/commodity';
import { count, dateTime, decimalNumber, isoMoment, money, moneyThousands, percent, signedMoney, signedMoneyThousands, signedPercent } from '../../trading/domain/format';
import type { Mills } from '../../trading/domain/units';

const toneOf = (amount: number): Tone => (amount > 0 ? 'up' : amount < 0 ? 'down' : 'flat');
const share = (part: Mills, whole: Mills): string => (whole === 0 ? percent(null) : signedPercent((part / Math.abs(whole)) * 100));

function tiles(view: DeskView): Tile[] {
  const active = view.commodities.filter((row) => row.isActive).length;
  const isAuto = view.globalActive || view.isActive;
  return [
    { name: 'Portfolio', value: money(view.totalMills), note: `${signedMoney(view.totalPnlMills)} (${share(view.totalPnlMills, view.initialMills)}) since ${money(view.initialMills)}`, tone: 'flat' },
    { name: 'Available Cash', value: money(view.availableMills), note: `of a balance of ${money(view.balanceMills)}`, tone: 'flat' },
    { name: 'Active P&L', value: signedMoney(view.unrealisedMills), note: 'open positions, at the last price', tone: toneOf(view.unrealisedMills) },
    { name: 'Positions', value: count(view.positions.length), note: `${count(view.profitablePositions)} in profit`, tone: 'flat' },
    { name: 'Trading Mode', value: isAuto ? 'AUTO' : 'STANDBY', note: isAuto ? 'the desk trades by itself' : 'nothing is traded by itself', tone: isAuto ? 'up' : 'flat' },
    { name: 'Active Assets', value: `${count(active)} of ${count(COMMODITY_KEYS.length)}`, note: 'commodities switched on', tone: 'flat' },
    { name: 'Win Rate', value: view.winRatio === null ? percent(null) : percent(view.winRatio * 100, 1), note: `${count(view.tradesClosed)} completed of ${count(view.tradesOpened)} trades`, tone: 'flat' },
    { name: 'Engine', value: view.trading.state, note: view.trading.state === 'HALTED' ? view.trading.reason : `sequence ${count(view.asOfSeq)}`, tone: view.trading.state === 'HALTED' ? 'down' : 'flat' },
  ];
}

const commodityRow = (row: DeskView['commodities'][number]) => ({
  key: row.commodity,
  name: COMMODITIES[row.commodity].displayName,
  isActive: row.isActive,
  positions: row.positions,
  value: moneyThousands(row.notionalMills),
  pnl: signedMoneyThousands(row.pnlMills),
  tone: toneOf(row.pnlMills),
});

const PRICE_DECIMALS = 4;

function positionRow({ position, size, entryPrice, currentPrice, pnlMills, pnlPercent }: PositionRow, timeZone: string) {
  const { displayName, sizeUnit } = COMMODITIES[position.commodity];
  return {
    id: position.id,
    name: displayName,
    contract: position.instrumentId,
    direction: position.direction,
    size: `${decimalNumber(size, size % 1 === 0 ? 0 : 2)}${/^\d/.test(sizeUnit) ? ' \u00d7' : ''} ${sizeUnit}`,
    entry: decimalNumber(entryPrice, PRICE_DECIMALS),
    current: decimalNumber(currentPrice, PRICE_DECIMALS),
    pnl: signedMoney(pnlMills),
    percent: signedPercent(pnlPercent),
    tone: toneOf(pnlMills),
    opened: { iso: isoMoment(position.openedMs), text: dateTime(position.openedMs, timeZone) },
  };
}

/** Everything that the dashboard shows, from one view and thus one sequence number. */
export function dashboardFigures(view: DeskView, timeZone: string): DashboardFigures {
  return {
    mode: view.mode,
    market: view.market,
    globalActive: view.globalActive,
    isActive: view.isActive,
    asOf: { seq: count(view.asOfSeq), iso: isoMoment(view.asOfMs), text: dateTime(view.asOfMs, timeZone) },
    tiles: tiles(view),
    commodities: view.commodities.map(commodityRow),
    positions: view.positions.map((row) => positionRow(row, timeZone)),
  };
}
