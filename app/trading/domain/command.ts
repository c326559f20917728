/**
 * What a person or a program may ask of the desk. Buttons, forms, calls and command lines all end
 * here.
 */
import type { CommodityKey } from './commodity';
import type { OrderType, Side } from './order';
import type { Outcome } from './outcome';
import type { Settings, TradingMode } from './settings';
import type { Lots, Mills, Ticks } from './units';

export type Command =
  | {
      readonly type: 'OpenBook';
      readonly mode: TradingMode;
      readonly market: string;
      readonly capitalMills: Mills;
    }
  | { readonly type: 'SelectMode'; readonly mode: TradingMode }
  | { readonly type: 'SaveSettings'; readonly settings: Settings }
  | {
      readonly type: 'ChoosePlaybook';
      readonly commodity: CommodityKey;
      readonly playbookId: string | null;
    }
  /** Lets a playbook that was halted decide again in the market of the sender's book. */
  | {
      readonly type: 'RearmPlaybook';
      readonly commodity: CommodityKey;
      readonly playbookId: string;
    }
  /** RUN; without a commodity RUN ALL. `rearm`: RUN ALL also re-arms a drawdown breaker that has tripped. */
  | {
      readonly type: 'StartTrading';
      readonly commodity: CommodityKey | null;
      readonly rearm?: boolean;
    }
  /** STOP: no new entries, protective exits go on; without a commodity STOP ALL. */
  | { readonly type: 'StopTrading'; readonly commodity: CommodityKey | null }
  /** Stops every book of the user at once, whichever is selected. */
  | { readonly type: 'EmergencyStop' }
  /** CLOSE: closes at market and turns the commodity off; without a commodity CLOSE ALL. */
  | { readonly type: 'CloseTrading'; readonly commodity: CommodityKey | null }
  | { readonly type: 'ClosePosition'; readonly positionId: string }
  | {
      readonly type: 'PlaceOrder';
      readonly instrumentId: string;
      readonly side: Side;
      readonly orderType: OrderType;
      readonly lots: Lots;
      readonly priceTicks: Ticks | null;
      readonly stopDistanceTicks: Ticks | null;
      readonly targetDistanceTicks: Ticks | null;
    }
  | { readonly type: 'CancelOrder'; readonly orderId: string }
  | { readonly type: 'ResetBook' }
  /** The operator stops every book of a user in every mode; `close` also leaves their positions. Sent by the desk itself alone. */
  | {
      readonly type: 'StopUser';
      readonly userId: string;
      readonly close: boolean;
      readonly reason: string;
    }
  /** The same for the books of all users. */
  | { readonly type: 'StopAllUsers'; readonly close: boolean; readonly reason: string }
  /** Stops the user's books; nothing opens in them before `EnableUser`. The user may have no book yet. */
  | {
      readonly type: 'DisableUser';
      readonly userId: string;
      readonly close: boolean;
      readonly reason: string;
    }
  /** Lets the user press RUN again; everything stays off until then. */
  | { readonly type: 'EnableUser'; readonly userId: string; readonly reason: string }
  | { readonly type: 'HaltTrading'; readonly reason: string }
  | { readonly type: 'ResumeTrading'; readonly reason: string };

/** A command with its sender. The book is that of the sender's selected mode unless named. */
export interface CommandEnvelope {
  readonly userId: string;
  readonly command: Command;
  /** Equal keys of one user are one command: a repeat gets the first answer. */
  readonly idempotencyKey: string | null;
}

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
  /**
   * Positions that were asked to close and are closed now, after everything that followed at once.
   */
  readonly closedPositions: readonly string[];
  readonly placedOrders: readonly string[];
  /**
   * Positions that were asked to close and are still open, each with its reason. Absent for
   * commands that close nothing.
   */
  readonly waiting?: readonly WaitingClose[];
  /**
   * True where an equal order by hand was placed a moment ago: `placedOrders` names that one, and
   * no second one was placed.
   */
  readonly isAlreadyPlaced?: true;
  /** What a stop by the operator switched off, one row for each book that it concerned. */
  readonly stoppedBooks?: readonly StoppedBook[];
}

export interface StoppedBook {
  readonly bookId: string;
  /** Commodities that were on. */
  readonly commodities: readonly CommodityKey[];
  /** Waiting entries that were cancelled. */
  readonly cancelledOrders: number;
}

export interface WaitingClose {
  readonly positionId: string;
  readonly instrumentId: string;
  /** What it waits for, a sentence for a person. */
  readonly reason: string;
}
