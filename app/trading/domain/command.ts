/**
 * What a person or a program may ask of the desk. Buttons, forms, calls and command lines all end here.
 * It knows the shapes; whether one is granted is the engine's to say.
 */
import type { CommodityKey } from './commodity';
import type { OrderType, Side } from './order';
import type { Outcome, Refusal } from './outcome';
import type { Settings, TradingMode } from './settings';
import type { Lots, Mills, Ticks } from './units';

export type Command =
  | { readonly type: 'OpenBook'; readonly mode: TradingMode; readonly market: string; readonly capitalMills: Mills }
  | { readonly type: 'SelectMode'; readonly mode: TradingMode }
  | { readonly type: 'SaveSettings'; readonly settings: Settings }
  | { readonly type: 'ChoosePlaybook'; readonly commodity: CommodityKey; readonly playbookId: string | null }
  /** Lets a playbook that was halted decide again in the market of the sender's book. */
  | { readonly type: 'RearmPlaybook'; readonly commodity: CommodityKey; readonly playbookId: string }
  /** RUN; without a commodity RUN ALL. */
  | { readonly type: 'StartTrading'; readonly commodity: CommodityKey | null }
  /** STOP: no new entries, protective exits go on; without a commodity STOP ALL. */
  | { readonly type: 'StopTrading'; readonly commodity: CommodityKey | null }
  /** Stops every book of the user at once, whichever is selected. */
  | { readonly type: 'EmergencyStop' }
  /** CLOSE: closes at market and turns the commodity off; without a commodity CLOSE ALL. */
  | { readonly type: 'CloseTrading'; readonly commodity: CommodityKey | null }
  | { readonly type: 'ClosePosition'; readonly positionId: string }
  | {
      readonly type: 'PlaceOrder'; readonly instrumentId: string; readonly side: Side; readonly orderType: OrderType; readonly lots: Lots;
      readonly priceTicks: Ticks | null; readonly stopDistanceTicks: Ticks | null; readonly targetDistanceTicks: Ticks | null;
    }
  | { readonly type: 'CancelOrder'; readonly orderId: string }
  | { readonly type: 'ResetBook' }
  | { readonly type: 'HaltTrading'; readonly reason: string }
  | { readonly type: 'ResumeTrading'; readonly reason: string };

export type CommandType = Command['type'];

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
  readonly closedPositions: readonly string[];
  readonly placedOrders: readonly string[];
  /** Positions that could not be closed now, each with its cause, when others could. */
  readonly refusals?: readonly Refusal[];
}
