/**
 * What may reach the engine, and what it answers. There is no other door.
 */
import type { CommandEnvelope } from '../domain/command';
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import type { Outcome } from '../domain/outcome';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';
import type { Broker, ExecutionReport, MarketEvent, WeatherReading } from '../ports';
import type { Approved } from '../risk/pre-trade';
import type { DeskState } from './state';

export type EngineEvent =
  | { readonly type: 'MarketListed'; readonly market: string; readonly instruments: readonly Instrument[]; readonly staleAfterMs: number; readonly atMs: EpochMs }
  | { readonly type: 'Market'; readonly event: MarketEvent; readonly atMs: EpochMs; /** The past being caught up with: prices only, no decisions. */ readonly isBackfill: boolean }
  | { readonly type: 'Weather'; readonly reading: WeatherReading; readonly atMs: EpochMs }
  | { readonly type: 'Execution'; readonly bookId: string; readonly report: ExecutionReport; readonly atMs: EpochMs }
  | { readonly type: 'Command'; readonly commandId: string; readonly envelope: CommandEnvelope; readonly atMs: EpochMs }
  /** Time went by: valuations and timed exits. */
  | { readonly type: 'Time'; readonly atMs: EpochMs };

/** The answer to a command as it is stored and given again to a repeat. */
export interface CommandResult {
  readonly commandId: string;
  readonly envelope: CommandEnvelope;
  readonly outcome: Outcome<CommandValue>;
  /** The record of the command, and the last record it led to. */
  readonly seq: number;
  readonly lastSeq: number;
}

/** What a granted command has done. */
export interface CommandValue {
  readonly closedPositions: readonly string[];
  readonly placedOrders: readonly string[];
}

export type Effect =
  | { readonly type: 'Record'; readonly record: LogRecord }
  | { readonly type: 'Submit'; readonly broker: Broker; readonly order: Approved<Order> }
  | { readonly type: 'Cancel'; readonly broker: Broker; readonly order: Order }
  | { readonly type: 'Answer'; readonly result: CommandResult };

export interface Step {
  readonly state: DeskState;
  readonly effects: readonly Effect[];
}
