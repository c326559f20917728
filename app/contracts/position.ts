// Types of the position page: entry decision, events, costs and outcome.

import type { SensitivityDto } from './sensitivities';
import type { PositionDto } from './api/book';

export interface NamedFigure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

export interface EntryDto {
  readonly seq: number;
  readonly at: string;
  readonly reason: string;
  /** Entry context, playbook inputs by id, and headroom of each limit. */
  readonly known: readonly NamedFigure[];
  readonly inputs: readonly NamedFigure[];
  readonly limits: readonly NamedFigure[];
  /** True if the plan can be replayed from the log. */
  readonly canReplay: boolean;
}

export interface PositionEvent {
  readonly at: string;
  readonly what: string;
  readonly why: string | null;
  /** Request whose command led to it; null for none, as of a strategy. */
  readonly requestId: string | null;
  /** Replay result of the decision; null if not requested or not possible. */
  readonly replay: 'SAME' | 'DIFFERENT' | null;
}

/** Price of a protective order, and the P&L if it fills there. */
interface ProtectionDto {
  readonly price: string;
  readonly pnl: string;
}

export interface PositionHeaderDto {
  readonly size: string;
  /** Share of one exchange contract. */
  readonly fraction: string;
  /** Null without a working order. */
  readonly stop: ProtectionDto | null;
  readonly target: ProtectionDto | null;
  /** True for an open position of the selected account. */
  readonly canClose: boolean;
}

export interface PositionDetailsDto {
  readonly position: PositionDto;
  readonly bookName: string;
  readonly playbook: string | null;
  /** Null for a manual order or one half of a roll. */
  readonly entry: EntryDto | null;
  readonly lines: readonly PositionEvent[];
  /** True if any decision of the position can be replayed. */
  readonly canReplay: boolean;
  readonly costs: readonly NamedFigure[];
  /** MAE, MFE and outcome; for an open position, so far. */
  readonly outcome: readonly NamedFigure[];
  /**
   * Weather sensitivities of an open position, or the reason why there are none; null once closed.
   */
  readonly weather: {
    readonly figures: readonly SensitivityDto[];
    readonly reason: string | null;
  } | null;
  /** Replay of the entry decision on request: recorded and replayed text. */
  readonly replay: {
    readonly isSame: boolean;
    readonly recorded: string;
    readonly made: string;
  } | null;
}
