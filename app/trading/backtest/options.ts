/** With what a backtest begins: capital, limits, costs. */
import type { Instrument } from '../domain/instrument';
import { DEFAULT_SETTINGS, type PositionSize, type RiskLevel } from '../domain/settings';
import { contractCosts } from '../domain/contract';
import { type EpochMs, type Lots, type Mills, toMills } from '../domain/units';
import type { Friction } from '../execution/friction';
import { type BarLength, BAR_MS } from '../strategies/playbook';
import { DAY_MS } from '../domain/time';

export interface BacktestOptions {
  readonly capitalMills: Mills;
  readonly riskLevel: RiskLevel;
  readonly positionSize: PositionSize;
  readonly frictionOf: (instrument: Instrument) => Friction;
  /**
   * So many lots in every entry instead of the desk's sizing; the gate judges them all the same.
   * Null for the desk's sizing.
   */
  readonly fixedLots: Lots | null;
  /** Before this moment bars are folded and nothing is entered or written to the curve. */
  readonly fromMs: EpochMs;
}

/** A new book of 25,000 dollars with the settings of a new user and the contract's own costs. */
const DEFAULT_BACKTEST: BacktestOptions = {
  capitalMills: toMills(25_000_000),
  riskLevel: DEFAULT_SETTINGS.riskLevel,
  positionSize: DEFAULT_SETTINGS.positionSize,
  frictionOf: contractCosts,
  fixedLots: null,
  fromMs: -Infinity,
};

/**
 * The options with what was not named filled in. Throws RangeError when the capital is not above
 * zero.
 */
export function completeOptions(options: Partial<BacktestOptions>): BacktestOptions {
  const complete = { ...DEFAULT_BACKTEST, ...options };
  if (!(complete.capitalMills > 0))
    throw new RangeError(`a backtest needs capital above zero, got ${complete.capitalMills} mills`);
  return complete;
}

const STALE_BARS = 5;

/**
 * A price older than this may open nothing: five bars, at least five days where bars are days, as
 * in a replayed history.
 */
export const staleAfterMs = (bar: BarLength): number =>
  STALE_BARS * (BAR_MS[bar] >= DAY_MS ? Math.max(DAY_MS, BAR_MS[bar]) : BAR_MS[bar]);
