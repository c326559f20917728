/** Options of a backtest and their defaults. */
import type { Instrument } from '../domain/instrument';
import { DEFAULT_SETTINGS, type PositionSize, type RiskLevel } from '../domain/settings';
import { getContractCosts } from '../domain/contract';
import { type EpochMs, type Lots, type Mills, toMills } from '../domain/units';
import type { Friction } from '../execution/friction';
import { type BarLength, BAR_MS } from '../strategies/playbook';
import { DAY_MS } from '../domain/time';

export interface BacktestOptions {
  readonly capitalMills: Mills;
  readonly riskLevel: RiskLevel;
  readonly positionSize: PositionSize;
  readonly getFriction: (instrument: Instrument) => Friction;
  /**
   * Fixed lots per entry instead of computed sizes (pre-trade checks still apply); null for
   * computed sizes.
   */
  readonly fixedLots: Lots | null;
  /** Start: earlier bars only update rules, without entries or curve points. */
  readonly fromMs: EpochMs;
}

/** Defaults: $25,000, settings of a new user, the contract's own costs. */
const DEFAULT_BACKTEST: BacktestOptions = {
  capitalMills: toMills(25_000_000),
  riskLevel: DEFAULT_SETTINGS.riskLevel,
  positionSize: DEFAULT_SETTINGS.positionSize,
  getFriction: getContractCosts,
  fixedLots: null,
  fromMs: -Infinity,
};

/** Fills in missing options. Throws RangeError unless the capital is positive. */
export function completeOptions(options: Partial<BacktestOptions>): BacktestOptions {
  const complete = { ...DEFAULT_BACKTEST, ...options };
  if (!(complete.capitalMills > 0))
    throw new RangeError(`a backtest needs capital above zero, got ${complete.capitalMills} mills`);
  return complete;
}

const STALE_BARS = 5;

/**
 * Maximum price age for entries: five bars, at least five days for daily bars, as in a replayed
 * history.
 */
export const getStaleAfterMs = (bar: BarLength): number =>
  STALE_BARS * (BAR_MS[bar] >= DAY_MS ? Math.max(DAY_MS, BAR_MS[bar]) : BAR_MS[bar]);
