/** Inputs and outputs of the engine. */
import type { MarketInput } from '../market/guard-checks';
import type { CommandEnvelope, CommandResult } from '../domain/command';
import type { MinuteValue } from '../domain/minute-value';
import type { Instrument } from '../domain/instrument';
import type { Order } from '../domain/order';
import type { Position } from '../domain/position';
import type { LogRecord } from '../domain/record';
import type { EpochMs } from '../domain/units';
import type { Broker, BrokerSnapshot, ExecutionReport, WeatherReading } from '../ports';
import type { Approved } from '../domain/approved';
import type { IssuedForecast } from '../signals/forecast-chain';
import type { BarLength } from '../strategies/playbook';
import type { DeskState, InstrumentMarket } from './state';

export type EngineEvent =
  | {
      readonly type: 'MarketListed';
      readonly market: string;
      readonly instruments: readonly Instrument[];
      readonly staleAfterMs: number;
      /** Origin of the newest price and its delay; absent where the market is the origin. */
      readonly priceSource?: string;
      /** With `priceSource`: the exchange's own quotes arrive without a delay. */
      readonly hasLiveQuotes?: true;
      /**
       * The records of strategies with inputs are of another market than this one, so such strategies
       * trade only when they are chosen.
       */
      readonly hasUnprovenInputs?: true;
      readonly atMs: EpochMs;
      /** Bar lengths whose playbooks wait for `PlaybooksWarmedUp`. */
      readonly warmUpBars?: readonly BarLength[];
      /**
       * Contracts whose history the feed loads again after this listing, so that they can adopt new
       * terms.
       */
      readonly reloadedContracts?: readonly string[];
      /** Contracts held by shadow accounts; set by the runner. */
      readonly heldByShadows?: readonly string[];
    }
  | MarketInput
  | { readonly type: 'Weather'; readonly reading: WeatherReading; readonly atMs: EpochMs }
  /**
   * Playbook inputs by id, as of `atMs`. NaN: no longer available. Inputs not named keep their
   * value.
   */
  | {
      readonly type: 'Inputs';
      readonly market: string;
      readonly values: Readonly<Record<string, number>>;
      readonly atMs: EpochMs;
    }
  /**
   * Playbook states of one contract after warm-up, up to the last closed bar. From now on they
   * decide.
   */
  | {
      readonly type: 'PlaybooksWarmedUp';
      readonly market: string;
      readonly instrumentId: string;
      readonly rules: InstrumentMarket['rules'];
      readonly barEnds: InstrumentMarket['barEnds'];
      readonly atMs: EpochMs;
    }
  /** Forecasts of networks, each as of its own stamp. */
  | {
      readonly type: 'ForecastsReceived';
      readonly market: string;
      readonly forecasts: readonly IssuedForecast[];
      readonly atMs: EpochMs;
    }
  /** `causeSeq`: the causing record in this process; absent for outside events. */
  | {
      readonly type: 'Execution';
      readonly bookId: string;
      readonly report: ExecutionReport;
      readonly atMs: EpochMs;
      readonly causeSeq?: number | null;
    }
  /** A connection of an account is opened: after a start, or with another text. */
  | { readonly type: 'BrokerOpened'; readonly bookId: string; readonly atMs: EpochMs }
  /** An account is connected to its remote broker no longer, or not compared yet. */
  | {
      readonly type: 'BrokerLost';
      readonly bookId: string;
      readonly reason: string;
      readonly atMs: EpochMs;
    }
  /** What the broker has, after its reports so far: the account trades on if it agrees. */
  | {
      readonly type: 'BrokerCompared';
      readonly bookId: string;
      readonly nextOrderNumber: number;
      readonly snapshot: BrokerSnapshot;
      readonly atMs: EpochMs;
    }
  /** Account and broker cannot agree. */
  | {
      readonly type: 'BrokerDisagreed';
      readonly bookId: string;
      readonly reason: string;
      readonly atMs: EpochMs;
    }
  /** The orders of an account that were stored are not those that were to leave. */
  | {
      readonly type: 'DeparturesDiffered';
      readonly bookId: string;
      readonly reason: string;
      readonly atMs: EpochMs;
    }
  | {
      readonly type: 'Command';
      readonly commandId: string;
      readonly envelope: CommandEnvelope;
      readonly atMs: EpochMs;
    }
  /** Triggers valuations and time-based exits. */
  | {
      readonly type: 'Time';
      readonly atMs: EpochMs;
      /** Reason of a clock fault, null when it ends, absent for no change. */
      readonly clockFault?: string | null;
    };

export type Effect =
  /** A record with the order and position after it. */
  | {
      readonly type: 'Record';
      readonly record: LogRecord;
      readonly order?: Order;
      readonly position?: Position;
    }
  /** Valuations that precede the logged one of this step. */
  | { readonly type: 'MinuteValues'; readonly values: readonly MinuteValue[] }
  | { readonly type: 'Submit'; readonly broker: Broker; readonly order: Approved<Order> }
  | { readonly type: 'Cancel'; readonly broker: Broker; readonly order: Order }
  /** A stop that was sent along with its entry is looked up at its broker. */
  | { readonly type: 'Follow'; readonly broker: Broker; readonly order: Order }
  | { readonly type: 'Answer'; readonly result: CommandResult };

export interface Step {
  readonly state: DeskState;
  readonly effects: readonly Effect[];
}

const BROKER_NEWS: readonly EngineEvent['type'][] = [
  'Execution',
  'BrokerOpened',
  'BrokerLost',
  'BrokerCompared',
  'BrokerDisagreed',
  'DeparturesDiffered',
];

/** News of a broker and of what left to it: it comes once, so it is never dropped. */
export const isBrokerNews = ({ type }: EngineEvent): boolean => BROKER_NEWS.includes(type);
