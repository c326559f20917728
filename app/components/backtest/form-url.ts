import type { CommodityKey } from '../../trading/domain/commodity';

/** URL of the backtest form, filled in for a playbook. */
export const getBacktestFormUrl = (commodity: CommodityKey, playbook: string): string =>
  `/backtest?mode=${commodity}&playbook=${playbook}`;
