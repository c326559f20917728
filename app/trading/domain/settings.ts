/** User settings. */
export const RISK_LEVELS = ['conservative', 'moderate', 'aggressive'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];
export const POSITION_SIZES = ['small', 'medium', 'large'] as const;
export type PositionSize = (typeof POSITION_SIZES)[number];
export const TRADING_MODES = ['simulation', 'paper', 'live'] as const;
export type TradingMode = (typeof TRADING_MODES)[number];
export const REFRESH_INTERVALS = ['5s', '15s', '30s', '1m'] as const;
export type RefreshInterval = (typeof REFRESH_INTERVALS)[number];

export interface Settings {
  readonly tradingSignalsEnabled: boolean;
  readonly priceAlertsEnabled: boolean;
  readonly weatherUpdatesEnabled: boolean;
  readonly riskLevel: RiskLevel;
  readonly positionSize: PositionSize;
  readonly realTimeDataEnabled: boolean;
  readonly refreshInterval: RefreshInterval | null;
}

export const DEFAULT_SETTINGS: Settings = {
  tradingSignalsEnabled: true,
  priceAlertsEnabled: true,
  weatherUpdatesEnabled: true,
  riskLevel: 'moderate',
  positionSize: 'medium',
  realTimeDataEnabled: true,
  refreshInterval: null,
};

/** Page refresh interval in milliseconds; 30 s is the minimum for any setting. */
export function getRefreshMs(interval: RefreshInterval | null): number {
  if (interval === null) return 45_000;
  return interval === '1m' ? 60_000 : 30_000;
}
