/**
 * What an engine is made with: the ports and tables in which simulation, replay, paper and live may
 * differ.
 */
import type { CommodityKey } from '../domain/commodity';
import type { Instrument } from '../domain/instrument';
import type { TradingMode } from '../domain/settings';
import type { EpochMs, Mills } from '../domain/units';
import type { Friction } from '../execution/friction';
import type { Broker, Random } from '../ports';
import type { Evaluator } from '../strategies/playbook';

export interface EngineConfig {
  readonly random: Random;
  /**
   * The broker of each mode; null where none is connected, which blocks entries and exits there
   * with that reason.
   */
  readonly brokers: Readonly<Record<TradingMode, Broker | null>>;
  /**
   * Whether the deployment allows live trading. Absent or false: a live broker is never used, even
   * where one is given.
   */
  readonly isLiveTradingOn?: boolean;
  /** Playbooks of a commodity in the order of its list. */
  readonly playbooksOf: (commodity: CommodityKey) => readonly Evaluator[];
  /** The market that a mode's book trades. */
  readonly marketOf: (mode: TradingMode) => string;
  readonly frictionOf: (instrument: Instrument) => Friction;
  /** Why the venue takes no order now, or null while it does. */
  readonly sessionClosed: (
    mode: TradingMode,
    instrument: Instrument,
    atMs: EpochMs,
  ) => string | null;
  /** The trading day of an instant, YYYY-MM-DD. */
  readonly dayOf: (atMs: EpochMs) => string;
  /**
   * Whether the breakers of drawdown and of lost trades in a row watch: not in histories that are
   * compared with backtests, which have none.
   */
  readonly hasBreakers: boolean;
  /**
   * Whether accounts below their maintenance margin are reduced; as `hasBreakers` where absent.
   * Margin is a rule of the exchange, not a
   * guard of the desk: the twin without guards has it. Backtests have none, and so have histories
   * that are compared with them.
   */
  readonly hasMargin?: boolean;
  /**
   * False where nothing but money, market and venue may refuse an entry: in the twin that shows
   * what the guards are worth. Absent elsewhere.
   */
  readonly hasGuards?: boolean;
  /** Capital of a new book and of a new epoch. */
  readonly capitalMills: Mills;
}

/** Whether margin is computed and called in an engine. */
export const appliesMargin = ({
  hasMargin,
  hasBreakers,
}: Pick<EngineConfig, 'hasMargin' | 'hasBreakers'>): boolean => hasMargin ?? hasBreakers;

/** The sender of the desk's own commands, such as a halt after a failed audit. */
export const SYSTEM_USER = 'system';
