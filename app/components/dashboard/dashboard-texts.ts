// Formats dashboard figures as text.
import { formatCommodityPrice } from '../../trading/domain/format';
import type { DeskDto } from '../../contracts/messages';
import type { SignalCell } from '../../contracts/api/book';
import { computeMoneyChange } from '../../trading/domain/change';
import { COMMODITIES, COMMODITY_KEYS, type CommodityKey } from '../../trading/domain/commodity';
import {
  MINUS,
  formatCount,
  formatNumber,
  formatMoney,
  formatMoneyThousands,
  formatPercent,
  formatSignedMoney,
  formatSignedMoneyThousands,
  formatSignedPercent,
  formatUnits,
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

/** The first four tiles: equity, cash, unrealized P&L and positions. */
export function buildAccountTiles({ portfolio, initialBalance }: DeskDto): Tile[] {
  const [total, profit, initial] = [portfolio.totalValue, portfolio.totalPnL, initialBalance].map(
    fromDollars,
  ) as [Mills, Mills, Mills];
  const open = fromDollars(portfolio.activePnL);
  return [
    {
      name: 'Portfolio',
      value: formatMoney(total),
      note: `${formatSignedMoney(profit)} (${formatSignedPercent(computeMoneyChange(initial, total).percent)}) since ${formatMoney(initial)}`,
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
      value: formatSignedMoney(open),
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

/** An unknown risk level is shown as moderate. */
export const buildRiskTile = (level: string): Tile => ({
  name: 'Risk Level',
  ...(RISK_TILES[level as RiskLevel] ?? RISK_TILES.moderate),
});

/** The tiles after the market tile: trading mode, active assets and auto signals. */
export function buildTradingTiles({
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
  readonly action: string;
  readonly tone: Tone;
  /** Hub if any, target price and confidence. */
  readonly detail: string;
}

/** Texts of a signal; null without a signal. */
export function formatSignalCell(
  commodity: CommodityKey,
  cell: SignalCell | null,
): SignalTexts | null {
  if (!cell) return null;
  const { signal, confidence, targetPrice, hub } = cell;
  return {
    action: signal,
    tone: SIGNAL_TONES[signal],
    detail: `${hub === null ? '' : `${hub}, `}target ${formatCommodityPrice(commodity, targetPrice)}, ${formatPercent(100 * confidence, 0)}`,
  };
}

export interface CommodityTexts {
  readonly name: string;
  readonly value: string;
  readonly pnl: string;
  /** Active strategy and its state. */
  readonly plan: string;
}

export function formatCommodityRow({
  commodity,
  value,
  pnl,
  playbook,
  positions,
  isActive,
  waitingFor,
}: CommodityDto): CommodityTexts {
  const status =
    waitingFor ??
    (positions > 0 ? (isActive ? 'position open' : 'off, position still open') : 'off');
  return {
    name: COMMODITIES[commodity].displayName,
    value: formatMoneyThousands(fromDollars(value)),
    pnl: formatSignedMoneyThousands(fromDollars(pnl)),
    plan: `${playbook}: ${status.replace(/(^|\s)-(?=\d)/g, `$1${MINUS}`)}`,
  };
}

/** Number of decimals in a decimal string. */
export const countDecimals = (text: string): number => text.split('.')[1]?.length ?? 0;

/** Decimal string with thousands separators and a U+2212 minus. */
export const formatDecimalText = (text: string): string =>
  formatNumber(Number(text), countDecimals(text));

export interface PositionTexts {
  readonly name: string;
  readonly side: string;
  readonly size: string;
  readonly entry: string;
  readonly current: string;
  readonly pnl: string;
  readonly percent: string;
  /** Accessible name of the close button. */
  readonly closeName: string;
  /** Summary in one line, for lists. */
  readonly summary: string;
}

export function formatPositionRow({
  commodity,
  positionType,
  size,
  entryPrice,
  currentPrice,
  pnl,
  pnlPercent,
}: PositionDto): PositionTexts {
  const name = COMMODITIES[commodity].displayName;
  const sizeText = formatUnits(commodity, size);
  const profit = formatSignedMoney(fromDollars(pnl));
  return {
    name,
    size: sizeText,
    side: `${positionType === 'LONG' ? '\u25b2' : '\u25bc'} ${positionType}`,
    entry: formatCommodityPrice(commodity, entryPrice),
    current: formatCommodityPrice(commodity, currentPrice),
    pnl: profit,
    percent: formatSignedPercent(pnlPercent),
    closeName: `CLOSE ${name} ${positionType} ${sizeText}`,
    summary: `${name}, ${positionType}, ${sizeText}: ${profit}`,
  };
}

/** Sum of the P&L of rows, exact to the cent. */
export const sumProfit = (rows: readonly PositionDto[]): Mills =>
  addMills(...rows.map(({ pnl }) => fromDollars(pnl)));

export const isActivePosition = ({ status }: PositionDto): boolean => status === 'ACTIVE';
