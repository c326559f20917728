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
      note: `of ${formatDollars(portfolio.accountBalance)} balance`,
      tone: 'flat',
    },
    {
      name: 'Active P&L',
      value: formatSignedMoney(open),
      note: 'unrealized',
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
      note: `auto-trading ${isAuto ? 'on' : 'off'}`,
      tone: isAuto ? 'good' : 'flat',
    },
    {
      name: 'Active Assets',
      value: `${formatCount(active)} of ${formatCount(COMMODITY_KEYS.length)}`,
      note: 'trading',
      tone: 'flat',
    },
    {
      name: 'Auto Signals',
      value: formatCount(autoSignals),
      note: autoSignals === null ? NO_SIGNAL_YET : 'BUY or SELL',
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
  /** Exact dollars, and the short form in thousands. */
  readonly value: string;
  readonly valueShort: string;
  readonly pnl: string;
  readonly pnlShort: string;
  /** Active strategy and its state. */
  readonly plan: string;
}

/** Side of the open positions of a commodity; null when flat. */
export function formatSide(positions: readonly PositionDto[]): string | null {
  const sides = new Set(positions.map(({ positionType }) => positionType));
  if (sides.size === 0) return null;
  const [side = ''] = sides;
  return sides.size > 1 ? 'SPREAD' : side;
}

/** `open` are the open positions of the commodity. */
export function formatCommodityRow(
  { commodity, value, pnl, playbook, positions, isActive, waitingFor, runBlock }: CommodityDto,
  open: readonly PositionDto[] = [],
): CommodityTexts {
  const side = formatSide(open) ?? 'position';
  const status =
    waitingFor ?? (positions > 0 ? (isActive ? `${side} open` : `off, ${side} still open`) : 'off');
  return {
    name: COMMODITIES[commodity].displayName,
    value: formatDollars(value),
    valueShort: formatMoneyThousands(fromDollars(value)),
    pnl: formatSignedMoney(fromDollars(pnl)),
    pnlShort: formatSignedMoneyThousands(fromDollars(pnl)),
    plan:
      runBlock !== null && positions === 0 && !isActive
        ? runBlock
        : `${playbook ?? 'no strategy'}: ${status.replace(/(^|\s)-(?=\d)/g, `$1${MINUS}`)}`,
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

/** Money between the last price and the stop: what the position loses from here. */
export function formatStopDistance({ stopPrice, stopDistance }: PositionDto): string {
  if (stopPrice === null) return 'no stop';
  if (stopDistance === null) return 'no price';
  return stopDistance < 0 ? 'stop passed' : `stop ${formatDollars(stopDistance)} away`;
}

/** Sum of the P&L of rows, exact to the cent. */
export const sumProfit = (rows: readonly PositionDto[]): Mills =>
  addMills(...rows.map(({ pnl }) => fromDollars(pnl)));

export const isActivePosition = ({ status }: PositionDto): boolean => status === 'ACTIVE';

export const listOpenPositions = (
  positions: readonly PositionDto[],
  commodity: CommodityKey,
): PositionDto[] =>
  positions.filter((position) => isActivePosition(position) && position.commodity === commodity);
