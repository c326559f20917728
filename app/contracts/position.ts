// The story of one position as its page is told it: why it was traded, what happened, what it cost,
// and what came of what was foretold.

import type { SensitivityDto } from './risk';
import type { PositionDto } from './api/book';

export interface NamedFigure {
  readonly name: string;
  readonly value: string;
  readonly note?: string;
}

/** The decision behind the entry. */
export interface EntryDto {
  readonly seq: number;
  readonly at: string;
  readonly reason: string;
  /**
   * What was known, as words; the figures of the world that the playbook read, by their ids; the
   * room below each limit.
   */
  readonly known: readonly NamedFigure[];
  readonly inputs: readonly NamedFigure[];
  readonly limits: readonly NamedFigure[];
  /** Whether the plan can be made again from the log. */
  readonly canReplay: boolean;
}

export interface StoryLine {
  readonly at: string;
  readonly what: string;
  readonly why: string | null;
  /**
   * What came of making its decision again, where that was asked for and can be done; else null.
   */
  readonly replay: 'SAME' | 'DIFFERENT' | null;
}

export interface PositionStoryDto {
  readonly position: PositionDto;
  readonly bookName: string;
  readonly playbook: string | null;
  /** Null where nobody decided it: an order by hand, or half of a roll. */
  readonly entry: EntryDto | null;
  readonly lines: readonly StoryLine[];
  /** Whether any decision of it can be made again from the log. */
  readonly canReplay: boolean;
  readonly costs: readonly NamedFigure[];
  /** Path and outcome; of an open position so far. */
  readonly outcome: readonly NamedFigure[];
  /**
   * What the weather is worth to it while it is open: figures, or why there are none; null once it
   * is closed.
   */
  readonly weather: {
    readonly figures: readonly SensitivityDto[];
    readonly reason: string | null;
  } | null;
  /** Asked for: the same bytes or not, as recorded and as made now. */
  readonly replay: {
    readonly isSame: boolean;
    readonly recorded: string;
    readonly made: string;
  } | null;
}
