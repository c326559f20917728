/**
 * Daily marks of a chain: what the month in force was worth at the end of each day, and how far
 * that very month had moved since the day before.
 */
import type { EpochMs } from '../../domain/units';

interface DailyMark {
  /** The moment of the mark. */
  readonly endMs: EpochMs;
  /** Price of the month that was in force on the day, quoted units. */
  readonly close: number;
  /**
   * Its move since the mark before: log for futures, quoted units for power, whose price may pass
   * through zero.
   */
  readonly move: number;
}

/** Weight of the past in the variance of moves (RiskMetrics 1996, daily). */
const MEMORY = 0.94;
/** Moves that a deviation needs. */
const LEAST = 20;

/** A list of marks that only grows. */
export class DailyMarks {
  private readonly endsMs: number[] = [];
  private readonly closes: number[] = [];
  /**
   * Sums of moves and of their squares up to each mark, and the exponentially weighted variance at
   * it.
   */
  private readonly sums: number[] = [0];
  private readonly squares: number[] = [0];
  private readonly variances: number[] = [];
  private weighted = 0;
  private weight = 0;

  /** Throws RangeError for a mark that is not later than the last one, or no number. */
  add({ endMs, close, move }: DailyMark): void {
    if (
      !(endMs > (this.endsMs.at(-1) ?? -Infinity)) ||
      !Number.isFinite(close) ||
      !Number.isFinite(move)
    )
      throw new RangeError(
        `a mark needs a later moment and two numbers, got ${endMs}, ${close}, ${move}`,
      );
    this.endsMs.push(endMs);
    this.closes.push(close);
    this.sums.push((this.sums.at(-1) ?? 0) + move);
    this.squares.push((this.squares.at(-1) ?? 0) + move * move);
    this.weighted = MEMORY * this.weighted + (1 - MEMORY) * move * move;
    this.weight = MEMORY * this.weight + (1 - MEMORY);
    this.variances.push(this.weighted / this.weight);
  }

  /** The marks that stood at a moment. */
  asOf(knownMs: EpochMs): MarksView {
    return new MarksView(this, this.countAt(knownMs));
  }

  close(place: number): number {
    return this.closes[place] ?? NaN;
  }

  /** Moment and move of the marks before place `until`, the oldest first. */
  movesTo(until: number): readonly { readonly endMs: EpochMs; readonly move: number }[] {
    return this.endsMs
      .slice(0, until)
      .map((endMs, place) => ({ endMs, move: this.sumOf(place, place + 1) }));
  }

  /** Sum of the moves of places `from` to before `until`. */
  sumOf(from: number, until: number): number {
    return (this.sums[until] ?? NaN) - (this.sums[from] ?? NaN);
  }

  squareOf(from: number, until: number): number {
    return (this.squares[until] ?? NaN) - (this.squares[from] ?? NaN);
  }

  varianceAt(place: number): number {
    return place + 1 < LEAST ? NaN : (this.variances[place] ?? NaN);
  }

  private countAt(knownMs: EpochMs): number {
    let [low, high] = [0, this.endsMs.length];
    if ((this.endsMs[high - 1] ?? Infinity) <= knownMs) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.endsMs[middle] ?? Infinity) <= knownMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/**
 * Marks up to a moment; days are counted back from the newest, which is 0. NaN where the list does
 * not reach.
 */
export class MarksView {
  constructor(
    private readonly marks: DailyMarks,
    private readonly count: number,
  ) {}

  get close(): number {
    return this.marks.close(this.count - 1);
  }

  /** All moves that stood, with the midnight at which each ended, the oldest first. */
  get moves(): readonly { readonly endMs: EpochMs; readonly move: number }[] {
    return this.marks.movesTo(this.count);
  }

  /**
   * Standard deviation of a day's move, exponentially weighted (memory .94); NaN before twenty
   * moves.
   */
  get sigma(): number {
    return Math.sqrt(this.marks.varianceAt(this.count - 1));
  }

  /** The move of one day in deviations. Throws RangeError for a day that is still to come. */
  scaledMove(back: number): number {
    return this.scaledSum(1, back);
  }

  /** The move over so many days that ended `back` days ago, in deviations of such a move. */
  scaledSum(days: number, back = 0): number {
    if (back < 0)
      throw new RangeError(`marks are asked of days that are over, not of ${-back} days ahead`);
    const until = this.count - back;
    return until < days
      ? NaN
      : this.marks.sumOf(until - days, until) / (this.sigma * Math.sqrt(days));
  }

  /** Root mean square of the moves of so many days. */
  rms(days: number): number {
    return this.count < days
      ? NaN
      : Math.sqrt(Math.max(0, this.marks.squareOf(this.count - days, this.count)) / days);
  }
}
