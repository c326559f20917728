import type { BacktestTrade } from '../../trading/backtest/backtest-run';

/** Why a position was closed, in words. */
export const EXIT_CAUSES: Readonly<Record<BacktestTrade['cause'], string>> = {
  rule: 'rule',
  stop: 'stop',
  target: 'target',
  time: 'time limit',
  roll: 'roll',
  expiry: 'expiry',
  end: 'end of data',
};
