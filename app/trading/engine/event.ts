/**
 * What may reach the engine, and what it answers. There is no other door.
 */
import type { MarketInput } from '../market/guard-checks';
import type { CommandEnvelope, CommandResult } from '../domain/command';
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';
import type { Broker, ExecutionReport, WeatherReading } from '../ports';
import type { Approved } from '../domain/approved';
import type { IssuedForecast } from '../signals/forecast';
import type { BarLength } from '../strategies/playbook';
import type { DeskState, InstrumentMarket } from './state';

export type EngineEvent =
  | {
      readonly type: 'MarketListed';
      readonly market: string;
      readonly instruments: readonly Instrument[];
      readonly staleAfterMs: number;
      readonly atMs: EpochMs;
      /** Bars whose playbooks wait for `PlaybooksFolded`; none when absent. */ readonly foldedApart?: readonly BarLength[];
      /**
       * Contracts quoted under held terms whose past the feed shows again after this listing, so
       * that they may take their new terms. None when absent.
       */
      readonly shownAgain?: readonly string[];
      /** Contracts that twins hold; the runner fills it in. None when absent. */
      readonly heldByTwins?: readonly string[];
    }
  | MarketInput
  | { readonly type: 'Weather'; readonly reading: WeatherReading; readonly atMs: EpochMs }
  /** Inputs of playbooks by id, as known at `atMs`; NaN where one is not known any more. Those not named stay as they were. */
  | {
      readonly type: 'Inputs';
      readonly market: string;
      readonly values: Readonly<Record<string, number>>;
      readonly atMs: EpochMs;
    }
  /** The past of playbooks of one contract, folded apart from the desk up to the last bar that has ended: from now on they decide. */
  | {
      readonly type: 'PlaybooksFolded';
      readonly market: string;
      readonly instrumentId: string;
      readonly rules: InstrumentMarket['rules'];
      readonly barEnds: InstrumentMarket['barEnds'];
      readonly atMs: EpochMs;
    }
  /** What networks say of a market, as known at the stamp of each opinion. */
  | {
      readonly type: 'OpinionsTold';
      readonly market: string;
      readonly opinions: readonly IssuedForecast[];
      readonly atMs: EpochMs;
    }
  /** `causeSeq`: the record that led to it in this process; none for what came from outside. */
  | {
      readonly type: 'Execution';
      readonly bookId: string;
      readonly report: ExecutionReport;
      readonly atMs: EpochMs;
      readonly causeSeq?: number | null;
    }
  | {
      readonly type: 'Command';
      readonly commandId: string;
      readonly envelope: CommandEnvelope;
      readonly atMs: EpochMs;
    }
  /** Time went by: valuations and timed exits. */
  | {
      readonly type: 'Time';
      readonly atMs: EpochMs;
      /**
       * Why desk time is in doubt from now on, null when it no longer is; as before when absent.
       */ readonly clockFault?: string | null;
    };

export type Effect =
  /** A fact, with the latest version of the order and the position it touched. */
  | {
      readonly type: 'Record';
      readonly record: LogRecord;
      readonly order?: Order;
      readonly position?: Position;
    }
  | { readonly type: 'Submit'; readonly broker: Broker; readonly order: Approved<Order> }
  | { readonly type: 'Cancel'; readonly broker: Broker; readonly order: Order }
  | { readonly type: 'Answer'; readonly result: CommandResult };

export interface Step {
  readonly state: DeskState;
  readonly effects: readonly Effect[];
}
