/** Daily marks of a chain: front-month close, and that contract's move since the day before. */
import type { EpochMs } from '../../domain/units';

interface DailyMark {
  /** Time of the mark. */
  readonly endMs: EpochMs;
  /** Price of the day's front month, quoted units. */
  readonly close: number;
  /**
   * Move of the same contract since the previous mark: log for futures, quoted units for power
   * (prices may be negative).
   */
  readonly move: number;
}

/** A daily move and the midnight at which it ended. */
export type PastMove = Pick<DailyMark, 'endMs' | 'move'>;

/** EWMA decay of the variance of moves (RiskMetrics 1996, daily). */
const EWMA_DECAY = 0.94;
/** Minimum moves for a standard deviation. */
const MOVES_MIN = 20;

/** Append-only list of marks. */
export class DailyMarks {
  private readonly endsMs: number[] = [];
  private readonly closes: number[] = [];
  /** Cumulative moves and squared moves, and the EWMA variance, at each mark. */
  private readonly sums: number[] = [0];
  private readonly squares: number[] = [0];
  private readonly variances: number[] = [];
  private weighted = 0;
  private weight = 0;

  /** Throws RangeError unless the mark is later than the last one and finite. */
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
    this.weighted = EWMA_DECAY * this.weighted + (1 - EWMA_DECAY) * move * move;
    this.weight = EWMA_DECAY * this.weight + (1 - EWMA_DECAY);
    this.variances.push(this.weighted / this.weight);
  }

  /** Marks known at a time. */
  getView(knownMs: EpochMs): MarksView {
    return new MarksView(this, this.countUntil(knownMs));
  }

  getClose(index: number): number {
    return this.closes[index] ?? NaN;
  }

  /** Time and move of the marks from index `from` to before `until`, oldest first. */
  listMoves(from: number, until: number): readonly PastMove[] {
    return this.endsMs
      .slice(from, until)
      .map((endMs, index) => ({ endMs, move: this.sumMoves(from + index, from + index + 1) }));
  }

  /** Sum of moves from index `from` to before `until`. */
  sumMoves(from: number, until: number): number {
    return (this.sums[until] ?? NaN) - (this.sums[from] ?? NaN);
  }

  sumSquaredMoves(from: number, until: number): number {
    return (this.squares[until] ?? NaN) - (this.squares[from] ?? NaN);
  }

  getVariance(index: number): number {
    return index + 1 < MOVES_MIN ? NaN : (this.variances[index] ?? NaN);
  }

  private countUntil(knownMs: EpochMs): number {
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
 * Marks up to a time; days are counted back from the newest, which is 0. NaN where the list is too
 * short.
 */
export class MarksView {
  constructor(
    private readonly marks: DailyMarks,
    private readonly count: number,
  ) {}

  get close(): number {
    return this.marks.getClose(this.count - 1);
  }

  /** The last `days` moves, or fewer if there are fewer, oldest first. */
  listMoves(days: number): readonly PastMove[] {
    return this.marks.listMoves(Math.max(0, this.count - days), this.count);
  }

  /** EWMA standard deviation of a daily move (decay 0.94); NaN before 20 moves. */
  get sigma(): number {
    return Math.sqrt(this.marks.getVariance(this.count - 1));
  }

  /** Move of one day in standard deviations. Throws RangeError for a future day. */
  getScaledMove(back: number): number {
    return this.computeScaledSum(1, back);
  }

  /** Move over `days` ending `back` days ago, in standard deviations of such a move. */
  computeScaledSum(days: number, back = 0): number {
    if (back < 0)
      throw new RangeError(`marks are asked of days that are over, not of ${-back} days ahead`);
    const until = this.count - back;
    return until < days
      ? NaN
      : this.marks.sumMoves(until - days, until) / (this.sigma * Math.sqrt(days));
  }

  /** Root mean square of the last `days` moves. */
  computeRms(days: number): number {
    return this.count < days
      ? NaN
      : Math.sqrt(Math.max(0, this.marks.sumSquaredMoves(this.count - days, this.count)) / days);
  }
}
