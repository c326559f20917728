/**
 * `unseen`: out-of-sample simulation. `desk`: in-sample history of this server's simulated market.
 */
export const BACKTEST_DATA_SOURCES = ['unseen', 'desk'] as const;
export type BacktestDataSource = (typeof BACKTEST_DATA_SOURCES)[number];

export const BACKTEST_YEARS_MAX = 10;
