// A backtest of the app as pages and programs are told of it: what was asked, how far it is, what
// it brought.

/** A world that nobody has seen, or the past of the desk's own. */
export const BACKTEST_WORLDS = ['unseen', 'desk'] as const;
export type BacktestWorld = (typeof BACKTEST_WORLDS)[number];

export const BACKTEST_YEARS_MAX = 10;
