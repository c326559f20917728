/** The limits of a book by risk level and position size, as data. */
import type { CommodityGroup } from '../domain/commodity';
import type { PositionSize, RiskLevel } from '../domain/settings';

interface SizeBand {
  /** Notional of one position as a share of equity, without leverage. */
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
  /** Share of the account balance that stays free. */
  readonly cashRatioMin: number;
  /**
   * Loss of the day, as a share of the equity it began with, that ends new entries until the next
   * day.
   */
  readonly dayLossRatioMax: number;
  /**
   * Fall from the highest equity, as a share of it, at which the book is stopped and closed until
   * somebody begins again.
   */
  readonly drawdownRatioMax: number;
  /** Most of the equity that one position may lose at its stop. */
  readonly stopLossRatioMax: number;
  /** Annual volatility that a full-sized position is scaled to. */
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

/** So many lost trades one after the other let a commodity pause, for so long. */
export const LOSSES_IN_A_ROW_MAX = 4;
export const COOL_OFF_MS = 24 * 3_600_000;
/** Entry orders of one book within one minute. Orders that only reduce are never counted. */
export const ENTRIES_PER_MINUTE_MAX = 20;
/** A size no book of this house can mean: a slip of the keyboard. */
export const LOTS_MAX = 1_000_000;
/** A limit, a stop or a spread may lie at most so many bar sigmas from the last price ... */
export const COLLAR_SIGMAS = 5;
/** ... but a calm or a young market still allows this share of the price. */
export const COLLAR_RATIO_MIN = 0.05;

export const GROUP_NAMES: Readonly<Record<CommodityGroup, string>> = {
  power: 'power',
  fuels: 'gas and oil',
  grains: 'grains',
  softs: 'softs',
};
