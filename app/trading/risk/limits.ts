/** Risk limits by risk level and size bands by position size. */
import type { CommodityGroup } from '../domain/commodity';
import type { PositionSize, RiskLevel } from '../domain/settings';

interface SizeBand {
  /** Notional of one position as a fraction of equity, unleveraged. */
  readonly lowRatio: number;
  readonly highRatio: number;
}

export const SIZE_BANDS: Readonly<Record<PositionSize, SizeBand>> = {
  small: { lowRatio: 0.01, highRatio: 0.03 },
  medium: { lowRatio: 0.03, highRatio: 0.07 },
  large: { lowRatio: 0.07, highRatio: 0.15 },
};

interface RiskLimits {
  readonly positionsPerCommodityMax: number;
  readonly commodityRatioMax: number;
  readonly groupRatioMax: number;
  readonly grossRatioMax: number;
  /** Fraction of the account balance that must stay free. */
  readonly cashRatioMin: number;
  /**
   * Daily loss, as a fraction of equity at the start of the day, that stops entries until the next
   * day.
   */
  readonly dayLossRatioMax: number;
  /**
   * Drawdown from peak equity, as a fraction of it, at which all positions are closed and entries
   * stop until re-armed.
   */
  readonly drawdownRatioMax: number;
  /** Maximum fraction of equity that one position may lose at its stop. */
  readonly stopLossRatioMax: number;
  /** Annualized volatility to which a full-sized position is scaled. */
  readonly volatilityTarget: number;
}

export const RISK_LIMITS: Readonly<Record<RiskLevel, RiskLimits>> = {
  conservative: {
    positionsPerCommodityMax: 1,
    commodityRatioMax: 0.1,
    groupRatioMax: 0.2,
    grossRatioMax: 0.5,
    cashRatioMin: 0.25,
    dayLossRatioMax: 0.02,
    drawdownRatioMax: 0.08,
    stopLossRatioMax: 0.005,
    volatilityTarget: 0.1,
  },
  moderate: {
    positionsPerCommodityMax: 2,
    commodityRatioMax: 0.15,
    groupRatioMax: 0.3,
    grossRatioMax: 0.75,
    cashRatioMin: 0.15,
    dayLossRatioMax: 0.04,
    drawdownRatioMax: 0.12,
    stopLossRatioMax: 0.01,
    volatilityTarget: 0.15,
  },
  aggressive: {
    positionsPerCommodityMax: 2,
    commodityRatioMax: 0.2,
    groupRatioMax: 0.4,
    grossRatioMax: 1,
    cashRatioMin: 0.05,
    dayLossRatioMax: 0.06,
    drawdownRatioMax: 0.2,
    stopLossRatioMax: 0.02,
    volatilityTarget: 0.25,
  },
};

/** Consecutive losing trades that start a cool-off, and its length. */
export const LOSSES_IN_A_ROW_MAX = 4;
export const COOL_OFF_MS = 24 * 3_600_000;
/** Entry orders per book and minute. Exits are not counted. */
export const ENTRIES_PER_MINUTE_MAX = 20;
/** Larger sizes are typing errors. */
export const LOTS_MAX = 1_000_000;
/** Maximum distance of a limit, stop or spread from the last price, in sigmas of one bar ... */
export const COLLAR_SIGMAS = 5;
/** ... but at least this fraction of the price. */
export const COLLAR_RATIO_MIN = 0.05;

export const GROUP_NAMES: Readonly<Record<CommodityGroup, string>> = {
  power: 'power',
  fuels: 'gas and oil',
  grains: 'grains',
  softs: 'softs',
};
