/** Ports and tables of an engine, which differ between simulation, replay, paper and live. */
import type { CommodityKey } from '../domain/commodity';
import type { Instrument } from '../domain/instrument';
import type { TradingMode } from '../domain/settings';
import type { EpochMs, Mills } from '../domain/units';
import type { Friction } from '../execution/friction';
import type { Broker, Random } from '../ports';
import type { Evaluator } from '../strategies/playbook';

export interface EngineConfig {
  readonly random: Random;
  /** Local brokers. Null: entries and exits are rejected with that reason. */
  readonly brokers: Readonly<Record<Exclude<TradingMode, 'live'>, Broker | null>>;
  /** The broker that a user has connected, or null. Absent: no live account trades. */
  readonly findLiveBroker?: (userId: string) => Broker | null;
  /** Setting of the deployment. Absent or false: a live broker is never used. */
  readonly isLiveTradingOn?: boolean;
  /** In list order. */
  readonly listPlaybooks: (commodity: CommodityKey) => readonly Evaluator[];
  /** Market name by mode. */
  readonly getMarket: (mode: TradingMode) => string;
  /** Why no source offers prices of a commodity in a market, or null. Absent: all have prices. */
  readonly explainUnpriced?: (market: string, commodity: CommodityKey) => string | null;
  readonly getFriction: (instrument: Instrument) => Friction;
  /** Reason why the venue takes no orders at this time, or null. */
  readonly explainClosedSession: (
    mode: TradingMode,
    instrument: Instrument,
    atMs: EpochMs,
  ) => string | null;
  /**
   * True in the venue's day session, in which orders of daily playbooks are placed. Absent in
   * histories, whose next open is that of the venue: always true.
   */
  readonly isInDaySession?: (instrument: Instrument, atMs: EpochMs) => boolean;
  /** YYYY-MM-DD. */
  readonly getTradingDay: (atMs: EpochMs) => string;
  /**
   * Enables the drawdown and losing-streak breakers. False in histories that are compared with
   * backtests, which have none.
   */
  readonly hasBreakers: boolean;
  /**
   * Enables margin calls; defaults to `hasBreakers`. Margin is an exchange rule, so the shadow
   * account without guards has it. Backtests do not.
   */
  readonly hasMargin?: boolean;
  /** False in the shadow account without guards: only cash, market and venue can reject entries. */
  readonly hasGuards?: boolean;
  /** Capital of a new account period. */
  readonly capitalMills: Mills;
}

export const hasMarginCalls = ({
  hasMargin,
  hasBreakers,
}: Pick<EngineConfig, 'hasMargin' | 'hasBreakers'>): boolean => hasMargin ?? hasBreakers;

/** Sender of system commands, such as a halt after a failed audit. */
export const SYSTEM_USER = 'system';
