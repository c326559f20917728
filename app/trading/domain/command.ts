/** Commands of users and programs. All forms, buttons and API calls produce one of these. */
import type { HaltLevel } from './account-halt';
import type { CommodityKey } from './commodity';
import type { MovedAccount } from './moved-account';
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
  /** Resumes a halted playbook in the market of the sender's book. */
  | {
      readonly type: 'RearmPlaybook';
      readonly commodity: CommodityKey;
      readonly playbookId: string;
    }
  /** RUN; without a commodity RUN ALL. `rearm`: RUN ALL also re-arms a tripped drawdown breaker. */
  | {
      readonly type: 'StartTrading';
      readonly commodity: CommodityKey | null;
      readonly rearm?: boolean;
    }
  /** STOP: no new entries; stops and targets stay. Without a commodity STOP ALL. */
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
  /**
   * Allows entries of the selected live account until a loss beyond the limit; `needsApproval`: those of
   * strategies wait for a person.
   */
  | { readonly type: 'ArmAccount'; readonly lossLimitMills: Mills; readonly needsApproval: boolean }
  /** Confirms the request of another user. Sent by a user, or by the server for an operator. */
  | { readonly type: 'ConfirmArming'; readonly bookId: string }
  | { readonly type: 'DisarmAccount' }
  /** Places a proposed entry, or drops it. */
  | { readonly type: 'ApproveEntry'; readonly proposalId: string }
  | { readonly type: 'DeclineEntry'; readonly proposalId: string }
  /**
   * Operator stop of all books of a user. `close` also closes positions. Sent only by the server.
   */
  | {
      readonly type: 'StopUser';
      readonly userId: string;
      readonly close: boolean;
      readonly reason: string;
    }
  /** Operator stop of all books of all users. */
  | { readonly type: 'StopAllUsers'; readonly close: boolean; readonly reason: string }
  /**
   * Stops the user's books and blocks entries until `EnableUser`. The user may have no book yet.
   * `byUserId`: the operator; absent for a request at the machine.
   */
  | {
      readonly type: 'DisableUser';
      readonly userId: string;
      readonly close: boolean;
      readonly reason: string;
      readonly byUserId?: string;
    }
  /** Allows RUN again; all commodities stay off until then. */
  | {
      readonly type: 'EnableUser';
      readonly userId: string;
      readonly reason: string;
      readonly byUserId?: string;
    }
  /**
   * Logs a change of the user table, which is no part of the engine. `detail`: the role, or ''. Sent only
   * by the server.
   */
  | {
      readonly type: 'RecordAdministration';
      readonly userId: string;
      readonly act: AdministrativeAct;
      readonly detail: string;
      readonly byUserId?: string;
    }
  /** Empties all accounts of a disabled user, who moves to the server `to`. Sent only by the server. */
  | {
      readonly type: 'MoveUserOut';
      readonly userId: string;
      readonly to: string;
      readonly reason: string;
    }
  /** Opens these accounts with the settings of a user from the server `from`. Sent only by the server. */
  | {
      readonly type: 'MoveUserIn';
      readonly userId: string;
      readonly from: string;
      readonly mode: TradingMode;
      readonly settings: Settings;
      readonly accounts: readonly MovedAccount[];
      readonly reason: string;
    }
  | { readonly type: 'HaltTrading'; readonly reason: string }
  | { readonly type: 'ResumeTrading'; readonly reason: string }
  /**
   * Halts the live account of a user, or of all with null. Sent by that user, or by the server for an
   * operator. `instrumentId`: the contract that level 3 closes, else null.
   */
  | {
      readonly type: 'HaltAccounts';
      readonly userId: string | null;
      readonly level: HaltLevel;
      readonly instrumentId: string | null;
      readonly reason: string;
    }
  /**
   * Lifts the halt of one account: sent by its user, or by the server for an operator. `acceptsBroker`: takes over
   * what the broker holds; only for an operator.
   */
  | {
      readonly type: 'ResumeAccount';
      readonly bookId: string;
      readonly reason: string;
      readonly acceptsBroker?: true;
    };

export const ADMINISTRATIVE_ACTS = ['add', 'role', 'passphrase'] as const;
export type AdministrativeAct = (typeof ADMINISTRATIVE_ACTS)[number];

/** A command with its sender. It applies to the book of the selected mode unless it names one. */
export interface CommandEnvelope {
  readonly userId: string;
  readonly command: Command;
  /** Idempotency key per user: a repeat returns the stored result. */
  readonly idempotencyKey: string | null;
}

/** Stored result of a command; a repeat returns it unchanged. */
export interface CommandResult {
  readonly commandId: string;
  readonly envelope: CommandEnvelope;
  readonly outcome: Outcome<CommandValue>;
  /** Log sequence numbers of the command and of the last record it caused. */
  readonly seq: number;
  readonly lastSeq: number;
}

/** Effects of an accepted command. */
export interface CommandValue {
  /** Requested closes that are done, after all immediate follow-ups. */
  readonly closedPositions: readonly string[];
  readonly placedOrders: readonly string[];
  /**
   * Requested closes that are still pending, with reasons. Absent for commands that close nothing.
   */
  readonly waiting?: readonly WaitingClose[];
  /**
   * True when an equal manual order was placed within the last second; `placedOrders` names that
   * one.
   */
  readonly isAlreadyPlaced?: true;
  /** Effect of an operator stop, one row per book. */
  readonly stoppedBooks?: readonly StoppedBook[];
}

export interface StoppedBook {
  readonly bookId: string;
  /** Commodities that were auto-trading. */
  readonly commodities: readonly CommodityKey[];
  /** Number of working entry orders that were cancelled. */
  readonly cancelledOrders: number;
}

export interface WaitingClose {
  readonly positionId: string;
  readonly instrumentId: string;
  /** Reason shown to the user. */
  readonly reason: string;
}
