// The dashboard's figures as texts: words and signs, the same on the server and in the browser.
import { formatCommodityPrice } from '../../trading/domain/format';
import type { DeskDto } from '../../contracts/messages';
import type { SignalCell } from '../../contracts/api/book';
import { changeSince } from '../../trading/domain/change';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import {
  MINUS,
  formatCount,
  decimalNumber,
  formatMoney,
  moneyThousands,
  formatPercent,
  signedMoney,
  signedMoneyThousands,
  signedPercent,
  unitsText,
  formatDollars,
} from '../../trading/domain/format';
import type { RiskLevel } from '../../trading/domain/settings';
import { type Mills, addMills, fromDollars } from '../../trading/domain/units';
import { type Tone, getDirection } from '../figures';
import type { CommodityDto, PositionDto } from '../../contracts/api/book';

export interface Tile {
  readonly name: string;
  readonly value: string;
  readonly note: string;
  readonly tone: Tone;
}

const NO_SIGNAL_YET = 'no AI signal yet';

const RISK_TILES: Readonly<Record<RiskLevel, Pick<Tile, 'value' | 'note' | 'tone'>>> = {
  conservative: { value: 'MIN', note: 'Conservative', tone: 'good' },
  moderate: { value: 'MED', note: 'Moderate', tone: 'warn' },
  aggressive: { value: 'MAX', note: 'Maximum', tone: 'bad' },
};

/** What the book is worth: the first four tiles. */
export function bookTiles({ portfolio, initialBalance }: DeskDto): Tile[] {
  const [total, profit, initial] = [portfolio.totalValue, portfolio.totalPnL, initialBalance].map(
    fromDollars,
  ) as [Mills, Mills, Mills];
  const open = fromDollars(portfolio.activePnL);
  return [
    {
      name: 'Portfolio',
      value: formatMoney(total),
      note: `${signedMoney(profit)} (${signedPercent(changeSince(initial, total).percent)}) since ${formatMoney(initial)}`,
      tone: 'flat',
    },
    {
      name: 'Available Cash',
      value: formatDollars(portfolio.availableCash),
      note: `of a balance of ${formatDollars(portfolio.accountBalance)}`,
      tone: 'flat',
    },
    {
      name: 'Active P&L',
      value: signedMoney(open),
      note: 'unrealized, at last price',
      tone: getDirection(open),
    },
    {
      name: 'Positions',
      value: formatCount(portfolio.totalPositions),
      note: `${formatCount(portfolio.profitablePositions)} in profit`,
      tone: 'flat',
    },
  ];
}

/** An unknown level counts as moderate. */
export const riskTile = (level: string): Tile => ({
  name: 'Risk Level',
  ...(RISK_TILES[level as RiskLevel] ?? RISK_TILES.moderate),
});

/** What trades by itself: the tiles after the market's. */
export function tradingTiles({
  globalActive,
  isActive,
  autoSignals,
  commodities,
}: DeskDto): Tile[] {
  const isAuto = globalActive || isActive;
  const active = commodities.filter((row) => row.isActive).length;
  return [
    {
      name: 'Trading Mode',
      value: isAuto ? 'AUTO' : 'STANDBY',
      note: isAuto ? 'auto-trading on' : 'auto-trading off',
      tone: isAuto ? 'good' : 'flat',
    },
    {
      name: 'Active Assets',
      value: `${formatCount(active)} of ${formatCount(COMMODITY_KEYS.length)}`,
      note: 'commodities with auto-trading on',
      tone: 'flat',
    },
    {
      name: 'Auto Signals',
      value: formatCount(autoSignals),
      note: autoSignals === null ? NO_SIGNAL_YET : 'active BUY or SELL signals',
      tone: 'flat',
    },
  ];
}

const SIGNAL_TONES: Readonly<Record<SignalCell['signal'], Tone>> = {
  BUY: 'up',
  SELL: 'down',
  HOLD: 'warn',
};

interface SignalTexts {
  readonly word: string;
  readonly tone: Tone;
  /** Where it is of one hub of several, what it aims at, and how sure it is. */
  readonly detail: string;
}

/** The AI analysis of a commodity; null while there is none. */
export function signalTexts(commodity: CommodityKey, cell: SignalCell | null): SignalTexts | null {
  if (!cell) return null;
  const { signal, confidence, targetPrice, hub } = cell;
  return {
    word: signal,
    tone: SIGNAL_TONES[signal],
    detail: `${hub === null ? '' : `${hub}, `}target ${formatCommodityPrice(commodity, targetPrice)}, ${formatPercent(100 * confidence, 0)}`,
  };
}

export interface CommodityTexts {
  readonly name: string;
  readonly value: string;
  readonly pnl: string;
  /** Which playbook trades it, and what that does now. */
  readonly plan: string;
}

export function commodityTexts({
  commodity,
  value,
  pnl,
  playbook,
  positions,
  isActive,
  waitingFor,
}: CommodityDto): CommodityTexts {
  const doing =
    waitingFor ??
    (positions > 0 ? (isActive ? 'position open' : 'off, position still open') : 'off');
  return {
    name: COMMODITIES[commodity].displayName,
    value: moneyThousands(fromDollars(value)),
    pnl: signedMoneyThousands(fromDollars(pnl)),
    plan: `${playbook}: ${doing.replace(/(^|\s)-(?=\d)/g, `$1${MINUS}`)}`,
  };
}

/** Decimals of a price that came as a decimal text. */
export const countDecimals = (text: string): number => text.split('.')[1]?.length ?? 0;

/** A decimal text as a figure: grouped, with the true minus. */
export const decimalText = (text: string): string =>
  decimalNumber(Number(text), countDecimals(text));

export interface PositionTexts {
  readonly name: string;
  readonly side: string;
  readonly size: string;
  readonly entry: string;
  readonly current: string;
  readonly pnl: string;
  readonly percent: string;
  /** What its close button is called. */
  readonly closeName: string;
  /** One line that says it all, for lists. */
  readonly line: string;
}

export function positionTexts({
  commodity,
  positionType,
  size,
  entryPrice,
  currentPrice,
  pnl,
  pnlPercent,
}: PositionDto): PositionTexts {
  const name = COMMODITIES[commodity].displayName;
  const sized = unitsText(commodity, size);
  const profit = signedMoney(fromDollars(pnl));
  return {
    name,
    size: sized,
    side: `${positionType === 'LONG' ? '\u25b2' : '\u25bc'} ${positionType}`,
    entry: formatCommodityPrice(commodity, entryPrice),
    current: formatCommodityPrice(commodity, currentPrice),
    pnl: profit,
    percent: signedPercent(pnlPercent),
    closeName: `CLOSE ${name} ${positionType} ${sized}`,
    line: `${name}, ${positionType}, ${sized}: ${profit}`,
  };
}

/** The sum of the profits that some rows show, cent for cent. */
export const profitSum = (rows: readonly PositionDto[]): Mills =>
  addMills(...rows.map(({ pnl }) => fromDollars(pnl)));

export const isActivePosition = ({ status }: PositionDto): boolean => status === 'ACTIVE';
