/**
 * What may reach the engine, and what it answers. There is no other door.
 */
import type { CommandEnvelope, CommandResult } from '../domain/command';
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';
import type { Broker, ExecutionReport, MarketEvent, WeatherReading } from '../ports';
import type { Approved } from '../risk/pre-trade';
import type { DeskState } from './state';

export type EngineEvent =
  | { readonly type: 'MarketListed'; readonly market: string; readonly instruments: readonly Instrument[]; readonly staleAfterMs: number; readonly atMs: EpochMs }
  | { readonly type: 'Market'; readonly event: MarketEvent; readonly atMs: EpochMs; /** The past being caught up with: prices only, no decisions. */ readonly isBackfill: boolean }
  | { readonly type: 'Weather'; readonly reading: WeatherReading; readonly atMs: EpochMs }
  /** Inputs of playbooks by id, as known at `atMs`; NaN where one is not known any more. Those not named stay as they were. */
  | { readonly type: 'Inputs'; readonly market: string; readonly values: Readonly<Record<string, number>>; readonly atMs: EpochMs }
  /** `causeSeq`: the record that led to it in this process; none for what came from outside. */
  | { readonly type: 'Execution'; readonly bookId: string; readonly report: ExecutionReport; readonly atMs: EpochMs; readonly causeSeq?: number | null }
  | { readonly type: 'Command'; readonly commandId: string; readonly envelope: CommandEnvelope; readonly atMs: EpochMs }
  /** Time went by: valuations and timed exits. */
  | { readonly type: 'Time'; readonly atMs: EpochMs };

export type Effect =
  /** A fact, with the latest version of the order and the position it touched. */
  | { readonly type: 'Record'; readonly record: LogRecord; readonly order?: Order; readonly position?: Position }
  | { readonly type: 'Submit'; readonly broker: Broker; readonly order: Approved<Order> }
  | { readonly type: 'Cancel'; readonly broker: Broker; readonly order: Order }
  | { readonly type: 'Answer'; readonly result: CommandResult };

export interface Step {
  readonly state: DeskState;
  readonly effects: readonly Effect[];
}
