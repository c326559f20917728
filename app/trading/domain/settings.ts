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

/** Settings of an old record or checkpoint, with the default of each later setting. */
export const completeSettings = (stored: Partial<Settings>): Settings => ({
  ...DEFAULT_SETTINGS,
  ...stored,
});

const REFRESH_MS = { '5s': 30_000, '15s': 30_000, '30s': 30_000, '1m': 60_000 } satisfies Record<
  RefreshInterval,
  number
>;

/** Page refresh interval in milliseconds; 30 s is the minimum for any setting. */
export function getRefreshMs(interval: RefreshInterval | null): number {
  return interval === null ? 45_000 : REFRESH_MS[interval];
}
